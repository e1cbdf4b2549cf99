// Whom a collector of claims about regions asks, if the game itself was solved.
#pragma once

#include <array>
#include <utility>

#include "game/statement.hpp"
#include "games/lines/relaxed.hpp"
#include "search/machine.hpp"

namespace solvent::proof {

// Asks the search that has solved the game, which knows the proof by heart, about positions of the
// game itself, and another one about relaxed positions.
template <lines::HasLines G>
class ExactAdviser final : public search::Machine {
  using R = lines::Relaxed<G>;

 public:
  ExactAdviser(const G& g, const R& r, search::Machine& exact, search::Machine& relaxed)
      : g_(g), r_(r), exact_(exact), relaxed_(relaxed) {}

  void start(const AnyState& root, search::Window window) override {
    const auto s = restore_state<typename R::State>(root);
    const auto position = position_of(s);
    asked_ = position ? &exact_ : &relaxed_;
    if (!position) return relaxed_.start(root, window);
    exact_.start(erase_state(*position), search::Window::of({r_.attacker(), win()}));
  }
  search::SliceResult step(const search::Slice& slice) override { return asked_->step(slice); }
  Bounds bounds() const override {
    if (asked_ == &relaxed_) return relaxed_.bounds();
    if (!Statement{r_.attacker(), win()}.holds(exact_.bounds())) return r_.scale().everything();
    const auto won = static_cast<Outcome>(r_.attacker() == Side::Max ? 1 : 0);
    return {won, won};
  }
  std::optional<AnyMove> best() const override {
    const auto move = asked_->best();
    if (asked_ == &relaxed_ || !move) return move;
    return erase_move(static_cast<typename R::Move>(restore_move<typename G::Move>(*move)));
  }
  search::Statistics statistics() const override { return asked_->statistics(); }
  void archive(Archive& a) override { a(relaxed_); }

 private:
  Outcome win() const { return r_.attacker() == Side::Max ? g_.scale().best() : Outcome{0}; }
  // Nothing if it is none of the game: cells in F, or numbers of stones as after a pass.
  std::optional<typename G::State> position_of(const typename R::State& s) const {
    if (r_.rest(s).any()) return std::nullopt;
    std::array<typename R::Cells, 2> left = {r_.attackers(s), r_.defenders(s)};
    if (r_.attacker() == Side::Min) std::swap(left[0], left[1]);
    typename G::State position = g_.initial();
    for (;;) {
      auto& cells = left[static_cast<std::size_t>(g_.to_move(position))];
      if (!cells.any()) break;
      const int cell = cells.first();
      cells.reset(cell);
      g_.play(position, static_cast<typename G::Move>(cell));
    }
    if (left[0].any() || left[1].any() || g_.to_move(position) != r_.to_move(s))
      return std::nullopt;
    return position;
  }

  const G& g_;
  const R& r_;
  search::Machine &exact_, &relaxed_, *asked_ = nullptr;
};

}  // namespace solvent::proof
