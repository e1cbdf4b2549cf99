#include "search/recorder.hpp"

#include <algorithm>

#include "solvent/require.hpp"

namespace solvent::search {

std::unique_ptr<Recorder> Recorder::make(std::unique_ptr<Machine> machine, std::size_t memory) {
  if (!machine->watch(nullptr)) return nullptr;
  return std::unique_ptr<Recorder>(new Recorder(std::move(machine), memory));
}

void Recorder::start(const AnyState& root, Window window) {
  window_ = window;
  nodes_.assign(1, Visited{});
  path_.clear();
  last_.clear();
  rounds_ = 0;
  machine_->watch(this);
  machine_->start(root, window);
  if (path_.empty()) nodes_[0].bounds = machine_->bounds();
}

SliceResult Recorder::step(const Slice& slice) {
  const std::uint64_t rounds = rounds_;
  const std::uint64_t nodes = machine_->statistics().created;
  // In small steps: the tree has to stay within its memory.
  constexpr std::uint64_t kAtOnce = 1024;
  for (;;) {
    if (nodes_.size() + kAtOnce > most_) return SliceResult::OutOfMemory;
    const std::uint64_t made = machine_->statistics().created - nodes, told = rounds_ - rounds;
    if (made >= slice.nodes || told >= slice.rounds) return SliceResult::Running;
    const SliceResult result =
        machine_->step({slice.nodes - made, slice.alarm, std::min(kAtOnce, slice.rounds - told)});
    if (result == SliceResult::Done) nodes_[0].bounds = meet(nodes_[0].bounds, bounds());
    if (result != SliceResult::Running || slice.paused()) return result;
  }
}

void Recorder::note(const Footstep& step) {
  using Kind = Footstep::Kind;
  ++rounds_;
  const bool root = step.depth == 0;
  require(root || step.depth <= path_.size(), "a search goes down by one node at a time");
  Id id = 0;
  if (step.kind == Kind::Left)
    id = path_[step.depth];
  else if (!root)
    id = child(path_[step.depth - 1], step.move);
  Visited& node = nodes_[id];
  Visits& visits = node.visits;
  // Another look may find less than an earlier one, which stays true.
  const bool known = visits.looks > 0 && step.reason != Footstep::Reason::Repetition;
  const Bounds both = known ? meet(node.bounds, step.bounds) : step.bounds;
  node.bounds = both.pess <= both.opti ? both : step.bounds;
  path_.resize(step.depth);
  if (step.kind == Kind::Left) {
    visits.stage = Visits::Stage::Searched;
    visits.moves = step.moves;
    visits.cut_off = step.cut_off;
  } else {
    ++visits.looks;
    visits.window = step.window;
    visits.reason = step.reason;
    visits.stage = step.kind == Kind::Leaf ? Visits::Stage::Leaf : Visits::Stage::Open;
    if (step.kind == Kind::Entered) path_.push_back(id);
  }
  last_.clear();
  for (std::size_t k = 1; k < std::min<std::size_t>(step.depth, path_.size()); ++k)
    last_.push_back(nodes_[path_[k]].move);
  if (!root) last_.push_back(node.move);
  if (tracer_ != nullptr)
    tracer_->note({rounds_, -1, last_, machine_->statistics().created, machine_->bounds(), 0, {}});
}

Recorder::Id Recorder::child(Id parent, AnyMove move) {
  for (Id id = nodes_[parent].first_child; id != kNone; id = nodes_[id].next)
    if (nodes_[id].move == move) return id;
  const Id id = static_cast<Id>(nodes_.size());
  nodes_.emplace_back().move = move;
  Visited& above = nodes_[parent];
  (above.last_child == kNone ? above.first_child : nodes_[above.last_child].next) = id;
  above.last_child = id;
  ++above.children;
  return id;
}

TreeNode Recorder::view(const Visited& node) const {
  TreeNode out{.move = node.move,
               .bounds = node.bounds,
               .expanded = node.children > 0,
               .children = node.children};
  out.visits = node.visits;
  return out;
}

std::optional<TreeView> Recorder::look(std::span<const AnyMove> path) const {
  Id at = 0;
  for (const AnyMove move : path) {
    Id id = nodes_[at].first_child;
    while (id != kNone && nodes_[id].move != move) id = nodes_[id].next;
    if (id == kNone) return std::nullopt;
    at = id;
  }
  TreeView out{window_, window_.alpha, view(nodes_[at]), {}};
  for (Id id = nodes_[at].first_child; id != kNone; id = nodes_[id].next)
    out.children.push_back(view(nodes_[id]));
  return out;
}

std::vector<AnyMove> Recorder::next_descent() const {
  std::vector<AnyMove> out;
  for (std::size_t k = 1; k < path_.size(); ++k) out.push_back(nodes_[path_[k]].move);
  return out;
}

Statistics Recorder::statistics() const {
  Statistics s = machine_->statistics();
  s.bytes += nodes_.capacity() * sizeof(Visited);
  return s;
}

void Recorder::archive(Archive&) { require(false, "a search that is watched is not saved"); }

}  // namespace solvent::search
