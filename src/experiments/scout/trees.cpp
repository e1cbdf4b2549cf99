#include "experiments/scout/trees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace solvent::experiments {

namespace {

using namespace scout;

const Record* at(const Records& records, const std::string& key) {
  const auto found = records.find(key);
  return found == records.end() ? nullptr : &found->second;
}
double ratio(const Record& r, Search s) { return r.at("ratio").at(s).get<double>(); }
std::uint64_t number(const Record& r, const char* name, std::size_t k) {
  return r.at(name).at(k).get<std::uint64_t>();
}

void report_minimal(const Setting& setting, const Records& records, report::Report& out) {
  report::Table table{"minimal",
                      "Nodes and leaves on perfectly ordered trees, by formula and as counted; the "
                      "last two columns are the library's searches.",
                      {"b", "l", "TEST nodes, formula", "TEST", "alpha-beta nodes, formula",
                       "alpha-beta", "leaves, formula", "alpha-beta leaves", "SCOUT leaves",
                       "NegaScout leaves", "library alpha-beta", "library TEST"},
                      {},
                      true};
  std::int64_t pairs = 0, even = 0, test = 0, nodes = 0, leaves = 0, others = 0;
  for (const Minimal& tree : minimal_trees(setting)) {
    const auto [b, l] = tree;
    const Record* r = at(records, tree.key());
    if (r == nullptr) continue;
    const auto all = [&](std::initializer_list<const char*> names, std::size_t k,
                         std::uint64_t expected) {
      return std::all_of(names.begin(), names.end(),
                         [&](const char* n) { return number(*r, n, k) == expected; });
    };
    const bool is_even = l % 2 == 0;
    const std::uint64_t least_nodes = least_alpha_beta_nodes(b, l),
                        least_leaves = least_alpha_beta_leaves(b, l);
    ++pairs;
    even += is_even;
    test += is_even && all({"test", "engine test"}, 0, least_test_nodes(b, l));
    nodes += all({"alpha-beta", "engine alpha-beta"}, 0, least_nodes);
    leaves += all({"alpha-beta", "engine alpha-beta"}, 1, least_leaves);
    others += all({"scout", "negascout", "engine scout", "engine negascout"}, 0, least_nodes) &&
              all({"scout", "negascout", "engine scout", "engine negascout"}, 1, least_leaves);
    const auto count = [](std::uint64_t n) { return report::Cell(static_cast<std::int64_t>(n)); };
    const auto seen = [&](const char* name, std::size_t k) { return count(number(*r, name, k)); };
    table.rows.push_back({std::int64_t{b}, std::int64_t{l},
                          is_even ? count(least_test_nodes(b, l)) : report::Cell(""),
                          seen("test", 0), count(least_nodes), seen("alpha-beta", 0),
                          count(least_leaves), seen("alpha-beta", 1), seen("scout", 1),
                          seen("negascout", 1), seen("engine alpha-beta", 0),
                          seen("engine test", 0)});
  }
  out.exhibits.emplace_back(std::move(table));
  const auto of = [](std::int64_t n, std::int64_t all) { return fmt::format("{} of {}", n, all); };
  if (pairs == 0) return;
  out.figures.push_back(report::compare(
      "TEST's least nodes, 2(b^(l/2+1)-1)/(b-1) - b^(l/2), l even: pairs (b, l) that agree",
      of(even, even), of(test, even), "must be equal"));
  out.figures.push_back(
      report::compare("alpha-beta's least nodes, sum of b^⌈i/2⌉ + b^⌊i/2⌋ - 1 for i = 0..l",
                      of(pairs, pairs), of(nodes, pairs), "must be equal"));
  out.figures.push_back(report::compare("alpha-beta's least leaves, b^⌈l/2⌉ + b^⌊l/2⌋ - 1",
                                        of(pairs, pairs), of(leaves, pairs), "must be equal"));
  out.figures.push_back(report::ours_alone("SCOUT and NegaScout look at that same minimal tree",
                                           of(others, pairs),
                                           "nodes and leaves, plain and by the library"));
}

report::XyPlot branching_plot(Kind kind,
                              const std::vector<std::pair<Shape, const Record*>>& found) {
  const std::string name = kKinds[static_cast<int>(kind)];
  report::XyPlot plot{name,
                      fmt::format("Leaves on {} trees, as a share of alpha-beta's, against the "
                                  "branching factor.",
                                  name),
                      {"branching factor", report::Scaling::Log10},
                      {"leaves / leaves of alpha-beta"},
                      {}};
  for (const auto& [s, depths] : {std::pair{kScout, std::vector{3, 4, 5}},
                                  {kNegaScout, {3, 4, 5}},
                                  {kTestTrue, {4}},
                                  {kTestFalse, {4}}})
    for (const int d : depths) {
      report::Series series{fmt::format("{}, depth {}", kLabels[s], d), {}, true};
      for (const auto& [shape, r] : found)
        if (shape.kind == kind && shape.d == d) series.points.emplace_back(shape.b, ratio(*r, s));
      std::sort(series.points.begin(), series.points.end());
      plot.series.push_back(std::move(series));
    }
  return plot;
}

void judge_random(const std::vector<std::pair<Shape, const Record*>>& found, report::Report& out) {
  const auto find = [&](Kind kind, int b, int d) -> const Record* {
    for (const auto& [shape, r] : found)
      if (shape.kind == kind && shape.b == b && shape.d == d) return r;
    return nullptr;
  };
  for (const Kind kind : {Kind::Uniform, Kind::Correlated}) {
    double sum = 0, least = 1e9, most = -1e9;
    int shapes = 0;
    std::string where_least, where_most;
    for (const auto& [shape, r] : found) {
      if (shape.kind != kind || shape.b < 20 || shape.b > 60 || shape.d < 3) continue;
      const double saved = 100 * (1 - ratio(*r, kNegaScout));
      const std::string here = fmt::format("b {}, depth {}", shape.b, shape.d);
      ++shapes;
      sum += saved;
      if (saved < least) least = saved, where_least = here;
      if (saved > most) most = saved, where_most = here;
    }
    if (shapes == 0) continue;
    const double mean = sum / shapes;
    const std::string ours =
        fmt::format("{:.1f} % on average over {} shapes, {:.1f} % ({}) to {:.1f} % ({})", mean,
                    shapes, least, where_least, most, where_most);
    if (kind == Kind::Uniform)
      out.figures.push_back(report::finding(report::claim(
          "NegaScout's saving in leaves on uniform trees of branching 20 to 60", "about 10 to 20 %",
          ours, mean >= 10 && mean <= 20,
          "judged by the average over depths 3 and more; the notes do not say which depths")));
    else
      out.figures.push_back(report::ours_alone("the same on correlated trees", ours));
  }
  for (const Kind kind : {Kind::Uniform, Kind::Correlated})
    for (const auto& trees : {std::span(kSmallTrees), std::span(kLargeTrees)}) {
      std::string shapes, ours;
      std::vector<double> ratios;
      for (const auto& [b, d] : trees)
        if (const Record* r = find(kind, b, d)) {
          const char* bar = ours.empty() ? "" : ", ";
          ratios.push_back(ratio(*r, kScout));
          shapes += fmt::format("{}{}^{}", bar, b, d);
          ours += fmt::format("{}{:.2f}", bar, ratios.back());
        }
      if (ratios.size() < 2) continue;
      out.figures.push_back(report::claim(
          fmt::format("SCOUT prefers skinny trees: its leaves / alpha-beta's on {} trees of one "
                      "size, {}",
                      kKinds[static_cast<int>(kind)], shapes),
          "better on deep and narrow ones", ours, std::is_sorted(ratios.begin(), ratios.end()),
          "judged by whether the ratio rises with the branching factor; not explained"));
    }
}

void report_random(const Setting& setting, const Records& records, bool complete,
                   report::Report& out) {
  std::vector<std::pair<Shape, const Record*>> found;
  for (const Shape& shape : shapes(setting))
    if (const Record* r = at(records, shape.key())) found.emplace_back(shape, r);
  if (complete) judge_random(found, out);
  for (const Kind kind : {Kind::Uniform, Kind::Correlated}) {
    out.exhibits.emplace_back(branching_plot(kind, found));
    report::Table table{
        fmt::format("{}-leaves", kKinds[static_cast<int>(kind)]),
        fmt::format("Mean ratios to alpha-beta's leaves on {} trees (± one standard error for "
                    "NegaScout).",
                    kKinds[static_cast<int>(kind)]),
        {"b", "depth", "trees", "alpha-beta leaves, mean", "SCOUT", "NegaScout", "±", "TEST, true",
         "TEST, false"},
        {}};
    for (const auto& [shape, r] : found)
      if (shape.kind == kind)
        table.rows.push_back(
            {std::int64_t{shape.b}, std::int64_t{shape.d}, static_cast<std::int64_t>(shape.seeds),
             static_cast<std::int64_t>(number(*r, "leaves", kAlphaBeta) / shape.seeds),
             report::Number{ratio(*r, kScout), 3}, report::Number{ratio(*r, kNegaScout), 3},
             report::Number{r->at("error").at(kNegaScout).get<double>(), 3},
             report::Number{ratio(*r, kTestTrue), 3}, report::Number{ratio(*r, kTestFalse), 3}});
    out.exhibits.emplace_back(std::move(table));
  }
  report::Table library{
      "library",
      "The library's searches on `random:` with 256 outcomes, without a table: "
      "sums of leaves, and their ratio to alpha-beta's.",
      {"b", "depth", "trees", "alpha-beta", "SCOUT", "NegaScout", "SCOUT ratio", "NegaScout ratio"},
      {}};
  for (const Library& run : library_runs(setting))
    if (const Record* r = at(records, run.key())) {
      std::vector<report::Cell> row{std::int64_t{run.b}, std::int64_t{run.d},
                                    static_cast<std::int64_t>(run.seeds)};
      for (const Search s : {kAlphaBeta, kScout, kNegaScout})
        row.emplace_back(static_cast<std::int64_t>(number(*r, "leaves", s)));
      for (const Search s : {kScout, kNegaScout})
        row.emplace_back(report::Number{static_cast<double>(number(*r, "leaves", s)) /
                                            static_cast<double>(number(*r, "leaves", kAlphaBeta)),
                                        3});
      library.rows.push_back(std::move(row));
    }
  out.exhibits.emplace_back(std::move(library));
}

// "16 % more", of what takes 1.16 times as much.
std::string saving(double share) {
  return fmt::format("{:.0f} % {}", 100 * std::abs(1 - share), share > 1 ? "more" : "less");
}

void report_kalah(const Setting& setting, const Records& records, report::Report& out) {
  report::Table table{
      "kalah",
      "Kalah(6,4) to a fixed depth: what SCOUT and NegaScout take, as a share of "
      "alpha-beta's.",
      {"depth", "moves", "positions", "alpha-beta leaves, mean", "SCOUT leaves", "SCOUT nodes",
       "SCOUT CPU", "NegaScout leaves", "NegaScout nodes", "NegaScout CPU"},
      {}};
  for (const KalahRun& run : kalah_runs(setting)) {
    const Record* r = at(records, run.key());
    if (r == nullptr) continue;
    const auto share = [&](const char* what, Search s) {
      return r->at(what).at(s).get<double>() / r->at(what).at(kAlphaBeta).get<double>();
    };
    std::vector<report::Cell> row{
        std::int64_t{run.depth}, run.ordered ? "ordered" : "as listed",
        static_cast<std::int64_t>(run.positions),
        static_cast<std::int64_t>(number(*r, "leaves", kAlphaBeta) / run.positions)};
    for (const Search s : {kScout, kNegaScout})
      for (const char* what : {"leaves", "nodes", "seconds"})
        row.emplace_back(report::Number{share(what, s), 3});
    table.rows.push_back(std::move(row));
    if (run.depth != 5) continue;
    out.figures.push_back(report::incomparable(
        fmt::format("SCOUT on Kalah, depth 5, moves {}: time saved against alpha-beta",
                    run.ordered ? "ordered by what they bring" : "as listed"),
        "over 40 %",
        fmt::format("{} CPU time, {} leaves", saving(share("seconds", kScout)),
                    saving(share("leaves", kScout))),
        "one timing; and the notes do not say which Kalah, evaluation and order were used"));
  }
  out.exhibits.emplace_back(std::move(table));
}

class ScoutTrees final : public Experiment {
 public:
  std::string name() const override { return kName; }
  std::string summary() const override {
    return "TEST, SCOUT, alpha-beta and NegaScout on random and ordered trees and on Kalah";
  }

  std::vector<Task> tasks(const Setting& setting) const override {
    std::vector<Task> out;
    for (const Minimal& tree : minimal_trees(setting))
      out.push_back({tree.key(), 1e-7 * std::pow(tree.b, (tree.l + 1) / 2),
                     [tree](const Bench&) { return measure(tree); }});
    for (const Shape& shape : shapes(setting))
      out.push_back({shape.key(), 7e-8 * cost(shape.b, shape.d) * static_cast<double>(shape.seeds),
                     [shape](const Bench& bench) { return measure(shape, bench); }});
    for (const Library& run : library_runs(setting))
      out.push_back({run.key(), 2e-7 * cost(run.b, run.d) * static_cast<double>(run.seeds),
                     [run](const Bench& bench) { return measure(run, bench); }});
    for (const KalahRun& run : kalah_runs(setting))
      out.push_back({run.key(),
                     1e-7 * std::pow(3.3, run.depth) * static_cast<double>(run.positions),
                     [run](const Bench& bench) { return measure(run, bench); }});
    return out;
  }

  report::Report report(const Setting& setting, const Records& records) const override {
    report::Report out;
    out.name = kName;
    out.title = "TEST, SCOUT, alpha-beta and NegaScout";
    out.source =
        "T.-s. Hsu: Theory of computer games, course notes (2014); after D. E. Knuth and R. W. "
        "Moore: An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975) 293-326, and "
        "J. Pearl: SCOUT: a simple game-searching algorithm with proven optimal properties, "
        "First National Conference on Artificial Intelligence (AAAI, 1980) 143-145";
    out.question =
        "How many leaves do SCOUT, NegaScout and a single TEST look at in comparison with "
        "alpha-beta, and how many at the very least?";
    out.protocol = {
        "Random trees are complete, b moves a node, Max first, and nothing is known of their "
        "order. "
        "Uniform: every leaf draws 31 bits of its own. Correlated: every edge draws 0..127 for Max "
        "and -127..0 for Min, and a leaf is the sum on its path. All searches are in their plain "
        "form: no table, no deepening, no ordering; a leaf counts each time it is looked at, but a "
        "leaf that a TEST has just valued is not valued again. TEST is asked once what is just "
        "true "
        "of the root's value (at least so much) and once what is just false (more). Ratios are "
        "means over trees.",
        "Minimal trees: the first move is always the best, the others lose 1 to 1000. The "
        "library's searches do the same on trees all of whose leaves are draws, inside the scale, "
        "so that no cut comes from the scale's ends.",
        fmt::format("Kalah(6,4): random positions after {} plies from seed {}, searched to a fixed "
                    "number of moves (an extra turn is one), a leaf is worth the difference of the "
                    "stores; moves as the rules list them, or ordered by the stores after them. "
                    "These searches are part of the experiment: the library knows no heuristic "
                    "values.",
                    kKalahPlies, setting.seed)};
    for (const Task& task : tasks(setting)) {
      ++out.planned;
      out.measured += records.count(task.key);
    }
    const bool complete = out.measured == out.planned;
    report_minimal(setting, records, out);
    report_random(setting, records, complete, out);
    report_kalah(setting, records, out);
    if (!complete) out.notes.emplace_back("Not everything is measured yet: verdicts are missing.");
    if (setting.size == Size::Quick)
      out.notes.emplace_back("This is the quick size, for tests: few and small trees.");
    return out;
  }
};

}  // namespace

std::unique_ptr<Experiment> make_scout_trees() { return std::make_unique<ScoutTrees>(); }

}  // namespace solvent::experiments
