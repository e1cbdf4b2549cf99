// Two synthetic games on the full tree of b moves a node and d plies, Max first, sides alternating.
// `Uniform`: every leaf draws one of m outcomes. `Incremental`: every edge draws a number, 0..E for
// Max and -E..0 for Min, and a leaf is worth the sum on its path (the P-game of Kocsis & Szepesvari
// 2006).
//
// Nothing is stored: nodes are numbered in breadth-first order from the root, and what a node draws
// is a hash of the seed and its number. The number is exact in 64 bits, so it is also the key of a
// position.
//
//     0            plies 0      number = first_[ply] + path
//    / \                        path   = the moves read as a number in base b
//   1   2                1
//  / \ / \ .
//  3 4 5 6               2
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "game/game.hpp"

namespace solvent::random {

inline constexpr int kMaxBranching = 1024;
inline constexpr int kMaxDepth = 60;
inline constexpr int kMaxEdge = 1'000'000;

// The greatest depth whose nodes can be numbered: b^d leaves must fit in 63 bits.
int deepest(int branching);

// The nodes of the tree and what they draw.
class Nodes {
 public:
  Nodes(int branching, int depth, std::uint64_t seed);  // depth <= deepest(branching)

  std::uint32_t branching() const { return branching_; }
  std::uint32_t depth() const { return depth_; }
  std::uint64_t number(std::uint64_t path, std::uint64_t ply) const { return first_[ply] + path; }
  std::uint64_t child(std::uint64_t path, std::uint32_t move) const {
    return path * branching_ + move;
  }
  // Uniform in 0..n-1: the output of splitmix64 at place `number` of a stream of its own a seed.
  std::uint32_t draw(std::uint64_t number, std::uint32_t n) const {
    const std::uint64_t word = mix(stream_ + number * 0x9E3779B97F4A7C15ull);
    return static_cast<std::uint32_t>(((word >> 32) * n) >> 32);
  }

 private:
  std::uint32_t branching_, depth_;
  std::uint64_t stream_;
  std::array<std::uint64_t, kMaxDepth + 1> first_{};  // the number of the first node at each ply
};

class Uniform {
 public:
  struct State {
    std::uint64_t path;
    std::uint64_t ply;
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint16_t;  // which child, from 0
  using Key = std::uint64_t;
  static constexpr std::size_t kMaxMoves = kMaxBranching;
  static constexpr bool kAcyclic = true;

  Uniform(int branching, int depth, int outcomes, std::uint64_t seed, Scale::Kind kind);

  const Nodes& nodes() const { return nodes_; }
  const Scale& scale() const { return scale_; }
  State initial() const { return {0, 0}; }
  Side to_move(const State& s) const { return s.ply & 1 ? Side::Min : Side::Max; }
  bool ended(const State& s) const { return s.ply == nodes_.depth(); }
  Bounds bounds(const State& s) const {
    if (!ended(s)) return scale_.everything();
    const Outcome value = ranks_[nodes_.draw(nodes_.number(s.path, s.ply), outcomes_)];
    return {value, value};
  }
  void list_moves(const State&, MovesOf<Uniform>& moves) const {
    for (std::uint32_t m = 0; m < nodes_.branching(); ++m) moves.add(static_cast<Move>(m));
  }
  void play(State& s, Move m) const {
    s.path = nodes_.child(s.path, m);
    ++s.ply;
  }
  Key key(const State& s) const { return nodes_.number(s.path, s.ply); }

 private:
  Nodes nodes_;
  std::uint32_t outcomes_;
  Scale scale_;
  std::array<Outcome, kMaxOutcomes> ranks_{};  // on the scale, of what a leaf draws
};

class Incremental {
 public:
  struct State {
    std::uint64_t path;
    std::int32_t sum;  // of the edges so far; the path determines it
    std::uint32_t ply;
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint16_t;
  using Key = std::uint64_t;
  static constexpr std::size_t kMaxMoves = kMaxBranching;
  static constexpr bool kAcyclic = true;

  // On the score scale depth * edge must be below kMaxOutcomes.
  Incremental(int branching, int depth, int edge, std::uint64_t seed, Scale::Kind kind);

  const Nodes& nodes() const { return nodes_; }
  const Scale& scale() const { return scale_; }
  State initial() const { return {0, 0, 0}; }
  Side to_move(const State& s) const { return s.ply & 1 ? Side::Min : Side::Max; }
  bool ended(const State& s) const { return s.ply == nodes_.depth(); }
  // The sum so far and the most that the edges to come can add on either side.
  Bounds bounds(const State& s) const {
    const int left = static_cast<int>(nodes_.depth() - s.ply);
    const int movers = (left + 1) / 2, others = left / 2;
    const bool max = to_move(s) == Side::Max;
    return {rank(s.sum - (max ? others : movers) * edge_),
            rank(s.sum + (max ? movers : others) * edge_)};
  }
  void list_moves(const State&, MovesOf<Incremental>& moves) const {
    for (std::uint32_t m = 0; m < nodes_.branching(); ++m) moves.add(static_cast<Move>(m));
  }
  void play(State& s, Move m) const {
    s.sum += edge(s, m);
    s.path = nodes_.child(s.path, m);
    ++s.ply;
  }
  Key key(const State& s) const { return nodes_.number(s.path, s.ply); }

  // What a move adds to the sum.
  int edge(const State& s, Move m) const {
    const std::uint64_t child = nodes_.number(nodes_.child(s.path, m), s.ply + 1);
    const int drawn = static_cast<int>(nodes_.draw(child, static_cast<std::uint32_t>(edge_) + 1));
    return to_move(s) == Side::Max ? drawn : -drawn;
  }

 private:
  Outcome rank(int sum) const {
    if (scale_.kind() == Scale::Kind::Score) return static_cast<Outcome>(sum - scale_.value(0));
    return static_cast<Outcome>((sum > 0) - (sum < 0) + 1);
  }

  Nodes nodes_;
  int edge_;
  Scale scale_;
};

}  // namespace solvent::random
