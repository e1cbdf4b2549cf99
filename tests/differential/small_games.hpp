// Positions of real games that are small enough to be valued by minimax: a few plies before the
// end of random games, or drawn as the game's boards.cpp says.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "game/boards.hpp"
#include "games/engines.hpp"
#include "games/registry.hpp"
#include "search/presets.hpp"

namespace solvent::search::small_games {

// Of every game, from its boards.cpp.
inline const std::vector<Boards::Late>& late_boards() {
  static const std::vector<Boards::Late> kLate = [] {
    std::vector<Boards::Late> all;
    for (const FolderBoards& of : all_boards())
      all.insert(all.end(), of.boards->late.begin(), of.boards->late.end());
    return all;
  }();
  return kLate;
}

struct Example {
  GamePtr game;
  AnyState state;
  Outcome truth = 0;
  std::string text() const { return game->spec() + " " + game->position(state); }
};

// The value by minimax, if it takes no more than so many positions.
inline std::optional<Outcome> valued(const AnyGame& game, const AnyState& s, std::uint64_t most) {
  const Design design{.algorithm = kMinimax, .knowledge = false};
  const auto machine = make_machine(game, design);
  machine->start(s, {0, game.scale().best()});
  if (machine->step(most) != SliceResult::Done) return std::nullopt;
  return machine->bounds().pess;
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

inline Example draw(const Boards::Late& board, Rng& rng, std::uint64_t most = 20'000) {
  auto game = make_game(board.game, board.outcomes);
  if (!game) throw std::runtime_error(game.message());
  Example out{.game = *game, .state = {}};
  if (board.draw != nullptr) {
    out.state = board.draw(**game, rng);
    const auto truth = valued(**game, out.state, 100 * most);
    if (!truth) throw std::runtime_error(out.text() + " is too large");
    out.truth = *truth;
    return out;
  }
  const std::vector<AnyState> line = played(**game, rng);
  std::size_t back = std::min<std::size_t>(1 + rng.below(board.plies), line.size() - 1);
  for (;; --back) {  // the last position, an ended one, is always small enough
    out.state = line[line.size() - 1 - back];
    const auto truth = valued(**game, out.state, most);
    if (!truth && back > 0) continue;
    out.truth = truth.value();
    return out;
  }
}

}  // namespace solvent::search::small_games
