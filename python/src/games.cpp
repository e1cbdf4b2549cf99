// Games and positions.
#include <fmt/format.h>

#include <string_view>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "common.hpp"
#include "game/any_game.hpp"
#include "game/interned.hpp"

namespace solvent::python {

bool same_game(const Game& a, const Game& b) {
  if (&a.rules.rules() == &b.rules.rules()) return true;
  const bool by_name = rules_of<Interned>(a.rules.rules()) == nullptr;
  return by_name && a.rules.spec() == b.rules.spec() &&
         a.rules.scale().name() == b.rules.scale().name();
}

namespace {

std::pair<int, int> rule_bounds(const Position& p) {
  const Scale& scale = p.game().scale();
  const Bounds b = p.rule_bounds();
  const int low = scale.for_side(p.to_move(), b.pess), high = scale.for_side(p.to_move(), b.opti);
  return {std::min(low, high), std::max(low, high)};
}

GamePtr make_game(const std::string& spec, py::handle parameters, py::handle outcomes) {
  std::string full = spec;
  if (!parameters.is_none()) full += ":" + py::str(parameters).cast<std::string>();
  const std::string scale = outcomes.is_none() ? "" : py::str(outcomes).cast<std::string>();
  return std::make_shared<Game>(Game{value_or_raise(Ruleset::make(full, scale))});
}

PyPosition parse(const GamePtr& game, const std::string& text) {
  if (text::trim(text).empty()) return {game, game->rules.start()};
  Result<Position> p = game->rules.parse(text);
  if (p) return {game, *std::move(p)};
  const std::string named = "position " + text::quoted(text);
  throw py::value_error(p.message().starts_with(named) ? p.message() : named + ": " + p.message());
}

PyPosition play(const PyPosition& p, const py::args& moves) {
  PyPosition next = p;
  for (const py::handle move : moves)
    next.position = value_or_raise(next.position.play(py::str(move).cast<std::string>()));
  return next;
}

std::string repr(const PyPosition& p) {
  return fmt::format("<Position {} of {}>", text::quoted(p.position.text()), p.game->rules.spec());
}

// For pickle, which wants functions of a module in Python.
py::tuple rebuilt(const Game& game, const py::object& text = py::none()) {
  const py::module_ module = py::module_::import("solvent");
  if (game.python != nullptr)
    return py::make_tuple(module.attr("from_python"), py::make_tuple(object_of(game)));
  return py::make_tuple(
      module.attr("_rebuild"),
      py::make_tuple(game.rules.spec(), std::string(game.rules.scale().name()), text));
}
py::tuple rebuilt(const PyPosition& p) {
  if (p.game->python == nullptr) return rebuilt(*p.game, py::str(p.position.text()));
  return py::make_tuple(py::module_::import("solvent").attr("_rebuild_position"),
                        py::make_tuple(p.game, state_of(p)));
}

std::vector<int> scale_of(const Game& game) {
  std::vector<int> values;
  const Scale& scale = game.rules.scale();
  for (int rank = 0; rank < scale.size(); ++rank)
    values.push_back(scale.value(static_cast<Outcome>(rank)));
  return values;
}

void add_game_class(py::module_& m) {
  py::class_<Game, GamePtr> game(m, "Game", R"(The rules of a game with its parameters.

Made by solvent.game(...) or, if the rules are written in Python, by solvent.from_python(...).)");
  game.attr("__module__") = "solvent";
  game.def_property_readonly(
      "spec", [](const Game& g) { return g.rules.spec(); },
      "The name with its parameters in full, such as 'connect4:7x6'.");
  game.def_property_readonly(
      "name", [](const Game& g) { return g.rules.spec().substr(0, g.rules.spec().find(':')); },
      "The name without parameters, such as 'connect4'.");
  game.def_property_readonly(
      "outcomes", [](const Game& g) { return g.rules.scale().name(); },
      "The kind of scale: 'wld' (win 1, draw 0, loss -1) or 'score'.");
  game.def_property_readonly("scale", scale_of,
                             "Every possible value for the first of `players`, the worst first.");
  game.def_property_readonly(
      "players",
      [](const Game& g) { return std::pair(g.rules.player(Side::Max), g.rules.player(Side::Min)); },
      "The names of the players, who moves first in the game first.");
  game.def_property_readonly(
      "start",
      [](const GamePtr& g) {
        return PyPosition{g, g->rules.start()};
      },
      "The position in which the game starts.");
  game.def("parse", parse, py::arg("text") = "", R"(parse(text='') -> Position

A position in the game's notation, or 'moves:' and moves from the start. ValueError with one line
that says what is wrong and what is accepted.)");
  game.def("position", position_of, py::arg("state"), R"(position(state) -> Position

Only for a game written in Python: the position with this state.)");
  game.def(
      "__eq__", [](const Game& a, const Game& b) { return same_game(a, b); }, py::is_operator());
  game.def("__hash__", [](const Game& g) { return std::hash<std::string>()(g.rules.spec()); });
  game.def("__repr__", [](const Game& g) {
    return fmt::format("<Game {} ({})>", g.rules.spec(), g.rules.scale().name());
  });
  game.def("__reduce__", [](const Game& g) { return rebuilt(g); });
}

void add_position_class(py::module_& m) {
  py::class_<PyPosition> position(m, "Position",
                                  R"(A position of a game: a value that never changes.

Values are for the side to move. Positions are equal if they are the same position of the same
game, and can be kept in sets and dicts.)");
  position.attr("__module__") = "solvent";
  position.def_property_readonly(
      "game", [](const PyPosition& p) { return p.game; }, "The Game it is a position of.");
  position.def_property_readonly(
      "text", [](const PyPosition& p) { return p.position.text(); },
      "The position in the game's notation; game.parse reads it back.");
  position.def_property_readonly(
      "to_move", [](const PyPosition& p) { return p.game->rules.player(p.position.to_move()); },
      "Who is to move, one of game.players.");
  position.def_property_readonly(
      "ended", [](const PyPosition& p) { return p.position.ended(); }, "Is the game over?");
  position.def_property_readonly(
      "bounds", [](const PyPosition& p) { return rule_bounds(p.position); },
      "(lower, upper): what the rules alone say about the value; equal if the game is over.");
  position.def_property_readonly(
      "state", [](const PyPosition& p) { return state_of(p); },
      "The state of a game written in Python; None for other games.");
  position.def(
      "moves", [](const PyPosition& p) { return p.position.moves(); }, R"(moves() -> list[str]

The legal moves; none if the game is over.)");
  position.def("play", play, R"(play(*moves) -> Position

The position after a move, or after several. Whatever is not a text is taken by its str().)");
  position.def(
      "show", [](const PyPosition& p, bool colours) { return p.position.draw(colours); },
      py::arg("colours") = false, R"(show(colours=False) -> str

The board as text, several lines; with colours for a terminal.)");
  position.def(
      "perft",
      [](const PyPosition& p, int depth) {
        if (depth < 0) throw py::value_error("perft: the depth must not be negative");
        py::gil_scoped_release others;
        return p.position.perft(depth);
      },
      py::arg("depth"), R"(perft(depth) -> int

How many lines of play of so many moves there are.)");
  position.def(
      "threats",
      [](const PyPosition& p) {
        std::optional<Threats> threats;
        {
          py::gil_scoped_release others;
          threats = find_threats(p.position);
        }
        if (!threats)
          throw py::value_error(p.position.game().spec() +
                                " is not a game of lines, as mnk, gomoku and qubic are");
        const auto moves = [](const std::optional<ThreatSequence>& found) {
          return found ? std::optional(found->moves) : std::nullopt;
        };
        return std::pair(moves(threats->mover), moves(threats->other));
      },
      R"(threats() -> tuple[list[str] | None, list[str] | None]

In games of lines: moves and replies with which the side to move is proved to win by threats, and
those with which the other side would win if it passed, as far as they are found at once.)");
  position.def(
      "__eq__",
      [](const PyPosition& a, const PyPosition& b) {
        return a.position == b.position && same_game(*a.game, *b.game);
      },
      py::is_operator());
  position.def("__hash__", [](const PyPosition& p) {
    return static_cast<std::int64_t>(std::hash<std::string_view>()(std::string_view(
        reinterpret_cast<const char*>(p.position.state().data()), p.position.state().size())));
  });
  position.def("__repr__", repr);
  position.def("__str__", [](const PyPosition& p) { return p.position.draw(); });
  position.def("__reduce__", [](const PyPosition& p) { return rebuilt(p); });
}

std::vector<py::dict> list_games() {
  std::vector<py::dict> out;
  for (const GameDescription& g : games()) {
    py::dict d;
    d["name"] = g.name;
    d["title"] = g.title;
    d["summary"] = g.summary;
    d["parameters"] = g.parameters;
    d["notation"] = g.notation;
    d["example"] = g.example;
    d["outcomes"] = g.scales;
    d["specs"] = g.specs;
    d["aliases"] = g.aliases;
    out.push_back(d);
  }
  return out;
}

std::vector<py::dict> list_algorithms() {
  std::vector<py::dict> out;
  for (const AlgorithmDescription& a : algorithms()) {
    py::dict d;
    d["name"] = a.name;
    d["summary"] = a.summary;
    d["source"] = a.source;
    out.push_back(d);
  }
  return out;
}

}  // namespace

void add_games(py::module_& m) {
  add_game_class(m);
  add_position_class(m);
  m.def("game", make_game, py::arg("spec"), py::arg("parameters") = py::none(), py::kw_only(),
        py::arg("outcomes") = py::none(), R"(game(spec, parameters=None, *, outcomes=None) -> Game

A game by its name: game('connect4'), game('connect4', '9x5') or game('connect4:9x5'). `outcomes`
chooses what is told apart, 'wld' (win, draw, loss) or 'score', where the game has both.
solvent.games() lists what there is.)");
  m.def("games", list_games, R"(games() -> list[dict]

Every game: name, title, summary, parameters, notation, example, outcomes, and specs, a few to try.)");
  m.def("algorithms", list_algorithms, R"(algorithms() -> list[dict]

Every search algorithm: name, summary, source.)");
}

}  // namespace solvent::python
