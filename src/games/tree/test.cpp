#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "conformance.hpp"
#include "games/tree/text.hpp"
#include "random_graphs.hpp"

namespace solvent::tree {
namespace {

std::string data(std::string_view name) {
  return (std::filesystem::path(SOLVENT_SOURCE_DIR) / "data" / "trees" / name).string();
}
Graph example(std::string_view name) {
  auto graph = load_graph(data(name));
  if (!graph) throw std::runtime_error(graph.message());
  return *std::move(graph);
}
Interned game_of(Graph graph) { return Interned(std::make_shared<Graph>(std::move(graph))); }
int solved(Graph graph) {
  const Interned g = game_of(std::move(graph));
  return g.scale().value(oracle::fixpoint(g, g.initial()));
}
std::string message(std::string_view text) {
  const auto graph = parse_graph(text);
  return graph ? "accepted" : graph.message();
}

// Proof and disproof number of "Max gets at least `value`", straight from the definition.
struct Numbers {
  int pn, dn;
  friend bool operator==(Numbers, Numbers) = default;
};
constexpr int kInfinite = 1'000'000;
Numbers numbers(const Graph& g, std::string_view name, int value) {
  const auto id = *g.find(name);
  const auto node = g.node(id);
  const int cut = g.scale().rank_at_least(value);
  if (node.bounds.pess >= cut) return {0, kInfinite};
  if (node.bounds.opti < cut) return {kInfinite, 0};
  const int cost = static_cast<int>(node.cost);
  if (node.children.empty()) return {cost, cost};
  Numbers least{kInfinite, kInfinite}, sum{0, 0};
  for (const auto child : node.children) {
    const Numbers n = numbers(g, g.name(child), value);
    least = {std::min(least.pn, n.pn), std::min(least.dn, n.dn)};
    sum = {std::min(sum.pn + n.pn, kInfinite), std::min(sum.dn + n.dn, kInfinite)};
  }
  return node.side == Side::Max ? Numbers{least.pn, sum.dn} : Numbers{sum.pn, least.dn};
}
// The leaf that proof-number search looks at next, as the path to it.
std::string most_proving(const Graph& g, int value) {
  std::string path;
  for (std::uint32_t at = g.initial(); !g.children(at).empty();) {
    const Numbers mine = numbers(g, g.name(at), value);
    for (const auto child : g.children(at)) {
      const Numbers n = numbers(g, g.name(child), value);
      if (g.node(at).side == Side::Max ? n.pn != mine.pn : n.dn != mine.dn) continue;
      at = child;
      path += g.name(at);
      break;
    }
  }
  return path;
}

TEST(Tree, LecturesOnProofNumbers) {
  EXPECT_EQ(most_proving(example("proof-number.tree"), 1), "ch");
  EXPECT_EQ(most_proving(example("most-proving.tree"), 1), "bel");
  const Graph g = example("dilemma.tree");
  EXPECT_EQ(numbers(g, "d", 3), (Numbers{1, 2}));
  EXPECT_EQ(numbers(g, "e", 3), (Numbers{1, 1}));
  EXPECT_EQ(numbers(g, "b", 3), (Numbers{2, 1}));
  EXPECT_EQ(numbers(g, "c", 3), (Numbers{kInfinite, 0}));
  EXPECT_EQ(numbers(g, "a", 3), (Numbers{2, 1}));
  EXPECT_EQ(most_proving(g, 3), "bel");
  const Graph costs = example("costs.tree");
  EXPECT_EQ(numbers(costs, "b", 1), (Numbers{5, 2}));
  EXPECT_EQ(numbers(costs, "c", 1), (Numbers{7, 7}));
  EXPECT_EQ(most_proving(costs, 1), "bd");
  const Graph ranges = example("ranges.tree");
  EXPECT_EQ(numbers(ranges, "a", 5), (Numbers{0, kInfinite}));
  EXPECT_EQ(numbers(ranges, "a", 6), (Numbers{1, 1}));
  EXPECT_EQ(numbers(ranges, "a", 7), (Numbers{kInfinite, 0}));
}

TEST(Tree, ExamplesHaveTheValuesTheirCommentsName) {
  EXPECT_EQ(solved(example("minimax.tree")), 5);
  EXPECT_EQ(solved(example("extra-turn.tree")), 4);
  EXPECT_EQ(solved(example("shared.tree")), 2);
  EXPECT_EQ(solved(example("cycle.tree")), 0);
  EXPECT_EQ(solved(example("history.tree")), 1);
  EXPECT_EQ(solved(*parse_graph("repetition -2\np Max: q out=-1\nq Min: r win=1\nr Max: p")), -1);
  EXPECT_FALSE(example("minimax.tree").cyclic());
  EXPECT_FALSE(example("shared.tree").cyclic());
  EXPECT_TRUE(example("cycle.tree").cyclic());
  EXPECT_EQ(example("minimax.tree").scale().size(), 11);
  EXPECT_EQ(example("history.tree").scale().name(), "wld");
}

TEST(Tree, Perft) {
  const Interned minimax = game_of(example("minimax.tree"));
  conformance::perft_is(minimax, minimax.initial(), {3, 6, 12, 0});
  const Interned shared = game_of(example("shared.tree"));
  conformance::perft_is(shared, shared.initial(), {2, 4, 6, 6});
  const Interned cycle = game_of(example("cycle.tree"));
  conformance::perft_is(cycle, cycle.initial(), {2, 2, 1, 2, 2, 1, 2});
}

TEST(Tree, EveryExampleReadsAndPrints) {
  int files = 0, unknown = 0;
  for (const auto& file : std::filesystem::directory_iterator(data(""))) {
    ++files;
    const auto graph = load_graph(file.path().string());
    ASSERT_TRUE(graph.ok()) << graph.message();
    const std::string printed = print_graph(*graph);
    const auto again = parse_graph(printed);
    ASSERT_TRUE(again.ok()) << printed << again.message();
    EXPECT_EQ(print_graph(*again), printed);
    EXPECT_TRUE(draw_graph(*graph, 0, Ink::plain()).ends_with('\n'));
    unknown += graph->has_unknown();
    const auto game = families().front().make(Parameters("tree", file.path().string()), "score");
    EXPECT_EQ(game.ok(), !graph->has_unknown());
    if (game)
      conformance::conform<Text>(*rules_of<Interned>(**game), {.games = 50, .max_plies = 50});
  }
  EXPECT_GE(files, 10);
  EXPECT_GE(unknown, 5);
}

// Everything a graph says, by name: two graphs that say the same are the same.
std::string facts(const Graph& g) {
  std::string out;
  for (std::uint32_t id = 0; id < g.size(); ++id) {
    const auto node = g.node(id);
    out += g.name(id) + (node.side == Side::Max ? " Max " : " Min ") +
           (node.ended ? "ended " : "") + std::to_string(g.scale().value(node.bounds.pess)) + ".." +
           std::to_string(g.scale().value(node.bounds.opti)) + " cost " + std::to_string(node.cost);
    for (const auto child : node.children) out += " " + std::to_string(child);
    out += "\n";
  }
  return out + std::string(g.scale().name()) + std::to_string(g.scale().size()) +
         (g.cyclic() ? " cyclic " + std::to_string(g.repetition()) : "");
}

TEST(Tree, RandomGraphsRoundTripAndConform) {
  for (std::uint64_t seed = 0; seed < 600; ++seed)
    for (const auto kind :
         {random_graphs::Kind::Tree, random_graphs::Kind::Dag, random_graphs::Kind::Cyclic}) {
      const auto random = random_graphs::Maker(seed, {.max_nodes = 50}).make(kind);
      auto graph = parse_graph(random->text());
      ASSERT_TRUE(graph.ok()) << graph.message() << "\n" << random->text();
      const auto again = parse_graph(print_graph(*graph));
      ASSERT_TRUE(again.ok()) << again.message() << "\n" << print_graph(*graph);
      ASSERT_EQ(facts(*again), facts(*graph)) << print_graph(*graph);
      ASSERT_EQ(graph->cyclic(), kind == random_graphs::Kind::Cyclic);
      ASSERT_EQ(graph->size(), random->size());
      const Graph signs = graph->by_sign();
      const auto signs_again = parse_graph(print_graph(signs));
      ASSERT_TRUE(signs_again.ok());
      ASSERT_EQ(facts(*signs_again), facts(signs));

      const int value = solved(*graph), sign = (value > 0) - (value < 0);
      ASSERT_EQ(value, random->scale().value(random->value())) << random->text();
      ASSERT_EQ(solved(signs), sign) << random->text();
      conformance::conform<Text>(game_of(*std::move(graph)), {.games = 3, .max_plies = 20});
      ASSERT_FALSE(HasFatalFailure());
    }
}

TEST(Tree, SignsOfUnknownLeaves) {
  const auto graph = parse_graph("a Max: b?2..4 c?-3..-1 d?0..5 e?\n");
  ASSERT_TRUE(graph.ok()) << graph.message();
  const Graph signs = graph->by_sign();
  EXPECT_EQ(print_graph(signs), "scale wld\na Max: b=1 c=-1 d?0..1 e?\n");
  EXPECT_TRUE(parse_graph(print_graph(signs)).ok());
  const auto known = parse_graph("a Max: b?2..4 c=-1\n");
  EXPECT_FALSE(make_game(*known, "known", "score").ok());
  EXPECT_TRUE(make_game(*known, "known", "wld").ok());
}

TEST(Tree, AllFormsOfANode) {
  const auto graph = parse_graph(
      "\xEF\xBB\xBF# with a byte order mark and DOS line ends\r\n"
      "root top   # not the first\r\n"
      "scale -2 7 3 7\r\n"
      "x Max = 3 cost 9\r\n"
      "top min: x, y=-2 ,z? u?3..7,v\r\n"
      "v?cost 4\r\n");
  ASSERT_TRUE(graph.ok()) << graph.message();
  EXPECT_EQ(facts(*graph),
            "top Min -2..7 cost 1 1 2 3 4 5\n"
            "x Max ended 3..3 cost 9\n"
            "y Max ended -2..-2 cost 1\n"
            "z Max -2..7 cost 1\n"
            "u Max 3..7 cost 1\n"
            "v Max -2..7 cost 4\n"
            "score3");
  EXPECT_EQ(graph->unknown_leaves(), (std::vector<std::uint32_t>{3, 4, 5}));
}

TEST(Tree, SidesLeftOutAlternateFromTheFirstParent) {
  const auto graph = parse_graph("a: b c\nb: d=1 e\nc Max: e f=0\ne: g=2 a\n");
  ASSERT_TRUE(graph.ok()) << graph.message();
  const auto side = [&](const char* name) { return graph->node(*graph->find(name)).side; };
  EXPECT_EQ(side("a"), Side::Max);
  EXPECT_EQ(side("b"), Side::Min);
  EXPECT_EQ(side("c"), Side::Max);
  EXPECT_EQ(side("d"), Side::Max);
  EXPECT_EQ(side("e"), Side::Max) << "from b, not from c";
  EXPECT_EQ(side("f"), Side::Min);
  EXPECT_EQ(side("g"), Side::Min);
}

TEST(Tree, NamesMayBeAnythingReasonable) {
  const auto graph =
      parse_graph("root Max: scale 1 α' cost=3\nscale = 1\n1 Min: Max=2 Min=5\nα' = 0\n");
  ASSERT_TRUE(graph.ok()) << graph.message();
  EXPECT_EQ(graph->name(0), "root");
  EXPECT_TRUE(graph->find("α'") && graph->find("Max") && !graph->find("max"));
}

TEST(Tree, SmallestGraphs) {
  EXPECT_EQ(solved(*parse_graph("a=7")), 7);
  EXPECT_EQ(solved(*parse_graph("a: a")), 0) << "nothing but going round";
  EXPECT_EQ(solved(*parse_graph("repetition 4\na: a b=3")), 4);
  EXPECT_EQ(solved(*parse_graph("a Min: b\nb: c\nc = -1000000")), -1000000);
}

TEST(Tree, ParserSaysWhatIsWrongAndWhere) {
  EXPECT_EQ(message(""), "there is no node: write lines such as 'a Max: b c', 'b = 1' and 'c = 0'");
  EXPECT_EQ(message("# nothing\n\n"), message(""));
  EXPECT_EQ(message("a: b c\nb=1"), "line 1: 'c' is not defined: a leaf is written c=VALUE or c?");
  EXPECT_EQ(message("a: 3 12 8"), "line 1: '3' is not defined: a leaf is written NAME=3");
  EXPECT_EQ(message("a: b=1\n\nb=2"), "line 3: 'b' is defined again: it was in line 1");
  EXPECT_EQ(message("a: b=1\na: b"), "line 2: 'a' is defined again: it was in line 1");
  EXPECT_EQ(message("a: b=1 b=1"), "line 1: 'b' is defined again: it was in line 1");
  EXPECT_EQ(message("a: b b\nb=1"), "line 1: 'a' lists 'b' twice");
  EXPECT_EQ(message("a:"), "line 1: 'a' lists no children");
  EXPECT_EQ(message("a Mix: b"),
            "line 1: before ':' stand the name of one node and, if you like, Max or Min");
  EXPECT_EQ(message(" = 3"),
            "line 1: before '=' stand the name of one node and, if you like, Max or Min");
  EXPECT_EQ(message("a: b=1\nx=2"), "line 2: 'x' cannot be reached from the root 'a'");
  EXPECT_EQ(message("root b\na: b=1"), "line 2: 'a' cannot be reached from the root 'b'");
  EXPECT_EQ(message("root z\na: b=1"), "line 1: the root 'z' is not defined");
  EXPECT_EQ(message("a=1000001"),
            "line 1: '1000001' is not a whole number from -1000000 to 1000000");
  EXPECT_EQ(message("a="), "line 1: '' is not a whole number from -1000000 to 1000000");
  EXPECT_EQ(message("a=1.5"), "line 1: '1.5' is not a whole number from -1000000 to 1000000");
  EXPECT_EQ(message("a=1 2"),
            "line 1: '2' after a leaf: only 'cost N' may follow, N from 1 to 1000000");
  EXPECT_EQ(message("a=1 cost 0"), message("a=1 cost"));
  EXPECT_EQ(message("a: b = 3"),
            "line 1: '=' is not a child: write b, b=3, b? or b?0..3, without spaces");
  EXPECT_EQ(message("a: b:c"),
            "line 1: 'b:c' is not a child: write b, b=3, b? or b?0..3, without spaces");
  EXPECT_EQ(message("a(b=1"),
            "line 1: 'a(b' is not a name: no commas, brackets and control characters");
  EXPECT_EQ(message("a,b=1"),
            "line 1: 'a,b' is not a name: no commas, brackets and control characters");
  EXPECT_EQ(message("a: b\xff=1"),
            "line 1: 'b?' is not a name: no commas, brackets and control characters");
  EXPECT_EQ(message("-a=1"), "line 1: '-a' is not a name: it begins with '-'");
  EXPECT_EQ(message(std::string_view("a\0b=1", 5)),
            "line 1: 'a?b' is not a name: no commas, brackets and control characters");
  EXPECT_EQ(message("hello"),
            "line 1: 'hello' is not understood: write 'a Max: b c', 'b = 3', 'c ?', "
            "'root NAME', 'repetition VALUE' or 'scale LOW..HIGH'");
  EXPECT_EQ(message("root a\nroot a\na=1"), "line 2: root is given twice");
  EXPECT_EQ(message("scale wld\nscale wld"), "line 2: scale is given twice");
  EXPECT_EQ(message("repetition 1\nrepetition 1"), "line 2: repetition is given twice");
  EXPECT_EQ(message("scale 0..3\na: b=1 c=4"), "line 2: the value of 'c' is not on the scale");
  EXPECT_EQ(message("scale 0..256"), "line 1: a scale has at most 256 values");
  EXPECT_EQ(message("scale 0..0"), "line 1: the range '0..0' is empty or a single value");
  EXPECT_EQ(message("a: b? c=1"),
            "line 1: 'b' may be anything, but there are not two values to choose "
            "from: add a line such as 'scale 0..1'");
  EXPECT_EQ(message("scale 1\na: b? c=1"),
            "line 2: 'b' is unknown, but the scale has only one value");
  EXPECT_EQ(message("scale 1..2\na: a b=1"),
            "there is a cycle, and infinite play is worth 0, which is not on the scale: add a line "
            "'repetition VALUE'");
  EXPECT_EQ(message("scale 1..2\nrepetition 2\na: a b=1"), "accepted");
  EXPECT_EQ(message("scale 1..2\nrepetition 9\na: b=1"), "accepted")
      << "without a cycle it is idle";
  EXPECT_EQ(message(std::string(101, 'x') + "=1").substr(0, 18), "line 1: the name '");
  EXPECT_EQ(message(std::string(100, 'x') + "=1"), "accepted");
}

TEST(Tree, Limits) {
  const auto wide = [](int children, int values) {
    std::string text = "a:";
    for (int k = 0; k < children; ++k)
      text += " c" + std::to_string(k) + "=" + std::to_string(k % values);
    return text;
  };
  EXPECT_EQ(message(wide(1024, 256)), "accepted");
  EXPECT_EQ(message(wide(1025, 2)), "line 1: 'a' has more than 1024 children");
  EXPECT_EQ(message(wide(257, 257)), "line 1: more than 256 different values");
  conformance::conform<Text>(game_of(*parse_graph(wide(1024, 256))), {.games = 3});
  std::string chain;  // deep: nothing may recurse
  for (int k = 0; k < 200'000; ++k)
    chain += "n" + std::to_string(k) + ": n" + std::to_string(k + 1) + "\n";
  const auto deep = parse_graph(chain + "n200000 = 1");
  ASSERT_TRUE(deep.ok());
  EXPECT_EQ(deep->size(), 200'001u);
  EXPECT_FALSE(deep->cyclic());
  EXPECT_EQ(print_graph(*parse_graph(print_graph(*deep))), print_graph(*deep));
  EXPECT_EQ(
      draw_graph(*deep, 0, Ink::plain()),
      "  n0 Max\n    n1 Min\n      n2 Max\n        n3 Min\n          n4 Max\n            n5 Min  "
      "...\n");
}

// Any text is answered with a graph or one line.
TEST(Tree, RandomTextNeverBreaksTheParser) {
  Rng rng(2024);
  const std::vector<std::string> pieces = {"a",       "b",
                                           "c",       "d",
                                           " ",       " ",
                                           " ",       "\n",
                                           "\n",      ":",
                                           "=",       "?",
                                           "..",      "1",
                                           "-1",      "0..2",
                                           "cost",    "Max",
                                           "min",     "#",
                                           ",",       "root",
                                           "scale",   "repetition",
                                           "wld",     "99999999999999999999",
                                           "-",       "+",
                                           "(",       std::string(1, '\0'),
                                           "\r",      "\t",
                                           "\xFF",    "\xC3\xA9",
                                           "=1 ",     "? ",
                                           ": b c\n", "a: ",
                                           "\n\n"};
  int accepted = 0;
  for (int n = 0; n < 200'000; ++n) {
    std::string text;
    for (std::uint32_t k = 1 + rng.below(14); k > 0; --k)
      text += pieces[rng.below(static_cast<std::uint32_t>(pieces.size()))];
    const auto graph = parse_graph(text);
    if (!graph) {
      ASSERT_FALSE(graph.message().empty());
      for (const char c : graph.message()) ASSERT_FALSE(c == '\n' || c == '\0') << text;
      continue;
    }
    ++accepted;
    const auto again = parse_graph(print_graph(*graph));
    ASSERT_TRUE(again.ok()) << text << "\n-> " << print_graph(*graph) << again.message();
    ASSERT_EQ(facts(*again), facts(*graph)) << text;
  }
  EXPECT_GT(accepted, 500);
}

// Good files with a few bytes changed, cut or doubled.
TEST(Tree, DamagedFilesNeverBreakTheParser) {
  Rng rng(7);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    std::string text = random_graphs::random_cyclic(seed % 50, {.max_nodes = 8})->text();
    for (std::uint32_t k = 1 + rng.below(4); k > 0; --k) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
      switch (rng.below(3)) {
        case 0: text[at] = static_cast<char>(rng.below(256)); break;
        case 1: text.erase(at, 1 + rng.below(20)); break;
        default: text.insert(at, text.substr(at, rng.below(20)));
      }
      if (text.empty()) text = " ";
    }
    const auto graph = parse_graph(text);
    if (graph && !graph->has_unknown()) {
      const Interned g = game_of(*graph);
      EXPECT_TRUE(oracle::Solution<Interned>(g, g.initial()).complete());
    }
  }
}

TEST(Tree, Files) {
  const auto made = [](const std::string& path, std::string_view scale = "score") {
    const auto game = families().front().make(Parameters("tree", path), scale);
    return game ? (*game)->spec() : game.message();
  };
  EXPECT_EQ(made(""), "game 'tree': name a file: tree:FILE");
  EXPECT_EQ(made(data("cycle.tree")), "tree:" + data("cycle.tree"));
  EXPECT_EQ(
      made("/no/such/file.tree"),
      "tree:/no/such/file.tree: No such file or directory; write tree:FILE, a file of lines such "
      "as 'a Max: b=3 c=-1'");
  EXPECT_EQ(made(data("")),
            "tree:" + data("") +
                ": Is a directory; write tree:FILE, a file of lines such as 'a Max: b=3 c=-1'");
  EXPECT_EQ(made(data("dilemma.tree")), "tree:" + data("dilemma.tree") +
                                            ": leaf 'g' has no value: give it one to solve the "
                                            "tree; its numbers can be shown without");
  EXPECT_EQ(made(std::string("a\0b", 3)), "tree:a?b: a file name has no NUL in it");
  EXPECT_EQ(made("/dev/zero"), "tree:/dev/zero: the file is larger than 16 MB");

  const auto odd = std::filesystem::path(testing::TempDir()) / "solvent test, with=odd name.tree";
  std::ofstream(odd) << "a: b=5\nc";
  EXPECT_TRUE(
      made(odd.string()).starts_with("tree:" + odd.string() + ": line 2: 'c' is not understood"));
  std::ofstream(odd) << "a: b=5 c=-3\n";
  EXPECT_EQ(made(odd.string()), "tree:" + odd.string());
  std::filesystem::remove(odd);
}

TEST(Tree, ScaleWldKeepsTheSigns) {
  for (const auto* name : {"minimax.tree", "cycle.tree", "shared.tree"}) {
    const auto game = families().front().make(Parameters("tree", data(name)), "wld");
    ASSERT_TRUE(game.ok()) << game.message();
    EXPECT_EQ((*game)->scale().name(), "wld");
    const Interned& g = *rules_of<Interned>(**game);
    conformance::conform<Text>(g, {.games = 20, .max_plies = 30});
    const int score = solved(example(name));
    EXPECT_EQ(g.scale().value(oracle::fixpoint(g, g.initial())), (score > 0) - (score < 0));
  }
}

TEST(Tree, PositionsAndMovesAreNames) {
  const auto game = *families().front().make(Parameters("tree", data("minimax.tree")), "score");
  const auto at = game->parse("f");
  ASSERT_TRUE(at.ok());
  EXPECT_EQ(game->position(*at), "f");
  EXPECT_TRUE(*game->parse("moves: b f") == *at);
  EXPECT_TRUE(*game->parse("moves:b,f") == *at);
  EXPECT_TRUE(*game->parse("") == game->initial());
  EXPECT_EQ(game->parse("e3").message(), "there is no node 'e3'; did you mean e?");
  EXPECT_EQ(game->parse("moves: b x").message(),
            "move 2: 'x' is not a child of 'b': choose among e or f");
  EXPECT_EQ(game->parse("moves: B").message(),
            "move 1: 'B' is not a child of 'a': choose among b, c or d");
  EXPECT_EQ(game->parse("moves: b f f1 x").message(), "move 4: 'x': 'f1' is a leaf");
}

TEST(Tree, Drawing) {
  EXPECT_EQ(draw_graph(example("shared.tree"), 0, Ink::plain()),
            "  a Max\n    b Min\n      d Max\n        g Min\n          j = 2\n          k = 5\n"
            "        h = 1\n      e = 3\n    c Min\n      d Max  (as above)\n      f Max\n"
            "        g Min  (as above)\n        i = -4\n");
  EXPECT_EQ(draw_graph(example("cycle.tree"), 0, Ink::plain()),
            "  p Max\n    q Min\n      r Max\n        p Max  (again: a cycle)\n      win = 1\n"
            "    out = -1\n");
  EXPECT_EQ(
      draw_graph(example("ranges.tree"), 0, Ink::plain()),
      "  a Max\n    b Min\n      e ?\n      f ? 2..4\n    c Min\n      g ? 5..9\n      h = 6\n");
  EXPECT_NE(draw_graph(example("costs.tree"), 0, Ink::colours()).find("cost 7"), std::string::npos);
}

}  // namespace
}  // namespace solvent::tree
