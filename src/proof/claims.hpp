// The claims of a proof while it is collected: states by id, found by their bytes, and what each
// one cites. Also the order they are written in.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/id_index.hpp"
#include "base/long_array.hpp"
#include "proof/collector.hpp"
#include "proof/leaves.hpp"

namespace solvent::proof {

// The order of states in a certificate: that of their bytes, as memcmp has it, eight at a time.
template <class State>
bool bytes_before(const State& a, const State& b) {
  const auto *x = reinterpret_cast<const char*>(&a), *y = reinterpret_cast<const char*>(&b);
  std::size_t at = 0;
  for (; at + 8 <= sizeof(State); at += 8) {
    std::uint64_t from_x, from_y;
    std::memcpy(&from_x, x + at, 8);
    std::memcpy(&from_y, y + at, 8);
    if (from_x != from_y) return __builtin_bswap64(from_x) < __builtin_bswap64(from_y);
  }
  return std::memcmp(x + at, y + at, sizeof(State) - at) < 0;
}

template <class State>
class Claims {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = IdIndex::kNone;

  // For as many as fit into so many bytes.
  explicit Claims(std::size_t memory)
      : claims_(memory / sizeof(CollectedClaim) + kFew), citations_(memory / sizeof(Id) + kFew) {}

  // A claim cites all of its citations, or, where the claimant is to move (`mine`), one of them.
  struct CollectedClaim {
    State s;
    bool mine = false, database = false;
    Searchable searchable = Searchable::Unknown;
    bool searched = false;        // the checker proves it by a search
    bool paired = false;          // pairs of cells hold it
    bool elsewhere = false;       // another part proves it
    bool through = false;         // it cites what the claim after its move cites, and not that one
    bool expanded = false;        // it has its citations
    bool bad = false;             // found not to hold
    bool widened = false;         // all of the claimant's good moves are among its citations
    std::uint16_t choice = 0;     // which citation counts, if mine
    std::uint16_t count = 0;      // how many there are, from
    float share = 0;              // of the whole proof, as Knuth 1975 estimates the size of trees
    std::uint64_t citations = 0;  // here on

    bool cites_nothing() const { return database || searched || paired || elsewhere; }
  };

  std::size_t size() const { return claims_.size(); }
  CollectedClaim& operator[](Id id) { return claims_[id]; }
  const CollectedClaim& operator[](Id id) const { return claims_[id]; }
  // All citations, and those that count.
  std::span<const Id> citations(Id id) const {
    return {citations_.begin() + claims_[id].citations, claims_[id].count};
  }
  std::span<const Id> cited_by(Id id) const {
    const CollectedClaim& c = claims_[id];
    if (c.through) return citations(chosen(id));
    return c.mine && c.count > 0 ? citations(id).subspan(c.choice, 1) : citations(id);
  }
  // The claim after the claimant's move.
  Id chosen(Id id) const { return citations(id)[claims_[id].choice]; }
  void cite(Id id, std::span<const Id> cited) {
    claims_[id].citations = citations_.size();
    claims_[id].count = static_cast<std::uint16_t>(cited.size());
    claims_[id].choice = 0;
    citations_.append(cited.data(), cited.size());
  }

  Id find(const State& s) const {
    return index_.find(hash_of(s), [&](Id id) { return claims_[id].s == s; });
  }
  Id add(const State& s, bool mine) {
    const Id id = static_cast<Id>(claims_.size());
    claims_.push_back({.s = s, .mine = mine});
    index_.add(hash_of(s), hash_of_claim());
    return id;
  }
  // With what the next growth will need.
  std::size_t bytes() const {
    return claims_.bytes() + citations_.bytes() +
           (index_.crowded() ? index_.bytes_grown() : index_.bytes());
  }
  // Has to be called now and then, until it answers true.
  bool grow() {
    constexpr std::size_t kAtOnce = 256;
    return !index_.crowded() || index_.grow(hash_of_claim(), kAtOnce);
  }

 private:
  static constexpr std::size_t kFew = 1 << 16;  // more than one position leads to

  auto hash_of_claim() const {
    return [this](Id id) { return hash_of(claims_[id].s); };
  }

  LongArray<CollectedClaim> claims_;
  LongArray<Id> citations_;
  IdIndex index_;
};

// Layers: every claim later than all that cite it; those that cite each other in a circle (safety
// claims) together. Strongly connected components by Tarjan 1972, without recursion; they are found
// the cited before the citing. Large proofs take seconds, so it is done in steps.
template <class State>
class Layering {
  using Id = typename Claims<State>::Id;

 public:
  Layering(const Claims<State>& claims, std::vector<Id> roots)
      : claims_(claims),
        roots_(std::move(roots)),
        marks_(claims.size()),
        number_(claims.size(), kUnseen) {}
  // About so many claims and citations further: is it done?
  bool advance(std::uint64_t steps) {
    for (; steps > 0 && (!frames_.empty() || begin_next()); --steps) walk();
    if (!frames_.empty() || begin_next()) return false;
    if (!numbering_) {
      numbering_ = true;
      open_ = {};
      std::fill(number_.begin(), number_.end(), 0);
      std::fill(marks_.begin(), marks_.end(), 0);
    }
    for (; steps > 0 && !ends_.empty(); --steps) number_last();
    if (!ends_.empty()) return false;
    if (!sorting_) begin_sorting();
    for (; steps > 0 && put_ < order_.size(); --steps) put_next();
    return put_ == order_.size();
  }
  std::uint32_t layers() const { return static_cast<std::uint32_t>(counts_.size()); }
  std::uint64_t size() const { return by_layer_.size(); }
  std::span<const Id> layer(std::uint32_t number) const {
    return std::span(by_layer_).subspan(next_[number] - counts_[number], counts_[number]);
  }

 private:
  static constexpr std::uint32_t kUnseen = 0, kClosed = ~std::uint32_t{0};
  struct Frame {
    Id id;
    std::uint32_t next;
  };

  bool begin_next() {
    while (begun_ < roots_.size())
      if (const Id root = roots_[begun_++]; number_[root] == kUnseen) return enter(root), true;
    return false;
  }
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
    if (counts_.size() <= here) counts_.resize(here + 1, 0);
    counts_[here] += members.size();
    for (const Id id : members) number_[id] = here;
    for (const Id id : members)
      for (const Id child : claims_.cited_by(id))
        if (marks_[child] == 0) number_[child] = std::max(number_[child], here + 1);
    for (const Id id : members) marks_[id] = 0;
  }
  // Counted first: by then the number of each layer's claims is known, and where it begins.
  void begin_sorting() {
    marks_ = {};
    next_.assign(counts_.size(), 0);
    for (std::size_t k = 1; k < counts_.size(); ++k) next_[k] = next_[k - 1] + counts_[k - 1];
    by_layer_.resize(order_.size());
    sorting_ = true;
  }
  void put_next() {
    const Id id = order_[put_++];
    by_layer_[next_[number_[id]]++] = id;
  }

  const Claims<State>& claims_;
  const std::vector<Id> roots_;
  std::size_t begun_ = 0;  // so many of these
  std::vector<Frame> frames_;
  std::vector<Id> open_;
  std::vector<std::uint32_t> marks_, number_;
  std::uint32_t discovered_ = 0;
  bool numbering_ = false, sorting_ = false;
  std::vector<Id> order_;              // by component, the cited first
  std::vector<std::uint32_t> ends_;    // of the components, while they have no layer
  std::vector<std::uint64_t> counts_;  // of each layer
  std::vector<Id> by_layer_;           // filled from order_,
  std::size_t put_ = 0;                // of which so many are there,
  std::vector<std::uint64_t> next_;    // the next of each layer to come here
};

}  // namespace solvent::proof
