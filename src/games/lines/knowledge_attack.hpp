// Wins by threats in relaxed positions, and the contested cells that they need: what generalises a
// win (docs/certificates.md, "Claims about regions"). A search that gives up early.
//
// A move of the attacker counts only if he would win should the defender answer elsewhere; the
// cells of that win are those where an answer could matter, and each of them is tried as an answer.
// What the answers need joins them (relevance zones: Thomsen 2000; threats: Allis 1994).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/lines/relaxed.hpp"

namespace solvent::lines {

template <HasLines G>
class Attack {
  using R = Relaxed<G>;
  using State = typename R::State;
  using Cells = typename R::Cells;

 public:
  explicit Attack(const R& r) : r_(r), lines_(r.lines()) {}

  struct Win {
    Cells cells;  // contested; with these alone he wins
    int move;
  };
  // Of the attacker, who is to move. `elsewhere`: stones of the defender in cells that are not
  // needed, at most. About so many positions are looked at.
  std::optional<Win> find(const State& s, std::uint32_t elsewhere, std::uint64_t positions) {
    left_ = given_ = positions;
    const Standoff root{r_.attackers(s), r_.defenders(s), r_.contested(s), elsewhere};
    for (int moves = 1; moves <= kMostMoves && left_ > 0; ++moves)
      if (auto win = attack(root, moves)) return win;
    return std::nullopt;
  }

  std::uint64_t positions() const { return given_ - left_; }  // that the last one took

 private:
  static constexpr int kMostMoves = 12;  // of the attacker
  static constexpr int kThreat = 2;      // after a pass he wins within so many
  struct Standoff {
    Cells mine, theirs, free;
    std::uint32_t elsewhere;
  };
  struct Candidate {
    int cell, merit;
  };

  std::optional<Win> attack(const Standoff& n, int moves) {
    if (left_ == 0) return std::nullopt;
    --left_;
    const Cells wins = lines_.completing(n.mine, n.free);
    if (wins.any()) {
      const int cell = first(wins);
      Cells needed{};
      needed.set(cell);
      if (!stop_lines(n, needed)) return std::nullopt;
      return Win{needed, cell};
    }
    if (moves == 1) return std::nullopt;
    const Cells threats = lines_.completing(n.theirs, n.free);
    if (threats.more_than_one()) return std::nullopt;
    for (const Candidate& c : candidates(n, moves, threats))
      if (auto needed = try_move(n, c.cell, moves)) return Win{*needed, c.cell};
    return std::nullopt;
  }

  std::optional<Cells> try_move(Standoff n, int cell, int moves) {
    n.mine.set(cell);
    n.free.reset(cell);
    Standoff passed = n;
    ++passed.elsewhere;
    const auto threat = attack(passed, std::min(moves - 1, kThreat));
    if (!threat) return std::nullopt;
    Cells needed = threat->cells, answered{};
    for (Cells open = needed; open.any(); open = needed - answered) {
      const int reply = first(open);
      answered.set(reply);
      Standoff next = n;
      next.theirs.set(reply);
      next.free.reset(reply);
      if (lines_.any(next.theirs)) return std::nullopt;
      const auto win = attack(next, moves - 1);
      if (!win) return std::nullopt;
      needed = needed | win->cells;
    }
    needed.set(cell);
    return needed;
  }

  // Lines that the defender could have made with stones elsewhere get a cell that is contested.
  bool stop_lines(const Standoff& n, Cells& needed) const {
    if (n.elsewhere == 0) return true;
    for (const Cells& line : lines_.all()) {
      if ((line & n.mine).any()) continue;
      const Cells open = line - n.theirs;
      if (open.count() > static_cast<int>(n.elsewhere) || (open & needed).any()) continue;
      const Cells choice = open & n.free;
      if (!choice.any()) return false;
      needed.set(first(choice));
    }
    return true;
  }

  // Cells of lines that he could complete in so many moves, the best first.
  std::vector<Candidate> candidates(const Standoff& n, int moves, const Cells& forced) const {
    std::array<int, Cells::kSize> merits{};
    const Cells open = n.mine | n.free;
    for (const Cells& line : lines_.all()) {
      if ((line - open).any()) continue;
      const int own = (line & n.mine).count();
      if (own == 0 || lines_.length() - own > moves) continue;
      (line & n.free).for_each([&](int cell) { merits[cell] += 1 << std::min(3 * own, 24); });
    }
    std::vector<Candidate> found;
    (forced.any() ? forced : n.free).for_each([&](int cell) {
      if (merits[cell] > 0) found.push_back({cell, merits[cell]});
    });
    std::stable_sort(found.begin(), found.end(),
                     [](const Candidate& a, const Candidate& b) { return a.merit > b.merit; });
    return found;
  }
  static int first(const Cells& cells) {
    int found = -1;
    cells.for_each([&](int cell) {
      if (found < 0) found = cell;
    });
    return found;
  }

  const R& r_;
  const typename G::Lines& lines_;
  std::uint64_t left_ = 0, given_ = 0;
};

// For searches of relaxed positions.
template <HasLines G>
class AttackKnowledge {
  using R = Relaxed<G>;
  using State = typename R::State;

 public:
  explicit AttackKnowledge(const R& r) : r_(r), attack_(r) {}

  Bounds bounds(const State& s) const {
    constexpr std::uint64_t kPositions = 100;
    if (r_.ended(s)) return r_.bounds(s);
    if (const auto win = r_.win_at_once(s)) return *win;
    const Outcome won = r_.attacker() == Side::Max ? 1 : 0;
    if (r_.to_move(s) == r_.attacker() && attack_.find(s, s.elsewhere, kPositions))
      return {won, won};
    return {0, 1};
  }
  // A threat to complete a line has to be answered.
  void list_moves(const State& s, MovesOf<R>& moves) const {
    const bool attacks = r_.to_move(s) == r_.attacker();
    const auto forced =
        r_.lines().completing(attacks ? r_.defenders(s) : r_.attackers(s), r_.contested(s));
    if (!forced.any() || r_.win_at_once(s)) return r_.list_moves(s, moves);
    forced.for_each([&](int cell) { moves.add(static_cast<typename R::Move>(cell)); });
  }

 private:
  const R& r_;
  mutable Attack<G> attack_;
};

}  // namespace solvent::lines
