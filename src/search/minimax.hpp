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
      : g_(g), memory_(design.memory), probe_(probe) {}

  void start(const AnyState& root, Window window) override {
    root_ = restore_state<State>(root);
    window_ = window;
    bounds_ = static_bounds(root_);
    best_.reset();
    frames_.clear();
    moves_.clear();
    open_.clear();
    sweeping_ = out_of_memory_ = false;
    statistics_ = {};
    // Positions valued earlier stay valued; those an interrupted search left open do not.
    if (!keys_.empty()) forget_unvalued();
    done_ = window_.answered_by(bounds_);
    if (!done_) look_at(root_);
    statistics_.created = 0;  // the root is given, not made
    if (!done_ && frames_.empty() && !out_of_memory_) end();
  }

  Progress step(std::uint64_t nodes) override {
    for (std::uint64_t work = 0; !done_ && work < nodes; ++work) {
      if (out_of_memory_) return Progress::OutOfMemory;
      if (sweeping_)
        sweep();
      else
        advance();
    }
    if (done_) return Progress::Done;
    const std::size_t used = bytes_of(g_) + bytes_with(index_.size(), keys_.capacity());
    return out_of_memory_ || used > memory_ ? Progress::OutOfMemory : Progress::Running;
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
    s.bytes = bytes_with(index_.size(), keys_.capacity());
    return s;
  }
  void archive(Archive& a) override {
    a.section("minimax", sizeof(*this) + sizeof(Frame) + sizeof(Member));
    std::size_t index_size = index_.size();
    a(root_, window_, bounds_, done_, out_of_memory_, best_, frames_, moves_, index_size, keys_,
      values_, pending_, open_, sweeping_, sweep_changed_, component_, sweep_at_, statistics_);
    if (!a.loading()) return;
    rebuild_index(a.good() ? index_size : 0);
    out_of_memory_ = out_of_memory_ && frames_.empty();  // perhaps there is more of it now
  }

 private:
  static constexpr Id kNone = ~Id{0};

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

  Bounds static_bounds(const State& s) const {
    const Bounds b = g_.bounds(s);
    return probe_ != nullptr && !b.closed() ? meet(b, probe_->probe(s)) : b;
  }
  bool valued(Id id) const { return values_[id].closed(); }

  void advance() {
    Frame& f = frames_.back();
    if (f.next_move == moves_.size()) return leave();
    State next = f.s;
    g_.play(next, moves_[f.next_move++]);
    look_at(next);
  }

  // Take the value of a position if it is known, otherwise go into it.
  void look_at(const State& s) {
    ++statistics_.created;
    if (const Bounds b = static_bounds(s); b.closed()) {
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
      Bounds child = static_bounds(next);
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
      Bounds child = static_bounds(next);
      if (!child.closed()) {
        // Of a root that was valued earlier as its twin, the moves may lead where nobody has been.
        const Id known = find(key_of(g_, next));
        if (known == kNone) continue;
        child = values_[known];
      }
      if (child != Bounds{value, value}) continue;
      best_ = erase_move(m);
      return;
    }
  }

  // Positions by key: ids in order of discovery, found through an open-addressing index.
  Id find(const Key& key) const {
    if (index_.empty()) return kNone;
    for (std::size_t at = hash_of(key) & (index_.size() - 1);;
         at = (at + 1) & (index_.size() - 1)) {
      if (index_[at] == kNone) return kNone;
      if (keys_[index_[at]] == key) return index_[at];
    }
  }
  Id insert(const Key& key) {
    if (2 * (keys_.size() + 1) > index_.size() && !grow()) return kNone;
    const Id id = static_cast<Id>(keys_.size());
    keys_.push_back(key);
    values_.push_back(unvalued());
    if constexpr (!G::kAcyclic) pending_.push_back(g_.scale().everything());
    place(id);
    return id;
  }
  // Open bounds that no valued position has, on every scale.
  static Bounds unvalued() { return {255, 0}; }
  void place(Id id) {
    std::size_t at = hash_of(keys_[id]) & (index_.size() - 1);
    while (index_[at] != kNone) at = (at + 1) & (index_.size() - 1);
    index_[at] = id;
  }
  bool grow() {
    const std::size_t size = std::max<std::size_t>(1024, 2 * index_.size());
    // While growing, the old arrays and the new ones exist together.
    if (bytes_with(size, keys_.capacity() + size / 2) > memory_ || size / 2 >= kNone) {
      out_of_memory_ = true;
      return false;
    }
    keys_.reserve(size / 2);
    values_.reserve(size / 2);
    if constexpr (!G::kAcyclic) pending_.reserve(size / 2);
    rebuild_index(size);
    return true;
  }
  void rebuild_index(std::size_t size) {
    index_.assign(size, kNone);
    for (Id id = 0; id < keys_.size(); ++id) place(id);
  }
  void forget_unvalued() {
    std::size_t kept = 0;
    for (std::size_t id = 0; id < keys_.size(); ++id) {
      if (!valued(static_cast<Id>(id))) continue;
      keys_[kept] = keys_[id];
      values_[kept++] = values_[id];
    }
    if (kept == keys_.size()) return;
    keys_.resize(kept);
    values_.resize(kept);
    if constexpr (!G::kAcyclic) pending_.resize(kept);
    rebuild_index(index_.size());
  }
  std::size_t bytes_with(std::size_t index_size, std::size_t capacity) const {
    const std::size_t per_position = sizeof(Key) + sizeof(Bounds) * (G::kAcyclic ? 1 : 2);
    return index_size * sizeof(Id) + capacity * per_position + frames_.capacity() * sizeof(Frame) +
           moves_.capacity() * sizeof(Move) + open_.capacity() * sizeof(Member);
  }

  const G& g_;
  std::size_t memory_;
  const AnyProbe<G>* probe_;

  State root_{};
  Window window_{};
  Bounds bounds_;
  bool done_ = true;
  bool out_of_memory_ = false;
  std::optional<AnyMove> best_;
  std::vector<Frame> frames_;
  std::vector<Move> moves_;

  std::vector<Id> index_;
  std::vector<Key> keys_;
  std::vector<Bounds> values_;   // closed once valued
  std::vector<Bounds> pending_;  // what is forced so far, of positions on cycles
  std::vector<Member> open_;     // entered and not yet valued, in order of id
  bool sweeping_ = false, sweep_changed_ = false;
  std::size_t component_ = 0, sweep_at_ = 0;
  Statistics statistics_;
};

}  // namespace solvent::search
