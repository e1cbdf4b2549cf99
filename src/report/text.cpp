// A report on a terminal of a hundred columns.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/letters.hpp"
#include "report/report.hpp"

namespace solvent::report {

namespace {

constexpr std::size_t kWidth = 100, kIndent = 2, kGap = 2;

struct Column {
  bool right = false;       // numbers
  std::size_t least, most;  // how wide it may be
  std::size_t width = 0;
};
using Grid = std::vector<std::vector<std::string>>;  // the first row is the heading

std::size_t widest(const Grid& grid, std::size_t column) {
  std::size_t width = 0;
  for (const auto& row : grid) width = std::max(width, columns(row[column]));
  return width;
}

std::size_t total(const std::vector<Column>& all) {
  return std::accumulate(all.begin(), all.end(), kIndent + kGap * (all.size() - 1),
                         [](std::size_t sum, const Column& c) { return sum + c.width; });
}

// The widest column that can be narrower gives way until all fit, or none can.
void fit(const Grid& grid, std::vector<Column>& all) {
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k].width = std::clamp(widest(grid, k), all[k].least, std::max(all[k].least, all[k].most));
  while (total(all) > kWidth) {
    Column* victim = nullptr;
    for (Column& c : all)
      if (c.width > c.least && (victim == nullptr || c.width > victim->width)) victim = &c;
    if (victim == nullptr) return;
    --victim->width;
  }
}

std::string trimmed(std::string line) {
  while (line.ends_with(' ')) line.pop_back();
  return line + '\n';
}

std::string paragraph(std::string_view text, std::size_t indent = 0) {
  std::string out;
  for (const std::string& line : wrapped(text, kWidth - indent))
    out += trimmed(std::string(indent, ' ') + line);
  return out;
}

// `below`: what is to be said of a row, if anything.
std::string laid_out(const Grid& grid, const std::vector<Column>& all,
                     const std::vector<std::string>& below = {}) {
  std::string out;
  for (std::size_t r = 0; r < grid.size(); ++r) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (std::size_t k = 0; k < all.size(); ++k) {
      cells.push_back(wrapped(grid[r][k], all[k].width));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t line = 0; line < height; ++line) {
      std::string text(kIndent, ' ');
      for (std::size_t k = 0; k < all.size(); ++k) {
        // A heading stands on its rule.
        const std::size_t top = r == 0 ? height - cells[k].size() : 0;
        const std::string word =
            line >= top && line - top < cells[k].size() ? cells[k][line - top] : "";
        const std::string space(all[k].width - columns(word), ' ');
        text +=
            (k > 0 ? std::string(kGap, ' ') : "") + (all[k].right ? space + word : word + space);
      }
      out += trimmed(text);
    }
    if (r < below.size() && !below[r].empty()) out += paragraph(below[r], 3 * kIndent);
    if (r > 0) continue;
    out += std::string(kIndent, ' ');
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (k > 0) out += std::string(kGap, ' ');
      for (std::size_t n = 0; n < all[k].width; ++n) out += "─";
    }
    out += '\n';
  }
  return out;
}

std::string figures(const std::vector<Figure>& given, bool by_program) {
  std::vector<Figure> all;
  for (const Figure& f : given)
    if (f.by_program == by_program) all.push_back(f);
  if (all.empty()) return "";
  // A comment that does not fit beside its verdict has lines of its own below.
  constexpr std::size_t kBeside = 28;
  Grid grid = {{"", by_program ? "another program" : "published", "ours", "verdict"}};
  std::vector<std::string> below(1);
  for (const Figure& f : all) {
    const auto [verdict, comment] = judgement(f);
    const std::string both =
        printable(comment.empty() ? verdict : fmt::format("{}: {}", verdict, comment));
    const bool beside = columns(both) <= kBeside;
    grid.push_back({printable(f.what), printable(f.published), printable(f.ours),
                    beside ? both : printable(verdict)});
    below.push_back(beside ? "" : comment);
  }
  std::vector<Column> columns = {{false, 20, 50},
                                 {is_numeric(all, &Figure::published), 9, 24},
                                 {is_numeric(all, &Figure::ours), 9, 24},
                                 {false, 9, kBeside}};
  fit(grid, columns);
  return laid_out(grid, columns, below);
}

std::size_t longest_word(std::string_view text) {
  std::size_t longest = 1;
  for (const std::string& word : wrapped(text, 1'000))
    for (std::size_t begin = 0; begin <= word.size();) {
      const std::size_t end = std::min(word.find(' ', begin), word.size());
      longest = std::max(longest, columns(std::string_view(word).substr(begin, end - begin)));
      begin = end + 1;
    }
  return longest;
}

std::string rows(const Table& table) {
  const std::size_t count = table.columns.size();
  Grid grid(1 + table.rows.size());
  std::vector<Column> all;
  for (std::size_t k = 0; k < count; ++k) {
    const bool right = is_numeric(table, k);
    std::size_t least = longest_word(table.columns[k]), most = least;
    grid[0].push_back(printable(table.columns[k]));
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      const auto& row = table.rows[r];
      grid[r + 1].push_back(k < row.size() ? printable(shown(row[k])) : "");
      const std::string& cell = grid[r + 1].back();
      least = std::max(least, right ? columns(cell) : std::min<std::size_t>(12, columns(cell)));
      most = std::max(most, columns(cell));
    }
    least = std::min<std::size_t>(least, 30);
    all.push_back({right, least, std::min<std::size_t>(most, 60), least});
  }
  // What does not fit stands below, with the first column again.
  std::string out;
  for (std::size_t begin = 1; begin == 1 || begin < count;) {
    std::vector<Column> some(all.begin(), all.begin() + (count > 0 ? 1 : 0));
    std::size_t end = begin;
    while (end < count) {
      some.push_back(all[end]);
      if (end > begin && total(some) > kWidth) {
        some.pop_back();
        break;
      }
      ++end;
    }
    Grid part;
    for (const auto& row : grid) {
      part.emplace_back(row.begin(), row.begin() + (count > 0 ? 1 : 0));
      for (std::size_t k = begin; k < end; ++k) part.back().push_back(row[k]);
    }
    if (!some.empty()) fit(part, some);
    if (!out.empty()) out += '\n';
    if (!some.empty()) out += laid_out(part, some);
    begin = std::max(end, begin + 1);
  }
  return out;
}

}  // namespace

std::string as_text(const Report& report) {
  std::string out = paragraph(report.title);
  if (!report.source.empty()) out += paragraph(report.source);
  if (!report.question.empty()) out += paragraph(report.question);
  if (report.measured < report.planned)
    out += paragraph(fmt::format("Incomplete: {} of {} measurements are there.",
                                 with_commas(static_cast<std::int64_t>(report.measured)),
                                 with_commas(static_cast<std::int64_t>(report.planned))));
  for (const bool by_program : {false, true})
    if (const std::string text = figures(report.figures, by_program); !text.empty())
      out += '\n' + text;
  std::string elsewhere;
  for (const Exhibit& exhibit : report.exhibits) {
    const auto* table = std::get_if<Table>(&exhibit);
    if (table == nullptr) continue;
    if (table->long_one)
      elsewhere += paragraph(fmt::format("{} {} rows: {}", table->caption,
                                         with_commas(static_cast<std::int64_t>(table->rows.size())),
                                         data_file(report, *table)));
    else
      out += '\n' + paragraph(table->caption) + '\n' + rows(*table);
  }
  if (!elsewhere.empty()) out += '\n' + elsewhere;
  for (const std::string& note : report.notes) out += '\n' + paragraph(note);
  return out;
}

}  // namespace solvent::report
