// Alpha-beta, SCOUT and NegaScout as one depth-first machine: they differ only in the window with
// which a child is looked at, and in when it is looked at again.
//
// Values are true bounds [pess, opti] everywhere: a node at the horizon has what the rules,
// knowledge, a probe and the table say of it, so every iteration of a deepening search proves what
// it reports (the interval form of Allis, van der Meulen & van den Herik 1994), and fail-soft needs
// no extra code.
//
// Where positions can repeat, a position met again on the path is worth the game's repetition
// value. Such a result holds for this path only. It can support a claim "at least v" only for v <=
// that worth and "at most v" only for v >= it, so just those claims are kept out of the table when
// the repetition reaches above the node (`path_free`); everything stored is true of the position
// with no history.
//
// A deepening search notes where it could not answer, so as not to look as deep there again. On
// cycles two positions could keep each other undecided in this way, long after the last line has
// reached the horizon. So a note carries the number of the round in which a line really did reach
// it, and counts for a few rounds only: once no line is that long, the answer is at most those few
// rounds away.
//
// Pearl 1980 (SCOUT); Reinefeld 1983 (NegaScout); Knuth & Moore 1975 (alpha-beta).
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "search/aim.hpp"
#include "search/evaluator.hpp"
#include "search/machine.hpp"
#include "search/path.hpp"
#include "search/ply_sizes.hpp"
#include "solvent/require.hpp"
#include "table/fact_table.hpp"
#include "table/notes.hpp"

namespace solvent::search {

template <Game G, class K = NoKnowledge>
class WindowSearch final : public Machine {
  using State = typename G::State;
  using Move = typename G::Move;
  using Key = KeyOf<G>;
  using Guidance = MoveGuidance<Move>;

 public:
  WindowSearch(const G& g, const Design& design, const AnyProbe<G>* probe = nullptr,
               const TableHandle& table = nullptr)
      : g_(g),
        known_(g, design, probe),
        design_(design),
        deepening_(design.deepening == Deepening::Auto ? can_repeat(g)
                                                       : design.deepening == Deepening::On),
        horizons_(deepening_ ? design.notes_of_one() : 0),
        table_(design.table_bytes - (deepening_ ? design.notes() : 0), table) {}

  void start(const AnyState& root, Window window) override {
    root_ = restore_state<State>(root);
    window_ = window;
    bounds_ = known_.bounds(root_, window);
    best_.reset();
    for (const Frame& f : frames_) leave(f);
    frames_.clear();
    moves_.clear();
    children_.clear();
    table_.new_search();
    statistics_ = {};
    uncounted_ = next_look_ = 0;
    ended_.reset();
    done_ = window_.answered_by(bounds_);
    if (done_) return;
    root_key_ = known_.name_of(root_);
    root_hash_ = hash_of(root_key_);
    statistics_.iteration = deepening_ ? 1 : 0;
    aim_ = aim();
    begin_iteration();
  }

  bool forget() override {
    table_.clear();
    horizons_.clear();
    endings_.clear();
    round_ = 1;
    return true;
  }
  TableHandle table() const override { return table_.share(); }
  bool watch(Watcher* watcher) override {
    watcher_ = watcher;
    return true;
  }

  SliceResult step(const Slice& slice) override {
    return watcher_ == nullptr ? run(slice) : run_and_tell(slice);
  }

  Bounds bounds() const override {
    if (done_ || frames_.empty()) return bounds_;
    return clamp(bounds_, so_far(frames_[0]));
  }
  std::optional<AnyMove> best() const override { return best_; }
  Statistics statistics() const override {
    Statistics s = statistics_;
    s.bytes = memory_in_use();
    s.table = table_.statistics();
    return s;
  }
  void archive(Archive& a) override {
    a.section("windows", sizeof(*this) + sizeof(Frame) + sizeof(Child));
    a(table_, horizons_, endings_, round_, root_, root_key_, root_hash_, window_, aim_, bounds_,
      done_, best_, frames_, moves_, children_, path_, uncounted_, ended_, statistics_);
    if (a.loading())
      for (Frame& f : frames_) f.told = false;
  }

 private:
  static constexpr int kUnlimited = std::numeric_limits<int>::max();
  // With fewer, Awari and Woodpush take more nodes, with more, small graphs do; 2 to 8 all work.
  static constexpr int kRoundsUndecided = 4;
  static constexpr int kNoRepetition = std::numeric_limits<int>::max();

  using Fact = typename TableAccess<Key, Guidance>::Known;
  // A search of this depth could not answer, since it met the horizon of a round.
  struct Horizon {
    static constexpr int kDeepest = 254;  // stands for that and more
    std::uint8_t depth = 0;
    std::uint8_t round = 0;  // 0: it did not

    bool used() const { return round != 0; }
    int worth() const { return round * 256 + depth; }
  };

  // A node on the way from the root, and what its children have shown so far.
  struct Frame {
    State s;
    Key key;
    std::uint64_t hash;
    std::uint64_t created_before;
    std::uint32_t first_move = 0, move_count = 0, next_move = 0;
    int depth_left;
    int oldest_repetition = kNoRepetition;  // lowest ply that a repetition below leads back to
    Window window;
    Bounds known;     // without looking at children
    Bounds children;  // of those looked at
    Side side;
    bool again = false;       // the next child is looked at a second time, with a wider window
    std::uint8_t cut_in = 0;  // the last round whose horizon cut something off below, or 0
    bool has_best = false;
    bool told = false;          // the other searchers know that this one is here
    std::uint32_t put_off = 0;  // children at the end of the list that others were in
    Move best{};
  };

  // What a visited child came to.
  struct Report {
    Bounds bounds;
    int oldest_repetition = kNoRepetition;
    std::uint8_t cut_in = 0;
  };

  // A child that knowledge has looked at before any is searched.
  struct Child {
    State s;
    Key key;
    std::uint64_t hash;
    Bounds known;
    Move move;
    int order;
  };

  SliceResult run(const Slice& slice) {
    const std::uint64_t stop_at = statistics_.created + slice.nodes;
    while (!done_ && statistics_.created < stop_at) {
      if (slice.paused()) break;
      if (uncounted_ > 0)
        count_pending(stop_at - statistics_.created);
      else if (table_.crowded()) {
        if (table_.shared()) break;
        table_.grow();
      } else if (horizons_.crowded())
        horizons_.grow();
      else if (memory_is_used_up())
        return SliceResult::OutOfMemory;
      else if (!(table_.shared() && overtaken()))
        advance();
    }
    return done_ ? SliceResult::Done : SliceResult::Running;
  }
  bool is_answered(const Frame& f) const {
    return f.next_move == f.move_count || f.window.answered_by(so_far(f));
  }
  void advance() {
    Frame& f = frames_.back();
    if (is_answered(f)) return finish();
    if (table_.shared()) put_off_busy_children(f);
    if (known_.looks_ahead()) {
      if (!f.again) choose_next(f);
      const Child& child = children_[f.first_move + f.next_move];
      return visit(child.s, child_window(f), f.depth_left, &child);
    }
    if (!Growing<G> && table_.outgrows_cache() && f.next_move + 1 < f.move_count) {
      // Brings what the table has on the next child nearer while this one is looked at. Not a
      // function of its own: GCC takes one that only fetches for one that does nothing.
      State after = f.s;
      g_.play(after, moves_[f.first_move + f.next_move + 1]);
      table_.prefetch(hash_of(known_.name_of(after)));
    }
    State next = f.s;
    g_.play(next, moves_[f.first_move + f.next_move]);
    visit(next, child_window(f), f.depth_left, nullptr);
  }
  Move move_of(const Frame& f) const {
    const std::size_t at = f.first_move + f.next_move;
    return known_.looks_ahead() ? children_[at].move : moves_[at];
  }

  void visit(const State& s, Window window, int parent_depth_left, const Child* prepared) {
    ++statistics_.created;
    const int depth_left = parent_depth_left == kUnlimited ? kUnlimited : parent_depth_left - 1;
    if (depth_left == 0) ++statistics_.frontier;
    if (near_end(s, depth_left)) return ending(s, window);
    Key key{};
    std::uint64_t hash = 0;
    if (prepared != nullptr) {
      key = prepared->key;
      hash = prepared->hash;
    } else if (Repeating<G> || table_.enabled()) {
      key = known_.name_of(s);
      hash = hash_of(key);
      table_.prefetch(hash);  // on its way while the rules are asked
    }
    Bounds known = prepared != nullptr ? prepared->known : known_.bounds(s, window);
    if (window.answered_by(known)) return leaf({known});
    const auto fact = table_.find(key, hash);
    if (fact) {
      known = clamp(known, fact->bounds);
      if (window.answered_by(known)) return leaf({known});
    }
    if constexpr (Repeating<G>) {
      if (const int ply = path_.find(key, hash); ply >= 0) {
        const Outcome worth = g_.repetition(s);
        return leaf({clamp(known, {worth, worth}), ply});
      }
    }
    if (depth_left == 0) return leaf({known, kNoRepetition, round_});
    if (deepening_ && fact)
      if (const auto horizon = horizons_.find(key, hash);
          horizon && undecided(*horizon, depth_left))
        return leaf({known, kNoRepetition, horizon->round});
    enter(s, key, hash, window, known, depth_left, hint(fact));
  }
  static const Move* hint(const std::optional<Fact>& fact) {
    return fact && fact->guided ? &fact->guidance.move : nullptr;
  }

  // Did a search as deep as this one meet its horizon lately?
  bool undecided(Horizon horizon, int depth_left) const {
    return horizon.depth >= depth_left && round_ - horizon.round <= kRoundsUndecided;
  }

  // Positions with so little left to play that the game's knowledge solves them at once.
  bool near_end(const State& s, int depth_left) const {
    return depth_left == kUnlimited && known_.near_end(s);
  }
  void ending(const State& s, Window window) {
    NodeBudget budget;
    ended_ = Report{known_.ending(s, window, endings_, budget)};
    uncounted_ = budget.spent;
    if (uncounted_ == 0) count_pending(0);
  }
  // Nodes that knowledge looked at in one go are counted as slices allow, and what it found is used
  // only when all are: so no limit is passed, and counts do not depend on where slices end.
  void count_pending(std::uint64_t most) {
    const std::uint64_t counted = std::min(uncounted_, most);
    statistics_.created += counted;
    uncounted_ -= counted;
    if (uncounted_ > 0 || !ended_) return;
    const Report report = *ended_;
    ended_.reset();
    leaf(report);
  }

  void enter(const State& s, const Key& key, std::uint64_t hash, Window window, Bounds known,
             int depth_left, const Move* hint) {
    ++statistics_.expanded;
    if constexpr (Repeating<G>) path_.push(key, hash);
    const Side side = g_.to_move(s);
    const Outcome worst = side == Side::Max ? 0 : g_.scale().best();
    Frame& f = frames_.emplace_back();
    f.s = s;
    f.key = key;
    f.hash = hash;
    f.created_before = statistics_.created;
    f.depth_left = depth_left;
    f.window = window;
    f.known = known;
    f.children = {worst, worst};
    f.side = side;
    if (table_.shared()) tell_others(f);
    statistics_.deepest = std::max(statistics_.deepest, static_cast<int>(frames_.size()));
    if constexpr (LooksAhead<K, G>) {
      if (known_.looks_ahead()) return look_ahead(f, hint);
    }
    MovesOf<G> list;
    known_.list_moves(s, list);
    if constexpr (ProbesMoves<K, G>) {
      if (known_.probes_moves(s) && answered_by_table(f, list)) return;
    }
    NodeBudget budget;
    known_.order_moves(s, list, budget);
    uncounted_ += budget.spent;
    if (hint != nullptr) put_first(*hint, list);
    f.first_move = static_cast<std::uint32_t>(moves_.size());
    f.move_count = list.size;
    moves_.insert(moves_.end(), list.begin(), list.end());
  }

  void look_ahead(Frame& f, const Move* hint) requires LooksAhead<K, G>;
  bool list_children(Frame& f, const Move* hint) requires LooksAhead<K, G>;
  bool probe_children(Frame& f);
  bool answered_by_table(Frame& f, const MovesOf<G>& list);
  static bool good_enough(const Frame& f, Bounds child) {
    return f.side == Side::Max ? child.pess >= f.window.beta : child.opti <= f.window.alpha;
  }
  void take_in(Frame& f, Move move, Bounds b) {
    const bool better = f.side == Side::Max ? b.pess > f.children.pess : b.opti < f.children.opti;
    if (better || !f.has_best) {
      f.best = move;
      f.has_best = true;
    }
    f.children = best_of(f.side, f.children, b);
  }
  [[gnu::always_inline]] inline void choose_next(const Frame& f);

  // For those who watch: the same steps, told one by one.
  SliceResult run_and_tell(const Slice& slice);
  void tell_entered();
  void tell_leaf(Window window);
  Footstep::Reason reason_of(const State& s, Window window, int depth_left) const;

  // Among several searchers on one table; not inlined where one searcher alone would pay for it.
  void tell_others(Frame& f);
  void leave(const Frame& f) {
    if (f.told) table_.presence().leave(f.hash);
  }
  [[gnu::noinline]] void put_off_busy_children(Frame& f);
  bool is_busy(const Frame& f) const;
  bool overtaken();
  void return_to(std::size_t ply);

  // What of the node's window is still open: the side to move has got as far as one of its ends.
  Window still_open(const Frame& f) const {
    const Bounds now = so_far(f);
    return f.side == Side::Max ? Window{std::max(f.window.alpha, now.pess), f.window.beta}
                               : Window{f.window.alpha, std::min(f.window.beta, now.opti)};
  }
  // Is the next child better than that?
  static Window better(Side side, Window open) {
    return side == Side::Max ? Window::of_cut(open.alpha) : Window::of_cut(open.beta - 1);
  }
  // The window of the next child.
  Window child_window(const Frame& f) const {
    const Window open = still_open(f);
    const bool first = f.next_move == 0;
    switch (design_.algorithm.child_window) {
      case ChildWindow::Test:
        if (f.again) return window_;
        return first || f.window.null() ? f.window : better(f.side, open);
      case ChildWindow::Null: return first || f.again ? open : better(f.side, open);
      default: return open;
    }
  }

  // A null window said "better": is it worth a second look with a wider one?
  bool look_again(const Frame& f, Bounds child) const {
    if (design_.algorithm.child_window == ChildWindow::Whole || f.again || f.next_move == 0)
      return false;
    if (child.closed() || f.window.null()) return false;
    const Window open = still_open(f);
    return f.side == Side::Max ? open.alpha < child.pess && child.pess < open.beta
                               : open.alpha < child.opti && child.opti < open.beta;
  }

  void leaf(const Report& report) {
    ++statistics_.leaves;
    if (watcher_ != nullptr) [[unlikely]]
      told_ = report.bounds;
    report_to_parent(report);
  }

  void report_to_parent(const Report& report) {
    Frame& f = frames_.back();
    f.oldest_repetition = std::min(f.oldest_repetition, report.oldest_repetition);
    f.cut_in = std::max(f.cut_in, report.cut_in);
    if (look_again(f, report.bounds)) {
      f.again = true;
      return;
    }
    f.again = false;
    take_in(f, move_of(f), report.bounds);
    ++f.next_move;
  }

  // The bounds of a node while some of its children have not been looked at.
  static Bounds so_far(const Frame& f) {
    Bounds b = f.known;
    if (f.next_move == f.move_count) return clamp(b, f.children);
    if (f.side == Side::Max)
      b.pess = std::clamp(f.children.pess, b.pess, b.opti);
    else
      b.opti = std::clamp(f.children.opti, b.pess, b.opti);
    return b;
  }
  void finish() {
    const Frame& f = frames_.back();
    const int ply = static_cast<int>(frames_.size()) - 1;
    Report report{so_far(f), f.oldest_repetition, f.cut_in};
    if (report.oldest_repetition >= ply) report.oldest_repetition = kNoRepetition;
    remember(f, report);
    if (known_.looks_ahead())
      children_.resize(f.first_move);
    else
      moves_.resize(f.first_move);
    if constexpr (Repeating<G>) path_.pop(f.hash);
    leave(f);
    if (ply == 0) return end_iteration(report);
    if (table_.shared()) sizes_.note(frames_.size() - 1, statistics_.created - f.created_before);
    frames_.pop_back();
    report_to_parent(report);
  }

  void remember(const Frame& f, const Report& report) {
    if (!table_.enabled()) return;
    table_.store(f.key, f.hash, path_free(f, report), statistics_.created - f.created_before,
                 [&](Guidance& guidance, bool guided) {
                   if (f.has_best) guidance.move = f.best;
                   return f.has_best || guided;
                 });
    if (deepening_)
      remember_horizon(f, f.window.answered_by(report.bounds) ? std::uint8_t{0} : report.cut_in);
  }
  // The deepest search that could not answer is remembered, until one at least as deep could.
  void remember_horizon(const Frame& f, std::uint8_t cut_in) {
    const auto before = horizons_.find(f.key, f.hash);
    const Horizon now{static_cast<std::uint8_t>(std::min(f.depth_left, Horizon::kDeepest)), cut_in};
    if (before && before->depth > now.depth) return;
    if (now.used())
      horizons_.store(f.key, f.hash, now);
    else if (before)
      horizons_.erase(f.key, f.hash);
  }
  // The rounds are numbered. Before a number is used again, all that stems from its first use is
  // forgotten.
  void new_round() {
    if (++round_ != 0) return;
    round_ = 1;
    horizons_.clear();
  }

  Bounds path_free(const Frame& f, const Report& report) const {
    Bounds b = report.bounds;
    if constexpr (Repeating<G>) {
      if (report.oldest_repetition == kNoRepetition) return b;
      const Outcome worth = g_.repetition(f.s);
      if (b.pess <= worth) b.pess = f.known.pess;
      if (b.opti >= worth) b.opti = f.known.opti;
    }
    return b;
  }

  void begin_iteration() {
    const int depth = deepening_ ? statistics_.iteration : kUnlimited;
    if (deepening_) new_round();
    if constexpr (Repeating<G>) path_.clear();
    const auto fact = table_.find(root_key_, root_hash_);
    enter(root_, root_key_, root_hash_, aim_.next(window_, open()), bounds_, depth, hint(fact));
    if (watcher_ != nullptr) tell_entered();
  }
  // What of the question has no answer yet.
  Window open() const {
    return {std::max(window_.alpha, bounds_.pess), std::min(window_.beta, bounds_.opti)};
  }
  // NegaScout only: the others are what their papers say.
  Aim aim() {
    if (deepening_ || !design_.knowledge) return {};
    if (design_.algorithm.child_window != ChildWindow::Null) return {};
    if constexpr (RewardsSpeed<G>) return Aim::from_outside(g_.scale().best());
    if constexpr (GuessesValue<K, G>) {
      if (open().beta - open().alpha <= 2) return {};
      NodeBudget budget;
      const auto guess = known_.guess(root_, budget);
      uncounted_ += budget.spent;
      if (guess) return Aim::near(*guess);
    }
    return {};
  }

  void end_iteration(const Report& report) {
    const Frame& root = frames_.back();
    const Bounds before = bounds_;
    bounds_ = report.bounds;
    const bool reached = root.side == Side::Max ? root.children.pess >= bounds_.pess
                                                : root.children.opti <= bounds_.opti;
    if (root.has_best && reached) best_ = erase_move(root.best);
    frames_.pop_back();
    done_ = window_.answered_by(bounds_);
    if (done_) return;
    if (deepening_) {
      require(report.cut_in != 0, "a search without a horizon answers its question");
      ++statistics_.iteration;
    } else {
      require(!(bounds_ == before), "a search of the root answers something");
    }
    begin_iteration();
  }

  std::size_t memory_in_use() const {
    return table_.bytes() + horizons_.bytes() + endings_.bytes() +
           frames_.capacity() * sizeof(Frame) + moves_.capacity() * sizeof(Move) +
           children_.capacity() * sizeof(Child);
  }
  // Looked at now and then, and at the same nodes wherever slices end.
  bool memory_is_used_up() const {
    constexpr std::uint64_t kOften = 64;
    if (!Growing<G> && statistics_.expanded % kOften != 0) return false;
    return bytes_of(g_) + memory_in_use() > design_.memory;
  }

  const G& g_;
  Evaluator<G, K> known_;
  Design design_;
  bool deepening_;
  Notes<Key, Horizon> horizons_;
  [[no_unique_address]] MemoryOf<K, G> endings_;
  std::uint8_t round_ = 1;
  TableAccess<Key, Guidance> table_;

  State root_{};
  Key root_key_{};
  std::uint64_t root_hash_ = 0;
  Window window_{};
  Aim aim_;
  Bounds bounds_;
  bool done_ = true;
  std::optional<AnyMove> best_;
  std::vector<Frame> frames_;
  std::vector<Move> moves_;  // of all frames, one after another
  std::vector<Child> children_;
  Path<Key> path_;
  std::uint64_t uncounted_ = 0;  // nodes looked at and not yet counted
  std::optional<Report> ended_;  // what the ending came to, to be used when they are
  PlySizes sizes_;               // when others search too
  std::uint64_t next_look_ = 0;  // at what they have found, after so many nodes
  Watcher* watcher_ = nullptr;
  Bounds told_;           // of the last leaf, for the watcher,
  Window told_window_{};  // and the window that it was looked at with
  Statistics statistics_;
};

}  // namespace solvent::search

#include "search/window_ahead.hpp"
#include "search/window_team.hpp"
#include "search/window_told.hpp"
