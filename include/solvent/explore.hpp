// Exploring: a search that is advanced round by round and can be looked into. A round of a
// best-first search goes down to a leaf and back; of minimax and the window searches it is one
// step: entering a node, looking at a leaf, or leaving a node.
//
//   auto search = solvent::Exploration::make(position, {.algorithm = "mopns"});
//   search->advance({.rounds = 100});
//   for (const auto& child : search->family({})->children) std::puts(child.move.c_str());
//
// All bounds, claims and numbers, those of nodes deep in the tree too, are for the side to move at
// the root: with each move they go up or down as one and the same player sees them.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solvent/solve.hpp"

namespace solvent {

class Exploration {
 public:
  // What it seems to cost to prove that the root's side gets at least so much, and to disprove it;
  // infinity where that is impossible, or given up for want of memory.
  struct Claim {
    int at_least;
    double proof, disproof;
    std::optional<double> probability;  // ppns: that it holds
  };
  // Of a node of minimax or a window search: how it was looked at, the last time.
  struct Look {
    std::uint64_t times;  // more than once: by a second look, or in another iteration
    int lower, upper;     // the window: of values outside it only the side is asked
    std::string ended;    // "open" while the search is below it; "searched"; or why it is a leaf:
                          // "rules", "knowledge", "table", "repetition", "horizon", "cycle"
    std::uint64_t moves, cut_off;  // once it is searched: its moves, and those not looked at
  };
  struct Node {
    std::string move;  // that leads to it; empty at the root
    std::string position;
    Side to_move = Side::Max;
    // Always true after these moves; where positions can repeat, coming back to one ends the line.
    int lower = 0, upper = 0;
    bool solved = false;         // the search's question has an answer here, if not yet a value
    bool expanded = false;       // its children are in the tree
    bool kept = true;            // false: it had children, which were freed
    std::uint32_t children = 0;  // in the tree, 0 if it is not expanded
    // Every claim that is still open; of a two-valued question also the one that is not.
    std::vector<Claim> numbers;
    bool on_path = false;      // of the next descent, or of the search that goes depth first
    std::optional<Look> look;  // of such a search
  };
  struct Family {
    Node node;
    std::vector<Node> children;  // empty if the node is not expanded
  };
  // The claim that a round was about, as it stood at the root after it.
  struct Point {
    std::uint64_t round;
    Claim claim;
  };
  struct Pace {
    std::uint64_t rounds = 1;
    double seconds = std::numeric_limits<double>::infinity();
    const std::atomic<bool>* stop = nullptr;
  };

  static constexpr std::size_t kMostPoints = 500;

  // An error for what Solver::make refuses, an algorithm that goes depth first by efforts (it has
  // a table and no tree), Options::graph (it shows a tree), and a question that the scale alone
  // answers. Limits of nodes and memory count, and seconds for all advances together. Options for
  // files (except Options::endgame), for the line and for the moves do not count.
  static Result<Exploration> make(const Position& position, const Options& options);
  Exploration(Exploration&&) noexcept;
  Exploration& operator=(Exploration&&) noexcept;
  ~Exploration();

  // At most so many rounds and so many seconds, which hold to a few milliseconds; returns the
  // rounds made. One that takes long (random games for every child, a search at the leaf) is taken
  // up again where a stop request or the time has cut it short. Throws as Solver::solve does.
  std::uint64_t advance(const Pace& pace);
  // Nothing while there is more to do: then why there is not.
  std::optional<Status> finished() const;

  const Position& position() const;
  std::string algorithm() const;
  int lower() const;  // of the root, always true
  int upper() const;
  int asked() const;  // the claim that the next round is about: at least this
  std::uint64_t rounds() const;
  Counts counts() const;
  std::uint64_t bytes() const;
  double seconds() const;  // of all advances

  // What is at the end of these moves from the root; an error if the tree does not reach there. A
  // driver that asks one two-valued question after another begins a new tree for each.
  Result<Family> family(const std::vector<std::string>& path) const;
  std::vector<std::string> next_descent() const;  // to the leaf that the next round looks at
  std::vector<std::string> last_descent() const;
  // Of all rounds so far, thinned evenly to at most kMostPoints; the last one is always there.
  std::vector<Point> history() const;

 private:
  struct Parts;
  explicit Exploration(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace solvent
