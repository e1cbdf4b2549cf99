// The algorithms that have names, each a choice on the axes of search/design.hpp. A new one is a
// row here.
#pragma once

#include <span>
#include <string_view>

#include "search/design.hpp"

namespace solvent::search {

inline constexpr Algorithm kMinimax{.traversal = Traversal::Everything};
inline constexpr Algorithm kAlphaBeta{.traversal = Traversal::Windows};
inline constexpr Algorithm kScout{.traversal = Traversal::Windows,
                                  .child_window = ChildWindow::Test};
inline constexpr Algorithm kNegaScout{.traversal = Traversal::Windows,
                                      .child_window = ChildWindow::Null};
// Leaves that count their moves: a third fewer nodes with proof numbers, twice as many with
// probabilities.
inline constexpr Algorithm kDfpn{
    .traversal = Traversal::DepthFirst, .leaf = Leaf::Mobility, .driver = Driver::Binary};
inline constexpr Algorithm kDfmopns{.traversal = Traversal::DepthFirst, .leaf = Leaf::Mobility};
inline constexpr Algorithm kDfppns{.traversal = Traversal::DepthFirst,
                                   .effort = EffortKind::Probabilities};
inline constexpr Algorithm kPns{.traversal = Traversal::BestFirst, .driver = Driver::Binary};
inline constexpr Algorithm kMopns{.traversal = Traversal::BestFirst};
inline constexpr Algorithm kMcpns{
    .traversal = Traversal::BestFirst, .effort = EffortKind::MonteCarlo, .leaf = Leaf::Playouts};
inline constexpr Algorithm kPpns{
    .traversal = Traversal::BestFirst, .effort = EffortKind::Probabilities, .leaf = Leaf::Playouts};
inline constexpr Algorithm kPn2{
    .traversal = Traversal::BestFirst, .driver = Driver::Binary, .second = Second::FirstTree};
inline constexpr Algorithm kMopn2{.traversal = Traversal::BestFirst, .second = Second::FirstTree};

// For a proof whose moves lead all the way to what the rules or a database say, within the same
// limits.
inline Design for_strategy(Design design) {
  design.first.reset();
  design.attack = false;
  design.algorithm = kDfpn;
  design.strategy = true;
  design.knowledge = false;
  return design;
}

struct Preset {
  std::string_view name, what, source;
  Algorithm algorithm;
};

inline constexpr Preset kPresets[] = {
    {"minimax", "every position once, no pruning; exact in games with repetitions too",
     "von Neumann 1928; components after Tarjan 1972", kMinimax},
    {"alphabeta", "alpha-beta with true bounds, a transposition table and optional deepening",
     "Knuth & Moore 1975; interval form Allis, van der Meulen & van den Herik 1994", kAlphaBeta},
    {"scout", "TEST each further move against the first, search it again only if it is better",
     "Pearl 1980", kScout},
    {"negascout", "alpha-beta with null windows for all but the first move, and re-search",
     "Reinefeld 1983", kNegaScout},
    {"pns", "proof-number search: one two-valued question, or a value by several",
     "Allis, van der Meulen & van den Herik 1994", kPns},
    {"pn2", "proof-number search whose leaves are searched by a second one",
     "Allis 1994; Breuker 1998", kPn2},
    {"dfpn", "depth-first proof-number search: as pns, in a table of fixed size",
     "Nagai 2002; 1+epsilon Pawlewicz & Lew 2007", kDfpn},
    {"mopns", "multiple-outcome proof-number search: every outcome in one tree",
     "Saffidine & Cazenave 2012", kMopns},
    {"mopn2", "multiple-outcome proof-number search on two levels", "Saffidine & Cazenave 2012",
     kMopn2},
    {"dfmopns", "depth-first mopns: every outcome, in a table of fixed size",
     "proposed by Saffidine & Cazenave 2012", kDfmopns},
    {"mcpns", "best first, guided by random games: Monte-Carlo proof numbers",
     "Saito, Chaslot, Uiterwijk & van den Herik 2006", kMcpns},
    {"ppns", "best first, guided by random games: probabilities that multiply",
     "the probability-based proof-number study of 2020, with exact bounds deciding", kPpns},
    {"dfppns", "depth first, guided by probabilities that multiply", "ours, after ppns", kDfppns},
};

constexpr const Preset* find_preset(std::string_view name) {
  for (const Preset& preset : kPresets)
    if (preset.name == name) return &preset;
  return nullptr;
}

}  // namespace solvent::search
