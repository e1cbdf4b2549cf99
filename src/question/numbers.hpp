// Proof and disproof numbers of every node of a small explicit tree or graph, for all cuts at once:
// the worked examples of papers and lectures, in the algebra of the searches.
//
// An unknown leaf begins with its cost. A node that several others share is numbered once; a node
// met again on its own path is worth the repetition value there, so what lies on a cycle is
// numbered anew on every path into it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "effort/effort.hpp"
#include "game/interned.hpp"
#include "search/attracting.hpp"

namespace solvent {

class NumberedTree {
 public:
  using Cell = effort::ProofNumbers::Cell;
  using Place = std::uint32_t;  // in lines()

  enum class Kind : std::uint8_t { Inner, Leaf, AsAbove, Repetition };
  struct Line {
    std::uint32_t id = 0, depth = 0;
    Kind kind = Kind::Leaf;
    Side side = Side::Max;
    Bounds bounds;                // what the known leaves say of its value
    std::vector<Cell> cells;      // of cut 0, 1, ...: is the value above that rank?
    std::vector<Place> children;  // of inner nodes; if AsAbove, those given there
  };

  // The lines in the order of an outline, the root first; nothing if there would be more than
  // `most_lines`.
  static std::optional<NumberedTree> make(const InternedSource& source, std::uint32_t root,
                                          std::size_t most_lines);

  const std::vector<Line>& lines() const { return lines_; }
  const Line& root() const { return lines_.front(); }
  int outcomes() const { return outcomes_; }

  // What proving "at least this outcome" (G, the proof number of the cut below) and "at most" (S,
  // the disproof number of the cut) takes; nothing stands for infinity. A sum too large to count is
  // ProofNumbers::kInfinite.
  std::optional<std::uint32_t> at_least(const Line& line, int outcome) const;
  std::optional<std::uint32_t> at_most(const Line& line, int outcome) const;

  // None if the root is solved.
  search::Attraction attraction() const;

  // Paths from the root, without it, to the leaf to look at next; nothing if the cut is settled.
  // The most-proving one follows the least proof number at Max and the least disproof number at
  // Min. The lecture's (Hsu 2014) commits itself at the root to prove or to disprove, whichever
  // looks cheaper, and where all children must be dealt with takes the leftmost. Leftmost of
  // equals.
  std::optional<std::vector<Place>> most_proving_path(int cut) const;
  std::optional<std::vector<Place>> lecture_path(int cut) const;

 private:
  class Maker;
  template <class Number>
  std::optional<std::vector<Place>> descend(int cut, Number&& number_of) const;

  int outcomes_ = 0;
  std::vector<Line> lines_;
};

}  // namespace solvent
