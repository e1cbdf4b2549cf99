// What the two tables of the program `scaling` share: the words of its command line.
#pragma once

#include <fmt/format.h>

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

// Options `--name value` after the name of the table.
class Words {
 public:
  Words(int argc, char** argv) {
    for (int k = 2; k < argc; k += 2) {
      const std::string_view word = argv[k];
      if (!word.starts_with("--") || k + 1 == argc) fail(word);
      given_.emplace(word.substr(2), argv[k + 1]);
    }
  }
  std::string text(const std::string& name, const std::string& usual = {}) const {
    const auto found = given_.find(name);
    return found == given_.end() ? usual : found->second;
  }
  double number(const std::string& name, double usual) const {
    const std::string word = text(name);
    return word.empty() ? usual : std::strtod(word.c_str(), nullptr);
  }
  std::vector<double> numbers(const std::string& name, std::vector<double> usual) const {
    const std::string words = text(name);
    if (words.empty()) return usual;
    std::vector<double> out;
    for (const std::string_view word : text::split(words, ','))
      out.push_back(std::strtod(std::string(word).c_str(), nullptr));
    return out;
  }
  // By --only: names, or how they begin.
  bool chosen(std::string_view row) const {
    const std::string words = text("only");
    if (words.empty()) return true;
    const auto names = text::split(words, ',');
    return std::ranges::any_of(names, [&](std::string_view n) { return row.starts_with(n); });
  }
  [[noreturn]] static void fail(std::string_view word) {
    fmt::print(stderr, "scaling: {} is not understood; see the head of bench/scaling.cpp\n",
               text::quoted(word));
    std::exit(2);
  }

 private:
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
