// The table of threads: whole solves, by the library's own API.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "base/rng.hpp"
#include "scaling.hpp"
#include "solvent/solvent.hpp"

namespace solvent::scaling {

namespace {

template <class T>
T good(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "scaling: {}\n", result.error().message);
  std::exit(2);
}

// A row: its positions are solved one after another, each from scratch.
struct Row {
  std::string name, spec, outcomes, algorithm;
  std::function<std::vector<Position>(const Ruleset&)> positions;
  int endgame = 0;  // stones of a database that is built for it; 0: none
};

std::vector<Position> the_start(const Ruleset& game) { return {game.start()}; }

// Does one thread make so many nodes for its value?
bool hard(const Ruleset& game, const Position& p, const char* algorithm, std::uint64_t nodes) {
  Options options;
  options.algorithm = algorithm;
  options.line = false;
  options.limits.nodes = nodes;
  return good(Solver::make(game, options)).solve(p).status == Status::NodeLimit;
}

// After exactly so many random moves, neither ended nor won in one move, and not solved within so
// many nodes; of the seeds 1, 2, ...
auto random_play(int plies, std::size_t count, const char* algorithm = "auto",
                 std::uint64_t nodes = 0) {
  return [=](const Ruleset& game) {
    std::vector<Position> out;
    for (int seed = 1; out.size() < count; ++seed) {
      Rng rng(static_cast<std::uint64_t>(seed));
      const auto any = [&](const std::vector<std::string>& moves) {
        return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      };
      const auto quiet = [](const Position& p) {
        if (p.ended()) return false;
        const auto moves = p.moves();
        return std::ranges::none_of(moves,
                                    [&](const std::string& m) { return good(p.play(m)).ended(); });
      };
      Position p = game.start();
      do {
        p = game.start();
        for (int ply = 0; ply < plies && !p.ended(); ++ply) p = good(p.play(any(p.moves())));
      } while (!quiet(p));
      if (nodes > 0 && !hard(game, p, algorithm, nodes)) continue;
      print("  seed {}: {}\n", seed, p.text());
      out.push_back(p);
    }
    return out;
  };
}
// Awari boards with so many stones anywhere, of the seeds 1, 2, ...
auto random_boards(int stones, int count) {
  return [=](const Ruleset& game) {
    std::vector<Position> out;
    for (int seed = 1; seed <= count; ++seed) {
      Rng rng(static_cast<std::uint64_t>(seed));
      int pits[12] = {};
      for (int k = 0; k < stones; ++k) ++pits[rng.below(12)];
      std::string text;
      for (int pit = 0; pit < 12; ++pit)
        text += fmt::format("{}{}", pit == 0 ? "" : pit == 6 ? "|" : " ", pits[pit]);
      print("  seed {}: {}\n", seed, text);
      out.push_back(good(game.parse(text)));
    }
    return out;
  };
}
auto lines_of(const std::string& file) {
  return [=](const Ruleset& game) {
    std::vector<Position> out;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
      if (!line.empty()) out.push_back(good(game.parse(line.substr(0, line.find(';')))));
    if (out.empty()) Words::fail(file, "--obf wants a file of Othello positions, a line each");
    return out;
  };
}

std::vector<Row> all_rows(const Words& words) {
  std::vector<Row> rows = {
      {"empty 7x6", "connect4", "score", "negascout", the_start},
      {"empty 8x5", "connect4:8x5", "score", "negascout", the_start},
      {"empty 6x7", "connect4:6x7", "score", "negascout", the_start},
      {"middle negascout", "connect4", "score", "negascout",
       random_play(8, 10, "negascout", 2'000'000)},
      {"middle dfpn", "connect4", "score", "dfpn", random_play(10, 10, "dfpn", 4'000'000)},
      {"middle pns", "connect4", "wld", "pns", random_play(12, 10)},
      {"kalah 6,4", "kalah:6,4", "score", "negascout", random_play(16, 3)},
      {"awari", "awari", "score", "auto", random_boards(13, 10), 9},
      {"mnk", "mnk:6,6,5", "wld", "dfpn", the_start},
  };
  if (const std::string file = words.text("obf"); !file.empty())
    rows.push_back({"othello", "othello", "score", "auto", lines_of(file)});
  return rows;
}

struct Taken {
  double wall = 0, cpu = 0;
};
Taken solve_all(const Row& row, const Ruleset& game, const std::vector<Position>& positions,
                const std::string& database, int threads, const Words& words) {
  Options options;
  options.algorithm = row.algorithm;
  options.line = false;
  options.threads = static_cast<std::uint64_t>(threads);
  if (row.algorithm != "pns")
    options.table_size = static_cast<std::uint64_t>(words.number("table", 1024)) << 20;
  options.endgame = database;
  Taken all;
  for (const Position& p : positions) {
    const Answer answer = good(Solver::make(game, options)).solve(p);
    if (answer.status != Status::Solved) print("  {} is not solved\n", p.text());
    all.wall += answer.seconds;
    all.cpu += answer.cpu_seconds;
  }
  return all;
}

// As many separate solves at the same time, each with one thread: what they lose against one alone
// the machine takes, and no search can give it back.
Taken solve_apart(const Row& row, const Ruleset& game, const std::vector<Position>& positions,
                  const std::string& database, int threads, const Words& words) {
  std::vector<Taken> all(static_cast<std::size_t>(threads));
  {
    std::vector<std::jthread> others;
    for (Taken& t : all)
      others.emplace_back([&] { t = solve_all(row, game, positions, database, 1, words); });
  }
  return *std::ranges::max_element(all, {}, &Taken::wall);
}

double median(const std::vector<Taken>& all, double Taken::*of) {
  std::vector<double> values;
  for (const Taken& t : all) values.push_back(t.*of);
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// A folder that is gone at the end.
struct Folder {
  std::string path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "scaling-XXXXXX").string();
    path = mkdtemp(name.data()) == nullptr ? std::string() : name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

}  // namespace

report::Report real(const Words& words) {
  const auto runs = static_cast<int>(words.number("runs", 5, 1));
  const auto threads = static_cast<int>(words.number("threads", 2, 2));
  report::Report out{
      .name = "scaling-real",
      .title = "Threads",
      .source = {},
      .question = "How much faster is a solve with several threads?",
      .protocol = {fmt::format("Medians of {}; the runs with one thread and with {} take turns. "
                               "Seconds by the clock, and of the processors, of all threads "
                               "together, user and system. The most that the machine has to give: "
                               "{} separate solves at the same time against one after another.",
                               runs, threads, threads)},
      .figures = {},
      .exhibits = {}};
  report::Table table{.name = "real",
                      .caption = "Solves with one thread and with more.",
                      .columns = {"row", "algorithm", "threads", "one", "more", "speed-up",
                                  "at most", "one, cpu", "more, cpu"},
                      .rows = {}};
  const std::vector<Row> rows = all_rows(words);
  std::vector<std::string> names;
  for (const Row& row : rows) names.push_back(row.name);
  words.check_rows(names);
  for (const Row& row : rows) {
    if (!words.chosen(row.name)) continue;
    print("{}\n", row.name);
    const Ruleset game = good(Ruleset::make(row.spec, row.outcomes));
    const std::vector<Position> positions = row.positions(game);
    const Folder folder;
    if (row.endgame > 0) good(build_table(game, folder.path, {.slice = row.endgame}));
    const std::string database = row.endgame > 0 ? folder.path : "";
    std::vector<Taken> one, more, apart;
    for (int k = 0; k < runs; ++k) {
      one.push_back(solve_all(row, game, positions, database, 1, words));
      more.push_back(solve_all(row, game, positions, database, threads, words));
      apart.push_back(solve_apart(row, game, positions, database, threads, words));
    }
    const double a = median(one, &Taken::wall), b = median(more, &Taken::wall);
    const double c = median(one, &Taken::cpu), d = median(more, &Taken::cpu);
    const double most = threads * a / median(apart, &Taken::wall);
    table.rows.push_back({row.name, row.algorithm, whole(threads), report::Number{a},
                          report::Number{b}, report::Number{a / b}, report::Number{most},
                          report::Number{c}, report::Number{d}});
    print(
        "  one thread {:.2f} s (cpu {:.2f}), {} threads {:.2f} s (cpu {:.2f}): {:.2f} of {:.2f}\n",
        a, c, threads, b, d, a / b, most);
  }
  out.exhibits.emplace_back(std::move(table));
  return out;
}

}  // namespace solvent::scaling
