// Games in files of their own, as far as much has to be compiled: rules that are broken, and the
// examples that are installed, with their certificates.
#include "game_files.hpp"

namespace solvent::test {
namespace {

TEST(CliGameSlow, BrokenRulesAreFound) {
  const InTemporaryFolder here;
  ASSERT_EQ(solvent({"game", "new", "heap"}).status, 0);
  const std::string good = read("heap.hpp");
  const auto broken = [&](const char* from, const char* to, const char* words) {
    std::ofstream("heap.hpp") << replaced(good, from, to);
    const Output output = solvent({"game", "build", "heap.hpp"});
    EXPECT_EQ(output.status, 2) << words;
    EXPECT_NE(output.err.find(words), std::string::npos) << output.err;
    EXPECT_FALSE(std::filesystem::exists("heap.so"));
  };
  broken("words[1] == \"B\";", "words[1] == \"C\";", "it reads back as another position");
  broken("fmt::format(\"{}\", m.taken)", "fmt::format(\"{}\", m.taken / 2)", "reads otherwise");
  broken(".name = \"heap\"", ".name = \"pile\"", "its family is called 'pile', not heap");
  broken("s.side ^= 1;", "s.side ^= 1; if (s.stones == 3) __builtin_trap();", "it crashed");
}

const std::string kExamples = SOLVENT_SOURCE_DIR "/examples/";

void build(const std::string& name) {
  const Output built = solvent({"game", "build", kExamples + name + ".hpp"});
  ASSERT_EQ(built.status, 0) << built.err;
}
void expect_values(const std::string& game,
                   const std::vector<std::tuple<std::string, std::string, int>>& known) {
  for (const auto& [parameters, position, value] : known)
    EXPECT_EQ(solve({game + ":" + parameters, position})["value"], value)
        << parameters << " " << position;
}
// Every certificate of the game that lies beside it.
void expect_certificates(const std::string& name) {
  int found = 0;
  for (const auto& file : std::filesystem::directory_iterator(kExamples)) {
    const std::string path = file.path().string();
    if (file.path().extension() != ".proof" || file.path().filename().string().find(name) != 0)
      continue;
    const Output checked = check({"--game", "./" + name + ".so", path});
    EXPECT_EQ(checked.status, 0) << path << ": " << checked.out << checked.err;
    ++found;
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace solvent::test
