#include "play/pursuit.hpp"

#include <algorithm>
#include <cstring>

#include "base/hash.hpp"

namespace solvent::play {

namespace {
bool stopped(Stop stop) { return stop != nullptr && stop->load(std::memory_order_relaxed); }
}  // namespace

Pursuit::Pursuit(const AnyGame& game, std::size_t most_positions, std::size_t most_bytes)
    : game_(game),
      most_(most_positions),
      most_bytes_(most_bytes),
      width_((game.state_size() + 7) / 8 * 8) {}

std::optional<AnyMove> Pursuit::next(const Course& course, const Aim& aim, Stop stop) {
  const AnyState& root = course.now();
  Purpose purpose{course.to_move(), aim.target, aim.stage, course.twice()};
  const auto settled = [&] {
    const Id id = nodes_.empty() ? kNone : find(root);
    return id != kNone && nodes_[id].settled ? id : kNone;
  };
  if (purpose != purpose_ || settled() == kNone) {
    purpose_ = std::move(purpose);
    explore(root, aim, stop);
  }
  const Id id = settled();
  return id == kNone ? std::nullopt : std::optional(nodes_[id].move);
}

void Pursuit::explore(const AnyState& root, const Aim& aim, Stop stop) {
  nodes_.clear();
  states_.clear();
  edges_.clear();
  index_.clear();
  node_of(root);
  constexpr std::size_t kLook = 256;  // how often for a stop
  for (Id id = 0; id < nodes_.size() && nodes_.size() < most_; ++id) {
    if (id % kLook == 0 && stopped(stop)) return;
    if (!grow_index(stop) || game_.bytes() > most_bytes_) return;
    expand(id, aim);
    if (nodes_.front().settled) return;
  }
}

AnyState Pursuit::state_of(Id id) const {
  AnyState s;
  std::memcpy(s.bytes.data(), states_.data() + id * width_, width_);
  return s;
}

std::uint64_t Pursuit::hash(const std::byte* state) const {
  std::uint64_t hash = 0, word = 0;
  for (std::size_t k = 0; k < width_; k += sizeof word) {
    std::memcpy(&word, state + k, sizeof word);
    hash = mix(hash + word + 0x9E3779B97F4A7C15ull);
  }
  return hash;
}

Pursuit::Id Pursuit::find(const AnyState& s) const {
  return index_.find(hash(s.bytes.data()), [&](Id id) {
    return std::memcmp(states_.data() + id * width_, s.bytes.data(), width_) == 0;
  });
}

Pursuit::Id Pursuit::node_of(const AnyState& s) {
  if (const Id known = find(s); known != kNone) return known;
  const Id id = static_cast<Id>(nodes_.size());
  nodes_.emplace_back().winners = game_.to_move(s) == purpose_.winner;
  states_.insert(states_.end(), s.bytes.begin(),
                 s.bytes.begin() + static_cast<std::ptrdiff_t>(width_));
  index_.add(hash(s.bytes.data()), [&](Id k) { return hash(states_.data() + k * width_); });
  return id;
}

// False if stopped.
bool Pursuit::grow_index(Stop stop) {
  constexpr std::size_t kAtOnce = 4096;
  while (index_.crowded() &&
         !index_.grow([&](Id k) { return hash(states_.data() + k * width_); }, kAtOnce))
    if (stopped(stop)) return false;
  return true;
}

void Pursuit::expand(Id id, const Aim& aim) {
  if (nodes_[id].settled) return;
  const AnyState s = state_of(id);
  const std::vector<AnyMove> moves = game_.moves(s);
  nodes_[id].open = static_cast<std::uint16_t>(moves.size());
  for (const AnyMove m : moves) {
    AnyState next = s;
    game_.play(next, m);
    const Step step = aim.look(next);
    const auto& twice = purpose_.twice;
    if (step == Step::Lost ||
        (step == Step::Onward && std::find(twice.begin(), twice.end(), next) != twice.end()))
      continue;
    if (step == Step::Onward) {
      const Id child = node_of(next);
      if (!nodes_[child].settled) {
        edges_.push_back({id, nodes_[child].parents, m});
        nodes_[child].parents = static_cast<Id>(edges_.size() - 1);
        continue;
      }
    }
    nodes_[id].move = m;
    if (nodes_[id].winners || --nodes_[id].open == 0) return settle(id);
  }
}

void Pursuit::settle(Id first) {
  nodes_[first].settled = true;
  waiting_ = {first};
  while (!waiting_.empty()) {
    const Id id = waiting_.back();
    waiting_.pop_back();
    for (Id e = nodes_[id].parents; e != kNone; e = edges_[e].next) {
      PursuitNode& parent = nodes_[edges_[e].parent];
      if (parent.settled || (!parent.winners && --parent.open > 0)) continue;
      parent.settled = true;
      parent.move = edges_[e].move;
      waiting_.push_back(edges_[e].parent);
    }
  }
}

}  // namespace solvent::play
