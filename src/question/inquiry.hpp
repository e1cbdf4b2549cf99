// An inquiry: one question about one position, answered by machines slice by slice. First the
// question itself, then, once the value is exact, a line of best play, then, if asked, the value of
// every move.
//
// The line is proved move by move: each move is one whose value was shown to equal the position's,
// the search's own choice where it has one.
// Where positions can repeat that is not enough, since a winner could preserve his win for ever; so
// a side that has more than the worth of infinite play follows one proof, whose moves lead to
// positions proved earlier and earlier until the rules promise the value, or a database in a lower
// slice. The line is an extra: when it costs much more than the answer did, it is cut short.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "game/any_game.hpp"
#include "search/machine.hpp"

namespace solvent {

// How often the endgame database and the store knew something.
struct ProbeHits {
  std::uint64_t database = 0, store = 0;

  ProbeHits& operator+=(ProbeHits more) {
    database += more.database;
    store += more.store;
    return *this;
  }
  bool any() const { return database + store > 0; }
  void archive(Archive& a) { a(database, store); }
};

// What bounds rest on beside the rules.
struct Grounds {
  bool searched = false;  // or found in a table
  ProbeHits hits;

  Grounds& operator+=(const Grounds& more) {
    searched = searched || more.searched;
    hits += more.hits;
    return *this;
  }
  void archive(Archive& a) { a(searched, hits); }
};

struct ValuedMove {
  AnyMove move;
  Bounds bounds;  // of the position after it, as far as the question tells them apart
  Grounds grounds{};
  std::uint64_t nodes = 0;

  void archive(Archive& a) { a(move, bounds, grounds, nodes); }
};

struct Question {
  search::Window window;
  bool line = true;  // a line of best play
  bool best = true;  // the best move, where the line is not asked for
  bool every_move = false;
  // Nothing but the moves: each gets a few nodes, and then those that need more get more, round by
  // round, so that what is easy to know is known first.
  bool only_moves = false;
  // What is known of a position before searching: moves to known positions are tried first.
  std::function<std::optional<Bounds>(const AnyState&)> known = {};
  std::function<ProbeHits()> probe_hits = {};  // so far, by all machines
};

struct Findings {
  Bounds bounds;                    // of the position, always true
  bool answered = false;            // the question itself
  std::optional<Outcome> estimate;  // of a search that a precision rate ended
  std::optional<AnyMove> best;      // as the search found it; the line's first move is proved again
  std::vector<AnyMove> line;
  bool line_done = false;         // nothing more to add: the game ends, is decided, or repeats
  bool line_repeats = false;      // the last move leads to a position of the line
  bool contradicted = false;      // no move keeps the value: a probe has said what is not so
  std::vector<ValuedMove> moves;  // in the game's order; those begun, or all if only they are asked
  search::Statistics statistics;  // of the question itself
  std::uint64_t extra_nodes = 0;  // created for the line and the moves
  Grounds grounds;                // of the bounds, and those of the moves if they are asked for

  void archive(Archive& a) {
    a(bounds, answered, estimate, best, line, line_done, line_repeats, moves, statistics,
      extra_nodes, grounds);
  }
};

class Inquiry {
 public:
  enum class Stage : std::uint8_t { Search, Line, Moves, Done };

  // `prover` answers the question and values the moves; `tester`, which may be the same, tests the
  // moves of the line; `strategy` (Design::strategy, new for every inquiry) is needed only where
  // positions can repeat.
  Inquiry(const AnyGame& game, search::Machine& prover, search::Machine& tester,
          search::Machine* strategy, const AnyState& root, const Question& question);

  search::SliceResult step(const search::Slice& slice);
  Stage stage() const { return stage_; }
  Findings findings() const;
  Bounds bounds() const { return stage_ == Stage::Search ? prover_.bounds() : found_.bounds; }
  const std::vector<ValuedMove>& moves() const { return found_.moves; }
  // Of a search that is not done: the move that it would go on with. Nothing is proved of it.
  std::optional<AnyMove> promising() const;
  // Which share of the moves has been valued, where they are valued one after another.
  double share_of_moves() const {
    if (question_.only_moves) return 0;
    return static_cast<double>(next_ - std::min<std::size_t>(1, next_)) /
           static_cast<double>(std::max<std::size_t>(1, moves_.size()));
  }
  // The one that is being valued.
  std::optional<AnyMove> move() const {
    return stage_ == Stage::Moves ? std::optional(found_.moves[next_ - 1].move) : std::nullopt;
  }
  std::uint64_t created() const;
  // Where it stands, its machines included; of one that is done, what it found.
  void archive(Archive& a);

 private:
  void begin_line();
  void begin_ply();
  bool order_candidates();
  void next_candidate();
  void take_answer(const search::Machine& machine);
  void play(AnyMove move);
  void end_line(bool repeats);
  void contradict();
  void begin_moves();
  void next_move();
  bool next_round();
  search::SliceResult step_moves(const search::Slice& slice);
  void sum_up_moves();
  search::SliceResult step_line(const search::Slice& slice);
  search::SliceResult run(search::Machine& machine, const search::Slice& slice);
  Grounds grounds_of_prover();
  ProbeHits new_hits();
  bool must_make_progress(const AnyState& s) const;
  bool settled_by_rules(const AnyState& s) const;
  bool every_move_keeps_value(Side mover) const;
  Statement keeps_value(Side mover) const;
  Bounds reach_of_moves() const;

  const AnyGame& game_;
  search::Machine& prover_;
  search::Machine& tester_;
  search::Machine* strategy_;
  AnyState root_;
  Question question_;
  Stage stage_ = Stage::Search;
  Findings found_;

  // The line: where it stands, and what is being asked about its next move.
  enum class Asking : std::uint8_t { Nothing, Position, Candidate, Strategy };
  Asking asking_ = Asking::Nothing;
  std::vector<AnyState> visited_;    // the positions of the line
  std::vector<AnyMove> candidates_;  // moves to try, the one being tried last
  std::uint64_t counted_ = 0;        // nodes of the running machine already in extra_nodes

  // The moves: which one is next, and what each may cost in this round.
  std::vector<AnyMove> moves_;
  std::size_t next_ = 0;
  std::uint64_t budget_ = search::Slice::kEndless;
  bool useful_ = false;         // this round: something but memory has ended a search
  bool out_of_memory_ = false;  // the next one would fail too
  search::Statistics earlier_;  // of the searches of moves before this one
  ProbeHits hits_before_;       // when `new_hits` was last asked
};

}  // namespace solvent
