// What the two tables of the program `scaling` share: the words of its command line.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "report/report.hpp"

namespace solvent::scaling {

// Options `--name value` after the name of the table, of those that it has.
class Words {
 public:
  Words(int argc, char** argv, const std::vector<std::string_view>& known) {
    for (int k = 2; k < argc; k += 2) {
      const std::string_view word = argv[k];
      const auto name = word.starts_with("--") ? word.substr(2) : std::string_view();
      if (std::ranges::find(known, name) == known.end())
        fail(word, fmt::format("write --{}", fmt::join(known, " or --")));
      if (k + 1 == argc) fail(word, "write its value behind it");
      given_.insert_or_assign(std::string(name), argv[k + 1]);
    }
  }
  std::string text(const std::string& name, const std::string& usual = {}) const {
    const auto found = given_.find(name);
    return found == given_.end() ? usual : found->second;
  }
  double number(const std::string& name, double usual, double least = 0) const {
    const std::string word = text(name);
    return word.empty() ? usual : read(name, word, least);
  }
  std::vector<double> numbers(const std::string& name, std::vector<double> usual,
                              double least) const {
    const std::string words = text(name);
    if (words.empty()) return usual;
    std::vector<double> out;
    for (const std::string_view word : text::split(words, ','))
      out.push_back(read(name, std::string(word), least));
    return out;
  }
  // By --only: names, or how they begin.
  bool chosen(std::string_view row) const {
    const std::string words = text("only");
    if (words.empty()) return true;
    const auto names = text::split(words, ',');
    return std::ranges::any_of(names, [&](std::string_view n) { return row.starts_with(n); });
  }
  // Each name has to be of some use.
  void check_rows(const std::vector<std::string>& rows) const {
    const std::string words = text("only");
    if (words.empty()) return;
    for (const std::string_view n : text::split(words, ','))
      if (std::ranges::none_of(rows, [&](const std::string& row) { return row.starts_with(n); }))
        fail(n, fmt::format("write rows of --only: {}", fmt::join(rows, ", ")));
  }
  [[noreturn]] static void fail(std::string_view word, std::string_view accepted) {
    fmt::print(stderr, "scaling: {}: {}\n", text::quoted(word), accepted);
    std::exit(2);
  }

 private:
  static double read(const std::string& name, const std::string& word, double least) {
    char* end = nullptr;
    const double x = std::strtod(word.c_str(), &end);
    if (word.empty() || *end != 0 || !(x >= least && x <= kMost))
      fail(fmt::format("--{} {}", name, word),
           fmt::format("write a number from {} to {}", least, kMost));
    return x;
  }
  static constexpr double kMost = 1e12;

  std::map<std::string, std::string> given_;
};

template <class... T>
void print(fmt::format_string<T...> format, T&&... values) {  // as it goes on
  fmt::print(format, std::forward<T>(values)...);
  std::fflush(stdout);
}
inline report::Cell whole(double x) { return static_cast<std::int64_t>(x); }

report::Report real(const Words& words);

}  // namespace solvent::scaling
