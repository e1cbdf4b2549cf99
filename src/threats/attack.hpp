// "Does this side win?" as a game of its own, for searches on efforts: the positions and moves of a
// game with lines, two outcomes, and knowledge that looks for wins by forcing.
//
// What the attacker is proved to win he wins in the game too.
#pragma once

#include "threats/region.hpp"

namespace solvent::threats {

template <HasLines G>
class AttackGame {
 public:
  using Lines = typename G::Lines;
  using Cells = typename Lines::Cells;
  using State = typename G::State;
  using Move = typename G::Move;
  using Key = KeyOf<G>;
  static constexpr std::size_t kMaxMoves = G::kMaxMoves;
  static constexpr bool kAcyclic = true;

  AttackGame(const G& g, Side attacker)
      : g_(g),
        lines_(g),
        attacker_(attacker),
        scale_(Scale::of_values(attacker == Side::Max ? std::vector{0, 1} : std::vector{-1, 0})) {}

  Side attacker() const { return attacker_; }
  const Lines& lines() const { return lines_; }
  Cells attackers(const State& s) const { return lines_.stones(s, attacker_); }
  Cells defenders(const State& s) const { return lines_.stones(s, other(attacker_)); }
  Cells contested(const State& s) const { return lines_.board() - attackers(s) - defenders(s); }

  const Scale& scale() const { return scale_; }
  State initial() const { return g_.initial(); }
  Side to_move(const State& s) const { return g_.to_move(s); }
  bool ended(const State& s) const { return bounds(s).closed(); }
  Bounds bounds(const State& s) const {
    const Bounds b = g_.bounds(s);
    if (!b.closed()) return {0, 1};
    const bool won = b.pess == (attacker_ == Side::Max ? g_.scale().best() : 0);
    const auto rank = static_cast<Outcome>(won == (attacker_ == Side::Max));
    return {rank, rank};
  }
  void list_moves(const State& s, MovesOf<AttackGame>& moves) const {
    contested(s).for_each([&](int cell) { moves.add(static_cast<Move>(cell)); });
  }
  void play(State& s, Move m) const { g_.play(s, m); }
  // That of the image that stands for all, whatever the game's keys are: here a position costs so
  // much to look at that to know it again always pays.
  Key key(const State& s) const { return key_of(g_, image_of(g_, s)); }
  int symmetries() const { return g_.symmetries(); }
  Move transform_move(Move m, int k) const { return g_.transform_move(m, k); }

 private:
  const G& g_;
  Lines lines_;
  Side attacker_;
  Scale scale_;
};

// For searches of AttackGame and of relaxed positions: wins by forcing of either side; which
// replies a win after a pass leaves; how many of them do not lose at once.
template <class Q>
class ThreatKnowledge {
  using State = typename Q::State;
  using Lines = std::remove_cvref_t<decltype(std::declval<const Q&>().lines())>;
  using Cells = typename Lines::Cells;
  using Map = LineMap<Lines>;
  using Forcing = threats::Forcing<Lines>;
  using Board = threats::Board<Lines>;

 public:
  explicit ThreatKnowledge(const Q& g) : g_(g), map_(g.lines()) {}

  using Memory = Failures;
  static constexpr std::uint64_t kMostMoves = 4000;  // of one search for a win by forcing
  static constexpr int kEnough = 4;                  // replies; see Look::open_replies

  LeafView look(const State& s, Memory& failures, std::uint64_t& nodes) const {
    Look look(*this, s, failures);
    const LeafView view = look.attacks() ? look.at_attacker() : look.at_defender();
    nodes += look.forcing.tried();
    return view;
  }
  void list_moves(const State& s, MovesOf<Q>& moves, Memory& failures) const {
    Look look(*this, s, failures);
    Cells cells = look.attacks() ? look.attackers_moves() : look.defenders_moves();
    if (!cells.any()) return g_.list_moves(s, moves);
    cells.for_each([&](int cell) { moves.add(static_cast<typename Q::Move>(cell)); });
    if constexpr (requires { Q::kElsewhere; })
      if (look.elsewhere) moves.add(Q::kElsewhere);
  }

 private:
  // One position.
  struct Look {
    Look(const ThreatKnowledge& knowledge, const State& s, Failures& failures)
        : q(knowledge.g_),
          mover(q.to_move(s)),
          mine(q.attackers(s)),
          theirs(q.defenders(s)),
          open(q.contested(s)),
          w(stones_elsewhere(s)),
          board(knowledge.map_),
          forcing(board, failures) {
      board.set(mine, theirs, open, w);
    }
    static std::uint32_t stones_elsewhere(const State& s) {
      if constexpr (requires { s.elsewhere; })
        return s.elsewhere;
      else
        return 0;
    }

    bool attacks() const { return mover == q.attacker(); }
    Cells rest() const { return board.map().board() - mine - theirs - open; }
    Bounds outcome(bool won) const {
      const auto rank = static_cast<Outcome>(won == (q.attacker() == Side::Max));
      return {rank, rank};
    }
    // Efforts of the attacker: to prove his win, and to refute it.
    LeafView not_known(std::uint32_t proof, std::uint32_t disproof) const {
      if (q.attacker() == Side::Min) std::swap(proof, disproof);
      return {{0, 1}, EffortGuess{proof, disproof}};
    }

    LeafView at_attacker() {
      if (forcing.template wins<0>(kMostMoves)) return {outcome(true), {}};
      if (completions(board, 1).several() || !candidates().any()) return {outcome(false), {}};
      return not_known(1, 1);
    }
    LeafView at_defender() {
      if (board.lines(1, 1).any()) return {outcome(false), {}};
      const Cells left = open_replies();
      if (!left.any() && !elsewhere) return {outcome(true), {}};
      if (!rest().any() && forcing.template wins<1>(kMostMoves)) return {outcome(false), {}};
      return not_known(std::max(1U, static_cast<std::uint32_t>(left.count())), 1);
    }

    // A move that wins if one is known, else a reply that is forced, else whatever may help.
    Cells attackers_moves() {
      if (forcing.template wins<0>(kMostMoves)) return one(forcing.steps()[0].gain);
      const Completions threat = completions(board, 1);
      return threat.one >= 0 ? one(threat.one) : candidates();
    }
    Cells defenders_moves() {
      const Completions last = completions(board, 1);
      return last.one >= 0 ? one(last.one) : open_replies();
    }
    static Cells one(int cell) {
      Cells cells{};
      cells.set(cell);
      return cells;
    }
    // On lines that the attacker can still complete.
    Cells candidates() const {
      Cells cells{};
      for (std::size_t k = 0; k < board.map().size(); ++k)
        if (!(board.map().cells(k) - mine - open).any()) cells = cells | board.map().cells(k);
      return cells & open;
    }

    // The replies after which the attacker may not win by forcing. Each win that is found leaves
    // only the contested cells of its region to be tried; after so many that do not lose at once
    // the others are believed not to. To play elsewhere is a reply too, unless it is to pass, which
    // is never better than a stone.
    Cells open_replies() {
      Cells not_lost{}, left = open;
      if (const Completions threat = completions(board, 0); threat.several()) {
        return {};
      } else if (threat.any()) {
        left = one(threat.one);
      } else {
        const bool exact = !rest().any();
        if (!exact) board.set(mine, theirs, open, w + 1);
        const bool won = forcing.template wins<0>(kMostMoves);
        if (won) left = left & needed();
        if (!exact) board.set(mine, theirs, open, w);
        elsewhere = !won && !exact;
        if (!won) return left;
      }
      while (left.any()) {
        const int cell = left.first();
        left.reset(cell);
        board.template play<1>(cell);
        if (forcing.template wins<0>(kMostMoves))
          left = left & needed();
        else
          not_lost.set(cell);
        board.template take_back<1>(cell);
        if (not_lost.count() >= kEnough) return not_lost | left;
      }
      return not_lost;
    }
    // The contested cells of a region in which the attacker wins with the steps just found,
    // wherever the defender has one more stone; all open cells if there is none.
    Cells needed() {
      return contested_cells(board, forcing.steps(), static_cast<int>(w) + 1).value_or(open);
    }

    const Q& q;
    Side mover;
    Cells mine, theirs, open;
    std::uint32_t w;
    Board board;
    Forcing forcing;
    bool elsewhere = false;  // is a reply that may not lose
  };

  const Q& g_;
  Map map_;
};

}  // namespace solvent::threats
