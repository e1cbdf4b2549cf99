// Positions of real games that are small enough to be valued by minimax: a few plies before the
// end of random games, or with few stones on the board.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "games/engines.hpp"
#include "games/registry.hpp"

namespace solvent::search::small_games {

struct Family {
  const char* spec;
  const char* outcomes;
  std::uint32_t plies;       // at most so many before the end
  std::uint32_t stones = 0;  // of Awari: at most so many on the board
};
inline constexpr Family kFamilies[] = {
    {"connect4:4x4", "score", 9},
    {"connect4:5x4", "wld", 9},
    {"connect4:7x6", "score", 7},
    {"connect4:10x7", "score", 5},
    {"othello:4", "score", 8},
    {"othello:8", "score", 6},
    {"othello:6", "wld", 6},
    {"mnk:3,3,3", "wld", 9},
    {"mnk:4,4,3", "wld", 7},
    {"mnk:5,4,4", "wld", 7},
    {"gomoku", "wld", 3},
    {"qubic", "wld", 4},
    {"kalah:2,3", "score", 30},
    {"kalah:4,2", "wld", 12},
    {"kalah:6,2,empty-capture", "score", 8},
    {"awari", "score", 0, 4},
    {"awari", "wld", 0, 4},
    {"woodpush:5,2", "score", 30},
    {"woodpush:5,2,ko=super", "score", 12},
    {"random:b=3,d=6,outcomes=4,seed=7", "score", 6},
    {"pgame:b=3,d=6,seed=5", "wld", 6},
};

struct Example {
  GamePtr game;
  AnyState state;
  Outcome truth = 0;
  std::string text() const { return game->spec() + " " + game->position(state); }
};

// The value by minimax, if it takes no more than so many positions.
inline std::optional<Outcome> valued(const AnyGame& game, const AnyState& s, std::uint64_t most) {
  const Design design{.kind = Design::Kind::Minimax, .knowledge = false};
  const auto machine = make_machine(game, design);
  machine->start(s, {0, game.scale().best()});
  if (machine->step(most) != Progress::Done) return std::nullopt;
  return machine->bounds().pess;
}

inline AnyState few_stones(const AnyGame& game, std::uint32_t stones, Rng& rng) {
  std::array<std::uint32_t, 12> pits{};
  for (std::uint32_t k = 0; k < stones; ++k) ++pits[rng.below(12)];
  std::string text;
  for (std::size_t k = 0; k < pits.size(); ++k)
    text += (k == 6 ? "|" : k > 0 ? " " : "") + std::to_string(pits[k]);
  const std::uint32_t south = rng.below(3) == 0 ? rng.below(49 - stones) : (48 - stones) / 2;
  text += " S" + std::to_string(south) + " N" + std::to_string(48 - stones - south) +
          (rng.below(2) == 0 ? " S" : " N");
  const auto s = game.parse(text);
  if (!s) throw std::runtime_error(text + ": " + s.message());
  return *s;
}

// A random game up to its end, or as far as it may be expected to go.
inline std::vector<AnyState> played(const AnyGame& game, Rng& rng) {
  constexpr std::size_t kMostPlies = 300;
  std::vector<AnyState> line = {game.initial()};
  while (!game.ended(line.back()) && line.size() < kMostPlies) {
    const auto moves = game.moves(line.back());
    AnyState next = line.back();
    game.play(next, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    line.push_back(next);
  }
  return line;
}

inline Example draw(const Family& family, Rng& rng, std::uint64_t most = 20'000) {
  auto game = make_game(family.spec, family.outcomes);
  if (!game) throw std::runtime_error(game.message());
  Example out{.game = *game, .state = {}};
  if (family.stones > 0) {
    out.state = few_stones(**game, 2 + rng.below(family.stones - 1), rng);
    const auto truth = valued(**game, out.state, 100 * most);
    if (!truth) throw std::runtime_error(out.text() + " is too large");
    out.truth = *truth;
    return out;
  }
  const std::vector<AnyState> line = played(**game, rng);
  std::size_t back = std::min<std::size_t>(1 + rng.below(family.plies), line.size() - 1);
  for (;; --back) {  // the last position, an ended one, is always small enough
    out.state = line[line.size() - 1 - back];
    const auto truth = valued(**game, out.state, most);
    if (!truth && back > 0) continue;
    out.truth = truth.value();
    return out;
  }
}

}  // namespace solvent::search::small_games
