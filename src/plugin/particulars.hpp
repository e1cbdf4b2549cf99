// What the file of a game may leave out.
#pragma once

#include "game/family.hpp"

// A name that is declared in a namespace itself hides those of the namespaces that it uses.
#define SOLVENT_GAME_PARTICULARS(game)                                                             \
  namespace solvent::plugin::otherwise_##game {                                                    \
    using Knowledge = NoKnowledge;                                                                 \
  }                                                                                                \
  namespace game {                                                                                 \
  using namespace ::solvent::plugin::otherwise_##game;                                             \
  }                                                                                                \
  static_assert(::solvent::Game<::game::Rules>, "the rules are no model of Game (game/game.hpp)"); \
  static_assert(sizeof(::solvent::KeyOf<::game::Rules>) % 4 == 0,                                  \
                "a State, or the Key if there is one, has a multiple of four bytes");              \
  static_assert(!::solvent::Indexable<::game::Rules>,                                              \
                "a game in a file of its own has no endgame databases");                           \
  static_assert(                                                                                   \
      std::same_as<::game::Made,                                                                   \
                   ::solvent::OneOf<::solvent::ErasedGame<::game::Rules, ::game::Text>>>,          \
      "using Made = OneOf<ErasedGame<Rules, Text>>;");
