// Effort: how hard it looks to settle a cut. A cut i asks "is the value above rank i?"; a Cell
// holds what proving and disproving it may cost. Cells of a node come from those of its children by
// a commutative join. They guide the search and prove nothing: bounds do that.
//
// In the words of the MOPNS paper (Saffidine & Cazenave 2012) G(n,o), the effort to prove "at least
// o", is the proof number of cut o-1, and S(n,o), "at most o", the disproof number of cut o.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "solvent/outcome.hpp"

namespace solvent::effort {

// clang-format off
template <class E>
concept Effort = requires(Side side, typename E::Cell a, typename E::Cell b, std::uint32_t n, double p) {
  requires std::is_trivially_copyable_v<typename E::Cell>;
  requires std::equality_comparable<typename E::Cell>;
  { E::leaf() } -> std::same_as<typename E::Cell>;              // of a node about which nothing is known
  { E::mobile_leaf(side, n) } -> std::same_as<typename E::Cell>;  // that has n moves
  { E::costly_leaf(n) } -> std::same_as<typename E::Cell>;      // whose evaluation costs n
  { E::likely_leaf(p) } -> std::same_as<typename E::Cell>;      // that Max wins with probability p
  { E::dead() } -> std::same_as<typename E::Cell>;              // given up, to free its memory
  { E::neutral(side) } -> std::same_as<typename E::Cell>;       // of a node without open children
  { E::join(side, a, b) } -> std::same_as<typename E::Cell>;
  { E::joined(side, a, n) } -> std::same_as<typename E::Cell>;  // what remains to be done after the last of n
  { E::urgency(side, a) } -> std::totally_ordered;              // the least is looked at first
  { E::proof(a) } -> std::convertible_to<double>;               // for the choice among cuts, at the root
  { E::disproof(a) } -> std::convertible_to<double>;
};
// clang-format on

// Proof and disproof numbers (Allis, van der Meulen & van den Herik 1994). Sums saturate; a node
// whose numbers are both kInfinite is dead: open, but never looked at again.
struct ProofNumbers {
  static constexpr std::uint32_t kInfinite = ~std::uint32_t{0};
  struct Cell {
    std::uint32_t pn, dn;
    friend constexpr bool operator==(Cell, Cell) = default;
  };

  static constexpr std::uint32_t add(std::uint32_t a, std::uint32_t b) {
    return a > kInfinite - b ? kInfinite : a + b;
  }
  static constexpr Cell leaf() { return {1, 1}; }
  static constexpr Cell mobile_leaf(Side side, std::uint32_t moves) {
    return side == Side::Max ? Cell{1, moves} : Cell{moves, 1};
  }
  static constexpr Cell costly_leaf(std::uint32_t cost) { return {cost, cost}; }
  // As MonteCarlo has it, on a scale of whole numbers.
  static constexpr Cell likely_leaf(double p) {
    return {1 + static_cast<std::uint32_t>(1000 * (1 - p)),
            1 + static_cast<std::uint32_t>(1000 * p)};
  }
  static constexpr Cell guessed_leaf(std::uint32_t proof, std::uint32_t disproof) {
    return {std::max(proof, 1U), std::max(disproof, 1U)};
  }
  static constexpr Cell dead() { return {kInfinite, kInfinite}; }
  static constexpr Cell neutral(Side side) {
    return side == Side::Max ? Cell{kInfinite, 0} : Cell{0, kInfinite};
  }
  static constexpr Cell join(Side side, Cell a, Cell b) {
    return side == Side::Max ? Cell{std::min(a.pn, b.pn), add(a.dn, b.dn)}
                             : Cell{add(a.pn, b.pn), std::min(a.dn, b.dn)};
  }
  static constexpr Cell joined(Side, Cell c, std::uint32_t) { return c; }
  static constexpr std::uint32_t urgency(Side side, Cell c) {
    return side == Side::Max ? c.pn : c.dn;
  }
  static constexpr double proof(Cell c) { return c.pn; }
  static constexpr double disproof(Cell c) { return c.dn; }
};
static_assert(Effort<ProofNumbers>);

// Weak proof numbers (Ueda, Hashimoto, Hashimoto & Iida 2008), for graphs: in place of a sum the
// largest of the children's numbers and 1 for each further child. A descendant that several
// children share is counted in full once, whatever their number; so a node's number is at least its
// hardest child's, and at most the sum of all.
struct WeakProofNumbers : ProofNumbers {
  static constexpr Cell join(Side side, Cell a, Cell b) {
    return side == Side::Max ? Cell{std::min(a.pn, b.pn), std::max(a.dn, b.dn)}
                             : Cell{std::max(a.pn, b.pn), std::min(a.dn, b.dn)};
  }
  static constexpr Cell joined(Side side, Cell c, std::uint32_t children) {
    return side == Side::Max ? Cell{c.pn, add(c.dn, children - 1)}
                             : Cell{add(c.pn, children - 1), c.dn};
  }
};
static_assert(Effort<WeakProofNumbers>);

// Calls what.operator()<Joined>() with the numbers that join E's cells: E, or its weak form.
template <Effort E, class F>
decltype(auto) with_joins(bool weak, F&& what) {
  if constexpr (std::is_same_v<E, ProofNumbers>) {
    if (weak) [[unlikely]]
      return what.template operator()<WeakProofNumbers>();
  }
  return (void)weak, what.template operator()<E>();
}

// Monte-Carlo proof numbers (Saito, Chaslot, Uiterwijk & van den Herik 2006): a leaf that Max wins
// in a share p of random games costs 1-p to prove and p to disprove; then as proof numbers.
struct MonteCarlo {
  struct Cell {
    float pn, dn;
    friend constexpr bool operator==(Cell, Cell) = default;
  };
  static constexpr float kInfinite = std::numeric_limits<float>::infinity();

  static constexpr Cell leaf() { return likely_leaf(0.5); }
  static constexpr Cell mobile_leaf(Side, std::uint32_t) { return leaf(); }
  static constexpr Cell costly_leaf(std::uint32_t) { return leaf(); }
  static constexpr Cell likely_leaf(double p) {
    return {static_cast<float>(1 - p), static_cast<float>(p)};
  }
  static constexpr Cell dead() { return {kInfinite, kInfinite}; }
  static constexpr Cell neutral(Side side) {
    return side == Side::Max ? Cell{kInfinite, 0} : Cell{0, kInfinite};
  }
  static constexpr Cell join(Side side, Cell a, Cell b) {
    return side == Side::Max ? Cell{std::min(a.pn, b.pn), a.dn + b.dn}
                             : Cell{a.pn + b.pn, std::min(a.dn, b.dn)};
  }
  static constexpr Cell joined(Side, Cell c, std::uint32_t) { return c; }
  static constexpr float urgency(Side side, Cell c) { return side == Side::Max ? c.pn : c.dn; }
  static constexpr double proof(Cell c) { return c.pn; }
  static constexpr double disproof(Cell c) { return c.dn; }
};
static_assert(Effort<MonteCarlo>);

// Proof probabilities: p that the claim holds and q = 1-p, as if moves were independent: at a Max
// node q is the product of the children's, at a Min node p is. Both are kept as logarithms, so that
// neither rounds to certainty however many factors there are. A dead child is left out of the
// products.
struct Probabilities {
  struct Cell {
    float log_p, log_q;
    friend constexpr bool operator==(Cell, Cell) = default;
  };
  static constexpr float kInfinite = std::numeric_limits<float>::infinity();

  static Cell leaf() { return likely_leaf(0.5); }
  // As if every move had an even chance.
  static Cell mobile_leaf(Side side, std::uint32_t moves) {
    const float all = std::max(static_cast<float>(moves), 1.0F) * leaf().log_q;
    return joined(side, side == Side::Max ? Cell{0, all} : Cell{all, 0}, moves);
  }
  static Cell costly_leaf(std::uint32_t) { return leaf(); }
  static Cell guessed_leaf(std::uint32_t proof, std::uint32_t disproof) {
    return likely_leaf((disproof + 1.0) / (static_cast<double>(proof) + disproof + 2.0));
  }
  static Cell likely_leaf(double p) {
    return {static_cast<float>(std::log(p)), static_cast<float>(std::log1p(-p))};
  }
  static constexpr Cell dead() { return {-kInfinite, -kInfinite}; }
  // Products of no factors: a Max node without a move that could win, a Min node without one that
  // could.
  static constexpr Cell neutral(Side side) {
    return side == Side::Max ? Cell{-kInfinite, 0} : Cell{0, -kInfinite};
  }
  static constexpr Cell join(Side side, Cell a, Cell b) {
    if (b == dead()) return a;
    return side == Side::Max ? Cell{a.log_p, a.log_q + b.log_q} : Cell{a.log_p + b.log_p, a.log_q};
  }
  // The other logarithm, once the product is complete.
  static Cell joined(Side side, Cell c, std::uint32_t) {
    if (side == Side::Max) return {log_of_rest(c.log_q), c.log_q};
    return {c.log_p, log_of_rest(c.log_p)};
  }
  static constexpr float urgency(Side side, Cell c) {
    return side == Side::Max ? c.log_q : c.log_p;
  }
  static constexpr double proof(Cell c) { return -static_cast<double>(c.log_p); }
  static constexpr double disproof(Cell c) { return -static_cast<double>(c.log_q); }

 private:
  // ln(1 - e^x) for x <= 0, which is below 0 even where it rounds to it.
  static float log_of_rest(float x) {
    const auto wide = static_cast<double>(x);
    const double rest = x > -0.6931F ? std::log(-std::expm1(wide)) : std::log1p(-std::exp(wide));
    return std::min(static_cast<float>(rest), -std::numeric_limits<float>::min());
  }
};
static_assert(Effort<Probabilities>);

}  // namespace solvent::effort
