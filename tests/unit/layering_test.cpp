// The architecture, kept true: who may include whom, which third-party header has its role where,
// and that the library never prints. A new folder, a new dependency or a game that builds on
// another one is declared in the tables below, or this test fails.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Strings = std::vector<std::string>;
using Tree = std::map<std::string, std::string>;  // path from the root of the project -> text

struct Layer {
  std::string_view name;
  Strings where;  // * is any one folder; the last part matches as a prefix, so "" is every file
  Strings never = {};  // lower layers that are closed to this one all the same
};

// Lowest first: a file includes its own layer and lower ones. Of several patterns the longest
// counts, so knowledge that fills more than one file is called knowledge_* or lies in knowledge/.
const std::vector<Layer> kLayers = {
    {"public", {"include/solvent/"}},
    {"base", {"src/base/"}},
    {"game", {"src/game/"}},
    {"rules", {"src/games/*/"}},
    {"knowledge", {"src/games/*/knowledge"}},
    {"registry", {"src/games/registry"}, {"knowledge"}},
    {"boards", {"src/games/*/boards"}, {"knowledge"}},
    // Nothing of a game is known in an engine.
    {"memory", {"src/effort/", "src/tree/", "src/table/"}, {"rules", "knowledge", "registry"}},
    {"search", {"src/search/", "src/parallel/"}, {"rules", "knowledge", "registry"}},
    // Knows games with lines, but none of them.
    {"threats", {"src/threats/"}, {"knowledge", "registry"}},
    {"question", {"src/question/"}, {"rules", "knowledge", "registry"}},
    // The table of options, and words about them: whoever searches may refuse one.
    {"options", {"src/session/option"}, {"rules", "knowledge", "registry"}},
    {"engines", {"src/games/*/engines", "src/games/engines"}},
    {"endgame", {"src/endgame/"}},
    {"proof", {"src/proof/"}},
    // The checker believes nobody but the rules.
    {"check",
     {"src/check/"},
     {"knowledge", "memory", "search", "question", "engines", "endgame", "proof"}},
    {"store", {"src/store/"}, {"endgame", "proof", "check"}},
    {"session", {"src/session/", "src/session/options"}},
    {"api", {"src/api/"}},
    {"play", {"src/play/"}},
    // Knows how figures look, and nothing of games.
    {"report",
     {"src/report/"},
     {"game", "rules", "knowledge", "registry", "memory", "search", "question", "engines",
      "endgame", "proof", "check", "store", "session", "api", "play"}},
    {"experiments", {"src/experiments/"}},
    {"apps", {"apps/", "python/"}},
};

// Of the games; others are in tests/.
const Strings kTests = {"src/games/*/test.", "src/games/*/test_"};

// The first game may build on the folder of the second.
const std::set<std::pair<std::string, std::string>> kBuildsOn = {
    {"awari", "mancala"},
    {"kalah", "mancala"},
    {"mnk", "lines"},
    {"qubic", "lines"},
};

// Of the operating system and the processor: for everyone but the public headers.
const std::set<std::string> kSystem = {
    "arpa/inet.h",   "fcntl.h",       "immintrin.h",    "malloc.h",
    "netinet/tcp.h", "poll.h",        "pthread.h",      "sanitizer/tsan_interface.h",
    "signal.h",      "sys/epoll.h",   "sys/eventfd.h",  "sys/file.h",
    "sys/ioctl.h",   "sys/mman.h",    "sys/resource.h", "sys/socket.h",
    "sys/stat.h",    "sys/syscall.h", "termios.h",      "time.h",
    "tmmintrin.h",   "unistd.h"};

// Everybody else's, and where each has its role.
const std::map<std::string, Strings> kForeign = {
    {"generated/", {"src/games/registry"}},  // ours, written by CMake
    {"fmt/", {"src/", "apps/", "python/"}},
    {"CLI/", {"apps/"}},
    {"nlohmann/", {"apps/", "python/", "src/proof/", "src/check/", "src/experiments/"}},
    {"pybind11/", {"python/"}},
    {"httplib.h", {"apps/"}},
    {"mpi.h", {"apps/solvent-mpi/"}},
    {"emscripten.h", {"apps/solvent-wasm/"}},
    {"sqlite3.h", {"src/store/"}},
    {"tbb/", {"src/endgame/", "src/session/"}},
    {"zstd.h", {"src/endgame/", "src/proof/", "src/check/", "src/session/"}},
};

const std::set<std::string> kPrinters = {"cout",    "cerr",     "clog", "printf",  "fprintf",
                                         "vprintf", "vfprintf", "puts", "putchar", "perror"};
// What ends the process, and the few places that may: a broken invariant, a second Ctrl-C, and the
// server once it was told to stop.
const std::set<std::string> kEnders = {"abort",      "_exit",     "_Exit",
                                       "quick_exit", "terminate", "__builtin_trap"};
const Strings kMayEnd = {"src/base/require.cpp", "apps/solvent/console.cpp",
                         "apps/solvent/serve/server.cpp"};
constexpr std::ptrdiff_t kMostLines = 600;

Strings split(std::string_view s, char separator) {
  Strings parts(1);
  for (const char c : s) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

bool matches(const std::string& pattern, const std::string& path) {
  const Strings p = split(pattern, '/'), f = split(path, '/');
  if (f.size() < p.size()) return false;
  for (std::size_t k = 0; k + 1 < p.size(); ++k)
    if (p[k] != "*" && p[k] != f[k]) return false;
  return f[p.size() - 1].starts_with(p.back());
}
bool matches_any(const Strings& patterns, const std::string& path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& p) { return matches(p, path); });
}

const Layer* layer_of(const std::string& path) {
  const Layer* found = nullptr;
  std::size_t longest = 0;
  for (const Layer& layer : kLayers)
    for (const std::string& pattern : layer.where)
      if (pattern.size() > longest && matches(pattern, path)) {
        found = &layer;
        longest = pattern.size();
      }
  return found;
}

// The game whose folder this is in, or "".
std::string game_of(const std::string& path) {
  return matches("src/games/*/", path) ? split(path, '/')[2] : "";
}

// Of a text its code, that with all that is in quotes, or only what is in quotes and comments.
enum class Part { Code, QuotedToo, Words };
std::string part_of(std::string_view text, Part part) {
  std::string kept, code;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    std::size_t length = 1;
    bool quoted = false, comment = false;
    if (rest.starts_with("//")) {
      length = std::min(rest.find('\n'), rest.size());
      comment = true;
    } else if (rest.starts_with("/*")) {
      length = std::min(rest.find("*/", 2), rest.size() - 2) + 2;
      comment = true;
    } else if (rest.starts_with("R\"")) {
      const std::string end = ")" + std::string(rest.substr(2, rest.find('(') - 2)) + "\"";
      length = std::min(rest.find(end), rest.size() - end.size()) + end.size();
      quoted = true;
    } else if (rest[0] == '"' ||
               (rest[0] == '\'' && (code.empty() || !std::isalnum(code.back())))) {
      while (length < rest.size() && rest[length] != rest[0])
        length += rest[length] == '\\' ? 2 : 1;
      length = std::min(length + 1, rest.size());
      quoted = true;
    }
    if (!quoted && !comment) code += rest[0];
    const bool wanted =
        part == Part::Words ? quoted || comment : !comment && (!quoted || part == Part::QuotedToo);
    if (wanted) kept += rest.substr(0, length);
    at += length;
  }
  return kept;
}

struct Include {
  std::string header;
  bool quoted;
};
std::vector<Include> includes_of(const std::string& text) {
  std::vector<Include> found;
  for (std::string line : split(part_of(text, Part::QuotedToo), '\n')) {
    std::erase_if(line, [](unsigned char c) { return std::isspace(c); });
    if (!line.starts_with("#include") || line.size() < 10) continue;
    const bool quoted = line[8] == '"';
    found.push_back({line.substr(9, line.find(quoted ? '"' : '>', 9) - 9), quoted});
  }
  return found;
}

// The file of ours that is meant, or "" if the header is somebody else's.
std::string resolve(const Tree& tree, const std::string& from, const std::string& header) {
  const std::string here = from.substr(0, from.rfind('/') + 1);
  for (const std::string& folder : {here, std::string("src/"), std::string("include/")}) {
    const std::string path = std::filesystem::path(folder + header).lexically_normal().string();
    if (tree.contains(path)) return path;
  }
  return "";
}

// What is wrong with `from` including our own `to`, or "".
std::string wrong_inclusion(const std::string& from, const std::string& to) {
  const Layer *lower = layer_of(to), *upper = layer_of(from);
  if (lower == nullptr || upper == nullptr) return "";  // reported as a file without a layer
  if (lower > upper || std::count(upper->never.begin(), upper->never.end(), lower->name) > 0)
    return std::string(upper->name) + " must not include " + std::string(lower->name);
  const std::string a = game_of(from), b = game_of(to);
  if (!a.empty() && !b.empty() && a != b && !kBuildsOn.contains({a, b}))
    return "game " + a + " must not build on game " + b;
  return "";
}

std::string wrong_foreign(const std::string& from, const Include& include) {
  const std::string& header = include.header;
  if (header == "iostream" || header == "print")
    return from.starts_with("apps/") ? "" : "the library never prints";
  if (!include.quoted && header.find_first_of("./") == std::string::npos) return "";  // standard
  if (kSystem.contains(header)) return from.starts_with("include/") ? "has no role here" : "";
  for (const auto& [prefix, where] : kForeign)
    if (header.starts_with(prefix)) return matches_any(where, from) ? "" : "has no role here";
  return "is an undeclared dependency";
}

// The words of this set that the code has, and calls of print.
Strings words_in(const std::string& text, const std::set<std::string>& words) {
  Strings found;
  std::string word;
  std::string_view before;  // what stands before the word
  const std::string code = part_of(text, Part::Code) + "\n";
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (std::isalnum(static_cast<unsigned char>(code[at])) || code[at] == '_') {
      if (word.empty()) before = std::string_view(code).substr(0, at);
      word += code[at];
      continue;
    }
    const bool print = (word == "print" || word == "println") &&
                       (before.ends_with("fmt::") || before.ends_with("std::"));
    if ((print && &words == &kPrinters) || words.contains(word)) found.push_back(word);
    word.clear();
  }
  return found;
}

// Options as the command line writes them, which nobody else needs to know.
Strings options_in(const std::string& text) {
  Strings found;
  const std::string words = part_of(text, Part::Words);
  const auto is = [&](std::size_t at, int (*kind)(int)) {
    return at < words.size() && kind(static_cast<unsigned char>(words[at])) != 0;
  };
  for (std::size_t at = 0; (at = words.find("--", at)) != words.npos; at += 2) {
    const bool begins = at == 0 || (words[at - 1] != '-' && !is(at - 1, std::isalnum));
    if (!begins || !is(at + 2, std::islower)) continue;
    std::size_t end = at + 2;
    while (is(end, std::isalnum) || (end < words.size() && words[end] == '-')) ++end;
    found.push_back(words.substr(at, end - at));
  }
  return found;
}

Strings violations(const Tree& tree) {
  Strings wrong;
  const auto note = [&](const std::string& path, const std::string& what) {
    if (!what.empty()) wrong.push_back(path + ": " + what);
  };
  for (const auto& [path, text] : tree) {
    if (text.starts_with("// Made by ")) continue;  // data in the dress of a source
    if (std::count(text.begin(), text.end(), '\n') > kMostLines)
      note(path, "is longer than " + std::to_string(kMostLines) + " lines");
    if (path.ends_with(".hpp") && ("\n" + text).find("\n#pragma once\n") == std::string::npos)
      note(path, "has no #pragma once");
    if (!matches_any({"include/", "src/", "apps/", "python/"}, path) || matches_any(kTests, path))
      continue;  // tests may see everything
    if (layer_of(path) == nullptr) note(path, "is in no layer");
    for (const Include& include : includes_of(text)) {
      const std::string ours = resolve(tree, path, include.header);
      const std::string what =
          ours.empty() ? wrong_foreign(path, include) : wrong_inclusion(path, ours);
      if (!what.empty()) note(path, include.header + ": " + what);
    }
    if (!matches_any(kMayEnd, path))
      for (const std::string& word : words_in(text, kEnders))
        note(path, word + ": ends the process, which is for require() to do");
    if (path.starts_with("apps/") || path == "src/base/require.cpp") continue;
    for (const std::string& word : words_in(text, kPrinters))
      note(path, word + ": the library never prints");
    if (matches_any({"python/", "src/report/"}, path)) continue;  // styles of pages look the same
    for (const std::string& option : options_in(text))
      note(path, option + ": only the command line calls it so");
  }
  return wrong;
}

Tree read_tree() {
  namespace fs = std::filesystem;
  Tree tree;
  const fs::path root = SOLVENT_SOURCE_DIR;
  for (const char* folder : {"include", "src", "apps", "python", "tests", "bench", "fuzz"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path& path = entry.path();
      if (path.extension() != ".hpp" && path.extension() != ".cpp") continue;
      std::ifstream file(path);
      tree[path.lexically_relative(root).generic_string()] = {std::istreambuf_iterator<char>(file),
                                                              {}};
    }
  }
  return tree;
}

TEST(Layering, TheTreeKeepsIt) {
  const Tree tree = read_tree();
  EXPECT_GT(tree.size(), 20u) << "the sources were not found in " SOLVENT_SOURCE_DIR;
  for (const std::string& wrong : violations(tree)) ADD_FAILURE() << wrong;
}

// The words that docs/glossary.md explains, as names of types: "- **Game family**: ..." is
// GameFamily.
std::set<std::string> glossary() {
  std::ifstream file(SOLVENT_SOURCE_DIR "/docs/glossary.md");
  std::set<std::string> words;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("- **")) continue;
    const Strings parts = split(line.substr(0, line.find(':')), '*');
    for (std::size_t k = 2; k < parts.size(); k += 4) {
      std::string word;
      for (std::string part : split(parts[k], ' ')) {
        part[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(part[0])));
        word += part;
      }
      words.insert(word);
    }
  }
  return words;
}
// Which files define each type. Those inside a public class bear its name too, Exploration::Node.
std::map<std::string, Strings> types_of(const Tree& tree) {
  const std::regex definition(
      R"(\s*(struct|class|enum|enum class) (\w+)( final)?( :[^:].*)?( \{.*)?)");
  std::map<std::string, Strings> types;
  for (const auto& [path, text] : tree) {
    if (!matches_any({"include/", "src/", "apps/"}, path) || matches_any(kTests, path)) continue;
    for (const std::string& line : split(part_of(text, Part::Code), '\n')) {
      if (path.starts_with("include/") && line.starts_with(" ")) continue;
      std::smatch found;
      if (std::regex_match(line, found, definition)) types[found[2]].push_back(path);
    }
  }
  return types;
}
// What every game has, those of experiments too, or every kind of effort.
const std::set<std::string> kOneEach = {"Cell", "Key", "Knowledge", "Move", "Rules", "State"};

Strings shared_names(const Tree& tree, const std::set<std::string>& words) {
  Strings shared;
  for (const auto& [name, files] : types_of(tree)) {
    if (!words.contains(name)) continue;
    Strings where = files;
    if (kOneEach.contains(name))
      std::erase_if(where, [](const std::string& path) {
        return matches_any({"src/game/", "src/games/", "src/effort/", "src/experiments/"}, path);
      });
    const bool elsewhere = kOneEach.contains(name) && !where.empty();
    if (elsewhere || where.size() > 1)
      for (const std::string& path : where) shared.push_back(name + " in " + path);
  }
  return shared;
}

TEST(Layering, AWordOfTheGlossaryNamesOneType) {
  const std::set<std::string> words = glossary();
  EXPECT_TRUE(words.contains("Claim") && words.contains("GameFamily") && words.contains("Rank"));
  for (const std::string& name : shared_names(read_tree(), words)) ADD_FAILURE() << name;

  Tree tree;
  tree["src/base/a.hpp"] = "struct Claim {\n  int a;\n};\nclass Claim;\n// struct Node {\n";
  tree["include/solvent/b.hpp"] = "class B {\n  struct Claim {\n";
  tree["src/games/nim/rules.hpp"] = "class Rules {\n  struct State {\n";
  EXPECT_EQ(shared_names(tree, words), Strings());
  tree["apps/c.cpp"] = "  struct Claim final : public B {\n  enum class State { On };\n";
  EXPECT_EQ(shared_names(tree, words),
            (Strings{"Claim in apps/c.cpp", "Claim in src/base/a.hpp", "State in apps/c.cpp"}));
}

// All that these files are made of.
std::set<std::string> with_included(const Tree& tree, Strings files) {
  std::set<std::string> all;
  while (!files.empty()) {
    const std::string path = files.back();
    files.pop_back();
    if (!tree.contains(path) || !all.insert(path).second) continue;
    for (const Include& include : includes_of(tree.at(path)))
      files.push_back(resolve(tree, path, include.header));
  }
  return all;
}
std::ptrdiff_t lines_of(const Tree& tree, const std::set<std::string>& files,
                        const std::function<bool(const std::string&)>& wanted) {
  std::ptrdiff_t lines = 0;
  for (const std::string& path : files)
    if (wanted(path)) lines += std::count(tree.at(path).begin(), tree.at(path).end(), '\n');
  return lines;
}

// The numbers behind `words` in a document, up to the end of the line, or of the cell of a table.
std::vector<double> numbers_behind(const std::string& document, const std::string& words) {
  std::ifstream file(std::string(SOLVENT_SOURCE_DIR) + "/" + document);
  std::vector<double> found;
  for (std::string line; std::getline(file, line);) {
    const std::size_t at = line.find(words);
    if (at == std::string::npos) continue;
    std::string rest = line.substr(at + words.size());
    if (words.starts_with("|")) rest = split(rest, '|')[1];
    std::erase(rest, ',');
    for (std::size_t k = 0; k < rest.size();) {
      std::size_t length = 0;
      if (std::isdigit(static_cast<unsigned char>(rest[k])))
        found.push_back(std::stod(rest.substr(k), &length));
      k += std::max<std::size_t>(length, 1);
    }
  }
  return found;
}

// How much has to be read before a verified answer is believed, as docs/trust.md and the README say
// it: everything of ours that solvent-check is linked from, and all that it includes.
TEST(Layering, TheCheckerIsAsLongAsItsDocumentsSay) {
  constexpr double kFarOff = 0.05;  // numbers in documents are round
  if (std::string(SOLVENT_CHECKER).empty()) GTEST_SKIP() << "the checker is not built";
  const Tree tree = read_tree();
  const Strings sources = split(SOLVENT_CHECKER, ':');
  const std::set<std::string> files = with_included(tree, sources);
  EXPECT_TRUE(files.contains("src/check/verify.hpp") && files.contains("src/games/mnk/rules.cpp"));
  for (const std::string& path : files)
    EXPECT_FALSE(matches_any({"src/search/", "src/proof/", "src/table/"}, path)) << path;
  const auto expect = [&](const char* document, const char* words, std::size_t which,
                          std::ptrdiff_t lines) {
    const auto numbers = numbers_behind(document, words);
    ASSERT_GT(numbers.size(), which) << document << ": " << words;
    EXPECT_NEAR(numbers[which] / static_cast<double>(lines), 1, kFarOff)
        << document << ": " << words << " says " << numbers[which] << ", counted " << lines;
  };
  const auto of_checker = [](const std::string& path) {
    return matches_any({"src/check/", "apps/"}, path);
  };
  const auto of_games = [](const std::string& path) { return !game_of(path).empty(); };
  const auto checker = lines_of(tree, files, of_checker);
  const auto shared = lines_of(
      tree, files, [&](const std::string& path) { return !of_checker(path) && !of_games(path); });
  std::map<std::string, Strings> games;
  for (const std::string& path : sources)
    if (of_games(path)) games[game_of(path)].push_back(path);
  std::vector<std::ptrdiff_t> game_lines;
  for (const auto& [name, of_one] : games)
    game_lines.push_back(lines_of(tree, with_included(tree, of_one), of_games));
  const char* trust = "docs/trust.md";
  expect(trust, "| the checker |", 0, checker);
  expect(trust, "| what all games share |", 0, shared);
  const char* rules = "| the rules and the notation of the one game |";
  expect(trust, rules, 0, *std::min_element(game_lines.begin(), game_lines.end()));
  expect(trust, rules, 1, *std::max_element(game_lines.begin(), game_lines.end()));
  expect("README.md", "verifies it from the rules of the game, with", 0, checker + shared);
}

// What the scanner says of one file beside a small but complete project.
Strings beside_others(const std::string& path, const std::string& text) {
  Tree tree;
  for (const char* header :
       {"include/solvent/outcome.hpp", "src/base/text.hpp", "src/game/game.hpp",
        "src/games/registry.hpp", "src/games/nim/rules.hpp", "src/games/nim/knowledge.hpp",
        "src/games/awari/rules.hpp", "src/games/mancala/board.hpp", "src/table/table.hpp",
        "src/search/pns.hpp", "src/proof/writer.hpp", "src/session/solve.hpp"})
    tree[header] = "//\n#pragma once\n";
  tree[path] = text;
  return violations(tree);
}

TEST(Layering, TheScannerFindsWhatIsWrong) {
  const struct {
    const char *path, *text, *finding;
  } cases[] = {
      {"src/base/a.cpp", "#include \"game/game.hpp\"\n", "base must not include game"},
      {"src/games/nim/text.cpp", "#include \"rules.hpp\"\n#  include \"knowledge.hpp\"\n",
       "knowledge.hpp: rules must not include knowledge"},
      {"src/games/nim/rules.cpp", "#include \"games/awari/rules.hpp\"\n",
       "game nim must not build on game awari"},
      {"src/games/nim/rules.cpp", "#include \"search/pns.hpp\"\n", "rules must not include search"},
      {"src/games/registry.cpp", "#include \"games/nim/knowledge.hpp\"\n",
       "registry must not include knowledge"},
      {"src/games/nim/text.cpp", "#include \"generated/games.hpp\"\n", "has no role here"},
      {"src/search/a.hpp", "#pragma once\n#include \"games/nim/rules.hpp\"\n",
       "search must not include rules"},
      {"src/check/a.cpp", "#include \"table/table.hpp\"\n", "check must not include memory"},
      {"src/check/a.cpp", "#include \"proof/writer.hpp\"\n", "check must not include proof"},
      {"src/check/a.cpp", "#include <session/solve.hpp>\n", "check must not include session"},
      {"include/solvent/a.hpp", "#pragma once\n#include \"base/text.hpp\"\n",
       "public must not include base"},
      {"include/solvent/a.hpp", "#pragma once\n#include <fmt/format.h>\n", "has no role here"},
      {"include/solvent/a.hpp", "#pragma once\n#include <unistd.h>\n", "has no role here"},
      {"src/session/a.cpp", "#include <nlohmann/json.hpp>\n", "has no role here"},
      {"src/base/a.cpp", "#include <boost/any.hpp>\n", "is an undeclared dependency"},
      {"src/base/a.cpp", "#include \"nowhere.hpp\"\n", "is an undeclared dependency"},
      {"src/base/a.cpp", "#include <iostream>\n", "iostream: the library never prints"},
      {"src/base/a.cpp", "char c = '\"'; void f() { std::printf(\"a\"); }\n",
       "printf: the library"},
      {"src/base/a.cpp", "int n = 1'000; void f() { fmt::print(\"a\"); }\n", "print: the library"},
      {"src/base/a.cpp", "void f() { std::abort(); }\n", "abort: ends the process"},
      {"apps/a.cpp", "void f() { _exit(1); }\n", "_exit: ends the process"},
      {"src/base/a.cpp", "auto s = \"needs a larger --table-size\";\n",
       "--table-size: only the command line"},
      {"include/solvent/a.hpp", "#pragma once\n// As with --memory.\n",
       "--memory: only the command line"},
      {"src/misc/a.cpp", "", "is in no layer"},
      {"src/base/a.hpp", "// #pragma once\n", "has no #pragma once"},
  };
  for (const auto& c : cases) {
    const Strings found = beside_others(c.path, c.text);
    ASSERT_EQ(found.size(), 1u) << c.path << '\n' << c.text;
    EXPECT_NE(found[0].find(c.finding), std::string::npos) << found[0];
  }
  EXPECT_EQ(beside_others("tests/a_test.cpp", std::string(601, '\n')).size(), 1u);
}

TEST(Layering, TheScannerLeavesTheRestAlone) {
  const std::pair<const char*, const char*> cases[] = {
      {"src/games/awari/text.cpp",
       "#include \"games/mancala/board.hpp\"\n#include <fmt/format.h>\n"},
      {"src/games/nim/engines.cpp", "#include \"knowledge.hpp\"\n#include \"search/pns.hpp\"\n"},
      {"src/check/a.cpp", "#include \"games/registry.hpp\"\n#include <nlohmann/json.hpp>\n"},
      {"apps/a.cpp", "#include <CLI/CLI.hpp>\n#include <iostream>\nvoid f() { std::cout << 1; }\n"},
      {"src/base/a.cpp", "// #include <iostream>\n/* printf\n#include \"game/game.hpp\" */\n"},
      {"src/base/a.cpp", "auto s = \"printf \\\" cout\"; auto r = R\"(\" puts)\"; int print;\n"},
      {"src/base/a.cpp", "int f(int n) { return --n; }  // --- one less ---\n"},
      {"src/base/a.cpp", "auto s = \"a--b, --1, --\";\n"},
      {"src/report/a.cpp", "auto s = \"var(--ink)\";\n"},
      {"apps/a.cpp", "auto s = \"needs a larger --table-size\";\n"},
      {"tests/a_test.cpp", "#include \"search/pns.hpp\"\n#include <gtest/gtest.h>\n"},
      {"src/games/nim/test.cpp", "#include \"search/pns.hpp\"\n#include <gtest/gtest.h>\n"},
  };
  for (const auto& [path, text] : cases)
    for (const std::string& wrong : beside_others(path, text)) ADD_FAILURE() << wrong;
}

}  // namespace
