// Solving: a question, its limits, and an answer that is true however it ends.
//
//   solvent::Options options;
//   options.limits.seconds = 10;
//   auto solver = solvent::Solver::make(game, options);  // keeps what it learns
//   solvent::Answer answer = solver->solve(position);
//   if (answer.value) std::printf("%+d", *answer.value);
//
// Values, bounds and questions are all for the side to move.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "solvent/errors.hpp"
#include "solvent/game.hpp"
#include "solvent/threats.hpp"

namespace solvent {

class Pool;   // solvent/pool.hpp
class Ranks;  // solvent/ranks.hpp

struct AlgorithmDescription {
  std::string name, summary, source;
};
std::vector<AlgorithmDescription> algorithms();  // all names for Options::algorithm, auto the last

struct Limits {
  std::optional<std::uint64_t> nodes;   // created in all, for the line and the moves too
  std::optional<double> seconds;        // of the wall clock
  std::optional<std::uint64_t> memory;  // bytes; half of the machine's if not given
};

// Every member has a row in src/session/option_table.hpp, which says who uses it, in which range,
// and what programs call it.
struct Options {
  std::string algorithm = "auto";
  std::optional<int> at_least;               // one two-valued question instead of the value
  std::optional<std::pair<int, int>> range;  // outcomes at and beyond its ends are not told apart
  bool moves = false;  // the value of every legal move, as far as the question tells them apart
  bool line = true;    // the best move and a line of best play
  Limits limits;
  std::optional<std::uint64_t> table_size;  // bytes, 0 for none
  std::optional<std::uint64_t> threads;     // that search one question together (default 1)
  // What only some algorithms have is an error with the others, at its default too.
  std::optional<bool> deepening;      // iterative; by default where positions can repeat
  std::optional<std::string> driver;  // pns, pn2, dfpn asked for a value: binary (default), linear,
                                      // linear-down or open
  bool keep_tree = false;             // pns: one tree for all questions of its driver
  bool mobility = false;              // best-first: new nodes' numbers from their moves
  std::optional<std::string> evaluate;   // best-first: new nodes when created (default) or selected
  std::optional<std::string> selection;  // pns: most-proving (default), or lecture: the root
                                         // decides to prove or to disprove
  std::optional<std::string> second_level;  // pn2, mopn2: first-tree (default), descents, fraction
                                            // or fraction:A,B
  bool keep_solved = false;                 // best-first: free nothing that is solved
  bool graph = false;                       // best-first: merge transpositions (acyclic games)
  std::optional<std::uint64_t> playouts;    // mcpns, ppns: random games for a new node (default 60)
  std::optional<double> theta;  // of these: wins count as a share within theta..1-theta (0.01)
  std::optional<double> precision_rate;  // ppns: stop with an estimate once p is that near 0 or 1
  std::uint64_t seed = 1;                // of all that is random
  std::optional<double> epsilon;  // dfpn, dfmopns, dfppns: a child may cost 1+epsilon of the next
                                  // (default 0.5)
  bool weak_sums = false;         // dfpn, dfmopns: the largest number and 1 for each other child
  bool knowledge = true;          // let the game lend what it knows beyond the rules
  std::string profile;  // repeats a paper's search: saffidine2012, allis1994 (its rules too)
  std::string endgame;  // a folder with an endgame database of the game
  // A file for a certificate of the answer, JSON if it ends in .json; or a folder, which exists or
  // ends in a slash, for one in parts.
  std::string proof;
  bool certify = false;      // write one, check it, and only then answer
  bool minimize = false;     // take time for a smaller one
  std::uint64_t leaf = 300;  // positions that the checker may search to prove a claim by itself
  std::uint64_t part = 1'000'000;  // claims in a part of a certificate, about
  std::string checkpoint;          // a file that keeps where a solve stands, for Solver::resume:
  double checkpoint_every = 300;   // written so often (seconds), and when a solve ends
  std::string store;  // a folder with positions that other runs have solved, and room for ours
  std::uint64_t store_size = std::uint64_t{1} << 30;  // bytes; the cheapest positions make room
};

// As many threads as there are cores, or as many as are said, unless Options::threads has a number.
// The best-first algorithms keep one: with several, pns and mopns become searches by jobs, which
// count other nodes in another order, and that is left to those who ask for it.
Options on_every_core(Options options, std::uint64_t cores = 0);

enum class Status : std::uint8_t {
  Solved,
  NodeLimit,
  TimeLimit,
  MemoryLimit,
  Interrupted,
  Estimate
};
std::string_view name(Status status);  // "solved", "node-limit", ...

struct Counts {
  std::uint64_t created = 0, expanded = 0, leaves = 0, frontier = 0;
  std::uint64_t table_probes = 0, table_hits = 0, table_stores = 0, table_replaced = 0;
  std::uint64_t largest_tree = 0, descents = 0, updates = 0;  // best-first
  std::uint64_t playouts = 0;                                 // random games
  std::uint64_t questions = 0, largest_question = 0;  // two-valued searches, nodes of the largest
  int iteration = 0, deepest = 0;
};

struct MoveValue {
  std::string move;
  int lower, upper;
  std::vector<std::string> rests_on = {};  // as Answer::rests_on
  std::uint64_t nodes = 0;                 // created for it
  std::optional<int> value() const { return lower == upper ? std::optional(lower) : std::nullopt; }
};

// What became of the certificate that was asked for. It is complete, or it was not written.
struct ProofReport {
  Status status = Status::Solved;  // or the limit that ended it
  std::string problem;             // why it is not there, in words; empty if it is
  std::uint64_t claims = 0, bytes = 0, nodes = 0;
  int layers = 0;
  std::uint64_t parts = 0;        // of a proof in parts,
  std::uint64_t parts_found = 0;  // and those that earlier runs have left
  bool relative = false;  // claims rest on the endgame database, whose values nobody has checked
  bool checked = false;   // the checker has verified it: all but such values
  double seconds = 0;     // for collecting, writing and checking it
  bool written() const { return status == Status::Solved && problem.empty(); }
};

// What the store had to do with an answer. An answer that rests on it is as good as the store.
struct StoreReport {
  bool answered = false;      // it knew the answer, and nothing was searched for it
  std::uint64_t entries = 0;  // positions of the game that were read from it
  std::uint64_t hits = 0;     // times that the search met one of them
  std::uint64_t kept = 0;     // new ones, or more exact ones, from this solve
  std::uint64_t ignored = 0;  // damaged, or at odds with the rules
  std::string problem;        // why findings could not be kept, or were not believed
};

struct Answer {
  Status status = Status::Solved;  // was the question answered, or why not
  Side to_move = Side::Max;
  int lower = 0, upper = 0;            // always true
  std::optional<int> value;            // if solved and lower == upper
  std::optional<bool> at_least_holds;  // the answer to Options::at_least
  std::optional<int> estimate;         // status Estimate: likely, and not proved
  std::string verdict;                 // in words
  std::optional<std::string> best;
  // Of a search that was stopped: the move that it would have gone on with. Nothing is proved of
  // it.
  std::optional<std::string> promising;
  // Of a win or a loss in a game of lines, where a line of play is wanted: how soon it comes.
  std::optional<PliesToWin> plies_to_win;
  std::vector<std::string> line;  // optimal for both sides as far as it goes
  bool line_repeats = false;      // it ends where it would go on for ever
  bool line_cut = false;          // a limit ended it early
  std::vector<MoveValue> moves;   // if asked for, in the game's order; those reached before a limit
  // What the value or the bounds, and the values of moves, rest on: "rules" (they said it without
  // any search), "search", "database", "store", in this order. What a Solver has learnt in earlier
  // solves counts with what it has learnt it from.
  std::vector<std::string> rests_on;
  std::string algorithm;          // the one used, never "auto"
  std::string chosen_because;     // why, if that was "auto"
  Counts counts;                  // of the question itself
  std::uint64_t extra_nodes = 0;  // created for the line and the moves
  std::optional<ProofReport> proof;
  std::optional<StoreReport> store;
  int threads = 1;  // that searched; with more than 1 counts differ from run to run
  double seconds = 0, cpu_seconds = 0;  // cpu: of all threads together
  std::uint64_t peak_bytes = 0;
  bool resumed = false;            // counts and seconds are those of all runs together
  std::string checkpoint_problem;  // why the last checkpoint could not be written, if it could not
};

struct Progress {
  double seconds;
  Counts counts;
  std::uint64_t bytes;
  int lower, upper;
  std::string_view stage;                           // "search", "line", "moves", "proof"
  std::optional<std::pair<double, double>> effort;  // best-first: proof and disproof at the root
  std::string move = {};  // of stage "moves": the one that is being valued
  // Of a proof that is collected: a guess of which share of it is there, and was when this run
  // began. Of one in parts, it is that of the whole proof, otherwise of what one side claims; and
  // how many parts there are, and how many positions are known to be left to others.
  struct Collected {
    double done, begun, seconds;  // since then
    std::uint64_t parts = 0, positions_left = 0;
  };
  std::optional<Collected> collected = {};
  std::optional<double> limit_in = {};  // seconds until a limit ends it; of nodes, at this pace
  std::optional<double> left = {};      // of stage "moves": a guess, in seconds
};

// One round of a best-first search. All is for the side to move at the root.
struct Iteration {
  struct Effort {
    int at_least;            // of this claim:
    double proof, disproof;  // as the algorithm counts them; infinity for what is given up
  };
  std::uint64_t number;           // from 1, in each of a driver's questions
  std::vector<std::string> path;  // to the leaf that was looked at
  int asked;                      // whether the value is at least this
  std::uint64_t created;          // nodes so far
  int lower, upper;
  std::vector<Effort> efforts;  // at the root, for every open claim
};

// How a running solve is watched and stopped. The functions are called in the thread of the solve;
// what they throw comes out of it.
struct Watch {
  std::function<void(const Progress&)> progress;  // called about every `interval` seconds
  double interval = 0.1;
  std::function<void(const Progress&)> narrowed;  // called when the bounds have become narrower
  std::function<void(const MoveValue&)> valued;   // called when those of a move have
  std::function<void(const Iteration&)> trace;    // called after every round of best-first search
  const std::atomic<bool>* stop = nullptr;        // set to true, it ends the solve with true bounds
  // A checkpoint could not be written, in one line. The one before it stays, and the solve goes on.
  std::function<void(const std::string&)> warned;
};

// One position at a time: several threads need a Solver each.
class Solver {
 public:
  // An error for an unknown algorithm, a question off the scale, limits that do not fit, or files
  // that cannot be used. With a pool, others than the caller search only while it lends permits, at
  // most Options::threads in all.
  static Result<Solver> make(const Ruleset& game, const Options& options,
                             std::shared_ptr<Pool> pool = nullptr);
  // With the help of other ranks (`help_solve` of solvent/ranks.hpp), who are asked for it here and
  // are free again when the Solver is gone. An error also for what ranks cannot share, and for
  // ranks that cannot take part.
  static Result<Solver> make(const Ruleset& game, const Options& options, Ranks& ranks);
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  ~Solver();

  // Of a position of this Solver's game. What is learnt stays true and is kept for the next
  // position, unless `forget` is called. Throws DamagedTable, Contradiction, std::bad_alloc if the
  // machine has less memory than the limit, and what callbacks throw; the Solver must not be used
  // after that.
  Answer solve(const Position& position, const Watch& watch = {});
  // The value of every move, and of the position from them: what is easy to know is known first
  // (Watch::valued). Of the files that Options name it writes none but the store.
  Answer value_moves(const Position& position, const Watch& watch = {});
  // Lets the next solve of this position go on from Options::checkpoint, to the same answer and
  // counts as without an interruption. A limit of nodes counts those of all runs, one of time this
  // run only; more memory than before is welcome. False if there is no such file; an error if it
  // cannot be read, or is about another position, question or search, or of another version.
  Result<bool> resume(const Position& position);
  void forget();  // as if it were new
  // Other limits for the solves to come; that of memory stays.
  void limit(std::optional<std::uint64_t> nodes, std::optional<double> seconds);
  // Does the algorithm have rounds for Watch::trace?
  bool traces() const;

 private:
  struct Parts;
  explicit Solver(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace solvent
