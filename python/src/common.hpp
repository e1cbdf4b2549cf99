// What all of the module's files share: handles on games and positions, and errors as Python has
// them.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>

#include "solvent/solvent.hpp"

namespace solvent::python {

namespace py = pybind11;

class PythonGame;

// Positions keep their game alive as Python's own object, so `position.game is game`.
struct Game {
  Ruleset rules;
  std::shared_ptr<const PythonGame> python = nullptr;  // if the rules are written in Python
};
using GamePtr = std::shared_ptr<Game>;

struct PyPosition {
  GamePtr game;
  Position position;
};

// The same rules, not only the same name: a tree may have been read from another file since.
bool same_game(const Game& a, const Game& b);

// The library writes options as Python does: at_least.
template <class T>
T value_or_raise(Result<T> result) {
  if (!result) throw py::value_error(result.message());
  return *std::move(result);
}

// Text from Python: str, bytes, or something with a file name.
std::string path_of(py::handle path);

void add_games(py::module_& m);
void add_answers(py::module_& m);
void add_solving(py::module_& m);
void add_files(py::module_& m);
void add_python_games(py::module_& m);

// Of a game that is written in Python.
py::object object_of(const Game& game);  // as from_python got it
py::object state_of(const PyPosition& p);
PyPosition position_of(const GamePtr& game, py::handle state);

}  // namespace solvent::python
