// The oracles that everything is tested against: as plain as can be, no pruning, no cleverness.
//
// `minimax` walks the tree of an acyclic game. `Solution` solves any finite game graph, cycles
// included: it lists all positions and finds, for each cut, the set from which Max can force a
// value above it, by naive iteration to a fixed point.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "game/game.hpp"

namespace solvent::oracle {

template <Game G>
Outcome minimax(const G& g, const typename G::State& s) {
  if (g.ended(s)) return g.bounds(s).pess;
  MovesOf<G> moves;
  g.list_moves(s, moves);
  const bool max = g.to_move(s) == Side::Max;
  Outcome best = max ? 0 : g.scale().best();
  for (const auto m : moves) {
    auto next = s;
    g.play(next, m);
    const Outcome v = minimax(g, next);
    best = max ? std::max(best, v) : std::min(best, v);
  }
  return best;
}

// All positions reachable from a root, each with its exact value; empty if there are more than
// `limit`.
template <Game G>
class Solution {
 public:
  using State = typename G::State;

  Solution(const G& g, const State& root, std::size_t limit = 1'000'000) {
    if (enumerate(g, root, limit)) solve(g);
  }
  bool complete() const { return !values_.empty(); }
  std::size_t size() const { return states_.size(); }
  const std::vector<State>& states() const { return states_; }
  Outcome root_value() const { return values_[0]; }
  bool contains(const State& s) const { return ids_.contains(s); }
  Outcome value(const State& s) const { return values_[ids_.at(s)]; }

 private:
  struct Hash {
    std::size_t operator()(const State& s) const { return hash_of(s); }
  };

  std::uint32_t id_of(const State& s) {
    const auto [it, fresh] = ids_.try_emplace(s, static_cast<std::uint32_t>(ids_.size()));
    if (fresh) states_.push_back(s);
    return it->second;
  }
  bool enumerate(const G& g, const State& root, std::size_t limit) {
    id_of(root);
    for (std::size_t at = 0; at < states_.size(); ++at) {
      if (states_.size() > limit) return false;
      std::vector<std::uint32_t> next_ids;
      if (!g.ended(states_[at])) {
        MovesOf<G> moves;
        g.list_moves(states_[at], moves);
        for (const auto m : moves) {
          State next = states_[at];
          g.play(next, m);
          next_ids.push_back(id_of(next));
        }
      }
      children_.push_back(std::move(next_ids));
    }
    return true;
  }
  void solve(const G& g) {
    std::vector<Outcome> values(states_.size(), 0);
    for (int cut = 0; cut + 1 < g.scale().size(); ++cut) {
      const std::vector<bool> above = forced_above(g, cut);
      for (std::size_t id = 0; id < values.size(); ++id) values[id] += above[id];
    }
    values_ = std::move(values);
  }
  // From which positions can Max force a value above the cut? Infinite play counts as above where
  // the game says so: the greatest set X that Max, from X, can hold for ever in such positions or
  // leave for a good end (a Buechi game: the outer loop shrinks X, the inner one grows what reaches
  // it).
  std::vector<bool> forced_above(const G& g, int cut) const {
    std::vector<bool> held(states_.size(), true);
    for (;;) {
      std::vector<bool> reached(states_.size(), false);
      for (bool grew = true; grew;) {
        grew = false;
        for (std::size_t id = 0; id < states_.size(); ++id) {
          if (reached[id] || !joins(g, id, cut, held, reached)) continue;
          reached[id] = grew = true;
        }
      }
      if (reached == held) return held;
      held = std::move(reached);
    }
  }
  bool joins(const G& g, std::size_t id, int cut, const std::vector<bool>& held,
             const std::vector<bool>& reached) const {
    if (g.ended(states_[id])) return g.bounds(states_[id]).pess > cut;
    bool forever = false;  // is infinite play through here above the cut?
    if constexpr (Repeating<G>) forever = g.repetition(states_[id]) > cut;
    return can_enter(g, id, reached) || (forever && can_enter(g, id, held));
  }
  // Can Max force that the next position is in the set?
  bool can_enter(const G& g, std::size_t id, const std::vector<bool>& set) const {
    const bool max = g.to_move(states_[id]) == Side::Max;
    for (const std::uint32_t child : children_[id])
      if (set[child] == max) return max;
    return !max;
  }

  std::unordered_map<State, std::uint32_t, Hash> ids_;
  std::vector<State> states_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<Outcome> values_;
};

template <Game G>
Outcome fixpoint(const G& g, const typename G::State& s) {
  return Solution<G>(g, s).root_value();
}

}  // namespace solvent::oracle
