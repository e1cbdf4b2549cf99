// effort/: the algebra of the effort numbers. Children may be joined in any order and by any
// grouping, a node without news stays as it is, and no number rounds to a certainty.
#include "effort/effort.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace solvent::effort {
namespace {

template <class E>
using CellsOf = std::vector<typename E::Cell>;

rc::Gen<Side> any_side() { return rc::gen::element(Side::Max, Side::Min); }
rc::Gen<double> any_share() {
  return rc::gen::map(rc::gen::inRange(1, 1000),
                      [](int thousandths) { return thousandths / 1000.0; });
}

// Cells that a search can hold: leaves of every kind, joins of them, dead ones.
template <class E>
rc::Gen<typename E::Cell> any_leaf() {
  return rc::gen::oneOf(
      rc::gen::just(E::leaf()),
      rc::gen::apply(
          [](Side side, int n) { return E::mobile_leaf(side, static_cast<std::uint32_t>(n)); },
          any_side(), rc::gen::inRange(1, 120)),  // 2^-126 is the least chance a float tells
      rc::gen::map(rc::gen::inRange(1, 1000),
                   [](int n) { return E::costly_leaf(static_cast<std::uint32_t>(n)); }),
      rc::gen::map(any_share(), [](double p) { return E::likely_leaf(p); }));
}
template <class E>
rc::Gen<CellsOf<E>> any_leaves() {
  return rc::gen::nonEmpty(rc::gen::container<CellsOf<E>>(any_leaf<E>()));
}

template <class E>
typename E::Cell joined_cell(Side side, const CellsOf<E>& cells) {
  typename E::Cell sum = E::neutral(side);
  for (const auto& c : cells) sum = E::join(side, sum, c);
  return E::joined(side, sum, static_cast<std::uint32_t>(cells.size()));
}

// Equal, up to what floating point loses in a hundred sums.
template <class E>
bool near(typename E::Cell a, typename E::Cell b) {
  const auto close = [](double x, double y) {
    return x == y || std::abs(x - y) <= 1e-4 * std::max({1.0, std::abs(x), std::abs(y)});
  };
  return close(E::proof(a), E::proof(b)) && close(E::disproof(a), E::disproof(b));
}

template <class E>
class EffortAlgebra : public testing::Test {};
using Efforts = testing::Types<ProofNumbers, WeakProofNumbers, MonteCarlo, Probabilities>;

struct EffortNames {
  template <class E>
  static std::string GetName(int) {
    if (std::is_same_v<E, ProofNumbers>) return "ProofNumbers";
    if (std::is_same_v<E, WeakProofNumbers>) return "WeakProofNumbers";
    return std::is_same_v<E, MonteCarlo> ? "MonteCarlo" : "Probabilities";
  }
};
TYPED_TEST_SUITE(EffortAlgebra, Efforts, EffortNames);

TYPED_TEST(EffortAlgebra, ChildrenMayComeInAnyOrder) {
  using E = TypeParam;
  EXPECT_TRUE(rc::check([](std::uint32_t turn) {
    const Side side = *any_side();
    const CellsOf<E> cells = *any_leaves<E>();
    CellsOf<E> turned = cells;
    std::rotate(turned.begin(), turned.begin() + turn % turned.size(), turned.end());
    RC_ASSERT(near<E>(joined_cell<E>(side, cells), joined_cell<E>(side, turned)));
    std::reverse(turned.begin(), turned.end());
    RC_ASSERT(near<E>(joined_cell<E>(side, cells), joined_cell<E>(side, turned)));
  }));
}

// Sums of parts are the sum of all. Probabilities keep only one logarithm of a partial product, so
// only that is compared.
TYPED_TEST(EffortAlgebra, ChildrenMayBeGroupedInAnyWay) {
  using E = TypeParam;
  EXPECT_TRUE(rc::check([](std::uint32_t where) {
    const Side side = *any_side();
    const CellsOf<E> cells = *any_leaves<E>();
    const std::size_t split = where % (cells.size() + 1);
    auto left = E::neutral(side), right = E::neutral(side), all = E::neutral(side);
    for (std::size_t k = 0; k < cells.size(); ++k) {
      (k < split ? left : right) = E::join(side, k < split ? left : right, cells[k]);
      all = E::join(side, all, cells[k]);
    }
    const auto count = static_cast<std::uint32_t>(cells.size());
    RC_ASSERT(
        near<E>(E::joined(side, E::join(side, left, right), count), E::joined(side, all, count)));
  }));
}

TYPED_TEST(EffortAlgebra, AnOnlyChildPassesItsNumbersOn) {
  using E = TypeParam;
  EXPECT_TRUE(rc::check([] {
    const Side side = *any_side();
    const auto cell = *any_leaf<E>();
    RC_ASSERT(near<E>(joined_cell<E>(side, {cell}), cell));
  }));
}

// One more way for the mover makes his claim no harder and the other's no easier.
TYPED_TEST(EffortAlgebra, AnotherChildHelpsTheMover) {
  using E = TypeParam;
  EXPECT_TRUE(rc::check([] {
    const Side side = *any_side();
    CellsOf<E> cells = *any_leaves<E>();
    const auto before = joined_cell<E>(side, cells);
    cells.push_back(*any_leaf<E>());
    const auto after = joined_cell<E>(side, cells);
    constexpr double kSlack = 1e-5;
    if (side == Side::Max) {
      RC_ASSERT(E::proof(after) <= E::proof(before) * (1 + kSlack));
      RC_ASSERT(E::disproof(after) * (1 + kSlack) >= E::disproof(before));
    } else {
      RC_ASSERT(E::disproof(after) <= E::disproof(before) * (1 + kSlack));
      RC_ASSERT(E::proof(after) * (1 + kSlack) >= E::proof(before));
    }
  }));
}

// A harder child never makes its parent easier.
TYPED_TEST(EffortAlgebra, NumbersRiseWithTheChildren) {
  using E = TypeParam;
  EXPECT_TRUE(rc::check([](std::uint32_t which) {
    const Side side = *any_side();
    const std::vector<double> shares =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<double>>(any_share()));
    const double easier = *any_share();
    CellsOf<E> low, high;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      const bool changed = k == which % shares.size();
      low.push_back(E::likely_leaf(changed ? std::min(easier, shares[k]) : shares[k]));
      high.push_back(E::likely_leaf(changed ? std::max(easier, shares[k]) : shares[k]));
    }
    const auto hard = joined_cell<E>(side, low), easy = joined_cell<E>(side, high);
    constexpr double kSlack = 1e-5;
    RC_ASSERT(E::proof(easy) <= E::proof(hard) * (1 + kSlack));
    RC_ASSERT(E::disproof(easy) * (1 + kSlack) >= E::disproof(hard));
  }));
}

// The least urgent child is the one that the mover needs least effort for; at a node's own numbers
// that is where they come from.
TYPED_TEST(EffortAlgebra, UrgencyIsTheMoversEffort) {
  using E = TypeParam;
  EXPECT_TRUE(rc::check([] {
    const Side side = *any_side();
    const double a = *any_share(), b = *any_share();
    RC_PRE(a < b);
    const auto hard = E::likely_leaf(side == Side::Max ? a : b),
               easy = E::likely_leaf(side == Side::Max ? b : a);
    RC_ASSERT(!(E::urgency(side, hard) < E::urgency(side, easy)));
  }));
}

TYPED_TEST(EffortAlgebra, DeadCellsAreTellable) {
  using E = TypeParam;
  EXPECT_TRUE(E::dead() == E::dead());
  EXPECT_TRUE(rc::check([] {
    const Side side = *any_side();
    const auto cells = *any_leaves<E>();
    for (const auto& c : cells) RC_ASSERT(!(c == E::dead()));
    RC_ASSERT(!(joined_cell<E>(side, cells) == E::dead()));
  }));
}

// What is dead never looks easiest for the mover beside what is alive. In probabilities it is left
// out, and a search skips it by hand.
template <class E>
void dead_children_do_not_help() {
  EXPECT_TRUE(rc::check([] {
    const Side side = *any_side();
    CellsOf<E> cells = *any_leaves<E>();
    const auto before = joined_cell<E>(side, cells);
    cells.insert(cells.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, cells.size() + 1), E::dead());
    const auto after = joined_cell<E>(side, cells);
    const double own = side == Side::Max ? E::proof(before) : E::disproof(before);
    RC_ASSERT((side == Side::Max ? E::proof(after) : E::disproof(after)) == own);
    RC_ASSERT((side == Side::Max ? E::disproof(after) : E::proof(after)) ==
              static_cast<double>(E::kInfinite));
    RC_ASSERT(!(after == E::dead()));
  }));
}
TEST(EffortDead, IsInfiniteInSums) {
  dead_children_do_not_help<ProofNumbers>();
  dead_children_do_not_help<WeakProofNumbers>();
  dead_children_do_not_help<MonteCarlo>();
}
RC_GTEST_PROP(EffortDead, IsLeftOutOfProducts, ()) {
  using E = Probabilities;
  const Side side = *any_side();
  CellsOf<E> cells = *any_leaves<E>();
  const auto before = joined_cell<E>(side, cells);
  cells.insert(cells.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, cells.size() + 1), E::dead());
  RC_ASSERT(near<E>(joined_cell<E>(side, cells), before));
}

RC_GTEST_PROP(ProofNumbersAlgebra, SumsSaturate, (std::uint32_t a, std::uint32_t b)) {
  const std::uint64_t sum = std::uint64_t{a} + b;
  RC_ASSERT(ProofNumbers::add(a, b) == std::min<std::uint64_t>(sum, ProofNumbers::kInfinite));
  RC_ASSERT(ProofNumbers::add(a, ProofNumbers::kInfinite) == ProofNumbers::kInfinite);
}

// The mover needs the cheapest of his moves, the other side an answer to all of them.
template <class E>
void cheapest_for_one_and_sum_for_the_other() {
  EXPECT_TRUE(rc::check([] {
    const Side side = *any_side();
    const CellsOf<E> cells = *any_leaves<E>();
    double cheapest = std::numeric_limits<double>::infinity(), sum = 0;
    for (const auto& c : cells) {
      cheapest = std::min(cheapest, side == Side::Max ? E::proof(c) : E::disproof(c));
      sum += side == Side::Max ? E::disproof(c) : E::proof(c);
    }
    const auto node = joined_cell<E>(side, cells);
    RC_ASSERT((side == Side::Max ? E::proof(node) : E::disproof(node)) == cheapest);
    const double all = side == Side::Max ? E::disproof(node) : E::proof(node);
    RC_ASSERT(std::abs(all - sum) <= 1e-4 * sum);
  }));
}
TEST(EffortSums, AreThoseOfTheDefinition) {
  cheapest_for_one_and_sum_for_the_other<ProofNumbers>();
  cheapest_for_one_and_sum_for_the_other<MonteCarlo>();
}

RC_GTEST_PROP(WeakProofNumbersAlgebra, LieBetweenTheHardestChildAndTheSum, ()) {
  const Side side = *any_side();
  const auto cells = *any_leaves<ProofNumbers>();
  const auto weak = joined_cell<WeakProofNumbers>(side, cells);
  const auto strong = joined_cell<ProofNumbers>(side, cells);
  std::uint32_t hardest = 0;
  for (const auto& c : cells) hardest = std::max(hardest, side == Side::Max ? c.dn : c.pn);
  const std::uint32_t summed = side == Side::Max ? weak.dn : weak.pn;
  RC_ASSERT(summed >= hardest);
  RC_ASSERT(summed <= (side == Side::Max ? strong.dn : strong.pn));
  RC_ASSERT((side == Side::Max ? weak.pn : weak.dn) == (side == Side::Max ? strong.pn : strong.dn));
}

// p + q = 1 however deep the products go.
RC_GTEST_PROP(ProbabilitiesAlgebra, ProofAndDisproofAreComplements, ()) {
  using E = Probabilities;
  E::Cell cell = *any_leaf<E>();
  const int levels = *rc::gen::inRange(1, 30);
  for (int level = 0; level < levels; ++level) {
    CellsOf<E> cells = *rc::gen::container<CellsOf<E>>(any_leaf<E>());
    cells.push_back(cell);
    cell = joined_cell<E>(*any_side(), cells);
    RC_ASSERT(std::abs(std::exp(cell.log_p) + std::exp(cell.log_q) - 1) < 1e-5);
    RC_ASSERT(cell.log_p <= 0);
    RC_ASSERT(cell.log_q <= 0);
  }
}

// The larger of p and q rounds to 1 long before its logarithm rounds to 0.
TEST(ProbabilitiesAlgebra, NothingIsCertain) {
  using E = Probabilities;
  for (const double p : {0.001, 0.01, 0.5, 0.99, 0.999})
    for (const Side side : {Side::Max, Side::Min})
      for (std::size_t children = 1; children <= 200; ++children) {
        const E::Cell c = joined_cell<E>(side, CellsOf<E>(children, E::likely_leaf(p)));
        for (const float x : {c.log_p, c.log_q}) {
          EXPECT_TRUE(std::isfinite(x)) << p << ", " << children << " children";
          EXPECT_LT(x, 0) << p << ", " << children << " children";
        }
      }
}

}  // namespace
}  // namespace solvent::effort
