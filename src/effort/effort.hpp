// Effort: how hard it looks to settle a cut. A cut i asks "is the value above rank i?"; a Cell
// holds what proving and disproving it may cost. Cells of a node come from those of its children by
// a commutative join. They guide the search and prove nothing: bounds do that.
//
// In the words of the MOPNS paper (Saffidine & Cazenave 2012) G(n,o), the effort to prove "at least
// o", is the proof number of cut o-1, and S(n,o), "at most o", the disproof number of cut o.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "solvent/outcome.hpp"

namespace solvent::effort {

// clang-format off
template <class E>
concept Effort = requires(Side side, typename E::Cell a, typename E::Cell b, std::uint32_t n) {
  requires std::is_trivially_copyable_v<typename E::Cell>;
  requires std::equality_comparable<typename E::Cell>;
  { E::leaf(n, n) } -> std::same_as<typename E::Cell>;          // so hard to prove, to disprove
  { E::dead() } -> std::same_as<typename E::Cell>;              // given up, to free its memory
  { E::neutral(side) } -> std::same_as<typename E::Cell>;       // of a node without open children
  { E::join(side, a, b) } -> std::same_as<typename E::Cell>;
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
  static constexpr Cell leaf(std::uint32_t proof, std::uint32_t disproof) {
    return {proof, disproof};
  }
  static constexpr Cell dead() { return {kInfinite, kInfinite}; }
  static constexpr Cell neutral(Side side) {
    return side == Side::Max ? Cell{kInfinite, 0} : Cell{0, kInfinite};
  }
  static constexpr Cell join(Side side, Cell a, Cell b) {
    return side == Side::Max ? Cell{std::min(a.pn, b.pn), add(a.dn, b.dn)}
                             : Cell{add(a.pn, b.pn), std::min(a.dn, b.dn)};
  }
  static constexpr std::uint32_t urgency(Side side, Cell c) {
    return side == Side::Max ? c.pn : c.dn;
  }
  static constexpr double proof(Cell c) { return c.pn; }
  static constexpr double disproof(Cell c) { return c.dn; }
};
static_assert(Effort<ProofNumbers>);

}  // namespace solvent::effort
