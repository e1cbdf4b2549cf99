// Proving a statement about a position by the rules alone: all moves are tried, within a number of
// positions. It is what a checker does at the leaves of a proof, and what a collector does to find
// out which claims can be leaves. It knows nothing of the game, and remembers only what it has met
// since it began.
//
// At each ply the move that decided the last position there is tried first, since what answers one
// move often answers its neighbours; then the others from the middle of their list outwards, since
// the middle of a list is the middle of the board in most games.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "game/statement.hpp"

namespace solvent {

// Whoever only wants to know soon is asked now and then, while there are positions left, whether
// the search should go on: at which look, and with what share of it done, as Knuth 1975 estimates
// the size of trees. If not, the answer is no.
class PlainSearchPatience {
 public:
  static constexpr std::size_t kLooks = 9;
  virtual ~PlainSearchPatience() = default;
  virtual bool goes_on(std::size_t look, double done) = 0;
};

template <Game G>
class PlainSearch {
  using State = typename G::State;
  using Move = typename G::Move;

 public:
  static constexpr int kDeepest = 1000;  // plies

  // For searches of at most so many positions.
  PlainSearch(const G& g, std::uint64_t most)
      : g_(g),
        most_(most),
        met_(most < kTooMany ? std::bit_ceil(2 * most + 2) : throw std::bad_alloc()),
        shift_(64 - std::countr_zero(met_.size())),
        deciding_(kDeepest) {}

  // Is it proved? False if it does not hold, and if that takes more positions or plies.
  bool proves(Statement statement, const State& s) {
    statement_ = statement;
    left_ = most_;
    unused_ = 0;
    done_ = 0;
    looks_ = 0;
    next_look_ = patience_ == nullptr ? 0 : most_ - std::min(most_, every());
    if (++round_ == 0) {  // all numbers were used: begin again
      std::fill(met_.begin(), met_.end(), Met{});
      ++round_;
    }
    std::fill_n(deciding_.begin(), deepest_, std::nullopt);
    deepest_ = 0;
    const Bounds known = g_.bounds(s);
    if (statement.holds(known) || statement.fails(known)) return statement.holds(known);
    return search(s, 0, 1);
  }
  std::uint64_t positions() const { return most_ - left_ - unused_; }  // that the last one took
  // From now on it is asked; it lives as long as the search.
  void ask(PlainSearchPatience& patience) { patience_ = &patience; }

 private:
  struct Met {
    State state;
    std::uint32_t round = 0;  // of the search that met it
    bool holds = false;       // false while it is not known: play that goes round proves nothing
  };

  // Of a position whose bounds leave it open. A move decides if it leads to what is claimed, or, of
  // the opponent, to what is not. Where the rules show such a move the position is not counted.
  bool search(const State& s, int ply, double share) {
    if (ply == kDeepest) return false;
    const bool mine = g_.to_move(s) == statement_.claimant;
    std::optional<Bounds> win;
    if constexpr (SeesWins<G>) win = g_.win_at_once(s);
    if (win && decides(*win, mine)) return mine;
    Met& met = find(s);
    if (met.round == round_) return met.holds;
    MovesOf<G> moves;
    g_.list_moves(s, moves);
    const std::size_t waiting = waiting_.size();
    const std::optional<bool> known = settle(s, mine, win.has_value(), moves);
    if (!known && (left_ != next_look_ || goes_on())) {
      --left_;
      met = {s, round_, false};
      met.holds = try_moves(s, mine, moves, waiting, ply, share);
    }
    waiting_.resize(waiting);
    return known ? *known : met.round == round_ && met.holds;
  }
  bool decides(Bounds next, bool mine) const {
    return mine ? statement_.holds(next) : statement_.fails(next);
  }
  // Asked when no position is left, and when it is time to look: may another one be taken?
  bool goes_on() {
    if (left_ == 0) return false;
    if (looks_ < PlainSearchPatience::kLooks && !patience_->goes_on(looks_++, done_)) {
      unused_ = std::exchange(left_, 0);
      next_look_ = 0;
      return false;
    }
    next_look_ = left_ - std::min(left_, every());
    return true;
  }
  std::uint64_t every() const {
    return most_ / (PlainSearchPatience::kLooks + 1) + 1;
  }  // positions
  // By the rules alone; if not, of the moves only those are left that the rules leave open. The
  // positions after these are put behind the others that wait, so that moves are played once.
  std::optional<bool> settle(const State& s, bool mine, bool wins, MovesOf<G>& moves) {
    if (SeesWins<G> && !wins) {  // all moves lead to the same bounds
      const Bounds next = g_.bounds(after(s, moves[0]));
      if (statement_.holds(next) || statement_.fails(next)) return statement_.holds(next);
      return std::nullopt;
    }
    std::uint32_t open = 0;
    for (const Move m : moves) {
      const State then = after(s, m);
      const Bounds next = g_.bounds(then);
      if (decides(next, mine)) return mine;
      if (statement_.holds(next) || statement_.fails(next)) continue;
      moves.items[open++] = m;
      if constexpr (!SeesWins<G>) waiting_.push_back(then);
    }
    moves.size = open;
    if (open == 0) return !mine;
    return std::nullopt;
  }
  // The move that was the last to decide at this ply, then the others from the middle of their list
  // outwards. `waiting`: where the positions after them begin.
  bool try_moves(const State& s, bool mine, const MovesOf<G>& moves, std::size_t waiting, int ply,
                 double share) {
    if (!mine) share /= moves.size;
    deepest_ = std::max(deepest_, ply + 1);
    std::optional<Move>& deciding = deciding_[static_cast<std::size_t>(ply)];
    const std::uint32_t first = deciding ? place_of(*deciding, moves) : moves.size;
    const std::uint32_t preferred = first < moves.size ? 1 : 0;
    for (std::uint32_t k = 0; k < moves.size; ++k) {
      std::uint32_t at = first;
      if (k >= preferred) {
        at = from_middle(k - preferred, moves.size - preferred);
        at += at >= first;  // it is not among the others
      }
      const State next = SeesWins<G> ? after(s, moves[at]) : waiting_[waiting + at];
      const double before = done_;
      const bool holds = search(next, ply + 1, share);
      done_ = before + (holds ? share : 0);
      if (holds == mine) {
        deciding = moves[at];
        return mine;
      }
    }
    return !mine;
  }
  // moves.size if it is not among them.
  static std::uint32_t place_of(Move move, const MovesOf<G>& moves) {
    std::uint32_t at = 0;
    while (at < moves.size && !(moves[at] == move)) ++at;
    return at;
  }
  static std::uint32_t from_middle(std::uint32_t k, std::uint32_t size) {
    return k % 2 == 0 ? size / 2 + k / 2 : size / 2 - (k + 1) / 2;
  }
  State after(const State& s, Move m) const {
    State next = s;
    g_.play(next, m);
    return next;
  }
  // Where it is, or belongs: there are more places than positions.
  Met& find(const State& s) {
    std::size_t at = place(s);
    while (met_[at].round == round_ && !(met_[at].state == s)) at = (at + 1) & (met_.size() - 1);
    return met_[at];
  }

  // Cheaper than the tables' hash, which costs more than the rest of the look-up.
  std::size_t place(const State& s) const {
    constexpr std::size_t kWords = (sizeof(State) + 7) / 8;
    std::array<std::uint64_t, kWords> words{};
    std::memcpy(words.data(), &s, sizeof(State));
    std::uint64_t h = 0;
    for (const std::uint64_t word : words) h = (h ^ word ^ h >> 32) * 0x9E3779B97F4A7C15ull;
    return h >> shift_;
  }

  const G& g_;
  Statement statement_{};
  static constexpr std::uint64_t kTooMany = std::uint64_t{1} << 40;
  std::uint64_t most_, left_ = 0;
  std::uint64_t unused_ = 0;     // of those left when it gave up
  std::uint64_t next_look_ = 0;  // when so many are left
  std::size_t looks_ = 0;
  double done_ = 0;  // the share of the whole search
  PlainSearchPatience* patience_ = nullptr;
  std::uint32_t round_ = 0;
  std::vector<Met> met_;
  int shift_;        // of a hash, to a place in it
  int deepest_ = 0;  // ply that has been met, and one
  std::vector<std::optional<Move>> deciding_;
  std::vector<State> waiting_;  // positions after moves that are still to be tried, by ply
};

}  // namespace solvent
