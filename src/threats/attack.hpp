// "Does this side win?" as a game of its own, for searches on efforts: the positions and moves of a
// game with lines, two outcomes, and knowledge that looks for wins by forcing.
//
// The attacker may only play cells on lines that he can still complete. What he is proved to win
// he wins in the game too; that he does not win here says nothing.
#pragma once

#include "threats/region.hpp"

namespace solvent::threats {

template <HasLines G>
class AttackGame {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Key = KeyOf<G>;
  using Cells = typename LineMap<G>::Cells;
  static constexpr std::size_t kMaxMoves = G::kMaxMoves;
  static constexpr bool kAcyclic = true;

  AttackGame(const G& g, Side attacker)
      : g_(g),
        lines_(g),
        map_(lines_),
        attacker_(attacker),
        scale_(Scale::of_values(attacker == Side::Max ? std::vector{0, 1} : std::vector{-1, 0})) {}

  Side attacker() const { return attacker_; }
  Bounds won() const { return attacker_ == Side::Max ? Bounds{1, 1} : Bounds{0, 0}; }
  Bounds not_won() const { return attacker_ == Side::Max ? Bounds{0, 0} : Bounds{1, 1}; }
  const LineMap<G>& map() const { return map_; }
  Cells attackers(const State& s) const { return lines_.stones(s, attacker_); }
  Cells defenders(const State& s) const { return lines_.stones(s, other(attacker_)); }
  Cells empty(const State& s) const { return lines_.board() - attackers(s) - defenders(s); }

  const Scale& scale() const { return scale_; }
  State initial() const { return g_.initial(); }
  Side to_move(const State& s) const { return g_.to_move(s); }
  bool attacker_moves(const State& s) const { return to_move(s) == attacker_; }
  bool ended(const State& s) const { return bounds(s).closed(); }
  Bounds bounds(const State& s) const {
    const Bounds b = g_.bounds(s);
    const Outcome best = attacker_ == Side::Max ? g_.scale().best() : 0;
    if (b.closed() && b.pess == best) return won();
    return b.closed() ? not_won() : Bounds{0, 1};
  }
  // The cells that the attacker may play, unless there are none.
  Cells candidates(const State& s) const {
    const Cells theirs = defenders(s);
    Cells cells{};
    for (std::size_t k = 0; k < map_.size(); ++k)
      if (!(map_.cells(k) & theirs).any()) cells = cells | map_.cells(k);
    return cells & empty(s);
  }
  void list_moves(const State& s, MovesOf<AttackGame>& moves) const {
    Cells cells = attacker_moves(s) ? candidates(s) : empty(s);
    if (!cells.any()) cells = empty(s);
    cells.for_each([&](int cell) { moves.add(static_cast<Move>(cell)); });
  }
  void play(State& s, Move m) const { g_.play(s, m); }
  Key key(const State& s) const { return key_of(g_, s); }

 private:
  const G& g_;
  typename G::Lines lines_;
  LineMap<G> map_;
  Side attacker_;
  Scale scale_;
};

// Wins by forcing of either side; which replies a win after a pass leaves; how many of them do not
// lose at once.
template <HasLines G>
class ThreatKnowledge {
  using A = AttackGame<G>;
  using State = typename A::State;
  using Cells = typename A::Cells;

 public:
  explicit ThreatKnowledge(const A& g) : g_(g) {}

  using Memory = Failures;
  static constexpr std::uint64_t kMostMoves = 4000;  // of one search for a win by forcing
  static constexpr int kEnough = 4;                  // replies; see open_replies

  LeafView look(const State& s, Memory& failures, std::uint64_t& nodes) const {
    Board<G> board(g_.map());
    board.set(g_.attackers(s), g_.defenders(s), g_.empty(s), 0);
    Forcing<G> forcing(board, failures);
    const LeafView view = g_.attacker_moves(s) ? at_attacker(s, board, forcing)
                                                : at_defender(s, board, forcing);
    nodes += forcing.tried();
    return view;
  }

  void list_moves(const State& s, MovesOf<A>& moves, Memory& failures) const {
    Board<G> board(g_.map());
    board.set(g_.attackers(s), g_.defenders(s), g_.empty(s), 0);
    Forcing<G> forcing(board, failures);
    const int mover = g_.attacker_moves(s) ? 0 : 1;
    const Completions last = completions(board, mover), threat = completions(board, 1 - mover);
    Cells cells{};
    if (last.any())
      cells.set(last.one);
    else if (mover == 1)
      cells = open_replies(s, board, forcing);
    else if (forcing.template wins<0>(kMostMoves))
      cells.set(forcing.steps()[0].gain);
    else if (threat.any())
      cells.set(threat.one);
    else
      cells = g_.candidates(s);
    if (!cells.any()) cells = g_.empty(s);
    cells.for_each([&](int cell) { moves.add(static_cast<typename A::Move>(cell)); });
  }

 private:
  LeafView at_attacker(const State& s, const Board<G>& board, Forcing<G>& forcing) const {
    if (forcing.template wins<0>(kMostMoves)) return {g_.won(), {}};
    if (completions(board, 1).several() || !g_.candidates(s).any()) return {g_.not_won(), {}};
    return open(1, 1);
  }

  LeafView at_defender(const State& s, Board<G>& board, Forcing<G>& forcing) const {
    if (board.lines(1, 1).any()) return {g_.not_won(), {}};
    const Cells cells = open_replies(s, board, forcing);
    if (!cells.any()) return {g_.won(), {}};
    if (forcing.template wins<1>(kMostMoves)) return {g_.not_won(), {}};
    return open(static_cast<std::uint32_t>(cells.count()), 1);
  }

  // The replies after which the attacker may not win by forcing. Each win that is found leaves only
  // the contested cells of its region to be tried; after so many that do not lose at once the
  // others are believed not to.
  Cells open_replies(const State& s, Board<G>& board, Forcing<G>& forcing) const {
    Cells open{}, left = g_.empty(s);
    if (const Completions threat = completions(board, 0); threat.several()) {
      return {};
    } else if (threat.any()) {
      left = {};
      left.set(threat.one);
    } else {
      if (!forcing.template wins<0>(kMostMoves)) return left;
      left = left & needed(s, {}, board, forcing);
    }
    while (left.any()) {
      const int cell = left.first();
      left.reset(cell);
      board.template play<1>(cell);
      if (forcing.template wins<0>(kMostMoves)) {
        Cells reply{};
        reply.set(cell);
        left = left & needed(s, reply, board, forcing);
      } else {
        open.set(cell);
      }
      board.template take_back<1>(cell);
      if (open.count() >= kEnough) return open | left;
    }
    return open;
  }

  // The contested cells of a region in which the attacker wins with the steps just found, after
  // this reply, wherever the defender has one more stone; all empty cells if it does not hold.
  Cells needed(const State& s, const Cells& reply, Board<G>& board, Forcing<G>& forcing) const {
    const Cells cells = contested_cells(board, forcing.steps(), 1);
    Board<G> region(g_.map());
    const bool all = !(g_.empty(s) - reply - cells).any();
    region.set(g_.attackers(s), g_.defenders(s) | reply, cells, all ? 0 : 1);
    return steps_win(region, forcing.steps()) ? cells : g_.empty(s);
  }

  // Efforts of the attacker: to prove his win, and to refute it.
  LeafView open(std::uint32_t proof, std::uint32_t disproof) const {
    if (g_.attacker() == Side::Min) std::swap(proof, disproof);
    return {{0, 1}, EffortGuess{proof, disproof}};
  }

  const A& g_;
};

}  // namespace solvent::threats
