// Which cells of the board a win by threats needs, if the defender has so many stones elsewhere:
// the cells of the moves, and enough of each line that he could complete outside of them.
#pragma once

#include <optional>

#include "threats/forcing.hpp"

namespace solvent::threats {

// Lets `cells` hold so many cells of each line that the defender could complete with so many stones
// in cells outside; lines with cell `safe` need none. False if a line has not got them.
template <class Lines>
bool guard_lines(const Board<Lines>& board, int stones, int most, int safe,
                 typename Board<Lines>::Cells& cells) {
  bool held = true;
  for (int missing = 1; missing <= stones; ++missing)
    board.lines(1, missing).for_each([&](std::size_t line) {
      auto open = board.open(line);
      if (open.test(safe) || missing + board.granted(line) > stones) return;
      for (int n = (open & cells).count(); n < most; ++n) {
        if (!(open - cells).any()) {
          held = false;
          return;
        }
        cells.set((open - cells).first());
      }
    });
  return held;
}

// The defender has to stop a threat to complete a line in cell `cost`, in a region with these
// cells, with so many stones elsewhere. Whatever else he plays, he must not have a line when the
// attacker completes his: so a line that lacks one stone more than are elsewhere has two contested
// cells, of which he can take one. If `cost` is one of them he leaves it, or stops the threat.
template <class Lines>
bool guard_threat(const Board<Lines>& board, int elsewhere, int cost,
                  typename Board<Lines>::Cells& cells) {
  return guard_lines(board, elsewhere + 1, 2, cost, cells);
}

// The contested cells with which these steps of the attacker, who is to move on the board, win the
// relaxed position in which he has the same stones and the defender so many elsewhere, in all: the
// cells of the steps, and some of each line that the defender could complete outside of them. None
// if there are no such cells.
template <class Lines>
std::optional<typename Board<Lines>::Cells> cells_needed(Board<Lines>& board,
                                                         const Steps<Lines>& steps, int elsewhere) {
  typename Board<Lines>::Cells cells{};
  for (const Step& step : steps) {
    cells.set(step.gain);
    if (step.cost == Step::kNone) continue;
    cells.set(step.cost);
    board.template play<0>(step.gain);
    board.template play<1>(step.cost);
  }
  bool held = true;
  for (std::uint32_t k = steps.size; k-- > 0;) {
    const Step step = steps[k];
    if (step.cost == Step::kNone) {
      held = held && guard_lines(board, elsewhere, 1, step.gain, cells);
      continue;
    }
    board.template take_back<1>(step.cost);
    // The last threat is of two lines; both cells that complete one may be the reply.
    const bool two = steps[k + 1].cost == Step::kNone;
    held = held && guard_threat(board, elsewhere, two ? Completions::kNone : step.cost, cells);
    board.template take_back<0>(step.gain);
  }
  if (!held) return std::nullopt;
  return cells;
}

}  // namespace solvent::threats
