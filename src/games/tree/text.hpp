// Positions of an explicit tree as text: the names of its nodes. Moves are the names of the
// children.
#pragma once

#include "game/family.hpp"
#include "games/tree/graph.hpp"

namespace solvent::tree {

// The game of a graph, whose leaves must all have values; `g.source()` is that Graph.
struct Text {
  using G = Interned;
  using State = G::State;
  using Move = G::Move;

  static std::string position(const G& g, const State& s);
  static Result<State> parse(const G& g, std::string_view text);
  static std::string draw(const G& g, const State& s, const Ink& ink);
  static std::string move(const G& g, const State& s, Move m);
  static std::string player(const G&, Side side) { return side == Side::Max ? "Max" : "Min"; }
  static Result<Move> parse_move(const G& g, const State& s, std::string_view text);
};

// What is known of a leaf: "= 3", "?", "? 0..2".
std::string leaf_text(const Graph& graph, std::uint32_t id);

// An outline of what is below a node: sides, values, shared nodes once, cycles cut.
std::string draw_graph(const Graph& graph, std::uint32_t from, const Ink& ink);

// The game tree:NAME of a graph; an error if a leaf has no value.
Result<GamePtr> make_game(Graph graph, const std::string& name, std::string_view scale);

using Made = OneOf<ErasedGame<Interned, Text>>;
const std::vector<GameFamily>& families();

}  // namespace solvent::tree
