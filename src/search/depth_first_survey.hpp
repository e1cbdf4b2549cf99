// The surveys of a depth-first search on efforts: when the same claims are found on one path after
// another, a look at all expanded positions at once turns those that need no path into facts. Part
// of depth_first.hpp, which includes it.
#pragma once

#include "search/depth_first.hpp"

namespace solvent::search {

template <Game G, effort::Effort E, class K>
auto DepthFirst<G, E, K>::what_search_knows(const State& s, const Key& key, std::uint64_t hash) {
  Bounds facts = known_.bounds(s, Window::of_cut(cut_));
  std::optional<typename Facts::Known> entry;
  if (decision_of(facts) == Decision::Open) entry = table_.find(key, hash);
  if (entry) facts = meet(facts, entry->bounds);
  return typename Survey<G>::Known{decision_of(facts),
                                   entry.has_value() || path_.find(key, hash) >= 0};
}

// False if the next position's moves do not fit the slice.
template <Game G, effort::Effort E, class K>
bool DepthFirst<G, E, K>::survey(std::uint64_t stop_at) {
  if (!survey_.walked()) {
    MovesOf<G> moves;
    known_.list_moves(survey_.next(), moves);
    if (statistics_.created + moves.size > stop_at) return false;
    statistics_.created += moves.size;
    survey_.walk(g_, moves, [this](const State& s, const Key& key, std::uint64_t hash) {
      return what_search_knows(s, key, hash);
    });
    return true;
  }
  survey_.settle();
  learn_from_survey();
  // The next survey comes when as much work was done twice as this one cost; later if it decided
  // nothing.
  vain_surveys_ = survey_.decided() > 0 ? 0 : std::min(vain_surveys_ + 1, 16U);
  patience_ = std::max<std::uint64_t>(design_.patience, survey_.size()) << vain_surveys_;
  found_again_ = 0;
  survey_.clear();
  return true;
}

// Into the table, and into the frames of the path.
template <Game G, effort::Effort E, class K>
void DepthFirst<G, E, K>::learn_from_survey() {
  survey_.for_each_decided(
      [this](const State& s, const Key& key, Decision decision, std::uint32_t reply) {
        table_.learn(key, hash_of(key), learnt(g_.scale().everything(), cut_, decision));
        if (!design_.strategy || g_.to_move(s) != g_.to_move(root_) ||
            decision != good_for(g_.to_move(s)))
          return;
        MovesOf<G> moves;
        known_.list_moves(s, moves);
        replies_.try_emplace(s, moves[reply]);
      });
  for (const Frame& f : frames_)
    for (std::uint32_t k = 0; k < f.count; ++k) {
      Child& c = children_[f.first + k];
      if (decision_of(c.facts) != Decision::Open) continue;
      State s = f.s;
      g_.play(s, c.move);
      const Key key = key_of(g_, s);
      const Decision decision = survey_.decision(key, hash_of(key));
      if (decision == Decision::Open) continue;
      c.facts = learnt(c.facts, cut_, decision);
      c.decision = decision;
      c.dependence = {};
    }
}

}  // namespace solvent::search
