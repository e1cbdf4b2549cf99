// What the documents show is what the program says: every example that begins with "$ solvent" is
// run, and its output compared line by line. "..." stands for anything, on a line of its own for
// any lines; seconds and what depends on them may differ.
#include <fstream>
#include <regex>

#include "run.hpp"

namespace solvent::test {
namespace {

namespace fs = std::filesystem;

struct Example {
  std::string place, command;
  Strings output;
};

void add_examples(const fs::path& document, std::vector<Example>& examples) {
  std::ifstream in(document);
  bool fenced = false, shown = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const bool fence = line.starts_with("```"), begins = fenced && line.starts_with("$ ");
    fenced ^= fence;
    if (begins)
      examples.push_back(
          {document.lexically_relative(SOLVENT_SOURCE_DIR).string() + ":" + std::to_string(number),
           line.substr(2),
           {}});
    else if (fenced && shown)
      examples.back().output.push_back(line);
    shown = begins || (shown && !fence);
  }
  for (Example& e : examples)
    while (!e.output.empty() && e.output.back().empty()) e.output.pop_back();
}

std::vector<Example> all_examples() {
  std::vector<Example> examples;
  const fs::path root = SOLVENT_SOURCE_DIR;
  for (const char* file : {"README.md", "HACKING.md"}) add_examples(root / file, examples);
  for (const char* folder : {"docs", "src"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.path().extension() == ".md") add_examples(entry.path(), examples);
  return examples;
}

std::string replaced(const std::string& text, const char* what, const std::string& by) {
  return std::regex_replace(text, std::regex(what), by);
}

// The lines that a shown line stands for.
std::regex pattern_of(const std::string& shown) {
  std::string p = replaced(shown, R"([.^$|()\[\]{}*+?\\])", R"(\$&)");
  p = replaced(p, R"(\\\.\\\.\\\.)", ".*");
  p = replaced(p, R"([0-9]+\\\.[0-9]+ s\b)", "[0-9.:]+ (s|min|h)");
  p = replaced(p, R"([0-9]+\\\.[0-9]+ M claims/s)", "[0-9.]+ M claims/s");
  if (shown.find("(time-limit)") != shown.npos) p = replaced(p, R"((\\\+|-)?[0-9]+)", "[-+0-9]+");
  return std::regex(p);
}

bool any_lines(const std::string& shown) { return replaced(shown, "^ *", "") == "..."; }

bool agree(const Strings& shown, std::size_t i, const Strings& said, std::size_t j) {
  if (i == shown.size()) return j == said.size();
  if (any_lines(shown[i]))
    return agree(shown, i + 1, said, j) || (j < said.size() && agree(shown, i, said, j + 1));
  return j < said.size() && std::regex_match(said[j], pattern_of(shown[i])) &&
         agree(shown, i + 1, said, j + 1);
}

std::string joined(const Strings& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

TEST(Documents, ShowWhatTheProgramSays) {
  const TemporaryFolder folder;
  fs::create_directory_symlink(fs::path(SOLVENT_SOURCE_DIR) / "data", folder.path() + "/data");
  const std::string programs = fs::path(SOLVENT_BINARY).parent_path().string();
  const std::vector<Example> examples = all_examples();
  ASSERT_GE(examples.size(), 6U);
  for (const Example& example : examples) {
    ASSERT_TRUE(example.command.starts_with("solvent")) << example.place;
    const Output output =
        run({.arguments = {"-c", "cd '" + folder.path() + "' && PATH='" + programs +
                                     "':\"$PATH\" && { " + example.command + "\n} 2>&1"},
             .program = "/bin/sh"});
    Strings said = output.out_lines();
    while (!said.empty() && said.back().empty()) said.pop_back();
    EXPECT_TRUE(agree(example.output, 0, said, 0))
        << example.place << "\n$ " << example.command << "\nshows\n"
        << joined(example.output) << "and the program says\n"
        << joined(said);
  }
}

// The comparison itself: it is not so lenient that anything passes.
TEST(Documents, DifferenceIsSeen) {
  const Strings shown = {"a", "  ...", "b + 3 (x) · 0.16 s", "c ... d"};
  EXPECT_TRUE(agree(shown, 0, {"a", "b + 3 (x) · 1:20 min", "c 5 d"}, 0));
  EXPECT_TRUE(agree(shown, 0, {"a", "1", "", "b + 3 (x) · 12.5 s", "c  d"}, 0));
  EXPECT_FALSE(agree(shown, 0, {"a", "b + 4 (x) · 0.16 s", "c 5 d"}, 0));
  EXPECT_FALSE(agree(shown, 0, {"a", "b + 3 (x) · 0.16 s", "c 5 d", "more"}, 0));
  EXPECT_FALSE(agree(shown, 0, {"b + 3 (x) · 0.16 s", "c 5 d"}, 0));
  EXPECT_TRUE(
      agree({"between -18 and +18 (time-limit)."}, 0, {"between -3 and +12 (time-limit)."}, 0));
  EXPECT_FALSE(
      agree({"between -18 and +18 (node-limit)."}, 0, {"between -3 and +18 (node-limit)."}, 0));
}

}  // namespace
}  // namespace solvent::test
