// Which of the claimant's moves to take, so that the proof comes to an end and is small. All of it
// goes in steps, since large proofs take seconds.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "proof/claims.hpp"

namespace solvent::proof {

// The size of a claim's proof, counted as a tree, is 1 and the sizes of all replies' proofs, or 1
// and the size of one move's. Claims get their least size in rising order, as in Dijkstra's
// algorithm (Knuth 1977), so each rests only on claims that had theirs before: no circles. Safety
// claims are given.
template <class State>
class Justification {
  using Id = typename Claims<State>::Id;

 public:
  using Given = std::function<bool(Id)>;  // the claim needs no justification

  Justification(Claims<State>& claims, Given given, std::vector<std::uint32_t> sharers)
      : claims_(claims),
        given_(std::move(given)),
        sharers_(std::move(sharers)),
        sizes_(claims.size(), kUnknown),
        sums_(claims.size(), kOne),
        waiting_(claims.size()),
        taken_(claims.size()),
        first_citing_(claims.size() + 1) {}

  // About so many claims further: is it done?
  bool advance(std::size_t steps) {
    for (; steps > 0 && counted_ < claims_.size(); --steps) count(counted_++);
    if (counted_ < claims_.size()) return false;
    if (citing_.empty()) begin_listing();
    for (; steps > 0 && listed_ < claims_.size(); --steps) list(listed_++);
    if (listed_ < claims_.size()) return false;
    for (; steps > 0 && !queue_.empty(); --steps) take_least();
    return queue_.empty();
  }
  bool justified(Id id) const { return sizes_[id] != kUnknown; }

 private:
  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0}, kLargest = std::uint64_t{1} << 60;
  static constexpr std::uint64_t kOne = 1024;  // sizes are shared

  void offer(Id id, std::uint64_t size) {
    sizes_[id] = size;
    queue_.push({size, id});
  }
  // Who cites whom: how often first, then where each one's list begins, then the lists.
  void count(Id id) {
    for (const Id cited : claims_.citations(id)) ++first_citing_[cited + 1];
  }
  void begin_listing() {
    for (std::size_t k = 1; k < first_citing_.size(); ++k) first_citing_[k] += first_citing_[k - 1];
    citing_.resize(first_citing_.back() + 1);
    next_.assign(first_citing_.begin(), first_citing_.end() - 1);
  }
  void list(Id id) {
    for (const Id cited : claims_.citations(id)) citing_[next_[cited]++] = id;
    waiting_[id] = claims_[id].count;
    const bool settled = claims_[id].expanded && claims_[id].count == 0;
    if (!claims_[id].bad && (given_(id) || settled)) offer(id, kOne);
  }
  std::span<const Id> citing(Id id) const {
    return std::span(citing_).subspan(first_citing_[id], first_citing_[id + 1] - first_citing_[id]);
  }
  void take_least() {
    const auto [size, id] = queue_.top();
    queue_.pop();
    if (size > sizes_[id] || taken_[id]) return;
    taken_[id] = true;
    const std::uint64_t part = sharers_.empty() || sharers_[id] < 2 ? size : size / sharers_[id];
    for (const Id citing : citing(id)) {
      if (taken_[citing] || claims_[citing].bad) continue;
      if (claims_[citing].mine) {
        if (part + kOne >= sizes_[citing]) continue;
        const auto all = claims_.citations(citing);
        const auto at = std::find(all.begin(), all.end(), id) - all.begin();
        claims_[citing].choice = static_cast<std::uint16_t>(at);
        offer(citing, part + kOne);
      } else {
        sums_[citing] = std::min(sums_[citing] + part, kLargest);
        if (--waiting_[citing] == 0) offer(citing, sums_[citing]);
      }
    }
  }

  Claims<State>& claims_;
  Given given_;
  std::vector<std::uint32_t> sharers_;
  std::vector<std::uint64_t> sizes_, sums_;
  std::vector<std::uint32_t> waiting_;
  std::vector<bool> taken_;
  std::vector<std::uint64_t> first_citing_, next_;
  std::vector<Id> citing_;  // and one more, so that it is never empty
  Id counted_ = 0, listed_ = 0;
  using Offer = std::pair<std::uint64_t, Id>;
  std::priority_queue<Offer, std::vector<Offer>, std::greater<>> queue_;
};

// What a claim rests on.
template <class State>
class Support {
  using Id = typename Claims<State>::Id;

 public:
  Support(const Claims<State>& claims, const std::vector<Id>& roots)
      : claims_(claims), seen_(claims.size()), found_(roots) {
    for (const Id root : roots) seen_[root] = true;
  }
  Support(const Claims<State>& claims, Id root) : Support(claims, std::vector<Id>{root}) {}
  bool advance(std::size_t steps) {
    for (; steps > 0 && at_ < found_.size(); --steps)
      for (const Id cited : claims_.cited_by(found_[at_++]))
        if (!seen_[cited]) {
          seen_[cited] = true;
          found_.push_back(cited);
        }
    return at_ == found_.size();
  }
  const std::vector<Id>& ids() const { return found_; }

 private:
  const Claims<State>& claims_;
  std::vector<bool> seen_;
  std::vector<Id> found_;
  std::size_t at_ = 0;
};

// A claim about a position where the opponent is to move, cited by one claim of the claimant only,
// is left out: that one answers all replies itself. Not where positions can repeat.
template <class State>
class Joining {
  using Id = typename Claims<State>::Id;

 public:
  // The roots are needed by others too.
  Joining(Claims<State>& claims, const std::vector<Id>& roots)
      : claims_(claims), support_(claims, roots), citing_(claims.size()) {
    for (const Id root : roots) citing_[root] = 2;
  }
  // About so many claims further: is it done?
  bool advance(std::size_t steps) {
    if (!support_.advance(steps)) return false;
    const std::vector<Id>& used = support_.ids();
    for (; steps > 0 && counted_ < used.size(); --steps)
      for (const Id cited : claims_.cited_by(used[counted_++]))
        if (citing_[cited] < 2) ++citing_[cited];
    for (; steps > 0 && joined_ < used.size(); --steps) join(used[joined_++]);
    return joined_ == used.size();
  }

 private:
  void join(Id id) {
    auto& claim = claims_[id];
    if (!claim.mine || claim.count == 0) return;
    const Id next = claims_.chosen(id);
    claim.through = citing_[next] == 1 && !claims_[next].mine && !claims_[next].cites_nothing();
  }

  Claims<State>& claims_;
  Support<State> support_;
  std::vector<std::uint8_t> citing_;  // how many cite it; 2 for more
  std::size_t counted_ = 0, joined_ = 0;
};

// Chooses the moves of all claims: first those of the smallest tree. But a claim that several
// others cite is proved only once, so in further rounds its cost is divided among them. Of all
// choices that prove the root, the one with the fewest claims is kept.
template <class State>
class Choosing {
  using Id = typename Claims<State>::Id;

 public:
  // `better_than_now`: only if it has less to prove than the choice that is there.
  Choosing(Claims<State>& claims, typename Justification<State>::Given given, int rounds,
           bool better_than_now)
      : claims_(claims), given_(std::move(given)), rounds_(rounds) {
    if (better_than_now)
      support_.emplace(claims_, Id{0});
    else
      justification_.emplace(claims_, given_, std::vector<std::uint32_t>{});
  }
  // About so many claims further: is it done?
  bool advance(std::size_t steps) {
    if (done_) return true;
    if (support_) {
      if (support_->advance(steps)) judge();
    } else if (justification_->advance(steps)) {
      support_.emplace(claims_, Id{0});
    }
    return done_;
  }
  bool complete() const { return least_ != kNone; }  // it proves the root
  bool justified(Id id) const { return justification_->justified(id); }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  void judge() {
    const std::vector<Id>& used = support_->ids();
    const bool proves = !justification_ || std::all_of(used.begin(), used.end(), [&](Id id) {
      return justification_->justified(id);
    });
    if (proves && used.size() < least_) {
      least_ = used.size();
      best_.resize(claims_.size());
      for (Id id = 0; id < claims_.size(); ++id) best_[id] = claims_[id].choice;
    }
    if (rounds_-- == 0) return keep_best();
    std::vector<std::uint32_t> sharers;
    if (justification_) {
      sharers.assign(claims_.size(), 0);
      for (const Id id : used)
        for (const Id cited : claims_.cited_by(id)) ++sharers[cited];
    }
    support_.reset();
    justification_.emplace(claims_, given_, std::move(sharers));
  }
  void keep_best() {
    done_ = true;
    if (!complete()) return;
    for (Id id = 0; id < claims_.size(); ++id) claims_[id].choice = best_[id];
  }

  Claims<State>& claims_;
  typename Justification<State>::Given given_;
  int rounds_;  // to come
  std::optional<Support<State>> support_;
  std::optional<Justification<State>> justification_;
  std::size_t least_ = kNone;
  std::vector<std::uint16_t> best_;
  bool done_ = false;
};

}  // namespace solvent::proof
