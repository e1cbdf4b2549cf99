// What a win by forcing needs of the board. If the attacker would win although the defender has
// played somewhere, the relaxed position that says so covers the position after any reply but
// those in its contested cells (docs/certificates.md, "Claims about regions"): only these have to
// be searched.
#pragma once

#include <optional>
#include <utility>

#include "threats/forcing.hpp"

namespace solvent::threats {

// The contested cells with which these steps of the attacker, who is to move on the board, win the
// relaxed position in which he has the same stones and the defender so many elsewhere.
//
// These are the cells of the steps, and two cells of every line that the defender could complete
// with his stones elsewhere and less than two more, at any time when the attacker's next move does
// not stop it. So he never threatens anything but what the steps stop.
template <class Lines>
typename Board<Lines>::Cells contested_cells(Board<Lines>& board, const Steps<Lines>& steps,
                                             int elsewhere) {
  typename Board<Lines>::Cells cells{};
  for (const Step& step : steps) {
    cells.set(step.gain);
    if (step.cost != Step::kNone) cells.set(step.cost);
  }
  for (const Step& step : steps) {
    if (step.cost == Step::kNone) break;
    for (int missing = 2; missing <= elsewhere + 1; ++missing)
      board.lines(1, missing).for_each([&](std::size_t line) {
        auto open = board.open(line);
        if (open.test(step.gain) || missing + board.granted(line) > elsewhere + 1) return;
        for (int n = (open & cells).count(); n < 2 && (open - cells).any(); ++n)
          cells.set((open - cells).first());
      });
    board.template play<0>(step.gain);
    board.template play<1>(step.cost);
  }
  for (std::uint32_t k = steps.size; k-- > 0;) {
    if (steps[k].cost == Step::kNone) continue;
    board.template take_back<1>(steps[k].cost);
    board.template take_back<0>(steps[k].gain);
  }
  return cells;
}

// Do these steps win the position on the board for the attacker, who is to move, whatever the
// defender does? The board is left somewhere on the way.
template <class Lines>
bool steps_win(Board<Lines>& board, const Steps<Lines>& steps) {
  for (const Step& step : steps) {
    if (board.lines(1, 0).any()) return false;
    if (!board.open().test(step.gain)) return false;
    board.template play<0>(step.gain);
    if (board.lines(0, 0).any()) return true;
    if (board.lines(1, 1).any()) return false;
    const Completions threat = completions(board, 0);
    if (threat.several()) return true;
    if (!threat.any() || threat.one != step.cost) return false;
    board.template play<1>(step.cost);
  }
  return false;
}

// Regions of relaxed positions (games/lines/relaxed.hpp) that the attacker, who is to move, wins by
// forcing.
template <HasLines G>
class RegionFinder {
  using R = lines::Relaxed<G>;

 public:
  using State = typename R::State;
  struct Region {
    State s;
    typename R::Move move;  // that wins there
  };

  explicit RegionFinder(const R& r) : r_(r), map_(r.lines()), board_(map_) {}

  // One in which the defender has so many stones elsewhere, and as many of the cells of the
  // position as he needs to win; it covers the position if that has no more stones elsewhere. Looks
  // at so many moves.
  std::optional<Region> find(const State& s, std::uint32_t elsewhere, std::uint64_t moves) {
    const auto mine = r_.attackers(s), theirs = r_.defenders(s);
    board_.set(mine, theirs, r_.contested(s), elsewhere);
    if (board_.lines(1, 0).any()) return std::nullopt;
    Forcing<typename G::Lines> forcing(board_, failures_);
    const bool won = forcing.template wins<0>(moves);
    tried_ += forcing.tried();
    if (!won) return std::nullopt;
    const auto cells = contested_cells(board_, forcing.steps(), static_cast<int>(elsewhere));
    const State region = r_.make(mine, theirs, cells, elsewhere, r_.attacker());
    board_.set(mine, theirs, cells, region.elsewhere);
    if (!steps_win(board_, forcing.steps())) return std::nullopt;
    return Region{region, static_cast<typename R::Move>(forcing.steps()[0].gain)};
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
