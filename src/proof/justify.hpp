// Which of the claimant's moves to take, so that the proof comes to an end and is small.
//
// The size of a claim's proof, counted as a tree, is 1 and the sizes of all replies' proofs, or 1
// and the size of one move's. Claims get their least size in rising order, as in Dijkstra's
// algorithm (Knuth 1977), so each rests only on claims that had theirs before: no circles. Safety
// claims are given.
#pragma once

#include <algorithm>
#include <queue>
#include <utility>
#include <vector>

#include "proof/claims.hpp"

namespace solvent::proof {

template <class State>
class Justification {
  using Id = typename Claims<State>::Id;

 public:
  // given(id): the claim needs no justification.
  template <class Given>
  Justification(Claims<State>& claims, const Given& given,
                const std::vector<std::uint32_t>& sharers = {})
      : claims_(claims),
        sizes_(claims.size(), kUnknown),
        taken_(claims.size()),
        first_citing_(claims.size() + 1) {
    find_citing();
    std::vector<std::uint32_t> waiting(claims.size());
    for (Id id = 0; id < claims.size(); ++id) {
      waiting[id] = claims[id].count;
      const bool settled = claims[id].expanded && claims[id].count == 0;
      if (!claims[id].bad && (given(id) || settled)) offer(id, kOne);
    }
    std::vector<std::uint64_t> sums(claims.size(), kOne);
    while (!queue_.empty()) {
      const auto [size, id] = queue_.top();
      queue_.pop();
      if (size > sizes_[id] || taken_[id]) continue;
      taken_[id] = true;
      const std::uint64_t part = sharers.empty() || sharers[id] < 2 ? size : size / sharers[id];
      for (const Id citing : citing(id)) {
        if (taken_[citing] || claims[citing].bad) continue;
        if (claims[citing].mine) {
          if (part + kOne >= sizes_[citing]) continue;
          const auto all = claims.citations(citing);
          const auto at = std::find(all.begin(), all.end(), id) - all.begin();
          claims[citing].choice = static_cast<std::uint16_t>(at);
          offer(citing, part + kOne);
        } else {
          sums[citing] = std::min(sums[citing] + part, kLargest);
          if (--waiting[citing] == 0) offer(citing, sums[citing]);
        }
      }
    }
  }
  bool justified(Id id) const { return sizes_[id] != kUnknown; }

 private:
  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0}, kLargest = std::uint64_t{1} << 60;
  static constexpr std::uint64_t kOne = 1024;  // sizes are shared

  void offer(Id id, std::uint64_t size) {
    sizes_[id] = size;
    queue_.push({size, id});
  }
  void find_citing() {
    for (Id id = 0; id < claims_.size(); ++id)
      for (const Id cited : claims_.citations(id)) ++first_citing_[cited + 1];
    for (std::size_t k = 1; k < first_citing_.size(); ++k) first_citing_[k] += first_citing_[k - 1];
    citing_.resize(first_citing_.back());
    std::vector<std::uint64_t> next(first_citing_.begin(), first_citing_.end() - 1);
    for (Id id = 0; id < claims_.size(); ++id)
      for (const Id cited : claims_.citations(id)) citing_[next[cited]++] = id;
  }
  std::span<const Id> citing(Id id) const {
    return std::span(citing_).subspan(first_citing_[id], first_citing_[id + 1] - first_citing_[id]);
  }

  Claims<State>& claims_;
  std::vector<std::uint64_t> sizes_;
  std::vector<bool> taken_;
  std::vector<std::uint64_t> first_citing_;
  std::vector<Id> citing_;
  using Offer = std::pair<std::uint64_t, Id>;
  std::priority_queue<Offer, std::vector<Offer>, std::greater<>> queue_;
};

}  // namespace solvent::proof
