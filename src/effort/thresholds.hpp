// Thresholds: how far a depth-first search goes below a node before it has to look elsewhere. A
// node is searched while what proving it costs stays below one threshold and what disproving it
// costs below another (`Limits`); those of a child follow from its parent's, so that the child is
// left just when best-first search would leave it (Nagai 2002 for proof numbers).
//
// The child of least cost to its side is searched until it costs more than the second best. With a
// factor 1+epsilon on the latter (Pawlewicz & Lew 2007) the search changes its mind less often.
#pragma once

#include <cmath>

#include "effort/effort.hpp"

namespace solvent::effort {

template <Effort E>
struct Thresholds;

// Seen from the side to move: `choice` is the cost of a single good child, `refutation` that of
// refuting all of them. Proof numbers at a Max node: choice is pn, refutation dn.
template <class Number>
struct Costs {
  Number proof, disproof;

  static constexpr Costs seen(Side side, Number choice, Number refutation) {
    return side == Side::Max ? Costs{choice, refutation} : Costs{refutation, choice};
  }
  constexpr Number choice(Side side) const { return side == Side::Max ? proof : disproof; }
  constexpr Number refutation(Side side) const { return side == Side::Max ? disproof : proof; }
  // Limits that allow what either allows.
  friend constexpr Costs raised(Costs a, Costs b) {
    return {std::max(a.proof, b.proof), std::max(a.disproof, b.disproof)};
  }
  friend constexpr bool within(Costs costs, Costs limits) {
    return costs.proof < limits.proof && costs.disproof < limits.disproof;
  }
};

// The children of a node in sum: those that are open, joined as in a best-first tree, and those
// of them that cost least.
template <class Number>
struct Children {
  Number choice, second;  // of the best child, and the next best choice
  Number refutation;      // of the best child
  Number all;             // refutation of all
  std::uint32_t count;
};

template <>
struct Thresholds<ProofNumbers> {
  using Number = std::uint32_t;
  using Limits = Costs<Number>;
  using Cell = ProofNumbers::Cell;
  static constexpr Number kUnlimited = ProofNumbers::kInfinite;
  static constexpr Number kMost = kUnlimited - 1;  // of a node that is open

  static constexpr Limits costs(Cell c) { return {c.pn, c.dn}; }
  static constexpr Cell open(Cell c) { return {std::min(c.pn, kMost), std::min(c.dn, kMost)}; }
  static constexpr Number number(double x) {
    return x >= static_cast<double>(kMost) ? kUnlimited : static_cast<Number>(x);
  }
  // The cost of a choice that so many others are at work on.
  static constexpr Number burdened(Number choice, std::uint32_t searchers) {
    return std::min(kMost, ProofNumbers::add(choice, searchers * (1 + choice / 5)));
  }
  // Limits within which a node of these numbers still lies.
  static constexpr Limits beyond(Cell c) { return {c.pn + 1, c.dn + 1}; }
  static constexpr Limits grown(Limits l) {
    return {ProofNumbers::add(l.proof, l.proof / 8), ProofNumbers::add(l.disproof, l.disproof / 8)};
  }
  // What the best child's siblings add to its refutation.
  static constexpr Number others(const Children<Number>& c) { return c.all - c.refutation; }
  template <class T>
  static constexpr Limits child_limits(Side side, Limits mine, const Children<Number>& c,
                                       double epsilon) {
    Number choice = mine.choice(side), refutation = mine.refutation(side);
    if (c.count > 1) {
      const Number wider = number(std::ceil((1 + epsilon) * static_cast<double>(c.second)));
      choice = std::min(choice, std::max(ProofNumbers::add(c.second, 1), wider));
    }
    if (refutation != kUnlimited) refutation -= T::others(c);
    return Limits::seen(side, std::max(choice, c.choice + 1),
                        std::max(refutation, c.refutation + 1));
  }
};
template <>
struct Thresholds<WeakProofNumbers> : Thresholds<ProofNumbers> {
  static constexpr Number others(const Children<Number>& c) { return c.count - 1; }
};

// Costs are -ln p to prove and -ln q to disprove. At a Max node those of disproof add up as with
// proof numbers, and proving costs what is left of the product, rest(sum), instead of a minimum.
// So a limit on proving the node is one on the child through the sum, both ways through `rest`.
// Steps are factors of the odds p:q, which are as fine near certainty as near impossibility.
template <>
struct Thresholds<Probabilities> {
  using Number = double;
  using Limits = Costs<Number>;
  using Cell = Probabilities::Cell;
  static constexpr Number kUnlimited = std::numeric_limits<double>::infinity();

  static Limits costs(Cell c) { return {-c.log_p, -c.log_q}; }
  static constexpr Number number(double x) { return x; }
  static Number burdened(Number choice, std::uint32_t searchers) {
    return searchers == 0 ? choice : longer(choice, std::log1p(0.2 * searchers));
  }
  // A step that matters: limits that rise by rounding errors would never get anywhere.
  static Limits beyond(Cell c) { return longer(costs(c), 0.06); }
  static Limits grown(Limits l) { return longer(l, 0.5); }

  // Keeps estimates away from certainty.
  static Cell open(Cell c) {
    const auto least = static_cast<float>(-kMost), most = static_cast<float>(-rest(kMost));
    return {std::clamp(c.log_p, least, most), std::clamp(c.log_q, least, most)};
  }
  template <class T>
  static Limits child_limits(Side side, Limits mine, const Children<Number>& c, double epsilon) {
    const Number others = c.all - c.refutation;
    const Number reach = rest(mine.choice(side));  // the sum at which proving costs too much
    Number choice = reach > others ? rest(reach - others) : kUnlimited;
    if (c.count > 1) choice = std::min(choice, longer(c.second, std::log1p(epsilon)));
    const Limits limits = Limits::seen(side, choice, mine.refutation(side) - others);
    return raised(limits, longer(Limits::seen(side, c.choice, c.refutation), 0.06));
  }

 private:
  static constexpr Number kMost = 69;  // e^-69 is 1e-30

  // -ln(1 - e^-x), its own inverse: 0 and kUnlimited change places.
  static Number rest(Number x) {
    if (x <= 0) return kUnlimited;
    return x < 0.6931 ? -std::log(-std::expm1(-x)) : -std::log1p(-std::exp(-x));
  }
  // The cost when the odds are worse by the factor e^step.
  static Number longer(Number cost, Number step) {
    if (cost == kUnlimited) return cost;
    const Number against = step + cost - rest(cost);
    return against > 30 ? against : std::log1p(std::exp(against));
  }
  static Limits longer(Limits l, Number step) {
    return {longer(l.proof, step), longer(l.disproof, step)};
  }
};

// The numbers of a node from its open children, and the limits of the child to be searched.
template <Effort E, Side Mover>
class OpenChildren {
  using T = Thresholds<E>;
  using Number = typename T::Number;
  using Limits = typename T::Limits;
  using Cell = typename E::Cell;

 public:
  // With the number of other searchers who are at work below it.
  void add(std::uint32_t index, Cell cell, std::uint32_t searchers = 0) {
    const Number choice = T::burdened(T::costs(cell).choice(Mover), searchers);
    if (choice < choice_) {
      second_ = choice_;
      choice_ = choice;
      refutation_ = T::costs(cell).refutation(Mover);
      best_ = index;
    } else if (choice < second_) {
      second_ = choice;
    }
    sum_ = E::join(Mover, sum_, cell);
    ++count_;
  }
  bool empty() const { return count_ == 0; }
  std::uint32_t best() const { return best_; }
  Cell cell() const { return T::open(E::joined(Mover, sum_, count_)); }
  Limits child_limits(Limits mine, double epsilon) const {
    const Number all = T::costs(sum_).refutation(Mover);
    return T::template child_limits<T>(Mover, mine, {choice_, second_, refutation_, all, count_},
                                       epsilon);
  }

 private:
  Cell sum_ = E::neutral(Mover);
  std::uint32_t best_ = 0, count_ = 0;
  Number choice_ = T::kUnlimited, second_ = T::kUnlimited, refutation_ = 0;
};

}  // namespace solvent::effort
