// Retrograde analysis of one slice of a game: every position gets its exact value, cycles included.
//
// Values are whole numbers for the side to move, 0 the worth of infinite play. A value of t > 0
// must be forced in finite time, and so must -t; both are least fixed points that grow as t falls.
// So they are found for t = limit..1 in turn: a position is won by t when some move is worth t, and
// lost by t when its last open move has turned out to be lost and no exit is better. A counter of
// open moves for each position makes that one visit for each move; what is left is worth 0.
//
// A position takes one cell, two bytes for games with few moves: the best exit (in the end the
// value), the count of open moves, two flags.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "endgame/parallel.hpp"

namespace solvent::endgame {

inline constexpr int kNoExit = -1000;

// What is known of a position before any other of its slice is: the best value of a move that
// leaves the slice or ends the game (kNoExit without one), and the number of moves that stay in the
// slice.
struct Opening {
  int best_exit = kNoExit;
  unsigned inner = 0;
};

// clang-format off
template <class S>
concept Slice = requires(const S s, std::uint64_t index, typename S::Cursor& cursor,
                         const typename S::Board board,
                         void (*open)(std::uint64_t, Opening),
                         void (*visit)(std::uint64_t, const typename S::Board&, bool)) {
  { S::kMostMoves } -> std::convertible_to<unsigned>;
  { s.size() } -> std::same_as<std::uint64_t>;
  { s.limit() } -> std::same_as<int>;                       // no value is beyond -limit..limit
  s.open(index, index, open);                               // the openings of first..last-1, in any order
  { s.cursor() } -> std::same_as<typename S::Cursor>;
  { cursor.board(index) } -> std::same_as<typename S::Board>;  // asked for with rising indices
  // The positions from which a move stays in the slice and leads to `board`, and whether the same
  // side is to move in both.
  s.predecessors(board, visit);
};
// clang-format on

// How far an analysis has come; may be read while it runs.
struct Advance {
  std::atomic<std::uint64_t> opened = 0, settled = 0;  // positions
};

template <Slice S>
class Retrograde {
 public:
  // `stop` may be set at any time; then solve() returns false.
  // At most `most_stacked` positions wait on a stack for their predecessors to be told; others wait
  // in their cells.
  Retrograde(const S& slice, int threads, const std::atomic<bool>* stop = nullptr,
             std::size_t most_stacked = 1 << 15)
      : slice_(slice),
        shared_(threads > 1),
        arena_(threads),
        stop_(stop),
        most_stacked_(most_stacked),
        memory_(slice.size() * sizeof(Cell)),
        cells_(static_cast<Cell*>(memory_.data())) {}

  bool solve(Advance& advance) {
    open(slice_, advance);
    return finish(advance);
  }
  // In parts: openings may come in several passes, by slices that know the values of some lower
  // slices each and leave out exits to others.
  void open(const S& slice, Advance& advance) {
    for_ranges(0, slice_.size(), [&](Worker&, std::uint64_t first, std::uint64_t last) {
      slice.open(first, last, [&](std::uint64_t i, Opening o) {
        const Cell c = opened(o), exit = cells_[i] & kValueMask;
        cells_[i] = std::max<Cell>(c, static_cast<Cell>((c & ~kValueMask) | exit));
      });
      advance.opened += last - first;
    });
  }
  bool finish(Advance& advance) {
    advance_ = &advance;
    for (int level = slice_.limit(); level > 0 && !stopped(); --level) {
      do {
        overflowed_ = false;
        for_ranges(0, slice_.size(), [&](Worker& w, std::uint64_t first, std::uint64_t last) {
          if (shared_)
            settle<true>(w, level, first, last);
          else
            settle<false>(w, level, first, last);
          advance.settled += std::exchange(w.settled, 0);
        });
        if (stopped()) return false;
      } while (overflowed_);
    }
    return !stopped();
  }

  static constexpr int kCellBytes = S::kMostMoves < 64 ? 2 : 4;
  int value(std::uint64_t index) const {
    return (cells_[index] & kSettled) != 0 ? value_of(cells_[index]) : 0;
  }
  // The values as bytes, in the memory of the cells, which are gone. A cell has at least two bytes,
  // so values [n, 2n) come to lie where cells before n were.
  ZeroedMemory take_values() {
    auto* bytes = static_cast<signed char*>(memory_.data());
    const auto move = [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) bytes[i] = static_cast<signed char>(value(i));
    };
    move(0, std::min(kRange, slice_.size()));
    for (std::uint64_t n = kRange; n < slice_.size(); n *= 2)
      for_ranges(n, std::min(2 * n, slice_.size()),
                 [&](Worker&, std::uint64_t first, std::uint64_t last) { move(first, last); });
    memory_.shrink(slice_.size());
    return std::move(memory_);
  }

 private:
  using Board = typename S::Board;
  static constexpr bool kNarrow = S::kMostMoves < 64;
  using Cell = std::conditional_t<kNarrow, std::uint16_t, std::uint32_t>;
  static_assert(sizeof(Cell) == kCellBytes);
  static constexpr int kValueBits = kNarrow ? 8 : 10;
  static constexpr Cell kValueMask = (1U << kValueBits) - 1;
  static constexpr int kBias = 1 << (kValueBits - 1);  // 0 stands for no exit
  static constexpr Cell kSettled = Cell{1} << (8 * sizeof(Cell) - 1);
  static constexpr Cell kWaiting = kSettled >> 1;  // settled, but its predecessors do not know yet
  static constexpr Cell kOneMove = Cell{1} << kValueBits;
  static constexpr std::uint64_t kRange = 1 << 15;
  static constexpr std::size_t kHandedOver = 512;
  static constexpr int kMostHandedOver = 64;
  static constexpr std::size_t kInFlight = 32;  // predecessors on their way into the cache

  struct Place {
    std::uint64_t index;
    Board board;
    bool won;  // for the one to move there, by the move that is being taken back
  };
  struct Worker {
    std::vector<Place> stack;
    std::array<Place, kInFlight> ring;
    std::size_t head = 0, tail = 0;
    std::uint64_t settled = 0, told = 0;
  };

  static Cell opened(Opening o) {
    const Cell exit = o.best_exit == kNoExit ? 0 : static_cast<Cell>(o.best_exit + kBias);
    return static_cast<Cell>(exit | o.inner << kValueBits);
  }
  static int value_of(Cell c) { return static_cast<int>(c & kValueMask) - kBias; }
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

  template <class Body>
  void for_ranges(std::uint64_t begin, std::uint64_t end, const Body& body) {
    if (!shared_) {
      for (std::uint64_t first = begin; first < end && !stopped(); first += kRange)
        body(only_, first, std::min(first + kRange, end));
      return;
    }
    parallel_for(arena_, (end - begin + kRange - 1) / kRange, [&](std::uint64_t r) {
      const std::uint64_t first = begin + r * kRange;
      if (!stopped()) body(workers_.local(), first, std::min(first + kRange, end));
    });
    arena_.execute([&] { others_.wait(); });
    taken_over_.see();
  }

  // Settles what the openings alone, or earlier levels, make worth +-level, and all that follows.
  template <bool Shared>
  void settle(Worker& w, int level, std::uint64_t first, std::uint64_t last) {
    constexpr std::uint64_t kRun = 64;
    const Cell won = static_cast<Cell>(level + kBias), lost = static_cast<Cell>(kBias - level);
    auto cursor = slice_.cursor();
    for (std::uint64_t run = first; run < last; run += kRun) {
      const std::uint64_t end = std::min(run + kRun, last);
      if (!any_due(cells_ + run, cells_ + end, won, lost)) continue;
      for (std::uint64_t i = run; i < end; ++i) {
        if (!is_due(load<Shared>(i), won, lost)) continue;
        if (const Cell c = claim<Shared>(i, won, lost); c != 0)
          spread<Shared>(w, level, cursor.board(i), value_of(c) > 0);
      }
    }
    drain<Shared>(w, level);
  }
  // A look without branches or atomics, for the compiler's vectors: a cell that changes meanwhile
  // is looked at again by the thread that changed it, and what is due is claimed atomically later.
#if defined(__clang__) || defined(__GNUC__)
  __attribute__((no_sanitize("thread")))
#endif
  static bool
  any_due(const Cell* first, const Cell* last, Cell won, Cell lost) {
    Cell any = 0;
    for (; first < last; ++first) any |= static_cast<Cell>(is_due(*first, won, lost));
    return any != 0;
  }
  static bool is_due(Cell c, Cell won, Cell lost) {
    const Cell settled_free = c & static_cast<Cell>(kSettled | kValueMask);
    const Cell waiting = c & static_cast<Cell>(kSettled | kWaiting);
    return (settled_free == won) | (c == lost) | (waiting == (kSettled | kWaiting));
  }
  // Marks a cell that is due as settled and told; 0 if somebody else was first.
  template <bool Shared>
  Cell claim(std::uint64_t i, Cell won, Cell lost) {
    Cell c = load<Shared>(i);
    for (;;) {
      if (!is_due(c, won, lost)) return 0;
      const Cell next = static_cast<Cell>((c | kSettled) & static_cast<Cell>(~kWaiting));
      if (replace<Shared>(i, c, next)) return next;
    }
  }

  // Tells the predecessors of a position that is settled at this level, and theirs in turn.
  template <bool Shared>
  void spread(Worker& w, int level, const Board& board, bool won) {
    tell<Shared>(w, level, board, won);
    while (!w.stack.empty()) {
      if (gives_up(w)) return;
      if constexpr (Shared) hand_over(w, level);
      const Place p = w.stack.back();
      w.stack.pop_back();
      tell<Shared>(w, level, p.board, p.won);
    }
  }
  // One wave may go through millions of positions, so a stop request ends it in the middle.
  bool gives_up(Worker& w) const {
    constexpr std::uint64_t kOften = 1024;
    if (++w.told % kOften != 0 || !stopped()) return false;
    w.stack.clear();
    w.head = w.tail = 0;
    return true;
  }
  template <bool Shared>
  void tell(Worker& w, int level, const Board& board, bool won) {
    ++w.settled;
    slice_.predecessors(board, [&](std::uint64_t index, const Board& before, bool same_side) {
      __builtin_prefetch(cells_ + index, 1);
      if (w.head - w.tail == kInFlight) touch<Shared>(w, level, w.ring[w.tail++ % kInFlight]);
      w.ring[w.head++ % kInFlight] = {index, before, won == same_side};
    });
  }
  // A wave of consequences may begin at one position; half of what waits here goes to whoever is
  // idle.
  void hand_over(Worker& w, int level) {
    if (w.stack.size() < 2 * kHandedOver || handed_over_ >= kMostHandedOver) return;
    ++handed_over_;
    std::vector<Place> half(w.stack.begin(), w.stack.begin() + kHandedOver);
    w.stack.erase(w.stack.begin(), w.stack.begin() + kHandedOver);
    handing_over_.show();
    others_.run([this, level, places = std::move(half), &advance = *advance_] {
      handing_over_.see();
      Worker& mine = workers_.local();
      for (const Place& p : places) spread<true>(mine, level, p.board, p.won);
      drain<true>(mine, level);
      advance.settled += std::exchange(mine.settled, 0);
      --handed_over_;
      taken_over_.show();
    });
  }
  template <bool Shared>
  void drain(Worker& w, int level) {
    while (w.tail != w.head || !w.stack.empty()) {
      if (gives_up(w)) return;
      if (w.tail != w.head) touch<Shared>(w, level, w.ring[w.tail++ % kInFlight]);
      if (w.stack.empty()) continue;
      const Place p = w.stack.back();
      w.stack.pop_back();
      tell<Shared>(w, level, p.board, p.won);
    }
  }

  // One move of p has turned out to be worth +-level.
  template <bool Shared>
  void touch(Worker& w, int level, const Place& p) {
    const Cell lost = static_cast<Cell>(kBias - level);
    Cell c = load<Shared>(p.index), next;
    bool settled;
    do {
      if ((c & kSettled) != 0) return;
      if (p.won) {
        next = static_cast<Cell>(kSettled | static_cast<Cell>(level + kBias));
        settled = true;
      } else {
        next = static_cast<Cell>(c - kOneMove);
        settled = next <= lost;  // no move is open, no exit better: an exit of 0 sorts below all
        if (settled) next = static_cast<Cell>(kSettled | lost);
      }
      const bool room = w.stack.size() < most_stacked_;
      if (settled && !room) next |= kWaiting;
    } while (!replace<Shared>(p.index, c, next));
    if (!settled) return;
    if (w.stack.size() < most_stacked_)
      w.stack.push_back(p);
    else
      overflowed_ = true;
  }

  template <bool Shared>
  Cell load(std::uint64_t i) {
    if constexpr (Shared)
      return std::atomic_ref<Cell>(cells_[i]).load(std::memory_order_relaxed);
    else
      return cells_[i];
  }
  template <bool Shared>
  bool replace(std::uint64_t i, Cell& seen, Cell next) {
    if constexpr (Shared)
      return std::atomic_ref<Cell>(cells_[i]).compare_exchange_weak(seen, next,
                                                                    std::memory_order_relaxed);
    else
      return cells_[i] = next, true;
  }

  const S& slice_;
  bool shared_;
  tbb::task_arena arena_;
  const std::atomic<bool>* stop_;
  std::size_t most_stacked_;
  ZeroedMemory memory_;
  Cell* cells_;
  Worker only_;
  tbb::enumerable_thread_specific<Worker> workers_;
  std::atomic<bool> overflowed_ = false;
  tbb::task_group others_;
  Handover handing_over_, taken_over_;
  std::atomic<int> handed_over_ = 0;
  Advance* advance_ = nullptr;
};

}  // namespace solvent::endgame
