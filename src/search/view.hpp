// What an observer sees of a best-first search: its rounds one after another, or its tree as it
// stands.
#pragma once

#include <cstdint>
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

// Gets every round of a best-first search.
class Tracer {
 public:
  virtual ~Tracer() = default;
  virtual void note(const Iteration& iteration) = 0;
};

}  // namespace solvent::search
