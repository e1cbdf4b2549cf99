// Bad input in every verb: exit status 2, nothing on standard output, and one line on standard
// error that says what was wrong and what would be right.
#include "run.hpp"

namespace solvent::test {
namespace {

struct Bad {
  Strings arguments;
  Strings says;  // each is in the message
  std::string input = {};
};

void PrintTo(const Bad& bad, std::ostream* out) { *out << shell_words(bad.arguments); }

class CliBadInput : public testing::TestWithParam<Bad> {};

TEST_P(CliBadInput, IsOneLineAndStatusTwo) {
  const Bad& bad = GetParam();
  const Output output = solvent(bad.arguments, bad.input);
  const std::string command = shell_words(bad.arguments);
  EXPECT_EQ(output.status, 2) << command;
  EXPECT_EQ(output.out, "") << command;
  EXPECT_EQ(output.err_lines().size(), 1U) << command << "\n" << output.err;
  EXPECT_TRUE(output.err.starts_with("solvent: ")) << command << "\n" << output.err;
  EXPECT_TRUE(output.err.ends_with("\n")) << command << "\n" << output.err;
  for (const std::string& part : bad.says)
    EXPECT_NE(output.err.find(part), std::string::npos) << command << "\n" << output.err << part;
}

// The words of the command as the name of a test.
std::string test_name(const testing::TestParamInfo<Bad>& info) {
  std::string name = std::to_string(info.index);
  for (const std::string& argument : info.param.arguments) {
    name += '_';
    for (const char c : argument.substr(0, 20))
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  }
  return name;
}

const Bad kUsage[] = {
    {{}, {"games", "solve", "solvent --help"}},
    {{"solv"}, {"'solv'", "did you mean solve?", "batch"}},
    {{"xyzzy"}, {"'xyzzy'", "games", "perft"}},
    {{"so\nlve"}, {"did you mean solve?"}},
    {{"--verson"}, {"'--verson'", "did you mean --version?"}},
    {{"--json", "games"}, {"'--json'", "follow"}},
    {{"-x"}, {"'-x'"}},
    {{""}, {"''"}},
    {{"games", "chess"}, {"'chess'", "connect4"}},
    {{"games", "--jsn"}, {"'--jsn'", "did you mean --json?"}},
    {{"algorithms", "scout"}, {"'scout'", "too many"}},
    {{"solve"}, {"GAME", "solvent solve --help"}},
    {{"show"}, {"GAME", "solvent show --help"}},
    {{"perft"}, {"GAME"}},
    {{"batch"}, {"GAME"}},
    {{"solve", "connect4", "--algoritm", "scout"}, {"'--algoritm'", "did you mean --algorithm?"}},
    {{"solve", "connect4", "--nodes"}, {"--nodes", "N"}},
    {{"solve", "connect4", "--nodes", "5", "--nodes", "6"}, {"--nodes", "twice"}},
    {{"solve", "connect4", "--json=yes"}, {"--json", "no value"}},
    {{"solve", "connect4", "-q"}, {"'-q'", "solvent solve --help"}},
    {{"solve", "connect4", "-json"}, {"'-json'", "did you mean --json?"}},
    {{"solve", "othello:4", "-----OX--XO-----", "X"}, {"'X'", "too many", "quote"}},
    {{"show", "connect4", "--count-ended"}, {"'--count-ended'"}},
    {{"solve", "connect4", "--threads", "0"}, {"--threads", "1 to 256"}},
    {{"solve", "connect4", "--threads", "257"}, {"--threads", "1 to 256"}},
};
INSTANTIATE_TEST_SUITE_P(Usage, CliBadInput, testing::ValuesIn(kUsage), test_name);

const Bad kGames[] = {
    {{"solve", "conect4"}, {"'conect4'", "did you mean connect4?", "othello"}},
    {{"show", "Othelo"}, {"'Othelo'", "did you mean othello?"}},
    {{"perft", "chess", "3"}, {"'chess'", "connect4"}},
    {{"batch", "awary"}, {"'awary'", "did you mean awari?"}},
    {{"solve", ""}, {"''"}},
    {{"solve", ":7x6"}, {"''"}},
    {{"solve", "solve"}, {"'solve'"}},
    {{"solve", "connect4:7"}, {"'connect4:7'", "COLUMNSxROWS"}},
    {{"solve", "connect4:0x6"}, {"COLUMNSxROWS"}},
    {{"solve", "connect4:30x30"}, {"128"}},
    {{"solve", "connect4:7x6x5"}, {"COLUMNSxROWS"}},
    {{"solve", "othello:5"}, {"4, 6 or 8"}},
    {{"solve", "awari:6"}, {"awari"}},
    {{"solve", "kalah:7,4"}, {"'7'", "6"}},
    {{"solve", "kalah:6,4,full-capture"}, {"full-capture"}},
    {{"solve", "woodpush:8,5"}, {"woodpush:8,5"}},
    {{"solve", "woodpush:8,3,ko=maybe"}, {"'maybe'", "simple", "super"}},
    {{"solve", "mnk:3,3"}, {"mnk:3,3"}},
    {{"solve", "mnk:20,3,3"}, {"'20'", "19"}},
    {{"solve", "gomoku:19"}, {"gomoku"}},
    {{"solve", "qubic:5"}, {"qubic"}},
    {{"solve", "random:b=x"}, {"'x'"}},
    {{"solve", "random:colour=red"}, {"'colour'", "seed"}},
    {{"solve", "random:b=2,b=3"}, {"twice"}},
    {{"solve", "tree"}, {"tree:FILE"}},
    {{"solve", "tree:no/such.tree"}, {"no/such.tree"}},
    {{"solve", "tree:/"}, {"directory"}},
    {{"solve", "tree:/dev/null"}, {"no node"}},
    {{"solve", "connect4", "--outcomes", "points"}, {"'points'", "score", "wld"}},
    {{"solve", "mnk", "--outcomes", "score"}, {"'score'", "wld"}},
};
INSTANTIATE_TEST_SUITE_P(Games, CliBadInput, testing::ValuesIn(kGames), test_name);

const Bad kPositions[] = {
    {{"solve", "connect4", "44a"}, {"'44a'", "move 3", "1 to 7"}},
    {{"solve", "connect4", "4444444"}, {"move 7", "full"}},
    {{"solve", "connect4", "12121211"}, {"'12121211'", "after the end"}},
    {{"solve", "connect4", "moves: 4 9"}, {"'9'"}},
    {{"solve", "connect4", "-"}, {"standard input is empty"}},
    {{"show", "connect4", "-"}, {"'junk'"}, "junk\n"},
    {{"perft", "connect4", "-", "3"}, {"'junk'"}, "junk\n"},
    {{"solve", "connect4", "-"},
     {"'?ELF?"},
     std::string("\x7f"
                 "ELF\0\xff\xfe",
                 7)},
    {{"solve", "othello", "----"}, {"'----'", "64 squares"}},
    {{"solve", "othello:4", "-----OX--XO-----"}, {"16 squares", "side to move"}},
    {{"solve", "othello:4", "-----OX--XO---- X"}, {"15 squares", "16"}},
    {{"solve", "othello:4", "-----OX--XO----- Q"}, {"'Q'", "X or O"}},
    {{"solve", "othello:4", "-----QX--XO----- X"}, {"'Q'"}},
    {{"solve", "othello:4", "moves: a1"}, {"'a1'"}},
    {{"solve", "awari", "4 4 4 4 4 4"}, {"'|'"}},
    {{"solve", "awari", "4 4 4 4 4 4|4 4 4 4 4"}, {"North has 5 pits, not 6"}},
    {{"solve", "awari", "4 4 4 4 4 4|4 4 4 4 4 40"}, {"48"}},
    {{"solve", "kalah:3,3", "1 1 1|1 1 x"}, {"'x'"}},
    {{"solve", "woodpush", "LL-R-RLR"}, {"'-'", "L, R or '.'"}},
    {{"solve", "woodpush", "LLL..RRR X"}, {"X"}},
    {{"solve", "mnk", "b2b2"}, {"b2"}},
    {{"solve", "mnk", "d4"}, {"d4"}},
    {{"show", "mnk", "---/---/---"}, {"'-'", "X, O or '.'"}},
    {{"show", "gomoku", "p16"}, {"p16"}},
    {{"show", "qubic", "e11"}, {"e11"}},
    {{"show", "random", "1.9"}, {"9"}},
    {{"show", "pgame", "root.1"}, {"root.1"}},
};
INSTANTIATE_TEST_SUITE_P(Positions, CliBadInput, testing::ValuesIn(kPositions), test_name);

const Bad kOptions[] = {
    {{"solve", "connect4", "--algorithm", "scuot"}, {"'scuot'", "did you mean scout?", "minimax"}},
    {{"solve", "connect4", "--algorithm", ""}, {"--algorithm needs a value"}},
    {{"solve", "connect4", "--nodes="}, {"--nodes needs a value"}},
    {{"solve", "connect4", "--at-least", "x"}, {"--at-least", "'x'", "whole number"}},
    {{"solve", "connect4", "--at-least", "1.5"}, {"'1.5'", "whole number"}},
    {{"solve", "connect4", "--range", "3"}, {"--range", "LO..HI"}},
    {{"solve", "connect4", "--range", "1.."}, {"'1..'", "LO..HI"}},
    {{"solve", "connect4", "--range", "3..1"}, {"3..1"}},
    {{"solve", "connect4", "--range", "1..1"}, {"1..1"}},
    {{"solve", "connect4", "--range", "1..100"}, {"1..100", "-18..18"}},
    {{"solve", "mnk", "--range", "-2..1"}, {"-2..1", "-1..1"}},
    {{"solve", "connect4", "--at-least", "1", "--range", "1..2"}, {"one of them"}},
    {{"solve", "connect4", "--nodes", "-1"}, {"--nodes", "'-1'"}},
    {{"solve", "connect4", "--nodes", "1e6"}, {"'1e6'", "whole number"}},
    {{"solve", "connect4", "--nodes", "99999999999999999999"}, {"--nodes"}},
    {{"solve", "connect4", "--time", "soon"}, {"--time", "'soon'", "seconds"}},
    {{"solve", "connect4", "--time", "-1"}, {"'-1'"}},
    {{"solve", "connect4", "--time", "nan"}, {"'nan'"}},
    {{"solve", "connect4", "--time", "inf"}, {"'inf'"}},
    {{"solve", "connect4", "--memory", "lots"}, {"--memory", "'lots'", "200M"}},
    {{"solve", "connect4", "--memory", "1.5G"}, {"'1.5G'"}},
    {{"solve", "connect4", "--memory", "99999999999T"}, {"--memory"}},
    {{"solve", "connect4", "--memory", "1000"}, {"at least 1M"}},
    {{"solve", "connect4", "--table-size", "-1"}, {"--table-size", "'-1'"}},
    {{"solve", "connect4", "--memory", "2M", "--table-size", "3M"}, {"3145728", "2097152"}},
    {{"solve", "connect4", "--deepening", "maybe"}, {"--deepening", "on, off or auto"}},
    {{"solve", "connect4", "--algorithm", "pns", "--deepening", "on"}, {"--deepening", "belongs"}},
    {{"solve", "connect4", "--driver", "binary"}, {"--driver belongs to pns, pn2 and dfpn"}},
    {{"solve", "connect4", "--algorithm", "pns", "--playouts", "60"}, {"--playouts belongs"}},
    {{"solve", "connect4", "--algorithm", "mcpns", "--precision-rate", "0"},
     {"--precision-rate belongs to ppns"}},
    {{"solve", "connect4", "--algorithm", "mopns", "--second-level", "first-tree"},
     {"--second-level belongs"}},
    {{"perft", "connect4"}, {"DEPTH"}},
    {{"perft", "connect4", "x"}, {"'x'", "0 to 1000"}},
    {{"perft", "connect4", "-1"}, {"'-1'", "0 to 1000"}},
    {{"perft", "connect4", "4455", "1001"}, {"'1001'"}},
    {{"perft", "connect4", "4455", "3", "4"}, {"'4'", "too many"}},
    {{"batch", "connect4", "no/such/file"}, {"'no/such/file'", "No such file"}},
    {{"batch", "connect4", "/"}, {"'/'", "directory"}},
    {{"batch", "connect4", "--threads", "0"}, {"--threads", "1 to 256"}},
    {{"batch", "connect4", "--threads", "many"}, {"'many'"}},
    {{"batch", "connect4", "--algorithm", "negascuot"}, {"did you mean negascout?"}},
    {{"solve", "connect4", "44", "--algorithm", "pns", "--epsilon", "0.5"},
     {"--epsilon", "belongs to dfpn, dfmopns"}},
    {{"solve", "connect4", "44", "--algorithm", "dfpn", "--epsilon", "-1"}, {"--epsilon"}},
    {{"solve", "connect4", "44", "--algorithm", "dfpn", "--epsilon", "1000"}, {"0 to 100"}},
    {{"solve", "connect4", "44", "--algorithm", "dfppns", "--weak-sums"}, {"--weak-sums"}},
    {{"batch", "connect4", "--memory", "2M", "--threads", "4"}, {"--memory", "1M"}},
};
INSTANTIATE_TEST_SUITE_P(Options, CliBadInput, testing::ValuesIn(kOptions), test_name);

TEST(CliBadFile, ATreeFileIsReadToTheErrorInIt) {
  const TemporaryFolder folder;
  const std::string file = folder.write("bad.tree", "a Max: b c\nb = 1\nc = much\n");
  const Output output = solvent({"solve", "tree:" + file});
  EXPECT_EQ(output.status, 2);
  EXPECT_EQ(output.out, "");
  ASSERT_EQ(output.err_lines().size(), 1U) << output.err;
  EXPECT_NE(output.err.find("3"), std::string::npos) << output.err;
  EXPECT_NE(output.err.find("much"), std::string::npos) << output.err;
}

TEST(CliBadInputSize, AHugePositionIsAnsweredInOneShortLine) {
  const Output output = solvent({"solve", "connect4", "-"}, std::string(5'000'000, '4'));
  EXPECT_EQ(output.status, 2);
  EXPECT_EQ(output.err_lines().size(), 1U);
  EXPECT_LT(output.err.size(), 200U);
}

TEST(CliBadInputSize, AMessageThatCannotBeWrittenIsNoCrash) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  EXPECT_EQ(run({.arguments = {"solve", "connect4", "99"}, .err_file = "/dev/full"}).status, 2);
}

TEST(CliServe, BadInput) {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "x");
  expect_bad_input({
      {{"serve", "--port", "99999"}, "from 0 to 65535"},
      {{"serve", "--port", "x"}, "from 0 to 65535"},
      {{"serve", "--port", "0", "--endgame", folder.path() + "/none"}, "there is no folder"},
      {{"serve", "--port", "0", "--store", file}, "--store"},
      {{"serve", "--port", "0", "extra"}, "one argument too many"},
  });
}

}  // namespace
}  // namespace solvent::test
