// Minimax with a memory of every position: no pruning, no estimates, the measure of everything
// else.
//
// A depth-first walk values each position once. Where positions can repeat, those that lie on a
// common cycle have no order in which to be valued; they are found as strongly connected components
// (Tarjan 1972) and valued together once everything they lead to is known: what either side can
// force in finitely many moves comes from two fixed points, and where neither can do better the
// play goes on for ever.
#pragma once

#include <algorithm>
#include <vector>

#include "base/id_index.hpp"
#include "base/long_array.hpp"
#include "search/evaluator.hpp"
#include "search/machine.hpp"

namespace solvent::search {

template <Game G>
class Minimax final : public Machine {
  using State = typename G::State;
  using Move = typename G::Move;
  using Key = KeyOf<G>;
  using Id = std::uint32_t;

 public:
  Minimax(const G& g, const Design& design, const AnyProbe<G>* probe = nullptr)
      : g_(g),
        known_(g, design, probe),
        memory_(design.memory),
        keys_(memory_ / kPositionBytes),
        values_(memory_ / kPositionBytes),
        pending_(G::kAcyclic ? 0 : memory_ / kPositionBytes) {}

  void start(const AnyState& root, Window window) override {
    root_ = restore_state<State>(root);
    window_ = window;
    bounds_ = known_.bounds(root_);
    best_.reset();
    // Positions valued earlier stay valued; those an interrupted search left open do not.
    if (!frames_.empty()) {
      forgetting_ = true;
      looked_through_ = kept_ = 0;
    }
    frames_.clear();
    moves_.clear();
    open_.clear();
    sweeping_ = out_of_memory_ = false;
    statistics_ = {};
    done_ = window_.answered_by(bounds_);
    if (!done_ && !forgetting_ && !grows_) begin();
    if (watcher_ != nullptr && !frames_.empty()) tell_entered();
  }
  bool watch(Watcher* watcher) override {
    watcher_ = watcher;
    return true;
  }

  SliceResult step(const Slice& slice) override {
    const std::uint64_t told = told_ + slice.rounds;
    for (std::uint64_t work = 0; !done_ && work < slice.nodes && told_ < told;) {
      if (out_of_memory_) return SliceResult::OutOfMemory;
      if (slice.paused()) return SliceResult::Running;
      if (forgetting_) {
        forget_unvalued();
      } else if (grows_) {
        grows_ = !index_.grow(hash_of_id(), kAtOnce);
      } else {
        ++work;
        ++statistics_.looks;
        if (watcher_ != nullptr)
          advance_and_tell();
        else if (sweeping_)
          sweep();
        else
          advance();
        if (Growing<G> || statistics_.expanded % kAtOnce == 0)
          out_of_memory_ = out_of_memory_ || bytes_of(g_) + bytes() > memory_;
      }
    }
    return done_            ? SliceResult::Done
           : out_of_memory_ ? SliceResult::OutOfMemory
                            : SliceResult::Running;
  }

  Bounds bounds() const override {
    Bounds b = bounds_;
    if (done_ || frames_.empty() || !frames_[0].any) return b;
    const Frame& f = frames_[0];
    if (f.side == Side::Max)
      b.pess = std::max(b.pess, f.best);
    else
      b.opti = std::min(b.opti, f.best);
    return b;
  }
  std::optional<AnyMove> best() const override { return best_; }
  Statistics statistics() const override {
    Statistics s = statistics_;
    s.bytes = bytes();
    return s;
  }
  void archive(Archive& a) override {
    a.section("minimax", sizeof(*this) + sizeof(Frame) + sizeof(Member));
    std::size_t slots = index_.slots();
    a(root_, window_, bounds_, done_, out_of_memory_, best_, frames_, moves_, slots, keys_, values_,
      pending_, open_, sweeping_, sweep_changed_, component_, sweep_at_, forgetting_,
      looked_through_, kept_, statistics_);
    if (!a.loading()) return;
    index_.refill(a.good() ? slots : 0, static_cast<Id>(a.good() ? keys_.size() : 0));
    grows_ = index_.size() > 0;
    out_of_memory_ = false;  // perhaps there is more of it now
  }

 private:
  static constexpr Id kNone = IdIndex::kNone;
  static constexpr std::size_t kPositionBytes =
      sizeof(Key) + sizeof(Bounds) * (G::kAcyclic ? 1 : 2);
  static constexpr std::size_t kAtOnce = 256;  // of what costs next to nothing

  struct Frame {
    State s;
    Id id;
    Id lowest;  // least open id reachable from here: itself if no cycle leads further back
    std::uint32_t first_move, next_move;  // on the stack of moves; the innermost ones end it
    Side side;
    Outcome best;  // of the children valued so far
    bool any;
    bool cyclic;  // a child is open: this position cannot be valued alone
  };
  struct Member {
    State s;
    Id id;
  };

  bool valued(Id id) const { return values_[id].closed(); }

  void begin() {
    look_at(root_);
    statistics_.created = 0;  // the root is given, not made
    if (frames_.empty() && !out_of_memory_ && !grows_) end();
  }
  void advance() {
    if (frames_.empty()) {
      --statistics_.looks;
      return begin();
    }
    Frame& f = frames_.back();
    if (f.next_move == moves_.size()) return leave();
    State next = f.s;
    g_.play(next, moves_[f.next_move++]);
    look_at(next);
  }

  // A step, and then what it did, for those who watch.
  void advance_and_tell() {
    const std::size_t depth = frames_.size();
    if (depth == 0) {
      advance();
      return frames_.empty() ? void() : tell_entered();
    }
    const Frame f = frames_.back();
    const bool leaving = sweeping_ || f.next_move == moves_.size();
    const std::uint64_t looks = statistics_.created;
    sweeping_ ? sweep() : advance();
    if (frames_.size() > depth)
      tell_entered();
    else if (frames_.size() < depth)
      tell({.kind = Footstep::Kind::Left,
            .depth = static_cast<std::uint32_t>(depth - 1),
            .bounds = valued(f.id) ? values_[f.id] : g_.scale().everything(),
            .moves = f.next_move - f.first_move});
    else if (!leaving && statistics_.created > looks)
      tell_leaf(f);
  }
  void tell_entered() {
    const bool root = frames_.size() == 1;
    tell({.kind = Footstep::Kind::Entered,
          .depth = static_cast<std::uint32_t>(frames_.size() - 1),
          .move = root ? AnyMove{} : erase_move(moves_[frames_[frames_.size() - 2].next_move - 1]),
          .bounds = g_.scale().everything(),
          .moves = static_cast<std::uint32_t>(moves_.size()) - frames_.back().first_move});
  }
  void tell_leaf(const Frame& parent) {
    const Move move = moves_[parent.next_move];
    State s = parent.s;
    g_.play(s, move);
    Footstep step{.kind = Footstep::Kind::Leaf,
                  .depth = static_cast<std::uint32_t>(frames_.size()),
                  .move = erase_move(move),
                  .bounds = known_.bounds(s)};
    if (step.bounds.closed()) {
      if (!g_.bounds(s).closed()) step.reason = Footstep::Reason::Knowledge;
    } else {
      const Id id = find(key_of(g_, s));
      step.reason = valued(id) ? Footstep::Reason::Table : Footstep::Reason::Cycle;
      if (valued(id)) step.bounds = values_[id];
    }
    tell(step);
  }
  void tell(Footstep step) {
    step.window = window_;
    ++told_;
    watcher_->note(step);
  }

  // Take the value of a position if it is known, otherwise go into it.
  void look_at(const State& s) {
    ++statistics_.created;
    if (const Bounds b = known_.bounds(s); b.closed()) {
      ++statistics_.leaves;
      return take(b.pess);
    }
    const Key key = key_of(g_, s);
    const Id found = find(key);
    if (found == kNone) return enter(s, key);
    if (valued(found)) return take(values_[found].pess);
    Frame& f = frames_.back();
    f.cyclic = true;
    f.lowest = std::min(f.lowest, found);
  }
  void take(Outcome value) {
    if (frames_.empty()) return;
    Frame& f = frames_.back();
    const bool max = f.side == Side::Max;
    f.best = !f.any ? value : max ? std::max(f.best, value) : std::min(f.best, value);
    f.any = true;
  }

  void enter(const State& s, const Key& key) {
    const Id id = insert(key);
    if (id == kNone) return look_again_later();
    ++statistics_.expanded;
    if constexpr (!G::kAcyclic) open_.push_back({s, id});
    const auto first = static_cast<std::uint32_t>(moves_.size());
    MovesOf<G> list;
    g_.list_moves(s, list);
    moves_.insert(moves_.end(), list.begin(), list.end());
    frames_.push_back({s, id, id, first, first, g_.to_move(s), 0, false, false});
    statistics_.deepest = std::max(statistics_.deepest, static_cast<int>(frames_.size()));
  }

  // As if the position had not been looked at: it is the next one, should there be memory.
  void look_again_later() {
    --statistics_.created;
    if (statistics_.looks > 0) --statistics_.looks;
    if (!frames_.empty()) --frames_.back().next_move;
  }

  void leave() {
    const Frame f = frames_.back();
    if (f.lowest < f.id) {  // part of a component that is still open
      moves_.resize(f.first_move);
      frames_.pop_back();
      Frame& parent = frames_.back();
      parent.lowest = std::min(parent.lowest, f.lowest);
      parent.cyclic = true;
      return;
    }
    if (f.cyclic) {
      begin_sweeps(f.id);
      return;
    }
    if constexpr (!G::kAcyclic) open_.pop_back();
    close(f.id, f.best);
  }
  void close(Id id, Outcome value) {
    values_[id] = {value, value};
    moves_.resize(frames_.back().first_move);
    frames_.pop_back();
    if (frames_.empty()) return end();
    take(value);
  }

  // The members of a component are the open positions from `first` on. Their bounds start at
  // nothing known and sweep after sweep take in what either side can force, until a sweep changes
  // nothing.
  void begin_sweeps(Id first) {
    sweeping_ = true;
    component_ = open_.size();
    while (component_ > 0 && open_[component_ - 1].id >= first) --component_;
    sweep_at_ = component_;
    sweep_changed_ = false;
  }
  void sweep() {
    const Member& m = open_[sweep_at_];
    const Bounds now = from_children(m.s);
    if (!(now == values_in_sweep(m.id))) {
      pending_[m.id] = now;
      sweep_changed_ = true;
    }
    if (++sweep_at_ < open_.size()) return;
    if (sweep_changed_) {
      sweep_at_ = component_;
      sweep_changed_ = false;
      return;
    }
    end_sweeps();
  }
  void end_sweeps() {
    sweeping_ = false;
    for (std::size_t k = component_; k < open_.size(); ++k) {
      const Bounds forced = values_in_sweep(open_[k].id);
      Outcome value = forced.pess;
      if constexpr (Repeating<G>)
        value = std::clamp(g_.repetition(open_[k].s), forced.pess, forced.opti);
      values_[open_[k].id] = {value, value};
    }
    open_.resize(component_);
    const Id id = frames_.back().id;
    close(id, values_[id].pess);
  }
  Bounds values_in_sweep(Id id) const { return valued(id) ? values_[id] : pending_[id]; }
  Bounds from_children(const State& s) const {
    const Side side = g_.to_move(s);
    MovesOf<G> list;
    g_.list_moves(s, list);
    Bounds b = side == Side::Max ? Bounds{0, 0} : Bounds{g_.scale().best(), g_.scale().best()};
    for (const Move m : list) {
      State next = s;
      g_.play(next, m);
      Bounds child = known_.bounds(next);
      if (!child.closed()) child = values_in_sweep(find(key_of(g_, next)));
      b = best_of(side, b, child);
    }
    return b;
  }

  void end() {
    done_ = true;
    const Id id = find(key_of(g_, root_));
    const Outcome value = values_[id].pess;
    bounds_ = {value, value};
    MovesOf<G> list;
    g_.list_moves(root_, list);
    for (const Move m : list) {
      State next = root_;
      g_.play(next, m);
      Bounds child = known_.bounds(next);
      if (!child.closed()) {
        // A root that was valued as its symmetric image may have moves to positions not seen yet.
        const Id known = find(key_of(g_, next));
        if (known == kNone) continue;
        child = values_[known];
      }
      if (child != Bounds{value, value}) continue;
      best_ = erase_move(m);
      return;
    }
  }

  // Positions by key: ids in order of discovery.
  Id find(const Key& key) const {
    return index_.find(hash_of(key), [&](Id id) { return keys_[id] == key; });
  }
  auto hash_of_id() const {
    return [this](Id id) { return hash_of(keys_[id]); };
  }
  // kNone if there is no memory, or the index has to grow first.
  Id insert(const Key& key) {
    if (index_.crowded()) {
      const std::size_t grown = index_.bytes_grown();
      const std::size_t most = grown / sizeof(Id) / 2;  // positions, then
      out_of_memory_ = keys_.size() + 1 >= kNone ||
                       bytes_of(g_) + other_bytes() + grown + most * kPositionBytes > memory_;
      if (out_of_memory_) return kNone;
      grows_ = !index_.grow(hash_of_id(), kAtOnce);
      if (grows_) return kNone;
    }
    const Id id = static_cast<Id>(keys_.size());
    keys_.push_back(key);
    values_.push_back(unvalued());
    if constexpr (!G::kAcyclic) pending_.push_back(g_.scale().everything());
    index_.add(hash_of(key), hash_of_id());
    return id;
  }
  // Open bounds that no valued position has, on every scale.
  static Bounds unvalued() { return {255, 0}; }
  // Some at a time.
  void forget_unvalued() {
    const std::size_t end = std::min(looked_through_ + kAtOnce, keys_.size());
    for (; looked_through_ < end; ++looked_through_) {
      if (!valued(static_cast<Id>(looked_through_))) continue;
      keys_[kept_] = keys_[looked_through_];
      values_[kept_++] = values_[looked_through_];
    }
    if (looked_through_ < keys_.size()) return;
    forgetting_ = false;
    keys_.shrink(kept_);
    values_.shrink(kept_);
    if constexpr (!G::kAcyclic) pending_.shrink(kept_);
    index_.refill(index_.slots(), static_cast<Id>(kept_));
    grows_ = kept_ > 0;
  }
  std::size_t other_bytes() const {
    return frames_.capacity() * sizeof(Frame) + moves_.capacity() * sizeof(Move) +
           open_.capacity() * sizeof(Member);
  }
  std::size_t bytes() const {
    return index_.bytes() + keys_.bytes() + values_.bytes() + pending_.bytes() + other_bytes();
  }

  const G& g_;
  Evaluator<G> known_;
  std::size_t memory_;

  State root_{};
  Window window_{};
  Bounds bounds_;
  bool done_ = true;
  bool out_of_memory_ = false;
  std::optional<AnyMove> best_;
  std::vector<Frame> frames_;
  std::vector<Move> moves_;

  IdIndex index_;
  bool grows_ = false;  // the index: nothing else may be done with it
  LongArray<Key> keys_;
  LongArray<Bounds> values_;   // closed once valued
  LongArray<Bounds> pending_;  // what is forced so far, of positions on cycles
  bool forgetting_ = false;    // what an interrupted search has not valued:
  std::size_t looked_through_ = 0, kept_ = 0;
  std::vector<Member> open_;  // entered and not yet valued, in order of id
  bool sweeping_ = false, sweep_changed_ = false;
  std::size_t component_ = 0, sweep_at_ = 0;
  Watcher* watcher_ = nullptr;
  std::uint64_t told_ = 0;  // steps
  Statistics statistics_;
};

}  // namespace solvent::search
