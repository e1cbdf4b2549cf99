// Interned: the one model for games whose states are not small values (explicit trees and graphs,
// games with a history, games written by the user in another language). A state is a 32-bit id into
// a table behind an InternedSource; a move is the number of a child.
//
// A source may list its positions up front or discover them when they are asked for. It answers
// `node` from any thread; what it has once said of an id never changes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "game/game.hpp"

namespace solvent {

// What a source says of one position.
struct InternedNode {
  Side side = Side::Max;
  bool ended = false;
  Bounds bounds;                            // closed if ended
  std::span<const std::uint32_t> children;  // stays valid as long as the source lives
  std::uint32_t cost = 1;                   // of evaluating it as a leaf, for teaching trees
};

class InternedSource {
 public:
  virtual ~InternedSource() = default;
  virtual const Scale& scale() const = 0;
  virtual Outcome repetition() const = 0;         // the worth of infinite play
  virtual bool acyclic() const { return false; }  // true: no position can come back
  // A search has met a position again although the source says that this cannot be. A source
  // that relies on somebody else's rules may refuse to go on by throwing.
  virtual void came_back(std::uint32_t id) const { (void)id; }
  virtual std::uint32_t initial() const = 0;
  virtual InternedNode node(std::uint32_t id) const = 0;
  // How many positions are listed up front, with the ids 0, 1, ...; 0 if they are discovered.
  virtual std::uint32_t listed() const { return 0; }
  virtual std::size_t bytes() const { return 0; }  // of positions discovered so far, for limits
  // May a random game be played without discovering any, and what does it come to (see PlaysAside)?
  virtual bool plays_aside() const { return false; }
  virtual std::optional<Outcome> play_aside(std::uint32_t id, Rng& rng, int plies) const {
    return (void)id, (void)rng, (void)plies, std::nullopt;
  }
};

class Interned {
 public:
  struct State {
    std::uint32_t id;
    friend bool operator==(State, State) = default;
  };
  using Move = std::uint16_t;  // which child
  static constexpr std::size_t kMaxMoves = 1024;
  static constexpr bool kAcyclic = false;  // as far as the type can tell

  explicit Interned(std::shared_ptr<const InternedSource> source) : source_(std::move(source)) {}
  const InternedSource& source() const { return *source_; }

  const Scale& scale() const { return source_->scale(); }
  bool acyclic() const { return source_->acyclic(); }
  Outcome repetition(State s) const {
    if (source_->acyclic()) source_->came_back(s.id);
    return source_->repetition();
  }
  State initial() const { return {source_->initial()}; }
  Side to_move(State s) const { return source_->node(s.id).side; }
  bool ended(State s) const { return source_->node(s.id).ended; }
  Bounds bounds(State s) const { return source_->node(s.id).bounds; }
  void list_moves(State s, MovesOf<Interned>& moves) const {
    const std::size_t count = source_->node(s.id).children.size();
    for (std::size_t k = 0; k < count; ++k) moves.add(static_cast<Move>(k));
  }
  void play(State& s, Move m) const { s.id = source_->node(s.id).children[m]; }
  std::uint32_t leaf_cost(State s) const { return source_->node(s.id).cost; }
  std::size_t bytes() const { return source_->bytes(); }
  bool plays_aside() const { return source_->plays_aside(); }
  std::optional<Outcome> play_aside(State s, Rng& rng, int plies) const {
    return source_->play_aside(s.id, rng, plies);
  }

 private:
  std::shared_ptr<const InternedSource> source_;
};
static_assert(Repeating<Interned> && Growing<Interned> && PlaysAside<Interned> &&
              SaysIfItRepeats<Interned>);

}  // namespace solvent
