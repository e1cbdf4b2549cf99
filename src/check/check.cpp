#include "check/check.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <new>

#include "base/counted.hpp"
#include "check/functions.hpp"
#include "check/parts.hpp"
#include "check/reader.hpp"
#include "game/fingerprint.hpp"
#include "games/registry.hpp"
#include "games/registry_relaxed.hpp"
#include "games/registry_rules.hpp"

namespace solvent::check {

namespace {

bool end(CheckResult& result, Finding finding, std::string reason) {
  result.finding = finding;
  result.reason = std::move(reason);
  return false;
}

bool understand_root(CheckResult& result) {
  const AnyGame& game = *result.game;
  const Result<AnyState> root = game.parse(result.header.position);
  if (!root) return end(result, Finding::Unreadable, fmt::format("position: {}", root.message()));
  result.root = *root;
  result.side = game.to_move(*root);
  const std::string mover = game.player(result.side);
  if (mover == result.header.mover) return true;
  return end(result, Finding::Refused,
             fmt::format("{} is to move in the position, not {}", mover,
                         text::quoted(result.header.mover)));
}

bool understand_part(CheckResult& result) {
  const Header& header = result.header;
  const AnyGame& game = *result.game;
  if (header.claimant != game.player(Side::Max) && header.claimant != game.player(Side::Min))
    return end(result, Finding::Unreadable,
               fmt::format("the claimant is {}, not {} or {}", text::quoted(header.claimant),
                           game.player(Side::Max), game.player(Side::Min)));
  result.side = header.claimant == game.player(Side::Max) ? Side::Max : Side::Min;
  if (header.at_most)
    return end(result, Finding::Refused, "a part says what its claimant gets at least, only");
  if (header.roots.empty()) return end(result, Finding::Refused, "it has no roots");
  return true;
}

// Claims that a side wins are about relaxed positions where the header says so.
bool understand_regions(CheckResult& result) {
  const Header& header = result.header;
  const AnyGame& game = *result.game;
  for (const Side side : {Side::Max, Side::Min}) {
    const auto& value = side == result.side ? header.at_least : header.at_most;
    const Outcome win = side == Side::Max ? game.scale().best() : 0;
    const GamePtr relaxed = relaxed_game(game, side);
    if (!relaxed)
      return end(result, Finding::Refused, "it is about regions, and the game has no lines");
    if (value == game.scale().for_side(result.side, win))
      result.relaxed[static_cast<std::size_t>(side)] = relaxed;
  }
  return true;
}

bool understand_roots(CheckResult& result) {
  const AnyGame& about = result.about(result.side);
  for (const std::string& text : result.header.roots) {
    const Result<AnyState> root = about.parse(text);
    if (!root)
      return end(result, Finding::Unreadable,
                 fmt::format("root {}: {}", text::quoted(text), root.message()));
    result.roots.push_back(*root);
  }
  return true;
}

// What the header is about: a game that is here, by the same rules, and positions of it.
bool understand(CheckResult& result, const Options& options) {
  const Header& header = result.header;
  result.game = options.game;
  if (!result.game) {
    const Result<GamePtr> made = make_game(header.game, header.outcomes);
    if (!made) return end(result, Finding::Unreadable, made.message());
    result.game = *made;
  }
  const AnyGame& game = *result.game;
  if (game.spec() != header.game)
    return end(result, Finding::Refused,
               fmt::format("the game is {} here, not {}", text::quoted(game.spec()),
                           text::quoted(header.game)));
  if (game.scale().name() != header.outcomes)
    return end(result, Finding::Refused,
               fmt::format("the outcomes are {} here, not {}", game.scale().name(),
                           text::quoted(header.outcomes)));
  if (!lasting_states(game))
    return end(result, Finding::Refused,
               fmt::format("{} has no certificates: its positions are numbered anew in every run, "
                           "so no file can name them",
                           game.spec()));
  if (const std::uint64_t rules = fingerprint(game); rules != header.rules)
    return end(result, Finding::Refused,
               fmt::format("the rules of {} have the fingerprint {:016x} here, not "
                           "{:016x}: they are other rules",
                           game.spec(), rules, header.rules));
  if (!(header.of_root() ? understand_root(result) : understand_part(result))) return false;
  if (!header.at_least && !header.at_most)
    return end(result, Finding::Refused, "it makes no statement");
  if (header.leaf > options.leaf)
    return end(result, Finding::TooLarge,
               fmt::format("its leaves may take {} each, and {} are allowed",
                           counted(header.leaf, "position"), with_commas(options.leaf)));
  if ((!header.of_root() || !header.cites.empty()) && options.links == nullptr)
    return end(result, Finding::Unreadable,
               "it is one file of a proof in parts: the folder of all of them is what can be "
               "checked");
  if (options.links != nullptr && !header.slices.empty())
    return end(result, Finding::Refused, "a proof in parts cannot rest on an endgame database");
  if (header.regions && !understand_regions(result)) return false;
  if (!understand_roots(result)) return false;
  for (std::size_t k = 1; k < header.slices.size(); ++k)
    if (header.slices[k - 1].slice >= header.slices[k].slice)
      return end(result, Finding::Refused, "the slices of the endgame database are not in order");
  return true;
}

}  // namespace

Layouts layouts(const AnyGame& game, const std::array<GamePtr, 2>& relaxed) {
  const Layout plain{&game, functions_of<Functions>(game).argument, false};
  Layouts both{plain, plain};
  for (std::size_t side = 0; side < 2; ++side)
    if (relaxed[side]) both[side] = {relaxed[side].get(), relaxed[side]->state_size(), true};
  return both;
}

std::string in_words(const CitedSlice& slice) {
  return fmt::format("slice {} of the endgame database (checksum {:016x})", slice.slice,
                     slice.checksum);
}

CheckResult check(std::istream& in, const Options& options) {
  CheckResult result;
  try {
    const auto reader = make_reader(in);
    if (!reader) return end(result, Finding::Unreadable, reader.message()), result;
    Result<Header> header = (*reader)->header();
    result.stats.bytes = (*reader)->bytes();
    if (!header) return end(result, Finding::Unreadable, header.message()), result;
    result.header = *std::move(header);
    if (!understand(result, options)) return result;
    const bool all = functions_of<Functions>(*result.game)
                         .verify(**reader, layouts(*result.game, result.relaxed), options, result);
    if (!all)
      result.rests_on.clear();
    else if (result.rests_on.empty())
      result.finding = Finding::Verified;
    else
      end(result, Finding::Relative, "claims rest on the endgame database, which was not checked");
  } catch (const std::bad_alloc&) {
    end(result, Finding::TooLarge, "there is not enough memory to check it");
  }
  return result;
}

CheckResult check_file(const std::string& path, const Options& options) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) return check_folder(path, options);
  std::ifstream in(path, std::ios::binary);
  if (in) return check(in, options);
  CheckResult result;
  return end(result, Finding::Unreadable, "it cannot be opened: 'solvent solve' writes proofs"),
         result;
}

}  // namespace solvent::check
