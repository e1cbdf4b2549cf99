#include "plugin/trial.hpp"

#include <fmt/format.h>

#include "base/rng.hpp"
#include "base/text.hpp"

namespace solvent::plugin {

namespace {

class Trial {
 public:
  explicit Trial(const AnyGame& game) : game_(game) {}

  std::optional<std::string> play(std::uint64_t seed) {
    constexpr int kLongest = 300;
    Rng rng(seed);
    AnyState s = game_.initial();
    for (int ply = 0; ply < kLongest; ++ply) {
      const std::vector<AnyMove> moves = game_.moves(s);
      if (const std::string wrong = at(s, moves); !wrong.empty())
        return fmt::format("position {}: {}", text::quoted(game_.position(s)), wrong);
      if (moves.empty()) break;
      game_.play(s, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return std::nullopt;
  }

 private:
  std::string at(const AnyState& s, const std::vector<AnyMove>& moves) const {
    const Result<AnyState> back = game_.parse(game_.position(s));
    if (!back) return "it cannot be read back: " + back.message();
    if (!(*back == s)) return "it reads back as another position";
    const Bounds b = game_.bounds(s);
    if (b.pess > b.opti || b.opti > game_.scale().best()) return "its bounds are none";
    if (game_.ended(s)) return b.closed() ? "" : "it has ended, and its bounds are open";
    if (moves.empty()) return "it has not ended, and has no move";
    if (game_.draw(s, Ink::plain()).empty()) return "it is not drawn";
    std::vector<std::string> names;
    for (const AnyMove m : moves) {
      names.push_back(game_.move_text(s, m));
      const Result<AnyMove> read = game_.parse_move(s, names.back());
      if (!read || *read != m) return "the move " + text::quoted(names.back()) + " reads otherwise";
      if (const std::string wrong = after(s, m, b); !wrong.empty())
        return "the move " + text::quoted(names.back()) + ": " + wrong;
    }
    return "";
  }
  // A bound of the rules holds in every position that can follow for the side that wants it.
  std::string after(const AnyState& s, AnyMove m, Bounds b) const {
    AnyState next = s;
    game_.play(next, m);
    if (next == s && game_.acyclic())
      return "it leads back to the position, and positions cannot repeat";
    const Bounds then = game_.bounds(next);
    if (game_.to_move(s) == Side::Max ? then.pess > b.opti : then.opti < b.pess)
      return "it leads to more than the bounds before it allow";
    return "";
  }

  const AnyGame& game_;
};

}  // namespace

std::optional<std::string> broken_rules(const AnyGame& game, int games) {
  for (int k = 1; k <= games; ++k)
    if (auto wrong = Trial(game).play(static_cast<std::uint64_t>(k))) return wrong;
  return std::nullopt;
}

}  // namespace solvent::plugin
