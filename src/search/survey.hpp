// A survey looks at all positions that a depth-first search has expanded below one of them at once,
// and decides on a cut what follows from them without a path.
//
// Where positions can repeat, a decision that rests on a repetition holds on one path only, and a
// search may find it again on one path after another without end. The cure is what Minimax does
// with whole components, on the expanded positions alone. What has not been expanded counts for
// neither side. Then two rules are applied until neither finds anything new:
//
//   spread   a position is decided if one of its moves leads to a good decision for the side to
//            move, or all of them to a bad one;
//   hold     if infinite play is good for one side, that side holds the largest set of open
//            positions in which it always has a move that stays in the set, or in what is decided
//            for it, and its opponent has no other move.
//
// All that is decided so is a fact: true of the position on every path.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "game/game.hpp"
#include "search/claims.hpp"

namespace solvent::search {

template <Game G>
class Survey {
  using State = typename G::State;
  using Key = KeyOf<G>;
  using Id = std::uint32_t;

 public:
  // What the search knows of a position before the survey.
  struct Known {
    Decision decision;
    bool expanded;
  };

  bool running() const { return running_; }
  std::size_t size() const { return positions_.size(); }
  std::size_t decided() const { return decided_.size(); }
  std::size_t bytes() const {
    return positions_.capacity() * (sizeof(SurveyedPosition) + sizeof(Key)) +
           (moves_to_.capacity() + reached_from_.capacity() + index_.capacity()) * sizeof(Id);
  }

  // Below s, with at most so many bytes.
  void start(const G& g, const State& s, int cut, std::size_t most_bytes) {
    clear();
    running_ = true;
    cut_ = cut;
    most_ = std::min(kMostPositions, most_bytes / kUsualBytes);
    index_.assign(1024, kNobody);
    add(g, s, key_of(g, s), hash_of(key_of(g, s)));
  }
  bool walked() const { return next_ == positions_.size(); }
  const State& next() const { return positions_[next_].s; }
  // The moves of the next position to be walked through. `look(s, key, hash)` says what is known of
  // what they lead to.
  template <class Look>
  void walk(const G& g, const MovesOf<G>& moves, const Look& look) {
    const State s = positions_[next_].s;
    positions_[next_].first = static_cast<Id>(moves_to_.size());
    for (const auto m : moves) {
      State to = s;
      g.play(to, m);
      moves_to_.push_back(name(g, to, look));
    }
    positions_[next_].count = moves.size;
    ++next_;
  }
  // Once all is walked: apply the two rules. Here `running` ends.
  void settle() {
    turn_moves_round();
    for (Id id = 0; id < positions_.size(); ++id) look_at_ends(id);
    std::size_t before = 0;
    do {
      spread();
      before = decided_.size();
      for (const Decision v : {Decision::Proved, Decision::Disproved}) hold(v);
    } while (decided_.size() > before);
    running_ = false;
  }
  void clear() {
    positions_.clear();
    keys_.clear();
    moves_to_.clear();
    reached_from_.clear();
    decided_.clear();
    index_.clear();
    next_ = spread_ = 0;
    running_ = false;
  }

  Decision decision(const Key& key, std::uint64_t hash) const {
    const Id id = find(key, hash);
    return id == kNobody ? Decision::Open : positions_[id].decision;
  }
  // visit(state, key, decision, k) for all that was decided, each after what it rests on where it
  // does not rest on itself; k is the place of a move that leads to the decision among the moves,
  // if one is enough.
  template <class Visit>
  void for_each_decided(const Visit& visit) const {
    for (const Id id : decided_)
      visit(positions_[id].s, keys_[id], positions_[id].decision, positions_[id].reply);
  }

  void archive(Archive& a) {
    a(running_, cut_, most_, next_, positions_, keys_, moves_to_);
    if (!a.loading()) return;
    reached_from_.clear();
    decided_.clear();
    spread_ = 0;
    std::size_t size = 1024;
    while (size < 2 * positions_.size()) size *= 2;
    rebuild_index(a.good() ? size : 0);
  }

 private:
  static constexpr std::size_t kMostPositions = std::size_t{1}
                                                << 19;  // settled in a tenth of a second
  // In place of an id: a move that leads out of the survey.
  static constexpr Id kProved = ~Id{0}, kDisproved = ~Id{1}, kUnknown = ~Id{2}, kNobody = ~Id{3};
  static constexpr std::uint32_t kNoReply = ~std::uint32_t{0};

  struct SurveyedPosition {
    State s;
    std::uint32_t first = 0, count = 0;  // its moves
    std::uint32_t from = 0;              // its parents, in reached_from_, up to the next one's
    std::uint32_t open = 0;              // moves that are not decided; in `hold` those that count
    std::uint32_t reply = kNoReply;
    Decision decision = Decision::Open;
    Decision forever = Decision::Open;  // what infinite play through it is worth
    Side side = Side::Max;
    bool candidate = false;  // in `hold`
  };
  static constexpr std::size_t kUsualBytes =
      sizeof(SurveyedPosition) + sizeof(Key) + 16 * sizeof(Id);

  template <class Look>
  Id name(const G& g, const State& s, const Look& look) {
    const Key key = key_of(g, s);
    const std::uint64_t hash = hash_of(key);
    if (const Id id = find(key, hash); id != kNobody) return id;
    const Known known = look(s, key, hash);
    if (known.decision != Decision::Open)
      return known.decision == Decision::Proved ? kProved : kDisproved;
    return known.expanded && positions_.size() < most_ ? add(g, s, key, hash) : kUnknown;
  }
  Id add(const G& g, const State& s, const Key& key, std::uint64_t hash) {
    if (2 * (positions_.size() + 1) > index_.size()) rebuild_index(2 * index_.size());
    const auto id = static_cast<Id>(positions_.size());
    SurveyedPosition p{.s = s};
    p.side = g.to_move(s);
    p.forever = g.repetition(s) > cut_ ? Decision::Proved : Decision::Disproved;
    positions_.push_back(p);
    keys_.push_back(key);
    place(id, hash);
    return id;
  }
  Id find(const Key& key, std::uint64_t hash) const {
    if (index_.empty()) return kNobody;
    for (std::size_t at = hash & (index_.size() - 1);; at = (at + 1) & (index_.size() - 1))
      if (index_[at] == kNobody || keys_[index_[at]] == key) return index_[at];
  }
  void place(Id id, std::uint64_t hash) {
    std::size_t at = hash & (index_.size() - 1);
    while (index_[at] != kNobody) at = (at + 1) & (index_.size() - 1);
    index_[at] = id;
  }
  void rebuild_index(std::size_t size) {
    index_.assign(size, kNobody);
    if (size == 0) return;
    for (Id id = 0; id < positions_.size(); ++id) place(id, hash_of(keys_[id]));
  }

  Decision decision_of(Id id) const {
    if (id == kProved) return Decision::Proved;
    if (id == kDisproved) return Decision::Disproved;
    return id == kUnknown ? Decision::Open : positions_[id].decision;
  }
  bool counts(Id id) const { return id < kNobody && positions_[id].candidate; }

  // For each position, who leads to it.
  void turn_moves_round() {
    std::size_t total = 0;
    for (const Id to : moves_to_)
      if (to < kNobody) {
        ++positions_[to].from;
        ++total;
      }
    reached_from_.resize(total);
    std::uint32_t end = 0;
    for (SurveyedPosition& p : positions_) p.from = end += p.from;
    for (auto id = static_cast<Id>(positions_.size()); id-- > 0;)
      for_each_move(id, [&](std::uint32_t, Id to) {
        if (to < kNobody) reached_from_[--positions_[to].from] = id;
      });
  }
  template <class Visit>
  void for_each_move(Id id, const Visit& visit) const {
    const SurveyedPosition& p = positions_[id];
    for (std::uint32_t k = 0; k < p.count; ++k) visit(k, moves_to_[p.first + k]);
  }
  template <class Visit>
  void for_each_predecessor(Id id, const Visit& visit) const {
    const std::size_t end =
        id + 1 < positions_.size() ? positions_[id + 1].from : reached_from_.size();
    for (std::size_t at = positions_[id].from; at < end; ++at) visit(reached_from_[at]);
  }

  void decide(Id id, Decision decision) {
    SurveyedPosition& p = positions_[id];
    p.decision = decision;
    decided_.push_back(id);
    find_reply(id);
  }
  void find_reply(Id id) {
    SurveyedPosition& p = positions_[id];
    if (p.decision != good_for(p.side)) return;
    for (std::uint32_t k = 0; k < p.count && p.reply == kNoReply; ++k)
      if (decision_of(moves_to_[p.first + k]) == p.decision) p.reply = k;
  }
  // What is known of its moves from the start.
  void look_at_ends(Id id) {
    SurveyedPosition& p = positions_[id];
    const Decision good = good_for(p.side);
    p.open = p.count;
    bool reached = false;
    for_each_move(id, [&](std::uint32_t, Id to) {
      if (to < kNobody || to == kUnknown) return;
      --p.open;
      reached = reached || decision_of(to) == good;
    });
    if (reached)
      decide(id, good);
    else if (p.open == 0)
      decide(id, good_for(other(p.side)));
  }
  void spread() {
    for (; spread_ < decided_.size(); ++spread_) {
      const Id id = decided_[spread_];
      for_each_predecessor(id, [&](Id from) {
        SurveyedPosition& p = positions_[from];
        --p.open;
        if (p.decision != Decision::Open) return;
        if (positions_[id].decision == good_for(p.side))
          decide(from, good_for(p.side));
        else if (p.open == 0)
          decide(from, good_for(other(p.side)));
      });
    }
  }

  void hold(Decision v) {
    std::vector<Id> candidates, lost;
    for (Id id = 0; id < positions_.size(); ++id) {
      SurveyedPosition& p = positions_[id];
      p.candidate = p.decision == Decision::Open && p.forever == v;
      if (p.candidate) candidates.push_back(id);
    }
    support_.assign(positions_.size(), 0);
    for (const Id id : candidates) {
      const bool chooses = good_for(positions_[id].side) == v;
      bool held = !chooses;
      for_each_move(id, [&](std::uint32_t, Id to) {
        const bool stays = counts(to) || decision_of(to) == v;
        if (chooses && stays) {
          ++support_[id];
          held = true;
        }
        if (!chooses && !stays) held = false;
      });
      if (!held) lost.push_back(id);
    }
    for (const Id id : lost) positions_[id].candidate = false;
    while (!lost.empty()) {
      const Id id = lost.back();
      lost.pop_back();
      for_each_predecessor(id, [&](Id from) {
        SurveyedPosition& p = positions_[from];
        if (!p.candidate || (good_for(p.side) == v && --support_[from] > 0)) return;
        p.candidate = false;
        lost.push_back(from);
      });
    }
    const auto first = decided_.size();
    for (const Id id : candidates)
      if (positions_[id].candidate) {
        positions_[id].decision = v;
        decided_.push_back(id);
      }
    for (std::size_t k = first; k < decided_.size(); ++k) find_reply(decided_[k]);
  }

  bool running_ = false;
  int cut_ = 0;
  std::size_t most_ = 0;
  Id next_ = 0;  // to be walked through
  std::vector<SurveyedPosition> positions_;
  std::vector<Key> keys_;
  std::vector<Id> moves_to_;            // of all positions, one after another
  std::vector<Id> reached_from_;        // the same the other way round
  std::vector<Id> decided_;             // in order
  std::size_t spread_ = 0;              // so many of them have been passed on to their parents
  std::vector<std::uint32_t> support_;  // in `hold`: moves that stay
  std::vector<Id> index_;
};

}  // namespace solvent::search
