// Games in files of their own, from `game new` to a checked proof, and files that are none.
#include "game_files.hpp"

namespace solvent::test {
namespace {

// A shared object that is not made by `game build`.
void compile(const std::string& source, const std::string& output) {
  const std::string cpp = output + ".cpp";
  std::ofstream(cpp) << source;
  const Output made =
      run({.arguments = {"-shared", "-fPIC", cpp, "-o", output}, .program = SOLVENT_COMPILER});
  ASSERT_EQ(made.status, 0) << made.err;
}
// Both programs answer with one line.
void expect_refused(const std::string& file, const std::string& words) {
  expect_bad_input({{{"solve", file}, words}});
  const Output checked = check({"--game", file, "any.proof"});
  EXPECT_EQ(checked.status, 2) << file;
  EXPECT_NE(checked.err.find(words), std::string::npos) << checked.err;
  EXPECT_EQ(checked.err_lines().size(), 1u) << checked.err;
}

// One test, since it compiles once.
TEST(CliGame, FromNothingToACheckedProof) {
  const InTemporaryFolder here;
  ASSERT_EQ(solvent({"game", "new", "heap"}).status, 0);
  expect_bad_input({{{"game", "new", "heap"}, "heap.hpp is there already"},
                    {{"game", "new", "Heap"}, "no name for a game"},
                    {{"game", "new", "awari"}, "there is a game called 'awari' already"},
                    {{"game", "build", "nothing.hpp"}, "there is no file 'nothing.hpp'"},
                    {{"game", "bend", "heap.hpp"}, "there are new and build"},
                    {{"game", "build", "heap.hpp", "--output", "/nowhere/heap.so"}, "/nowhere"},
                    {{"solve", "./heap.so"}, "there is no such file"}});
  const Output built = build_game({"heap.hpp"});
  ASSERT_EQ(built.status, 0) << built.err;

  // Everything works with it.
  EXPECT_EQ(solve({"./heap.so"})["value"], 1);
  EXPECT_EQ(solve({"./heap.so:8"})["value"], -1);
  EXPECT_EQ(solve({"./heap.so", "8 B", "--algorithm", "pns"})["value"], -1);
  for (const char* algorithm : {"minimax", "alphabeta", "scout", "pn2", "dfpn", "mopns", "ppns"})
    EXPECT_EQ(solve({"./heap.so:9", "--algorithm", algorithm, "--threads", "2"})["value"], 1);
  EXPECT_EQ(solvent({"perft", "./heap.so", "3"}).out, "27\n");
  EXPECT_NE(solvent({"show", "./heap.so", "2 B"}).out.find("B to move: 1 2"), std::string::npos);
  EXPECT_NE(solvent({"games", "./heap.so"}).out.find("take one, two or three stones"),
            std::string::npos);
  const auto answers = solvent({"batch", "./heap.so", "--json"}, "4 A\n5 B\n").jsons();
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0]["value"], -1);
  EXPECT_EQ(answers[1]["value"], 1);
  const Strings stored = {"batch", "./heap.so:200", "--json", "--store", "s"};
  EXPECT_EQ(solvent(stored, "199 B\n").json()["store"]["kept"], 1);
  EXPECT_EQ(solvent(stored, "199 B\n").json()["from_store"], true);
  EXPECT_EQ(solvent({"store", "fill", "./heap.so", "--plies", "2", "--store", "s"}).status, 0);

  // Proofs: of this game, by these rules.
  ASSERT_EQ(solvent({"solve", "./heap.so:30", "--leaf", "0", "--proof", "heap.proof"}).status, 0);
  const Output verified = check({"--game", "./heap.so", "heap.proof"});
  EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
  EXPECT_NE(verified.out.find("Verified: heap:30"), std::string::npos);
  EXPECT_EQ(check({"heap.proof"}).status, 2);  // an unknown game
  ASSERT_EQ(solvent({"solve", "./heap.so:30", "--leaf", "0", "--proof", "heap.json"}).status, 0);
  EXPECT_EQ(check({"--game", "./heap.so", "heap.json"}).status, 0);
  std::ofstream("forged.json") << replaced(read("heap.json"), "30 A", "28 A");
  EXPECT_EQ(check({"--game", "./heap.so", "forged.json"}).status, 4);

  // Files that are no games.
  const std::string stamp = [] {
    const std::string bytes = read("heap.so");
    return std::string(bytes.c_str() + bytes.find("solvent game, made for "));
  }();
  const std::string marked =
      "extern \"C\" { extern const char stamp[]; __attribute__((used)) "
      "const char stamp[] = \"" +
      stamp + "\"; }\n";
  const std::string entry = "extern \"C\" const void* solvent_game() noexcept { ";
  std::ofstream("text.so") << "no game\n";
  expect_refused("./text.so", "it is no shared object");
  std::ofstream("cut.so", std::ios::binary) << read("heap.so").substr(0, 1000);
  expect_refused("./cut.so", "no game that 'solvent game build' has made");
  std::ofstream("old.so", std::ios::binary) << replaced(read("heap.so"), stamp, [&] {
    std::string other = stamp;
    other[other.size() - 2] = other[other.size() - 2] == '0' ? '1' : '0';
    return other;
  }());
  expect_refused("./old.so", "build it again");
  compile("int x;\n", "foreign.so");
  expect_refused("./foreign.so", "no game that 'solvent game build' has made");
  compile(marked, "empty.so");
  expect_refused("./empty.so", "it has no symbol solvent_game");
  compile(marked + "int missing(); int x = missing();\n", "undefined.so");
  expect_refused("./undefined.so", "it cannot be loaded: undefined symbol");
  compile(marked + "struct Boom { Boom() { __builtin_trap(); } } boom;\n", "crash.so");
  expect_refused("./crash.so", "it crashed");
  compile("#include <cstdlib>\n" + marked + "struct Quit { Quit() { _Exit(0); } } quit;\n",
          "quit.so");
  expect_refused("./quit.so", "it ended the program");
  compile("#include <stdexcept>\n" + marked +
              "struct Throws { Throws() { throw std::runtime_error(\"oh\"); } } throws;\n",
          "throws.so");
  expect_refused("./throws.so", "crashed");
  compile(marked + entry + "return nullptr; }\n", "nothing.so");
  expect_refused("./nothing.so", "it hands over nothing");

  // Rules that are none are found before there is a file.
  const std::string good = read("heap.hpp");
  const auto broken = [&](const char* from, const char* to, const char* words) {
    std::ofstream("heap.hpp") << replaced(good, from, to);
    const Output output = build_game({"heap.hpp", "--output", "other.so"});
    EXPECT_EQ(output.status, 2) << words;
    EXPECT_NE(output.err.find(words), std::string::npos) << output.err;
    EXPECT_FALSE(std::filesystem::exists("other.so"));
  };
  broken("using Made =", "using Nothing =", "does not compile");
}

}  // namespace
}  // namespace solvent::test
