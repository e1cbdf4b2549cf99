// What an experiment has to say, as data: a question, a protocol, figures beside the published
// ones, tables and plots. How it looks on a terminal, in a file or on a page is decided elsewhere
// in this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace solvent::report {

// Words, a count, or a measured number with so many decimals. Empty words are an empty cell.
struct Number {
  double value;
  int decimals = 2;
};
using Cell = std::variant<std::string, std::int64_t, Number>;

struct Table {
  std::string name;     // of its data file: letters, digits and hyphens
  std::string caption;  // a sentence
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  bool long_one = false;  // a row a position: folded on the page, in its file only for a terminal
};

enum class Scaling : std::uint8_t { Linear, Log2, Log10 };
struct Axis {
  std::string label;  // with its unit
  Scaling scaling = Scaling::Linear;
  std::optional<std::pair<double, double>> range{};  // else what the points need
};
struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;
  bool line = false;       // joined, in the order given
  bool published = false;  // the paper's own
};
struct XyPlot {
  std::string name, caption;
  Axis x, y;
  std::vector<Series> series;
  bool diagonal = false;  // where both axes are equal
};

// Stacked bars: a bar's parts stand for `parts`, in order.
struct BarPlot {
  std::string name, caption;
  std::string label;  // of the axis of values
  std::vector<std::string> parts;
  struct Bar {
    std::string label;
    std::vector<double> sizes;  // one a part
  };
  std::vector<Bar> bars;
};

using Exhibit = std::variant<Table, XyPlot, BarPlot>;

// Agrees: with another program, not with a paper. Incomparable: they were found under other
// conditions, so that neither likeness nor difference says anything.
enum class Comparison : std::uint8_t {
  Equal,
  Within,
  Differs,
  Holds,
  Fails,
  Ours,
  Agrees,
  Incomparable
};
inline constexpr std::size_t kComparisons = 8;
// One published figure or claim, and ours.
struct Figure {
  std::string what, published, ours;
  Comparison verdict;
  std::string comment;      // "within 0.4 %"; why it differs; what has to be known
  bool by_program = false;  // not published: what an independent program has
  bool finding = false;     // what the experiment comes to: it stands on the first page
};
// "equal", "within", "differs", "holds", "fails", "ours", "agrees", "not comparable"
std::string_view name(Comparison verdict);

// The verdict is equal, or within so many per cent, or differs, and then the comment says why.
Figure compare(std::string what, std::int64_t published, std::int64_t ours, double per_cent,
               std::string why);
// Words that are equal or differ, such as "16 / 222 / 18".
Figure compare(std::string what, std::string published, std::string ours, std::string why);
// A claim in words, which our figures bear out or not.
Figure claim(std::string what, std::string published, std::string ours, bool holds,
             std::string comment = {});
// What an independent program has, under the same conventions: it agrees or differs.
Figure beside_program(std::string what, std::string theirs, std::string ours);
Figure beside_program(std::string what, std::int64_t theirs, std::int64_t ours);
// Of which nothing can be said, and why.
Figure incomparable(std::string what, std::string published, std::string ours, std::string why);
// The same figure on the first page.
Figure finding(Figure figure);
// A figure of ours that no paper has.
Figure ours_alone(std::string what, std::string ours, std::string comment = {});

struct Report {
  std::string name, title;
  std::string source;                 // the paper
  std::string question;               // a sentence or two
  std::vector<std::string> protocol;  // paragraphs; `backquotes` are code
  std::vector<Figure> figures;
  std::vector<Exhibit> exhibits;
  std::vector<std::string> notes{};  // paragraphs: what explains the differences
  std::size_t measured = 0, planned = 0;
};

// Of a run, for whoever reads the results later.
struct Circumstances {
  std::string command, version, machine, date, size;
  std::uint64_t seed = 1;
  std::string commit = {}, compiler = {};  // of the sources, and what made the program of them
};

std::string with_commas(std::int64_t n);
std::string shown(const Cell& cell);  // a dash for NaN and infinity
// Numbers stand below each other: to the right.
bool is_numeric(const Table& table, std::size_t column);
bool is_numeric(const std::vector<Figure>& figures, std::string Figure::*field);
// What is said of a figure: "equal", "within 0.4 %", "differs", and a comment on it.
std::pair<std::string, std::string> judgement(const Figure& figure);
// The file that has a table's rows: "mopns-connect4-totals.csv".
std::string data_file(const Report& report, const Table& table);

// For a terminal: figures and short tables.
std::string as_text(const Report& report);
// The page: everything, self-contained.
std::string as_page(const std::vector<Report>& reports, const Circumstances& circumstances);
std::string csv_line(const std::vector<std::string>& fields);  // of one record
std::string as_csv(const Table& table);
std::string as_svg(const XyPlot& plot);
std::string as_svg(const BarPlot& plot);

}  // namespace solvent::report
