// The claims of a proof while it is collected: states by id, found by their bytes, and what each
// one cites. Also the order they are written in.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "base/hash.hpp"
#include "proof/collector.hpp"

namespace solvent::proof {

template <class State>
class Claims {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = ~Id{0};

  // A claim cites all of its citations, or, where the claimant is to move (`mine`), one of them.
  struct Claim {
    State s;
    bool mine = false, database = false;
    bool expanded = false;        // it has its citations
    bool bad = false;             // found not to hold
    bool widened = false;         // all of the claimant's good moves are among its citations
    std::uint16_t choice = 0;     // which citation counts, if mine
    std::uint16_t count = 0;      // how many there are, from
    std::uint64_t citations = 0;  // here on
  };

  std::size_t size() const { return claims_.size(); }
  Claim& operator[](Id id) { return claims_[id]; }
  const Claim& operator[](Id id) const { return claims_[id]; }
  // All citations, and those that count.
  std::span<const Id> citations(Id id) const {
    return std::span(citations_).subspan(claims_[id].citations, claims_[id].count);
  }
  std::span<const Id> cited_by(Id id) const {
    const Claim& c = claims_[id];
    return c.mine && c.count > 0 ? citations(id).subspan(c.choice, 1) : citations(id);
  }
  void cite(Id id, std::span<const Id> cited) {
    claims_[id].citations = citations_.size();
    claims_[id].count = static_cast<std::uint16_t>(cited.size());
    claims_[id].choice = 0;
    citations_.insert(citations_.end(), cited.begin(), cited.end());
  }

  Id find(const State& s) const {
    if (index_.empty()) return kNone;
    for (std::size_t at = hash_of(s) & (index_.size() - 1);; at = (at + 1) & (index_.size() - 1)) {
      if (index_[at] == kNone) return kNone;
      if (claims_[index_[at]].s == s) return index_[at];
    }
  }
  Id add(const State& s, bool mine) {
    if (2 * (claims_.size() + 1) > index_.size()) grow();
    const Id id = static_cast<Id>(claims_.size());
    claims_.push_back({.s = s, .mine = mine});
    place(id);
    return id;
  }
  std::size_t bytes() const {
    return claims_.capacity() * sizeof(Claim) + index_.capacity() * sizeof(Id) +
           citations_.capacity() * sizeof(Id);
  }

 private:
  void place(Id id) {
    std::size_t at = hash_of(claims_[id].s) & (index_.size() - 1);
    while (index_[at] != kNone) at = (at + 1) & (index_.size() - 1);
    index_[at] = id;
  }
  void grow() {
    index_.assign(std::max<std::size_t>(1024, 2 * index_.size()), kNone);
    for (Id id = 0; id < claims_.size(); ++id) place(id);
  }

  std::vector<Claim> claims_;
  std::vector<Id> citations_;
  std::vector<Id> index_;
};

// Layers: every claim later than all that cite it; those that cite each other in a circle (safety
// claims) together. Strongly connected components by Tarjan 1972, without recursion; they are found
// the cited before the citing. Large proofs take seconds, so it is done in steps.
template <class State>
class Layering {
  using Id = typename Claims<State>::Id;

 public:
  Layering(const Claims<State>& claims, Id root)
      : claims_(claims), marks_(claims.size()), number_(claims.size(), kUnseen) {
    enter(root);
  }
  // About so many claims and citations further: is it done?
  bool advance(std::uint64_t steps) {
    for (; steps > 0 && !frames_.empty(); --steps) walk();
    if (!frames_.empty()) return false;
    if (!numbering_) {
      numbering_ = true;
      open_ = {};
      std::fill(number_.begin(), number_.end(), 0);
      std::fill(marks_.begin(), marks_.end(), 0);
    }
    for (; steps > 0 && !ends_.empty(); --steps) number_last();
    if (!ends_.empty() || steps == 0) return false;
    if (first_.empty()) sort();
    return true;
  }
  std::uint32_t layers() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint64_t size() const { return by_layer_.size(); }
  std::span<const Id> layer(std::uint32_t number) const {
    return std::span(by_layer_).subspan(first_[number], first_[number + 1] - first_[number]);
  }

 private:
  static constexpr std::uint32_t kUnseen = 0, kClosed = ~std::uint32_t{0};
  struct Frame {
    Id id;
    std::uint32_t next;
  };

  void enter(Id id) {
    number_[id] = marks_[id] = ++discovered_;
    open_.push_back(id);
    frames_.push_back({id, 0});
  }
  // number_: the order of discovery; marks_: the least one reachable, until a component is closed.
  void walk() {
    Frame& f = frames_.back();
    const std::span<const Id> cited = claims_.cited_by(f.id);
    if (f.next < cited.size()) {
      const Id child = cited[f.next++];
      if (number_[child] == kUnseen)
        enter(child);
      else if (marks_[child] != kClosed)
        marks_[f.id] = std::min(marks_[f.id], number_[child]);
      return;
    }
    const Id id = f.id;
    frames_.pop_back();
    const std::uint32_t least = marks_[id];
    if (least == number_[id]) {
      Id member;
      do {
        member = open_.back();
        open_.pop_back();
        marks_[member] = kClosed;
        order_.push_back(member);
      } while (member != id);
      ends_.push_back(static_cast<std::uint32_t>(order_.size()));
    }
    if (!frames_.empty() && marks_[id] != kClosed)
      marks_[frames_.back().id] = std::min(marks_[frames_.back().id], least);
  }
  // The citing before the cited: each component pushes what it cites one layer further. From now on
  // number_ is the layer, and marks_ says who is inside the component.
  void number_last() {
    const std::size_t end = ends_.back();
    ends_.pop_back();
    const std::size_t from = ends_.empty() ? 0 : ends_.back();
    const std::span<const Id> members = std::span(order_).subspan(from, end - from);
    std::uint32_t here = 0;
    for (const Id id : members) {
      here = std::max(here, number_[id]);
      marks_[id] = 1;
    }
    last_ = std::max(last_, here);
    for (const Id id : members) number_[id] = here;
    for (const Id id : members)
      for (const Id child : claims_.cited_by(id))
        if (marks_[child] == 0) number_[child] = std::max(number_[child], here + 1);
    for (const Id id : members) marks_[id] = 0;
  }
  void sort() {
    marks_ = {};
    first_.assign(last_ + 2, 0);
    for (const Id id : order_) ++first_[number_[id] + 1];
    for (std::uint32_t k = 0; k <= last_; ++k) first_[k + 1] += first_[k];
    by_layer_.resize(order_.size());
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    for (const Id id : order_) by_layer_[next[number_[id]]++] = id;
    order_ = {};
    number_ = {};
  }

  const Claims<State>& claims_;
  std::vector<Frame> frames_;
  std::vector<Id> open_;
  std::vector<std::uint32_t> marks_, number_;
  std::uint32_t discovered_ = 0, last_ = 0;
  bool numbering_ = false;
  std::vector<Id> order_;            // by component, the cited first
  std::vector<std::uint32_t> ends_;  // of the components, while they have no layer
  std::vector<Id> by_layer_;
  std::vector<std::uint64_t> first_;  // of each layer, and the end
};

}  // namespace solvent::proof
