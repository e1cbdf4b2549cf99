// Games and positions.
//
//   auto game = solvent::Ruleset::make("connect4:7x6");          // or "awari", "tree:FILE", ...
//   if (!game) return complain(game.message());
//   auto position = game->parse("4455");
//   std::puts(position->draw().c_str());
//
// A Ruleset is a shared handle on immutable rules; a Position is a value, and keeps its Ruleset.
// Both may be used from several threads. Nothing here throws but std::bad_alloc, and for games of
// your own what their callbacks throw (solvent/custom.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solvent/outcome.hpp"
#include "solvent/result.hpp"

namespace solvent {

class AnyGame;
class Position;

// What there is to know about a game before its parameters are chosen.
struct GameDescription {
  std::string name, title, summary, parameters, notation, example;
  std::vector<std::string> scales;  // the default first
  std::vector<std::string> specs;   // a few games to try, by their full names; the usual first
  std::vector<std::string> aliases = {};  // other names that Ruleset::make takes
};
std::vector<GameDescription> games();  // all that Ruleset::make knows

class Ruleset {
 public:
  // `spec` is NAME or NAME:PARAMETERS; `outcomes` is "score", "wld", or empty for the game's
  // default. An error for an unknown game or scale, parameters that do not fit, and a tree:FILE
  // that cannot be read.
  static Result<Ruleset> make(std::string_view spec, std::string_view outcomes = {});

  // An explicit tree or graph from the text of a tree file: the game tree:NAME. An error says which
  // line is wrong.
  static Result<Ruleset> from_tree(std::string_view text, const std::string& name,
                                   std::string_view outcomes = {});

  std::string spec() const;  // with its parameters in full: "connect4:7x6"
  const Scale& scale() const;
  std::string player(Side side) const;  // "X", "South", ...
  Position start() const;
  // The game's notation, or "moves:" and moves from the start; an error for what is neither, and
  // for positions that no game reaches as far as the rules tell.
  Result<Position> parse(std::string_view text) const;

  // A line of a test file: a position and the value expected for the side to move (by default the
  // last field; Othello's OBF lines carry theirs).
  Result<std::pair<std::string, int>> split_expectation(std::string_view line) const;

  // For the library's own use.
  explicit Ruleset(std::shared_ptr<const AnyGame> rules) : rules_(std::move(rules)) {}
  const AnyGame& rules() const { return *rules_; }
  Position at(const std::array<std::byte, 128>& state) const;  // what Position::state gave

 private:
  friend class Position;
  std::shared_ptr<const AnyGame> rules_;
};

class Position {
 public:
  const Ruleset& game() const { return game_; }
  Side to_move() const;
  bool ended() const;
  Bounds rule_bounds() const;  // what follows from the rules alone, in ranks of the scale

  std::vector<std::string> moves() const;              // all that are legal, in the game's order
  Result<Position> play(std::string_view move) const;  // an error if it is not legal
  // The lines of play of exactly `depth` plies, with `count_ended` also those that end earlier.
  std::uint64_t perft(int depth, bool count_ended = false) const;

  std::string text() const;                      // reads back to this position
  std::string draw(bool colours = false) const;  // lines for a terminal, the last one ended too
  friend bool operator==(const Position& a, const Position& b) { return a.state_ == b.state_; }

  using Bytes = std::array<std::byte, 128>;
  const Bytes& state() const { return state_; }  // for the library's own use

 private:
  friend class Ruleset;
  Position(Ruleset game, const Bytes& state) : game_(std::move(game)), state_(state) {}
  Ruleset game_;
  Bytes state_;
};

}  // namespace solvent
