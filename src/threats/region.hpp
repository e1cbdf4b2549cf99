// What a win by forcing needs of the board. If the attacker would win although the defender has
// played somewhere, the relaxed position that says so covers the position after any reply but
// those in its contested cells (docs/certificates.md, "Claims about regions"): only these have to
// be searched.
#pragma once

#include <optional>
#include <utility>

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
std::optional<typename Board<Lines>::Cells> contested_cells(Board<Lines>& board,
                                                            const Steps<Lines>& steps,
                                                            int elsewhere) {
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

// Regions of relaxed positions (games/lines/relaxed.hpp) that the attacker, who is to move, wins by
// forcing.
template <HasLines G>
class RegionFinder {
  using R = lines::Relaxed<G>;

 public:
  using State = typename R::State;
  struct ForcedWin {
    State s;
    typename R::Move move;  // that wins there
  };

  explicit RegionFinder(const R& r) : r_(r), map_(r.lines()), board_(map_) {}

  // One in which the defender has so many stones elsewhere, and as many of the cells of the
  // position as he needs to win; it covers the position if that has no more stones elsewhere. Looks
  // at so many moves.
  std::optional<ForcedWin> find(const State& s, std::uint32_t elsewhere, std::uint64_t moves) {
    const auto mine = r_.attackers(s), theirs = r_.defenders(s);
    board_.set(mine, theirs, r_.contested(s), elsewhere);
    if (board_.lines(1, 0).any()) return std::nullopt;
    Forcing<typename G::Lines> forcing(board_, failures_);
    const bool won = forcing.template wins<0>(moves);
    tried_ += forcing.tried();
    if (!won) return std::nullopt;
    const auto cells = contested_cells(board_, forcing.steps(), static_cast<int>(elsewhere));
    if (!cells) return std::nullopt;
    const State region = r_.make(mine, theirs, *cells, elsewhere, r_.attacker());
    return ForcedWin{region, static_cast<typename R::Move>(forcing.steps()[0].gain)};
  }
  // Moves that were tried since it was asked last.
  std::uint64_t spent() { return std::exchange(tried_, 0); }

 private:
  const R& r_;
  LineMap<typename G::Lines> map_;
  Board<typename G::Lines> board_;
  Failures failures_;
  std::uint64_t tried_ = 0;
};

}  // namespace solvent::threats
