// Relaxed positions of games in which a line of stones wins: what an attacker needs of a board to
// win, whatever happens on the rest of it (docs/certificates.md, "Claims about regions").
//
// The board is divided into the attacker's stones A, the defender's stones D, contested cells E,
// and the rest F, in which the defender may have so many stones, anywhere. The attacker plays in E.
// The defender plays in E, or elsewhere: one stone more in F. The attacker has won with a line in
// A; the defender has stopped him with a line in D and F that has no more cells in F than he may
// have stones there. The question has two outcomes: the attacker wins, or he does not.
//
// A game G takes part by naming G::Lines, which knows its lines and the sets of its cells.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/game.hpp"

namespace solvent::lines {

template <class G>
concept HasLines = Game<G> && requires {
  typename G::Lines;
};

// Games of relaxed positions, such as the one below.
template <class R>
concept Relaxes = Game<R> && requires(const R r, const typename R::State s) {
  { r.valid(s) } -> std::same_as<bool>;
  { r.covers(s, s) } -> std::same_as<bool>;
};

template <HasLines G>
class Relaxed {
  using Lines = typename G::Lines;

 public:
  using Cells = typename Lines::Cells;
  // Each of the four parts is told from two sets, so that any two sets of cells are a position.
  struct State {
    std::array<Cells, 2> open;  // the attacker's A and E; the defender's D and E
    std::uint32_t elsewhere;    // the defender's stones in F, at most; see limit()
    std::uint32_t side;         // to move: 0 Max, 1 Min
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint16_t;  // a cell of E, as the game numbers it, or
  static constexpr Move kElsewhere = 0xFFFF;
  static constexpr std::size_t kMaxMoves = G::kMaxMoves + 1;
  static constexpr bool kAcyclic = true;  // every move of the attacker takes a cell of E

  Relaxed(const G& g, Side attacker)
      : g_(g),
        lines_(g),
        attacker_(attacker),
        scale_(Scale::of_values(attacker == Side::Max ? std::vector{0, 1} : std::vector{-1, 0})) {}

  Side attacker() const { return attacker_; }
  const Lines& lines() const { return lines_; }

  Cells attackers(const State& s) const { return s.open[0] - s.open[1]; }
  Cells defenders(const State& s) const { return s.open[1] - s.open[0]; }
  Cells contested(const State& s) const { return s.open[0] & s.open[1]; }
  Cells rest(const State& s) const { return lines_.board() - s.open[0] - s.open[1]; }
  // More stones in F than this make no difference, and are not counted.
  std::uint32_t limit(const State& s) const {
    return static_cast<std::uint32_t>(std::min(lines_.length(), rest(s).count()));
  }

  // The position with these parts, disjoint cells of the board; what is left is F.
  State make(const Cells& attackers, const Cells& defenders, const Cells& contested,
             std::uint32_t elsewhere, Side to_move) const {
    State s{{attackers | contested, defenders | contested}, 0, static_cast<std::uint32_t>(to_move)};
    s.elsewhere = std::min(elsewhere, limit(s));
    return s;
  }
  // A position of the game itself: no cell is left to F, and to play elsewhere is to pass.
  State exact(const typename G::State& s) const {
    const Cells mine = lines_.stones(s, attacker_), theirs = lines_.stones(s, other(attacker_));
    return make(mine, theirs, lines_.board() - mine - theirs, 0, g_.to_move(s));
  }
  // Is this, read from somewhere, a position?
  bool valid(const State& s) const {
    return !((s.open[0] | s.open[1]) - lines_.board()).any() && s.elsewhere <= limit(s) &&
           s.side <= 1;
  }

  // Does a win of the attacker in the first position imply one in the second?
  bool covers(const State& general, const State& special) const {
    const int beyond = (defenders(special) & rest(general)).count();
    return general.side == special.side && !(attackers(general) - attackers(special)).any() &&
           !(contested(general) - contested(special)).any() &&
           (general.elsewhere == limit(general) ||
            static_cast<std::uint32_t>(beyond) + special.elsewhere <= general.elsewhere);
  }
  bool covers(const State& general, const typename G::State& position) const {
    return covers(general, exact(position));
  }

  const Scale& scale() const { return scale_; }
  State initial() const { return exact(g_.initial()); }
  Side to_move(const State& s) const { return static_cast<Side>(s.side); }
  bool ended(const State& s) const { return bounds(s).closed(); }

  Bounds bounds(const State& s) const {
    const Outcome won = attacker_ == Side::Max ? 1 : 0, not_won = 1 - won;
    if (lines_.any(defenders(s), rest(s), static_cast<int>(s.elsewhere))) return {not_won, not_won};
    if (lines_.any(attackers(s))) return {won, won};
    if (!lines_.any(s.open[0])) return {not_won, not_won};  // there is no line left to be made
    return {0, 1};
  }

  // The attacker completes a line; the defender completes one that stops him, or takes the last
  // cell that he needs for any.
  std::optional<Bounds> win_at_once(const State& s) const {
    const bool attacks = to_move(s) == attacker_;
    if (!(attacks ? lines_.completing(attackers(s), contested(s)).any() : can_stop(s)))
      return std::nullopt;
    const Outcome value = attacks == (attacker_ == Side::Max) ? 1 : 0;
    return Bounds{value, value};
  }

  void list_moves(const State& s, MovesOf<Relaxed>& moves) const {
    contested(s).for_each([&](int cell) { moves.add(static_cast<Move>(cell)); });
    if (to_move(s) != attacker_) moves.add(kElsewhere);
  }
  void play(State& s, Move m) const {
    if (m == kElsewhere)
      s.elsewhere = std::min(s.elsewhere + 1, limit(s));
    else
      s.open[to_move(s) == attacker_ ? 1 : 0].reset(m);  // it is no longer the other one's to take
    s.side ^= 1;
  }

  int symmetries() const { return g_.symmetries(); }
  State transform(const State& s, int k) const {
    return {lines_.image(s.open, k), s.elsewhere, s.side};
  }
  Move transform_move(Move m, int k) const {
    return m == kElsewhere ? m : g_.transform_move(static_cast<typename G::Move>(m), k);
  }
  State canonical(const State& s) const {
    return {lines_.least_image(s.open), s.elsewhere, s.side};
  }

 private:
  // Of a position that is open, the defender to move.
  bool can_stop(const State& s) const {
    const Cells theirs = defenders(s), others = rest(s);
    const int w = static_cast<int>(s.elsewhere);
    if (s.elsewhere < limit(s) && lines_.any(theirs, others, w + 1)) return true;
    bool stops = false;
    lines_.completing(theirs | others, contested(s)).for_each([&](int cell) {
      Cells more = theirs;
      more.set(cell);
      stops = stops || lines_.any(more, others, w);
    });
    if (stops) return true;
    // Such a cell is in every line that he could still make; here is one of them.
    const auto& line = *std::find_if(lines_.all().begin(), lines_.all().end(),
                                     [&](const Cells& l) { return !(l - s.open[0]).any(); });
    (line & contested(s)).for_each([&](int cell) {
      Cells left = s.open[0];
      left.reset(cell);
      stops = stops || !lines_.any(left);
    });
    return stops;
  }

  const G& g_;
  Lines lines_;
  Side attacker_;
  Scale scale_;
};

}  // namespace solvent::lines
