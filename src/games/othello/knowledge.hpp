// What an Othello player knows: discs that can never be turned again, which moves to try first, and
// how to play the last squares.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "games/othello/knowledge/endings.hpp"
#include "games/othello/knowledge/ordering.hpp"
#include "games/othello/knowledge/stability.hpp"
#include "games/othello/rules.hpp"

namespace solvent::othello {

class Knowledge {
  using State = Rules::State;

 public:
  explicit Knowledge(const Rules& g) : g_(g), stability_(g.board()), ordering_(g) {}

  // A side with k discs for good ends with k or more.
  Bounds bounds(const State& s) const {
    const Board discs = s.own | s.opp;
    if ((discs & ordering_.corners()) == 0) return g_.scale().everything();  // seldom any without
    const Stability::Safe safe = stability_.safe(discs);
    const int own = std::popcount(Stability::stable(s.own, safe));
    const int opp = std::popcount(Stability::stable(s.opp, safe));
    return g_.bounds_from_mover(s, 2 * own - g_.cells(), g_.cells() - 2 * opp);
  }

  void sort_moves(const State& s, MovesOf<Rules>& moves, std::uint64_t& nodes) const {
    ordering_.sort(s.own, s.opp, moves, nodes);
  }

  bool probes_moves(const State& s) const { return empty(s) >= kNearEnd + 2; }

  // What the value may be, by a search of a few plies.
  std::optional<Outcome> guess(const State& s, std::uint64_t& nodes) const {
    if (!ordering_.evaluates()) return std::nullopt;
    const int plies = std::clamp(empty(s) / 2 - 2, 0, kGuessPlies);
    const int quarters = ordering_.guess(s.own, s.opp, plies, nodes);
    const int most = g_.cells();
    const int discs = std::clamp(2 * ((quarters + 4 * most + 4) / 8) - most, -most, most);
    return g_.bounds_from_mover(s, discs, discs).pess;
  }

  // With fewer squares left a table costs more than it saves.
  bool near_end(const State& s) const { return empty(s) <= kNearEnd; }
  Bounds ending(const State& s, Bounds window, std::uint64_t& nodes) const {
    return solve(s, window, nullptr, nodes);
  }
  // The same with what the search has met.
  class Memory {
   public:
    void clear() { std::fill(met_.begin(), met_.end(), MetEnding{}); }
    std::size_t bytes() const { return met_.size() * sizeof(MetEnding); }
    template <class Archive>
    void archive(Archive& a) {
      a.section("endings", sizeof(MetEnding));
      a.bytes(met_.data(), bytes());
    }

   private:
    friend class Knowledge;
    std::vector<MetEnding> met_ = std::vector<MetEnding>(MetEnding::kKept);
  };
  Bounds ending(const State& s, Bounds window, Memory& memory, std::uint64_t& nodes) const {
    return solve(s, window, memory.met_.data(), nodes);
  }

 private:
  static constexpr int kNearEnd = 9;
  static constexpr int kGuessPlies = 8;

  Bounds solve(const State& s, Bounds window, MetEnding* met, std::uint64_t& nodes) const {
    const auto [alpha, beta] = g_.scores_for_mover(s, window);
    const int score = solve_ending_(g_.board(), s.own, s.opp, alpha, beta, met, nodes);
    return g_.bounds_from_mover(s, score <= alpha ? -g_.cells() : score,
                                score >= beta ? g_.cells() : score);
  }
  int empty(const State& s) const { return std::popcount(g_.board() & ~(s.own | s.opp)); }

  const Rules& g_;
  Stability stability_;
  Ordering ordering_;
  SolveEnding solve_ending_ = fastest_ending();
};

}  // namespace solvent::othello
