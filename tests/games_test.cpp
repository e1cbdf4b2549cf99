// What every game has to keep to, whatever it is: what it says of itself is true, the boards it has
// for tests are good for that, and its rules and text pass the conformance suite on them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "conformance.hpp"
#include "game/boards.hpp"
#include "games/registry.hpp"
#include "games/registry_rules.hpp"
#include "session/plan.hpp"

namespace solvent {
namespace {

bool of_trees(const GameFamily& family) { return family.name == "tree"; }  // they come from files

std::string family_of(const std::string& spec) { return spec.substr(0, spec.find(':')); }

TEST(Games, EveryFolderHasAFamilyOfItsName) {
  std::set<std::string> names;
  for (const GameFamily* family : families())
    EXPECT_TRUE(names.insert(family->name).second) << family->name;
  EXPECT_GE(all_boards().size(), 9u);
  for (const FolderBoards& of : all_boards()) EXPECT_TRUE(names.contains(of.folder)) << of.folder;
}

TEST(Games, WhatTheySayOfThemselvesIsTrue) {
  for (const GameFamily* family : families()) {
    SCOPED_TRACE(family->name);
    for (const std::string& text :
         {family->title, family->summary, family->parameters, family->notation})
      EXPECT_FALSE(text.empty());
    ASSERT_FALSE(family->scales.empty());
    if (of_trees(*family)) continue;
    const Result<GamePtr> usual = make_game(family->name, "");
    ASSERT_TRUE(usual.ok()) << usual.message();
    EXPECT_EQ((*usual)->family(), family);
    const Result<AnyState> example = (*usual)->parse(family->example);
    ASSERT_TRUE(example.ok()) << example.message();
    EXPECT_FALSE((*usual)->ended(*example)) << "nothing is left to try";
    ASSERT_FALSE(family->specs.empty());
    for (const std::string& spec : family->specs) {
      const Result<GamePtr> game = make_game(spec, "");
      ASSERT_TRUE(game.ok()) << game.message();
      EXPECT_EQ((*game)->spec(), spec) << "a full name";
      EXPECT_EQ((*game)->family(), family);
    }
  }
}

// `auto` becomes what the game advises, with a database and without.
TEST(Games, AdviceCanBeTaken) {
  for (const GameFamily* family : families())
    for (const std::string& spec : family->specs) {
      const GamePtr game = *make_game(spec, "");
      for (const std::string endgame : {"", "folder"}) {
        const Advice advice = family->advise(*game, !endgame.empty());
        EXPECT_FALSE(advice.reason.empty()) << spec;
        EXPECT_EQ(advice.first.empty(), advice.first_nodes == 0) << spec;
        Options options;
        options.endgame = endgame;
        const Result<session::Plan> plan = session::make_plan(*game, options);
        ASSERT_TRUE(plan.ok()) << spec << ": " << plan.message();
        EXPECT_EQ(plan->algorithm, advice.algorithm) << spec;
        EXPECT_EQ(plan->reason, advice.reason) << spec;
        EXPECT_EQ(plan->design.first ? plan->design.first->nodes : 0, advice.first_nodes) << spec;
        const std::vector<AlgorithmDescription> known = algorithms();
        for (const std::string& name : {advice.algorithm, advice.first})
          EXPECT_TRUE(name.empty() ||
                      std::any_of(known.begin(), known.end(),
                                  [&](const auto& a) { return a.name == name && name != "auto"; }))
              << spec << ": " << name;
      }
    }
}

// Who wants what was measured (docs/measurements.md, "Which algorithm").
TEST(Games, AdviceIsWhatWasMeasured) {
  const auto advice = [](const std::string& spec, bool database = false) {
    const GamePtr game = *make_game(spec, "");
    const Advice a = game->family()->advise(*game, database);
    return a.first.empty() ? a.algorithm : a.first + ", " + a.algorithm;
  };
  EXPECT_EQ(advice("connect4"), "negascout");
  EXPECT_EQ(advice("awari"), "dfpn");
  EXPECT_EQ(advice("awari", true), "dfpn");
  EXPECT_EQ(advice("kalah"), "negascout, dfpn");
  EXPECT_EQ(advice("woodpush"), "minimax, dfpn");
  EXPECT_EQ(advice("woodpush:6,3,ko=super"), "dfpn");
}

// Every list of boards has some of every folder, so that no test leaves a game out.
TEST(Games, BoardsAreGames) {
  for (const FolderBoards& of : all_boards()) {
    SCOPED_TRACE(of.folder);
    const Boards& boards = *of.boards;
    if (of.folder == "tree") continue;  // random graphs stand for them
    EXPECT_FALSE(boards.small.empty());
    EXPECT_FALSE(boards.late.empty());
    EXPECT_FALSE(boards.variants.empty());
    for (const Boards::Small& b : boards.small) {
      const Result<GamePtr> game = make_game(b.game, b.outcomes);
      ASSERT_TRUE(game.ok()) << game.message();
      EXPECT_EQ((*game)->spec().find(family_of(b.game)), 0u);
      const auto root = b.position.empty() ? (*game)->initial() : (*game)->parse(b.position);
      ASSERT_TRUE(root.ok()) << root.message();
      EXPECT_FALSE((*game)->ended(*root)) << b.game << " " << b.position;
    }
    for (const Boards::Late& b : boards.late) {
      EXPECT_TRUE(make_game(b.game, b.outcomes).ok()) << b.game;
      EXPECT_EQ(b.plies == 0, b.draw != nullptr) << b.game;
    }
    for (const std::string& spec : boards.variants) EXPECT_TRUE(make_game(spec, "").ok()) << spec;
  }
}

// The suite on a game of its own type, with its text.
void conform(const AnyGame& game) {
  conformance::Options options{.games = 20};
  const std::size_t moves = game.moves(game.initial()).size();
  if (moves > 100) options.games = 2;  // every position looks at all moves
  const auto try_as = [&]<Game G, class Text>(const ErasedGame<G, Text>* typed) {
    if (typed != nullptr) conformance::conform<Text>(typed->rules(), options);
    return typed != nullptr;
  };
  const bool known = [&]<class... Erased>(Types<Erased...>) {
    return (try_as(dynamic_cast<const Erased*>(&game)) || ...);
  }(AllGames{});
  EXPECT_TRUE(known) << game.spec();
}

class EveryGame : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryGame, Conforms) {
  const auto of = std::find_if(all_boards().begin(), all_boards().end(),
                               [](const FolderBoards& b) { return b.folder == GetParam(); });
  for (const std::string& spec : of->boards->variants)
    for (const std::string& scale : make_game(spec, "").value()->family()->scales)
      if (const Result<GamePtr> game = make_game(spec, scale)) {  // some scales are too long
        SCOPED_TRACE(spec + " " + scale);
        conform(**game);
      }
}

std::vector<std::string> folders() {
  std::vector<std::string> names;
  for (const FolderBoards& of : all_boards()) names.push_back(of.folder);
  return names;
}
INSTANTIATE_TEST_SUITE_P(All, EveryGame, ::testing::ValuesIn(folders()),
                         [](const auto& game) { return game.param; });

}  // namespace
}  // namespace solvent
