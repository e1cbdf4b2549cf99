// A way to win that really gets there, in a game whose positions can repeat.
//
// The positions that can come up are explored breadth first until enough of them are seen to lead
// to a goal whatever the loser does: the attractor of the goals, grown backwards as they are met.
// Positions are settled in an order; the winner's moves lead to earlier ones, and so do all of the
// loser's: nothing repeats. What has occurred twice in the game is avoided, since the next time it
// ends.
#pragma once

#include <functional>
#include <vector>

#include "base/id_index.hpp"
#include "play/player.hpp"

namespace solvent::play {

class Pursuit {
 public:
  // Of a position on the way: is it a goal, may the way lead through it, or is the win gone?
  enum class Step : std::uint8_t { Goal, Onward, Lost };
  struct Aim {
    Outcome target = 0;  // what the winner, who is to move, is known to have
    int stage = 0;       // another number for other goals
    std::function<Step(const AnyState&)> look;
  };

  // At most so many positions, and so many bytes of a game that grows as it is looked at.
  Pursuit(const AnyGame& game, std::size_t most_positions, std::size_t most_bytes);

  // The winner's next move; nothing if there is no way or too much to explore, or if stopped.
  std::optional<AnyMove> next(const Course& course, const Aim& aim, Stop stop);
  std::uint64_t explored() const { return nodes_.size(); }

 private:
  using Id = std::uint32_t;
  static constexpr Id kNone = IdIndex::kNone;

  struct PursuitNode {
    Id parents = kNone;      // the first of its edges
    AnyMove move = 0;        // the winner's: to a position settled before
    std::uint16_t open = 0;  // the loser's: moves not yet settled
    bool winners = false, settled = false;
  };
  struct Edge {
    Id parent, next;
    AnyMove move;
  };
  struct Purpose {  // what the nodes are the answer to
    Side winner = Side::Max;
    Outcome target = 0;
    int stage = 0;
    std::vector<AnyState> twice;
    friend bool operator==(const Purpose&, const Purpose&) = default;
  };

  void explore(const AnyState& root, const Aim& aim, Stop stop);
  void expand(Id id, const Aim& aim);
  void settle(Id id);
  Id node_of(const AnyState& s);
  Id find(const AnyState& s) const;
  std::uint64_t hash(const std::byte* state) const;
  AnyState state_of(Id id) const;
  bool grow_index(Stop stop);

  const AnyGame& game_;
  std::size_t most_, most_bytes_, width_;
  Purpose purpose_;
  std::vector<PursuitNode> nodes_;  // in the order they are expanded in
  std::vector<std::byte> states_;   // of the nodes, without the zeros behind
  std::vector<Edge> edges_;
  IdIndex index_;            // of nodes by state
  std::vector<Id> waiting_;  // settled, but not yet passed on to their parents
};

}  // namespace solvent::play
