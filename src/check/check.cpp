#include "check/check.hpp"

#include <fmt/format.h>

#include <fstream>
#include <new>

#include "base/counted.hpp"
#include "check/reader.hpp"
#include "check/statements.hpp"
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

// What the header is about: a game that is here, by the same rules, and a position of it.
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
  const Result<AnyState> root = game.parse(header.position);
  if (!root) return end(result, Finding::Unreadable, fmt::format("position: {}", root.message()));
  result.root = *root;
  const std::string mover = game.player(game.to_move(*root));
  if (mover != header.mover)
    return end(
        result, Finding::Refused,
        fmt::format("{} is to move in the position, not {}", mover, text::quoted(header.mover)));
  if (!header.at_least && !header.at_most)
    return end(result, Finding::Refused, "it makes no statement");
  if (header.leaf > options.leaf)
    return end(result, Finding::TooLarge,
               fmt::format("its leaves may take {} each, and {} are allowed",
                           counted(header.leaf, "position"), with_commas(options.leaf)));
  for (const Side side : {Side::Max, Side::Min}) {
    if (!header.regions) break;
    const Side to_move = game.to_move(*root);
    const auto& value = side == to_move ? header.at_least : header.at_most;
    const Outcome win = side == Side::Max ? game.scale().best() : 0;
    const GamePtr relaxed = relaxed_game(game, side);
    if (!relaxed)
      return end(result, Finding::Refused, "it is about regions, and the game has no lines");
    if (value == game.scale().for_side(to_move, win))
      result.relaxed[static_cast<std::size_t>(side)] = relaxed;
  }
  for (std::size_t k = 1; k < header.slices.size(); ++k)
    if (header.slices[k - 1].slice >= header.slices[k].slice)
      return end(result, Finding::Refused, "the slices of the endgame database are not in order");
  return true;
}

}  // namespace

Layouts layouts(const AnyGame& game, const std::array<GamePtr, 2>& relaxed) {
  const Layout plain{
      &game, visit_rules<std::size_t>(game, []<class G>(const G&) { return argument_bytes<G>(); }),
      false};
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
    const bool all = visit_rules<bool>(*result.game, [&]<class G>(const G& rules) {
      return verify(rules, **reader, options, result);
    });
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
  std::ifstream in(path, std::ios::binary);
  if (in) return check(in, options);
  CheckResult result;
  return end(result, Finding::Unreadable, "it cannot be opened: 'solvent solve' writes proofs"),
         result;
}

}  // namespace solvent::check
