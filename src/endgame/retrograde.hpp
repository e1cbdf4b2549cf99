// Retrograde analysis of one slice of a game: every position gets its exact value, cycles included.
//
// Values are whole numbers for the side to move, 0 the worth of infinite play. A value of t > 0
// must be forced in finite time, and so must -t; both are least fixed points that grow as t falls.
// So they are found for t = limit..1 in turn: a position is won by t when some move is worth t, and
// lost by t when its last open move has turned out to be lost and no exit is better. A counter of
// open moves for each position makes that one visit for each move; what is left is worth 0.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "endgame/cell.hpp"
#include "endgame/parallel.hpp"
#include "endgame/slice.hpp"

namespace solvent::endgame {

template <Slice S>
class Retrograde {
 public:
  // `stop` may be set at any time.
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

  // Openings may come in several passes, each with the values of some lower slices.
  void open(const LowerValues& lower, Advance& advance) {
    for_ranges(0, slice_.size(), [&](Worker&, std::uint64_t first, std::uint64_t last) {
      Openings openings(cells_, lower);
      slice_.open(first, last, openings);
      openings.look_up();
      advance.opened += last - first;
    });
  }
  // All the rest; false if it was stopped.
  bool finish(Advance& advance) {
    advance_ = &advance;
    for (int t = slice_.limit(); t > 0 && !stopped(); --t) {
      const Level level(t);
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

  static constexpr int kCellBytes = CellOf<S::kMostMoves>::kBytes;
  int value(std::uint64_t index) const { return Cells::value(cells_[index]); }
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
  using Cells = CellOf<S::kMostMoves>;
  using Cell = typename Cells::Word;
  using Level = typename Cells::Level;
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

  // Exits are looked up a few hundred at a time, so that their values are on their way into the
  // cache.
  class Openings {
   public:
    Openings(Cell* cells, const LowerValues& lower) : cells_(cells), lower_(lower) {}
    bool wants(int slice) const {
      return static_cast<std::size_t>(slice) < lower_.size() && lower_[slice] != nullptr;
    }
    void exit(std::uint64_t index, const Exit& exit) {
      const signed char* value = lower_[exit.slice] + exit.index;
      __builtin_prefetch(value);
      sent_[count_++] = {index, value, exit};
      if (count_ == sent_.size()) look_up();
    }
    void opened(std::uint64_t index, Opening o) { cells_[index] = Cells::opened(cells_[index], o); }
    void look_up() {
      for (std::size_t k = 0; k < count_; ++k) {
        const Sent& s = sent_[k];
        cells_[s.index] = Cells::with_exit(cells_[s.index], s.exit.worth(*s.value));
      }
      count_ = 0;
    }

   private:
    struct Sent {
      std::uint64_t index;
      const signed char* value;
      Exit exit;
    };
    Cell* cells_;
    const LowerValues& lower_;
    std::array<Sent, 256> sent_;
    std::size_t count_ = 0;
  };

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
  void settle(Worker& w, Level level, std::uint64_t first, std::uint64_t last) {
    constexpr std::uint64_t kRun = 64;
    auto cursor = slice_.cursor();
    for (std::uint64_t run = first; run < last; run += kRun) {
      const std::uint64_t end = std::min(run + kRun, last);
      if (!Cells::any_due(cells_ + run, cells_ + end, level)) continue;
      for (std::uint64_t i = run; i < end; ++i) {
        if (!Cells::is_due(load<Shared>(i), level)) continue;
        if (const Cell c = claim<Shared>(i, level); c != 0)
          spread<Shared>(w, level, cursor.board(i), Cells::value_of(c) > 0);
      }
    }
    drain<Shared>(w, level);
  }
  // Marks a cell that is due as settled and told; 0 if somebody else was first.
  template <bool Shared>
  Cell claim(std::uint64_t i, Level level) {
    Cell c = load<Shared>(i);
    for (;;) {
      if (!Cells::is_due(c, level)) return 0;
      const Cell next = Cells::claimed(c);
      if (replace<Shared>(i, c, next)) return next;
    }
  }

  // Tells the predecessors of a position that is settled at this level, and theirs in turn.
  template <bool Shared>
  void spread(Worker& w, Level level, const Board& board, bool won) {
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
  void tell(Worker& w, Level level, const Board& board, bool won) {
    ++w.settled;
    slice_.predecessors(board, [&](std::uint64_t index, const Board& before, bool same_side) {
      __builtin_prefetch(cells_ + index, 1);
      if (w.head - w.tail == kInFlight) touch<Shared>(w, level, w.ring[w.tail++ % kInFlight]);
      w.ring[w.head++ % kInFlight] = {index, before, won == same_side};
    });
  }
  // A wave of consequences may begin at one position; half of what waits here goes to whoever is
  // idle.
  void hand_over(Worker& w, Level level) {
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
  void drain(Worker& w, Level level) {
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
  void touch(Worker& w, Level level, const Place& p) {
    Cell c = load<Shared>(p.index), next;
    bool settled;
    do {
      if ((c & Cells::kSettled) != 0) return;
      const auto told = Cells::told(c, p.won, level);
      next = told.next;
      settled = told.settled;
      const bool room = w.stack.size() < most_stacked_;
      if (settled && !room) next |= Cells::kWaiting;
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
