// The position after moves written one after another, for games that write positions so.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "game/game.hpp"
#include "solvent/result.hpp"

namespace solvent {

// `Text` splits and reads the moves (see game/any_game.hpp); an error says which move it is.
template <class Text, Game G>
Result<typename G::State> played(const G& g, std::string_view text) {
  typename G::State s = g.initial();
  int number = 0;
  for (const std::string_view word : Text::split_moves(text)) {
    ++number;
    const Result<typename G::Move> m = Text::parse_move(g, s, word);
    if (!m) return Error{fmt::format("move {}: {}", number, m.message())};
    g.play(s, *m);
  }
  return s;
}

}  // namespace solvent
