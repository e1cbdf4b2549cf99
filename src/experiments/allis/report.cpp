// What the records of `allis-awari` come to, beside the paper's figures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.hpp"
#include "experiments/allis/measured.hpp"

namespace solvent::experiments {

using namespace allis;

namespace {

using report::Figure;

constexpr std::size_t kEnough = 20;         // positions to judge a tendency by
constexpr std::uint64_t kSmallest = 1'000;  // nodes: the paper's claims are about larger ones
const std::string kUnexplained = "not explained";

std::string count(std::uint64_t n) { return report::with_commas(static_cast<std::int64_t>(n)); }

// By how much proof-number search needs fewer nodes, on positions of more than so many.
struct Factors {
  std::size_t count = 0;
  double least = 0, most = 0;
  std::vector<std::pair<double, double>> by_size{};  // nodes of the other search, factor
  std::string range() const {
    const auto words = [](double f) { return fmt::format("{:.{}f}", f, f < 9.95 ? 1 : 0); };
    return count == 0 ? "none" : words(least) + " to " + words(most);
  }
};
Factors factors(const std::vector<AllisNodes>& positions, bool with_table) {
  Factors all;
  for (const AllisNodes& p : positions) {
    const auto other = with_table ? p.with_table : p.alpha_beta;
    const auto f = factor(other, p.pns);
    if (!f || *p.pns <= kSmallest) continue;
    all.least = all.count == 0 ? *f : std::min(all.least, *f);
    all.most = std::max(all.most, *f);
    ++all.count;
    all.by_size.emplace_back(static_cast<double>(*other), *f);
  }
  return all;
}

// The one row that an independent program has as we have it.
std::string why(const Row& row) {
  const bool known = std::string_view(row.published->name) == "46 S" && row.pns->sum == 2'114'054;
  return known ? "an independent program has our figure too; " + kUnexplained : kUnexplained;
}

// "28 of 29", and a figure for each row that differs.
struct Tally {
  std::size_t rows = 0, equal = 0;
  std::vector<Figure> exceptions{};
  void add(bool is_equal, Figure figure) {
    ++rows;
    equal += is_equal;
    if (!is_equal) exceptions.push_back(std::move(figure));
  }
  void append(std::vector<Figure>& figures, std::string what, bool printed = true) const {
    if (rows == 0) return;
    const std::string all = fmt::format("{0} of {0}", rows),
                      some = fmt::format("{} of {}", equal, rows);
    figures.push_back(printed ? report::compare(std::move(what), all, some, "the others follow")
                              : report::claim(std::move(what), "", some, equal == rows));
    figures.insert(figures.end(), exceptions.begin(), exceptions.end());
  }
};

void compare_rows(const Measured& m, std::vector<Figure>& figures) {
  Tally sums, searches, exact_trees, trees;
  double least = 0, most = 0;
  for (const Row& row : m.rows) {
    if (!row.pns) continue;
    const AllisPublished& p = *row.published;
    const auto figure = [&](const char* what, std::uint64_t theirs, std::uint64_t found,
                            double per_cent) {
      return report::compare(fmt::format("{}, {}", p.name, what), static_cast<std::int64_t>(theirs),
                             static_cast<std::int64_t>(found), per_cent, why(row));
    };
    sums.add(row.pns->sum == p.sum, figure("PNS, sum", p.sum, row.pns->sum, 0));
    searches.add(row.pns->largest_search == p.largest_search,
                 figure("PNS, max pos", p.largest_search, row.pns->largest_search, 0));
    Figure tree = figure("PNS, max tree", p.largest_tree, row.pns->largest_tree, kRounded);
    if (p.tree_is_exact) {
      exact_trees.add(tree_as_printed(row), std::move(tree));
      continue;
    }
    tree.published = "≈" + tree.published;
    const double off = per_cent_more(p.largest_tree, row.pns->largest_tree);
    if (tree_as_printed(row)) {
      least = trees.equal == 0 ? off : std::min(least, off);
      most = trees.equal == 0 ? off : std::max(most, off);
    }
    trees.add(tree_as_printed(row), std::move(tree));
  }
  sums.append(figures, "PNS, sum: rows as printed");
  if (sums.rows > 0) figures[figures.size() - 1 - sums.exceptions.size()].finding = true;
  searches.append(figures, "PNS, max pos: rows as printed");
  exact_trees.append(figures, "PNS, max tree: rows as printed");
  trees.append(figures, "PNS, max tree: ≈ rows within 5 %");
  if (trees.equal > 0)
    figures.push_back(report::ours_alone("PNS, max tree: above the ≈ rows within 5 % by",
                                         fmt::format("{:.2f} to {:.1f} %", least, most)));
}

void compare_values(const Measured& m, std::vector<Figure>& figures) {
  Tally stated, stored;
  for (const Row& row : m.rows) {
    const auto each = [&](Tally& tally, const char* by, int expected, const auto& search) {
      if (!search || !search->value) return;
      tally.add(expected == *search->value,
                report::compare(fmt::format("{}, value by {}", row.published->name, by),
                                fmt::format("{:+}", expected), fmt::format("{:+}", *search->value),
                                kUnexplained));
    };
    each(stated, "PNS", row.published->value, row.pns);
    each(stated, "αβ", row.published->value, row.alpha_beta);
    each(stated, "αβ + TT", row.published->value, row.with_table);
    if (row.database) each(stored, "PNS", *row.database, row.pns);
  }
  stated.append(figures, "PNS, αβ and αβ + TT find the values of the rows", false);
  stored.append(figures,
                fmt::format("PNS finds the values of a database of {} stones", m.scope.stones),
                false);
  const auto move = [&](const char* what, int published, std::optional<int> found,
                        std::optional<int> in_database) {
    const auto any = found ? found : in_database;
    if (!any) return;
    Figure f = report::compare(what, fmt::format("{:+}", published), fmt::format("{:+}", *any),
                               kUnexplained);
    if (found && in_database && found != in_database)
      f = report::compare(what, f.published, fmt::format("{:+} and {:+}", *found, *in_database),
                          "PNS and the database disagree");
    figures.push_back(std::move(f));
  };
  move("51.B1, the win that South missed, net stones", 15, m.best, m.best_stored);
  move("51.A1, as played, net stones", 11, m.played, m.played_stored);
}

void compare_alpha_beta(const Measured& m, std::vector<Figure>& figures) {
  for (const bool with_table : {false, true}) {
    const std::string search = with_table ? "αβ + TT" : "αβ";
    std::size_t rows = 0, equal = 0, all = 0;
    for (const Row& row : m.rows) {
      const auto printed =
          with_table ? theirs(*row.published).with_table : theirs(*row.published).alpha_beta;
      const auto found = finished(with_table ? row.with_table : row.alpha_beta);
      rows += printed && found;
      equal += printed && found && printed == found;
    }
    if (rows > 0)
      figures.push_back(report::compare(search + ": rows as printed, of those finished",
                                        fmt::format("{0} of {0}", rows),
                                        fmt::format("{} of {}", equal, rows),
                                        "the paper says too little of its alpha-beta for equal "
                                        "counts"));
    const Factors f = factors(row_nodes(m), with_table);
    if (f.count == 0) continue;
    for (const AllisPublished& row : allis_published()) all += row.sum > kSmallest;
    const std::string what = search + " / PNS, rows of more than 1,000 PNS nodes";
    const std::string of =
        fmt::format("{} of {} rows; the others were given up or are missing", f.count, all);
    // The paper left two of these rows open, and we leave at most one more.
    if (f.count + 3 >= all)
      figures.push_back(
          report::compare(what, with_table ? "2 to 75" : "8 to 560", f.range(),
                          fmt::format("our {} needs other counts than theirs; {}", search, of)));
    else
      figures.push_back(report::ours_alone(what, f.range(), of));
    figures.push_back(report::finding(
        report::claim(fmt::format("PNS needs fewer nodes than {} on each of these", search), "yes",
                      fmt::format("{} rows, {} times fewer", f.count, f.range()), f.least > 1)));
  }
}

// Does the factor grow with the tree? By ranks, so that no scale has to be chosen. It is said to if
// chance would do as much in one case of twenty: r * sqrt(n - 1) is then above 1.645.
void compare_growth(const Measured& m, std::vector<Figure>& figures) {
  std::vector<AllisNodes> game5, all = row_nodes(m);
  const std::vector<AllisNodes> own = own_nodes(m);
  for (const AllisPublished& row : allis_published()) game5.push_back(theirs(row));
  all.insert(all.end(), own.begin(), own.end());
  const auto words = [](const Factors& f, double r) {
    return fmt::format("rank correlation {:.2f}, {}", r, counted(f.count, "position"));
  };
  for (const bool with_table : {false, true}) {
    const std::string what = with_table ? "αβ + TT / PNS" : "αβ / PNS";
    const Factors printed = factors(published_nodes(), with_table),
                  found = factors(all, with_table);
    const auto theirs = rank_correlation(printed.by_size), ours = rank_correlation(found.by_size);
    if (theirs && ours && found.count >= kEnough)
      figures.push_back(
          report::claim(what + " grows with the tree: their five games, game 5 and our games",
                        words(printed, *theirs), words(found, *ours),
                        *ours * std::sqrt(static_cast<double>(found.count - 1)) > 1.645,
                        "of size and factor, positions of more than 1,000 PNS nodes"));
    const Factors of5 = factors(game5, with_table), found5 = factors(row_nodes(m), with_table);
    const auto theirs5 = rank_correlation(of5.by_size), ours5 = rank_correlation(found5.by_size);
    if (theirs5 && ours5 && found5.count >= kEnough)
      figures.push_back(report::ours_alone(
          what + " and the tree: game 5 alone", words(found5, *ours5),
          fmt::format("by the paper's table {:.2f}: there it does not grow", *theirs5)));
  }
}

void compare_own(const Measured& m, std::vector<Figure>& figures) {
  if (m.games == 0) return;
  std::size_t by_alpha_beta = 0, by_table = 0, agree = 0, compared = 0, stored = 0, as_stored = 0;
  for (const Own& o : m.own) {
    by_alpha_beta += o.alpha_beta.value.has_value();
    by_table += o.with_table.value.has_value();
    for (const auto& value : {o.alpha_beta.value, o.with_table.value}) {
      compared += value.has_value();
      agree += value && value == o.pns.value;
    }
    stored += o.database.has_value();
    as_stored += o.database && o.database == o.pns.value;
  }
  figures.push_back(report::ours_alone(
      "our games: positions solved by PNS, αβ, αβ + TT",
      fmt::format("{}, {}, {}", m.own.size(), by_alpha_beta, by_table),
      fmt::format("{}; {} more did not come down to 13 stones",
                  counted(static_cast<std::uint64_t>(m.games), "game"), m.passed_over)));
  figures.push_back(report::claim("our games: alpha-beta finds the values of PNS", "",
                                  fmt::format("{} of {}", agree, compared), agree == compared));
  figures.push_back(report::claim(
      fmt::format("our games: PNS finds the values of a database of {} stones", m.scope.stones), "",
      fmt::format("{} of {}", as_stored, stored), as_stored == stored));
  for (const bool with_table : {false, true})
    if (const Factors f = factors(own_nodes(m), with_table); f.count > 0)
      figures.push_back(report::ours_alone(
          fmt::format("our games: {} / PNS, positions of more than 1,000 PNS nodes",
                      with_table ? "αβ + TT" : "αβ"),
          f.range(), counted(f.count, "position")));
}

std::vector<std::string> protocol(const Measured& m) {
  const AllisScope& s = m.scope;
  return {
      "Positions of a match game are taken backwards from where it reaches a database of 13 stones "
      "and each is solved for its exact value, net stones of those on the board: by binary search "
      "with two-valued proof-number searches, and by alpha-beta without and with a table of "
      "250,000 positions. Boards of up to 13 stones are looked up. The conventions are the "
      "paper's (the profile `allis1994`).",
      "Alpha-beta deepens, tries captures first and then the best line of the round before; in "
      "round i only nodes at depth i count. The paper says little more of its own. Ours asks in "
      "each round what either player can be sure of, and is safe where positions repeat.",
      fmt::format("Of game 5 there are {} of the 29 positions here. Alpha-beta is given up at {} "
                  "nodes without and {} with a table; the paper's limits were 500,000,000 and "
                  "100,000,000. Values are compared with a database of {} stones.",
                  s.rows, count(s.alpha_beta), count(s.with_table), s.stones),
      fmt::format(
          "The scores of games 1 to 4 are not public. So there are {} games of our own, seed {}: "
          "the engine `plain` against itself, {} nodes a move, {} random plies at first, played "
          "for stones; games that end with more than 13 stones are passed over. Each is followed "
          "backwards to the first position that takes proof-number search more than {} nodes, or "
          "the third that takes alpha-beta more than {} ({} with the table).",
          s.games, s.play.seed, count(s.play.nodes), s.play.opening, count(s.game_pns),
          count(s.game_alpha_beta), count(s.game_with_table)),
      "A class holds the positions whose alpha-beta trees have from 8^k up to 8^(k+1) nodes; means "
      "of factors are geometric. How the paper took its means is not known to us: its curves are "
      "drawn here from its tables. A position that alpha-beta did not finish belongs to no class "
      "that we know and is left out, and so is a factor whose other search did not finish; near "
      "the "
      "limits this leaves out the harder positions. A factor is said to grow with the tree if the "
      "rank correlation of the two would come by chance in at most one case of twenty."};
}

}  // namespace

report::Report allis_report(const Setting& setting, const Records& records) {
  const Measured m = measured(setting, records);
  report::Report r{
      .name = "allis-awari",
      .title = "Awari: proof-number search against alpha-beta",
      .source =
          "L. V. Allis, M. van der Meulen, H. J. van den Herik: Proof-number search. "
          "Artificial Intelligence 66 (1994) 91-124",
      .question =
          "How many nodes does proof-number search need for the exact value of an Awari "
          "endgame, and how many times more does alpha-beta need?",
      .protocol = protocol(m),
      .figures = {},
      .exhibits = {}};
  compare_rows(m, r.figures);
  compare_values(m, r.figures);
  compare_alpha_beta(m, r.figures);
  compare_growth(m, r.figures);
  compare_own(m, r.figures);
  r.exhibits = allis_exhibits(m);
  return r;
}

}  // namespace solvent::experiments
