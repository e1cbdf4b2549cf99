// How soon a side can force a win: plain search, deeper move by move, so that what it finds first
// is the soonest. What makes it small:
//
//  - A move without a threat of the attacker's is of no use within so few moves: should the
//    defender pass, he has to win within the rest of them.
//  - Of the replies to such a move, only two kinds can matter: cells in which the attacker plays in
//    the win after a pass (his cells), and cells of lines that the defender could complete, or
//    threaten to, in the time that is left. Any other stone lies idle, so the win after a pass is
//    played on as if it were not there.
//
// Positions are remembered whole: no hash stands for one.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "threats/forcing.hpp"

namespace solvent::threats {

template <class Lines>
class DistanceSearch {
  using Cells = typename Board<Lines>::Cells;

 public:
  // Looks at so many positions in all. The board holds an exact position, the attacker as side 0.
  DistanceSearch(Board<Lines>& board, const Cells& attackers, const Cells& defenders,
                 std::uint64_t positions)
      : board_(board), attackers_(attackers), defenders_(defenders), left_(positions) {}

  // Of the attacker's own moves: the win takes that many, exactly, or more than `without`.
  struct Found {
    std::optional<int> moves;
    int without = 0;
  };
  Found find(bool attacker_moves) {
    Found found;
    for (int moves = 1; moves <= board_.open().count(); ++moves) {
      const auto cells = attacker_moves ? attack(moves) : defend(moves);
      if (given_up_) break;
      if (cells) {
        found.moves = moves;
        break;
      }
      found.without = moves;
    }
    return found;
  }

 private:
  // What is known of a position with the attacker to move.
  struct Known {
    int fails = 0;  // he does not win within so many moves
    int wins = 0;   // he does within so many, if not 0, with `cells`
    Cells cells{};
  };
  struct Stones {
    Cells attackers, defenders;
    friend bool operator==(const Stones&, const Stones&) = default;
  };
  struct Hash {
    std::size_t operator()(const Stones& stones) const { return hash_of(stones); }
  };

  // The attacker, who is to move, wins within so many moves: his cells; or nothing, which means
  // that he does not unless the search has given up.
  std::optional<Cells> attack(int moves) {
    if (const Completions last = completions(board_, 0); last.any()) return only(last.one);
    if (moves == 1) return std::nullopt;
    const Completions stop = completions(board_, 1);
    if (stop.several() || !can_complete(0, moves)) return std::nullopt;
    Known& known = known_[{attackers_, defenders_}];
    if (known.wins != 0 && known.wins <= moves) return known.cells;
    if (known.fails >= moves) return std::nullopt;
    if (left_ == 0) {
      given_up_ = true;
      return std::nullopt;
    }
    --left_;
    for (const int cell : candidates(moves, stop)) {
      play<0>(cell);
      auto cells = defend(moves - 1);
      take_back<0>(cell);
      if (given_up_) return std::nullopt;
      if (!cells) continue;
      cells->set(cell);
      Known& now = known_[{attackers_, defenders_}];
      now.wins = moves;
      return now.cells = *cells;
    }
    known_[{attackers_, defenders_}].fails = moves;
    return std::nullopt;
  }

  // The same with the defender to move.
  std::optional<Cells> defend(int moves) {
    if (completions(board_, 1).any() || !board_.open().any()) return std::nullopt;
    const Completions threat = completions(board_, 0);
    if (threat.several()) {
      Cells cells = only(threat.one);
      cells.set(threat.other);
      return cells;
    }
    if (threat.any()) return reply(threat.one, moves, only(threat.one));
    if (moves == 1) return std::nullopt;
    auto cells = attack(moves);  // after a pass
    if (!cells) return std::nullopt;
    Cells answered{};
    for (Cells replies = *cells | useful(moves); replies.any();
         replies = (*cells | useful(moves)) - answered) {
      const int cell = replies.first();
      answered.set(cell);
      if (!board_.open().test(cell)) continue;
      cells = reply(cell, moves, *cells);
      if (!cells) return std::nullopt;
    }
    return cells;
  }
  std::optional<Cells> reply(int cell, int moves, const Cells& with) {
    play<1>(cell);
    const auto cells = attack(moves);
    take_back<1>(cell);
    if (!cells) return std::nullopt;
    return *cells | with;
  }

  bool can_complete(int side, int moves) const {
    for (int missing = 1; missing <= moves; ++missing)
      if (board_.lines(side, missing).any()) return true;
    return false;
  }
  // The cells of lines that the defender could complete with so many stones.
  Cells useful(int stones) const {
    Cells cells{};
    for (int missing = 1; missing <= stones; ++missing)
      board_.lines(1, missing).for_each([&](std::size_t line) {
        cells = cells | board_.open(line);
      });
    return cells;
  }
  static Cells only(int cell) {
    Cells cells{};
    cells.set(cell);
    return cells;
  }

  // All that can be of use, fullest lines first.
  std::vector<int> candidates(int moves, const Completions& stop) const {
    if (stop.any()) return {stop.one};
    std::array<int, Cells::kSize> merits{};
    for (int missing = 1; missing <= moves; ++missing)
      board_.lines(0, missing).for_each([&](std::size_t line) {
        board_.open(line).for_each(
            [&](int cell) { merits[cell] += 1 << std::max(0, 20 - 3 * missing); });
      });
    useful(moves).for_each([&](int cell) { merits[cell] += 1; });
    std::vector<int> cells;
    board_.open().for_each([&](int cell) {
      if (merits[cell] > 0) cells.push_back(cell);
    });
    std::stable_sort(cells.begin(), cells.end(),
                     [&](int a, int b) { return merits[a] > merits[b]; });
    return cells;
  }

  template <int S>
  void play(int cell) {
    (S == 0 ? attackers_ : defenders_).set(cell);
    board_.template play<S>(cell);
  }
  template <int S>
  void take_back(int cell) {
    (S == 0 ? attackers_ : defenders_).reset(cell);
    board_.template take_back<S>(cell);
  }

  Board<Lines>& board_;
  Cells attackers_, defenders_;
  std::uint64_t left_;
  bool given_up_ = false;
  std::unordered_map<Stones, Known, Hash> known_;
};

}  // namespace solvent::threats
