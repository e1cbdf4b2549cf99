// Awari by the rules of Allis, van der Meulen & van den Herik, "Proof-number search" (1994).
//
// Max is South. The score is South's stones minus North's at the end; infinite play splits the
// stones on the board evenly, so it is worth the difference in captured stones (it contains no
// capture). The wld scale ends the game as soon as one player has more stones than the other can
// still get (25 of 48).
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "game/game.hpp"
#include "games/mancala/board.hpp"

namespace solvent::awari {

inline constexpr int kPitsEach = mancala::kMaxPits;
inline constexpr int kStones = 48;
inline constexpr std::uint64_t kPitsOverThree = 0xFCFC'FCFC'FCFC;

// What sowing `count` stones from one of the mover's pits adds to the two rows (it empties the pit,
// and laps skip it), and the enemy pit where the last stone falls, -1 if it is the mover's own.
struct Sowing {
  std::uint64_t own = 0, enemy = 0;
  int last = -1;
};
using Sowings = std::array<std::array<Sowing, kStones + 1>, kPitsEach>;
extern const Sowings kSowings;

// kChoose[n][k] = n over k.
using Binomials = std::array<std::array<std::uint64_t, 2 * kPitsEach>, kStones + 2 * kPitsEach>;
extern const Binomials kChoose;

class Rules {
 public:
  using State = mancala::Board;
  using Move = std::uint8_t;  // the mover's pit, 0..5
  static constexpr std::size_t kMaxMoves = kPitsEach;
  static constexpr bool kAcyclic = false;

  explicit Rules(Scale::Kind kind);

  const Scale& scale() const { return scale_; }
  State initial() const { return {{0x0404'0404'0404, 0x0404'0404'0404}}; }
  Side to_move(const State& s) const { return mancala::to_move(s); }

  bool ended(const State& s) const {
    return mancala::empty(s.row[mancala::mover(s)]) || (wld_ && std::abs(lead(s)) > on_board(s));
  }
  Bounds bounds(const State& s) const {
    const int net = lead(s), open = on_board(s);
    if (!mancala::empty(s.row[mancala::mover(s)])) return {rank(net - open), rank(net + open)};
    const Outcome value = rank(mancala::mover(s) == 0 ? net - open : net + open);
    return {value, value};
  }
  // The worth of never capturing again.
  Outcome repetition(const State& s) const { return rank(lead(s)); }

  // Only moves that leave the opponent a stone, if there is such a move. A pit of four or more is
  // never taken.
  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    const int me = mancala::mover(s);
    const std::uint64_t own = s.row[me];
    const bool fed = (s.row[1 - me] & kPitsOverThree) != 0;
    for (int k = 0; k < kPitsEach; ++k)
      if (mancala::pit(own, k) != 0 && (fed || !mancala::empty(sow(s, k).enemy)))
        moves.add(static_cast<Move>(k));
    if (!moves.empty()) return;
    for (int k = 0; k < kPitsEach; ++k)
      if (mancala::pit(own, k) != 0) moves.add(static_cast<Move>(k));
  }
  void play(State& s, Move m) const {
    const int me = mancala::mover(s);
    const Sown after = sow(s, m);
    s.row[me] = after.own;
    s.row[1 - me] = after.enemy;
    s.row[0] ^= mancala::kNorthMoves;
  }
  // How many stones the move takes.
  int captures(const State& s, Move m) const {
    const std::uint64_t own = s.row[mancala::mover(s)];
    return mancala::store(sow(s, m).own) - mancala::store(own);
  }

  // Slices by stones on the board, seen from the mover: captured stones and colours do not count.
  int slice(const State& s) const { return on_board(s); }
  std::uint64_t slice_size(int slice) const {
    return kChoose[slice + 2 * kPitsEach - 1][2 * kPitsEach - 1];
  }
  // The stones in a line with a bar after each pit but the last: the places of the eleven bars in
  // the combinatorial number system.
  std::uint64_t index(const State& s) const {
    const int me = mancala::mover(s);
    std::uint64_t sum = 0;
    int bar = 0, place = 0;
    for (int k = 0; k < kPitsEach; ++k, ++place)
      sum += kChoose[place += mancala::pit(s.row[me], k)][++bar];
    for (int k = 0; k + 1 < kPitsEach; ++k, ++place)
      sum += kChoose[place += mancala::pit(s.row[1 - me], k)][++bar];
    return sum;
  }
  // South to move, nothing captured.
  State unindex(int slice, std::uint64_t index) const;

  int on_board(const State& s) const {
    return mancala::stones(s.row[0]) + mancala::stones(s.row[1]);
  }
  // Between the value of the stones on the board for the mover, net, and the outcome of the game.
  Outcome outcome(const State& s, int net_on_board) const {
    return rank(lead(s) + (mancala::mover(s) == 0 ? net_on_board : -net_on_board));
  }
  int for_mover(const State& s, Outcome score) const {
    const int net = scale_.value(score) - lead(s);
    return mancala::mover(s) == 0 ? net : -net;
  }

 private:
  struct Sown {
    std::uint64_t own, enemy;
  };
  static Sown sow(const State& s, int pit) {
    const int me = mancala::mover(s);
    const Sowing& sowing = kSowings[pit][mancala::pit(s.row[me], pit)];
    Sown after{s.row[me] + sowing.own, s.row[1 - me] + sowing.enemy};
    for (int k = sowing.last; k >= 0; --k) {
      const int count = mancala::pit(after.enemy, k);
      if (count != 2 && count != 3) break;
      after.enemy -= mancala::placed(k, count);
      after.own += mancala::stored(count);
    }
    return after;
  }
  static int lead(const State& s) { return mancala::store(s.row[0]) - mancala::store(s.row[1]); }
  Outcome rank(int net) const {
    if (wld_) return static_cast<Outcome>((net > 0) - (net < 0) + 1);
    return static_cast<Outcome>(net + kStones);
  }

  bool wld_;
  Scale scale_;
};
static_assert(Repeating<Rules> && Indexable<Rules>);

}  // namespace solvent::awari
