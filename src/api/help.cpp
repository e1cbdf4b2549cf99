#include "api/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <thread>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "endgame/tables.hpp"
#include "game/fingerprint.hpp"
#include "games/engines_jobs.hpp"
#include "games/registry.hpp"
#include "parallel/letter.hpp"
#include "parallel/rank_helper.hpp"
#include "session/options.hpp"
#include "session/plan.hpp"
#include "solvent/version.hpp"

namespace solvent {

using parallel::LetterKind;
using parallel::LetterReader;
using parallel::LetterWriter;

Options shared_by_ranks(Options options, const Ranks& ranks) {
  const auto here = static_cast<std::uint64_t>(ranks.on_this_machine());
  if (options.algorithm == "auto") options.algorithm = "pns";
  if (!options.threads)
    options.threads = std::max<std::uint64_t>(1, std::thread::hardware_concurrency() / here);
  if (!options.limits.memory)
    options.limits.memory = std::max<std::uint64_t>(physical_memory() / 2 / here, 64U << 20);
  return options;
}

std::optional<Error> cannot_share(const AnyGame& game, const Options& options,
                                  const search::Design& design) {
  if (!lasting_states(game))
    return Error{fmt::format(
        "{}: it numbers its positions as it finds them, so other ranks cannot search them",
        game.spec())};
  if (!jobs_can_do(design))
    return session::say(
        "{algorithm} {}: ranks share searches by jobs, which are pns and mopns without "
        "{keep_tree}, {keep_solved}, {graph}, {evaluate}, {selection} and {profile}",
        options.algorithm);
  return std::nullopt;
}

namespace {

constexpr std::string_view kBuild = "search by jobs 1";

template <class T>
void put_optional(LetterWriter& letter, const std::optional<T>& value) {
  letter.put(static_cast<std::uint8_t>(value.has_value()));
  letter.put(value.value_or(T{}));
}
template <class T>
std::optional<T> get_optional(LetterReader& letter) {
  const auto has = letter.get<std::uint8_t>();
  const T value = letter.get<T>();
  return has != 0 ? std::optional(value) : std::nullopt;
}

// What a rank needs for its part.
struct Part {
  GamePtr game;
  session::Plan plan;
  std::shared_ptr<const ProbeBase> probe;
};

// As rank 0 has it; an error if it is not so here.
Result<Part> read_opening(LetterReader& letter, const Ranks& ranks) {
  const std::string build = letter.get_text(), version = letter.get_text();
  if (build != kBuild || version != kVersion)
    return Error{fmt::format("it is version {}, and rank 0 is {}", kVersion, version)};
  const std::string spec = letter.get_text(), outcomes = letter.get_text();
  const auto expected = letter.get<std::uint64_t>();
  Options options;
  options.knowledge = letter.get<std::uint8_t>() != 0;
  options.endgame = letter.get_text();
  options.threads = get_optional<std::uint64_t>(letter);
  options.limits.memory = get_optional<std::uint64_t>(letter);
  if (!letter.finished()) return Error{"it cannot read what rank 0 has written"};
  const auto game = make_game(spec, outcomes);
  if (!game) return game.error();
  if (fingerprint(**game) != expected)
    return Error{fmt::format("its rules of {} are not those of rank 0", spec)};
  options = shared_by_ranks(options, ranks);
  const auto plan = session::make_plan(**game, options);
  if (!plan) return plan.error();
  Part part{*game, *plan, nullptr};
  if (options.endgame.empty()) return part;
  const auto opened =
      endgame::open_probe(**game, options.endgame, plan->design.memory / 8 / *options.threads);
  if (!opened) return opened.error();
  part.probe = *opened;
  return part;
}

void refuse(Ranks& ranks, const std::string& why) {
  LetterWriter letter(LetterKind::Refused);
  letter.put_text(why);
  ranks.send(0, std::move(letter).finish());
}
void fail(Ranks& ranks, const std::string& why, bool contradiction = false) {
  LetterWriter letter(LetterKind::Failed);
  letter.put(static_cast<std::uint8_t>(contradiction));
  letter.put_text(why);
  ranks.send(0, std::move(letter).finish());
}

Ranks::Message next_of_rank_0(Ranks& ranks) {
  constexpr double kAWhile = 3600;  // seconds, and then it waits again
  for (;;)
    if (auto message = ranks.receive_within(kAWhile); message && message->from == 0)
      return *std::move(message);
}

// What is wrong with this rank, if anything; it waits to be let go then.
std::optional<std::string> get_ready(Ranks& ranks, LetterReader& opening, std::optional<Part>& part,
                                     std::optional<parallel::RankHelper>& helper) {
  try {
    Result<Part> read = read_opening(opening, ranks);
    if (!read) return read.message();
    part = *std::move(read);
    search::Design design = part->plan.design;
    design.table_bytes = design.memory / 4 * 3;
    helper.emplace(ranks, referee_of(*part->game), part->game->scale().everything(),
                   job_searchers(*part->game, design, part->probe.get()), design.searchers(),
                   [&part] { return part->probe != nullptr ? part->probe->hits() : 0; });
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return "it is out of memory";
  } catch (const std::exception& e) { return e.what(); }
}

// True once rank 0 has let it go.
bool take_part(Ranks& ranks, LetterReader& opening) {
  std::optional<Part> part;
  std::optional<parallel::RankHelper> helper;
  if (const auto problem = get_ready(ranks, opening, part, helper)) {
    refuse(ranks, *problem);
    return false;
  }
  LetterWriter ready(LetterKind::Ready);
  ready.put(static_cast<std::uint32_t>(helper->workers()));
  ranks.send(0, std::move(ready).finish());
  try {
    helper->run();
    return true;
  } catch (const Contradiction&) { fail(ranks, "", true); } catch (const std::bad_alloc&) {
    fail(ranks, "it is out of memory");
  } catch (const std::exception& e) { fail(ranks, e.what()); }
  return false;
}

}  // namespace

Bytes opening_of(const AnyGame& game, const Options& options) {
  LetterWriter letter(LetterKind::Opening);
  letter.put_text(kBuild);
  letter.put_text(kVersion);
  letter.put_text(game.spec());
  letter.put_text(game.scale().name());
  letter.put(fingerprint(game));
  letter.put(static_cast<std::uint8_t>(options.knowledge));
  letter.put_text(options.endgame);
  put_optional(letter, options.threads);
  put_optional(letter, options.limits.memory);
  return std::move(letter).finish();
}

void help_solve(Ranks& ranks) {
  const Ranks::Message message = next_of_rank_0(ranks);
  LetterReader opening(message.bytes);
  bool closed = opening.kind() == LetterKind::Close || take_part(ranks, opening);
  while (!closed) closed = LetterReader(next_of_rank_0(ranks).bytes).kind() == LetterKind::Close;
  ranks.send(0, LetterWriter(LetterKind::Closed).finish());
}

}  // namespace solvent
