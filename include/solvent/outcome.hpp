// The vocabulary of values: who moves, what an outcome is, what is known of one.
//
// Inside the library an outcome is a rank 0..m-1 on the game's scale, worst for Max first, and Max
// is the player who moves first in the game. People see numbers from a Scale, for the side to move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace solvent {

enum class Side : std::uint8_t { Max, Min };
constexpr Side other(Side side) { return side == Side::Max ? Side::Min : Side::Max; }

using Outcome = std::uint8_t;
inline constexpr int kMaxOutcomes = 256;

// What is known of a value: pess <= value <= opti, both always true.
struct Bounds {
  Outcome pess = 0;
  Outcome opti = 0;

  friend constexpr bool operator==(Bounds, Bounds) = default;
  constexpr bool closed() const { return pess == opti; }
  constexpr bool contains(Outcome value) const { return pess <= value && value <= opti; }
  constexpr bool contains(Bounds inner) const { return pess <= inner.pess && inner.opti <= opti; }
};

// Both are true, so the truth lies in the overlap.
constexpr Bounds meet(Bounds a, Bounds b) {
  return {std::max(a.pess, b.pess), std::min(a.opti, b.opti)};
}
// What was found, as far as it agrees with the facts. On one path a repetition can make a position
// look worth something else than it is without history; the facts outweigh it.
constexpr Bounds clamp(Bounds facts, Bounds found) {
  return {std::clamp(found.pess, facts.pess, facts.opti),
          std::clamp(found.opti, facts.pess, facts.opti)};
}
// The bounds of a node from those of two of its moves.
constexpr Bounds best_of(Side side, Bounds a, Bounds b) {
  if (side == Side::Max) return {std::max(a.pess, b.pess), std::max(a.opti, b.opti)};
  return {std::min(a.pess, b.pess), std::min(a.opti, b.opti)};
}

// Which numbers the ranks stand for. Values are Max's; the side to move sees them negated when it
// is Min (`for_side`).
class Scale {
 public:
  enum class Kind : std::uint8_t { WinDrawLoss, Score };

  static Scale win_draw_loss();                          // -1, 0, 1
  static Scale scores(int low, int high, int step = 1);  // low, low+step, ..., high
  static Scale of_values(std::vector<int> ascending);    // the values of an explicit tree

  Kind kind() const { return kind_; }
  std::string_view name() const { return kind_ == Kind::WinDrawLoss ? "wld" : "score"; }
  int size() const { return static_cast<int>(values_.size()); }
  Outcome best() const { return static_cast<Outcome>(values_.size() - 1); }
  Bounds everything() const { return {0, best()}; }

  int value(Outcome rank) const { return values_[rank]; }
  int for_side(Side side, Outcome rank) const {
    return side == Side::Max ? value(rank) : -value(rank);
  }
  // The rank of exactly this value, if it is on the scale.
  std::optional<Outcome> rank_of(int value) const;
  // The least rank whose value is at least `value`; size() if there is none.
  int rank_at_least(int value) const;

 private:
  Scale(Kind kind, std::vector<int> values) : kind_(kind), values_(std::move(values)) {}

  Kind kind_;
  std::vector<int> values_;  // ascending, at most kMaxOutcomes
};

}  // namespace solvent
