// solvent-check as people and scripts see it: what it says, where, and its exit status.
#include <fstream>

#include "certificate/graphs.hpp"
#include "run.hpp"

namespace solvent::test {
namespace {

using naive::Certificate;

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

class CliCheck : public testing::Test {
 protected:
  CliCheck() : game_(*make_game("mnk", "wld")), world_(*game_, game_->initial()) {
    good_ = world_.certificate(world_.value(), world_.value(), 1);
    file_ = folder_.write("good.proof", file_of(good_));
    Certificate bad = good_;
    bad.claims.erase(bad.claims.begin() + 5);
    refused_ = folder_.write("bad.proof", file_of(bad));
    cut_ = folder_.write("cut.proof", file_of(good_).substr(0, 400));
  }

  TemporaryFolder folder_;
  GamePtr game_;
  naive::World<mnk::Rules<1>> world_;
  Certificate good_;
  std::string file_, refused_, cut_;
};

TEST_F(CliCheck, SaysWhatItVerified) {
  const Output output = solvent({file_});
  EXPECT_EQ(output.status, 0);
  EXPECT_EQ(output.err, "");
  EXPECT_TRUE(contains(output.out, "Verified: mnk:3,3,3")) << output.out;
  EXPECT_TRUE(contains(output.out, "The value for X is a draw.")) << output.out;
  EXPECT_TRUE(contains(output.out, fmt::format("{} claims in ", good_.claims.size())));
  EXPECT_TRUE(contains(output.out, "M claims/s")) << output.out;
}

TEST_F(CliCheck, SaysTheSameWithAnyNumberOfThreads) {
  const auto said = [](Output output) {  // but for the time
    const std::size_t claims = output.out.find(" claims in ");
    return fmt::format("{} {}{}", output.status, output.err, output.out.substr(0, claims));
  };
  for (const std::string& file : {file_, refused_, cut_}) {
    const std::string alone = said(solvent({file, "--threads", "1"}));
    EXPECT_EQ(said(solvent({file})), alone);
    EXPECT_EQ(said(solvent({file, "--threads", "8"})), alone);
  }
  for (const char* wrong : {"0", "257", "two", "-1"}) {
    const Output output = solvent({file_, "--threads", wrong});
    EXPECT_EQ(output.status, 2);
    EXPECT_EQ(output.err, fmt::format("solvent-check: --threads '{}': write a whole number from 1 "
                                      "to 256\n",
                                      wrong));
  }
}

TEST_F(CliCheck, SaysOneSidedStatements) {
  const std::string least = folder_.write("a", file_of(world_.certificate(world_.value(), -1, 1)));
  EXPECT_TRUE(contains(solvent({least}).out, "The value for X is at least a draw."));
  const std::string both = folder_.write("b", file_of(world_.certificate(0, 1, 1)));
  EXPECT_TRUE(
      contains(solvent({both}).out, "The value for X is at least a loss and at most a draw."));
}

TEST_F(CliCheck, RefusesWithPlaceAndReason) {
  const Output output = solvent({refused_});
  EXPECT_EQ(output.status, 4);
  EXPECT_EQ(output.err, "");
  ASSERT_EQ(output.out_lines().size(), 1u);
  EXPECT_TRUE(contains(output.out, "Refused: " + refused_ + ": at ")) << output.out;
  EXPECT_TRUE(contains(output.out, ", layer ")) << output.out;
  EXPECT_TRUE(contains(output.out, ", position ")) << output.out;
}

TEST_F(CliCheck, WhatCannotBeReadIsSaidOnStandardError) {
  std::filesystem::create_directory(folder_.path() + "/bare");  // a set of parts without parts
  for (const std::string& file : {cut_, folder_.path() + "/none", folder_.path() + "/bare",
                                  folder_.write("text", "hello"), folder_.write("empty", "")}) {
    const Output output = solvent({file});
    EXPECT_EQ(output.status, 2) << file;
    EXPECT_EQ(output.out, "");
    ASSERT_EQ(output.err_lines().size(), 1u) << output.err;
    EXPECT_TRUE(output.err.starts_with("solvent-check: " + file + ": ")) << output.err;
  }
}

TEST_F(CliCheck, UsageErrorsAreOneLine) {
  for (const Strings& arguments : {Strings{}, {file_, "--stat"}, {file_, file_}, {"--database"}}) {
    const Output output = solvent(arguments);
    EXPECT_EQ(output.status, 2);
    EXPECT_EQ(output.err_lines().size(), 1u) << output.err;
  }
  EXPECT_EQ(solvent({"--help"}).status, 0);
  EXPECT_TRUE(contains(solvent({"--help"}).out, "Examples:"));
  EXPECT_TRUE(solvent({"--version"}).out.starts_with("solvent-check "));
}

TEST_F(CliCheck, QuietIsTheStatusAlone) {
  EXPECT_EQ(solvent({file_, "--quiet"}).status, 0);
  EXPECT_EQ(solvent({file_, "--quiet"}).out, "");
  EXPECT_EQ(solvent({refused_, "--quiet"}).status, 4);
  EXPECT_EQ(solvent({refused_, "--quiet"}).out, "");
}

TEST_F(CliCheck, StatsCountLayers) {
  const std::string out = solvent({file_, "--stats"}).out;
  EXPECT_TRUE(contains(out, " a claim\n")) << out;
  EXPECT_TRUE(contains(out, "layer   0              1\n")) << out;
  EXPECT_TRUE(contains(out, "the widest is layer")) << out;
  EXPECT_TRUE(contains(out, "settled by the rules")) << out;
}

TEST_F(CliCheck, JsonHasEverything) {
  const Output output = solvent({file_, "--json", "--stats"});
  EXPECT_EQ(output.status, 0);
  const Json json = output.json();
  EXPECT_EQ(json.at("verdict"), "verified");
  EXPECT_EQ(json.at("game"), "mnk:3,3,3");
  EXPECT_EQ(json.at("at-least"), 0);
  EXPECT_EQ(json.at("at-most"), 0);
  EXPECT_EQ(json.at("relative"), false);
  EXPECT_EQ(json.at("claims"), good_.claims.size());
  EXPECT_EQ(json.at("bytes"), std::filesystem::file_size(file_));
  std::size_t claims = 0;
  for (const Json& s : json.at("statements"))
    for (const Json& n : s.at("layers")) claims += n.get<std::size_t>();
  EXPECT_EQ(claims, good_.claims.size());

  const Output refused = solvent({refused_, "--json"});
  EXPECT_EQ(refused.status, 4);
  EXPECT_EQ(refused.json().at("verdict"), "refused");
  EXPECT_TRUE(refused.json().at("place").contains("position"));
  const Output cut = solvent({cut_, "--json"});
  EXPECT_EQ(cut.status, 2);
  EXPECT_EQ(cut.json().at("verdict"), "unreadable");
}

TEST_F(CliCheck, ReadsTheJsonForm) {
  const std::string file = folder_.write("good.json", world_.json(good_).dump(1));
  const Output output = solvent({file, "--json"});
  EXPECT_EQ(output.status, 0) << output.out;
  EXPECT_EQ(output.json().at("claims"), good_.claims.size());
  auto json = world_.json(good_);
  json["claims"][0]["move"] = "z9";
  EXPECT_EQ(solvent({folder_.write("bad.json", json.dump())}).status, 4);
  json["claims"][0]["mvoe"] = "a1";
  EXPECT_EQ(solvent({folder_.write("bad.json", json.dump())}).status, 2);
}

TEST_F(CliCheck, OutputThatDoesNotArriveIsNoVerdict) {
  EXPECT_EQ(run({.arguments = {file_}, .out_file = "/dev/full"}).status, 1);
}

TEST(CliCheckDatabase, VerdictsAreRelativeToWhatIsNotComputedAgain) {
  const TemporaryFolder folder;
  const GamePtr game = *make_game("awari", "score");
  const AnyState root = *game->parse("0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S");
  const naive::World<awari::Rules> world(*game, root);
  Certificate c = world.certificate(-1, world.value(), 1);
  ASSERT_FALSE(c.claims.empty());
  c.claims = {{c.claims[0].claimant, 0, c.claims[0].state, naive::kDatabase}};
  EXPECT_EQ(solvent({folder.write("none", file_of(c))}).status, 4);
  c.slices = {{5, "0123456789abcdef"}};
  const std::string file = folder.write("named", file_of(c));
  const Output output = solvent({file});
  EXPECT_EQ(output.status, 5) << output.out;
  EXPECT_EQ(output.err, "");
  EXPECT_TRUE(output.out.starts_with("Verified, relying on an endgame database: awari, position "))
      << output.out;
  EXPECT_FALSE(contains(output.out, "Verified:")) << output.out;
  EXPECT_TRUE(
      contains(output.out,
               "This relies on slice 5 of the endgame database (checksum 0123456789abcdef), "
               "whose values were not checked; use --database DIR to recompute them."))
      << output.out;
  const Output quiet = solvent({file, "--quiet"});
  EXPECT_EQ(quiet.status, 5);
  EXPECT_EQ(quiet.out, "");
  const Output json = solvent({file, "--json"});
  EXPECT_EQ(json.status, 5);
  EXPECT_EQ(json.json().at("verdict"), "relative");
  EXPECT_EQ(json.json().at("relative"), true);
  EXPECT_EQ(json.json().at("rests_on"),
            Json({"slice 5 of the endgame database (checksum 0123456789abcdef)"}));
  EXPECT_TRUE(contains(solvent({"--help"}).out, "5 verified, but relying on")) << "in --help";
  c.slices = {{6, "0123456789abcdef"}};
  EXPECT_EQ(solvent({folder.write("other", file_of(c))}).status, 4);
}

// That a slice is too large for this machine says nothing against the certificate.
TEST(CliCheckDatabase, TooLargeToBeRecomputedIsNotUnreadable) {
  const TemporaryFolder folder;
  const GamePtr game = *make_game("awari", "score");
  const AnyState root = *game->parse("0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S");
  const naive::World<awari::Rules> world(*game, root);
  Certificate c = world.certificate(-1, world.value(), 1);
  c.slices = {{48, "6867666564636261"}};  // "abcdefgh" as the file has it
  folder.write("any-48.slice", "SolvSlc\n" + std::string(8, '\0') + "abcdefgh");
  const Output output =
      solvent({folder.write("proof", file_of(c)), "--database", folder.path(), "--json"});
  EXPECT_EQ(output.status, 2);
  EXPECT_EQ(output.json().at("verdict"), "too-large") << output.out;
}

// 64 MB of claims that are none: said at the first of them, in the memory of a small program.
TEST(CliCheckHostile, LargeJsonNeedsNoMemory) {
  const TemporaryFolder folder;
  const GamePtr game = *make_game("mnk", "wld");
  const naive::World<mnk::Rules<1>> world(*game, game->initial());
  Json file = world.json(world.certificate(world.value(), world.value(), 1));
  file["claims"] = Json::array();
  std::string text = file.dump();
  ASSERT_TRUE(text.ends_with("[]}"));
  text.resize(text.size() - 2);
  const std::string path = folder.path() + "/large.json";
  std::ofstream large(path);  // in pieces: what this program has had in memory counts for the other
  large << text;
  for (int k = 0; k < (64 << 20) / 3; ++k) large << "{},";
  large << "{}]}";
  large.close();
  const Output output = solvent({path});
  EXPECT_EQ(output.status, 2);
  EXPECT_TRUE(contains(output.err, "claim 0: claimant is missing")) << output.err;
  EXPECT_LT(output.peak_bytes, std::uint64_t{64} << 20);
}

TEST(CliCheckHostile, ATreeFilesNameIsMadePrintable) {
  const TemporaryFolder folder;
  const std::string tree = folder.write("a\x1b[2Jb.tree", "r Max: a=1 b\nb Min: c=0 d=-1\n");
  const GamePtr game = *make_game("tree:" + tree, "");
  naive::in_world(game, game->initial(), [&](const auto& world) {
    const std::string file =
        folder.write("p", file_of(world.certificate(world.value(), world.value(), 1)));
    const Output output = solvent({file});
    EXPECT_EQ(output.status, 0) << output.out << output.err;
    EXPECT_EQ(output.out.find('\x1b'), std::string::npos) << output.out;
    EXPECT_TRUE(output.out.starts_with("Verified: 'tree:")) << output.out;
    const Output none = solvent({folder.write("n\x1b[2J", "hello")});
    EXPECT_EQ(none.status, 2);
    EXPECT_EQ(none.err.find('\x1b'), std::string::npos) << none.err;
  });
}

}  // namespace
}  // namespace solvent::test
