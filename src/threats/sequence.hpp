// The moves of a win by threats, for people to look at: those that force, or moves of order 2 and
// against each of them the reply that holds out longest.
#pragma once

#include <optional>
#include <vector>

#include "threats/order_two.hpp"

namespace solvent::threats {

struct Sequence {
  bool forced;
  std::vector<int> cells;  // the attacker's first and last
};

template <class Lines>
class SequenceFinder {
 public:
  explicit SequenceFinder(Board<Lines>& board)
      : board_(board), forcing_(board, failures_), order_two_(board, memory_) {}

  // Of the attacker, who is to move on the board, which is a position of the game itself. It stays
  // where the sequence leads.
  std::optional<Sequence> find(std::uint64_t most) {
    most_ = most;
    if (board_.lines(0, 0).any() || board_.lines(1, 0).any()) return std::nullopt;
    Sequence found{true, {}};
    while (!forces(found.cells)) {
      found.forced = false;
      const auto win = look();
      if (!win) return std::nullopt;
      found.cells.push_back(win->move);
      board_.template play<0>(win->move);
      const auto reply = longest_reply(*win);
      if (!reply) return std::nullopt;
      found.cells.push_back(*reply);
      board_.template play<1>(*reply);
    }
    return found;
  }
  std::uint64_t tried() const { return forcing_.tried() + order_two_.tried(); }

 private:
  using Win = typename OrderTwo<Lines>::Win;

  std::uint64_t left() const { return most_ - std::min(most_, tried()); }
  std::optional<Win> look() { return order_two_.find(0, left()); }

  bool forces(std::vector<int>& cells) {
    if (!forcing_.template wins<0>(left())) return false;
    for (const Step& step : forcing_.steps()) {
      cells.push_back(step.gain);
      if (step.cost != Step::kNone) cells.push_back(step.cost);
    }
    return true;
  }
  // To the first move of this win, which is on the board.
  std::optional<int> longest_reply(const Win& win) {
    if (const Completions line = completions(board_, 0); line.any()) return line.one;
    std::optional<int> longest;
    int plies = -1;
    auto replies = win.cells;
    replies.reset(win.move);
    for (; replies.any(); replies.reset(replies.first())) {
      const int reply = replies.first();
      board_.template play<1>(reply);
      const auto next = look();
      board_.template take_back<1>(reply);
      if (!next) return std::nullopt;  // it takes more moves than there are left to try
      if (next->plies > plies) {
        plies = next->plies;
        longest = reply;
      }
    }
    return longest;
  }

  Board<Lines>& board_;
  Failures failures_;
  typename OrderTwo<Lines>::Memory memory_;
  Forcing<Lines> forcing_;
  OrderTwo<Lines> order_two_;
  std::uint64_t most_ = 0;
};

}  // namespace solvent::threats
