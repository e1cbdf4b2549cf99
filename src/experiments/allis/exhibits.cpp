// The tables and plots of `allis-awari`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/allis/measured.hpp"

namespace solvent::experiments::allis {

namespace {

using report::Cell;
using report::Number;

std::string count(std::uint64_t n) { return report::with_commas(static_cast<std::int64_t>(n)); }
Cell cell(std::uint64_t n) { return static_cast<std::int64_t>(n); }
Cell shown_factor(std::optional<double> f) {
  return f ? Cell(Number{*f, *f < 9.95 ? 1 : 0}) : Cell(std::string());
}
Cell nodes_or_bound(std::optional<std::uint64_t> nodes, std::uint64_t most) {
  return nodes ? cell(*nodes) : Cell(">" + count(most));
}
Cell shown_alpha_beta(const std::optional<AllisAlphaBeta>& found, std::uint64_t most) {
  return found ? nodes_or_bound(finished(found), most) : Cell(std::string());
}
Cell shown_value(std::optional<int> value) {
  if (!value) return std::string();
  return *value == 0 ? std::string("0") : fmt::format("{:+}", *value);
}

std::string verdict_of(const Row& row) {
  if (!row.pns) return "";
  const AllisPublished& p = *row.published;
  if (row.pns->sum != p.sum || row.pns->largest_search != p.largest_search) return "differs";
  if (row.pns->largest_tree == p.largest_tree) return "equal";
  const double off = per_cent_more(p.largest_tree, row.pns->largest_tree);
  return fmt::format("{} {:+.{}f} %", tree_as_printed(row) ? "equal; tree" : "tree differs:", off,
                     std::abs(off) < 1 ? 2 : 1);
}

report::Table pns_table(const Measured& m) {
  report::Table t{
      .name = "proof-number-search",
      .caption =
          "Proof-number search on the positions of game 5: nodes summed over "
          "the two-valued searches, those of the largest, and its largest tree.",
      .columns = {"position", "value", "database", "sum, paper", "sum", "max pos, paper", "max pos",
                  "max tree, paper", "max tree", "verdict"},
      .rows = {}};
  for (const Row& row : m.rows) {
    const AllisPublished& p = *row.published;
    const auto found = [&](std::uint64_t AllisPns::*member) {
      return row.pns ? cell((*row.pns).*member) : Cell(std::string());
    };
    t.rows.push_back({p.name, shown_value(row.pns ? row.pns->value : std::nullopt),
                      shown_value(row.database), cell(p.sum), found(&AllisPns::sum),
                      cell(p.largest_search), found(&AllisPns::largest_search),
                      p.tree_is_exact ? cell(p.largest_tree) : Cell("≈" + count(p.largest_tree)),
                      found(&AllisPns::largest_tree), verdict_of(row)});
  }
  return t;
}

report::Table alpha_beta_table(const Measured& m) {
  report::Table t{.name = "alpha-beta",
                  .caption =
                      "Alpha-beta on the same positions, without and with a table of 250,000 "
                      "entries, and how many times fewer nodes proof-number search needs.",
                  .columns = {"position", "αβ, paper", "αβ", "αβ + TT, paper", "αβ + TT",
                              "αβ/PNS, paper", "αβ/PNS", "TT/PNS, paper", "TT/PNS"},
                  .rows = {}};
  for (const Row& row : m.rows) {
    const AllisNodes p = theirs(*row.published), o = ours(row);
    t.rows.push_back(
        {row.published->name, nodes_or_bound(p.alpha_beta, kMostAlphaBeta),
         shown_alpha_beta(row.alpha_beta, m.scope.alpha_beta),
         nodes_or_bound(p.with_table, kMostWithTable),
         shown_alpha_beta(row.with_table, m.scope.with_table),
         shown_factor(factor(p.alpha_beta, p.pns)), shown_factor(factor(o.alpha_beta, o.pns)),
         shown_factor(factor(p.with_table, p.pns)), shown_factor(factor(o.with_table, o.pns))});
  }
  return t;
}

report::Table own_table(const Measured& m) {
  report::Table t{.name = "our-games",
                  .caption =
                      "Positions of our own games, backwards from where each reaches the "
                      "database: the mover's pits, then the opponent's.",
                  .columns = {"game", "position", "board", "value", "database", "αβ", "αβ + TT",
                              "PNS, sum", "max pos", "max tree", "αβ/PNS", "TT/PNS"},
                  .rows = {},
                  .long_one = true};
  for (const Own& o : m.own) {
    const AllisNodes n = ours(o);
    t.rows.push_back(
        {std::int64_t{o.game}, o.name, o.board, shown_value(o.pns.value), shown_value(o.database),
         nodes_or_bound(n.alpha_beta, m.scope.game_alpha_beta),
         nodes_or_bound(n.with_table, m.scope.game_with_table), cell(o.pns.sum),
         cell(o.pns.largest_search), cell(o.pns.largest_tree),
         shown_factor(factor(n.alpha_beta, n.pns)), shown_factor(factor(n.with_table, n.pns))});
  }
  return t;
}

report::Table other_games_table() {
  report::Table t{.name = "games-1-to-4",
                  .caption = "Games 1 to 4 as published; the positions are not.",
                  .columns = {"game", "position", "αβ", "αβ + TT", "PNS, sum", "max pos",
                              "max tree", "αβ/PNS", "TT/PNS"},
                  .rows = {},
                  .long_one = true};
  for (const AllisOtherRow& row : allis_other_games()) {
    const AllisNodes n = theirs(row);
    const auto pns = [&](std::uint64_t nodes) {
      return row.solved ? cell(nodes) : Cell(">" + count(nodes));
    };
    t.rows.push_back(
        {std::int64_t{row.game}, row.name, nodes_or_bound(n.alpha_beta, kMostAlphaBeta),
         nodes_or_bound(n.with_table, kMostWithTable), pns(row.sum), pns(row.largest_search),
         pns(row.largest_tree), shown_factor(factor(n.alpha_beta, n.pns)),
         shown_factor(factor(n.with_table, n.pns))});
  }
  return t;
}

void plot_classes(const Measured& m, std::vector<report::Exhibit>& exhibits) {
  struct Source {
    const char* name;
    std::vector<AllisClass> classes;
    bool published;
  };
  const Source sources[] = {{"paper", allis_classes(published_nodes()), true},
                            {"game 5", allis_classes(row_nodes(m)), false},
                            {"our games", allis_classes(own_nodes(m)), false}};
  report::XyPlot plot{.name = "reduction-by-class",
                      .caption =
                          "How many times fewer nodes than alpha-beta: geometric means over "
                          "classes of positions, each class eight times the one before.",
                      .x = {"nodes of alpha-beta", report::Scaling::Log10},
                      .y = {"reduction factor over alpha-beta", report::Scaling::Log2},
                      .series = {}};
  report::Table table{.name = "classes",
                      .caption = "The classes of the plot: positions and mean reduction factors.",
                      .columns = {"nodes of αβ from"},
                      .rows = {}};
  std::map<int, std::vector<Cell>> rows;
  for (const Source& source : sources)
    for (const AllisClass& c : source.classes) rows[c.number];
  for (auto& [number, row] : rows) row.push_back(cell(std::uint64_t{1} << (3 * number)));
  for (const Source& source : sources) {
    if (source.classes.empty()) continue;
    const std::string name = source.name;
    report::Series table_series{"αβ + TT, " + name, {}, true, source.published};
    report::Series pns_series{"PNS, " + name, {}, true, source.published};
    table.columns.insert(table.columns.end(),
                         {name + ": positions", name + ": αβ + TT", name + ": PNS"});
    for (auto& [number, row] : rows) {
      const auto at = std::find_if(source.classes.begin(), source.classes.end(),
                                   [n = number](const AllisClass& c) { return c.number == n; });
      if (at == source.classes.end()) {
        row.insert(row.end(), 3, Cell(std::string()));
        continue;
      }
      const auto mean = [](std::optional<double> f) {
        return f ? Cell(Number{*f, *f < 9.95 ? 1 : 0}) : Cell(std::string());
      };
      row.insert(row.end(), {cell(at->positions), mean(at->with_table), mean(at->pns)});
      if (at->with_table) table_series.points.emplace_back(middle(*at), *at->with_table);
      if (at->pns) pns_series.points.emplace_back(middle(*at), *at->pns);
    }
    plot.series.push_back(std::move(table_series));
    plot.series.push_back(std::move(pns_series));
  }
  for (auto& [number, row] : rows) table.rows.push_back(std::move(row));
  exhibits.emplace_back(std::move(plot));
  exhibits.emplace_back(std::move(table));
}

report::XyPlot position_plot(const Measured& m) {
  report::XyPlot plot{.name = "reduction-by-position",
                      .caption =
                          "The positions behind the classes: how many times fewer nodes "
                          "proof-number search needs than alpha-beta.",
                      .x = {"nodes of alpha-beta", report::Scaling::Log10},
                      .y = {"nodes of alpha-beta / nodes of PNS", report::Scaling::Log2},
                      .series = {}};
  const auto add = [&](const char* name, const std::vector<AllisNodes>& nodes, bool published) {
    report::Series series{name, {}, false, published};
    for (const AllisNodes& n : nodes)
      if (const auto f = factor(n.alpha_beta, n.pns))
        series.points.emplace_back(static_cast<double>(*n.alpha_beta), *f);
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  };
  add("paper, five games", published_nodes(), true);
  add("game 5", row_nodes(m), false);
  add("our games", own_nodes(m), false);
  return plot;
}

}  // namespace

std::vector<report::Exhibit> allis_exhibits(const Measured& m) {
  std::vector<report::Exhibit> exhibits{pns_table(m), alpha_beta_table(m)};
  plot_classes(m, exhibits);
  exhibits.emplace_back(position_plot(m));
  if (!m.own.empty()) exhibits.emplace_back(own_table(m));
  exhibits.emplace_back(other_games_table());
  return exhibits;
}

}  // namespace solvent::experiments::allis
