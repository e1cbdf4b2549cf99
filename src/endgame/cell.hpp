// What retrograde analysis remembers of a position, in a cell of two bytes for games with few
// moves: the best exit (in the end the value), the count of moves that are still open, two flags.
// How cells change is the same for threads that share them and for ranks that each have some.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "endgame/slice.hpp"

namespace solvent::endgame {

template <unsigned kMostMoves>
struct CellOf {
  static constexpr bool kNarrow = kMostMoves < 64;
  using Word = std::conditional_t<kNarrow, std::uint16_t, std::uint32_t>;
  static constexpr int kBytes = sizeof(Word);
  static constexpr int kValueBits = kNarrow ? 8 : 10;
  static constexpr Word kValueMask = (1U << kValueBits) - 1;
  static constexpr int kBias = 1 << (kValueBits - 1);  // 0 stands for no exit
  static constexpr Word kSettled = Word{1} << (8 * sizeof(Word) - 1);
  static constexpr Word kWaiting = kSettled >> 1;  // settled, but its predecessors do not know yet
  static constexpr Word kOneMove = Word{1} << kValueBits;

  // A position is opened; its exits may have been heard of before, in this pass or another.
  static Word opened(Word before, Opening o) {
    const Word exit = o.best_exit == kNoExit ? 0 : static_cast<Word>(o.best_exit + kBias);
    const Word best = std::max<Word>(exit, before & kValueMask);
    return static_cast<Word>(best | o.inner << kValueBits);
  }
  static Word with_exit(Word before, int worth) {
    const Word best = std::max<Word>(static_cast<Word>(worth + kBias), before & kValueMask);
    return static_cast<Word>((before & ~kValueMask) | best);
  }

  static int value_of(Word settled) { return static_cast<int>(settled & kValueMask) - kBias; }
  static int value(Word c) { return (c & kSettled) != 0 ? value_of(c) : 0; }

  // One of the values t = limit..1, for those who win by it and those who lose by it.
  struct Level {
    explicit Level(int t) : won(static_cast<Word>(t + kBias)), lost(static_cast<Word>(kBias - t)) {}
    Word won, lost;
  };
  // Is it worth +-level by its exits and what came before, or does it wait?
  static bool is_due(Word c, Level level) {
    const Word settled_free = c & static_cast<Word>(kSettled | kValueMask);
    const Word waiting = c & static_cast<Word>(kSettled | kWaiting);
    return (settled_free == level.won) | (c == level.lost) | (waiting == (kSettled | kWaiting));
  }
  // A look without branches or atomics, for the compiler's vectors: a cell that changes meanwhile
  // is looked at again by the thread that changed it, and what is due is claimed atomically later.
#if defined(__clang__) || defined(__GNUC__)
  __attribute__((no_sanitize("thread")))
#endif
  static bool
  any_due(const Word* first, const Word* last, Level level) {
    Word any = 0;
    for (; first < last; ++first) any |= static_cast<Word>(is_due(*first, level));
    return any != 0;
  }
  // One that is due, when its predecessors are about to be told.
  static Word claimed(Word c) {
    return static_cast<Word>((c | kSettled) & static_cast<Word>(~kWaiting));
  }

  // One move has turned out to be worth +-level: for one that is not settled.
  struct Told {
    Word next;
    bool settled;  // by that
  };
  static Told told(Word c, bool won, Level level) {
    if (won) return {static_cast<Word>(kSettled | level.won), true};
    const auto next = static_cast<Word>(c - kOneMove);
    // No move is open, no exit better: an exit of 0 sorts below all.
    if (next <= level.lost) return {static_cast<Word>(kSettled | level.lost), true};
    return {next, false};
  }
};

}  // namespace solvent::endgame
