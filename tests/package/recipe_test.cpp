// Carries out the recipe "How to add a game" of HACKING.md as printed, in a copy of the tree, and
// plays with the result. A block ```cpp PATH is a new file; in a block ```diff PATH the line that
// begins with a space must be in the file, and the lines that begin with '+' are put after it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}
void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

struct Block {
  std::string kind, path, text;
};

std::vector<Block> blocks_of(const std::string& markdown) {
  std::vector<Block> blocks;
  std::istringstream in(markdown);
  std::string line;
  while (std::getline(in, line)) {
    if (!line.starts_with("```")) continue;
    Block block;
    std::istringstream(line.substr(3)) >> block.kind >> block.path;
    while (std::getline(in, line) && line != "```") block.text += line + "\n";
    if (!block.path.empty()) blocks.push_back(block);
  }
  return blocks;
}

void apply_diff(const fs::path& file, const std::string& diff) {
  std::string text = read(file), context, added, line;
  std::istringstream in(diff);
  while (std::getline(in, line)) (line[0] == '+' ? added : context) += line.substr(1) + "\n";
  const std::size_t at = ("\n" + text).find("\n" + context);
  ASSERT_NE(at, std::string::npos) << file << " has no line\n" << context;
  write(file, text.insert(at + context.size(), added));
}

int shell(const std::string& command) { return std::system(command.c_str()); }

class Recipe : public ::testing::Test {
 protected:
  // Runs a command; what it says is in `said` then.
  bool succeeds(const std::string& command) {
    const int status = shell(command + " > " + log.string() + " 2>&1");
    said = read(log);
    return status == 0;
  }
  bool configures() {
    return succeeds("cmake -S " + work.string() + " -B " + build +
                    " -G Ninja -DCMAKE_BUILD_TYPE=Release -DSOLVENT_BENCH=OFF");
  }
  bool builds(const std::string& targets) { return succeeds("ninja -C " + build + " " + targets); }
  // A piece of the game is forgotten, a whole file or some text in it: the attempt fails and says
  // so.
  void expect_missed(const char* file, const std::string& piece,
                     const std::function<bool()>& attempt, const std::string& message) {
    const fs::path path = nim / file;
    const std::string whole = read(path);
    if (piece.empty()) {
      fs::remove(path);
    } else {
      std::string without = whole;
      without.replace(without.find(piece), piece.size(), "");
      write(path, without);
    }
    EXPECT_FALSE(attempt()) << file << " without " << piece;
    EXPECT_NE(said.find(message), std::string::npos) << said;
    write(path, whole);
  }

  const fs::path source = SOLVENT_SOURCE_DIR, work = SOLVENT_RECIPE_DIR;
  const fs::path nim = work / "src/games/nim", log = work / "log";
  const std::string build = (work / "build/release").string();
  std::string said;
};

TEST_F(Recipe, AddsAGameThatWorks) {
  for (const char* part : {"apps", "cmake", "fuzz", "include", "src", "tests", "CMakeLists.txt"}) {
    fs::remove_all(work / part);
    fs::create_directories(work);
    fs::copy(source / part, work / part, fs::copy_options::recursive);
  }
  int lines = 0;
  for (const Block& block : blocks_of(read(source / "HACKING.md"))) {
    if (block.kind == "diff") {
      ++lines;
      apply_diff(work / block.path, block.text);
    } else {
      ASSERT_EQ(block.path.find("src/games/nim/"), 0U) << "a game is one folder";
      write(work / block.path, block.text);
    }
    ASSERT_FALSE(HasFatalFailure());
  }
  ASSERT_EQ(lines, 1) << "and one line";

  ASSERT_TRUE(configures()) << said;
  ASSERT_TRUE(builds("solvent_cli test_nim test_games")) << said;
  const std::string bin = build + "/bin/";
  ASSERT_TRUE(succeeds(bin + "test_nim")) << said;
  ASSERT_TRUE(succeeds(bin + "test_games --gtest_filter='Games.*:*nim'")) << said;
  EXPECT_NE(said.find("EveryGame.Conforms/nim"), std::string::npos) << said;
  ASSERT_TRUE(succeeds(bin + "solvent solve nim 3,4,5 --certify --quiet")) << said;
  EXPECT_NE(said.find("A to move wins"), std::string::npos) << said;
  ASSERT_TRUE(succeeds(bin + "solvent solve nim:1,1 --quiet")) << said;
  EXPECT_NE(said.find("A to move loses"), std::string::npos) << said;
  ASSERT_TRUE(succeeds(bin + "solvent games nim --json")) << said;
  EXPECT_NE(said.find(R"("specs":["nim:3,4,5")"), std::string::npos) << said;

  expect_missed(
      "boards.cpp", "", [&] { return configures(); }, "src/games/nim has no boards.cpp");
  expect_missed(
      "text.hpp", "ErasedGame<Rules, Text>", [&] { return builds("solvent_nim"); },
      "not among those of Made");
  expect_missed(
      "text.cpp", "      .title = \"Nim\",\n", [&] { return builds("solvent_nim"); }, "title");
  expect_missed(
      "engines.cpp", "SOLVENT_ENGINES(nim::Rules, NoKnowledge)",
      [&] { return builds("solvent_cli"); }, "solvent::nim::Rules");
}

}  // namespace
