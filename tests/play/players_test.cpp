// Players keep what they have proved, and what an endgame database gives them.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>

#include "base/rng.hpp"
#include "play/database_play.hpp"
#include "play/match.hpp"
#include "play/roster.hpp"
#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent::play {
namespace {

std::unique_ptr<Player> player(const Ruleset& game, const std::string& engine,
                               const std::string& folder = {}) {
  EngineOrder usual;
  usual.limits.nodes = 500;
  usual.endgame = folder;
  auto made = make_player(game, *read_engine(engine, usual));
  EXPECT_TRUE(made.ok()) << made.message();
  return *std::move(made);
}

AnyMove random_move(const Course& course, Rng& rng) {
  const auto moves = course.game().moves(course.now());
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// --- nothing that was proved is thrown away --------------------------------------------------

// Plays an engine against another; whatever it called proved must come true, and the
// positions it claims to know must have such values.
void play_and_believe(const Ruleset& game, const std::string& engine, int games, int opening,
                      std::uint64_t seed, const std::string& opponent = "random") {
  const auto subject = player(game, engine), other_one = player(game, opponent);
  const Scale& scale = game.scale();
  for (int k = 0; k < games; ++k) {
    Rng rng(mix(seed) + static_cast<std::uint64_t>(k));
    auto course = random_opening(game.rules(), AnyState{game.start().state()}, opening, rng.next());
    ASSERT_TRUE(course.has_value());
    const Side side = rng.below(2) == 0 ? Side::Max : Side::Min;
    subject->begin(rng.next());
    other_one->begin(rng.next());
    int promised = -1000;
    while (!course->end()) {
      if (course->to_move() != side) {
        course->play(other_one->choose(*course, nullptr).move);
        continue;
      }
      const Choice choice = subject->choose(*course, nullptr);
      const auto moves = game.rules().moves(course->now());
      ASSERT_NE(std::find(moves.begin(), moves.end(), choice.move), moves.end());
      ASSERT_LE(choice.known.pess, choice.known.opti);
      const int sure_of = scale.for_side(side, sure(side, choice.known));
      if (choice.proved || sure_of >= 0) promised = std::max(promised, sure_of);
      course->play(choice.move);
    }
    EXPECT_GE(scale.for_side(side, course->end()->outcome), promised)
        << game.spec() << " " << engine << " game " << k << ", "
        << fmt::format("{}", fmt::join(course->move_texts(), " "));
  }
}

TEST(Players, KeepWhatTheyProvedInEveryGame) {
  const std::vector<std::pair<const char*, int>> all = {
      {"connect4:5x4", 3}, {"othello:4", 2},    {"kalah:3,3", 2},    {"woodpush:6,2", 1},
      {"mnk:4,3,3", 2},    {"qubic", 20},       {"woodpush:7,2", 2}, {"woodpush:6,2,ko=super", 1},
      {"kalah:4,3", 4},    {"woodpush:9,3", 3}, {"connect4", 10},
  };
  for (const auto& [spec, opening] : all)
    for (const char* outcomes : {"wld", "score"}) {
      const auto game = Ruleset::make(spec, outcomes);
      if (!game) continue;  // not every game has scores
      play_and_believe(*game, "auto", 12, opening, 3);
    }
}

TEST(Players, KeepItWithEveryAlgorithm) {
  for (const AlgorithmDescription& a : algorithms())
    for (const char* spec : {"connect4:4x4", "woodpush:5,2", "kalah:3,2"})
      play_and_believe(*Ruleset::make(spec), a.name, 4, 2, 5);
}

// Who asks for a hint and plays something else has lost what was proved with the hint.
TEST(Players, AreNotMistakenAfterOtherMovesThanTheirs) {
  for (const char* spec : {"mnk:3,3,3", "mnk:4,3,3", "connect4:4x4", "othello:4"}) {
    const Ruleset game = *Ruleset::make(spec, "wld");
    auto solver = *Solver::make(game, {});
    const auto hints = player(game, "auto,nodes=5000");
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      Rng rng(mix(seed));
      Course course(game.rules(), AnyState{game.start().state()});
      hints->begin(seed);
      while (!course.end()) {
        if (course.to_move() == Side::Max && rng.below(3) > 0) {
          const Choice choice = hints->choose(course, nullptr);
          const Answer truth = solver.solve(*game.parse(game.rules().position(course.now())));
          const auto value = game.scale().rank_of(*truth.value);
          ASSERT_LE(choice.known.pess, *value) << spec << " " << seed;
          ASSERT_GE(choice.known.opti, *value) << spec << " " << seed;
        }
        course.play(random_move(course, rng));
      }
    }
  }
}

// By several threads together a player chooses what one alone chooses: a move that is best.
TEST(Players, ThinkWithSeveralThreads) {
  const Ruleset game = *Ruleset::make("connect4", "wld");
  const Position position = *game.parse("4444443");  // a loss in 60,000 nodes
  EngineOrder order;
  order.name = "negascout";
  order.limits.seconds = 100;
  order.threads = 3;
  auto made = make_player(game, order);
  ASSERT_TRUE(made.ok()) << made.message();
  (*made)->begin(1);
  const Choice choice = (*made)->choose(Course(game.rules(), AnyState{position.state()}), nullptr);
  EXPECT_TRUE(choice.proved);
  EXPECT_EQ(game.scale().for_side(position.to_move(), choice.known.pess), -1);
  EXPECT_GT(choice.nodes, 50'000u);
}

TEST(Players, KeepItInAwari) {
  for (const char* outcomes : {"wld", "score"})
    for (const char* engine : {"refuting,live=3000", "plain"})
      play_and_believe(*Ruleset::make("awari", outcomes), engine, 20, 30, 7, "plain,nodes=2000");
}

// --- databases -------------------------------------------------------------------------------

class WithDatabase : public testing::Test {
 protected:
  static constexpr int kStones = 8;
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    ASSERT_TRUE(
        *build_table(*Ruleset::make("awari"), folder_->path(), {.slice = kStones, .threads = 2}));
  }
  static void TearDownTestSuite() { delete folder_; }

  // A board of so many stones; the captured ones make 48 with them, divided nearly evenly.
  static Position random_position(const Ruleset& game, int stones, Rng& rng) {
    int pits[12] = {};
    for (int k = 0; k < stones; ++k) ++pits[rng.below(12)];
    const int south = (48 - stones) / 2 - 2 + static_cast<int>(rng.below(5));
    return *game.parse(fmt::format("{}|{} S{} N{} {}", fmt::join(pits, pits + 6, " "),
                                   fmt::join(pits + 6, pits + 12, " "), south, 48 - stones - south,
                                   rng.below(2) == 0 ? 'S' : 'N'));
  }

  enum class Defender { Perfect, Random };
  // The value of a game between an engine and a defender, for the engine.
  static int play(const Ruleset& game, Player& engine, DatabasePlay& database_play,
                  const Position& start, Defender defender, Rng& rng) {
    const AnyGame& g = game.rules();
    Course course(g, AnyState{start.state()});
    const Side side = start.to_move();
    engine.begin(rng.next());
    while (!course.end()) {
      if (course.to_move() == side) {
        course.play(engine.choose(course, nullptr).move);
        continue;
      }
      AnyMove reply = random_move(course, rng);
      if (defender == Defender::Perfect) {
        // Of the moves that lose least, the one that repeats most.
        int best = -1;
        for (const AnyMove m : g.moves(course.now())) {
          AnyState next = course.now();
          g.play(next, m);
          if (database_play.value(next) != database_play.value(course.now())) continue;
          const int rank = 10 * course.occurrences(next) + static_cast<int>(rng.below(10));
          if (rank > best) reply = m;
          best = std::max(best, rank);
        }
      }
      course.play(reply);
    }
    return game.scale().for_side(side, course.end()->outcome);
  }
  static inline test::TemporaryFolder* folder_ = nullptr;
};

TEST_F(WithDatabase, WonPositionsAreWonByAtLeastTheirValue) {
  int won = 0;
  for (const char* outcomes : {"score", "wld"}) {
    const Ruleset game = *Ruleset::make("awari", outcomes);
    const auto database_play = *DatabasePlay::open(game, folder_->path());
    for (const char* engine : {"refuting,live=1000", "plain", "auto"}) {
      const auto subject = player(game, engine, folder_->path());
      Rng rng(11);
      for (int k = 0; k < 60; ++k) {
        const Position start = random_position(game, 3 + k % (kStones - 2), rng);
        if (start.ended() || start.rule_bounds().closed()) continue;
        const int value =
            game.scale().for_side(start.to_move(), database_play->value(AnyState{start.state()}));
        won += value > 0;
        for (const Defender defender : {Defender::Perfect, Defender::Random})
          EXPECT_GE(play(game, *subject, *database_play, start, defender, rng), value)
              << start.text() << " " << engine << " " << outcomes;
      }
    }
  }
  EXPECT_GT(won, 100);
}

// Wins that capture nothing for a while: without progress they would end in a repetition.
TEST_F(WithDatabase, WinsArriveThoughTheDefenderRepeats) {
  const Ruleset game = *Ruleset::make("awari", "score");
  const auto database_play = *DatabasePlay::open(game, folder_->path());
  const auto subject = player(game, "refuting", folder_->path());
  Rng rng(12);
  int quiet = 0;
  for (int k = 0; k < 10000 && quiet < 300; ++k) {
    const Position start = random_position(game, kStones, rng);
    const AnyState s{start.state()};
    if (start.ended()) continue;
    const Side side = start.to_move();
    const Outcome value = database_play->value(s);
    bool captures = false;  // a move that keeps the value and captures
    for (const AnyMove m : game.rules().moves(s)) {
      AnyState next = s;
      game.rules().play(next, m);
      captures |= database_play->value(next) == value &&
                  game.rules().repetition(next) != game.rules().repetition(s);
    }
    if (captures || !better(side, value, game.rules().repetition(s))) continue;
    ++quiet;
    EXPECT_GE(play(game, *subject, *database_play, start, Defender::Perfect, rng),
              game.scale().for_side(side, value))
        << start.text();
  }
  EXPECT_GE(quiet, 300);
}

// What proof-number search tells the player about larger boards is true of the database's values.
TEST_F(WithDatabase, ClaimsAgreeWithTheDatabase) {
  for (const char* outcomes : {"wld", "score"}) {
    const Ruleset game = *Ruleset::make("awari", outcomes);
    const auto database_play = *DatabasePlay::open(game, folder_->path());
    const auto subject = player(game, "refuting,live=20000");  // without it
    Rng rng(13);
    int claims = 0;
    for (int k = 0; k < 60; ++k) {
      const Position start = random_position(game, kStones, rng);
      if (start.ended() || start.rule_bounds().closed()) continue;
      const Course course(game.rules(), AnyState{start.state()});
      subject->begin(1);
      const Choice choice = subject->choose(course, nullptr);
      const Outcome value = database_play->value(course.now());
      EXPECT_TRUE(choice.known.contains(value)) << start.text();
      claims += choice.known != game.rules().bounds(course.now());
      AnyState after = course.now();
      game.rules().play(after, choice.move);
      const Side side = start.to_move();
      // The move reaches what the player is sure of.
      if (choice.how != "every move loses" && choice.how.find("alpha") == std::string::npos) {
        EXPECT_FALSE(better(side, sure(side, choice.known), database_play->value(after)))
            << start.text() << " " << choice.how;
      }
      if (choice.proved) { EXPECT_EQ(database_play->value(after), value) << start.text(); }
    }
    EXPECT_GT(claims, 10);
  }
}

// In game 5 of the paper South's 51.B1 wins by 26 to 22; what was played drew. Proof-number search
// sees it with all boards of up to 13 stones, before the move and in the opponent's time.
TEST(Refuting, FindsTheWinThatWasMissedInGameFive) {
  const test::TemporaryFolder folder;
  const Ruleset game = *Ruleset::make("awari", "wld");
  ASSERT_TRUE(*build_table(game, folder.path(), {.slice = 13, .threads = 2}));
  const auto subject = player(game, "refuting", folder.path());
  Course course(game.rules(), AnyState{game.parse("1 1 1 0 1 12|1 0 1 1 0 0 S9 N20 S")->state()});
  course.play(*game.rules().parse_move(course.now(), "C1"));
  for (const bool ponder : {false, true}) {
    Course game5 = course;
    subject->begin(1);
    std::atomic<bool> stop = true;
    if (ponder) subject->ponder(game5, &stop);  // ends at once
    stop = false;
    if (ponder) subject->ponder(game5, &stop);
    game5.play(*game.rules().parse_move(game5.now(), "d1"));
    ASSERT_EQ(game.rules().position(game5.now()), "1 1 0 1 1 12|1 0 1 0 1 0 S9 N20 S");
    const Choice choice = subject->choose(game5, &stop);
    EXPECT_EQ(game.rules().move_text(game5.now(), choice.move), "B1");
    EXPECT_TRUE(choice.proved);
    EXPECT_EQ(choice.known, (Bounds{2, 2}));
  }
}

// A position that is on the board for the second time can still be won, and is.
TEST(Refuting, WinsFromAPositionThatHasOccurredBefore) {
  const Ruleset game = *Ruleset::make("awari", "score");
  const AnyGame& g = game.rules();
  const auto subject = player(game, "refuting,live=20000");
  Rng rng(17);
  int again = 0;
  for (int k = 0; k < 4000 && again < 5; ++k) {
    auto course =
        random_opening(g, AnyState{game.parse("0 0 0 1 0 2|0 1 0 0 0 2 S21 N21 S")->state()},
                       static_cast<int>(rng.below(40)), rng.next());
    if (!course || course->occurrences(course->now()) != 2) continue;
    const Course fresh(g, course->now());
    subject->begin(1);
    const Choice without = subject->choose(fresh, nullptr);
    subject->begin(1);
    const Choice with = subject->choose(*course, nullptr);
    if (without.how != "proof-number search") continue;
    ++again;
    EXPECT_EQ(with.how, without.how) << g.position(course->now());
    EXPECT_EQ(with.known, without.known) << g.position(course->now());
  }
  EXPECT_GE(again, 1);
}

// --- matches ---------------------------------------------------------------------------------

TEST(Match, IsReproducible) {
  const Ruleset game = *Ruleset::make("awari", "wld");
  const auto moves = [&](std::uint64_t seed) {
    std::vector<std::vector<std::string>> all;
    const auto first = player(game, "refuting,live=500"), second = player(game, "auto");
    const auto tally =
        play_match(game.rules(), AnyState{game.start().state()}, *first, *second,
                   {.games = 2, .opening = 6, .seed = seed, .played = [&](const Played& p) {
                      all.push_back(p.course.move_texts());
                      EXPECT_EQ(p.opening, 6U);
                    }});
    EXPECT_TRUE(tally.ok());
    EXPECT_EQ(tally->games(), 2);
    for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(all[0][k], all[1][k]);  // the same opening
    return all;
  };
  const auto once = moves(1);
  EXPECT_EQ(once, moves(1));
  EXPECT_NE(once, moves(2));
}

TEST(Match, CountsAndBoundsItsScore) {
  Tally t;
  EXPECT_EQ(t.interval(), (std::pair{0.0, 1.0}));
  for (int k = 0; k < 60; ++k) t.add(1);
  for (int k = 0; k < 20; ++k) t.add(0.5);
  for (int k = 0; k < 20; ++k) t.add(0);
  EXPECT_EQ(t.wins, 60);
  EXPECT_EQ(t.draws, 20);
  EXPECT_EQ(t.losses, 20);
  EXPECT_DOUBLE_EQ(t.score(), 0.7);
  EXPECT_NEAR(t.interval().first, 0.6042, 1e-4);  // of 70 successes in 100
  EXPECT_NEAR(t.interval().second, 0.7811, 1e-4);
}

TEST(Match, AThirdOccurrenceSplitsWhatIsLeft) {
  const Ruleset game = *Ruleset::make("awari", "score");
  Course course(game.rules(), AnyState{game.parse("0 0 0 0 0 1|0 0 0 0 0 1 S22 N24 S")->state()});
  int plies = 0;
  while (!course.end()) {
    ASSERT_LT(++plies, 200);
    course.play(game.rules().moves(course.now()).front());
  }
  EXPECT_EQ(course.end()->how, "repetition");
  EXPECT_EQ(game.scale().value(course.end()->outcome), -2);
  EXPECT_EQ(course.occurrences(course.now()), 3);
  EXPECT_FALSE(course.twice().empty());
  ASSERT_TRUE(course.undo());
  EXPECT_FALSE(course.end().has_value());
}

}  // namespace
}  // namespace solvent::play
