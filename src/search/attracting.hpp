// The choice MOPNS makes at its root (Saffidine & Cazenave 2012): the attracting outcome, whose two
// claims "at least" (G) and "at most" (S) look cheapest together among those the root's side can
// still win, and the distracting one beside it, which the other side would have to be content with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "game/statement.hpp"

namespace solvent::search {

struct Attraction {
  int attracting = -1, distracting = -1;  // ranks; -1: there is nothing to choose

  constexpr bool none() const { return attracting < 0; }
  // A descent works on one cut: both outcomes lie beside that.
  constexpr int cut(Side root) const {
    return Statement{root, static_cast<Outcome>(attracting)}.cut();
  }
  friend constexpr bool operator==(Attraction, Attraction) = default;
};

// Among the ranks worst..best that `skip` does not exclude, the one of least G + S, the lowest of
// equals. `at_least(o)` is G, `at_most(o)` is S, whole numbers or floating point; neither is asked
// for a rank that is skipped. A search skips by its bounds what is settled, and what is dead.
template <class AtLeast, class AtMost, class Skip>
constexpr Attraction attraction(Side root, int worst, int best, AtLeast&& at_least,
                                AtMost&& at_most, Skip&& skip) {
  using Number = std::decay_t<decltype(at_least(0))>;
  using Cost = std::conditional_t<std::is_integral_v<Number>, std::uint64_t, double>;
  Attraction found;
  Cost least{};
  for (int o = worst; o <= best; ++o) {
    if (skip(o)) continue;
    const Cost cost = static_cast<Cost>(at_least(o)) + static_cast<Cost>(at_most(o));
    if (!found.none() && !(cost < least)) continue;
    found.attracting = o;
    least = cost;
  }
  if (!found.none())
    found.distracting = root == Side::Max ? std::max(found.attracting - 1, worst)
                                          : std::min(found.attracting + 1, best);
  return found;
}

// The same on a bare table, in which a claim that costs nothing is settled: G(o) = 0 at a Max root,
// S(o) = 0 at a Min root.
template <class AtLeast, class AtMost>
constexpr Attraction attraction(Side root, int worst, int best, AtLeast&& at_least,
                                AtMost&& at_most) {
  return attraction(root, worst, best, at_least, at_most,
                    [&](int o) { return root == Side::Max ? at_least(o) == 0 : at_most(o) == 0; });
}

// A search's table: the efforts `proof(cut)` and `disproof(cut)` for each cut that the root's
// bounds leave open.
template <class Proof, class Disproof>
struct OpenCuts {
  Side root;
  Bounds open;
  Proof proof;
  Disproof disproof;

  constexpr auto at_least(int o) const {
    return o <= open.pess ? decltype(proof(o)){} : proof(o - 1);
  }
  constexpr auto at_most(int o) const {
    return o >= open.opti ? decltype(disproof(o)){} : disproof(o);
  }
  // What the root's side has anyway is settled; what is `dead(cut)` is not to be chosen either.
  template <class Dead>
  constexpr Attraction choose(Dead&& dead) const {
    const auto skip = [&](int o) {
      return o == (root == Side::Max ? open.pess : open.opti) || dead(Attraction{o}.cut(root));
    };
    return attraction(
        root, open.pess, open.opti, [&](int o) { return at_least(o); },
        [&](int o) { return at_most(o); }, skip);
  }
};
template <class Proof, class Disproof>
OpenCuts(Side, Bounds, Proof, Disproof) -> OpenCuts<Proof, Disproof>;

}  // namespace solvent::search
