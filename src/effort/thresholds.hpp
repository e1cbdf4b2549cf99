// Thresholds: how far a depth-first search goes below a node before it has to look elsewhere. A
// node is searched while what proving it costs stays below one limit and what disproving it costs
// below another; the limits of a child follow from its parent's, so that the child is left just
// when best-first search would leave it (Nagai 2002 for proof numbers).
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

template <>
struct Thresholds<ProofNumbers> {
  using Number = std::uint32_t;
  using Limits = Costs<Number>;
  using Cell = ProofNumbers::Cell;
  static constexpr Number kUnlimited = ProofNumbers::kInfinite;
  static constexpr Number kMost = kUnlimited - 1;  // of a node that is open

  static constexpr Limits costs(Cell c) { return {c.pn, c.dn}; }
  static constexpr Number number(double x) {
    return x >= static_cast<double>(kMost) ? kUnlimited : static_cast<Number>(x);
  }
  // Limits within which a node of these numbers still lies.
  static constexpr Limits beyond(Cell c) { return {c.pn + 1, c.dn + 1}; }
  static constexpr Limits grown(Limits l) {
    return {ProofNumbers::add(l.proof, l.proof / 8), ProofNumbers::add(l.disproof, l.disproof / 8)};
  }

  // The numbers of a node from its open children, and the limits of the one to be searched. With
  // weak sums (Ueda, Hashimoto, Hashimoto & Iida 2008) the largest child stands for all, and each
  // of the others counts one: what they share is not counted twice.
  class Family {
   public:
    Family(Side side, bool weak) : side_(side), weak_(weak) {}

    void add(std::uint32_t index, Cell cell) {
      const Limits c = costs(cell);
      const Number choice = c.choice(side_), refutation = c.refutation(side_);
      if (choice < choice_) {
        second_ = choice_;
        choice_ = choice;
        refutation_ = refutation;
        best_ = index;
      } else if (choice < second_) {
        second_ = choice;
      }
      sum_ = ProofNumbers::add(sum_, refutation);
      largest_ = std::max(largest_, refutation);
      ++count_;
    }
    bool empty() const { return count_ == 0; }
    std::uint32_t best() const { return best_; }
    Cell cell() const {
      const Limits c = Limits::seen(side_, std::min(choice_, kMost), std::min(total(), kMost));
      return {c.proof, c.disproof};
    }
    Limits child_limits(Limits mine, double epsilon) const {
      Number choice = mine.choice(side_), refutation = mine.refutation(side_);
      if (count_ > 1) {
        const Number wider = number(std::ceil((1 + epsilon) * static_cast<double>(second_)));
        choice = std::min(choice, std::max(ProofNumbers::add(second_, 1), wider));
      }
      if (refutation != kUnlimited) refutation -= weak_ ? count_ - 1 : sum_ - refutation_;
      return Limits::seen(side_, std::max(choice, choice_ + 1),
                          std::max(refutation, refutation_ + 1));
    }

   private:
    Number total() const { return weak_ ? ProofNumbers::add(largest_, count_ - 1) : sum_; }

    Side side_;
    bool weak_;
    std::uint32_t best_ = 0;
    Number choice_ = kUnlimited, second_ = kUnlimited, refutation_ = 0;
    Number sum_ = 0, largest_ = 0, count_ = 0;
  };
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
  // A step that is felt: limits that rise by a rounding error would never arrive.
  static Limits beyond(Cell c) { return longer(costs(c), 0.06); }
  static Limits grown(Limits l) { return longer(l, 0.5); }

  class Family {
   public:
    Family(Side side, bool) : side_(side) {}

    void add(std::uint32_t index, Cell cell) {
      const Limits c = costs(cell);
      const Number choice = c.choice(side_), refutation = c.refutation(side_);
      if (choice < choice_) {
        second_ = choice_;
        choice_ = choice;
        refutation_ = refutation;
        best_ = index;
      } else if (choice < second_) {
        second_ = choice;
      }
      sum_ += refutation;
      ++count_;
    }
    bool empty() const { return count_ == 0; }
    std::uint32_t best() const { return best_; }
    Cell cell() const {
      const Number sum = std::clamp(sum_, rest(kMost), kMost);
      const Limits c = Limits::seen(side_, rest(sum), sum);
      return {static_cast<float>(-c.proof), static_cast<float>(-c.disproof)};
    }
    Limits child_limits(Limits mine, double epsilon) const {
      const Number others = sum_ - refutation_;
      const Number reach = rest(mine.choice(side_));  // the sum at which proving costs too much
      Number choice = reach > others ? rest(reach - others) : kUnlimited;
      if (count_ > 1) choice = std::min(choice, longer(second_, std::log1p(epsilon)));
      const Limits limits = Limits::seen(side_, choice, mine.refutation(side_) - others);
      return raised(limits, longer(Limits::seen(side_, choice_, refutation_), 0.06));
    }

   private:
    static constexpr Number kMost = 69;  // no estimate is that sure: e^-69 is 1e-30

    Side side_;
    std::uint32_t best_ = 0, count_ = 0;
    Number choice_ = kUnlimited, second_ = kUnlimited, refutation_ = 0, sum_ = 0;
  };

 private:
  // -ln(1 - e^-x), its own inverse; what has no limit has none.
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

}  // namespace solvent::effort
