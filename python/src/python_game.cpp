// Games written in Python: a CustomGame whose callbacks are the methods of an object.
#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "common.hpp"

namespace solvent::python {

namespace {

constexpr std::size_t kStateOverhead = 150;  // of a dict entry, its number and our pointer, about

py::object method(const py::object& game, const char* name) {
  return py::getattr(game, name, py::none());
}

std::string in_words(py::handle object) {
  return text::quoted(py::repr(object).cast<std::string>());
}

}  // namespace

class PythonGame final : public CustomGame {
 public:
  PythonGame(std::string name, const py::object& game, std::pair<std::string, std::string> players)
      : name_(std::move(name)), players_(std::move(players)), python_(new Python) {
    Python& p = *python_;
    p.to_move = method(game, "to_move");
    p.value = method(game, "value");
    p.moves = method(game, "moves");
    p.play = method(game, "play");
    p.bounds = method(game, "bounds");
    p.text = method(game, "text");
    p.parse = method(game, "parse");
    p.draw = method(game, "draw");
    p.move_text = method(game, "move_text");
    p.size_of = py::module_::import("sys").attr("getsizeof");
    p.game = game;
    intern(game.attr("initial")());
  }
  // The last one to let go of a game may be a search in a thread without the lock, or nobody may be
  // left to take it.
  ~PythonGame() override {
    if (Py_IsInitialized() == 0 || _Py_IsFinalizing() != 0) return;
    const py::gil_scoped_acquire lock;
    delete python_;
  }
  PythonGame(const PythonGame&) = delete;
  PythonGame& operator=(const PythonGame&) = delete;

  Node node(std::uint32_t id) const override {
    const py::gil_scoped_acquire lock;
    const Python& p = *python_;
    const py::object state = p.states.at(id);
    Node node;
    node.to_move = side(state, p.to_move(state));
    const py::object value = p.value(state);
    if (!value.is_none()) {
      node.value = whole(state, "value", value, "a whole number or None");
      return node;
    }
    if (!p.bounds.is_none()) node.bounds = bounds(state);
    for (const py::handle move : listed(state)) {
      if (node.children.size() > kMostMoves) break;  // will be refused, however many follow
      node.children.push_back(intern(p.play(state, move)));
    }
    return node;
  }
  std::string move(std::uint32_t id, std::size_t which) const override {
    const py::gil_scoped_acquire lock;
    const py::object state = python_->states.at(id);
    std::size_t at = 0;
    for (const py::handle move : listed(state))
      if (at++ == which)
        return as_text(python_->move_text.is_none() ? py::str(move) : python_->move_text(move));
    throw py::value_error(fmt::format("{}: moves() gives other moves than before", place(state)));
  }
  std::string position(std::uint32_t id) const override {
    const py::gil_scoped_acquire lock;
    return text_of(python_->states.at(id));
  }
  std::string draw(std::uint32_t id) const override {
    const py::gil_scoped_acquire lock;
    const py::object state = python_->states.at(id);
    std::string out = python_->draw.is_none() ? text_of(state) : as_text(python_->draw(state));
    if (!out.ends_with('\n')) out += '\n';
    return out;
  }
  Result<std::uint32_t> parse(std::string_view text) const override {
    const py::gil_scoped_acquire lock;
    if (python_->parse.is_none())
      return Error{
          fmt::format("{} has no method parse: write 'moves:' and moves from the start, or "
                      "use game.position(state)",
                      name_)};
    return intern(python_->parse(py::str(text.data(), text.size())));
  }
  std::string player(Side side) const override {
    return side == Side::Max ? players_.first : players_.second;
  }
  std::size_t bytes() const override { return bytes_; }

  py::object state(std::uint32_t id) const { return python_->states.at(id); }
  py::object object() const { return python_->game; }

  // With the lock held. Comparing states may run Python code and let another thread in, so the
  // dict decides who was first.
  std::uint32_t intern(const py::object& state) const {
    Python& p = *python_;
    PyObject* known = PyDict_GetItemWithError(p.ids.ptr(), state.ptr());
    if (known == nullptr) {
      if (PyErr_Occurred() != nullptr) not_hashable(state);
      if (p.states.size() >= std::numeric_limits<std::uint32_t>::max()) throw std::bad_alloc();
      const auto fresh = static_cast<std::uint32_t>(p.states.size());
      p.states.push_back(state);
      known = PyDict_SetDefault(p.ids.ptr(), state.ptr(), py::int_(fresh).ptr());
      if (known == nullptr) throw py::error_already_set();
      bytes_ += kStateOverhead + p.size_of(state).cast<std::size_t>();
    }
    return py::reinterpret_borrow<py::int_>(known).cast<std::uint32_t>();
  }

 private:
  // All that may only be touched with the interpreter's lock.
  struct Python {
    py::object game, to_move, value, moves, play, bounds, text, parse, draw, move_text, size_of;
    py::dict ids;                    // state -> id
    std::vector<py::object> states;  // id -> state
  };

  std::string place(const py::object& state) const {
    return fmt::format("game {}, state {}", name_, in_words(state));
  }
  [[noreturn]] void wrong(const py::object& state, const char* method, py::handle answer,
                          std::string_view wanted) const {
    throw py::value_error(fmt::format("{}: {}() returned {}, not {}", place(state), method,
                                      in_words(answer), wanted));
  }
  [[noreturn]] void not_hashable(const py::object& state) const {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    throw py::type_error(
        fmt::format("{}: a state must be hashable, such as a tuple or a text", place(state)));
  }
  int whole(const py::object& state, const char* method, py::handle answer,
            std::string_view wanted) const {
    if (PyIndex_Check(answer.ptr()) == 0) wrong(state, method, answer, wanted);
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(answer.ptr()));
    if (!number) throw py::error_already_set();
    int overflow = 0;
    const long n = PyLong_AsLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0 || n < -1'000'000 || n > 1'000'000) wrong(state, method, answer, wanted);
    return static_cast<int>(n);
  }
  Side side(const py::object& state, const py::object& answer) const {
    if (py::isinstance<py::str>(answer)) {
      const auto name = answer.cast<std::string>();
      if (name == players_.first) return Side::Max;
      if (name == players_.second) return Side::Min;
    } else if (PyIndex_Check(answer.ptr()) != 0) {
      const int n = whole(state, "to_move", answer, "0 or 1");
      if (n == 0 || n == 1) return n == 0 ? Side::Max : Side::Min;
    }
    wrong(state, "to_move", answer,
          fmt::format("0, 1, '{}' or '{}'", players_.first, players_.second));
  }
  std::optional<std::pair<int, int>> bounds(const py::object& state) const {
    constexpr std::string_view kWanted = "a pair (lower, upper) or None";
    const py::object answer = python_->bounds(state);
    if (answer.is_none()) return std::nullopt;
    if (!py::isinstance<py::sequence>(answer) || py::len(answer) != 2)
      wrong(state, "bounds", answer, kWanted);
    const auto pair = py::reinterpret_borrow<py::sequence>(answer);
    return std::pair{whole(state, "bounds", pair[0], kWanted),
                     whole(state, "bounds", pair[1], kWanted)};
  }
  // The moves; a generator is as good as a list.
  py::object listed(const py::object& state) const {
    py::object moves = python_->moves(state);
    if (!py::isinstance<py::iterable>(moves)) wrong(state, "moves", moves, "moves in a list");
    return moves;
  }
  std::string as_text(const py::object& answer) const {
    return py::str(answer).cast<std::string>();
  }
  std::string text_of(const py::object& state) const {
    return as_text(python_->text.is_none() ? py::str(state) : python_->text(state));
  }

  std::string name_;
  std::pair<std::string, std::string> players_;
  Python* python_;
  mutable std::atomic<std::size_t> bytes_ = 0;
};

namespace {

// An attribute or, if the game has none, something else.
template <class T>
T setting(const py::object& game, const char* name, T otherwise, const char* wanted) {
  const py::object value = py::getattr(game, name, py::none());
  if (value.is_none()) return otherwise;
  try {
    return value.cast<T>();
  } catch (const py::cast_error&) {
    throw py::value_error(
        fmt::format("{} = {}: write {}", name, py::repr(value).cast<std::string>(), wanted));
  }
}

Scale scale_of(const std::vector<int>& outcomes) {
  if (outcomes == std::vector{-1, 0, 1}) return Scale::win_draw_loss();
  if (outcomes.empty() || outcomes.size() > kMaxOutcomes)
    throw py::value_error(fmt::format("outcomes: write 1 to {} whole numbers", kMaxOutcomes));
  for (std::size_t k = 0; k < outcomes.size(); ++k)
    if (std::abs(outcomes[k]) > 1'000'000 || (k > 0 && outcomes[k] <= outcomes[k - 1]))
      throw py::value_error(
          "outcomes: write whole numbers that rise, the worst for the first player "
          "first");
  return Scale::of_values(outcomes);
}

GamePtr from_python(const py::object& object) {
  if (PyType_Check(object.ptr()) != 0)
    throw py::type_error(fmt::format("{0} is a class: give an object of it, such as {0}()",
                                     object.attr("__name__").cast<std::string>()));
  std::vector<std::string> missing;
  for (const char* name : {"initial", "to_move", "moves", "play", "value"})
    if (PyCallable_Check(method(object, name).ptr()) == 0) missing.emplace_back(name);
  const std::string type = py::type::of(object).attr("__name__").cast<std::string>();
  if (!missing.empty())
    throw py::type_error(fmt::format(
        "{} has no {} {}", type, missing.size() == 1 ? "method" : "methods", text::list(missing)));
  const auto name = setting<std::string>(object, "name", type, "a text");
  const auto players = setting(object, "players", std::pair<std::string, std::string>("Max", "Min"),
                               "a pair of names");
  const auto outcomes = setting(object, "outcomes", std::vector{-1, 0, 1}, "whole numbers");
  const auto repetition =
      setting<std::optional<int>>(object, "repetition", std::nullopt, "a whole number");
  const py::object acyclic = py::getattr(object, "acyclic", py::bool_(false));
  if (PyBool_Check(acyclic.ptr()) == 0)
    throw py::value_error(
        fmt::format("acyclic = {}: write True or False", py::repr(acyclic).cast<std::string>()));
  CustomDescription description{"python:" + name, scale_of(outcomes), repetition.value_or(0),
                                acyclic.ptr() == Py_True};
  if (!repetition && description.acyclic) description.repetition = outcomes.front();  // never asked
  if (!description.scale.rank_of(description.repetition) && !repetition)
    throw py::value_error(
        fmt::format("{}: 0 is none of its outcomes, so say what infinite play is "
                    "worth for the first player: repetition = ...",
                    type));
  auto game = std::make_shared<const PythonGame>(name, object, players);
  Ruleset rules = value_or_raise(make_custom(description, game));
  return std::make_shared<Game>(Game{std::move(rules), std::move(game)});
}

}  // namespace

py::object state_of(const PyPosition& p) {
  if (p.game->python == nullptr) return py::none();
  return p.game->python->state(custom_id(p.position));
}

py::object object_of(const Game& game) {
  return game.python == nullptr ? py::none() : game.python->object();
}

PyPosition position_of(const GamePtr& game, py::handle state) {
  if (game->python == nullptr)
    throw py::value_error(
        fmt::format("{} is not written in Python: use parse", game->rules.spec()));
  const auto id = game->python->intern(py::reinterpret_borrow<py::object>(state));
  return {game, custom_position(game->rules, id)};
}

void add_python_games(py::module_& m) {
  m.def("from_python", from_python, py::arg("game"), R"(from_python(game) -> Game

A game from an object with the methods of solvent.PythonGame: initial(), to_move(state),
moves(state), play(state, move) and value(state), and what that class has beside them. Every
algorithm solves it. Each method is asked once for each position; an exception in one of them ends
the search and comes out of solve.)");
}

}  // namespace solvent::python
