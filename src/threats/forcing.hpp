// Wins by forcing: the attacker only plays moves after which he would complete a line with the
// next, so every reply is forced, until he threatens to complete two lines at once. If a reply
// makes such a threat of the defender's, the next move has to stop it and must threaten too.
//
// What is found is a proof. What is not found may be there all the same: only such moves are
// tried, so many at most, and a hash that is known from a failure is believed. Moves that have
// nothing to do with each other are tried in one order only (Godefroid's sleep sets, 1991).
#pragma once

#include <algorithm>
#include <vector>

#include "base/archive.hpp"
#include "threats/board.hpp"

namespace solvent::threats {

// A move of the attacker and the reply that it forces; no reply where he completes a line. If a
// move threatens to complete two lines, one of the two replies is here, and the next step is the
// answer to it.
struct Step {
  static constexpr std::uint16_t kNone = 0xFFFF;
  std::uint16_t gain, cost;
};
template <class Lines>
using Steps = MoveList<Step, Lines::Cells::kSize / 2 + 2>;

// Positions without a win by forcing, as far as one was looked for. One that is forgotten, or
// taken for another, costs time only.
class Failures {
 public:
  explicit Failures(int bits = 16) : slots_(std::size_t{1} << bits) {}

  bool has(std::uint64_t hash) const { return slots_[place(hash)] == hash; }
  void add(std::uint64_t hash) { slots_[place(hash)] = hash; }
  void clear() { std::fill(slots_.begin(), slots_.end(), 0); }
  std::size_t bytes() const { return slots_.size() * sizeof(slots_[0]); }
  void archive(Archive& a) { a(slots_); }

 private:
  std::size_t place(std::uint64_t hash) const { return hash & (slots_.size() - 1); }

  std::vector<std::uint64_t> slots_;
};

// The cells in which a side completes a line with one more stone: none, one, or at least two. A
// line that needs a stone elsewhere counts as one cell that nobody can take from its owner.
struct Completions {
  static constexpr int kElsewhere = -2, kNone = -1;
  int one = kNone, other = kNone;  // different, or kNone

  bool any() const { return one != kNone; }
  bool several() const { return other != kNone; }
};
template <class Lines>
Completions completions(const Board<Lines>& board, int side) {
  Completions found;
  board.lines(side, 1).for_each([&](std::size_t line) {
    const auto cells = board.open(line);
    const int cell = cells.any() ? cells.first() : Completions::kElsewhere;
    if (found.one == Completions::kNone)
      found.one = cell;
    else if (cell != found.one)
      found.other = cell;
  });
  return found;
}

template <class Lines>
class Forcing {
  using Cells = typename Board<Lines>::Cells;

 public:
  Forcing(Board<Lines>& board, Failures& failures) : board_(board), failures_(failures) {}

  // Does side S, who is to move, win by forcing, as far as so many moves show? If so, `steps` says
  // how.
  template <int S>
  bool wins(std::uint64_t most) {
    left_ = most;
    steps_.size = 0;
    const Completions last = completions(board_, S);
    const bool found = last.any() ? last_step(last.one) : search<S>({});
    std::reverse(steps_.items.begin(), steps_.items.begin() + steps_.size);
    tried_ += most - left_;
    if (found) {
      hints_ = {};
      for (const Step& step : steps_) hints_.set(step.gain);
    }
    return found;
  }
  const Steps<Lines>& steps() const { return steps_; }
  // Moves tried so far.
  std::uint64_t tried() const { return tried_; }

 private:
  // The attacker completes no line at once. What is asleep need not be tried: it was tried before
  // the moves that led here, and these neither touch nor see its cells.
  template <int S>
  bool search(Cells asleep) {
    const auto lines = board_.lines(S, 2);
    if (!lines.any()) return false;
    const Completions stop = completions(board_, 1 - S);
    if (stop.several() || stop.one == Completions::kElsewhere) return false;
    const std::uint64_t name = S == 0 ? board_.hash() : ~board_.hash();
    if (failures_.has(name)) return false;

    Cells once{}, twice{};  // on one such line or more, on several
    lines.for_each([&](std::size_t line) {
      const Cells cells = board_.open(line);
      twice = twice | (once & cells);
      once = once | cells;
    });
    if (stop.any()) {
      if (once.test(stop.one) && attempt<S>(stop.one, {})) return true;
    } else {
      for (Cells gains : {twice, (once - twice) & hints_, once - twice - hints_}) {
        for (gains = gains - asleep; gains.any();) {
          const int gain = gains.first();
          if (attempt<S>(gain, asleep)) return true;
          gains.reset(gain);
          asleep.set(gain);
        }
      }
    }
    if (left_ > 0) failures_.add(name);
    return false;
  }

  // Plays a move that threatens, and the reply.
  template <int S>
  bool attempt(int gain, const Cells& asleep) {
    if (left_ == 0) return false;
    --left_;
    const auto& map = board_.map();
    board_.template play<S>(gain);
    const Completions threat = completions(board_, S);
    bool found = false;
    if (threat.several()) {
      found = last_step(threat.other);
      add(gain, threat.one);
    } else {
      board_.template play<1 - S>(threat.one);
      found = search<S>(asleep - map.seen(gain) - map.seen(threat.one));
      board_.template take_back<1 - S>(threat.one);
      if (found) add(gain, threat.one);
    }
    board_.template take_back<S>(gain);
    return found;
  }
  bool last_step(int cell) {
    add(cell, Step::kNone);
    return true;
  }
  void add(int gain, int cost) {
    steps_.add({static_cast<std::uint16_t>(gain), static_cast<std::uint16_t>(cost)});
  }

  Board<Lines>& board_;
  Failures& failures_;
  Steps<Lines> steps_;
  Cells hints_{};  // gains of the win that was found last
  std::uint64_t left_ = 0, tried_ = 0;
};

}  // namespace solvent::threats
