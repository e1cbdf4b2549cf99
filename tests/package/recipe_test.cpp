// Carries out the recipe "How to add a game" of HACKING.md as printed, in a copy of the tree, and
// plays with the result. A block ```cpp PATH is a new file; in a block ```diff PATH the line that
// begins with a space must be in the file, and the lines that begin with '+' are put after it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
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

TEST(Recipe, AddsAGameThatWorks) {
  const fs::path source = SOLVENT_SOURCE_DIR, work = SOLVENT_RECIPE_DIR;
  for (const char* part : {"apps", "cmake", "fuzz", "include", "src", "tests", "CMakeLists.txt"}) {
    fs::remove_all(work / part);
    fs::create_directories(work);
    fs::copy(source / part, work / part, fs::copy_options::recursive);
  }
  int blocks = 0;
  for (const Block& block : blocks_of(read(source / "HACKING.md"))) {
    ++blocks;
    if (block.kind == "diff")
      apply_diff(work / block.path, block.text);
    else
      write(work / block.path, block.text);
    ASSERT_FALSE(HasFatalFailure());
  }
  ASSERT_GE(blocks, 8);

  const std::string build = (work / "build/release").string(), log = (work / "log").string();
  const std::string quiet = " > " + log + " 2>&1";
  ASSERT_EQ(shell("cmake -S " + work.string() + " -B " + build +
                  " -G Ninja -DCMAKE_BUILD_TYPE=Release -DSOLVENT_BENCH=OFF" + quiet),
            0)
      << read(log);
  ASSERT_EQ(shell("ninja -C " + build + " solvent_cli test_nim" + quiet), 0) << read(log);
  ASSERT_EQ(shell(build + "/bin/test_nim" + quiet), 0) << read(log);
  ASSERT_EQ(shell(build + "/bin/solvent solve nim 3,4,5 --certify --quiet" + quiet), 0)
      << read(log);
  EXPECT_NE(read(log).find("A to move wins"), std::string::npos) << read(log);
  ASSERT_EQ(shell(build + "/bin/solvent solve nim:1,1 --quiet" + quiet), 0) << read(log);
  EXPECT_NE(read(log).find("A to move loses"), std::string::npos) << read(log);
}

}  // namespace
