// Every engine is a machine that is advanced in slices: limits, stop requests, progress and traces
// all hang on `step`, and two searches can live in one process. Type erasure happens here, once a
// slice.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "game/any_game.hpp"
#include "search/drivers.hpp"
#include "table/table.hpp"

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

struct Statistics {
  std::uint64_t created = 0;   // nodes made (depth-first: visited)
  std::uint64_t expanded = 0;  // nodes whose moves were listed
  std::uint64_t frontier = 0;  // nodes at depth i in iteration i, the count of the 1994 Awari paper
  std::uint64_t leaves = 0;    // visited nodes that were decided without listing their moves
  std::uint64_t largest = 0;   // most nodes in memory at once (best-first)
  std::uint64_t updates = 0;   // nodes whose numbers were recomputed (best-first)
  std::uint64_t playouts = 0;  // random games
  std::uint64_t questions = 0;       // two-valued searches a value was found by
  std::uint64_t largest_search = 0;  // nodes created in the largest of them
  int iteration = 0;                 // depth of the current iteration, 0 without deepening
  int deepest = 0;                   // longest line looked at, in plies
  std::size_t bytes = 0;             // memory in use now
  TableStatistics table;
};

// TooFew: nothing was done, since a best-first machine makes all children of a node or none, and
// the next node has more children than it was given nodes.
enum class Progress : std::uint8_t { Running, TooFew, Done, OutOfMemory };

class Machine {
 public:
  virtual ~Machine() = default;
  // Ask a new question. What was learnt in earlier ones is kept where it holds for all positions.
  virtual void start(const AnyState& root, Window window) = 0;
  // Advance by at most so many created nodes.
  virtual Progress step(std::uint64_t nodes) = 0;
  // True at any time, and an answer to the question once `step` has said Done.
  virtual Bounds bounds() const = 0;
  // A move that reaches the root's known bound for its side to move, once Done.
  virtual std::optional<AnyMove> best() const = 0;
  virtual Statistics statistics() const = 0;
};

enum class Deepening : std::uint8_t { Auto, On, Off };

// Best-first: what the numbers of a new node begin with, and when it is looked at for its value.
enum class Leaf : std::uint8_t { Ones, Mobility, Playouts };
enum class Evaluation : std::uint8_t { WhenCreated, WhenSelected };

// What a machine is made of; names of algorithms are those of the command line.
struct Design {
  enum class Kind : std::uint8_t { Minimax, AlphaBeta, Scout, NegaScout, Pns, Mopns, Mcpns, Ppns };
  Kind kind = Kind::AlphaBeta;
  std::size_t table_bytes = std::size_t{64} << 20;  // 0: no table
  std::size_t memory = std::size_t{1} << 30;        // what the machine may hold, tables included
  Deepening deepening = Deepening::Auto;            // Auto: only where positions can repeat
  bool knowledge = true;
  bool plain_rules = false;  // of the rules use only who has won at the end (published experiments)
  Driver driver = Driver::Binary;  // of two-valued searches asked for a value
  bool keep_tree = false;          // one tree for all of its questions
  Leaf leaf = Leaf::Ones;
  Evaluation evaluation = Evaluation::WhenCreated;
  std::uint32_t playouts = 60;  // random games for a new node
  double theta = 0.01;          // shares of random games stay within theta..1-theta
  std::uint64_t seed = 1;
  bool shortest =
      false;  // take from the table only what is proved within the depth left (deepening)

  bool best_first() const { return kind >= Kind::Pns; }
};

}  // namespace solvent::search
