// The Game concept: what an engine may ask of a game's rules, and the small optional concepts.
//
// A game is an object (it holds its parameters and its Scale); a State is a small value, and
// undoing a move is keeping the copy. Max or Min follows from the state, never from depth: passes
// and extra turns exist. Nothing here knows an engine.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>

#include "base/rng.hpp"
#include "solvent/outcome.hpp"

namespace solvent {

// The moves of one position, on the stack; `items` is left uninitialised on purpose.
template <class M, std::size_t N>
struct MoveList {
  std::array<M, N> items;
  std::uint32_t size = 0;

  MoveList() {}  // NOLINT: `= default` would let value-initialisation clear the array
  void add(M move) { items[size++] = move; }
  bool empty() const { return size == 0; }
  M operator[](std::size_t k) const { return items[k]; }
  auto begin() const { return items.begin(); }
  auto end() const { return items.begin() + size; }
};
template <class G>
using MovesOf = MoveList<typename G::Move, G::kMaxMoves>;

// clang-format off
template <class G>
concept Game = requires(const G g, const typename G::State s, typename G::State& next,
                        const typename G::Move m, MovesOf<G>& moves) {
  requires std::is_trivially_copyable_v<typename G::State>;
  requires std::equality_comparable<typename G::State>;
  requires std::has_unique_object_representations_v<typename G::State>;  // no padding: hashable bytes
  requires std::is_trivially_copyable_v<typename G::Move> && sizeof(typename G::Move) <= 2;
  requires std::equality_comparable<typename G::Move>;
  { G::kMaxMoves } -> std::convertible_to<std::size_t>;
  { G::kAcyclic } -> std::convertible_to<bool>;       // false: positions can repeat
  { g.scale() } -> std::same_as<const Scale&>;
  { g.initial() } -> std::same_as<typename G::State>;
  { g.to_move(s) } -> std::same_as<Side>;
  { g.ended(s) } -> std::same_as<bool>;               // by the rules; an ended game has closed bounds
  { g.bounds(s) } -> std::same_as<Bounds>;            // what follows from the rules alone; may close
                                                      // before the end, when the rest cannot matter
  g.list_moves(s, moves);                             // only if !ended(s); appends at least one
  g.play(next, m);
};

// Games in which positions repeat say what infinite play through a position is worth; it is the same for
// all positions of a cycle (in Awari it depends on the stones captured, which no cycle changes).
template <class G>
concept Repeating = Game<G> && !G::kAcyclic && requires(const G g, const typename G::State s) {
  { g.repetition(s) } -> std::same_as<Outcome>;
};

// A type of game of which only some games can repeat positions; each game says whether it can. Searches
// look for repetitions in any case, and ask what one is worth only if they have met it.
template <class G>
concept SaysIfItRepeats = Repeating<G> && requires(const G g) {
  { g.acyclic() } -> std::same_as<bool>;
};

// A game whose scale rewards speed: of two outcomes for the same side, the one farther from the
// middle of the scale is that of the shorter game.
template <class G>
concept RewardsSpeed = Game<G> && G::kRewardsSpeed;

// An exact, compact name of a position for tables: equal keys mean symmetric images of one position,
// with the same side to move and the same value. Without this the State is its own key.
template <class G>
concept Keyed = Game<G> && requires(const G g, const typename G::State s) {
  typename G::Key;
  requires std::has_unique_object_representations_v<typename G::Key> &&
           std::equality_comparable<typename G::Key>;
  { g.key(s) } -> std::same_as<typename G::Key>;
};

// Symmetries k = 0..symmetries()-1 of the board, 0 the identity. They commute with play and keep the
// value; canonical(s) is the same state for all images of s.
template <class G>
concept Symmetric = Game<G> && requires(const G g, const typename G::State s,
                                        const typename G::Move m, int k) {
  { g.symmetries() } -> std::same_as<int>;
  { g.transform(s, k) } -> std::same_as<typename G::State>;
  { g.transform_move(m, k) } -> std::same_as<typename G::Move>;
  { g.canonical(s) } -> std::same_as<typename G::State>;
};

// A game may prefer some moves in random play.
template <class G>
concept HasPlayouts = Game<G> && requires(const G g, const typename G::State s,
                                          const MovesOf<G>& moves, std::uint64_t& rng) {
  { g.playout_move(s, moves, rng) } -> std::same_as<typename G::Move>;
};

// A game that stores positions as they are met may play random games without storing any: to the end,
// as `playout` does with the same random numbers, or for so many plies, without an outcome then.
template <class G>
concept PlaysAside = Game<G> && requires(const G g, const typename G::State s, Rng& rng, int plies) {
  { g.plays_aside() } -> std::same_as<bool>;
  { g.play_aside(s, rng, plies) } -> std::same_as<std::optional<Outcome>>;
};

// A game that sees without trying whether a move of the side to move wins at once, and what bounds
// that leads to. All other moves lead to the same bounds.
template <class G>
concept SeesWins = Game<G> && requires(const G g, const typename G::State s) {
  { g.win_at_once(s) } -> std::same_as<std::optional<Bounds>>;  // only if !ended(s)
};

// A game whose positions may cost more or less to evaluate as leaves (teaching trees).
template <class G>
concept HasLeafCosts = Game<G> && requires(const G g, const typename G::State s) {
  { g.leaf_cost(s) } -> std::same_as<std::uint32_t>;
};

// A game that makes some moves before its rules refuse them; they count as nodes and enter no tree
// (published experiments).
template <class G>
concept RefusesMoves = Game<G> && requires(const G g, const typename G::State s) {
  { g.refused(s) } -> std::same_as<std::uint32_t>;
};

// Positions in numbered slices, each leading only to itself or to lower ones (endgame databases).
template <class G>
concept Indexable = Game<G> && requires(const G g, const typename G::State s, int slice,
                                        std::uint64_t index) {
  { g.slice(s) } -> std::same_as<int>;
  { g.slice_size(slice) } -> std::same_as<std::uint64_t>;
  { g.index(s) } -> std::same_as<std::uint64_t>;
  { g.unindex(slice, index) } -> std::same_as<typename G::State>;
};

// A game that stores positions as they are met; its memory counts against a search's limit.
template <class G>
concept Growing = Game<G> && requires(const G g) {
  { g.bytes() } -> std::same_as<std::size_t>;
};

// Anything that turns a position into true bounds: a database, a store, a test's oracle.
template <class P, class G>
concept Probe = Game<G> && requires(const P p, const typename G::State s) {
  { p.probe(s) } -> std::same_as<Bounds>;
};
// clang-format on

// What may be a probe of any game, where its type is not known yet.
class ProbeBase {
 public:
  virtual ~ProbeBase() = default;
  // How often it had something to say, so far.
  virtual std::uint64_t hits() const { return 0; }
  // A probe has one searcher. This is one for another thread, whose hits count here too; null if
  // there can be none.
  virtual std::shared_ptr<const ProbeBase> another() const { return nullptr; }
};
// A Probe behind one virtual call, for engines that are given one at run time.
template <Game G>
class AnyProbe : public ProbeBase {
 public:
  virtual Bounds probe(const typename G::State& s) const = 0;
  // Moves lead only to the same slice or lower ones; a probe knows all of a slice or nothing.
  virtual int slice(const typename G::State&) const { return 0; }
};

namespace detail {
template <class G>
struct KeyOf {
  using type = typename G::State;
};
template <Keyed G>
struct KeyOf<G> {
  using type = typename G::Key;
};
}  // namespace detail

// Knowledge is kept apart from rules, in a class of its own that engines take as a parameter. All
// of it is optional:
//   Bounds bounds(const State&)        true bounds that the rules alone do not give
//   int order(const State&, Move)      larger is tried first; a hint, never a proof
//   EffortGuess efforts(const State&, Outcome cut)   how hard it looks to prove, and to disprove,
//                                      that the value is above rank `cut`; a hint too
//   std::optional<Outcome> guess(const State&, std::uint64_t& nodes)
//                                      what the value may be, where to look for it first; a hint
//                                      again; adds the positions it looked at
//   void list_moves(const State&, MovesOf<G>&)
//                                      of a position that has not ended, only the moves worth
//                                      trying: at least one, a best one among them
//   void look_ahead(const State&, visit), Key key(const State&)
//                                      all of this for every move at once, see LooksAhead
//   outlook(const State&)              then also: a closer look at those moves, see LooksCloser
//   bool probes_moves(const State&)    what other moves led to is likely in the table, and worth
//                                      looking up before one is searched
//   void sort_moves(const State&, MovesOf<G>&, std::uint64_t& nodes)
//                                      all moves at once, the best first, where looking ahead may
//                                      pay; adds the positions it looked at beyond the next ones
//   bool near_end(const State&)        so little is left to play that `ending` solves it at once:
//   Bounds ending(const State&, Bounds window, std::uint64_t& nodes)
//                                      true bounds that answer the window (alpha, beta); adds the
//                                      nodes it visited, the position among them
//   class Memory; Bounds ending(const State&, Bounds window, Memory&, std::uint64_t& nodes)
//                                      the same with what endings of one search tell each other
//   class Memory; LeafView look(const State&, Memory&, std::uint64_t& nodes)
//                                      of a new leaf of a depth-first search on efforts, bounds and
//                                      efforts at once, where both follow from a search; adds the
//                                      positions it looked at; with it
//   void list_moves(const State&, MovesOf<G>&, Memory&)
//                                      as above
struct NoKnowledge {
  template <class G>
  explicit NoKnowledge(const G&) {}
};
template <class K, class G>
concept KnowsBounds = requires(const K k, const typename G::State s) {
  { k.bounds(s) } -> std::same_as<Bounds>;
};
// Two guesses on a common scale from 1 on.
struct EffortGuess {
  std::uint32_t proof, disproof;
};
template <class K, class G>
concept KnowsEfforts = requires(const K k, const typename G::State s, Outcome cut) {
  { k.efforts(s, cut) } -> std::same_as<EffortGuess>;
};
struct LeafView {
  Bounds bounds;
  std::optional<EffortGuess> efforts;  // on the only cut of a scale of two outcomes
};
template <class K, class G>
concept LooksAtLeaves = requires(const K k, const typename G::State s, MovesOf<G>& moves,
                                 typename K::Memory& memory, std::uint64_t& nodes) {
  { k.look(s, memory, nodes) } -> std::same_as<LeafView>;
  k.list_moves(s, moves, memory);
};
template <class K, class G>
concept GuessesValue = requires(const K k, const typename G::State s, std::uint64_t& nodes) {
  { k.guess(s, nodes) } -> std::same_as<std::optional<Outcome>>;
};
template <class K, class G>
concept KnowsOrder = requires(const K k, const typename G::State s, const typename G::Move m) {
  { k.order(s, m) } -> std::convertible_to<int>;
};
template <class K, class G>
concept KnowsMoves = requires(const K k, const typename G::State s, MovesOf<G>& moves) {
  k.list_moves(s, moves);
};
// Of a position that its bounds leave open, look_ahead calls visit(move, state, bounds, order) for
// the moves worth trying, as long as it answers true. The state has the value of the position after
// the move, but may lie further on or elsewhere: forced replies are played, images become one.
// key() names such states for a table (equal keys: the same value, the same moves), and kTableMove
// is added to the order of a move that was best in an earlier search.
template <class K, class G>
concept LooksAhead = requires(const K k, const typename G::State s,
                              bool (*visit)(typename G::Move, const typename G::State&, Bounds,
                                            int)) {
  k.look_ahead(s, visit);
  { k.key(s) } -> std::same_as<typename detail::KeyOf<G>::type>;
  { K::kTableMove } -> std::convertible_to<int>;
};
// outlook(state)(move) is what a closer look adds to the order of a move, asked only where several
// are left to be searched.
template <class K, class G>
concept LooksCloser = LooksAhead<K, G> &&
    requires(const K k, const typename G::State s, const typename G::Move m) {
  { k.outlook(s)(m) } -> std::convertible_to<int>;
};

template <class K, class G>
concept ProbesMoves = requires(const K k, const typename G::State s) {
  { k.probes_moves(s) } -> std::same_as<bool>;
};
template <class K, class G>
concept SortsMoves = requires(const K k, const typename G::State s, MovesOf<G>& moves,
                              std::uint64_t& nodes) {
  k.sort_moves(s, moves, nodes);
};
// Has a solver of its own for nearly finished positions.
template <class K, class G>
concept KnowsEndings = requires(const K k, const typename G::State s, Bounds window,
                                std::uint64_t& nodes) {
  { k.near_end(s) } -> std::same_as<bool>;
  { k.ending(s, window, nodes) } -> std::same_as<Bounds>;
};

template <class K, class G>
concept RemembersEndings = KnowsEndings<K, G> &&
    requires(const K k, const typename G::State s, Bounds window, typename K::Memory& memory,
             std::uint64_t& nodes) {
  { k.ending(s, window, memory, nodes) } -> std::same_as<Bounds>;
};
struct NoMemory {
  void clear() {}
  std::size_t bytes() const { return 0; }
  template <class Archive>
  void archive(Archive&) {}
};
namespace detail {
template <class K, class G>
struct MemoryOf {
  using type = NoMemory;
};
template <class K, class G>
requires RemembersEndings<K, G> || LooksAtLeaves<K, G>
struct MemoryOf<K, G> {
  using type = typename K::Memory;
};
}  // namespace detail
template <class K, class G>
using MemoryOf = typename detail::MemoryOf<K, G>::type;

// Can positions come back in this very game?
template <Game G>
bool can_repeat(const G& g) {
  if constexpr (SaysIfItRepeats<G>)
    return !g.acyclic();
  else
    return (void)g, !G::kAcyclic;
}

template <Game G>
std::size_t bytes_of(const G& g) {
  if constexpr (Growing<G>)
    return g.bytes();
  else
    return (void)g, std::size_t{0};
}

template <Game G>
using KeyOf = typename detail::KeyOf<G>::type;

// A game that names a key has to give one; without this check a typing error would go unnoticed.
template <class G>
concept NamesKey = requires {
  typename G::Key;
};

template <Game G>
KeyOf<G> key_of(const G& g, const typename G::State& s) {
  static_assert(Keyed<G> || !NamesKey<G>);
  if constexpr (Keyed<G>)
    return g.key(s);
  else
    return s;
}

// The one position that stands for all its images.
template <Game G>
typename G::State image_of(const G& g, const typename G::State& s) {
  if constexpr (Symmetric<G>)
    return g.canonical(s);
  else
    return (void)g, s;
}

}  // namespace solvent
