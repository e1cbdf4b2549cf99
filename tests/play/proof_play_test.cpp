// Whoever follows a certificate gets what it proves, against anybody, and never has to think.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <fstream>

#include "play/match.hpp"
#include "play/proof_player.hpp"
#include "play/roster.hpp"
#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent::play {
namespace {

struct Proved {
  const char *spec, *outcomes;
  std::uint64_t leaf;
  int games;
  const char* position = "";
  bool parts = false;
};

Position position_of(const Ruleset& game, const Proved& p) {
  return *p.position == '\0' ? game.start() : *game.parse(p.position);
}

// Counts how often the proof left the choice to somebody else.
class Lost final : public Player {
 public:
  explicit Lost(int& count) : count_(count) {}
  void begin(std::uint64_t) override {}
  Choice choose(const Course& course, Stop) override {
    ++count_;
    return {.move = course.game().moves(course.now()).front(), .known = {0, 255}};
  }
  void ponder(const Course&, Stop) override {}

 private:
  int& count_;
};

std::string prove(const Ruleset& game, const Proved& p, const std::string& folder,
                  const char* name = "/a.proof") {
  Options options;
  options.proof = folder + (p.parts ? "/parts/" : name);
  options.leaf = p.leaf;
  options.threads = 1;
  if (p.parts) options.part = 200;
  options.limits.memory = std::uint64_t{256} << 20;
  auto solver = Solver::make(game, options);
  EXPECT_TRUE(solver) << solver.message();
  const Answer answer = solver->solve(position_of(game, p));
  EXPECT_TRUE(answer.proof && answer.proof->written()) << game.spec();
  return options.proof;
}

// Plays the side that follows against another player, who leaves the start to chance.
void follow(const Ruleset& game, const Position& start, std::shared_ptr<const ProofGuide> guide,
            Side side, Player& opponent, int games, bool random_too) {
  int lost = 0;
  ProofPlayer player(guide, std::make_unique<Lost>(lost));
  for (int n = 0; n < games; ++n) {
    Rng rng(mix(static_cast<std::uint64_t>(n) + 1));
    Course course(game.rules(), AnyState{start.state()});
    player.begin(1);
    opponent.begin(rng.next());
    int promised = -1000;
    while (!course.end()) {
      const auto moves = game.rules().moves(course.now());
      if (course.to_move() != side) {
        const bool by_chance = random_too && rng.below(4) == 0;
        course.play(by_chance ? moves[rng.below(static_cast<std::uint32_t>(moves.size()))]
                              : opponent.choose(course, nullptr).move);
        continue;
      }
      const Choice choice = player.choose(course, nullptr);
      ASSERT_EQ(lost, 0) << game.spec() << " " << game.rules().position(course.now());
      ASSERT_NE(std::find(moves.begin(), moves.end(), choice.move), moves.end());
      EXPECT_EQ(choice.rests_on, std::vector<std::string>{"proof"});
      promised = std::max(promised, game.scale().for_side(side, sure(side, choice.known)));
      course.play(choice.move);
    }
    ASSERT_GE(game.scale().for_side(side, course.end()->outcome), promised)
        << game.spec() << " " << fmt::format("{}", fmt::join(course.move_texts(), " "));
  }
}

void followed(const Proved& p, const std::string& played_outcomes) {
  SCOPED_TRACE(fmt::format("{} {} leaf {}", p.spec, p.outcomes, p.leaf));
  const test::TemporaryFolder folder;
  const Ruleset proved = *Ruleset::make(p.spec, p.outcomes);
  const std::string path = prove(proved, p, folder.path());
  const Ruleset game = *Ruleset::make(p.spec, played_outcomes);
  const auto guide = ProofGuide::open(path, game);
  ASSERT_TRUE(guide) << guide.message();
  ASSERT_TRUE((*guide)->check(1, nullptr, {}));
  const Position start = position_of(game, p);
  const int value = *Solver::make(proved, {})->solve(position_of(proved, p)).value;
  EngineOrder usual;
  usual.limits.nodes = 300;
  const auto at_random = *make_player(game, *read_engine("random", usual));
  const auto searching = *make_player(game, *read_engine("auto", usual));
  for (const Side side : {Side::Max, Side::Min}) {
    const int own = side == start.to_move() ? value : -value;
    // A loss on the scale of win, draw and loss claims nothing.
    if (proved.scale().kind() == Scale::Kind::WinDrawLoss && own < 0) continue;
    follow(game, start, *guide, side, *at_random, p.games, false);
    follow(game, start, *guide, side, *searching, std::max(1, p.games / 20), true);
  }
}

TEST(PlayByProof, GetsWhatIsProved) {
  const Proved all[] = {
      {"mnk:3,3,3", "wld", 0, 100},
      {"mnk:3,3,3", "wld", 300, 100},
      {"mnk:4,3,3", "wld", 0, 100},
      {"mnk:6,6,4", "wld", 0, 300},
      {"mnk:6,6,4", "wld", 300, 300},
      {"mnk:7,7,4", "wld", 4000, 300},
      {"mnk:5,5,4", "wld", 300, 100},
      {"connect4:5x4", "wld", 0, 200},
      {"connect4:5x4", "score", 300, 200},
      {"connect4:6x4", "score", 30, 60},
      {"othello:4", "score", 30, 100},
      {"kalah:3,2", "score", 30, 100},
      {"woodpush:6,2", "score", 0, 60},
      {"woodpush:8,3", "score", 3, 20},
      {"qubic", "wld", 300, 100, "b22a11c33d44c22d43"},
      {"connect4:5x4", "score", 30, 60, "", true},
  };
  for (const Proved& p : all) followed(p, p.outcomes);
}

// A proof of the score is one of who wins; the proof may be of the other scale.
TEST(PlayByProof, OnAnotherScale) {
  followed({"connect4:6x4", "score", 30, 50}, "wld");
  followed({"othello:4", "score", 30, 50}, "wld");
  followed({"othello:4", "wld", 30, 50}, "score");
}

TEST(PlayByProof, NothingIsProvedBeforeItIsChecked) {
  const test::TemporaryFolder folder;
  const Ruleset game = *Ruleset::make("mnk:6,6,4");
  const std::string path = prove(game, {"mnk:6,6,4", "wld", 300, 0}, folder.path());
  const auto guide = *ProofGuide::open(path, game);
  int lost = 0;
  ProofPlayer player(guide, std::make_unique<Lost>(lost));
  const Course course(game.rules(), AnyState{game.start().state()});
  Choice choice = player.choose(course, nullptr);
  EXPECT_FALSE(choice.proved);
  EXPECT_EQ(choice.known, game.rules().bounds(course.now()));
  EXPECT_EQ(choice.rests_on, std::vector<std::string>{"rules"});
  const AnyMove move = choice.move;
  ASSERT_TRUE(guide->check(1, nullptr, {}));
  choice = player.choose(course, nullptr);
  EXPECT_EQ(choice.move, move);
  EXPECT_TRUE(choice.proved);
  EXPECT_EQ(choice.known, (Bounds{2, 2}));
  EXPECT_EQ(lost, 0);
  // O is not proved to get anything.
  Course next = course;
  next.play(move);
  player.choose(next, nullptr);
  EXPECT_EQ(lost, 1);
}

// One that says more than it proves suggests moves, and is found out.
TEST(PlayByProof, ABadProofIsNotBelieved) {
  const test::TemporaryFolder folder;
  const Ruleset game = *Ruleset::make("connect4:5x4", "wld");
  const std::string path =
      prove(game, {"connect4:5x4", "wld", 30, 0}, folder.path(), "/a.json");  // no checksums
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t at = text.find("\"at-least\": 0");
  ASSERT_NE(at, text.npos);
  text[at + 12] = '1';
  std::ofstream(path) << text;
  const auto guide = ProofGuide::open(path, game);
  ASSERT_TRUE(guide) << guide.message();
  const std::vector<AnyState> start{AnyState{game.start().state()}};
  EXPECT_TRUE((*guide)->advise(start, {}));
  EXPECT_FALSE((*guide)->check(1, nullptr, {}));
  EXPECT_TRUE((*guide)->refused());
  EXPECT_FALSE((*guide)->advise(start, {}));
}

TEST(PlayByProof, SaysWhatIsWrong) {
  const test::TemporaryFolder folder;
  const Ruleset game = *Ruleset::make("mnk:4,3,3");
  const std::string path = prove(game, {"mnk:4,3,3", "wld", 0, 0}, folder.path());
  const auto message = [](const std::string& file, const char* spec) {
    const auto guide = ProofGuide::open(file, *Ruleset::make(spec));
    return guide ? std::string() : guide.message();
  };
  EXPECT_EQ(message(path, "mnk:4,3,3"), "");
  EXPECT_NE(message(path, "mnk:3,3,3").find("'mnk:4,3,3'"), std::string::npos);
  EXPECT_NE(message(folder.path() + "/none", "mnk:4,3,3").find("cannot be opened"),
            std::string::npos);
  std::ofstream(folder.path() + "/text") << "hello\n";
  EXPECT_NE(message(folder.path() + "/text", "mnk:4,3,3"), "");
}

}  // namespace
}  // namespace solvent::play
