// Collected claims as a certificate has them: in order, each with the number of its move and what
// else it names.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "proof/claims.hpp"
#include "proof/collector.hpp"
#include "proof/pairings.hpp"
#include "proof/regions.hpp"

namespace solvent::proof {

// Of claims that name a region.
template <class State>
using RegionOf = std::unordered_map<typename Claims<State>::Id, State>;

template <Game G>
class Transcript {
  using State = typename G::State;
  using Id = typename Claims<State>::Id;

 public:
  Transcript(const G& g, Statement statement, const Claims<State>& claims,
             const Pairings<G>& pairings, const Regions<G>& regions,
             const RegionOf<State>& region_of)
      : g_(g),
        statement_(statement),
        claims_(claims),
        pairings_(pairings),
        regions_(regions),
        region_of_(region_of) {}

  // The claims with these numbers, in the order of their states.
  Layer of(std::span<const Id> ids, Alarm& alarm) const {
    const auto go_on = [&] {
      if (alarm.ends()) throw Stopped();
    };
    // The states are copied first: looking them up at every comparison would take twice the time.
    struct Sorted {
      State s;
      Id id;
    };
    std::vector<Sorted> sorted;
    sorted.reserve(ids.size());
    for (const Id id : ids) sorted.push_back({claims_[id].s, id});
    std::sort(sorted.begin(), sorted.end(), [&](const Sorted& a, const Sorted& b) {
      go_on();
      return bytes_before(a.s, b.s);
    });
    Layer out;
    out.states.resize(sorted.size() * sizeof(State));
    out.moves.reserve(sorted.size());
    for (const Sorted& claim : sorted) {
      go_on();
      std::memcpy(out.states.data() + out.moves.size() * sizeof(State), &claim.s, sizeof(State));
      out.moves.push_back(move_number(claim.id));
      if (claims_[claim.id].paired) pairings_.append(claim.s, out.arguments);
      if constexpr (lines::Relaxes<G>)
        if (const auto named = region(claim.id)) {
          const auto bytes = std::as_bytes(std::span(&*named, 1));
          out.arguments.insert(out.arguments.end(), bytes.begin(), bytes.end());
        }
    }
    return out;
  }

 private:
  // As the claim names it: that of the replies to its move, seen from its own position.
  std::optional<State> region(Id id) const requires lines::Relaxes<G> {
    const Id of = claims_[id].through ? claims_.chosen(id) : id;
    const auto found = region_of_.find(of);
    if (found == region_of_.end()) return std::nullopt;
    if (of == id) return found->second;
    return regions_.seen_from(found->second, claims_[found->first].s, claims_[id].s, move_of(id));
  }
  std::uint16_t move_number(Id id) const {
    const auto& c = claims_[id];
    if (c.database) return kDatabase;
    const bool named = region_of_.contains(c.through ? claims_.chosen(id) : id);
    if (c.searched) return named ? kRegionSearched : kSearched;
    if (c.paired) return kPaired;
    if (c.elsewhere) return kElsewhere;
    if (!c.through && named) return kInRegion;
    if (!c.mine) return kReply;
    return move_of(id) | (!c.through ? 0 : named ? kThrough | kAround : kThrough);
  }
  std::uint16_t move_of(Id id) const {
    const auto& c = claims_[id];
    const bool settles = c.count == 0;
    const State& then = claims_[settles ? id : claims_.chosen(id)].s;
    MovesOf<G> moves;
    g_.list_moves(c.s, moves);
    for (std::uint16_t k = 0;; ++k) {
      State next = c.s;
      g_.play(next, moves[k]);
      next = image_of(g_, next);
      if (settles ? settled(g_, statement_, next) : then == next) return k;
    }
  }

  const G& g_;
  Statement statement_;
  const Claims<State>& claims_;
  const Pairings<G>& pairings_;
  const Regions<G>& regions_;
  const RegionOf<State>& region_of_;
};

}  // namespace solvent::proof
