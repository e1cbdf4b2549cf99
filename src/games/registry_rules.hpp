// The typed rules of every game behind AnyGame, for code that is compiled for each of them and
// needs no engine: writing proofs and checking them.
#pragma once

#include "game/any_game.hpp"
#include "game/interned.hpp"
#include "games/awari/rules.hpp"
#include "games/connect4/rules.hpp"
#include "games/kalah/rules.hpp"
#include "games/mnk/rules.hpp"
#include "games/othello/rules.hpp"
#include "games/qubic/rules.hpp"
#include "games/random/rules.hpp"
#include "games/woodpush/rules.hpp"
#include "solvent/require.hpp"

namespace solvent {

namespace detail {
template <class Result, class Visitor, Game G, Game... Others>
Result visit_rules_of(const AnyGame& game, Visitor& visitor) {
  if (const G* rules = rules_of<G>(game)) return visitor(*rules);
  if constexpr (sizeof...(Others) > 0)
    return visit_rules_of<Result, Visitor, Others...>(game, visitor);
  else
    broken("a registered game has no line below");
}
}  // namespace detail

// visitor(const G& rules) for the game's own type G.
template <class Result, class Visitor>
Result visit_rules(const AnyGame& game, Visitor visitor) {
  // clang-format off
  return detail::visit_rules_of<Result, Visitor,
    connect4::Narrow,
    connect4::Wide,
    othello::Rules,
    awari::Rules,
    kalah::Rules,
    woodpush::Rules,
    mnk::Rules<1>,
    mnk::Rules<2>,
    mnk::Rules<4>,
    mnk::Rules<6>,
    qubic::Rules,
    Interned,  // trees and graphs, Woodpush with superko
    random::Uniform,
    random::Incremental>(game, visitor);
  // clang-format on
}

}  // namespace solvent
