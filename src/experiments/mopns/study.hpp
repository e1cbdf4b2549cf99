// What the MOPNS paper measured, as data, and the report on our own measurements.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/mopns/mopns.hpp"

namespace solvent::experiments {

// Totals over all positions of a board; zero for what was not published.
struct MopnsFigures {
  std::int64_t mopns = 0, pns = 0;
  int mopns_fewer = 0, pns_fewer = 0, ties = 0;
  double mopns_seconds = 0, pns_seconds = 0;
};

// Another convention on the same positions, with the totals of an independent program.
struct MopnsVariant {
  std::string name, words;
  MopnsConvention convention;
  MopnsFigures independent;
};

struct MopnsBoard {
  std::string spec, outcomes, label;
  int plies;
  bool acyclic;
  double weight;             // of a position, in seconds
  std::size_t quick_stride;  // every so many positions in a quick run, 0 for none
  int positions;             // published, as are these:
  MopnsFigures published;
  std::string values{};                       // wins / draws / losses of the first player
  std::string why;                            // totals differ
  std::optional<MopnsFigures> independent{};  // under our convention, by another program
  std::vector<MopnsVariant> variants{};

  std::string key(std::size_t position, const std::string& variant = {}) const;
};

// One position, claim by claim; a claim that the paper has and the scale has not is not asked.
struct MopnsProblem {
  std::string spec, position, label;
  std::string key() const { return "problem " + label; }
};
inline constexpr std::pair<int, int> kProblemRange{1, 3};

struct MopnsStudy {
  std::string name, summary, title;
  std::vector<std::string> protocol;
  std::vector<MopnsBoard> boards;
  std::vector<MopnsProblem> problems{};
  std::vector<std::string> notes;
};
MopnsStudy mopns_connect4_study();
MopnsStudy mopns_woodpush_study();

report::Report report_mopns(const MopnsStudy& study, const Records& records);

}  // namespace solvent::experiments
