// Proofs from the command line: written, checked, refused where there can be none.
#include <filesystem>
#include <fstream>

#include "run.hpp"

namespace solvent::test {
namespace {

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(CliProof, IsWrittenForTheChecker) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/c4.proof";
  const Output output = solvent({"solve", "connect4:4x4", "--proof", file});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_NE(output.out.find("proof written to " + file), std::string::npos) << output.out;
  EXPECT_TRUE(content(file).starts_with("solvent-proof 2\ngame connect4:4x4\noutcomes score\n"));
  const Json certified = solve({"connect4:4x4", "--certify"});
  EXPECT_EQ(certified["proof"]["checked"], true);
  EXPECT_EQ(certified["proof"]["bytes"], std::filesystem::file_size(file));
}

// What plain search proves is left to the checker, which does no more work than it is allowed.
TEST(CliProof, HasLeaves) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/c4.proof";
  const auto claims = [&](const std::string& leaf) -> std::uint64_t {
    const Json answer =
        solve({"connect4:4x4", "--proof", file, "--certify", "--leaf", leaf, "--threads", "1"});
    EXPECT_EQ(answer["proof"]["checked"], true);
    return answer["proof"]["claims"];
  };
  const std::uint64_t all = claims("0"), some = claims("10"), few = claims("1000");
  EXPECT_GT(all, 2 * some);
  EXPECT_GT(some, 10 * few);
  const auto check = [&](const std::string& leaf) {
    return run({.arguments = {file, "--leaf", leaf}, .program = SOLVENT_CHECK_BINARY});
  };
  const Output capped = check("999");
  EXPECT_EQ(capped.status, 2);
  EXPECT_EQ(capped.err, "solvent-check: " + file +
                            ": its leaves may take 1,000 positions each, and 999 are allowed\n");
  EXPECT_EQ(check("1000").status, 0);
  EXPECT_EQ(check("many").err, "solvent-check: --leaf 'many': write a whole number of positions\n");
}

TEST(CliProof, InParts) {
  const TemporaryFolder folder;
  const std::string set = folder.path() + "/c4/";
  const Output made = solvent({"solve", "connect4:5x4", "--proof", set, "--part", "300"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_NE(made.out.find(" parts, "), std::string::npos) << made.out;
  const auto check = [](const std::string& path) {
    return run({.arguments = {path}, .program = SOLVENT_CHECK_BINARY});
  };
  EXPECT_EQ(check(set).status, 0) << check(set).err;
  EXPECT_NE(check(set).out.find("The value for X is 0."), std::string::npos);
  const Output root = check(set + "root.proof");
  EXPECT_EQ(root.status, 2);
  EXPECT_NE(root.err.find("the folder of all of them"), std::string::npos) << root.err;
  expect_bad_input({
      {{"solve", "connect4:5x4", "--proof", set}, "a proof is there already"},
      {{"solve", "connect4:5x4", "--proof", folder.path() + "/new/", "--minimize"}, "--minimize"},
      {{"solve", "awari", "--proof", folder.path() + "/new/"}, "positions of awari can repeat"},
  });
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/new"));
}

// With a database the proof rests on it, and says so, checked or not.
TEST(CliProof, OfADatabaseIsRelativeToIt) {
  const TemporaryFolder folder;
  EXPECT_EQ(solvent({"table", "build", "awari", "--stones", "4", "--dir", folder.path()}).status,
            0);
  const std::string position = "0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S";
  const Strings with{"awari", position, "--endgame", folder.path(), "--certify", "--leaf", "0"};
  const Json proof = solve(with)["proof"];
  EXPECT_EQ(proof["written"], true);
  EXPECT_EQ(proof["checked"], true);
  EXPECT_EQ(proof["relative"], true);
  EXPECT_EQ(solve({"awari", position, "--certify", "--leaf", "0"})["proof"]["relative"], false);
  Strings said{"solve"};
  said.insert(said.end(), with.begin(), with.end());
  const Output output = solvent(said);
  EXPECT_EQ(output.status, 0);
  EXPECT_NE(output.out.find(", checked, relying on the endgame database"), std::string::npos)
      << output.out;
  const Output batch = solvent(
      {"batch", "awari", "--endgame", folder.path(), "--certify", "--leaf", "0"}, position + "\n");
  EXPECT_NE(batch.err.find("1 proved and checked (1 relying on the endgame database)"),
            std::string::npos)
      << batch.err;
}

TEST(CliProof, ReadsAsJson) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/oxo.json";
  EXPECT_EQ(
      solvent({"solve", "mnk", "--proof", file, "--certify", "--minimize", "--leaf", "0"}).status,
      0);
  const Json proof = Json::parse(content(file));
  EXPECT_EQ(proof["format"], "solvent-proof");
  EXPECT_EQ(proof["at-least"], 0);
  EXPECT_EQ(proof["at-most"], 0);
  EXPECT_GT(proof["claims"].size(), 20U);
}

TEST(CliProof, OfOneQuestion) {
  const TemporaryFolder folder;
  for (const auto& [v, field] : {std::pair("0", "at-least 0"), {"1", "at-most 0"}}) {
    const std::string file = folder.path() + "/p" + v;
    EXPECT_EQ(solvent({"solve", "mnk", "--at-least", v, "--proof", file, "--certify"}).status, 0);
    const std::string head = content(file).substr(0, 200);
    EXPECT_NE(head.find(field), std::string::npos) << head;
    EXPECT_EQ(head.find(*v == '0' ? "at-most" : "at-least"), std::string::npos) << head;
  }
}

TEST(CliProof, IsCompleteOrNotThere) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/p";
  const std::uint64_t enough = solve({"connect4:5x4"})["created"];
  const Output cut = solvent({"solve", "connect4:5x4", "--no-knowledge", "--proof", file, "--nodes",
                              std::to_string(enough), "--json"});
  EXPECT_EQ(cut.status, 3);
  EXPECT_FALSE(std::filesystem::exists(file));
  expect_bad_input({
      {{"solve", "mnk", "--proof", folder.path() + "/no/p"}, "cannot be written"},
      {{"solve", "mnk", "--minimize"}, "goes with --proof FILE or --certify"},
      {{"solve", "woodpush:6,2,ko=super", "--certify"}, "are numbered anew in every run"},
  });
}

TEST(CliProof, OfAPositionOfEveryGame) {
  for (const Known& known : known_positions()) {
    if (known.game.ends_with("ko=super")) continue;  // its positions do not show their history
    const Json answer = solve({known.game, known.position, "--certify"});
    EXPECT_EQ(answer["value"], known.value);
    EXPECT_EQ(answer["proof"]["checked"], true) << known.game << ' ' << known.position;
  }
}

// The two programs count alike.
TEST(CliProof, SaysWhatTheCheckerSays) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/p";
  const std::string one = "tree:" + folder.write("one", "a: b c\nb: d=3 e=1\nc: f=1 g=3\n");
  const std::pair<Strings, std::string> proofs[] = {
      {{one}, "1 claim in 1 layer, "},
      {{"mnk"}, " layers, "},
      {{"mnk", "b2", "--at-least", "0"}, " layers, "},
      {{"connect4:5x4", "--outcomes", "wld"}, " layers, "},
      {{"woodpush:6,2"}, " layers, "},
  };
  const auto counts = [](const std::string& text) {  // "12 claims in 3 layers, 1.5 KiB"
    const Strings lines = lines_of(text);
    const std::string line = lines.empty() ? "" : lines.back();
    const std::size_t colon = line.find(": "), from = colon == line.npos ? 0 : colon + 2;
    return line.substr(from, line.find(" · ") - from);
  };
  for (const auto& [question, words] : proofs) {
    Strings command = {"solve", "--proof", file, "--leaf", "2"};
    command.insert(command.end(), question.begin(), question.end());
    const std::string solver = counts(solvent(command).out);
    EXPECT_NE(solver.find(words), std::string::npos) << solver;
    EXPECT_EQ(solver, counts(run({.arguments = {file}, .program = SOLVENT_CHECK_BINARY}).out));
  }
}

TEST(CliProof, OfEveryLineOfABatch) {
  const Output output =
      run({.arguments = {"batch", "connect4:4x4", "-", "--certify", "--threads", "2"},
           .input = "1\n2\n12\n1122\n"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_NE(output.err.find("4 proved and checked"), std::string::npos) << output.err;
}

}  // namespace
}  // namespace solvent::test
