// The search that a checker makes for a claim, as docs/certificates.md has it, written once more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "game/game.hpp"

namespace solvent::naive {

template <Game G>
class LeafSearch {
  using State = typename G::State;
  using Move = typename G::Move;

 public:
  LeafSearch(const G& g, Side claimant, Outcome v, std::uint64_t most)
      : g_(g), claimant_(claimant), v_(v), most_(most) {}

  bool proves(const State& s) {
    if (says(s) || denies(s)) return says(s);
    return search(s, 0);
  }

 private:
  bool says(const State& s) const {
    return claimant_ == Side::Max ? g_.bounds(s).pess >= v_ : g_.bounds(s).opti <= v_;
  }
  bool denies(const State& s) const {
    return claimant_ == Side::Max ? g_.bounds(s).opti < v_ : g_.bounds(s).pess > v_;
  }
  State after(State s, Move m) const {
    g_.play(s, m);
    return s;
  }
  bool search(const State& s, int ply) {
    if (ply == 1000) return false;
    const std::string name(reinterpret_cast<const char*>(&s), sizeof(State));
    if (const auto found = answers_.find(name); found != answers_.end()) return found->second;
    MovesOf<G> moves;
    g_.list_moves(s, moves);
    const bool mine = g_.to_move(s) == claimant_;
    std::vector<Move> open;
    for (const Move m : moves) {
      if (mine ? says(after(s, m)) : denies(after(s, m))) return mine;
      if (!says(after(s, m)) && !denies(after(s, m))) open.push_back(m);
    }
    if (open.empty()) return !mine;
    if (answers_.size() == most_) return false;
    answers_[name] = false;
    return answers_[name] = try_moves(s, in_order(open, ply), mine, ply);
  }
  std::vector<Move> in_order(std::vector<Move> moves, int ply) const {
    std::vector<Move> out;
    if (const auto last = deciding_.find(ply); last != deciding_.end())
      if (const auto found = std::find(moves.begin(), moves.end(), last->second);
          found != moves.end()) {
        out.push_back(*found);
        moves.erase(found);
      }
    const int size = static_cast<int>(moves.size());
    for (int away = 0; away <= size; ++away) {
      if (size / 2 - away >= 0 && size > 0) out.push_back(moves[size / 2 - away]);
      if (away > 0 && size / 2 + away < size) out.push_back(moves[size / 2 + away]);
    }
    return out;
  }
  bool try_moves(const State& s, const std::vector<Move>& moves, bool mine, int ply) {
    for (const Move m : moves)
      if (search(after(s, m), ply + 1) == mine) {
        deciding_[ply] = m;
        return mine;
      }
    return !mine;
  }

  const G& g_;
  Side claimant_;
  Outcome v_;
  std::uint64_t most_;
  std::map<std::string, bool> answers_;  // false while it is not known
  std::map<int, Move> deciding_;         // the last move that decided, at each ply
};

}  // namespace solvent::naive
