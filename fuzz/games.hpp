// Games by specification, made once where that is safe.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check.hpp"
#include "game/interned.hpp"
#include "games/registry.hpp"

namespace solvent::fuzz {

// Interned games collect the positions they have met: a new one for every input, so that an input
// shows again what it has shown.
inline GamePtr game_of(const std::string& spec, const std::string& scale) {
  static std::map<std::pair<std::string, std::string>, GamePtr> made;
  const auto known = made.find({spec, scale});
  if (known != made.end()) return known->second;
  Result<GamePtr> game = make_game(spec, scale);
  require(game.ok(), "the games of a target exist", spec);
  if (rules_of<Interned>(**game) == nullptr) made.emplace(std::pair{spec, scale}, *game);
  return *game;
}

// The first byte chooses among the games of a list, each on its default scale (even digits) and by
// win, draw and loss (odd ones).
inline GamePtr choose_game(Bytes& bytes, const std::vector<std::string>& specs) {
  const std::uint32_t choice = bytes.digit_below(2 * specs.size());
  return game_of(specs[choice / 2], choice % 2 == 0 ? "" : "wld");
}

}  // namespace solvent::fuzz
