#include "check/check.hpp"

#include <fmt/format.h>

#include <fstream>
#include <new>

#include "check/reader.hpp"
#include "check/verify.hpp"
#include "game/fingerprint.hpp"
#include "games/registry.hpp"
#include "games/registry_rules.hpp"

namespace solvent::check {

namespace {

bool end(CheckResult& verdict, Finding finding, std::string reason) {
  verdict.finding = finding;
  verdict.reason = std::move(reason);
  return false;
}

// What the header is about: a game that is here, by the same rules, and a position of it.
bool understand(CheckResult& verdict, const Options& options) {
  const Header& header = verdict.header;
  verdict.game = options.game;
  if (!verdict.game) {
    const Result<GamePtr> made = make_game(header.game, header.outcomes);
    if (!made) return end(verdict, Finding::Unreadable, made.message());
    verdict.game = *made;
  }
  const AnyGame& game = *verdict.game;
  if (game.spec() != header.game)
    return end(verdict, Finding::Refused,
               fmt::format("the game is {} here, not {}", text::quoted(game.spec()),
                           text::quoted(header.game)));
  if (game.scale().name() != header.outcomes)
    return end(verdict, Finding::Refused,
               fmt::format("the outcomes are {} here, not {}", game.scale().name(),
                           text::quoted(header.outcomes)));
  if (!lasting_states(game))
    return end(verdict, Finding::Refused,
               fmt::format("{} has no certificates: its positions have no names that "
                           "last",
                           game.spec()));
  if (const std::uint64_t rules = fingerprint(game); rules != header.rules)
    return end(verdict, Finding::Refused,
               fmt::format("the rules of {} have the fingerprint {:016x} here, not "
                           "{:016x}: they are other rules",
                           game.spec(), rules, header.rules));
  const Result<AnyState> root = game.parse(header.position);
  if (!root) return end(verdict, Finding::Unreadable, fmt::format("position: {}", root.message()));
  verdict.root = *root;
  const std::string mover = game.player(game.to_move(*root));
  if (mover != header.mover)
    return end(
        verdict, Finding::Refused,
        fmt::format("{} is to move in the position, not {}", mover, text::quoted(header.mover)));
  if (!header.at_least && !header.at_most)
    return end(verdict, Finding::Refused, "it makes no statement");
  for (std::size_t k = 1; k < header.slices.size(); ++k)
    if (header.slices[k - 1].slice >= header.slices[k].slice)
      return end(verdict, Finding::Refused, "the slices of the endgame database are not in order");
  return true;
}

}  // namespace

std::string in_words(const CitedSlice& slice) {
  return fmt::format("slice {} of the endgame database (checksum {:016x})", slice.slice,
                     slice.checksum);
}

CheckResult check(std::istream& in, const Options& options) {
  CheckResult verdict;
  try {
    const auto reader = make_reader(in);
    if (!reader) return end(verdict, Finding::Unreadable, reader.message()), verdict;
    Result<Header> header = (*reader)->header();
    verdict.stats.bytes = (*reader)->bytes();
    if (!header) return end(verdict, Finding::Unreadable, header.message()), verdict;
    verdict.header = *std::move(header);
    if (!understand(verdict, options)) return verdict;
    const bool all = visit_rules<bool>(*verdict.game, [&]<class G>(const G& rules) {
      return std::make_unique<Verifier<G>>(rules, **reader, options, verdict)->run();
    });
    if (!all)
      verdict.rests_on.clear();
    else if (verdict.rests_on.empty())
      verdict.finding = Finding::Verified;
    else
      end(verdict, Finding::Relative, "claims rest on the endgame database, which was not checked");
  } catch (const std::bad_alloc&) {
    end(verdict, Finding::TooLarge, "there is not enough memory to check it");
  }
  return verdict;
}

CheckResult check_file(const std::string& path, const Options& options) {
  std::ifstream in(path, std::ios::binary);
  if (in) return check(in, options);
  CheckResult verdict;
  return end(verdict, Finding::Unreadable, "it cannot be opened: 'solvent solve' writes proofs"),
         verdict;
}

}  // namespace solvent::check
