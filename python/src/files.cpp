// Endgame databases, certificates and stores: what lives in files.
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "../../apps/solvent/verdict_json.hpp"
#include "base/clock.hpp"
#include "check/check.hpp"
#include "json.hpp"
#include "options.hpp"
#include "watch.hpp"

namespace solvent::python {

namespace {

TableOrder order_of(py::handle slice, py::handle threads, py::handle memory, const Vigil& vigil) {
  TableOrder order;
  if (!slice.is_none())
    order.slice = static_cast<int>(std::min<std::uint64_t>(to_count("slice", slice), 1000));
  const std::uint64_t count =
      threads.is_none() ? std::thread::hardware_concurrency() : to_count("threads", threads);
  if (count < 1 || count > 256)
    throw py::value_error("threads: write a whole number from 1 to 256");
  order.threads = static_cast<int>(count);
  if (!memory.is_none()) order.memory = to_size("memory", memory);
  order.stop = vigil.stop();
  return order;
}

// Built or verified; false only if `progress` has stopped it.
bool build(const Game& game, py::handle folder, py::handle slice, py::handle threads,
           py::handle memory, const py::object& progress) {
  Vigil vigil;
  TableOrder order = order_of(slice, threads, memory, vigil);
  const std::string path = path_of(folder);
  std::mutex mutex;
  std::optional<TableProgress> news;
  order.progress = [&](const TableProgress& p) {
    const std::lock_guard lock(mutex);
    news = p;
  };
  std::optional<Result<bool>> result;
  run_apart(
      vigil, [&] { result = build_table(game.rules, path, order); },
      [&] {
        std::optional<TableProgress> p;
        {
          const std::lock_guard lock(mutex);
          p = std::exchange(news, std::nullopt);
        }
        if (progress.is_none() || !p) return;
        py::dict d;
        d["slice"] = p->slice;
        d["last"] = p->last;
        d["positions"] = p->positions;
        d["later"] = p->later;
        d["done"] = p->done;
        d["seconds"] = p->seconds;
        if (progress(d).ptr() == Py_False) vigil.end();
      });
  return value_or_raise(*std::move(result));
}

bool verify(const Game& game, py::handle folder, py::handle threads, py::handle memory) {
  Vigil vigil;
  const TableOrder order = order_of(py::none(), threads, memory, vigil);
  const std::string path = path_of(folder);
  std::optional<Result<bool>> result;
  run_apart(
      vigil, [&] { result = verify_table(game.rules, path, order); }, [] {});
  return value_or_raise(*std::move(result));
}

std::vector<py::dict> slices(const Game& game, py::handle folder) {
  std::vector<py::dict> out;
  for (const TableSlice& s : value_or_raise(table_slices(game.rules, path_of(folder)))) {
    py::dict d;
    d["slice"] = s.slice;
    d["positions"] = s.positions;
    d["won"] = s.won;
    d["even"] = s.even;
    d["lost"] = s.lost;
    d["sum"] = s.sum;
    py::dict histogram;
    for (const auto& [value, count] : s.histogram) histogram[py::int_(value)] = count;
    d["histogram"] = histogram;
    d["bytes"] = s.bytes;
    out.push_back(d);
  }
  return out;
}

py::dict query(const PyPosition& p, py::handle folder) {
  const TableAnswer answer = value_or_raise(query_table(p.position, path_of(folder)));
  py::dict moves;
  for (const MoveValue& m : answer.moves) moves[py::str(m.move)] = m.lower;
  py::dict d;
  d["value"] = answer.value;
  d["moves"] = moves;
  return d;
}

py::object check_certificate(py::handle file, py::handle database) {
  // A file that is not there is no certificate to judge: Python's own OSError says so.
  py::module_::import("builtins").attr("open")(file, "rb").attr("close")();
  Vigil vigil;
  check::Options options;
  options.threads = std::max(1U, std::thread::hardware_concurrency());
  options.stop = [&] { return vigil.stop()->load(); };
  if (!database.is_none()) options.database = path_of(database);
  const std::string path = path_of(file);
  std::optional<check::CheckResult> result;
  const Stopwatch watch;
  run_apart(
      vigil, [&] { result = check::check_file(path, options); }, [] {});
  return to_python(cli::to_json(*result, watch.seconds(), true));
}

py::dict statistics(py::handle folder) {
  const StoreStatistics all = value_or_raise(store_statistics(path_of(folder)));
  py::list games;
  for (const StoredGame& g : all.games) {
    py::dict d;
    d["game"] = g.game;
    d["outcomes"] = g.outcomes;
    d["entries"] = g.entries;
    d["exact"] = g.exact;
    d["damaged"] = g.damaged;
    d["nodes"] = g.nodes;
    d["readable"] = g.readable;
    games.append(d);
  }
  py::dict out;
  out["bytes"] = all.bytes;
  out["games"] = games;
  return out;
}

std::vector<py::dict> stored(py::handle folder, const std::string& game) {
  std::vector<py::dict> out;
  value_or_raise(each_stored(path_of(folder), game, [&](const StoredPosition& s) {
    py::dict d;
    d["game"] = s.game;
    d["outcomes"] = s.outcomes;
    d["position"] = s.position;
    d["lower"] = s.lower;
    d["upper"] = s.upper;
    d["nodes"] = s.nodes;
    d["date"] = s.date;
    d["version"] = s.version;
    out.push_back(d);
  }));
  return out;
}

py::dict check_store(py::handle folder, py::handle sample, py::handle seconds, py::handle seed) {
  Vigil vigil;
  StoreCheckOrder order{.sample = to_count("sample", sample),
                        .seconds = to_number("time", seconds),
                        .seed = to_count("seed", seed),
                        .stop = vigil.stop()};
  const std::string path = path_of(folder);
  std::optional<Result<StoreCheck>> result;
  run_apart(
      vigil, [&] { result = verify_store(path, order); }, [] {});
  const StoreCheck check = value_or_raise(*std::move(result));
  py::list wrong;
  for (const auto& w : check.wrong) {
    py::dict d;
    d["game"] = w.stored.game;
    d["position"] = w.stored.position;
    d["stored"] = std::pair(w.stored.lower, w.stored.upper);
    d["found"] = std::pair(w.lower, w.upper);
    wrong.append(d);
  }
  py::dict d;
  d["good"] = check.good();
  d["damage"] = check.damage;
  d["entries"] = check.entries;
  d["damaged"] = check.damaged;
  d["unreadable"] = check.unreadable;
  d["right"] = check.right;
  d["open"] = check.open;
  d["wrong"] = wrong;
  return d;
}

std::uint64_t prune(py::handle folder, py::handle to, const std::string& game, bool damaged) {
  PruneOrder order;
  if (!to.is_none()) order.to = to_size("to", to);
  order.game = game;
  order.damaged = damaged;
  return value_or_raise(prune_store(path_of(folder), order));
}

}  // namespace

void add_files(py::module_& m) {
  m.def("build_table", build, py::arg("game"), py::arg("folder"), py::kw_only(),
        py::arg("slice") = py::none(), py::arg("threads") = py::int_(1),
        py::arg("memory") = py::none(), py::arg("progress") = py::none(),
        R"(build_table(game, folder, *, slice=None, threads=1, memory=None, progress=None) -> bool

An endgame database: the value of every position of up to `slice` stones or pieces (None: of all),
for endgame=folder. Slices that are there already are kept. progress(dict) is called now and then;
returning False stops the work, and the result is False then.)");
  m.def("verify_table", verify, py::arg("game"), py::arg("folder"), py::kw_only(),
        py::arg("threads") = py::int_(1), py::arg("memory") = py::none(),
        R"(verify_table(game, folder, *, threads=1, memory=None) -> bool

Every position of a database against its moves; ValueError says what is wrong.)");
  m.def("table_slices", slices, py::arg("game"), py::arg("folder"),
        R"(table_slices(game, folder) -> list[dict]

What a database consists of: positions, won, even and lost ones, a histogram of values, bytes.)");
  m.def("query_table", query, py::arg("position"), py::arg("folder"),
        R"(query_table(position, folder) -> dict

The 'value' of a position and of each of its 'moves' (a dict), from a database.)");
  m.def("check", check_certificate, py::arg("file"), py::kw_only(),
        py::arg("database") = py::none(), R"(check(file, *, database=None) -> dict

Is the file a proof of what it says? 'verdict' is 'verified' (from the rules of the game alone),
'relative' (but for values of an endgame database, which were not checked: 'rests_on' names them),
'refused' or 'unreadable' ('reason' says why); the keys are those of `solvent-check --json --stats`.
With database=DIR the slices that it rests on are computed again.)");
  m.def("store_statistics", statistics, py::arg("folder"), R"(store_statistics(folder) -> dict

What a store holds: 'bytes' and 'games'.)");
  m.def("stored_positions", stored, py::arg("folder"), py::arg("game") = "",
        R"(stored_positions(folder, game='') -> list[dict]

Every position of a store, or of one game of it, the costliest first.)");
  m.def("verify_store", check_store, py::arg("folder"), py::kw_only(),
        py::arg("sample") = py::int_(10), py::arg("time") = py::float_(10.0),
        py::arg("seed") = py::int_(1),
        R"(verify_store(folder, *, sample=10, time=10, seed=1) -> dict

Checks a store and solves a sample of its positions again, at most `time` seconds each.)");
  m.def("prune_store", prune, py::arg("folder"), py::kw_only(), py::arg("to") = py::none(),
        py::arg("game") = "", py::arg("damaged") = false,
        R"(prune_store(folder, *, to=None, game='', damaged=False) -> int

Removes entries of a store, the cheapest first, until it has `to` bytes; or all of a game; or what
is damaged. Returns how many were removed.)");
}

}  // namespace solvent::python
