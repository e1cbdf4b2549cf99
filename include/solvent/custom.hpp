// A game of your own behind callbacks, for every engine. Where the rules are C++ that can be
// compiled into the library, the recipe of HACKING.md is faster by far; this is for rules that live
// elsewhere, such as games written in Python.
//
//   struct Nim : solvent::CustomGame { ... };
//   auto game = solvent::make_custom({"nim", Scale::win_draw_loss(), 0}, std::make_shared<Nim>());
//   auto answer = solvent::Solver::make(*game, {})->solve(game->start());
//
// Positions are numbers that the callbacks give, 0 for the start: the same position always gets the
// same number, and numbers should be dense. Callbacks are asked from any thread, by several at a
// time, and no lock is held meanwhile. An exception that one of them throws comes out of whatever
// was called (`solve`, `moves`, ...); a Solver whose `solve` threw must not be used again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solvent/game.hpp"

namespace solvent {

class CustomGame {
 public:
  static constexpr std::size_t kMostMoves = 1024;

  struct Node {
    Side to_move = Side::Max;
    std::optional<int> value{};                   // of an ended game, for Max, on the scale
    std::optional<std::pair<int, int>> bounds{};  // what is certain before the end, for Max
    std::vector<std::uint32_t> children{};        // where each move leads; none if ended
  };
  virtual ~CustomGame() = default;
  // Asked once of every position (by threads that meet it at the same time, once by each). What
  // cannot be a node, having neither a value nor a move or a value off the scale, is answered with
  // std::invalid_argument.
  virtual Node node(std::uint32_t id) const = 0;
  virtual std::string move(std::uint32_t id, std::size_t which) const = 0;  // by index in children
  virtual std::string position(std::uint32_t id) const = 0;  // `parse` reads it back to the id
  virtual std::string draw(std::uint32_t id) const { return position(id) + "\n"; }
  virtual Result<std::uint32_t> parse(std::string_view text) const = 0;
  virtual std::string player(Side side) const { return side == Side::Max ? "Max" : "Min"; }
  virtual std::size_t bytes() const { return 0; }  // held for positions so far, for memory limits
};

struct CustomDescription {
  std::string name;  // the game's spec
  Scale scale;
  int repetition;  // what infinite play is worth for Max, on the scale
  // No position can come back, whatever is played: `auto` chooses its search by that, and
  // Options::graph is allowed. A search that meets a position again nevertheless ends with
  // std::invalid_argument, which names it.
  bool acyclic = false;
};
// An error if the worth of infinite play is not on the scale.
Result<Ruleset> make_custom(const CustomDescription& description,
                            std::shared_ptr<const CustomGame> game);

// The position with this number, and back; only for a game that make_custom made.
Position custom_position(const Ruleset& game, std::uint32_t id);
std::uint32_t custom_id(const Position& position);

}  // namespace solvent
