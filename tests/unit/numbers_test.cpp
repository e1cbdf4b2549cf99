// The numbers of worked examples, and what is true of them on any tree: question/numbers.hpp and
// search/attracting.hpp.
#include "question/numbers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <stdexcept>

#include "games/tree/graph.hpp"
#include "random_graphs.hpp"

namespace solvent {
namespace {

using effort::ProofNumbers;
using Line = NumberedTree::Line;
using Kind = NumberedTree::Kind;
using Number = std::optional<std::uint32_t>;
constexpr Number kInfinity = std::nullopt;

// --- Attracting and distracting outcomes -----------------------------------------------------

constexpr std::uint32_t kHuge = ProofNumbers::kInfinite;

template <class T>
search::Attraction of_table(Side root, const std::vector<T>& g, const std::vector<T>& s) {
  const int best = static_cast<int>(g.size()) - 1;
  return search::attraction(
      root, 0, best, [&](int o) { return g[o]; }, [&](int o) { return s[o]; });
}

TEST(Attraction, TheTableOfThePaper) {
  const std::vector<std::uint32_t> g = {0, 0, 500}, s = {kHuge, 10, 3};  // lose, draw, win
  EXPECT_EQ(of_table(Side::Max, g, s), (search::Attraction{2, 1}));
  EXPECT_EQ(of_table(Side::Min, g, s), (search::Attraction{1, 2}));
  EXPECT_EQ(of_table(Side::Max, g, s).cut(Side::Max), 1);
  EXPECT_EQ(of_table(Side::Min, g, s).cut(Side::Min), 1);
}

TEST(Attraction, TiesGoToTheLowestAndSumsDoNotWrap) {
  const std::vector<std::uint32_t> g = {0, 2, 3, kHuge}, s = {4, 2, 1, 1};
  EXPECT_EQ(of_table(Side::Max, g, s), (search::Attraction{1, 0}));
  EXPECT_EQ(of_table(Side::Min, g, s), (search::Attraction{0, 1}));
  const std::vector<double> p = {0, 0.5, 0.7}, q = {0.25, 0.25, 0};
  EXPECT_EQ(of_table(Side::Max, p, q), (search::Attraction{2, 1}));
  EXPECT_EQ(of_table(Side::Min, p, q), (search::Attraction{0, 1}));
}

TEST(Attraction, AtTheEndsTheDistractingOutcomeIsTheSame) {
  EXPECT_EQ(of_table<int>(Side::Max, {1, 2}, {1, 2}), (search::Attraction{0, 0}));
  EXPECT_EQ(of_table<int>(Side::Min, {2, 1}, {2, 1}), (search::Attraction{1, 1}));
}

TEST(Attraction, SkipsWhatIsDead) {
  const auto one = [](int) { return 1; };
  const auto skipping = [&](Side root, std::vector<bool> dead) {
    return search::attraction(root, 1, 4, one, one, [&](int o) { return dead[o]; });
  };
  EXPECT_EQ(skipping(Side::Max, {0, 1, 1, 0, 0}), (search::Attraction{3, 2}));
  EXPECT_EQ(skipping(Side::Min, {0, 1, 1, 1, 0}), (search::Attraction{4, 4}));
  EXPECT_TRUE(skipping(Side::Max, {0, 1, 1, 1, 1}).none());
}

// --- The examples ----------------------------------------------------------------------------

struct Example {
  explicit Example(tree::Graph of) : graph(std::move(of)), tree(numbered(graph)) {}
  static Example file(const std::string& name) {
    return Example(*tree::load_graph(SOLVENT_SOURCE_DIR "/data/trees/" + name));
  }
  static NumberedTree numbered(const tree::Graph& graph) {
    return *NumberedTree::make(graph, graph.initial(), 1000);
  }

  const Line& line(std::string_view name) const {
    for (const Line& l : tree.lines())
      if (graph.name(l.id) == name) return l;
    throw std::out_of_range("no such line");
  }
  // pn and dn of "Max gets at least `value`".
  std::pair<Number, Number> numbers(std::string_view name, int value) const {
    const int rank = *graph.scale().rank_of(value);
    return {tree.at_least(line(name), rank), tree.at_most(line(name), rank - 1)};
  }
  int cut(int value) const { return *graph.scale().rank_of(value) - 1; }
  std::string names(const std::optional<std::vector<NumberedTree::Place>>& path) const {
    if (!path) return "settled";
    std::string out;
    for (const auto place : *path) out += graph.name(tree.lines()[place].id);
    return out;
  }
  std::string select(int value) const { return names(tree.most_proving_path(cut(value))); }
  std::string lecture(int value) const { return names(tree.lecture_path(cut(value))); }

  tree::Graph graph;
  NumberedTree tree;
};

using Pair = std::pair<Number, Number>;

TEST(Numbers, TheSmallestLesson) {
  const Example e = Example::file("proof-number.tree");
  EXPECT_EQ(e.numbers("a", 1), Pair(1, 2));
  EXPECT_EQ(e.numbers("b", 1), Pair(2, 1));
  EXPECT_EQ(e.numbers("c", 1), Pair(1, 1));
  EXPECT_EQ(e.numbers("h", 1), Pair(1, 1));
  EXPECT_EQ(e.select(1), "ch");
  EXPECT_EQ(e.lecture(1), "ch");
}

TEST(Numbers, TheMostProvingLeaf) {
  const Example e = Example::file("most-proving.tree");
  EXPECT_EQ(e.numbers("a", 1), Pair(2, 3));
  EXPECT_EQ(e.numbers("b", 1), Pair(2, 2));
  EXPECT_EQ(e.numbers("c", 1), Pair(3, 1));
  EXPECT_EQ(e.numbers("d", 1), Pair(1, 3));
  EXPECT_EQ(e.numbers("e", 1), Pair(1, 2));
  EXPECT_EQ(e.select(1), "bel");
  EXPECT_EQ(e.lecture(1), "bdi");  // set on proving, both children of b must be proved anyway
}

TEST(Numbers, TheDilemma) {
  const Example e = Example::file("dilemma.tree");
  EXPECT_EQ(e.numbers("d", 3), Pair(1, 2));
  EXPECT_EQ(e.numbers("e", 3), Pair(1, 1));
  EXPECT_EQ(e.numbers("b", 3), Pair(2, 1));
  EXPECT_EQ(e.numbers("c", 3), Pair(kInfinity, 0));
  EXPECT_EQ(e.numbers("a", 3), Pair(2, 1));
  EXPECT_EQ(e.numbers("h", 3), Pair(kInfinity, 0));
  EXPECT_EQ(e.numbers("k", 1), Pair(0, kInfinity));
  EXPECT_EQ(e.select(3), "bel");
  EXPECT_EQ(e.lecture(3), "bel");
  // All outcomes at once: G = 0 1 1 2, S = 3 2 1 0.
  EXPECT_EQ(e.tree.attraction(), (search::Attraction{2, 1}));
  EXPECT_EQ(e.select(2), "cg");
}

TEST(Numbers, CostsAndRanges) {
  const Example costs = Example::file("costs.tree");
  EXPECT_EQ(costs.numbers("b", 1), Pair(5, 2));
  EXPECT_EQ(costs.numbers("a", 1), Pair(5, 9));
  EXPECT_EQ(costs.select(1), "bd");
  const Example ranges = Example::file("ranges.tree");
  EXPECT_EQ(ranges.numbers("a", 5), Pair(0, kInfinity));
  EXPECT_EQ(ranges.numbers("a", 6), Pair(1, 1));
  EXPECT_EQ(ranges.numbers("a", 7), Pair(kInfinity, 0));
  EXPECT_EQ(ranges.select(5), "settled");
  EXPECT_EQ(ranges.lecture(7), "settled");
}

// The lecture's rule when it sets out to disprove, and a Min root.
TEST(Numbers, DisprovingTakesTheLeftmostAtMax) {
  const Example e(
      *tree::parse_graph("scale 0..1\na Max: b c\nb Min: d e\nc Min: f g\nd? cost 3\ne? cost 3\nf? "
                         "cost 2\ng? cost 3"));
  EXPECT_EQ(e.numbers("a", 1), Pair(5, 5));
  EXPECT_EQ(e.lecture(1), "cf");  // equal numbers: prove
  const Example more(
      *tree::parse_graph("scale 0..1\na Max: b c\nb Min: d e\nc Min: f g\nd? cost 3\ne? cost 2\nf? "
                         "cost 2\ng? cost 3"));
  EXPECT_EQ(more.numbers("a", 1), Pair(5, 4));
  EXPECT_EQ(more.lecture(1), "be");
  EXPECT_EQ(more.select(1), "be");
  const Example min(*tree::parse_graph("scale 0..2\na Min: b c d=1\nb Max: e? f?\nc Max: g? h=0"));
  EXPECT_EQ(min.tree.attraction(), (search::Attraction{0, 1}));
  EXPECT_EQ(min.names(min.tree.most_proving_path(0)), "cg");
}

TEST(Numbers, SharedNodesStandOnceAndCyclesEnd) {
  const Example shared = Example::file("shared.tree");
  int again = 0;
  for (const Line& l : shared.tree.lines()) again += l.kind == Kind::AsAbove;
  EXPECT_EQ(again, 2);
  EXPECT_EQ(shared.tree.lines().size(), 13u);
  EXPECT_EQ(shared.tree.root().bounds, (Bounds{2, 2}));
  // n is a draw below b and a win by itself: it may not be shared.
  const Example history = Example::file("history.tree");
  std::vector<Bounds> n;
  for (const Line& l : history.tree.lines())
    if (history.graph.name(l.id) == "n" && l.kind == Kind::Inner) n.push_back(l.bounds);
  EXPECT_EQ(n, (std::vector<Bounds>{{1, 1}, {2, 2}}));
  EXPECT_EQ(history.tree.root().bounds, (Bounds{2, 2}));
}

// What several paths share is counted once a path, so sums double at every level.
TEST(Numbers, SumsTooLargeToCountAreNotInfinite) {
  std::string text = "scale 0..1\nroot a0\nz?\n";
  for (int k = 0; k < 40; ++k) {
    const std::string n = std::to_string(k), next = k == 39 ? "z" : "a" + std::to_string(k + 1);
    text += "a" + n + " Max: b" + n + " c" + n + "\nb" + n + " Max: " + next + "\nc" + n +
            " Max: " + next + "\n";
  }
  const Example e(*tree::parse_graph(text));
  EXPECT_EQ(e.numbers("a0", 1), Pair(1, kHuge));
  EXPECT_EQ(e.numbers("a10", 1), Pair(1, 1u << 30));
  EXPECT_EQ(e.tree.most_proving_path(0)->size(), 80u);
  EXPECT_EQ(e.tree.lines().size(), 160u + 1);
}

TEST(Numbers, ATreeOfTooManyLinesIsRefused) {
  const Example e = Example::file("shared.tree");
  EXPECT_TRUE(NumberedTree::make(e.graph, 0, 13));
  EXPECT_FALSE(NumberedTree::make(e.graph, 0, 12));
  const Example history = Example::file("history.tree");  // 9 lines for 4 nodes
  EXPECT_TRUE(NumberedTree::make(history.graph, 0, 9));
  EXPECT_FALSE(NumberedTree::make(history.graph, 0, 8));
  EXPECT_TRUE(NumberedTree::make(e.graph, *e.graph.find("g"), 3));
}

// --- On any tree -----------------------------------------------------------------------------

// A random graph of which some leaves are unknown, or known within a range.
class Veiled final : public InternedSource {
 public:
  Veiled(std::uint64_t seed, random_graphs::Kind kind, bool rule_bounds = false)
      : seed_(seed),
        graph_(random_graphs::Maker(seed, {.max_unrolled = 1000, .rule_bounds = rule_bounds})
                   .make(kind)) {}

  const Scale& scale() const override { return graph_->scale(); }
  Outcome repetition() const override { return graph_->repetition(); }
  std::uint32_t initial() const override { return graph_->initial(); }
  InternedNode node(std::uint32_t id) const override {
    InternedNode n = graph_->node(id);
    Rng rng(mix(seed_ ^ mix(id)));
    if (!n.ended || seed_ % 4 == 0 || rng.below(4) == 0) return n;
    n.ended = false;
    n.bounds = scale().everything();
    if (rng.below(2) == 0) {
      n.bounds.pess = static_cast<Outcome>(rng.below(graph_->value(id) + 1u));
      n.bounds.opti = static_cast<Outcome>(graph_->value(id) +
                                           rng.below(n.bounds.opti - graph_->value(id) + 1u));
    }
    return n;
  }
  Outcome value(std::uint32_t id) const { return graph_->value(id); }
  std::string text() const { return graph_->text(); }

 private:
  std::uint64_t seed_;
  std::shared_ptr<const random_graphs::RandomGraph> graph_;
};

NumberedTree number(const Veiled& g) { return *NumberedTree::make(g, g.initial(), 20'000); }

// The definition, cut by cut, without bounds; infinity is above everything that can be a sum here.
constexpr std::uint64_t kInf = std::uint64_t{1} << 50;
std::pair<std::uint64_t, std::uint64_t> by_definition(const Veiled& g, std::uint32_t id, int cut,
                                                      std::vector<std::uint32_t> path = {}) {
  const InternedNode n = g.node(id);
  if (std::find(path.begin(), path.end(), id) != path.end())
    return g.repetition() > cut ? std::pair{std::uint64_t{0}, kInf}
                                : std::pair{kInf, std::uint64_t{0}};
  path.push_back(id);
  if (n.children.empty()) {
    if (n.bounds.pess > cut) return {0, kInf};
    if (n.bounds.opti <= cut) return {kInf, 0};
    return {n.cost, n.cost};
  }
  std::uint64_t least_pn = kInf, least_dn = kInf, sum_pn = 0, sum_dn = 0;
  for (const std::uint32_t child : n.children) {
    const auto [pn, dn] = by_definition(g, child, cut, path);
    least_pn = std::min(least_pn, pn);
    least_dn = std::min(least_dn, dn);
    sum_pn = std::min(kInf, sum_pn + pn);
    sum_dn = std::min(kInf, sum_dn + dn);
  }
  return n.side == Side::Max ? std::pair{least_pn, sum_dn} : std::pair{sum_pn, least_dn};
}

std::uint64_t large(Number n) { return n ? *n : kInf; }

RC_GTEST_PROP(Numbers, AreThoseOfTheDefinition, (std::uint64_t seed)) {
  const auto kind = static_cast<random_graphs::Kind>(seed % 3);
  const Veiled g(seed, kind);
  const NumberedTree tree = number(g);
  for (const Line& l : tree.lines()) {
    // Elsewhere on a cycle the path from the root counts.
    if (kind == random_graphs::Kind::Cyclic && &l != &tree.root()) break;
    for (int cut = 0; cut + 1 < tree.outcomes(); ++cut) {
      const auto [pn, dn] = by_definition(g, l.id, cut);
      RC_ASSERT(large(tree.at_least(l, cut + 1)) == pn);
      RC_ASSERT(large(tree.at_most(l, cut)) == dn);
    }
  }
}

// The propositions of the MOPNS paper. They hold with unknown leaves too, since these have finite
// numbers within their ranges, whatever is shared, and on every path of a cycle.
RC_GTEST_PROP(Numbers, KeepTheLawsOfMopns, (std::uint64_t seed)) {
  const Veiled g(seed, static_cast<random_graphs::Kind>(seed % 3), seed % 5 == 0);
  const NumberedTree tree = number(g);
  const int m = tree.outcomes();
  for (const Line& l : tree.lines()) {
    const auto at_least = [&](int o) { return large(tree.at_least(l, o)); };
    const auto at_most = [&](int o) { return large(tree.at_most(l, o)); };
    RC_ASSERT(at_least(0) == 0u);
    RC_ASSERT(at_most(m - 1) == 0u);
    for (int o = 0; o < m; ++o) {
      if (o > 0) RC_ASSERT(at_least(o - 1) <= at_least(o));
      if (o > 0) RC_ASSERT(at_most(o - 1) >= at_most(o));
      RC_ASSERT((at_least(o) == 0) == (o <= l.bounds.pess));
      RC_ASSERT((at_most(o) == 0) == (o >= l.bounds.opti));
      for (int below = 0; below < o; ++below) {
        if (at_least(o) == 0) RC_ASSERT(at_most(below) == kInf);
        if (at_most(below) == 0) RC_ASSERT(at_least(o) == kInf);
      }
      if (at_least(o) == kInf) RC_ASSERT(at_most(o) == 0u);
      if (at_most(o) == kInf) RC_ASSERT(at_least(o) == 0u);
    }
    if (l.kind == Kind::Leaf && g.node(l.id).ended) RC_ASSERT(l.bounds.closed());
  }
}

RC_GTEST_PROP(Numbers, BoundsHoldTheValue, (std::uint64_t seed)) {
  const auto kind = static_cast<random_graphs::Kind>(seed % 3);
  const Veiled g(seed, kind, seed % 5 == 0);
  const NumberedTree tree = number(g);
  RC_ASSERT(tree.root().bounds.contains(g.value(g.initial())));
  if (seed % 4 == 0) RC_ASSERT(tree.root().bounds.closed());  // nothing is veiled
  if (kind == random_graphs::Kind::Cyclic) return;  // values without a history are the root's only
  for (const Line& l : tree.lines()) RC_ASSERT(l.bounds.contains(g.value(l.id)));
}

// Each step takes on its parent's number, to a leaf that is still open; the root's choice of an
// outcome is a cut that is open.
RC_GTEST_PROP(Numbers, PathsLeadToOpenLeaves, (std::uint64_t seed)) {
  const Veiled g(seed, static_cast<random_graphs::Kind>(seed % 3));
  const NumberedTree tree = number(g);
  const Bounds known = tree.root().bounds;
  RC_ASSERT(tree.attraction().none() == known.closed());
  if (!known.closed()) {
    const int cut = tree.attraction().cut(tree.root().side);
    RC_ASSERT(known.pess <= cut && cut < known.opti);
  }
  for (int cut = 0; cut + 1 < tree.outcomes(); ++cut) {
    const bool open = known.pess <= cut && cut < known.opti;
    const auto path = tree.most_proving_path(cut), lecture = tree.lecture_path(cut);
    RC_ASSERT(path.has_value() == open && lecture.has_value() == open);
    if (!open) continue;
    const Line* at = &tree.root();
    for (const auto place : *path) {
      const Line& next = tree.lines()[place];
      if (at->side == Side::Max) RC_ASSERT(next.cells[cut].pn == at->cells[cut].pn);
      if (at->side == Side::Min) RC_ASSERT(next.cells[cut].dn == at->cells[cut].dn);
      at = &next;
    }
    for (const auto& way : {*path, *lecture}) {
      const Line& leaf = way.empty() ? tree.root() : tree.lines()[way.back()];
      RC_ASSERT(g.node(leaf.id).children.empty() && !g.node(leaf.id).ended);
      RC_ASSERT(leaf.kind == Kind::Leaf);
      RC_ASSERT(leaf.bounds.pess <= cut && cut < leaf.bounds.opti);
    }
  }
}

}  // namespace
}  // namespace solvent
