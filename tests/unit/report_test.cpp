// Reports as text, as tables in files, and as a page.
#include "report/report.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <set>

#include "report/letters.hpp"
#include "report_markup.hpp"

namespace solvent::report {
namespace {

constexpr std::string_view kHostile =
    "<script>alert('x')</script>\"'&<!-- ]]> `a<b` \x1b[31m\x01 \xff\xc0\xaf ` </svg></table>";

Report hostile_report() {
  const std::string evil(kHostile);
  Report r{evil, evil, evil, evil, {evil, evil}, {}, {}, {evil}, 3, 5};
  for (std::size_t v = 0; v < kComparisons; ++v)
    for (const bool set : {false, true})
      r.figures.push_back(
          {evil, evil, evil, static_cast<Comparison>(v), "within " + evil, set, set});
  for (const bool long_one : {false, true})
    r.exhibits.push_back(Table{evil, evil, {evil, "n"}, {{evil, Number{1, 1}}, {evil}}, long_one});
  r.exhibits.push_back(XyPlot{evil, evil, {evil}, {evil}, {{evil, {{1, 2}}}}, true});
  r.exhibits.push_back(BarPlot{evil, evil, evil, {evil, evil}, {{evil, {1, 2}}}});
  return r;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

TEST(Letters, WhatIsPrintedIsCleanUtf8) {
  EXPECT_EQ(printable("a\x1b[1m\tb\n"), "a [1m b");
  EXPECT_EQ(printable("4×5 ≥ α"), "4×5 ≥ α");
  EXPECT_EQ(printable("\xff\xc0\xaf\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(printable("\x7f\u0085"), "\uFFFD\uFFFD");
  EXPECT_EQ(columns("−4×5≥α"), 6u);
}

RC_GTEST_PROP(Letters, WrappingLosesNothing, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", "αβ", "proof-number", "≥", "16,947,536", "it"));
  const auto width = *rc::gen::inRange<std::size_t>(1, 30);
  std::string text, joined;
  for (const std::string& word : words) text += word + " ";
  for (const std::string& line : wrapped(text, width)) {
    RC_ASSERT(columns(line) <= width);
    RC_ASSERT(!line.starts_with(' ') && !line.ends_with(' '));
    joined += line;
  }
  std::erase(text, ' ');
  std::erase(joined, ' ');
  RC_ASSERT(joined == text);
}

TEST(Letters, EscapedAndSetAsCode) {
  EXPECT_EQ(escaped("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  EXPECT_EQ(prose("use `a<b` and `c`"), "use <code>a&lt;b</code> and <code>c</code>");
  EXPECT_EQ(prose("an odd ` one"), "an odd ` one");
  EXPECT_EQ(slug("../Ab c\"1 "), "Ab-c-1");
  EXPECT_EQ(slug(""), "unnamed");
}

TEST(Letters, WhatLooksLikeANumber) {
  for (const char* number :
       {"1", ">500,000,000", "≈83,966", "16 / 222 / 18", "1.4 %", "3.2×", "−5"})
    EXPECT_TRUE(looks_like_a_number(number)) << number;
  for (const char* words : {"", "-", "4×5", "55 N", "9 s against 8 s"})
    EXPECT_FALSE(looks_like_a_number(words)) << words;
}

TEST(Report, NumbersAsShown) {
  EXPECT_EQ(shown(Number{1234567.891, 1}), "1,234,567.9");
  EXPECT_EQ(shown(Number{-0.004, 2}), "0.00");
  EXPECT_EQ(shown(Number{-1234.5, 1}), "-1,234.5");
  EXPECT_EQ(shown(Number{std::nan(""), 2}), "–");
  EXPECT_EQ(with_commas(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(Report, AJudgementSaysHowFarWithinOnce) {
  using Said = std::pair<std::string, std::string>;
  EXPECT_EQ(judgement(compare("a", 1000, 1004, 1, "")), Said("within 0.4 %", ""));
  EXPECT_EQ(judgement({"a", "1", "2", Comparison::Within, "within 0.4 %: rounded"}),
            Said("within 0.4 %", "rounded"));
  EXPECT_EQ(judgement(compare("a", 1000, 2000, 1, "why")), Said("differs", "why"));
}

// The records of a file as RFC 4180 has them.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> records(1, {""});
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"') {
      records.back().back() += text[++at];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      records.back().emplace_back();
    } else if (!quoted && c == '\r' && at + 1 < text.size() && text[at + 1] == '\n') {
      records.push_back({""});
      ++at;
    } else {
      records.back().back() += c;
    }
  }
  EXPECT_FALSE(quoted);
  EXPECT_EQ(records.back(), std::vector<std::string>{""});
  records.pop_back();
  return records;
}

RC_GTEST_PROP(Csv, ReadsBack, ()) {
  const auto width = *rc::gen::inRange<std::size_t>(1, 5);
  const auto word =
      rc::gen::container<std::string>(rc::gen::element('a', ',', '"', '\n', '\r', ' ', '=', '0'));
  Table table{"t", "", *rc::gen::container<std::vector<std::string>>(width, word), {}, false};
  std::vector<std::vector<std::string>> expected = {table.columns};
  const auto rows = *rc::gen::inRange(0, 5);
  for (int r = 0; r < rows; ++r) {
    const auto words = *rc::gen::container<std::vector<std::string>>(width, word);
    expected.push_back(words);
    table.rows.emplace_back(words.begin(), words.end());
  }
  RC_ASSERT(parse_csv(as_csv(table)) == expected);
}

TEST(Csv, NumbersAreRaw) {
  const Table table{
      "t",
      "",
      {"n", "x", "y"},
      {{std::int64_t{-1234567}, Number{0.1, 0}, Number{NAN}}, {std::string("≥1,000")}},
      false};
  EXPECT_EQ(as_csv(table), "n,x,y\r\n-1234567,0.1,\r\n\"≥1,000\",,\r\n");
}

TEST(Text, ColumnsStandBelowEachOther) {
  Report r{"name", "Title", "", "Question?", {}, {}, {}};
  r.exhibits = {Table{"t",
                      "Caption.",
                      {"αβ", "words", "nodes of ours"},
                      {{std::string("≥ −5"), std::string("×"), std::int64_t{1234567}},
                       {std::string("x"), std::string("a word"), std::int64_t{1}}},
                      false}};
  EXPECT_EQ(as_text(r),
            "Title\nQuestion?\n\nCaption.\n\n"
            "                 nodes of\n"
            "  αβ    words        ours\n"
            "  ────  ──────  ─────────\n"
            "  ≥ −5  ×       1,234,567\n"
            "  x     a word          1\n");
}

TEST(Text, FitsATerminal) {
  Report r = hostile_report();
  Table wide{"w", "Wide.", {}, {{}, {}}, false};
  for (int k = 0; k < 30; ++k) {
    wide.columns.push_back("column number " + std::to_string(k));
    wide.rows[0].emplace_back(std::int64_t{1'000'000'000} * k);
    wide.rows[1].emplace_back(std::string(static_cast<std::size_t>(k) * 10, 'x'));
  }
  r.exhibits.push_back(wide);
  r.exhibits.push_back(Table{"none", "Nothing.", {}, {}, false});
  r.figures.push_back(compare("what", 5, 7, 1, std::string(300, 'y') + " " + std::string(90, 'z')));
  for (const std::string& line : lines_of(as_text(r))) {
    EXPECT_LE(columns(line), 100u) << line;
    EXPECT_EQ(printable(line).find("\x1b"), std::string::npos);
    EXPECT_TRUE(std::none_of(line.begin(), line.end(), [](char c) {
      return c >= 0 && (c < ' ' || c == '\x7f');
    })) << line;
  }
}

TEST(Text, LongTablesAreOnlyNamed) {
  Report r{"exp", "Title", "", "Question?", {}, {}, {}};
  r.exhibits = {Table{"rows", "Every position.", {"a"}, {{std::string("secret")}}, true}};
  const std::string text = as_text(r);
  EXPECT_EQ(text.find("secret"), std::string::npos);
  EXPECT_NE(text.find("Every position. 1 rows: exp-rows.csv"), std::string::npos) << text;
}

TEST(Text, SaysWhatIsMissing) {
  Report r{"exp", "Title", "", "", {}, {}, {}, {}, 1200, 1500};
  EXPECT_NE(as_text(r).find("1,200 of 1,500"), std::string::npos);
  r.measured = 1500;
  EXPECT_EQ(as_text(r).find("1,500"), std::string::npos);
}

const Circumstances kEvil{std::string(kHostile), std::string(kHostile), std::string(kHostile),
                          std::string(kHostile), std::string(kHostile), 7,
                          std::string(kHostile), std::string(kHostile)};

TEST(Page, IsWellFormedWhateverItSays) {
  for (const std::vector<Report>& reports :
       {std::vector<Report>{}, {hostile_report()}, {hostile_report(), hostile_report(), {}}}) {
    const std::string page = as_page(reports, kEvil);
    EXPECT_EQ(markup::complaint(page), "");
    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(page.find('\x1b'), std::string::npos);
    EXPECT_EQ(page, printable_lines(page));
  }
}

TEST(Page, NothingComesFromElsewhere) {
  std::string page = as_page({hostile_report(), hostile_report()}, kEvil);
  const std::string xmlns = "xmlns=\"http://www.w3.org/2000/svg\"";
  for (std::size_t at = page.find(xmlns); at != std::string::npos; at = page.find(xmlns))
    page.erase(at, xmlns.size());
  for (const char* word : {"http", "src=", "@import", "//", "<link", "<iframe", "javascript:"})
    EXPECT_EQ(page.find(word), std::string::npos) << word;
  for (std::size_t at = page.find("url("); at != std::string::npos; at = page.find("url(", at + 1))
    EXPECT_EQ(page[at + 4], '#');
}

TEST(Page, LinksAndReferencesHaveTheirTargets) {
  const std::string page = as_page({hostile_report(), hostile_report(), hostile_report()}, kEvil);
  std::set<std::string> ids;
  for (const std::string& id : markup::attributes(page, "id"))
    EXPECT_TRUE(ids.insert(id).second) << id << " twice";
  EXPECT_GT(ids.size(), 10u);
  for (const std::string& to : markup::attributes(page, "href"))
    EXPECT_TRUE(to.starts_with('#') && ids.contains(to.substr(1))) << to;
  for (const std::string& to : markup::attributes(page, "fill"))
    EXPECT_TRUE(!to.starts_with("url(") || ids.contains(to.substr(5, to.size() - 6))) << to;
  for (const std::string& to : markup::attributes(page, "marker-mid"))
    EXPECT_TRUE(ids.contains(to.substr(5, to.size() - 6))) << to;
}

TEST(Page, CountsVerdictsAndNumbersItsExhibits) {
  Report r{"exp", "An experiment", "A paper", "Why?", {"As `so`."}, {}, {}, {"Because."}, 2, 2};
  r.figures = {compare("a", 1, 1, 1, ""), compare("b", 1, 1, 1, ""), compare("c", 1, 9, 1, "no")};
  r.exhibits = {XyPlot{"p", "Plot.", {"x"}, {"y"}, {{"s", {{1, 2}}}}, false},
                Table{"t", "Rows.", {"n"}, {{std::int64_t{-5}}}, false},
                BarPlot{"q", "Bars.", "n", {"p"}, {{"b", {1}}}}};
  const std::string page = as_page({r, r}, {"cmd", "v", "m", "d", "s", 42});
  for (const char* part :
       {"<td class=\"n\" data-label=\"equal\">4</td>",
        "<td class=\"n\" data-label=\"differs\">2</td>", "<b>Figure 4:</b> Bars.",
        "<b>Table 2:</b> Rows.", "<code>so</code>", "−5", "exp-t.csv",
        "<a href=\"#exp\">An experiment</a>", "<span class=\"verdict equal\">equal</span>",
        "<dt>Seed</dt><dd>42</dd>", "<title>Published experiments"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

// A program's figures are no paper's, and findings come first.
TEST(Page, KeepsAProgramApartAndBeginsWithFindings) {
  Report r{"exp", "An experiment", "A paper", "Why?", {}, {}, {}, {}, 1, 1};
  r.figures = {compare("paper", 1, 1, 1, ""), beside_program("program", 5, 5),
               beside_program("other", 5, 6), incomparable("timed", "1 s", "2 s", "one timing"),
               finding(claim("fewer", "9 %", "8 %", true))};
  EXPECT_EQ(r.figures[1].verdict, Comparison::Agrees);
  EXPECT_EQ(r.figures[2].verdict, Comparison::Differs);
  EXPECT_EQ(name(r.figures[3].verdict), "not comparable");
  const std::string page = as_page({r}, {"cmd", "v", "m", "d", "s", 1, "abc123", "GCC 12"});
  const std::size_t papers = page.find("<h3>Published and ours</h3>"),
                    programs = page.find("<h3>Beside an independent program</h3>");
  ASSERT_LT(papers, programs);
  ASSERT_NE(programs, std::string::npos);
  for (const char* what : {">paper<", ">timed<", ">fewer<"})
    EXPECT_LT(page.find(what, papers), programs) << what;
  for (const char* what : {">program<", ">other<"}) EXPECT_GT(page.find(what), programs) << what;
  EXPECT_LT(page.find("fewer: <b>8 %</b> (published: 9 %) – holds"), papers);
  EXPECT_NE(page.find("<dt>Commit</dt><dd><code>abc123</code></dd>"), std::string::npos);
  EXPECT_NE(page.find("<dt>Compiler</dt><dd>GCC 12</dd>"), std::string::npos);
  const std::string text = as_text(r);
  EXPECT_LT(text.find("timed"), text.find("another program"));
  EXPECT_GT(text.find("program  "), text.find("another program"));
}

}  // namespace
}  // namespace solvent::report
