// Solvers and batches.
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "answer.hpp"
#include "api/batch.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "json.hpp"
#include "option_types.hpp"
#include "options.hpp"
#include "watch.hpp"

namespace solvent::python {

namespace {

// What a caller wants to hear while a search runs, and whether it goes on from a checkpoint.
struct Calls {
  py::object progress = py::none(), trace = py::none();
  double interval = 0.1;
  bool resume = false;
};
const std::vector<std::string> kCallNames = {"progress", "trace", "interval", "resume"};

py::object take(py::dict& keywords, const char* name) {
  if (!keywords.contains(name)) return py::none();
  return keywords.attr("pop")(name);
}

void must_be_callable(const char* name, const py::object& what) {
  if (!what.is_none() && PyCallable_Check(what.ptr()) == 0)
    throw py::type_error(
        fmt::format("{}={}: write a function", name, py::repr(what).cast<std::string>()));
}

Calls take_calls(py::dict& keywords) {
  Calls calls;
  if (keywords.empty()) return calls;
  calls.progress = take(keywords, "progress");
  calls.trace = take(keywords, "trace");
  must_be_callable("progress", calls.progress);
  must_be_callable("trace", calls.trace);
  if (const py::object v = take(keywords, "interval"); !v.is_none())
    calls.interval = to_number("interval", v);
  if (const py::object v = take(keywords, "resume"); !v.is_none()) {
    if (PyBool_Check(v.ptr()) == 0)
      throw py::value_error(
          fmt::format("resume={}: write True or False", py::repr(v).cast<std::string>()));
    calls.resume = v.ptr() == Py_True;
  }
  return calls;
}

py::dict describe(const Progress& p) {
  py::dict d;
  d["stage"] = p.stage;
  d["seconds"] = p.seconds;
  d["created"] = p.counts.created;
  d["bytes"] = p.bytes;
  d["lower"] = p.lower;
  d["upper"] = p.upper;
  if (p.effort) d["effort"] = *p.effort;
  return d;
}

PyPosition to_position(py::handle what) {
  if (py::isinstance<PyPosition>(what)) return what.cast<PyPosition>();
  if (py::isinstance<Game>(what)) {
    const auto game = what.cast<GamePtr>();
    return {game, game->rules.start()};
  }
  throw py::type_error(fmt::format("{} is not a Position: make one with game.parse(...)",
                                   py::repr(what).cast<std::string>()));
}

// The interpreter lets one thread at a time ask a game that is written in Python, so several would
// wait for each other.
Solver make_solver_for(const Game& game, Options options, std::shared_ptr<Pool> pool = nullptr) {
  Solver solver = value_or_raise(Solver::make(game.rules, options, pool));
  if (game.python == nullptr || options.threads == 1) return solver;
  options.threads = 1;
  return value_or_raise(Solver::make(game.rules, options, std::move(pool)));
}

// One Solver and the rules about its use from Python.
class PySolver {
 public:
  PySolver(GamePtr game, Options options)
      : game_(std::move(game)), options_(on_every_core(std::move(options))), solver_(make()) {}

  const GamePtr& game() const { return game_; }

  PyAnswer solve(const PyPosition& p, const Calls& calls) {
    const Turn turn(busy_);
    if (!same_game(*p.game, *game_))
      throw py::value_error(
          fmt::format("the solver was made for {}, the position is of another "
                      "game: {}",
                      game_->rules.spec(), p.game->rules.spec()));
    if (!calls.trace.is_none() && !solver_.traces())
      throw py::value_error(
          "trace: only best-first searches have rounds: pns, mopns, pn2, mopn2, "
          "mcpns, ppns");
    continue_or_start(p.position, calls.resume);
    Vigil vigil;
    const Watch watch = watch_for(vigil, calls);
    std::optional<Answer> answer;
    const auto work = [&] { answer = solver_.solve(p.position, watch); };
    try {
      if (!options_.proof.empty() || options_.certify) {  // which has long stages without a word
        run_apart(vigil, work, [] {});
      } else {
        {
          const py::gil_scoped_release others;
          work();
        }
        vigil.rethrow();
      }
    } catch (...) {
      if (!answer) solver_ = make();  // the machines were torn out of their work
      throw;
    }
    return {p, *std::move(answer), options_.line && !options_.at_least, options_.moves};
  }
  bool resume(const PyPosition& p) {
    const Turn turn(busy_);
    return value_or_raise(solver_.resume(p.position));
  }
  void forget() {
    const Turn turn(busy_);
    solver_.forget();
  }

 private:
  // A solver answers one question at a time, and not the callbacks of its own search.
  class Turn {
   public:
    explicit Turn(bool& busy) : busy_(busy) {
      if (busy_) throw std::runtime_error("this solver is at work: make another one");
      busy_ = true;
    }
    ~Turn() { busy_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    bool& busy_;  // guarded by the interpreter's lock
  };

  Solver make() const { return make_solver_for(*game_, options_); }

  void continue_or_start(const Position& p, bool wanted) {
    if (options_.checkpoint.empty()) {
      if (wanted) throw py::value_error("resume: name the file with checkpoint=FILE");
      return;
    }
    std::error_code ignored;
    if (wanted)
      value_or_raise(solver_.resume(p));
    else if (!started_ && std::filesystem::exists(options_.checkpoint, ignored))
      throw py::value_error(fmt::format(
          "checkpoint={}: there is one already; go on from it with resume=True, or remove it",
          text::quoted(options_.checkpoint)));
    started_ = true;
  }

  static Watch watch_for(Vigil& vigil, const Calls& calls) {
    constexpr double kSignals = 0.05;  // seconds between looks for Ctrl-C
    Watch watch;
    watch.stop = vigil.stop();
    watch.interval = std::min(kSignals, calls.interval);
    watch.progress = [&vigil, &calls, next = 0.0](const Progress& p) mutable {
      vigil.in_python([&] {
        if (calls.progress.is_none() || p.seconds < next) return;
        next = p.seconds + calls.interval;
        if (calls.progress(describe(p)).ptr() == Py_False) vigil.end();
      });
    };
    if (!calls.trace.is_none())
      watch.trace = [&vigil, &calls](const Iteration& i) {
        vigil.in_python([&] {
          if (calls.trace(to_python(cli::to_json(i))).ptr() == Py_False) vigil.end();
        });
      };
    return watch;
  }

  GamePtr game_;
  Options options_;
  Solver solver_;
  bool busy_ = false;
  bool started_ = false;
};

PyAnswer solve(py::handle what, const py::kwargs& keywords) {
  const PyPosition position = to_position(what);
  py::dict rest = keywords;
  const Calls calls = take_calls(rest);
  Options options = take_options(rest);
  nothing_left(rest, "solve", kCallNames);
  return PySolver(position.game, std::move(options)).solve(position, calls);
}

std::optional<int> value(const PyPosition& position, const py::kwargs& keywords) {
  py::dict rest = keywords;
  const Calls calls = take_calls(rest);
  Options options = take_options(rest);
  nothing_left(rest, "value", kCallNames);
  options.line = false;
  return PySolver(position.game, std::move(options)).solve(position, calls).answer.value;
}

std::unique_ptr<PySolver> make_solver(py::handle what, const py::kwargs& keywords) {
  py::dict rest = keywords;
  Options options = take_options(rest);
  nothing_left(rest, "Solver", {});
  return std::make_unique<PySolver>(to_position(what).game, std::move(options));
}

// --- many positions ----------------------------------------------------------------------------

class Batch {
 public:
  Batch(std::vector<PyPosition> positions, Options options, std::size_t threads, bool fresh)
      : positions_(std::move(positions)),
        answers_(positions_.size()),
        options_(std::move(options)),
        pool_(std::make_shared<Pool>(threads)),
        solvers_(std::max<std::size_t>(1, std::min(threads, positions_.size()))),
        fresh_(fresh) {
    if (!options_.proof.empty() || !options_.checkpoint.empty())
      throw py::value_error(fmt::format("{}: one file is not for several positions",
                                        options_.proof.empty() ? "checkpoint" : "proof"));
    options_ = shared_by(solvers_.size(), std::move(options_));
    options_.threads = threads;
    for (auto& mine : solvers_)
      for (const PyPosition& p : positions_)
        if (!mine.contains(&p.game->rules.rules()))
          mine.emplace(&p.game->rules.rules(), make_solver_for(*p.game, options_, pool_));
  }

  std::vector<PyAnswer> run(const py::object& progress) {
    Vigil vigil;
    std::size_t told = 0;
    const auto tell = [&] {
      const std::size_t done = done_;
      if (progress.is_none() || done == told) return;
      told = done;
      progress(done, positions_.size());
    };
    run_apart(
        vigil, [&] { solve_all(vigil); }, tell);
    tell();
    std::vector<PyAnswer> out;
    for (std::size_t k = 0; k < positions_.size(); ++k)
      out.push_back({positions_[k], std::move(*answers_[k]), options_.line && !options_.at_least,
                     options_.moves});
    return out;
  }

 private:
  void solve_all(Vigil& vigil) {
    deal_out(positions_.size(), solvers_.size(), *pool_, [&](std::size_t t, std::size_t k) {
      try {
        solve(vigil, t, k);
      } catch (...) {
        vigil.end();  // the others too
        throw;
      }
    });
  }
  void solve(Vigil& vigil, std::size_t t, std::size_t k) {
    const PyPosition& p = positions_[k];
    Solver& solver = solvers_[t].at(&p.game->rules.rules());
    if (fresh_) solver.forget();
    Watch watch;
    watch.stop = vigil.stop();
    answers_[k] = solver.solve(p.position, watch);
    ++done_;
  }

  std::vector<PyPosition> positions_;
  std::vector<std::optional<Answer>> answers_;
  Options options_;
  std::shared_ptr<Pool> pool_;
  std::vector<std::map<const AnyGame*, Solver>> solvers_;
  bool fresh_;
  std::atomic<std::size_t> done_ = 0;
};

std::vector<PyAnswer> solve_many(const py::iterable& what, py::handle threads, bool fresh,
                                 const py::object& progress, const py::kwargs& keywords) {
  std::vector<PyPosition> positions;
  for (const py::handle p : what) positions.push_back(to_position(p));
  py::dict rest = keywords;
  Options options = take_options(rest);
  nothing_left(rest, "solve_many", {"threads", "fresh", "progress"});
  must_be_callable("progress", progress);
  const std::uint64_t count =
      threads.is_none() ? std::thread::hardware_concurrency() : to_count("threads", threads);
  if (count < 1 || count > 256)
    throw py::value_error("threads: write a whole number from 1 to 256");
  return Batch(std::move(positions), std::move(options), count, fresh).run(progress);
}

constexpr const char* kSolveDoc =
    R"(solve(position, *, progress=None, interval=0.1, trace=None, resume=False, **options) -> Answer

The exact value of a position (or of a Game's start), a best move and a line of best play; or, where
a limit ends the search, bounds that are true.

  algorithm='auto'   one of solvent.algorithms()
  at_least=v         ask only whether the side to move reaches v
  range=(lo, hi)     tell apart only the outcomes between these
  moves=True         the value of every legal move as well
  line=False         no line of best play
  time, nodes, memory     limits: seconds, nodes, bytes (or '2G')
  threads=1          one thread, for counts of nodes that are the same in every run; otherwise every
                     core takes part once a question has taken 50,000 nodes
  progress=f         f(dict) about every `interval` seconds, the first time after 0.2 s;
                     an exception stops the search and comes out here, returning False stops it
  trace=f            f(dict) after every round of a best-first search, with the keys of
                     `solvent solve --trace`
  proof=FILE, certify=True, minimize=True,
  leaf=N                                       a certificate of the answer, see solvent.check
  endgame=DIR, store=DIR, store_size=SIZE      an endgame database; a store of solved positions
  checkpoint=FILE, resume=True                 runs that go on later

solvent.Options lists all options. Other Python threads run meanwhile, and Ctrl-C raises
KeyboardInterrupt. What is wrong with the options is said by a ValueError in one line.)";

}  // namespace

void add_solving(py::module_& m) {
  m.def("solve", solve, py::arg("position"), kSolveDoc);
  m.def(
      "solve_many", solve_many, py::arg("positions"), py::kw_only(),
      py::arg("threads") = py::int_(1), py::arg("fresh") = false, py::arg("progress") = py::none(),
      R"(solve_many(positions, *, threads=1, fresh=False, progress=None, **options) -> list[Answer]

Answers in the order of the positions, found by so many threads at the same time (None: as many as
the machine has); those that have no position left help with the others. Limits hold for each
position, that of memory for all threads together. What is learnt on one position helps the next
unless fresh=True. progress(done, total) is called now and then. The options are those of solve,
except those that name a file for one position.)");
  m.def("_option_types", option_types);
  m.def("_option_help", option_help);
  const py::object position = m.attr("Position");
  position.attr("value") = py::cpp_function(value, py::name("value"), py::is_method(position),
                                            R"(value(**options) -> int | None

The exact value for the side to move, or None if a limit ended the search; options as in solve.)");

  py::class_<PySolver> solver(m, "Solver",
                              R"(A search that keeps what it learns from one position to the next.

Solver(game, **options): the options of solvent.solve, for all its positions. One position at a
time: make a Solver for each thread.)");
  solver.attr("__module__") = "solvent";
  solver.def(py::init(&make_solver), py::arg("game"));
  solver.def_property_readonly("game", &PySolver::game, "The Game it was made for.");
  solver.def(
      "solve",
      [](PySolver& s, py::handle what, const py::kwargs& keywords) {
        py::dict rest = keywords;
        const Calls calls = take_calls(rest);
        nothing_left(rest, "Solver.solve", kCallNames);
        return s.solve(to_position(what), calls);
      },
      py::arg("position"),
      R"(solve(position, *, progress=None, interval=0.1, trace=None, resume=False) -> Answer

As solvent.solve, with the solver's options.)");
  solver.def("forget", &PySolver::forget, R"(forget() -> None

Drops all that was learnt.)");
}

}  // namespace solvent::python
