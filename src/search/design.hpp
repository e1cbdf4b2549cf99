// What a search is made of. An algorithm is a choice on each of four axes; the names that papers
// and the command line use are rows of one table (search/presets.hpp).
//
//     traversal   in which order positions are looked at, and with which windows
//     effort      the numbers that guide a search on efforts, and how they join
//     leaf        what the numbers of a new node begin with
//     driver      how a value is found: by all cuts in one search, or by one question after another
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "search/drivers.hpp"

namespace solvent {
class Pool;      // solvent/pool.hpp
struct Profile;  // games/engines.hpp
}  // namespace solvent
namespace solvent::parallel {
class Helpers;  // parallel/helpers.hpp
}

namespace solvent::search {

// Everything: each position that can be reached, once. Windows: depth first, pruned by windows.
// DepthFirst and BestFirst: guided by efforts.
enum class Traversal : std::uint8_t { Everything, Windows, DepthFirst, BestFirst };
// Of Traversal::Windows: with which window the children after the first are looked at. Whole: the
// node's own (alpha-beta); Test: one of no width, and if that says "better" the root's (SCOUT);
// Null: one of no width, and if that says "better" the node's (NegaScout).
enum class ChildWindow : std::uint8_t { Whole, Test, Null };
// As in effort/effort.hpp.
enum class EffortKind : std::uint8_t { ProofNumbers, WeakProofNumbers, MonteCarlo, Probabilities };
enum class Leaf : std::uint8_t { Ones, Mobility, Playouts, Costs };
// How large the searches are that a best-first search makes at its leaves: the second level of PN²
// (search/best_first/second_level.hpp).
enum class Second : std::uint8_t { None, Descents, FirstTree, Fraction };

struct Algorithm {
  Traversal traversal = Traversal::Windows;
  ChildWindow child_window = ChildWindow::Whole;
  EffortKind effort = EffortKind::ProofNumbers;
  Leaf leaf = Leaf::Ones;
  Driver driver = Driver::Attracting;
  Second second = Second::None;

  friend constexpr bool operator==(Algorithm, Algorithm) = default;

  // The same with another choice on one axis.
  constexpr Algorithm with(EffortKind other) const { return changed(&Algorithm::effort, other); }
  constexpr Algorithm with(Leaf other) const { return changed(&Algorithm::leaf, other); }
  constexpr Algorithm with(Driver other) const { return changed(&Algorithm::driver, other); }
  constexpr Algorithm with(Second other) const { return changed(&Algorithm::second, other); }

  constexpr bool on_efforts() const {
    return traversal == Traversal::DepthFirst || traversal == Traversal::BestFirst;
  }
  // Is a value found by several two-valued searches?
  constexpr bool asks_questions() const { return on_efforts() && driver != Driver::Attracting; }
  constexpr bool has_weak_numbers() const { return effort == EffortKind::WeakProofNumbers; }
  constexpr bool on_proof_numbers() const {
    return on_efforts() && (effort == EffortKind::ProofNumbers || has_weak_numbers());
  }

  template <class Axis>
  constexpr Algorithm changed(Axis Algorithm::*axis, Axis choice) const {
    Algorithm other = *this;
    other.*axis = choice;
    return other;
  }
};

enum class Deepening : std::uint8_t { Auto, On, Off };
// When a new node of a best-first tree is looked at for its value.
enum class Evaluation : std::uint8_t { WhenCreated, WhenSelected };
// Which child a descent takes: the cheapest for the side to move, or, after Hsu's lecture, the
// cheapest for the side that the search has committed itself to, and otherwise the first.
enum class Selection : std::uint8_t { MostProving, Lecture };

// An algorithm that is tried before another, with so many nodes.
struct Trial {
  Algorithm algorithm;
  std::uint64_t nodes;
};

struct Design {
  Algorithm algorithm{};
  std::optional<Trial> first{};
  bool attack = false;  // ask before whether a side wins by threats, where a game knows (threats/)
  std::size_t table_bytes = std::size_t{64} << 20;  // 0: no table
  std::size_t memory = std::size_t{1} << 30;        // what the machine may hold, tables included
  int threads = 1;               // of a depth-first search: so many searchers on one table,
  std::uint64_t alone = 50'000;  // of whom the first makes so many nodes before it calls the others
  Pool* pool = nullptr;          // which lends the others their permits; null: they need none
  parallel::Helpers* helpers = nullptr;  // other ranks, who take search jobs; null: there are none
  bool knowledge = true;
  bool plain_rules = false;  // of the rules use only who has won at the end (published experiments)
  const Profile* profile = nullptr;  // a search of its own instead, of which the rest says nothing

  // Windows
  Deepening deepening = Deepening::Auto;  // Auto: only where positions can repeat

  // Best first
  bool keep_tree = false;  // one tree for all questions
  Evaluation evaluation = Evaluation::WhenCreated;
  Selection selection = Selection::MostProving;
  bool keep_solved = false;                       // do not free what is solved
  bool graph = false;                             // merge transpositions; of acyclic games only
  double fraction_a = 1.8e6, fraction_b = 240e3;  // of Second::Fraction
  std::uint32_t playouts = 60;                    // random games for a new node
  double theta = 0.01;        // shares of random games stay within theta..1-theta
  double precision_rate = 0;  // stop, unproved, once p is that close to 0 or 1; 0: never
  std::uint64_t seed = 1;

  // Depth first on efforts
  double epsilon = 0.5;           // how much more than the second best child the best may cost
  std::uint64_t patience = 1000;  // claims found again on other paths before a survey
  bool strategy = false;          // keep the moves of proofs; for one claim, all the search's life

  std::size_t searchers() const { return static_cast<std::size_t>(threads); }
  // A quarter of the table's memory is for what searchers note for themselves, where they do.
  std::size_t notes() const { return table_bytes / 4; }
  std::size_t notes_of_one() const { return notes() / searchers(); }
};

}  // namespace solvent::search
