// What the two experiments of the study of probability-based proof-number search (2020) have in
// common: seeded random positions, the question "can the player to move win?", its methods, and
// what became of their conclusions once the truth is known.
//
// The study counts a position as solved when the root's probability is within a precision rate of 0
// or 1. Here that is an estimate, and every one is held against the answer of the exact solver.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "solvent/solve.hpp"

namespace solvent::experiments {

std::unique_ptr<Experiment> make_ppns_connect4();
std::unique_ptr<Experiment> make_ppns_othello();

namespace ppns {

inline constexpr const char* kSource =
    "A. Primanita, M. N. A. Khalid and H. Iida: Characterizing the nature of probability-based "
    "proof number search: a case study in the Othello and Connect Four games. Information 11 (5), "
    "264 (2020)";
inline constexpr const char* kOtherCaps =
    "under other limits than the study's, and on other positions";
inline constexpr const char* kQuickNote =
    "This is the quick size, for tests: so few positions and such small caps say little about a "
    "claim.";
inline constexpr const char* kUnfinishedNote =
    "Not every search is done, so there are no verdicts yet.";

struct Method {
  std::string label;      // in tables: "PPNS, pr 1e-3, theta 0.01"
  std::string algorithm;  // of Options
  double theta = 0.01;
  double precision_rate = 0;
};

struct Caps {
  std::uint64_t nodes;
  std::optional<double> seconds{};
};

std::string caps_text(const Caps& pns, const Caps& playouts);

struct Subject {
  std::string text;  // the moves from the start, or the position
  Position position;
};

// Positions after so many plies of uniformly random play from the start, none ended and no two
// alike. A smaller sample is the beginning of a larger one.
std::vector<Subject> random_positions(const Ruleset& game, int plies, std::size_t count,
                                      std::uint64_t seed, bool as_moves);

// One search of one position. `prefix` names the experiment.
struct Search {
  std::string prefix;
  Subject subject;
  Method method;
  Caps caps;
  std::uint64_t seed = 1;  // of the random games
  bool traced = false;     // only for the course of the root's probability

  std::string key() const;
  Task task(double weight) const;
};
// The question put to `auto` with all that it knows, and the method's label in tables.
Method exact_method();

enum class Conclusion : std::uint8_t { Out, Proved, Disproved, LikelyWon, LikelyNot };
struct Finding {
  Conclusion answer = Conclusion::Out;
  std::uint64_t nodes = 0, playouts = 0;
  double seconds = 0;
  bool concluded() const { return answer != Conclusion::Out; }
  bool says_won() const { return answer == Conclusion::Proved || answer == Conclusion::LikelyWon; }
  bool estimate() const {
    return answer == Conclusion::LikelyWon || answer == Conclusion::LikelyNot;
  }
};
std::optional<Finding> finding(const Records& records, const Search& search);
// What the exact solver found, if it did.
std::optional<bool> won_by(const std::optional<Finding>& truth);
std::string_view words(Conclusion answer);  // "proved", "estimate: won", ...

// What a method made of a sample.
struct Tally {
  int positions = 0;
  int proved = 0, disproved = 0, out = 0;
  int likely_won = 0, likely_not = 0;     // estimates,
  int right = 0, wrong = 0, unknown = 0;  // by the truth
  int false_proofs = 0;                   // proofs against it: there must be none
  std::uint64_t nodes = 0, playouts = 0;
  double seconds = 0;

  void add(const Finding& found, std::optional<bool> won);
  void add(const Tally& other);
  int won() const { return proved + likely_won; }
  int not_won() const { return disproved + likely_not; }
  int estimates() const { return likely_won + likely_not; }
  int concluded() const { return won() + not_won(); }
  double mean_nodes() const { return positions ? static_cast<double>(nodes) / positions : 0; }
  double mean_seconds() const { return positions ? seconds / positions : 0; }
};

// "86 / 45 / 69": won, not won, out.
std::string outcome_text(const Tally& t);

// A row a method: what it concluded, how much of it was proved, unproved and wrong, and its cost.
// `first` are the columns before (a stage), `published` the paper's won / not won / out.
std::vector<std::string> tally_columns(std::vector<std::string> first);
std::vector<report::Cell> tally_row(std::vector<report::Cell> first, const Tally& t,
                                    const std::string& published);
// The parts of stacked bars, and their sizes in per cent of the positions.
std::vector<std::string> bar_parts();
std::vector<double> bar_sizes(const Tally& t);

// The root's probability against iterations, from the traced searches.
report::XyPlot probability_plot(const std::string& name, const std::string& caption,
                                const std::vector<std::pair<std::string, Search>>& traced,
                                const Records& records);

}  // namespace ppns
}  // namespace solvent::experiments
