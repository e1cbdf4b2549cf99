// All options, each declared once: a member of Options, and a row here. Everything else follows:
// what the command line, the server, the page and Python take and say of it, who may use it, and
// whether a checkpoint asks for it.
#pragma once

#include <iterator>
#include <utility>

#include "session/option.hpp"
#include "solvent/store.hpp"

namespace solvent::session {

namespace table {

template <auto M>
inline constexpr AnyMember of = +[](Options& o) -> auto& {
  return o.*M;
};
template <auto M>
inline constexpr AnyMember limit = +[](Options& o) -> auto& {
  return o.limits.*M;
};

// Who uses what.
using search::Algorithm;
using search::Traversal;
inline bool windows(const Algorithm& a) { return a.traversal == Traversal::Windows; }
inline bool best_first(const Algorithm& a) { return a.traversal == Traversal::BestFirst; }
inline bool depth_first(const Algorithm& a) { return a.traversal == Traversal::DepthFirst; }
inline bool random_games(const Algorithm& a) { return a.leaf == search::Leaf::Playouts; }
inline bool two_levels(const Algorithm& a) { return a.second != search::Second::None; }
inline bool counted_efforts(const Algorithm& a) { return best_first(a) && !random_games(a); }
// Those that put one question of yes or no after another to find a value.
inline bool asks_questions(const Algorithm& a) { return a.asks_questions(); }
inline bool keeps_trees(const Algorithm& a) { return best_first(a) && asks_questions(a); }
inline bool one_level(const Algorithm& a) { return counted_efforts(a) && !two_levels(a); }
inline bool one_level_of_questions(const Algorithm& a) { return one_level(a) && asks_questions(a); }
inline bool estimates(const Algorithm& a) {
  return random_games(a) && a.effort == search::EffortKind::Probabilities;
}
inline bool sums(const Algorithm& a) { return depth_first(a) && a.on_proof_numbers(); }

// Those of papers about any game, and those that single games have.
std::vector<Choice> profiles();

inline constexpr std::string_view kDrivers[] = {"binary", "linear", "linear-down", "open"};
inline constexpr std::string_view kEvaluations[] = {"created", "selected"};
inline constexpr std::string_view kSelections[] = {"most-proving", "lecture"};
inline constexpr std::string_view kSecondLevels[] = {"first-tree", "descents", "fraction",
                                                     "fraction:A,B"};

inline constexpr std::string_view kStore[] = {"store"};
inline constexpr std::string_view kProof[] = {"proof", "certify"};
inline constexpr std::string_view kParts[] = {"proof"};
inline constexpr std::string_view kCheckpoint[] = {"checkpoint"};

inline constexpr std::uint8_t kEverywhere = door::kCommandLine | door::Questions;
inline constexpr std::uint8_t kWatched = door::kCommandLine | door::Searches;

}  // namespace table

// In the order of help.
inline constexpr Option kOptions[] = {
    // --- the question ----------------------------------------------------------------------------
    {.name = "at_least",
     .member = table::of<&Options::at_least>,
     .group = Group::Question,
     .help = "ask only whether the side to move reaches V",
     .value = "V",
     .unit = Unit::Outcome,
     .kept = Kept::Question,
     .doors = table::kEverywhere},
    {.name = "range",
     .member = table::of<&Options::range>,
     .group = Group::Question,
     .help = "find the exact value if it lies within LO..HI; otherwise only say that it is below "
             "or above",
     .value = "LO..HI",
     .unit = Unit::Outcome,
     .example = "-1..3",
     .kept = Kept::Question,
     .doors = table::kEverywhere},
    {.name = "line",
     .member = table::of<&Options::line>,
     .group = Group::Question,
     .help = "find a line of best play",
     .kept = Kept::Question,
     .doors = door::Questions},
    {.name = "moves",
     .member = table::of<&Options::moves>,
     .group = Group::Question,
     .help = "the value of every legal move, or what {at_least} or {range} asks about each",
     .kept = Kept::Question,
     .doors = table::kEverywhere},

    // --- how to search ---------------------------------------------------------------------------
    {.name = "algorithm",
     .member = table::of<&Options::algorithm>,
     .group = Group::Search,
     .help = "how to search (see 'solvent algorithms')",
     .value = "NAME",
     .kept = Kept::Value,
     .doors = table::kEverywhere},
    {.name = "table_size",
     .member = table::of<&Options::table_size>,
     .group = Group::Search,
     .help = "size of the transposition table, in which a search remembers positions; 0 for none",
     .value = "SIZE",
     .unit = Unit::Bytes,
     .usual = "up to 1G",
     .doors = table::kWatched},
    {.name = "threads",
     .member = table::of<&Options::threads>,
     .group = Group::Search,
     .help = "search with N threads once a question has taken 50,000 nodes; from then on counts of "
             "nodes differ from run to run, the value never; pns and mopns then go on by jobs, "
             "minimax and the other best-first searches use one",
     .value = "N",
     .range = {.least = 1, .most = 256},
     .usual = "every core; one for pns and mopns",
     .doors = door::Solve},
    {.name = "knowledge",
     .member = table::of<&Options::knowledge>,
     .group = Group::Search,
     .help = "use what the game knows beyond its rules",
     .kept = Kept::Value,
     .doors = table::kWatched},
    {.name = "seed",
     .member = table::of<&Options::seed>,
     .group = Group::Search,
     .help = "seed of the random games",
     .value = "N",
     .kept = Kept::Value,
     .doors = table::kEverywhere},
    {.name = "profile",
     .member = table::of<&Options::profile>,
     .group = Group::Search,
     .help = "repeat the search of a published paper, with its rules and its way of counting",
     .value = "NAME",
     .listed = table::profiles,
     .used_by = table::one_level,
     .kept = Kept::Value},

    // --- limits ----------------------------------------------------------------------------------
    {.name = "nodes",
     .member = table::limit<&Limits::nodes>,
     .group = Group::Limits,
     .help = "stop after N nodes",
     .value = "N",
     .example = "1000000",
     .doors = table::kEverywhere},
    {.name = "time",
     .member = table::limit<&Limits::seconds>,
     .group = Group::Limits,
     .help = "stop after S seconds",
     .value = "S",
     .unit = Unit::Seconds,
     .doors = table::kEverywhere,
     .json = "seconds"},
    {.name = "memory",
     .member = table::limit<&Limits::memory>,
     .group = Group::Limits,
     .help = "use at most SIZE, such as 500M",
     .value = "SIZE",
     .unit = Unit::Bytes,
     .range = {.least = 1 << 20},
     .usual = "half the machine's",
     .doors = table::kEverywhere},

    // --- windows ---------------------------------------------------------------------------------
    {.name = "deepening",
     .member = table::of<&Options::deepening>,
     .group = Group::Windows,
     .help = "iterative deepening",
     .value = "WHEN",
     .usual = "where positions repeat",
     .used_by = table::windows,
     .kept = Kept::Value},

    // --- effort numbers, best first --------------------------------------------------------------
    {.name = "driver",
     .member = table::of<&Options::driver>,
     .group = Group::BestFirst,
     .help = "which question comes next when a value is asked for (binary: halve the range; "
             "linear: step "
             "up; linear-down: step down; open: double the step, then halve it)",
     .value = "NAME",
     .choices = table::kDrivers,
     .used_by = table::asks_questions,
     .kept = Kept::Value,
     .doors = table::kWatched},
    {.name = "keep_tree",
     .member = table::of<&Options::keep_tree>,
     .group = Group::BestFirst,
     .help = "one tree for all questions of the {driver}",
     .used_by = table::keeps_trees,
     .kept = Kept::Value},
    {.name = "mobility",
     .member = table::of<&Options::mobility>,
     .group = Group::BestFirst,
     .help = "begin new nodes with their number of moves",
     .used_by = table::counted_efforts,
     .kept = Kept::Value,
     .doors = table::kWatched},
    {.name = "evaluate",
     .member = table::of<&Options::evaluate>,
     .group = Group::BestFirst,
     .help = "when to look at a node's value",
     .value = "WHEN",
     .choices = table::kEvaluations,
     .used_by = table::best_first,
     .kept = Kept::Value},
    {.name = "selection",
     .member = table::of<&Options::selection>,
     .group = Group::BestFirst,
     .help = "how the next leaf is chosen; with lecture (Hsu 2014) the root decides whether to "
             "prove or "
             "disprove, that side takes its cheapest move, the other its first open one",
     .value = "NAME",
     .choices = table::kSelections,
     .used_by = table::one_level_of_questions,
     .kept = Kept::Value},
    {.name = "second_level",
     .member = table::of<&Options::second_level>,
     .group = Group::BestFirst,
     .help = "limit of a nested search: as many nodes as the first tree has, as many descents as "
             "it has "
             "made, or the fraction 1/(1+e^((A-x)/B)) of its x nodes",
     .value = "NAME",
     .choices = table::kSecondLevels,
     .example = "fraction:1800000,240000",
     .used_by = table::two_levels,
     .kept = Kept::Value,
     .doors = table::kWatched},
    {.name = "keep_solved",
     .member = table::of<&Options::keep_solved>,
     .group = Group::BestFirst,
     .help = "keep solved nodes in memory",
     .used_by = table::best_first,
     .kept = Kept::Value,
     .doors = table::kWatched},
    {.name = "graph",
     .member = table::of<&Options::graph>,
     .group = Group::BestFirst,
     .help = "merge transpositions (games without repetitions)",
     .used_by = table::one_level,
     .kept = Kept::Value},

    // --- effort numbers, depth first -------------------------------------------------------------
    {.name = "epsilon",
     .member = table::of<&Options::epsilon>,
     .group = Group::DepthFirst,
     .help = "leave a move when it looks 1+E times as costly as the next best",
     .value = "E",
     .range = {.most = 100},
     .usual = "0.5",
     .example = "0.25",
     .used_by = table::depth_first,
     .kept = Kept::Value},
    {.name = "weak_sums",
     .member = table::of<&Options::weak_sums>,
     .group = Group::DepthFirst,
     .help =
         "take the largest of the children's numbers plus 1 for every further child, instead of "
         "their sum",
     .used_by = table::sums,
     .kept = Kept::Value},

    // --- random games ----------------------------------------------------------------------------
    {.name = "playouts",
     .member = table::of<&Options::playouts>,
     .group = Group::RandomGames,
     .help = "random games played for each new node",
     .value = "N",
     .range = {.least = 1, .most = 1'000'000},
     .usual = "60",
     .used_by = table::random_games,
     .kept = Kept::Value,
     .doors = table::kWatched},
    {.name = "theta",
     .member = table::of<&Options::theta>,
     .group = Group::RandomGames,
     .help = "treat shares of wins below T as T, and above 1-T as 1-T",
     .value = "T",
     .range = {.most = 0.5, .without_least = true, .without_most = true},
     .usual = "0.01",
     .example = "0.02",
     .used_by = table::random_games,
     .kept = Kept::Value},
    {.name = "precision_rate",
     .member = table::of<&Options::precision_rate>,
     .group = Group::RandomGames,
     .help =
         "stop with an estimate instead of a value once the estimated probability p of a proof is "
         "within R of 0 or 1",
     .value = "R",
     .range = {.most = 0.5, .without_most = true},
     .usual = "0, never",
     .example = "0.01",
     .used_by = table::estimates,
     .kept = Kept::Value},

    // --- what is known already -------------------------------------------------------------------
    {.name = "endgame",
     .member = table::of<&Options::endgame>,
     .group = Group::Known,
     .help = "use the endgame database in DIR (see 'solvent table')",
     .value = "DIR",
     .unit = Unit::Folder,
     .kept = Kept::Presence},
    {.name = "store",
     .member = table::of<&Options::store>,
     .group = Group::Known,
     .help = "use what earlier runs solved, and keep what this one finds, in DIR",
     .value = "DIR",
     .unit = Unit::Folder,
     .kept = Kept::Presence},
    {.name = "store_size",
     .member = table::of<&Options::store_size>,
     .group = Group::Known,
     .help = "keep the store below SIZE; positions that cost least are dropped first",
     .value = "SIZE",
     .unit = Unit::Bytes,
     .range = {.least = static_cast<double>(kLeastStoreSize)},
     .goes_with = table::kStore},

    // --- proofs ----------------------------------------------------------------------------------
    {.name = "proof",
     .member = table::of<&Options::proof>,
     .group = Group::Proofs,
     .help = "write a certificate of the answer, for solvent-check; as JSON if FILE ends in .json; "
             "in parts, on all cores, if FILE is a folder or ends in a slash, and the same again "
             "goes on after an interruption",
     .value = "FILE",
     .unit = Unit::File,
     .doors = door::Solve},
    {.name = "certify",
     .member = table::of<&Options::certify>,
     .group = Group::Proofs,
     .help = "prove the answer and check the proof before answering; the proof is kept only with "
             "{proof}"},
    {.name = "minimize",
     .member = table::of<&Options::minimize>,
     .group = Group::Proofs,
     .help = "spend more time for a smaller proof",
     .goes_with = table::kProof,
     .doors = door::kCommandLine | door::Proofs},
    {.name = "leaf",
     .member = table::of<&Options::leaf>,
     .group = Group::Proofs,
     .help =
         "leave a claim to the checker if plain search proves it within N positions: the larger "
         "N, the smaller the proof and the more work to check it; 0: the proof says everything",
     .value = "N",
     .range = {.least = 0, .most = 1'000'000},
     .goes_with = table::kProof,
     .doors = door::kCommandLine | door::Proofs},
    {.name = "part",
     .member = table::of<&Options::part>,
     .group = Group::Proofs,
     .help = "claims in each part of a proof that is a folder, about; fewer if memory is short",
     .value = "N",
     .range = {.least = 1, .most = 1e9},
     .goes_with = table::kParts,
     .doors = door::Solve},

    // --- long runs -------------------------------------------------------------------------------
    {.name = "checkpoint",
     .member = table::of<&Options::checkpoint>,
     .group = Group::LongRuns,
     .help = "save the search in FILE from time to time and when it stops",
     .value = "FILE",
     .unit = Unit::File,
     .doors = door::Solve},
    {.name = "checkpoint_every",
     .member = table::of<&Options::checkpoint_every>,
     .group = Group::LongRuns,
     .help = "how often to save it",
     .value = "M",
     .unit = Unit::Minutes,
     .goes_with = table::kCheckpoint,
     .doors = door::Solve},
};

// --- what the compiler can see
// ---------------------------------------------------------------------

namespace table {

struct Anything {
  template <class T>
  operator T() const;
};
template <class T, std::size_t... K>
constexpr bool takes(std::index_sequence<K...>) {
  return requires { T{(void(K), Anything{})...}; };
}
template <class T, std::size_t N = 0>
constexpr std::size_t members() {
  if constexpr (takes<T>(std::make_index_sequence<N + 1>())) return members<T, N + 1>();
  return N;
}
static_assert(std::size(kOptions) == members<Options>() - 1 + members<Limits>(),
              "every member of Options, and of the Limits in it, has a row in kOptions");

constexpr const Option* find(std::string_view name) {
  for (const Option& option : kOptions)
    if (option.name == name) return &option;
  return nullptr;
}
// Does every {name} in these words name an option? {} is for something else.
constexpr bool names_options(std::string_view words) {
  for (std::size_t at = 0; (at = words.find('{', at)) != words.npos; ++at) {
    const std::string_view name = words.substr(at + 1, words.find('}', at) - at - 1);
    if (!name.empty() && find(name) == nullptr) return false;
  }
  return true;
}
constexpr bool sound() {
  for (const Option& option : kOptions) {
    if (find(option.name) != &option || !names_options(option.help)) return false;
    for (const std::string_view other : option.goes_with)
      if (find(other) == nullptr) return false;
  }
  return true;
}
static_assert(sound(), "names of options are unique, and help speaks of options that there are");

}  // namespace table

}  // namespace solvent::session
