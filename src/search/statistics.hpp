// What a search counts, and how the counts of several make those of one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "table/statistics.hpp"

namespace solvent::search {

// Of searches one after another: the sums.
struct Counted {
  std::uint64_t created = 0;   // nodes made (depth-first: visited)
  std::uint64_t expanded = 0;  // nodes whose moves were listed
  std::uint64_t frontier = 0;  // nodes at depth i in iteration i, the count of the 1994 Awari paper
  std::uint64_t leaves = 0;    // visited nodes that were decided without listing their moves
  std::uint64_t descents = 0;  // rounds of a best-first search
  std::uint64_t updates = 0;   // nodes whose numbers were recomputed (best-first)
  std::uint64_t playouts = 0;  // random games
  std::uint64_t looks = 0;     // minimax: at positions, on cycles again and again
  std::uint64_t questions = 0;           // two-valued searches a value was found by
  std::uint64_t others_nanoseconds = 0;  // processor time of threads other than the caller's
  TableStatistics table;

  template <class Add>
  void each(const Counted& other, Add add) {
    add(created, other.created);
    add(expanded, other.expanded);
    add(frontier, other.frontier);
    add(leaves, other.leaves);
    add(descents, other.descents);
    add(updates, other.updates);
    add(playouts, other.playouts);
    add(looks, other.looks);
    add(questions, other.questions);
    add(others_nanoseconds, other.others_nanoseconds);
    add(table.probes, other.table.probes);
    add(table.hits, other.table.hits);
    add(table.stores, other.table.stores);
    add(table.replaced, other.table.replaced);
    add(table.fresh, other.table.fresh);
  }
  Counted& operator+=(const Counted& later) {
    each(later, [](std::uint64_t& a, std::uint64_t b) { a += b; });
    return *this;
  }
  // What was counted since then.
  Counted since(const Counted& earlier) const {
    Counted more = *this;
    more.each(earlier, [](std::uint64_t& a, std::uint64_t b) { a -= b; });
    return more;
  }
};

// The largest of any.
struct Extremes {
  std::uint64_t largest = 0;         // most nodes in memory at once (best-first)
  std::uint64_t largest_open = 0;    // most of them unsolved at once, after an update (best-first)
  std::uint64_t largest_search = 0;  // nodes created in the largest two-valued search
  int deepest = 0;                   // longest line looked at, in plies
  int searchers = 1;                 // at work at the same time

  Extremes& operator+=(const Extremes& later) {
    largest = std::max(largest, later.largest);
    largest_open = std::max(largest_open, later.largest_open);
    largest_search = std::max(largest_search, later.largest_search);
    deepest = std::max(deepest, later.deepest);
    searchers = std::max(searchers, later.searchers);
    return *this;
  }
};

// Where it stands: that of the last one.
struct Standing {
  int iteration = 0;                 // depth of the current iteration, 0 without deepening
  double proof = -1, disproof = -1;  // effort at the root for the cut being searched; -1: none
  std::size_t bytes = 0;             // memory in use now, without what the game itself holds
};

struct Statistics : Counted, Extremes, Standing {
  Statistics& operator+=(const Statistics& later) {
    Counted::operator+=(later);
    Extremes::operator+=(later);
    Standing::operator=(later);
    return *this;
  }
};

}  // namespace solvent::search
