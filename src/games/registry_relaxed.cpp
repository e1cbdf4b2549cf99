#include "games/registry_relaxed.hpp"

#include "games/lines/relaxed_text.hpp"
#include "games/registry_rules.hpp"

namespace solvent {

GamePtr relaxed_game(const AnyGame& game, Side attacker) {
  return visit_rules<GamePtr>(game, [&]<Game G>(const G& g) -> GamePtr {
    if constexpr (lines::HasLines<G>)
      return std::make_shared<ErasedGame<lines::Relaxed<G>, lines::RelaxedText<G>>>(
          game.spec(), lines::Relaxed<G>(g, attacker));
    else
      return (void)g, nullptr;
  });
}

}  // namespace solvent
