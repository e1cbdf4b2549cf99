// The tree of a search that goes depth first and keeps none: a machine around it that is told of
// its steps and writes them down, so that it can be looked into as a best-first search can. A round
// is a step. It ends the search when the tree has used up its memory.
#pragma once

#include <memory>
#include <vector>

#include "search/machine.hpp"

namespace solvent::search {

class Recorder final : public Machine, private Watcher {
 public:
  // Null if the machine has no steps to tell. The tree takes at most so many bytes.
  static std::unique_ptr<Recorder> make(std::unique_ptr<Machine> machine, std::size_t memory);

  void start(const AnyState& root, Window window) override;
  SliceResult step(const Slice& slice) override;
  Bounds bounds() const override { return machine_->bounds(); }
  std::optional<AnyMove> best() const override { return machine_->best(); }
  void trace(Tracer* tracer) override { tracer_ = tracer; }
  std::optional<TreeView> look(std::span<const AnyMove> path) const override;
  // To the node that the search is at.
  std::vector<AnyMove> next_descent() const override;
  Statistics statistics() const override;
  void archive(Archive& a) override;

 private:
  using Id = std::uint32_t;
  static constexpr Id kNone = ~Id{0};
  struct Visited {
    AnyMove move = 0;
    Id first_child = kNone, last_child = kNone, next = kNone;  // of the same parent
    std::uint32_t children = 0;
    Bounds bounds;
    Visits visits;
  };

  Recorder(std::unique_ptr<Machine> machine, std::size_t memory)
      : machine_(std::move(machine)), most_(memory / sizeof(Visited)) {}
  void note(const Footstep& step) override;
  Id child(Id parent, AnyMove move);
  TreeNode view(const Visited& node) const;

  std::unique_ptr<Machine> machine_;
  std::size_t most_;
  Tracer* tracer_ = nullptr;
  Window window_{};
  std::vector<Visited> nodes_;  // the root first
  std::vector<Id> path_;        // of the search, from the root on
  std::vector<AnyMove> last_;
  std::uint64_t rounds_ = 0;
};

}  // namespace solvent::search
