// Depth-first search on effort numbers: df-pn, its multiple-outcome form and its probabilistic one
// are one machine, as their best-first originals are.
//
// A node is searched on one cut ("is the value above it?") while its numbers stay below two
// thresholds (`Limits`, effort/thresholds.hpp). So the search expands roughly the same leaves as
// best-first search, in the memory of its path and of a table of fixed size. The root chooses the
// cut: the only one of a two-valued question, or that of the attracting outcome until another
// outcome looks cheaper (search/root_cuts.hpp). Bounds hold for all cuts and are shared through the
// table.
//
// The search makes progress even if the table forgets everything. Every node on the path keeps the
// numbers of its children in its frame, and the limits given to a child never fall while its parent
// is on the path: so each visit goes further than the one before.
//
// On cycles the numbers of positions can push each other up without end. So where positions can
// repeat, a node that was expanded before is entered for at least one more descent, whatever its
// numbers (in the spirit of Kishimoto's threshold control, 2010), and the limits of a child grow by
// a factor with every visit. After enough visits there is no limit left, and the search stays below
// the child until it has a decision.
//
// What rests on repetitions is kept apart from facts (search/claims.hpp) and stays with the
// searcher. When the same claims are found on one path after another, a survey of all expanded
// positions turns those that need no path into facts (search/survey.hpp).
//
// With Design::strategy the first move that proved a position is kept. Each proof rests on
// positions proved before it, so following these moves never repeats a position and reaches the
// end.
#pragma once

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "effort/thresholds.hpp"
#include "search/claims.hpp"
#include "search/evaluator.hpp"
#include "search/lower_slices.hpp"
#include "search/machine.hpp"
#include "search/path.hpp"
#include "search/ply_sizes.hpp"
#include "search/root_cuts.hpp"
#include "search/survey.hpp"
#include "table/fact_table.hpp"
#include "table/notes.hpp"

namespace solvent::search {

template <Game G, effort::Effort E, class K = NoKnowledge>
class DepthFirst final : public Machine {
  using State = typename G::State;
  using Move = typename G::Move;
  using Key = KeyOf<G>;
  using Cell = typename E::Cell;
  using T = effort::Thresholds<E>;
  using Limits = typename T::Limits;
  using Guidance = EffortGuidance<Cell>;
  using Facts = TableAccess<Key, Guidance>;

 public:
  DepthFirst(const G& g, const Design& design, const AnyProbe<G>* probe = nullptr,
             const TableHandle& table = nullptr)
      : g_(g),
        design_(design),
        weak_(design.algorithm.effort == EffortKind::WeakProofNumbers),
        lower_(g, probe),
        known_(g, design, design.strategy ? &lower_ : probe),
        claims_(Repeating<G> ? design.notes_of_one() : 0),
        table_(design.table_bytes - (Repeating<G> ? design.notes() : 0), table) {}

  void start(const AnyState& root, Window window) override {
    root_ = restore_state<State>(root);
    lower_.start(root_);
    root_key_ = key_of(g_, root_);
    root_hash_ = hash_of(root_key_);
    Bounds facts = known_.bounds(root_, window);
    for (const Frame& f : frames_) leave(f);
    frames_.clear();
    children_.clear();
    path_.clear();
    table_.new_search();
    statistics_ = {};
    uncounted_ = next_look_ = 0;
    if constexpr (Repeating<G>) survey_.clear();
    found_again_ = 0;
    patience_ = design_.patience;
    vain_surveys_ = 0;
    root_path_id_ = ++last_path_id_;
    if (const auto entry = table_.find(root_key_, root_hash_)) {
      // An answer out of the table names no move; the children, which are there too, do.
      const Bounds known = meet(facts, entry->bounds);
      if (!window.answered_by(known)) facts = known;
    }
    cuts_.start(g_.to_move(root_), window, facts);
    choose_cut();
  }

  SliceResult step(const Slice& slice) override {
    const std::uint64_t began = statistics_.created, stop_at = began + slice.nodes;
    while (!done_ && statistics_.created < stop_at) {
      if (slice.paused()) break;
      if (uncounted_ > 0)
        count_pending(stop_at - statistics_.created);
      else if (table_.crowded()) {
        if (table_.shared()) break;
        table_.grow();
      } else if (claims_.crowded())
        claims_.grow();
      else if (bytes_of(g_) + memory_in_use() > design_.memory)
        return SliceResult::OutOfMemory;
      else if (!(table_.shared() && overtaken()) && !go_on(stop_at))
        return statistics_.created == began ? SliceResult::TooFew : SliceResult::Running;
    }
    return done_ ? SliceResult::Done : SliceResult::Running;
  }

  Bounds bounds() const override {
    return frames_.empty() ? cuts_.facts() : meet(cuts_.facts(), shown_by_children(frames_[0]));
  }
  std::optional<AnyMove> best() const override {
    const auto move = done_ ? cuts_.best() : std::nullopt;
    return move ? std::optional(erase_move(*move)) : std::nullopt;
  }
  std::optional<AnyMove> reply(const AnyState& s) const override {
    for (const auto* kept : {&replies_, &path_replies_})
      if (const auto found = kept->find(restore_state<State>(s)); found != kept->end())
        return erase_move(found->second);
    return std::nullopt;
  }
  std::optional<TreeView> look(std::span<const AnyMove> path) const override;
  void put_away() override;
  TableHandle table() const override { return table_.share(); }
  Statistics statistics() const override {
    Statistics s = statistics_;
    s.bytes = memory_in_use();
    s.table = table_.statistics();
    return s;
  }
  void archive(Archive& a) override {
    a.section("efforts, depth first", sizeof(*this) + sizeof(Frame) + sizeof(Child));
    a(table_, claims_, root_, root_key_, root_hash_, cuts_, cut_, done_, frames_, children_, path_,
      last_path_id_, root_path_id_, statistics_, replies_, path_replies_, lower_, found_again_,
      patience_, vain_surveys_, uncounted_, memory_);
    if constexpr (Repeating<G>) a(survey_);
    if (a.loading())
      for (Frame& f : frames_) f.told = false;
  }

 private:
  struct HashState {
    std::size_t operator()(const State& s) const { return hash_of(s); }
  };
  static constexpr std::size_t kReplyBytes = sizeof(std::pair<State, Move>) + 4 * sizeof(void*);
  struct Nothing {};

  struct Child {
    Cell cell;
    Limits limits{};  // of its last visit
    Bounds facts;
    Decision decision = Decision::Open;  // on the cut, by facts or on this path
    // Entered since its parent was, or the table has its numbers for this cut.
    bool expanded = false;
    std::uint16_t place = 0;  // in the Presence of those who share the table
    Move move;
    PathDependence dependence{};  // if the decision holds on this path only
    std::uint64_t path_id = 0;    // once it was entered; see Frame
  };
  // A node on the path. Its children are consecutive in `children_`.
  struct Frame {
    State s;
    Key key;
    std::uint64_t hash;
    std::uint64_t path_id;  // number of the path to this node; no two paths share one
    std::uint64_t created_before;
    Limits limits;
    Cell cell;  // its numbers when last computed; a decided node keeps its last ones
    std::uint32_t first, count = 0;
    std::uint32_t searched = 0;  // the child that the path goes on with
    Bounds facts;
    Side side;
    bool stay = false;        // go below it at least once, whatever its limits
    bool incomplete = false;  // the children after a decisive one were left out
    bool told = false;        // the other searchers know that this one is here
  };
  // A position that may become a child.
  struct NewChild {
    State s;
    Key key;
    std::uint64_t hash;
    LeafView view;
  };
  Decision decision_of(Bounds b) const { return decision_on(cut_, b); }

  // Nodes that knowledge looked at in one go are counted before anything else is done, as many in a
  // slice as it allows: so no limit is exceeded, and counts do not depend on where slices end.
  void count_pending(std::uint64_t most) {
    const std::uint64_t counted = std::min(uncounted_, most);
    statistics_.created += counted;
    uncounted_ -= counted;
  }
  // False if the next thing to do does not fit the slice.
  bool go_on(std::uint64_t stop_at) {
    if constexpr (Repeating<G>)
      if (survey_.running()) return survey(stop_at);
    return frames_.empty() ? enter_root(stop_at) : advance(stop_at);
  }
  bool advance(std::uint64_t stop_at) {
    return effort::with_joins<E>(weak_, [&]<class Joins>() {
      return frames_.back().side == Side::Max ? advance<Joins, Side::Max>(stop_at)
                                              : advance<Joins, Side::Min>(stop_at);
    });
  }
  template <class Joins, Side Mover>
  bool advance(std::uint64_t stop_at) {
    Frame& f = frames_.back();
    constexpr Decision good = good_for(Mover);
    if (table_.shared() && decision_of(f.facts) != Decision::Open && frames_.size() > 1)
      return finish(decision_of(f.facts));
    effort::OpenChildren<Joins, Mover> family;
    for (std::uint32_t k = 0; k < f.count; ++k) {
      const Child& c = children_[f.first + k];
      if (c.decision == good) return finish(good);
      if (c.decision == Decision::Open) family.add(k, c.cell, others_in(c));
    }
    if (family.empty()) return finish(good_for(other(Mover)));
    f.cell = family.cell();
    if (f.stay) f.limits = raised(f.limits, T::beyond(f.cell));
    f.stay = false;
    if (!within(T::costs(f.cell), f.limits)) return finish(Decision::Open);
    f.searched = family.best();
    Child& c = children_[f.first + f.searched];
    const Limits limits = family.child_limits(f.limits, design_.epsilon);
    return enter(f, c, raised(limits, Repeating<G> ? T::grown(c.limits) : c.limits), stop_at);
  }

  // False if the child's moves do not fit the slice.
  bool enter(const Frame& f, Child& c, Limits limits, std::uint64_t stop_at) {
    State s = f.s;
    g_.play(s, c.move);
    MovesOf<G> moves;
    known_.list_moves(s, moves, memory_);
    if (statistics_.created + moves.size > stop_at) return false;
    Key key{};
    std::uint64_t hash = 0;
    if (Repeating<G> || table_.enabled()) {
      key = key_of(g_, s);
      hash = hash_of(key);
    }
    if (c.path_id == 0) c.path_id = ++last_path_id_;
    c.limits = limits;
    push(s, key, hash, c.path_id, limits, c.facts);
    frames_.back().stay = Repeating<G> && c.expanded;
    c.expanded = true;
    make_children(moves);
    return true;
  }
  void push(const State& s, const Key& key, std::uint64_t hash, std::uint64_t path_id,
            Limits limits, Bounds facts) {
    ++statistics_.expanded;
    if constexpr (Repeating<G>) path_.push(key, hash);
    frames_.push_back({.s = s,
                       .key = key,
                       .hash = hash,
                       .path_id = path_id,
                       .created_before = statistics_.created,
                       .limits = limits,
                       .cell = E::leaf(),
                       .first = static_cast<std::uint32_t>(children_.size()),
                       .facts = facts,
                       .side = g_.to_move(s)});
    if (table_.shared()) tell_others(frames_.back());
    statistics_.deepest = std::max(statistics_.deepest, static_cast<int>(frames_.size()));
  }

  // The children of the last frame, up to one that decides it. The rules are asked while the
  // table's entries are being fetched from memory.
  void make_children(const MovesOf<G>& moves) {
    Frame& f = frames_.back();
    const Decision good = good_for(f.side);
    new_children_.resize(moves.size);
    std::uint32_t made = 0;
    NodeBudget budget;
    while (made < moves.size) {
      NewChild& n = new_children_[made];
      n.s = f.s;
      g_.play(n.s, moves[made]);
      if (Repeating<G> || table_.enabled()) {
        n.key = key_of(g_, n.s);
        n.hash = hash_of(n.key);
        table_.prefetch(n.hash);
      }
      n.view = known_.leaf(n.s, Window::of_cut(cut_), memory_, budget);
      ++made;
      if (decision_of(n.view.bounds) == good) break;
    }
    statistics_.created += made;
    uncounted_ = budget.spent;
    for (std::uint32_t k = 0; k < made && !f.incomplete; ++k) {
      add_child(f, new_children_[k], moves[k]);
      f.incomplete = children_.back().decision == good && k + 1 < moves.size;
    }
  }
  void add_child(Frame& f, const NewChild& n, Move move) {
    Child c{.cell = E::leaf(), .facts = n.view.bounds, .move = move};
    std::optional<typename Facts::Known> entry;
    if (decision_of(c.facts) == Decision::Open) entry = table_.find(n.key, n.hash);
    if (entry) c.facts = meet(c.facts, entry->bounds);
    c.decision = decision_of(c.facts);
    if (c.decision != Decision::Open) {
      ++statistics_.leaves;
    } else {
      if constexpr (Repeating<G>) look_at_path(c, n, entry.has_value());
      const auto cell = entry ? entry->guidance.cell(cut_) : std::nullopt;
      c.cell = cell ? *cell : leaf_cell(n);
      c.expanded = cell.has_value();
    }
    c.place = Presence::place(n.hash);
    children_.push_back(c);
    ++f.count;
  }
  // Is it a repetition, or does an old claim hold here? Claims are looked up only for positions in
  // the table: others are almost always new. A claim missed this way costs time only.
  void look_at_path(Child& c, const NewChild& n, bool in_table) {
    if (const int ply = path_.find(n.key, n.hash); ply >= 0) {
      const Outcome worth = g_.repetition(n.s);
      c.decision = worth > cut_ ? Decision::Proved : Decision::Disproved;
      c.dependence = {static_cast<std::uint32_t>(ply), static_cast<std::uint32_t>(ply)};
      ++statistics_.leaves;
    } else if (in_table) {
      const auto claim = claims_.find(n.key, n.hash);
      if (!claim || claim->cut != cut_) return;
      if (claim->deepest >= frames_.size() || frames_[claim->deepest].path_id != claim->path_id)
        return;
      c.decision = claim->decision;
      c.dependence = {claim->oldest, claim->deepest};
    }
  }

  // The first numbers of a node that the table does not know.
  Cell leaf_cell(const NewChild& n) const {
    if (const auto guess = n.view.efforts ? n.view.efforts : known_.efforts(n.s, cut_))
      return E::guessed_leaf(guess->proof, guess->disproof);
    if (design_.algorithm.leaf != Leaf::Mobility) return E::leaf();
    MovesOf<G> moves;
    known_.list_moves(n.s, moves);
    return E::mobile_leaf(g_.to_move(n.s), moves.size);
  }

  // What the children's facts say of a node.
  Bounds shown_by_children(const Frame& f) const {
    if (f.count == 0) return f.facts;
    Bounds b = children_[f.first].facts;
    for (std::uint32_t k = 1; k < f.count; ++k)
      b = best_of(f.side, b, children_[f.first + k].facts);
    if (f.incomplete)
      (f.side == Side::Max ? b.opti : b.pess) = f.side == Side::Max ? f.facts.opti : f.facts.pess;
    return meet(f.facts, b);
  }

  // The last frame is decided, or its numbers have reached a limit.
  bool finish(Decision decision) {
    Frame& f = frames_.back();
    f.facts = shown_by_children(f);
    const PathDependence dependence = note_dependence(f, decision);
    remember(f);
    if (design_.strategy) keep_reply(f, decision);
    if (frames_.size() == 1)
      end_run();
    else
      pass_on(decision, dependence);
    return true;
  }
  // What the decision depends on; it is noted as a claim if it depends on the path.
  PathDependence note_dependence(Frame& f, Decision decision) {
    PathDependence dependence;
    if constexpr (Repeating<G>) {
      if (decision != Decision::Open && decision_of(f.facts) == Decision::Open)
        dependence = settle_claim(f, decision);
      if (!dependence.none() && dependence.deepest <= PathClaim::kDeepestPly)
        keep_claim(
            f, {frames_[dependence.deepest].path_id, static_cast<std::uint16_t>(dependence.oldest),
                static_cast<std::uint16_t>(dependence.deepest), static_cast<std::uint8_t>(cut_),
                decision});
    }
    return (void)f, (void)decision, dependence;
  }
  void remember(const Frame& f) {
    table_.store(f.key, f.hash, f.facts, statistics_.created - f.created_before,
                 [&](Guidance& guidance, bool guided) {
                   if (!guided) guidance.cuts.fill(Guidance::kNoCut);
                   guidance.remember(cut_, f.cell);
                   return true;
                 });
  }
  // Writes the result into the parent's frame, where this node is the child being searched.
  void pass_on(Decision decision, PathDependence dependence) {
    const Bounds facts = frames_.back().facts;
    const Cell cell = frames_.back().cell;
    const std::uint64_t size = statistics_.created - frames_.back().created_before;
    if (table_.shared()) sizes_.note(frames_.size() - 1, size);
    pop();
    Frame& parent = frames_.back();
    if (table_.shared() && size >= kWorthALook) look_at_others(parent);
    Child& c = children_[parent.first + parent.searched];
    c.facts = meet(facts, c.facts);
    if (table_.shared() && decision == Decision::Open) decision = decision_of(c.facts);
    c.cell = cell;
    c.decision = decision;
    c.dependence = dependence;
  }
  // A decision that facts do not give rests on repetitions. If all lie at or below the node it is a
  // fact after all.
  PathDependence settle_claim(Frame& f, Decision decision) {
    const auto ply = static_cast<std::uint32_t>(frames_.size()) - 1;
    PathDependence dependence = dependence_of(f, decision);
    if (dependence.oldest >= ply) {
      become_fact(f, decision);
      return {};
    }
    dependence.deepest = std::min(dependence.deepest, ply - 1);
    return dependence;
  }
  void keep_claim(const Frame& f, const PathClaim& claim) {
    count_if_found_again(f, claim);
    claims_.store(f.key, f.hash, claim);
  }
  // The side to move at the root is the one with a claim to prove. Where a repetition is good
  // enough for it, a move may be good on this path only: the last such move is kept, as a hint.
  void keep_reply(const Frame& f, Decision decision) {
    const Decision good = good_for(f.side);
    if (f.side != g_.to_move(root_) || (decision != good && decision_of(f.facts) != good)) return;
    const Child* on_this_path = nullptr;
    for (std::uint32_t k = 0; k < f.count; ++k) {
      const Child& c = children_[f.first + k];
      if (decision_of(c.facts) == good) {
        replies_.try_emplace(f.s, c.move);
        return;
      }
      if (c.decision == good) on_this_path = &c;
    }
    if (on_this_path != nullptr) path_replies_.insert_or_assign(f.s, on_this_path->move);
  }
  void pop() {
    leave(frames_.back());
    if constexpr (Repeating<G>) path_.pop(frames_.back().hash);
    children_.resize(frames_.back().first);
    frames_.pop_back();
  }
  // The repetitions that a decision rests on: those of one good child, or of all children that
  // facts alone do not refute.
  PathDependence dependence_of(const Frame& f, Decision decision) const {
    PathDependence dependence;
    if (decision == good_for(f.side)) {
      for (std::uint32_t k = 0; k < f.count; ++k) {
        const Child& c = children_[f.first + k];
        if (c.decision != decision) continue;
        if (dependence.none() || c.dependence.oldest > dependence.oldest) dependence = c.dependence;
      }
      return dependence;
    }
    for (std::uint32_t k = 0; k < f.count; ++k) {
      const Child& c = children_[f.first + k];
      if (decision_of(c.facts) == Decision::Open) dependence.add(c.dependence);
    }
    return dependence;
  }
  // The claimant can go round for ever, on any path: a fact about the node and the children used.
  void become_fact(Frame& f, Decision decision) {
    f.facts = learnt(f.facts, cut_, decision);
    const auto ply = static_cast<std::uint32_t>(frames_.size()) - 1;
    for (std::uint32_t k = 0; k < f.count; ++k) {
      Child& c = children_[f.first + k];
      if (c.decision == decision && c.dependence.oldest >= ply)
        c.facts = learnt(c.facts, cut_, decision);
    }
  }

  // Work was done twice if the same claim was already known on another path.
  void count_if_found_again(const Frame& f, const PathClaim& claim) {
    const auto before = claims_.find(f.key, f.hash);
    if (!before || before->decision != claim.decision || before->cut != claim.cut) return;
    if (++found_again_ < patience_ || survey_.running()) return;
    survey_.start(g_, frames_[claim.oldest].s, cut_, design_.memory / 8);
  }
  // Surveys: search/depth_first_survey.hpp.
  bool survey(std::uint64_t stop_at);
  auto what_search_knows(const State& s, const Key& key, std::uint64_t hash);
  void learn_from_survey();

  // Among several searchers on one table: search/depth_first_team.hpp.
  static constexpr std::uint64_t kWorthALook = 256;  // nodes
  std::uint32_t others_in(const Child& c) const {
    return table_.shared() && sizes_.large(frames_.size()) ? table_.presence().at(c.place) : 0;
  }
  void tell_others(Frame& f);
  void leave(const Frame& f) {
    if (f.told) table_.presence().leave(f.hash);
  }
  void look_at_others(Frame& f);
  bool overtaken();

  // A search that ends before it is done: search/depth_first_view.hpp.
  Cell cell_now(const Frame& f, const std::optional<Cell>& searched) const;

  // The root.
  bool enter_root(std::uint64_t stop_at) {
    MovesOf<G> moves;
    known_.list_moves(root_, moves, memory_);
    if (statistics_.created + moves.size > stop_at) return false;
    push(root_, root_key_, root_hash_, root_path_id_, cuts_.limits(), cuts_.facts());
    make_children(moves);
    cuts_.restore(std::span(children_));
    return true;
  }
  // The root is decided on the cut, or another outcome looks cheaper.
  void end_run() {
    const Frame& f = frames_.back();
    cuts_.keep(f.facts, f.cell, std::span<const Child>(children_));
    pop();
    choose_cut();
  }
  void choose_cut() {
    done_ = cuts_.answered();
    if (done_) return;
    cuts_.choose(design_.epsilon, Repeating<G>);
    cut_ = cuts_.cut();
  }

  std::size_t memory_in_use() const {
    return table_.bytes() + claims_.bytes() + memory_.bytes() + frames_.capacity() * sizeof(Frame) +
           children_.capacity() * sizeof(Child) +
           (replies_.size() + path_replies_.size()) * kReplyBytes;
  }

  const G& g_;
  Design design_;
  bool weak_;
  LowerSlices<G> lower_;
  Evaluator<G, K> known_;
  Notes<Key, PathClaim> claims_;
  [[no_unique_address]] MemoryOf<K, G> memory_;
  Facts table_;

  State root_{};
  Key root_key_{};
  std::uint64_t root_hash_ = 0;
  RootCuts<E, Move> cuts_;
  int cut_ = 0;  // the one being searched
  bool done_ = true;
  std::vector<Frame> frames_;
  std::vector<Child> children_;         // of all frames, one after another
  std::vector<NewChild> new_children_;  // of the node being entered
  std::unordered_map<State, Move, HashState> replies_, path_replies_;  // on any path, on one
  Path<Key> path_;
  std::uint64_t last_path_id_ = 0, root_path_id_ = 0;
  std::uint64_t found_again_ = 0, patience_ = 0;  // claims, since the last survey
  std::uint32_t vain_surveys_ = 0;
  std::uint64_t uncounted_ = 0;  // nodes looked at and not yet counted
  PlySizes sizes_;               // when others search too
  std::uint64_t next_look_ = 0;  // at what others have found, after so many nodes
  [[no_unique_address]] std::conditional_t<Repeating<G>, Survey<G>, Nothing> survey_;
  Statistics statistics_;
};

}  // namespace solvent::search

#include "search/depth_first_survey.hpp"
#include "search/depth_first_team.hpp"
#include "search/depth_first_view.hpp"
