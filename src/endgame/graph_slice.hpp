// An explicit graph as one slice: positions are ids 0..size-1, and predecessors are listed once.
// The value of a position is its rank's distance from the worth of infinite play, for the mover.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "endgame/slice.hpp"
#include "game/interned.hpp"

namespace solvent::endgame {

class GraphSlice {
 public:
  using Board = std::uint32_t;  // the id
  static constexpr unsigned kMostMoves = Interned::kMaxMoves;

  GraphSlice(const Interned& g, std::uint32_t size) : g_(g), before_(size) {
    for (std::uint32_t id = 0; id < size; ++id)
      if (const auto node = g_.source().node(id); !node.ended)
        for (const std::uint32_t child : node.children) before_[child].push_back(id);
  }
  std::uint64_t size() const { return before_.size(); }
  int limit() const {
    const int forever = g_.repetition({0});
    return std::max(forever, g_.scale().best() - forever);
  }
  Outcome outcome(std::uint32_t id, int value) const {
    const int sign = g_.to_move({id}) == Side::Max ? 1 : -1;
    return static_cast<Outcome>(g_.repetition({id}) + sign * value);
  }

  struct Cursor {
    Board board(std::uint64_t index) { return static_cast<Board>(index); }
  };
  Cursor cursor() const { return {}; }

  template <class Openings>
  void open(std::uint64_t first, std::uint64_t last, Openings& openings) const {
    for (std::uint64_t i = first; i < last; ++i) {
      const auto node = g_.source().node(static_cast<std::uint32_t>(i));
      const int score = int{node.bounds.pess} - g_.repetition({0});
      if (node.ended)
        openings.opened(i, Opening{node.side == Side::Max ? score : -score, 0});
      else
        openings.opened(i, Opening{kNoExit, static_cast<unsigned>(node.children.size())});
    }
  }
  template <class Visit>
  void predecessors(Board id, Visit&& visit) const {
    const Side side = g_.to_move({id});
    for (const std::uint32_t before : before_[id])
      visit(before, before, g_.to_move({before}) == side);
  }

 private:
  const Interned& g_;
  std::vector<std::vector<std::uint32_t>> before_;
};
static_assert(Slice<GraphSlice>);

}  // namespace solvent::endgame
