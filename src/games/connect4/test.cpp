#include <gtest/gtest.h>

#include <map>

#include "conformance.hpp"
#include "games/connect4/knowledge.hpp"
#include "games/connect4/text.hpp"
#include "noise.hpp"
#include "search/make_machine.hpp"
#include "search/presets.hpp"

namespace solvent::connect4 {
namespace {

using Text64 = Text<std::uint64_t>;
using Text128 = Text<Word128>;
constexpr auto kScore = Scale::Kind::Score;
constexpr auto kWld = Scale::Kind::WinDrawLoss;

Narrow::State at(const Narrow& g, std::string_view moves) { return *Text64::parse(g, moves); }

TEST(ConnectFour, ConformsOnManySizes) {
  for (const auto& [columns, rows] :
       {std::pair{7, 6}, {4, 5}, {5, 5}, {1, 4}, {4, 1}, {9, 5}, {3, 9}, {1, 63}, {32, 1}})
    for (const auto kind : {kScore, kWld})
      conformance::conform<Text64>(Narrow(columns, rows, kind), {.games = 40});
  for (const auto& [columns, rows] : {std::pair{10, 6}, {1, 127}, {64, 1}, {16, 7}, {7, 6}})
    for (const auto kind : {kScore, kWld})
      conformance::conform<Text128>(Wide(columns, rows, kind), {.games = 40});
}

TEST(ConnectFour, Perft) {
  const Narrow g(7, 6, kScore);
  conformance::perft_is(g, g.initial(), {7, 49, 343, 2401, 16807, 117649, 823536, 5673234});
  EXPECT_EQ(perft(g, g.initial(), 8, true), 5686266u);
  const Wide wide(7, 6, kScore);
  conformance::perft_is(wide, wide.initial(), {7, 49, 343, 2401, 16807, 117649, 823536});
}

TEST(ConnectFour, KnowledgeIsTrue) {
  for (const auto kind : {kScore, kWld}) {
    EXPECT_GT(conformance::knowledge_is_true<Knowledge<std::uint64_t>>(
                  Narrow(4, 4, kind), Narrow(4, 4, kind).initial()),
              100000u);
    const Narrow g(5, 4, kind);
    EXPECT_GT(conformance::knowledge_is_true<Knowledge<std::uint64_t>>(g, at(g, "123451")), 10000u);
  }
}

// A random position with so many cells left, or the end of the game before.
template <class G>
typename G::State late(const G& g, int empty, Rng& rng) {
  auto s = g.initial();
  while (!g.ended(s) && popcount(s.mask) < g.cells() - empty) {
    MovesOf<G> moves;
    g.list_moves(s, moves);
    g.play(s, moves[rng.below(moves.size)]);
  }
  return s;
}

// Larger boards, from random positions near enough to the end for the oracle.
template <class G, class K>
std::size_t knowledge_is_true_late(int columns, int rows, int empty, int games) {
  const G g(columns, rows, kScore);
  Rng rng(static_cast<std::uint64_t>(columns * 100 + rows));
  std::size_t checked = 0;
  for (int n = 0; n < games; ++n) {
    const auto s = late(g, empty, rng);
    if (g.ended(s)) continue;
    checked += conformance::knowledge_is_true<K>(g, s);
    if (::testing::Test::HasFailure()) break;
  }
  return checked;
}

TEST(ConnectFour, KnowledgeIsTrueLateOnLargerBoards) {
  using K = Knowledge<std::uint64_t>;
  std::size_t checked = 0;
  for (const auto& [columns, rows] :
       {std::pair{7, 6}, {6, 6}, {4, 8}, {5, 6}, {8, 4}, {7, 5}, {5, 5}, {5, 7}, {6, 7}, {7, 7}})
    checked += knowledge_is_true_late<Narrow, K>(columns, rows, 12, 60);
  for (const int rows : {6, 7})
    checked += knowledge_is_true_late<Wide, Knowledge<Word128>>(10, rows, 10, 60);
  EXPECT_GT(checked, 100000u);
}

// Nothing is forced for many moves, and yet it is seen who profits when the columns fill up.
TEST(ConnectFour, SeesWhoIsInZugzwang) {
  const Narrow g(7, 6, kScore);
  const Knowledge<std::uint64_t> knowledge(g);
  const auto most = [&](std::string_view moves) {
    const auto s = at(g, moves);
    const Bounds b = knowledge.bounds(s);
    return g.to_move(s) == Side::Max ? g.scale().value(b.opti) : -g.scale().value(b.pess);
  };
  EXPECT_EQ(most("744434"), -2);     // O gets the even cells; the value is -4
  EXPECT_EQ(most("532135545"), -2);  // X has a threat on an odd cell; -2
  EXPECT_EQ(most("53213554"), 16);   // a stone earlier there is none
}

// On boards with an odd number of rows too, and with an odd number of cells.
TEST(ConnectFour, SeesWhoIsInZugzwangOnEveryBoard) {
  for (const auto& [columns, rows] : {std::pair{6, 7}, {7, 7}, {5, 5}, {6, 5}}) {
    const Narrow g(columns, rows, kScore);
    const Knowledge<std::uint64_t> knowledge(g);
    Rng rng(17);
    int cannot_win = 0;
    for (int k = 0; k < 2000; ++k) {
      const auto s = late(g, g.cells() / 2, rng);
      if (g.ended(s)) continue;
      const Bounds b = knowledge.bounds(s);
      const int most =
          g.to_move(s) == Side::Max ? g.scale().value(b.opti) : -g.scale().value(b.pess);
      cannot_win += most <= 0 && !b.closed();
    }
    EXPECT_GT(cannot_win, 0) << columns << "x" << rows;
  }
}

// Few cells left: a player all of whose lines the other has a stone on does not win.
TEST(ConnectFour, SeesWhoHasNoLineLeft) {
  const Narrow g(5, 4, kScore);
  const Knowledge<std::uint64_t> knowledge(g);
  const auto has_line = [&](std::uint64_t others) {
    const auto free_cell = [&](int c, int r) {
      return c >= 0 && c < g.columns() && r >= 0 && r < g.rows() && (g.cell(c, r) & others) == 0;
    };
    for (int c = 0; c < g.columns(); ++c)
      for (int r = 0; r < g.rows(); ++r)
        for (const auto& [dc, dr] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
          int k = 0;
          while (k < 4 && free_cell(c + k * dc, r + k * dr)) ++k;
          if (k == 4) return true;
        }
    return false;
  };
  Rng rng(5);
  int mover_cannot = 0, other_cannot = 0;
  for (int k = 0; k < 3000; ++k) {
    const auto s = late(g, 1 + rng.below(8), rng);
    if (g.ended(s)) continue;
    const Bounds b = knowledge.bounds(s);
    const int low = g.scale().value(b.pess), high = g.scale().value(b.opti);
    const bool max = g.to_move(s) == Side::Max;
    if (!has_line(s.current ^ s.mask)) {
      EXPECT_LE(max ? high : -low, 0);
      ++mover_cannot;
    }
    if (!has_line(s.current)) {
      EXPECT_GE(max ? low : -high, 0);
      ++other_cannot;
    }
  }
  EXPECT_GT(mover_cannot, 100);
  EXPECT_GT(other_cannot, 100);
}

// However many stones there are, a position and its mirror image lead to positions of one name.
template <class G, class K>
void mirror_images_lead_to_one(int columns, int rows) {
  const G g(columns, rows, kScore);
  const K knowledge(g);
  Rng rng(3);
  for (int k = 0; k < 100; ++k) {
    const auto s = late(g, 2 + rng.below(g.cells()), rng);
    if (g.ended(s) || knowledge.bounds(s).closed()) continue;
    std::map<typename G::Move, typename G::Key> names;
    const auto note = [&](int image) {
      knowledge.look_ahead(g.transform(s, image), [&](auto move, const auto& next, Bounds known,
                                                      int) {
        if (known.closed()) return true;
        const auto name = knowledge.key(next);
        EXPECT_TRUE(names.try_emplace(g.transform_move(move, image), name).first->second == name);
        return true;
      });
    };
    note(0);
    note(1);
  }
}
TEST(ConnectFour, MirrorImagesAreSearchedOnce) {
  for (const auto& [columns, rows] : {std::pair{7, 6}, {6, 6}, {8, 5}, {4, 4}})
    mirror_images_lead_to_one<Narrow, Knowledge<std::uint64_t>>(columns, rows);
  for (const int columns : {10, 11})
    mirror_images_lead_to_one<Wide, Knowledge<Word128>>(columns, 6);
}

// The nodes that a search for the exact value takes, which is to be this one.
std::uint64_t nodes_for_value(const Narrow& g, std::string_view moves, int value) {
  const auto machine = search::make_machine<Narrow, Knowledge<std::uint64_t>>(
      g, {.algorithm = search::kNegaScout}, nullptr);
  const auto s = at(g, moves);
  machine->start(erase_state(s), {0, g.scale().best()});
  while (machine->step(1000) != search::SliceResult::Done) {}
  const int found = g.scale().value(machine->bounds().pess);
  EXPECT_TRUE(machine->bounds().closed());
  EXPECT_EQ(g.to_move(s) == Side::Max ? found : -found, value) << moves;
  return machine->statistics().created;
}

// Whether somebody wins soon is asked first. With the whole window each of the first took tens of
// thousands of nodes, each of the others a hundred thousand.
TEST(ConnectFour, QuickWinsAreSmallSearches) {
  const Narrow g(7, 6, kScore);
  for (const auto& [moves, value] : {std::pair{"2274376716315", 13},
                                     {"43141537654", 14},
                                     {"265251576556", 13},
                                     {"6346714164677", -12}})
    EXPECT_LT(nodes_for_value(g, moves, value), 100U) << moves;
  for (const auto& [moves, value] : {std::pair{"3424166532", -8}, {"734625322531", 8}})
    EXPECT_LT(nodes_for_value(g, moves, value), 20'000U) << moves;
}

// Where nobody can win soon, that is not asked at length.
TEST(ConnectFour, SmallBoardsAreSmallSearches) {
  EXPECT_LT(nodes_for_value(Narrow(4, 4, kScore), "", 0), 1200U);
  EXPECT_LT(nodes_for_value(Narrow(5, 4, kScore), "", 0), 3500U);
}

// With threats to stop there is one move, below a threat nobody plays.
TEST(ConnectFour, ListsOnlyMovesWorthTrying) {
  const Narrow g(7, 6, kScore);
  const Knowledge<std::uint64_t> knowledge(g);
  const auto moves = [&](std::string_view text) {
    MovesOf<Narrow> list;
    knowledge.list_moves(at(g, text), list);
    std::string out;
    for (const auto m : list) out += static_cast<char>('1' + m);
    return out;
  };
  EXPECT_EQ(moves(""), "1234567");
  EXPECT_EQ(moves("112233"), "4");  // wins
  EXPECT_EQ(moves("11223"), "4");   // stops X
  // X would win above the fourth column's next cell.
  EXPECT_EQ(moves("......./......./......./......./XXX..O./OXO..OX"), "123567");
}

TEST(ConnectFour, ScoreOfAnEndedGame) {
  const Narrow g(7, 6, kScore);
  const auto s = at(g, "1212121");  // X wins with his fourth stone, six on the board before it
  EXPECT_TRUE(g.ended(s));
  EXPECT_EQ(g.scale().size(), 37);
  EXPECT_EQ(g.to_move(s), Side::Min);
  EXPECT_EQ(g.scale().value(g.bounds(s).pess), 18);
  EXPECT_TRUE(g.bounds(s).closed());
}

TEST(ConnectFour, EveryDirectionWins) {
  const Narrow g(7, 6, kWld);
  for (const auto* moves : {"1212121", "1122334", "12233434464", "76655454424"})
    EXPECT_TRUE(g.ended(at(g, moves))) << moves;
}

TEST(ConnectFour, ParserSaysWhatIsWrong) {
  const Narrow g(7, 6, kScore);
  const auto message = [&](std::string_view text) {
    const auto s = Text64::parse(g, text);
    return s ? std::string("accepted") : s.message();
  };
  EXPECT_EQ(message("448"), "move 3: '8' is not a column from 1 to 7");
  EXPECT_EQ(message("4x"), "move 2: 'x' is not a column from 1 to 7");
  EXPECT_EQ(message("4444444"), "move 7: column 4 is full");
  EXPECT_EQ(message("12121211"), "move 8: '1' is played after the end of the game");
  EXPECT_EQ(message("4,-5"), "move 2: '-5' is not a column from 1 to 7");
  const std::string empty_rows = "......./......./......./......./";
  EXPECT_EQ(message(empty_rows + "......./......."), "accepted");
  EXPECT_EQ(message(empty_rows + "......./....X.."), "accepted");
  EXPECT_NE(message(empty_rows + "......./....O..").find("0 X and 1 O"), std::string::npos);
  EXPECT_NE(message(empty_rows + "....X../......O").find("above an empty cell"), std::string::npos);
  EXPECT_NE(message(empty_rows + "......./XXXXOOO").find("accepted"), std::string::npos);
  EXPECT_EQ(message(empty_rows + "XX...../OOOOXXX"), "O has four in a row, but X moved last");
  EXPECT_NE(message("X").find("rows"), std::string::npos);
}

TEST(ConnectFour, ParserSurvivesNoise) {
  using namespace std::string_view_literals;
  const Narrow g(4, 3, kScore);
  survive_noise<Text64>(g, "1234abXO.././/, \0\xff+"sv, 1000);
}

TEST(ConnectFour, WideBoardsAreWrittenWithLettersOrNumbers) {
  const Wide g(12, 6, kScore);
  const auto a = Text128::parse(g, "9abc"), b = Text128::parse(g, "9,10,11,12");
  ASSERT_TRUE(a && b);
  EXPECT_TRUE(*a == *b);
  // A comma makes a number of several digits, also if nothing comes before or after it.
  const Wide wide(40, 2, kScore);
  auto last = wide.initial();
  wide.play(last, 39);
  for (const auto* text : {"40,", ",40", "40 ,"})
    EXPECT_TRUE(Text128::parse(wide, text).ok() && *Text128::parse(wide, text) == last) << text;
  EXPECT_FALSE(Text128::parse(wide, "40").ok());
}

TEST(ConnectFour, Parameters) {
  const auto make = [](std::string_view p) {
    return families().front().make(Parameters("connect4", p), "score");
  };
  EXPECT_EQ((*make(""))->spec(), "connect4:7x6");
  EXPECT_EQ((*make("10x6"))->spec(), "connect4:10x6");
  for (const auto* bad :
       {"0x6", "7", "7x", "x6", "7x6x5", "65x1", "8x16", "7x-6", "a", "7x6,x=1", "7x6,8"})
    EXPECT_FALSE(make(bad).ok()) << bad;
}

}  // namespace
}  // namespace solvent::connect4
