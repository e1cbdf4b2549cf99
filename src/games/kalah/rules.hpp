// Kalah(pits, stones): Irving, Donkers & Uiterwijk, "Solving Kalah" (2000).
//
// Max is South. An ended game keeps the last stones in their owner's pits; they count as his. The
// rank of a score is the number of stones South ends with.
//
// No position repeats: a move that reaches its owner's store leaves a stone there for ever (a lap
// passes it, a capture fills it), and one that does not only brings stones of the row nearer to it.
#pragma once

#include <array>
#include <cstdint>

#include "game/game.hpp"
#include "games/mancala/board.hpp"
#include "games/mancala/index.hpp"

namespace solvent::kalah {

inline constexpr int kMaxStonesEach = 12;  // in a pit at the start
inline constexpr int kMaxTotal = 2 * mancala::kMaxPits * kMaxStonesEach;

struct Variant {
  int pits = 6;
  int stones = 4;              // in each pit
  bool empty_capture = false;  // does a last stone facing an empty pit go to the store?
};

class Rules {
 public:
  using State = mancala::Board;
  using Move = std::uint8_t;  // the mover's pit, 0..pits-1
  static constexpr std::size_t kMaxMoves = mancala::kMaxPits;
  static constexpr bool kAcyclic = true;

  Rules(const Variant& variant, Scale::Kind kind);

  const Variant& variant() const { return variant_; }
  int pits() const { return variant_.pits; }
  int total() const { return total_; }

  const Scale& scale() const { return scale_; }
  State initial() const { return initial_; }
  Side to_move(const State& s) const { return mancala::to_move(s); }
  bool ended(const State& s) const { return mancala::empty(s.row[0]) || mancala::empty(s.row[1]); }
  // Stones in a store stay there.
  Bounds bounds(const State& s) const {
    const int south = mancala::store(s.row[0]), north = mancala::store(s.row[1]);
    if (!ended(s)) return {rank(south), rank(total_ - north)};
    const Outcome value = rank(south + mancala::stones(s.row[0]));
    return {value, value};
  }
  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    const std::uint64_t own = s.row[mancala::mover(s)];
    for (int k = 0; k < variant_.pits; ++k)
      if (mancala::pit(own, k) != 0) moves.add(static_cast<Move>(k));
  }
  void play(State& s, Move m) const {
    const int me = mancala::mover(s);
    const Sowing& sowing = sowings_[m][mancala::pit(s.row[me], m)];
    std::uint64_t own = s.row[me] + sowing.own, enemy = s.row[1 - me] + sowing.enemy;
    if (sowing.last < mancala::kMaxPits && mancala::pit(own, sowing.last) == 1) {
      const int facing = variant_.pits - 1 - sowing.last;
      const int taken = mancala::pit(enemy, facing);
      if (taken > 0 || variant_.empty_capture) {
        own += mancala::stored(taken + 1) - mancala::placed(sowing.last, 1);
        enemy -= mancala::placed(facing, taken);
      }
    }
    s.row[me] = own;
    s.row[1 - me] = enemy;
    if (sowing.last != kStore) s.row[0] ^= mancala::kNorthMoves;
  }

  // The move ends in the store and its owner goes on.
  bool moves_again(const State& s, Move m) const {
    return sowings_[m][mancala::pit(s.row[mancala::mover(s)], m)].last == kStore;
  }

  // Slices by stones in the pits, seen from the mover: what is in store and colours do not count.
  int slice(const State& s) const { return mancala::stones(s.row[0]) + mancala::stones(s.row[1]); }
  std::uint64_t slice_size(int slice) const { return mancala::boards(variant_.pits, slice); }
  std::uint64_t index(const State& s) const {
    const int me = mancala::mover(s);
    return mancala::index(s.row[me], s.row[1 - me], variant_.pits);
  }
  State unindex(int slice, std::uint64_t index) const {
    return mancala::unindex(variant_.pits, slice, index);
  }
  // Between the value of the stones in the pits for the mover, net, and the outcome of the game.
  Outcome outcome(const State& s, int net_on_board) const {
    const int net = mancala::mover(s) == 0 ? net_on_board : -net_on_board;
    return rank(mancala::store(s.row[0]) + (slice(s) + net) / 2);
  }
  int for_mover(const State& s, Outcome score) const {
    const int net = 2 * (score - mancala::store(s.row[0])) - slice(s);
    return mancala::mover(s) == 0 ? net : -net;
  }

 private:
  static constexpr int kStore = mancala::kMaxPits, kEnemy = kStore + 1;
  // What a move adds to the two rows before any capture, and the pit of the mover's row where the
  // last stone falls (kStore, or kEnemy for any pit of the other row).
  struct Sowing {
    std::uint64_t own = 0, enemy = 0;
    int last = kEnemy;
  };
  Outcome rank(int souths_stones) const {
    if (scale_.kind() == Scale::Kind::Score) return static_cast<Outcome>(souths_stones);
    const int lead = 2 * souths_stones - total_;
    return static_cast<Outcome>((lead > 0) - (lead < 0) + 1);
  }

  Variant variant_;
  int total_;
  State initial_{};
  Scale scale_;
  std::array<std::array<Sowing, kMaxTotal + 1>, mancala::kMaxPits> sowings_{};
};
static_assert(Game<Rules> && Indexable<Rules>);

}  // namespace solvent::kalah
