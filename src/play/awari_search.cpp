#include "play/awari_search.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace solvent::play {

namespace {

constexpr std::size_t kEntries = 1 << 16;
constexpr std::uint64_t kCache = 32 << 20;

int lead_of(const mancala::Board& s) {  // for the side to move
  const int net = mancala::store(s.row[0]) - mancala::store(s.row[1]);
  return mancala::mover(s) == 0 ? net : -net;
}

int mobility(std::uint64_t row) {
  int pits = 0;
  for (int k = 0; k < awari::kPitsEach; ++k) pits += mancala::pit(row, k) != 0;
  return pits;
}

}  // namespace

AwariSearch::AwariSearch(const Rules& g, std::shared_ptr<const endgame::Database> database)
    : g_(g), table_(kEntries) {
  if (database != nullptr) lookup_.emplace(std::move(database), kCache);
}

// Of a game that ends with so many stones more than the opponent.
int AwariSearch::worth(int net) const {
  return kStone * net + (net > 0 ? kWin : net < 0 ? -kWin : 0);
}

int AwariSearch::guess(const State& s) const {
  const int me = mancala::mover(s);
  return kStone * lead_of(s) + mobility(s.row[me]) - mobility(s.row[1 - me]);
}

// What needs no search: the end of the game, more than half of the stones, the database.
std::optional<int> AwariSearch::settled(const State& s) {
  const int lead = lead_of(s), open = g_.on_board(s);
  if (mancala::empty(s.row[mancala::mover(s)])) return worth(lead - open);
  if (std::abs(lead) > open) return worth(lead);
  if (lookup_ && lookup_->covers(g_.slice(s)))
    return worth(lead + lookup_->value(g_.slice(s), g_.index(s)));
  return std::nullopt;
}

AwariSearch::Entry& AwariSearch::entry_of(const State& s) { return table_[hash_of(s) % kEntries]; }

void AwariSearch::order(const State& s, MovesOf<Rules>& moves, int first) const {
  const auto rank = [&](Move m) { return m == first ? 1000 : g_.captures(s, m); };
  std::stable_sort(moves.items.begin(), moves.items.begin() + moves.size,
                   [&](Move a, Move b) { return rank(a) > rank(b); });
}

AwariSearch::Found AwariSearch::search(const State& root, std::span<const Move> moves,
                                       std::span<const State> twice, Allowance& allowance) {
  std::fill(table_.begin(), table_.end(), Entry{});
  twice_ = twice;
  allowance_ = &allowance;
  out_of_time_ = false;
  std::vector<Move> left(moves.begin(), moves.end());
  Found found{left.front(), 0, 0};
  for (int depth = 1; depth <= kDeepest && !out_of_time_; ++depth) {
    Found best{left.front(), -kInfinite, depth};
    for (const Move m : left) {
      State next = root;
      g_.play(next, m);
      path_ = {root};
      const int score = -visit(next, depth - 1, -kInfinite, -best.score);
      if (out_of_time_) break;
      if (score > best.score) best = {m, score, depth};
    }
    // An iteration that was broken off has at least looked at the best move of the one before.
    if (best.score > -kInfinite) found = {best.move, best.score, out_of_time_ ? depth - 1 : depth};
    std::stable_partition(left.begin(), left.end(), [&](Move m) { return m == found.move; });
    if (left.size() == 1 || std::abs(found.score) >= kWin) break;
  }
  return found;
}

// Fail-soft negamax; its depth, and so the recursion, is limited by kDeepest.
int AwariSearch::visit(const State& s, int depth, int alpha, int beta) {
  allowance_->spend(1);
  constexpr std::uint64_t kLook = 256;  // how often at the clock
  const bool look = allowance_->spent() % kLook == 0;
  if (allowance_->nodes_left() == 0 || (look && allowance_->over())) out_of_time_ = true;
  if (out_of_time_) return 0;
  if (const auto score = settled(s)) return *score;
  if (std::find(path_.begin(), path_.end(), s) != path_.end() ||
      std::find(twice_.begin(), twice_.end(), s) != twice_.end())
    return worth(lead_of(s));
  if (depth == 0) return guess(s);

  Entry& entry = entry_of(s);
  int first = -1;
  if (entry.bound != 0 && entry.s == s) {
    first = entry.move;
    const int score = entry.score;
    const bool at_least = (entry.bound & 1) != 0, at_most = (entry.bound & 2) != 0;
    if (entry.depth >= depth &&
        ((at_least && score >= beta) || (at_most && score <= alpha) || (at_least && at_most)))
      return score;
  }
  MovesOf<Rules> moves;
  g_.list_moves(s, moves);
  order(s, moves, first);
  path_.push_back(s);
  int best = -kInfinite;
  Move best_move = moves[0];
  for (const Move m : moves) {
    State next = s;
    g_.play(next, m);
    const int score = -visit(next, depth - 1, -beta, -std::max(alpha, best));
    if (out_of_time_) break;
    if (score > best) {
      best = score;
      best_move = m;
    }
    if (best >= beta) break;
  }
  path_.pop_back();
  if (out_of_time_) return 0;
  const std::uint8_t bound = best >= beta ? 1 : best <= alpha ? 2 : 3;
  Entry& kept = entry_of(s);
  kept = {s, static_cast<std::int16_t>(best), static_cast<std::int8_t>(depth), bound, best_move,
          {}};
  return best;
}

}  // namespace solvent::play
