// Wins by threats of order 2 (in Gomoku: threes). A move is of order 1 if the attacker would
// complete a line should the defender pass; of order 2 if he would then win by forcing
// (threats/forcing.hpp).
//
// The defender has many replies to such a move, but only those in the contested cells of the win
// after a pass can help him: it holds with one more stone of his elsewhere, wherever that is. Each
// of them is proved, and what it needs joins the contested cells:
//
//     attacker to move, w        plays m
//       defender to move, w      passes: won with w + 1 and the cells Z0, by forcing
//                                plays r in Z0: won with w and the cells Zr, by induction
//     the cells: m, Z0, and all Zr
//
// Which moves to try, sequences tell: the attacker plays one threat after the other, and the
// defender all his natural answers to it at once, so that nobody but the attacker has a choice
// (Allis 1994).
#pragma once

#include <array>
#include <optional>

#include "base/hash.hpp"
#include "threats/region.hpp"

namespace solvent::threats {

template <class Lines>
class OrderTwo {
 public:
  using Cells = typename Board<Lines>::Cells;
  // What may be kept from one search to the next, on boards of the same lines.
  struct Memory {
    Failures forced{14};  // not won by forcing
    Failures tried{14};   // not won by order 2, as far as was looked; their names have w
    Failures seen{12};    // met in a sequence
    std::uint64_t sequences = 0;

    void archive(Archive& a) { a(forced, tried, seen, sequences); }
  };
  struct Win {
    int move;
    Cells cells;  // contested; with these alone he wins
    int plies;    // that it takes at most, if each of his moves is the one that was found
  };

  OrderTwo(Board<Lines>& board, Memory& memory)
      : board_(board), memory_(memory), forcing_(board, memory.forced) {}

  // A win of the attacker, who is to move, in the relaxed position in which he and the defender
  // have the same stones and the defender so many elsewhere, in all; about so many moves are tried.
  // What is found is a proof, what is not says nothing.
  std::optional<Win> find(int elsewhere, std::uint64_t most) {
    if (board_.lines(1, 0).any()) return std::nullopt;
    left_ = most;
    Win win{};
    const bool won = prove(elsewhere, kLongest, win);
    tried_ += most - left_;
    if (!won) return std::nullopt;
    return win;
  }
  // Moves tried so far.
  std::uint64_t tried() const { return tried_; }

 private:
  static constexpr std::uint64_t kForcedMoves = 200;  // of one search for a win by forcing
  static constexpr std::uint64_t kLookMoves = 30;     // of one at the end of a sequence
  static constexpr int kSequences = 3;                // looked for in a position
  static constexpr int kSteps = 100;                  // moves of one search for a sequence
  static constexpr int kLongest = 16;                 // moves of the attacker
  static constexpr std::size_t kWidth = 48;           // moves of order 2 that a sequence may try
  static constexpr int kWinsLooked = 5;               // that a move of order 2 threatens

  // What follows is about the position on the board, the attacker to move, w stones elsewhere.
  bool prove(int w, int moves, Win& win) {
    if (forces(kForcedMoves)) {
      if (const auto cells = contested_cells(board_, forcing_.steps(), w)) {
        win = {forcing_.steps()[0].gain, *cells, 2 * static_cast<int>(forcing_.steps().size) - 1};
        return true;
      }
    }
    if (left_ == 0 || moves == 0) return false;
    const Completions stop = completions(board_, 1);
    if (stop.several() || stop.one == Completions::kElsewhere) return false;
    const std::uint64_t name = mix(board_.hash() + static_cast<std::uint64_t>(w));
    if (memory_.tried.has(name)) return false;
    if (stop.any()) {
      if (proves(stop.one, w, moves, win)) return true;
    } else {
      Cells refuted{};
      for (int n = 0; n < kSequences; ++n) {
        steps_ = kSteps;
        ++memory_.sequences;
        if (!sequence(kLongest, refuted, true)) break;
        const int move = first_;
        if (proves(move, w, moves, win)) return true;
        refuted.set(move);
      }
    }
    if (left_ > 0) memory_.tried.add(name);
    return false;
  }

  // Does this move win?
  bool proves(int move, int w, int moves, Win& win) {
    if (left_ == 0) return false;
    --left_;
    board_.template play<0>(move);
    win = {move, {}, 3};
    const Completions threat = completions(board_, 0);
    const bool won =
        !board_.lines(1, 1).any() &&
        (threat.any() ? answer_to_line(threat, w, moves, win) : answer_to_order_two(w, moves, win));
    board_.template take_back<0>(move);
    win.cells.set(move);
    return won;
  }

  // The defender has to stop a line.
  bool answer_to_line(const Completions& threat, int w, int moves, Win& win) {
    if (threat.several()) {
      win.cells.set(threat.one);
      win.cells.set(threat.other);
      return guard_threat(board_, w, Completions::kNone, win.cells);
    }
    Win next{};
    board_.template play<1>(threat.one);
    const bool won = prove(w, moves - 1, next);
    board_.template take_back<1>(threat.one);
    win.plies = 2 + next.plies;
    win.cells = next.cells;
    win.cells.set(threat.one);
    return won && guard_threat(board_, w, threat.one, win.cells);
  }

  bool answer_to_order_two(int w, int moves, Win& win) {
    if (!forces(kForcedMoves)) return false;
    const auto passed = contested_cells(board_, forcing_.steps(), w + 1);
    if (!passed) return false;
    Cells steps{};  // to try first: here an answer is the most likely to help
    for (const Step& step : forcing_.steps()) {
      steps.set(step.gain);
      if (step.cost != Step::kNone) steps.set(step.cost);
    }
    win.cells = *passed;
    for (Cells replies : {*passed & steps, *passed - steps})
      for (; replies.any(); replies.reset(replies.first())) {
        const int reply = replies.first();
        Win next{};
        board_.template play<1>(reply);
        const bool won = prove(w, moves - 1, next);
        board_.template take_back<1>(reply);
        if (!won) return false;
        win.cells = win.cells | next.cells;
        win.plies = std::max(win.plies, 2 + next.plies);
      }
    return true;
  }

  bool forces(std::uint64_t most) {
    const std::uint64_t before = forcing_.tried();
    const bool won = forcing_.template wins<0>(std::min(most, left_));
    left_ -= std::min(left_, forcing_.tried() - before);
    return won;
  }

  // Is there a sequence of so many threats at most, until the attacker wins by forcing? The first
  // move of it is kept. What is asleep was tried before, and what was played since neither touches
  // nor sees it.
  bool sequence(int moves, Cells asleep, bool at_root) {
    if (steps_ == 0 || left_ == 0) return false;
    --steps_;
    --left_;
    if (!at_root && forces(kLookMoves)) return true;
    const Completions stop = completions(board_, 1);
    if (moves == 0 || stop.several() || stop.one == Completions::kElsewhere) return false;
    if (!at_root) {
      const std::uint64_t name = mix(board_.hash() ^ memory_.sequences << 32);
      if (memory_.seen.has(name)) return false;
      memory_.seen.add(name);
    }
    std::array<Candidate, kWidth> list;
    const std::size_t size = candidates(stop, asleep, list);
    for (std::size_t k = 0; k < size && steps_ > 0; ++k) {
      const int move = list[k].move;
      Cells answers{};
      board_.template play<0>(move);
      bool found = false;
      if (threatens(answers)) {
        Cells still = asleep - board_.map().seen(move);
        answers.for_each([&](int cell) {
          board_.template play<1>(cell);
          still = still - board_.map().seen(cell);
        });
        found = sequence(moves - 1, still, false);
        answers.for_each([&](int cell) { board_.template take_back<1>(cell); });
      }
      board_.template take_back<0>(move);
      if (found) {
        first_ = move;
        return true;
      }
      asleep.set(move);
    }
    return false;
  }

  struct Candidate {
    int merit, move;
  };
  // Cells of lines that lack two or three, those with the most of them first.
  std::size_t candidates(const Completions& stop, const Cells& asleep,
                         std::array<Candidate, kWidth>& list) const {
    std::array<std::uint8_t, Cells::kSize> merits{};
    Cells cells{};
    for (const int missing : {2, 3})
      board_.lines(0, missing).for_each([&](std::size_t line) {
        const Cells open = board_.open(line);
        open.for_each(
            [&](int cell) { merits[static_cast<std::size_t>(cell)] += missing == 2 ? 3 : 1; });
        cells = cells | open;
      });
    cells = cells - asleep;
    if (stop.any()) {
      Cells only{};
      only.set(stop.one);
      cells = cells & only;
    }
    std::size_t size = 0;
    cells.for_each([&](int cell) {
      Candidate c{merits[static_cast<std::size_t>(cell)], cell};
      // Kept in order; equal ones as the cells are.
      if (size == kWidth && list[kWidth - 1].merit >= c.merit) return;
      std::size_t at = size < kWidth ? size++ : kWidth - 1;
      for (; at > 0 && list[at - 1].merit < c.merit; --at) list[at] = list[at - 1];
      list[at] = c;
    });
    return size;
  }

  // The attacker has moved: does he threaten, and which are the natural answers?
  bool threatens(Cells& answers) {
    const Completions last = completions(board_, 0);
    if (last.any()) {
      answers.set(last.one);
      if (last.several()) answers.set(last.other);
      return true;
    }
    // Moves that would complete two lines with the next. Against several of them only the common
    // answers help.
    if (completions(board_, 1).any() || twice(1).any()) return false;
    bool threat = false;
    int looked = 0;
    for (Cells wins = twice(0); wins.any() && looked < kWinsLooked; wins.reset(wins.first())) {
      const int win = wins.first();
      Cells stops{};
      board_.template play<0>(win);
      const Completions two = completions(board_, 0);
      if (two.several()) {
        board_.lines(0, 1).for_each([&](std::size_t line) { stops = stops | board_.open(line); });
        if (stops.count() > 2) stops = {};
        stops.set(win);
      }
      board_.template take_back<0>(win);
      if (!two.several()) continue;
      answers = threat ? answers & stops : stops;
      threat = true;
      ++looked;
    }
    return threat;
  }
  // Cells on several lines that a side completes with two more.
  Cells twice(int side) const {
    Cells once{}, again{};
    board_.lines(side, 2).for_each([&](std::size_t line) {
      const Cells cells = board_.open(line);
      again = again | (once & cells);
      once = once | cells;
    });
    return again;
  }

  Board<Lines>& board_;
  Memory& memory_;
  Forcing<Lines> forcing_;
  std::uint64_t left_ = 0, tried_ = 0;
  int steps_ = 0, first_ = -1;
};

}  // namespace solvent::threats
