// The page: all reports, read like the results of a paper. One file, nothing from elsewhere, no
// script.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "report/drawing.hpp"
#include "report/letters.hpp"
#include "report/report.hpp"
#include "report/style.hpp"

namespace solvent::report {

namespace {

constexpr std::size_t kVerdicts = kComparisons;
constexpr std::size_t kWideFrom = 8;    // columns of a table
constexpr std::size_t kWordsFrom = 18;  // letters in a cell that may be wrapped

std::string count(std::size_t n) { return with_commas(static_cast<std::int64_t>(n)); }

// Numbers have a real minus on paper.
std::string typeset(const Cell& cell) {
  std::string text = shown(cell);
  if (!std::holds_alternative<std::string>(cell) && text.starts_with('-')) text.replace(0, 1, "−");
  return prose(text);
}

class Page {
 public:
  Page(const std::vector<Report>& reports, const Circumstances& circumstances)
      : reports_(reports), circumstances_(circumstances) {
    std::set<std::string> taken = {"overview", "findings"};
    for (const Report& report : reports) {
      std::string id = slug(report.name);
      while (!taken.insert(id).second) id += "-again";
      ids_.push_back(id);
    }
  }

  std::string text() {
    out_ = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"generator\" content=\"{}\">\n<title>{}</title>\n<style>{}</style>\n</head>\n"
        "<body>\n",
        escaped(circumstances_.version), escaped(title()), kStyle);
    add_header();
    out_ += "<main>\n";
    add_findings();
    if (reports_.size() > 1) add_overview();
    for (std::size_t k = 0; k < reports_.size(); ++k) add_report(reports_[k], ids_[k]);
    out_ += "</main>\n";
    return out_ + "</body>\n</html>\n";
  }

 private:
  std::string title() const {
    return reports_.size() == 1 ? reports_[0].title : "Published experiments, run again";
  }
  void add_header();
  void add_findings();
  void add_overview();
  void add_report(const Report& report, const std::string& id);
  void add_figures(const Report& report);
  void add_figures(const Report& report, bool by_program);
  void add_table(const Report& report, const Table& table);
  void add_rows(const Table& table, const std::string& name);
  template <class Plot>
  void add_plot(const Plot& plot);
  void add_paragraph(std::string_view kind, std::string_view text) {
    if (text.empty()) return;
    out_ += kind.empty() ? "<p>" : fmt::format("<p class=\"{}\">", kind);
    out_ += prose(text) + "</p>\n";
  }

  const std::vector<Report>& reports_;
  const Circumstances& circumstances_;
  std::vector<std::string> ids_;
  std::string out_;
  int figures_ = 0, tables_ = 0;
};

std::array<std::size_t, kVerdicts> verdicts_of(const Report& report) {
  std::array<std::size_t, kVerdicts> counts{};
  for (const Figure& f : report.figures) ++counts[static_cast<std::size_t>(f.verdict)];
  return counts;
}

void Page::add_header() {
  out_ += fmt::format("<header>\n<h1>{}</h1>\n", escaped(title()));
  if (reports_.size() > 1)
    add_paragraph("",
                  "Every published figure beside the one measured here, with a verdict: where they "
                  "agree, where they do not, and why as far as it is known.");
  out_ += "<dl>\n";
  const auto add = [&](std::string_view what, const std::string& value, bool code = false) {
    if (value.empty()) return;
    out_ += code ? fmt::format("<dt>{}</dt><dd><code>{}</code></dd>\n", what, escaped(value))
                 : fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, escaped(value));
  };
  add("Command", circumstances_.command, true);
  add("Version", circumstances_.version);
  add("Commit", circumstances_.commit, true);
  add("Compiler", circumstances_.compiler);
  add("Machine", circumstances_.machine);
  add("Date", circumstances_.date);
  add("Size", circumstances_.size);
  add("Seed", fmt::format("{}", circumstances_.seed));
  out_ += "</dl>\n</header>\n";
}

void Page::add_overview() {
  out_ +=
      "<section id=\"overview\" aria-labelledby=\"overview-title\">\n"
      "<h2 id=\"overview-title\">Overview</h2>\n"
      "<p><b>Equal</b> is the same figure, <b>within</b> one that is off by no more than is said, "
      "and where one <b>differs</b> the reason is given, or that it is not known. A claim in words "
      "<b>holds</b> or <b>fails</b> on our figures. <b>Agrees</b> is said of an independent "
      "program, "
      "not of a paper. What was found under other conditions, or rests on a single timing, is "
      "<b>not comparable</b>. <b>Ours</b> stand alone: nobody has published any.</p>\n"
      "<figure>\n<div class=\"scroll fits\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Overview\">\n<table class=\"overview\">\n<thead><tr><th "
      "scope=\"col\">Experiment</th>";
  for (std::size_t v = 0; v < kVerdicts; ++v)
    out_ += fmt::format("<th scope=\"col\" class=\"n\">{}</th>", name(static_cast<Comparison>(v)));
  out_ += "<th scope=\"col\" class=\"n\">measured</th></tr></thead>\n<tbody>\n";
  std::array<std::size_t, kVerdicts> total{};
  const auto add = [&](std::size_t n, std::size_t verdict) {
    out_ += fmt::format("<td class=\"n{}\" data-label=\"{}\">{}</td>", n == 0 ? " none" : "",
                        name(static_cast<Comparison>(verdict)), count(n));
  };
  std::size_t measured = 0, planned = 0;
  const auto add_measured = [&](std::size_t done, std::size_t all) {
    out_ += fmt::format("<td class=\"n\" data-label=\"measured\">{}</td></tr>\n",
                        done == all ? count(done) : count(done) + " of " + count(all));
  };
  for (std::size_t k = 0; k < reports_.size(); ++k) {
    out_ += fmt::format("<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th>", ids_[k],
                        escaped(reports_[k].title));
    const auto counts = verdicts_of(reports_[k]);
    for (std::size_t v = 0; v < kVerdicts; ++v) {
      add(counts[v], v);
      total[v] += counts[v];
    }
    add_measured(reports_[k].measured, reports_[k].planned);
    measured += reports_[k].measured;
    planned += reports_[k].planned;
  }
  out_ += "</tbody>\n<tfoot><tr><th scope=\"row\">All</th>";
  for (std::size_t v = 0; v < kVerdicts; ++v) add(total[v], v);
  add_measured(measured, planned);
  out_ += "</tfoot>\n</table>\n</div>\n</figure>\n</section>\n";
}

// What the experiments come to, before anything else.
void Page::add_findings() {
  const auto any = [](const Report& report) {
    return std::any_of(report.figures.begin(), report.figures.end(),
                       [](const Figure& f) { return f.finding; });
  };
  if (std::none_of(reports_.begin(), reports_.end(), any)) return;
  out_ +=
      "<section id=\"findings\" aria-labelledby=\"findings-title\">\n"
      "<h2 id=\"findings-title\">Findings</h2>\n";
  for (std::size_t k = 0; k < reports_.size(); ++k) {
    if (!any(reports_[k])) continue;
    out_ +=
        fmt::format("<h3><a href=\"#{}\">{}</a></h3>\n<ul>\n", ids_[k], escaped(reports_[k].title));
    for (const Figure& f : reports_[k].figures) {
      if (!f.finding) continue;
      const std::string published =
          f.published.empty() ? "" : fmt::format(" (published: {})", prose(f.published));
      const std::string verdict =
          f.verdict == Comparison::Ours ? "" : fmt::format(" – {}", escaped(judgement(f).first));
      out_ += fmt::format("<li>{}: <b>{}</b>{}{}</li>\n", prose(f.what), prose(f.ours), published,
                          verdict);
    }
    out_ += "</ul>\n";
  }
  out_ += "</section>\n";
}

void Page::add_figures(const Report& report) {
  add_figures(report, false);
  add_figures(report, true);
}

void Page::add_figures(const Report& report, bool by_program) {
  std::vector<Figure> figures;
  for (const Figure& f : report.figures)
    if (f.by_program == by_program) figures.push_back(f);
  if (figures.empty()) return;
  const auto side = [&](std::string Figure::*field) {
    return is_numeric(figures, field) ? " n" : "";
  };
  const std::string published = side(&Figure::published), ours = side(&Figure::ours);
  const std::string title = by_program ? "Beside an independent program" : "Published and ours";
  const std::string theirs = by_program ? "the program's" : "published";
  out_ += fmt::format(
      "<h3>{}</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{}: {}\">\n<table class=\"figures\">\n<thead><tr>"
      "<th scope=\"col\">figure or claim</th><th scope=\"col\" class=\"value{}\">{}</th>"
      "<th scope=\"col\" class=\"value{}\">ours</th><th scope=\"col\" class=\"judged\">verdict</th>"
      "</tr></thead>\n<tbody>\n",
      title, title, escaped(report.title), published, theirs, ours);
  for (const Figure& f : figures) {
    const auto [verdict, comment] = judgement(f);
    const auto value = [](const std::string& text) { return text.empty() ? "–" : prose(text); };
    out_ += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"value{}\" data-label=\"{}\">{}</td>"
        "<td class=\"value{}\" data-label=\"ours\">{}</td><td class=\"judged\"><span "
        "class=\"verdict "
        "{}\">{}</span>",
        prose(f.what), published, theirs, value(f.published), ours, value(f.ours),
        slug(name(f.verdict)), escaped(verdict));
    if (!comment.empty()) out_ += fmt::format(" <span class=\"comment\">{}</span>", prose(comment));
    out_ += "</td></tr>\n";
  }
  out_ += "</tbody>\n</table>\n</div>\n";
}

void Page::add_rows(const Table& table, const std::string& name) {
  const std::size_t width = table.columns.size();
  out_ += fmt::format(
      "<div class=\"scroll fits{}{}\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table>\n"
      "<thead><tr>",
      width >= kWideFrom ? " wide" : "", table.long_one ? " long" : "", name);
  std::vector<std::string> kinds;
  for (std::size_t k = 0; k < width; ++k) {
    std::size_t widest = 0;
    for (const auto& row : table.rows)
      if (k < row.size()) widest = std::max(widest, report::columns(shown(row[k])));
    kinds.emplace_back(is_numeric(table, k)   ? " class=\"n\""
                       : widest >= kWordsFrom ? " class=\"words\""
                                              : " class=\"short\"");
    out_ += fmt::format("<th scope=\"col\"{}>{}</th>", kinds[k], prose(table.columns[k]));
  }
  out_ += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out_ += "<tr>";
    for (std::size_t k = 0; k < width; ++k) {
      const std::string text = k < row.size() ? typeset(row[k]) : std::string();
      out_ += k == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", kinds[k], text)
                     : fmt::format("<td{}>{}</td>", kinds[k], text);
    }
    out_ += "</tr>\n";
  }
  out_ += "</tbody>\n</table>\n</div>\n";
}

void Page::add_table(const Report& report, const Table& table) {
  const std::string name = fmt::format("Table {}", ++tables_);
  const std::string file = escaped(data_file(report, table));
  if (table.long_one) {
    out_ += fmt::format(
        "<figure>\n<details>\n<summary><b>{}:</b> {} <span class=\"file\">{} rows, "
        "<code>{}</code></span></summary>\n",
        name, prose(table.caption), count(table.rows.size()), file);
    add_rows(table, name);
    out_ += "</details>\n</figure>\n";
    return;
  }
  out_ += fmt::format(
      "<figure>\n<figcaption><b>{}:</b> {} <span class=\"file\"><code>{}</code></span>"
      "</figcaption>\n",
      name, prose(table.caption), file);
  add_rows(table, name);
  out_ += "</figure>\n";
}

template <class Plot>
void Page::add_plot(const Plot& plot) {
  ++figures_;
  out_ +=
      fmt::format("<figure>\n{}<figcaption><b>Figure {}:</b> {}</figcaption>\n</figure>\n",
                  drawing(plot, fmt::format("figure-{}", figures_)), figures_, prose(plot.caption));
}

void Page::add_report(const Report& report, const std::string& id) {
  out_ += fmt::format("<section id=\"{}\" aria-labelledby=\"{}-title\">\n", id, id);
  // Alone it has the page's own heading.
  out_ += fmt::format("<h2 id=\"{}-title\">{}</h2>\n", id,
                      reports_.size() > 1 ? escaped(report.title) : "The experiment");
  add_paragraph("source", report.source);
  add_paragraph("question", report.question);
  if (report.measured < report.planned)
    add_paragraph("notice", fmt::format("Incomplete: {} of {} measurements are there.",
                                        count(report.measured), count(report.planned)));
  if (!report.protocol.empty()) out_ += "<h3>Protocol</h3>\n";
  for (const std::string& paragraph : report.protocol) add_paragraph("", paragraph);
  add_figures(report);
  // Plots that follow each other stand side by side where there is room.
  bool plots = false;
  for (const Exhibit& exhibit : report.exhibits) {
    const auto* table = std::get_if<Table>(&exhibit);
    if (plots != (table == nullptr)) out_ += plots ? "</div>\n" : "<div class=\"plots\">\n";
    plots = table == nullptr;
    if (table != nullptr) add_table(report, *table);
    if (const auto* xy = std::get_if<XyPlot>(&exhibit)) add_plot(*xy);
    if (const auto* bars = std::get_if<BarPlot>(&exhibit)) add_plot(*bars);
  }
  if (plots) out_ += "</div>\n";
  if (!report.notes.empty()) out_ += "<h3>Notes</h3>\n";
  for (const std::string& note : report.notes) add_paragraph("", note);
  out_ += "</section>\n";
}

}  // namespace

std::string as_page(const std::vector<Report>& reports, const Circumstances& circumstances) {
  return Page(reports, circumstances).text();
}

}  // namespace solvent::report
