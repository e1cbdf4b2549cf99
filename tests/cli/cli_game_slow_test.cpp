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
    const Output output = build_game({"heap.hpp"});
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
  const Output built = build_game({kExamples + name + ".hpp"});
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

TEST(CliGameSlow, ExamplesHaveTheirValuesAndCertificates) {
  const InTemporaryFolder here;
  for (const char* name : {"domineering", "dotsandboxes", "hex"}) {
    build(name);
    ASSERT_FALSE(HasFatalFailure());
    expect_certificates(name);
  }
  const auto turned = [](int size) {  // the same board, with H to move
    std::string board;
    for (int row = 0; row < size; ++row)
      board += (row > 0 ? "/" : "") + std::string(static_cast<std::size_t>(size), '.');
    return board + " H";
  };
  expect_values("./domineering.so", {{"5x5", "", -1}, {"5x5", turned(5), -1}, {"6x6", "", 1}});
  expect_values("./hex.so", {{"4", "", 1}, {"5", "", 1}});
  expect_values("./dotsandboxes.so", {{"1x1", "", -1}, {"2x2", "", 2}});
}

}  // namespace
}  // namespace solvent::test
