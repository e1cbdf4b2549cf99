// What an observer sees of a search: of a best-first one its rounds one after another, or its tree
// as it stands; of one that goes depth first its steps (search/recorder.hpp keeps their tree).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "game/any_game.hpp"
#include "search/window.hpp"

namespace solvent::search {

// One round of a best-first search: the moves down to the leaf, and the root's numbers after it.
struct Iteration {
  std::uint64_t number;  // from 1, in each search
  int cut;               // the question of the descent: is the value above this rank?
  std::span<const AnyMove> path;
  std::uint64_t created;  // nodes so far
  Bounds bounds;          // of the root
  int first_cut;          // and its efforts: proof and disproof for the open cuts from this one on
  std::span<const std::pair<double, double>> efforts;
};

// One step of a search that goes depth first: it enters a node, finds it to be a leaf, or leaves it
// and goes back to the one above.
struct Footstep {
  enum class Kind : std::uint8_t { Entered, Leaf, Left };
  // Why nothing is searched below a leaf: the rules say enough, or what the game knows beyond them
  // (of the position, or of all its children); the position was searched before; it stands on the
  // path already, is at the horizon of this iteration, or is being valued with others on a cycle.
  enum class Reason : std::uint8_t { Rules, Knowledge, Table, Repetition, Horizon, Cycle };

  Kind kind;
  std::uint32_t depth;  // of the node; the root has 0, and begins an iteration when it is entered
  AnyMove move = 0;     // that leads to it, if it is entered or a leaf
  Window window{};      // with which it is looked at
  Bounds bounds{};      // what is known of it now
  Reason reason = Reason::Rules;  // of a leaf
  std::uint32_t moves = 0;        // of a node that is entered or left: so many are to be searched,
  std::uint32_t cut_off = 0;      // of which so many needed no look, once it is left
};
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void note(const Footstep& step) = 0;
};
// What the steps so far say of a node.
struct Visits {
  enum class Stage : std::uint8_t { Open, Leaf, Searched };
  Stage stage = Stage::Open;  // Open: on the path of the search
  Footstep::Reason reason = Footstep::Reason::Rules;
  Window window{};  // of the last look
  std::uint32_t looks = 0, moves = 0, cut_off = 0;
};

// A node of a tree, for those who look into it; ranks and cuts are Max's.
struct TreeNode {
  AnyMove move = 0;  // that leads to it; of the root nothing
  Bounds bounds;
  bool expanded = false;
  bool deleted = false;        // it had children, which were freed
  std::uint32_t children = 0;  // in the tree
  int first_cut = 0;           // its efforts: proof and disproof for the open cuts from this one on
  std::vector<std::pair<double, double>> efforts{};
  std::optional<Visits> visits{};  // of a search that goes depth first
};
struct TreeView {
  Window window;  // the question that the tree is about
  int cut;        // the claim that the next descent is about
  TreeNode node;
  std::vector<TreeNode> children;
};

// Gets every round of a best-first search.
class Tracer {
 public:
  virtual ~Tracer() = default;
  virtual void note(const Iteration& iteration) = 0;
};

}  // namespace solvent::search
