// Every engine is a machine that is advanced in slices: limits, stop requests, progress and traces
// all hang on `step`, and two searches can live in one process. Type erasure happens here, once a
// slice. A slice ends anywhere, in the middle of a node too, and what is half done is kept: so it
// is never long, whatever a node costs, and where slices end changes nothing in what is found.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "base/archive.hpp"
#include "game/any_game.hpp"
#include "search/drivers.hpp"
#include "table/statistics.hpp"

namespace solvent {
struct Profile;  // games/engines.hpp
}

namespace solvent::search {

// The question put to a machine, on the scale's ranks: values of alpha or less, and of beta or
// more, need not be told apart. {0, best} asks for the exact value, {v-1, v} whether it is at least
// v.
struct Window {
  Outcome alpha, beta;

  friend constexpr bool operator==(Window, Window) = default;
  constexpr bool null() const { return alpha + 1 == beta; }
  constexpr bool answered_by(Bounds b) const {
    return b.pess >= beta || b.opti <= alpha || b.closed();
  }
};

// How far a step may go.
struct Slice {
  static constexpr std::uint64_t kEndless = ~std::uint64_t{0} >> 1;
  std::uint64_t nodes;   // to be made, at most
  Alarm* alarm;          // ends it early; null: nobody does
  std::uint64_t rounds;  // of a best-first search, at most

  // NOLINTNEXTLINE: a number of nodes is a slice
  Slice(std::uint64_t most_nodes = kEndless, Alarm* ends_early = nullptr,
        std::uint64_t most_rounds = kEndless)
      : nodes(most_nodes), alarm(ends_early), rounds(most_rounds) {}
  // To be asked before every small piece of work.
  bool paused(std::uint32_t pieces = 1) const { return alarm != nullptr && alarm->rings(pieces); }
};

struct Statistics {
  std::uint64_t created = 0;   // nodes made (depth-first: visited)
  std::uint64_t expanded = 0;  // nodes whose moves were listed
  std::uint64_t frontier = 0;  // nodes at depth i in iteration i, the count of the 1994 Awari paper
  std::uint64_t leaves = 0;    // visited nodes that were decided without listing their moves
  std::uint64_t largest = 0;   // most nodes in memory at once (best-first)
  std::uint64_t largest_open = 0;    // most of them unsolved at once, after an update (best-first)
  std::uint64_t descents = 0;        // rounds of a best-first search
  std::uint64_t updates = 0;         // nodes whose numbers were recomputed (best-first)
  std::uint64_t playouts = 0;        // random games
  std::uint64_t looks = 0;           // minimax: at positions, on cycles again and again
  std::uint64_t questions = 0;       // two-valued searches a value was found by
  std::uint64_t largest_search = 0;  // nodes created in the largest of them
  int iteration = 0;                 // depth of the current iteration, 0 without deepening
  int deepest = 0;                   // longest line looked at, in plies
  double proof = -1, disproof = -1;  // effort at the root for the cut being searched; -1: none
  std::size_t bytes = 0;             // memory in use now, without what the game itself holds
  TableStatistics table;
};

// TooFew: nothing was done, since a machine on efforts counts all children of a node or none, and
// the next node has more children than it was given nodes. Estimated: a precision rate ended the
// search without a proof.
enum class Progress : std::uint8_t { Running, TooFew, Done, OutOfMemory, Estimated };

// One round of a best-first search: the moves down to the leaf, and what stands at the root then.
struct Iteration {
  std::uint64_t number;  // from 1, in each search
  int cut;               // the question of the descent: is the value above this rank?
  std::span<const AnyMove> path;
  std::uint64_t created;  // nodes so far
  Bounds bounds;          // of the root
  int first_cut;          // and its efforts: proof and disproof for the open cuts from this one on
  std::span<const std::pair<double, double>> efforts;
};
// A node of a best-first tree, for those who look into it; ranks and cuts are Max's.
struct TreeNode {
  AnyMove move = 0;  // that leads to it; of the root nothing
  Bounds bounds;
  bool expanded = false;
  bool deleted = false;        // it had children, which were freed
  std::uint32_t children = 0;  // in the tree
  int first_cut = 0;           // its efforts: proof and disproof for the open cuts from this one on
  std::vector<std::pair<double, double>> efforts{};
};
struct TreeView {
  Window window;  // the question that the tree is about
  int cut;        // the claim that the next descent is about
  TreeNode node;
  std::vector<TreeNode> children;
};

// Who wants to see every round.
class Tracer {
 public:
  virtual ~Tracer() = default;
  virtual void note(const Iteration& iteration) = 0;
};

class Machine {
 public:
  virtual ~Machine() = default;
  // Ask a new question. What was learnt in earlier ones is kept where it holds for all positions.
  virtual void start(const AnyState& root, Window window) = 0;
  virtual Progress step(const Slice& slice) = 0;
  // True at any time, and an answer to the question once `step` has said Done.
  virtual Bounds bounds() const = 0;
  // Forget everything learnt, keeping the memory; false if a new machine has to be made for that.
  virtual bool forget() { return false; }
  // A move that reaches the root's known bound for its side to move, once Done.
  virtual std::optional<AnyMove> best() const = 0;
  // Of a search with Design::strategy: the move that proves its claim here, if a proof has come by.
  // Whoever follows these moves arrives where rules or a lower slice of the probe promise it.
  virtual std::optional<AnyMove> reply(const AnyState& s) const { return (void)s, std::nullopt; }
  // Who is told of every round of a best-first search; nobody if null.
  virtual void trace(Tracer* tracer) { (void)tracer; }
  // Of a best-first search of a tree: what is at the end of these moves from the root, if the tree
  // reaches there; and where the next descent leads to.
  virtual std::optional<TreeView> look(std::span<const AnyMove> path) const {
    return (void)path, std::nullopt;
  }
  virtual std::vector<AnyMove> next_descent() const { return {}; }
  // What the value seems to be, once Estimated.
  virtual std::optional<Outcome> estimate() const { return std::nullopt; }
  virtual Statistics statistics() const = 0;
  // All that a search has come to, between two steps: a machine of the same game and design that
  // loads it goes on as this one would. A larger memory is no obstacle.
  virtual void archive(Archive& a) = 0;
};

enum class Deepening : std::uint8_t { Auto, On, Off };

// Best-first: what the numbers of a new node begin with, and when it is looked at for its value.
enum class Leaf : std::uint8_t { Ones, Mobility, Playouts, Costs };
enum class Evaluation : std::uint8_t { WhenCreated, WhenSelected };
// Which child a descent takes: the cheapest for whoever is to move, or, after Hsu's lecture, the
// cheapest for the side that the search has committed itself to, and otherwise the first.
enum class Selection : std::uint8_t { MostProving, Lecture };
// How large the second-level searches of PN² are (search/best_first/second_level.hpp).
enum class Second : std::uint8_t { None, Descents, FirstTree, Fraction };

// What a machine is made of; names of algorithms are those of the command line.
struct Design {
  enum class Kind : std::uint8_t {
    Minimax,
    AlphaBeta,
    Scout,
    NegaScout,
    Dfpn,
    Dfmopns,
    Dfppns,
    Pns,
    Mopns,
    Mcpns,
    Ppns,
    Pn2,
    Mopn2
  };
  Kind kind = Kind::AlphaBeta;
  Kind first_kind = Kind::Minimax;  // of a first stage, which gets
  std::uint64_t first_nodes = 0;    // so many nodes before `kind` is asked; 0: there is none
  std::size_t table_bytes = std::size_t{64} << 20;  // 0: no table
  std::size_t memory = std::size_t{1} << 30;        // what the machine may hold, tables included
  Deepening deepening = Deepening::Auto;            // Auto: only where positions can repeat
  bool knowledge = true;
  bool plain_rules = false;  // of the rules use only who has won at the end (published experiments)
  const Profile* profile = nullptr;  // a search of its own instead, of which the rest says nothing
  Driver driver = Driver::Binary;  // of two-valued searches asked for a value
  bool keep_tree = false;          // one tree for all of its questions
  Leaf leaf = Leaf::Ones;
  Evaluation evaluation = Evaluation::WhenCreated;
  Selection selection = Selection::MostProving;
  bool keep_solved = false;  // do not free what is solved
  bool graph = false;        // merge transpositions; of acyclic games only
  Second second = Second::None;
  double fraction_a = 1.8e6, fraction_b = 240e3;  // of Second::Fraction
  std::uint32_t playouts = 60;                    // random games for a new node
  double theta = 0.01;        // shares of random games stay within theta..1-theta
  double precision_rate = 0;  // stop, unproved, once p is that close to 0 or 1; 0: never
  std::uint64_t seed = 1;
  double epsilon = 0.5;    // depth-first on efforts: how much dearer than the second best
  bool weak_sums = false;  // their largest child stands for all, each of the others counts one
  std::uint64_t patience = 1000;  // claims found again on other paths before a survey
  bool strategy = false;  // dfpn that keeps the moves of its proofs, for one claim all its life

  bool best_first() const { return kind >= Kind::Pns; }
  bool depth_first_efforts() const { return kind >= Kind::Dfpn && kind <= Kind::Dfppns; }
};

}  // namespace solvent::search
