// The boards of Awari with one number of stones, for retrograde analysis.
//
// A board is seen from the side to move; its value is the net number of the stones on it that this
// side will get. An index (Rules::index) is a part for the enemy's row and the number of stones in
// the own row, plus the own row's place among all rows with that number: a block of consecutive
// indices shares the enemy's row, and the own rows come from a list.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "endgame/packed_pits.hpp"
#include "endgame/slice.hpp"
#include "games/awari/rules.hpp"

namespace solvent::endgame {

class AwariSlice {
 public:
  struct Board {
    std::uint64_t own, enemy;  // pits only
  };
  static constexpr unsigned kMostMoves = awari::kPitsEach;

  // Stones of a capture: two or three in each of some pits, but not of all six.
  static constexpr int kLeastTaken = 2, kMostTaken = 15;

  explicit AwariSlice(int stones);

  std::uint64_t size() const { return awari::kChoose[stones_ + 11][11]; }
  int limit() const { return stones_; }

  class Cursor {
   public:
    explicit Cursor(const AwariSlice& slice) : slice_(slice) {}
    Board board(std::uint64_t index) {
      if (index < begin_ || index >= end_) find_block(index);
      return {own_[index - begin_], enemy_};
    }

   private:
    void find_block(std::uint64_t index);
    const AwariSlice& slice_;
    std::uint64_t begin_ = 0, end_ = 0, enemy_ = 0;
    const std::uint64_t* own_ = nullptr;
  };
  Cursor cursor() const { return Cursor(*this); }

  static bool can_pack(const Board& b) { return can_be_packed(b.own, b.enemy); }
  static std::uint64_t packed(const Board& b) { return packed_pits(b); }
  static Board unpacked(std::uint64_t packed) { return unpacked_pits<Board>(packed); }

  // Of a row among all with as many stones.
  static std::uint64_t place_of(std::uint64_t row) {
    const std::uint64_t before = row * kEach;
    std::uint64_t sum = 0;
    for (int k = 0; k < 5; ++k) sum += kPlaces[k][before >> (8 * k) & 0xFF];
    return sum;
  }
  static std::uint64_t index(const Board& b) {
    const std::uint64_t own = b.own * kEach;
    const std::uint64_t before = own >> 40 & 0xFF;
    return place_of(b.own) + kPlaces[5][before] + place_of_enemy(b.enemy, before);
  }

  template <class Openings>
  void open(std::uint64_t first, std::uint64_t last, Openings& openings) const;
  template <class Visit>
  void predecessors(const Board& b, Visit&& visit) const {
    take_back<true>(b, visit);
  }

  // A sowing that stays in its owner's row leaves the other row as it is, and the boards that share
  // the enemy's row are in one block.
  static bool has_near(const Board& b) {
    constexpr std::uint64_t kHigh = 0x8080'8080'8080, kLow = 0x7F7F'7F7F'7F7F;
    const std::uint64_t held = (b.enemy + kLow) & kHigh;  // of each pit that is not empty
    return b.own != 0 && ((held ^ kHigh) << 8 & held) != 0;
  }
  Range near_range(const Board& b) const {
    const auto left = static_cast<std::size_t>(mancala::stones(b.enemy));
    const std::uint64_t begin = kPlaces[5][left] + place_of_enemy(b.own, left);
    return {begin, begin + rows_[left].size() - 1};
  }
  template <class Visit>
  void near_predecessors(const Board& b, Visit&& visit) const;
  template <class Visit>
  void far_predecessors(const Board& b, Visit&& visit) const {
    take_back<false>(b, visit);
  }

 private:
  // Byte k of a product with it is the sum of the pits up to k.
  static constexpr std::uint64_t kEach = 0x0001'0101'0101'0101;
  static std::uint64_t place_of_enemy(std::uint64_t row, std::uint64_t stones_before) {
    const std::uint64_t before = (row + stones_before) * kEach;
    std::uint64_t sum = 0;
    for (int k = 0; k < 5; ++k) sum += kPlaces[k + 6][before >> (8 * k) & 0xFF];
    return sum;
  }

  template <bool kNear, class Visit>
  void take_back(const Board& b, Visit& visit) const;

  // kPlaces[k][s]: what a bar behind pit k adds to an index when s stones are before it.
  using Places = std::array<std::array<std::uint64_t, 64>, 11>;
  static const Places kPlaces;

  int stones_;
  std::vector<std::vector<std::uint64_t>> rows_;  // rows_[m]: rows with m stones, in order
};
static_assert(Slice<AwariSlice> && Gathered<AwariSlice>);

template <class Openings>
void AwariSlice::open(std::uint64_t first, std::uint64_t last, Openings& openings) const {
  Cursor cursor(*this);
  for (std::uint64_t i = first; i < last; ++i) {
    const Board b = cursor.board(i);
    Opening o;
    if (b.own == 0) {
      o.best_exit = -stones_;
      openings.opened(i, o);
      continue;
    }
    bool feeds = false;
    for (int pit = 0; pit < awari::kPitsEach; ++pit) {
      const int held = mancala::pit(b.own, pit);
      if (held == 0) continue;
      const awari::Sowing& sowing = awari::kSowings[pit][held];
      const std::uint64_t own = b.own + sowing.own;
      std::uint64_t enemy = b.enemy + sowing.enemy;
      int taken = 0;
      for (int at = sowing.last; at >= 0; --at) {
        const int there = mancala::pit(enemy, at);
        if (there != 2 && there != 3) break;
        enemy -= mancala::placed(at, there);
        taken += there;
      }
      if (enemy == 0) continue;
      feeds = true;
      if (taken == 0)
        ++o.inner;
      else if (openings.wants(stones_ - taken))
        openings.exit(i, {index({enemy, own}), stones_ - taken, taken, false});
    }
    // A move that leaves the enemy nothing is for those who cannot do otherwise; it wins all.
    if (!feeds) o.best_exit = stones_;
    openings.opened(i, o);
  }
}

// Takes sowings back, stone by stone, out of every pit of the enemy's that could just have been
// sown. A last stone that made two or three in an own pit would have captured.
template <bool kNear, class Visit>
void AwariSlice::take_back(const Board& b, Visit& visit) const {
  if (b.own == 0) return;  // a move that ends the game counts as an exit
  for (int from = 0; from < awari::kPitsEach; ++from) {
    if (mancala::pit(b.enemy, from) != 0) continue;
    Board before{b.enemy, b.own};
    const std::uint64_t one = std::uint64_t{1} << (8 * from);
    const auto one_back = [&](std::uint64_t& row, int pit) {
      if (mancala::pit(row, pit) == 0) return false;
      row -= std::uint64_t{1} << (8 * pit);
      before.own += one;
      return true;
    };
    const auto near = [&](bool shown) {
      for (int pit = from + 1; pit < awari::kPitsEach; ++pit) {
        if (!one_back(before.own, pit)) return false;
        if (shown) visit(index(before), before, false);
      }
      return true;
    };
    const auto far = [&] {
      for (int pit = 0; pit < awari::kPitsEach; ++pit) {
        if (!one_back(before.enemy, pit)) return false;
        const int there = mancala::pit(b.own, pit);
        if (there != 2 && there != 3) visit(index(before), before, false);
      }
      for (int pit = 0; pit < from; ++pit) {
        if (!one_back(before.own, pit)) return false;
        visit(index(before), before, false);
      }
      return true;
    };
    bool more = near(kNear);
    while (more) more = far() && near(true);
  }
}

// A place among the rows with so many stones takes half the work of an index.
template <class Visit>
void AwariSlice::near_predecessors(const Board& b, Visit&& visit) const {
  if (b.own == 0) return;  // as above
  for (int from = 0; from + 1 < awari::kPitsEach; ++from) {
    if (mancala::pit(b.enemy, from) != 0) continue;
    Board before{b.enemy, b.own};
    for (int pit = from + 1; pit < awari::kPitsEach && mancala::pit(b.enemy, pit) != 0; ++pit) {
      before.own += mancala::placed(from, 1) - mancala::placed(pit, 1);
      visit(place_of(before.own), before, false);
    }
  }
}

}  // namespace solvent::endgame
