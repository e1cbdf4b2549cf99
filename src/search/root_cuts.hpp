// The root of a depth-first search on effort numbers: which cut is searched next, how long, and
// what is kept of the others meanwhile.
//
// It is the cut of the attracting outcome, whose two claims look cheapest together, with limits
// that hold until the second cheapest is as cheap (Saffidine & Cazenave 2012 choose so before each
// descent). With one cut there is nothing to choose and no limit. Where positions can repeat, a
// cut's limits grow by a factor each time it is chosen, as those of children do: what a small table
// forgets from one time to the next could otherwise be found and forgotten for ever.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "effort/thresholds.hpp"
#include "search/attracting.hpp"
#include "search/claims.hpp"
#include "search/machine.hpp"

namespace solvent::search {

template <effort::Effort E, class Move>
class RootCuts {
  using Cell = typename E::Cell;
  using T = effort::Thresholds<E>;
  using Limits = typename T::Limits;

 public:
  void start(Side side, Window window, Bounds facts) {
    side_ = side;
    window_ = window;
    facts_ = facts;
    moves_.clear();
    cuts_.assign(static_cast<std::size_t>(window.beta - window.alpha), Cut{});
  }
  Window window() const { return window_; }
  Bounds facts() const { return facts_; }
  bool answered() const { return window_.answered_by(facts_); }
  int cut() const { return cut_; }
  Limits limits() const { return of(cut_).limits; }

  // A move that reaches what is known for the side to move.
  std::optional<Move> best() const {
    for (const RootMove& m : moves_)
      if (side_ == Side::Max ? m.facts.pess >= facts_.pess : m.facts.opti <= facts_.opti)
        return m.move;
    return std::nullopt;
  }

  void choose(double epsilon, bool repeats) {
    const Bounds open{std::max(window_.alpha, facts_.pess), std::min(window_.beta, facts_.opti)};
    const OpenCuts cuts{side_, open, [&](int cut) { return double(T::costs(of(cut).cell).proof); },
                        [&](int cut) { return double(T::costs(of(cut).cell).disproof); }};
    const int best = cuts.choose([](int) { return false; }).attracting;
    cut_ = Attraction{best}.cut(side_);
    Limits limits{T::kUnlimited, T::kUnlimited};
    if (const Attraction second = cuts.choose([&](int cut) { return cut == cut_; });
        !second.none()) {
      const double cost = cuts.at_least(second.attracting) + cuts.at_most(second.attracting);
      const double room = (1 + epsilon) * cost + 1;
      if (side_ == Side::Max)
        limits.proof = T::number(room - cuts.at_most(best));
      else
        limits.disproof = T::number(room - cuts.at_least(best));
    }
    Cut& cut = of(cut_);
    if (repeats) cut.limits = T::grown(cut.limits);
    cut.limits = raised(cut.limits, raised(limits, T::beyond(cut.cell)));
  }

  // The root's children as they were left when the cut was searched last, and facts as of now.
  template <class Child>
  void restore(std::span<Child> children) const {
    const std::vector<Cell>& cells = of(cut_).children;
    for (std::size_t k = 0; k < children.size(); ++k) {
      Child& c = children[k];
      if (k < cells.size()) c.cell = cells[k];
      if (k >= moves_.size()) continue;
      c.facts = meet(c.facts, moves_[k].facts);
      if (const Decision v = decision_on(cut_, c.facts); v != Decision::Open) c.decision = v;
    }
  }
  template <class Child>
  void keep(Bounds facts, const Cell& cell, std::span<const Child> children) {
    facts_ = facts;
    Cut& cut = of(cut_);
    cut.cell = cell;
    cut.children.clear();
    if (moves_.size() < children.size()) moves_.resize(children.size());
    for (std::size_t k = 0; k < children.size(); ++k) {
      cut.children.push_back(children[k].cell);
      moves_[k] = {children[k].move, children[k].facts};
    }
  }
  void archive(Archive& a) { a(side_, window_, facts_, cut_, moves_, cuts_); }

 private:
  struct RootMove {
    Move move;
    Bounds facts;
  };
  struct Cut {
    Cell cell = E::leaf();
    Limits limits{};
    std::vector<Cell> children;

    void archive(Archive& a) { a(cell, limits, children); }
  };
  Cut& of(int cut) { return cuts_[static_cast<std::size_t>(cut - window_.alpha)]; }
  const Cut& of(int cut) const { return cuts_[static_cast<std::size_t>(cut - window_.alpha)]; }

  Side side_ = Side::Max;
  Window window_{};
  Bounds facts_;
  int cut_ = 0;
  std::vector<RootMove> moves_;
  std::vector<Cut> cuts_;  // from the window's alpha on
};

}  // namespace solvent::search
