// All positions with so many pieces, numbered from 0, seen from the mover, ko included.
//
// A position is a word of a letter a cell, read from the cell the mover faces to the one behind all
// his pieces. The piece that ko bars has a letter of its own. Which words are positions is what a
// small automaton says: the barred piece begins the run that the opponent has just pushed, which
// ends with a piece of the mover's, the piece that pushed, and the empty cell it came from:
//
//     ahead   . x X o o x o . x   behind        X barred, x the mover's, o the opponent's
//
// The number of a word is the number of words before it, by counts of how many ways there are to go
// on from any place.
#include "games/woodpush/rules.hpp"

namespace solvent::woodpush {

namespace {

enum Letter : int { kEmpty, kMine, kTheirs, kBarred, kLetters };
// What has been read: no barred piece; one just now; of its run a last piece of the opponent's that
// can have pushed, one of the mover's, one of the opponent's behind another; all of the run.
enum Phase : int { kFree, kBegun, kPusher, kOwn, kOther, kClosed, kPhases, kNever = kPhases };
constexpr int kNext[kPhases + 1][kLetters] = {
    {kFree, kFree, kFree, kBegun},    {kNever, kNever, kPusher, kNever},
    {kClosed, kOwn, kOther, kNever},  {kNever, kOwn, kPusher, kNever},
    {kNever, kOwn, kOther, kNever},   {kClosed, kClosed, kClosed, kNever},
    {kNever, kNever, kNever, kNever},
};

constexpr int kMostPieces = kMaxCells / 2;  // of a side
// Ways to fill so many cells with so many pieces of the mover's and of the opponent's, by phase; 0
// after what never happens.
using Ways = std::uint64_t[kMostPieces + 1][kMostPieces + 1][kPhases + 1];
struct WaysBySize {
  Ways of[kMaxCells + 1];
};
constexpr WaysBySize kWays = [] {
  WaysBySize ways{};
  ways.of[0][0][0][kFree] = ways.of[0][0][0][kClosed] = 1;
  for (int cells = 1; cells <= kMaxCells; ++cells)
    for (int mine = 0; mine <= kMostPieces; ++mine)
      for (int theirs = 0; theirs <= kMostPieces; ++theirs)
        for (int phase = 0; phase < kPhases; ++phase) {
          const Ways& rest = ways.of[cells - 1];
          const int* next = kNext[phase];
          std::uint64_t sum = rest[mine][theirs][next[kEmpty]];
          if (mine > 0) sum += rest[mine - 1][theirs][next[kMine]];
          if (mine > 0) sum += rest[mine - 1][theirs][next[kBarred]];
          if (theirs > 0) sum += rest[mine][theirs - 1][next[kTheirs]];
          ways.of[cells][mine][theirs][phase] = sum;
        }
  return ways;
}();

// A place in a word: what is still to come, and how many ways there are.
struct Place {
  int cells, mine, theirs, phase;

  std::uint64_t ways() const { return kWays.of[cells][mine][theirs][phase]; }
  Place after(int letter) const {
    const bool own = letter == kMine || letter == kBarred;
    return {cells - 1, mine - (own ? 1 : 0), theirs - (letter == kTheirs ? 1 : 0),
            kNext[phase][letter]};
  }
  bool allows(int letter) const {
    return letter == kEmpty || (letter == kTheirs ? theirs : mine) > 0;
  }
};

int letter_at(std::uint32_t own, std::uint32_t enemy, int cell) {
  if ((enemy >> cell & 1) != 0) return kTheirs;
  return (own >> cell & 1) != 0 ? kMine : kEmpty;
}

}  // namespace

// The mover's pieces range over all numbers that leave the opponent no more than he can have.
std::uint64_t Rules::slice_size(int slice) const {
  std::uint64_t sum = 0;
  for (int mine = fewest(slice); mine <= std::min(slice, pieces_); ++mine)
    sum += Place{cells_, mine, slice - mine, kFree}.ways();
  return sum;
}

std::uint64_t Rules::index(const State& s) const {
  const std::uint32_t own = s.turn == 0 ? s.left : s.right, enemy = s.turn == 0 ? s.right : s.left;
  Place place{cells_, std::popcount(own), std::popcount(enemy), kFree};
  std::uint64_t index = 0;
  for (int mine = fewest(slice(s)); mine < place.mine; ++mine)
    index += Place{cells_, mine, slice(s) - mine, kFree}.ways();
  for (int k = 0; k < cells_; ++k) {
    const int cell = s.turn == 0 ? cells_ - k : k + 1;
    const int letter = s.ko == cell ? kBarred : letter_at(own, enemy, cell);
    for (int earlier = 0; earlier < letter; ++earlier)
      if (place.allows(earlier)) index += place.after(earlier).ways();
    place = place.after(letter);
  }
  return index;
}

std::uint32_t Rules::ko_cells(const State& s) const {
  const std::uint32_t own = s.turn == 0 ? s.left : s.right, enemy = s.turn == 0 ? s.right : s.left;
  const int behind = s.turn == 0 ? -1 : 1;
  std::uint32_t cells = 0;
  for (std::uint32_t rest = own; rest != 0; rest &= rest - 1) {
    const int barred = std::countr_zero(rest);
    int phase = kBegun;
    for (int cell = barred + behind; (strip_ >> cell & 1) != 0; cell += behind)
      phase = kNext[phase][letter_at(own, enemy, cell)];
    if (phase == kClosed) cells |= 1u << barred;
  }
  return cells;
}

Rules::State Rules::unindex(int slice, std::uint64_t index) const {
  Place place{cells_, fewest(slice), slice - fewest(slice), kFree};
  while (index >= place.ways()) {
    index -= place.ways();
    ++place.mine;
    --place.theirs;
  }
  State s{};
  for (int cell = cells_; cell > 0; --cell) {
    int letter = kEmpty;
    for (;; ++letter) {
      const std::uint64_t ways = place.allows(letter) ? place.after(letter).ways() : 0;
      if (index < ways) break;
      index -= ways;
    }
    const std::uint32_t bit = 1u << cell;
    if (letter == kTheirs) s.right |= bit;
    if (letter == kMine || letter == kBarred) s.left |= bit;
    if (letter == kBarred) s.ko = static_cast<std::uint16_t>(cell);
    place = place.after(letter);
  }
  return s;
}

}  // namespace solvent::woodpush
