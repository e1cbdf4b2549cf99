// Alpha-beta on the Awari rows of the 1994 paper.
//
// The paper's values are intervals: at the horizon what the stones on the board allow, elsewhere
// the best low and the best high of the moves. Searched together the two ends spoil each other's
// cut-offs, since an interval that lies across the window cuts nothing. So each round searches for
// each end alone: what can this player be sure of within so many plies? Such a search has plain
// numbers and cuts as alpha-beta should. When the two players' certainties meet, that is the value.
#include <algorithm>

#include "base/hash.hpp"
#include "experiments/allis/searches.hpp"
#include "search/allowance.hpp"
#include "search/move_order.hpp"
#include "search/path.hpp"

namespace solvent::experiments {

namespace {

using awari::Allis1994;
using State = Allis1994::State;
using Move = Allis1994::Move;

constexpr int kNoRepetition = 1 << 20;

// Facts about a position, for each player: a score that is proved for him, and one that he cannot
// prove within so many plies to exceed.
struct Entry {
  State s{};
  std::int8_t proved[2]{}, most[2]{};
  std::uint8_t depth[2]{};
  Move move[2]{};
  bool has_move[2]{}, used = false;
};

class AlphaBeta {
 public:
  AlphaBeta(const Allis1994& game, int stones, std::size_t entries)
      : game_(game), stones_(stones), table_(entries) {}

  std::uint64_t counted() const { return counted_; }
  // Searches for the player; his certainty is to lie between alpha and beta. Then call `run`.
  void start(const State& root, int player, int alpha, int beta, int depth) {
    player_ = player;
    frames_.clear();
    path_.clear();
    result_ = visit(root, alpha, beta, depth);
    lines_.resize(static_cast<std::size_t>(depth) + 2);
  }
  // Some thousand nodes; the result once there is one.
  std::optional<int> run() {
    for (int k = 0; k < 1 << 14 && !result_; ++k) advance();
    return result_;
  }
  int sure(const State& s, int player) const {
    const Bounds b = game_.bounds(s);
    return player == 0 ? b.pess - stones_ : stones_ - b.opti;
  }

 private:
  struct Frame {
    State s;
    MovesOf<Allis1994> moves;
    std::uint32_t next = 0;
    int alpha, beta, best, depth_left;
    int oldest = kNoRepetition;  // ply that a repetition below leads back to
    bool mine;                   // the player of the search is to move
    bool on_line;                // of the round before
    std::optional<Move> best_move;
  };

  // The score if it is known without looking at moves; otherwise there is a new frame.
  std::optional<int> visit(const State& s, int alpha, int beta, int depth_left) {
    if (depth_left == 0) ++counted_;
    oldest_ = kNoRepetition;
    int low = sure(s, player_), high = -sure(s, 1 - player_);
    if (low == high || low >= beta) return low;
    if (high <= alpha) return high;
    const std::uint64_t hash = hash_of(s);
    if (const int ply = path_.find(s, hash); ply >= 0) {
      oldest_ = ply;
      const int net = game_.repetition(s) - stones_;
      return player_ == 0 ? net : -net;
    }
    const Entry* e = table_.empty() ? nullptr : &table_[hash % table_.size()];
    if (e != nullptr && (!e->used || !(e->s == s))) e = nullptr;
    if (e != nullptr) {
      low = std::max<int>(low, e->proved[player_]);
      if (e->depth[player_] >= depth_left) high = std::min<int>(high, e->most[player_]);
      if (low >= high || low >= beta) return low;
      if (high <= alpha) return high;
    }
    if (depth_left == 0) return low;

    const std::size_t ply = frames_.size();
    const std::vector<Move>& line = best_line_[player_];
    const bool on_line =
        ply < line.size() && (ply == 0 || (frames_.back().on_line && line[ply - 1] == played()));
    path_.push(s, hash);
    Frame& f = frames_.emplace_back();
    f.s = s;
    f.alpha = alpha;
    f.beta = beta;
    f.depth_left = depth_left;
    f.mine = (game_.to_move(s) == Side::Max) == (player_ == 0);
    f.best = f.mine ? low : high;
    f.on_line = on_line;
    game_.list_moves(s, f.moves);
    if (e != nullptr && e->has_move[player_])
      search::put_first(e->move[player_], f.moves);
    else if (on_line)
      search::put_first(line[ply], f.moves);
    return std::nullopt;
  }
  Move played() const { return frames_.back().moves[frames_.back().next]; }

  void advance() {
    const Frame& f = frames_.back();
    const bool cut = f.mine ? f.best >= f.beta : f.best <= f.alpha;
    if (cut || f.next == f.moves.size) return finish();
    State next = f.s;
    game_.play(next, f.moves[f.next]);
    const int alpha = f.mine ? std::max(f.alpha, f.best) : f.alpha;
    const int beta = f.mine ? f.beta : std::min(f.beta, f.best);
    if (const auto score = visit(next, alpha, beta, f.depth_left - 1)) report(*score, false);
  }
  void report(int score, bool searched) {
    Frame& f = frames_.back();
    f.oldest = std::min(f.oldest, oldest_);
    const Move move = f.moves[f.next++];
    if (f.best_move && !(f.mine ? score > f.best : score < f.best)) return;
    f.best = f.mine ? std::max(score, f.best) : std::min(score, f.best);
    f.best_move = move;
    const std::size_t ply = frames_.size() - 1;
    lines_[ply].assign(1, move);
    if (searched)
      lines_[ply].insert(lines_[ply].end(), lines_[ply + 1].begin(), lines_[ply + 1].end());
  }
  void finish() {
    const Frame& f = frames_.back();
    const int ply = static_cast<int>(frames_.size()) - 1, score = f.best;
    oldest_ = f.oldest >= ply ? kNoRepetition : f.oldest;
    remember(f);
    path_.pop(hash_of(f.s));
    frames_.pop_back();
    if (!frames_.empty()) return report(score, true);
    best_line_[player_] = lines_[0];
    result_ = score;
  }
  // What rests on a repetition above holds on this path only.
  void remember(const Frame& f) {
    if (table_.empty() || oldest_ != kNoRepetition) return;
    Entry& e = table_[hash_of(f.s) % table_.size()];
    if (!e.used || !(e.s == f.s)) {
      if (e.used && std::max(e.depth[0], e.depth[1]) > f.depth_left) return;  // the deeper stays
      e = Entry{.s = f.s, .used = true};
      for (const int player : {0, 1}) {
        e.proved[player] = static_cast<std::int8_t>(sure(f.s, player));
        e.most[player] = static_cast<std::int8_t>(-sure(f.s, 1 - player));
      }
    }
    if (f.best > f.alpha) e.proved[player_] = std::max(e.proved[player_], narrow(f.best));
    if (f.best < f.beta && f.depth_left >= e.depth[player_]) {
      e.most[player_] = narrow(f.best);
      e.depth[player_] = static_cast<std::uint8_t>(f.depth_left);
    }
    if (!f.best_move || !(f.mine ? f.best > f.alpha : f.best < f.beta)) return;
    e.move[player_] = *f.best_move;
    e.has_move[player_] = true;
  }
  static std::int8_t narrow(int score) { return static_cast<std::int8_t>(score); }

  const Allis1994& game_;
  int stones_;
  std::vector<Entry> table_;
  int player_ = 0;  // 0 moves at the root
  std::vector<Frame> frames_;
  std::vector<std::vector<Move>> lines_;  // the best of every ply
  std::vector<Move> best_line_[2];        // of the round before
  search::Path<State> path_;
  int oldest_ = kNoRepetition;  // of the score that is being reported
  std::optional<int> result_;
  std::uint64_t counted_ = 0;
};

}  // namespace

AllisAlphaBeta allis_alpha_beta(const mancala::Board& board, const Allis1994::Lookup& lookup,
                                bool with_table, const AllisLimits& limits) {
  constexpr std::size_t kEntries = 250'000;
  const int stones = mancala::stones(board.row[0]) + mancala::stones(board.row[1]);
  const Allis1994 game(stones, lookup);
  AlphaBeta search(game, stones, with_table ? kEntries : 0);
  int sure[2] = {search.sure(board, 0), search.sure(board, 1)};
  const auto nodes = [&] { return search.counted() + 1; };  // and the root
  search::Allowance allowance({limits.nodes, {}}, limits.stop);
  const auto go_on = [&] {
    allowance.spend(nodes() - allowance.spent());
    return !allowance.over();
  };
  const auto solved = [&] { return sure[0] + sure[1] == 0; };
  for (int depth = 1; !solved() && go_on(); ++depth)
    for (int player = 0; player < 2 && !solved(); ++player) {
      search.start(board, player, sure[player], -sure[1 - player], depth);
      std::optional<int> score;
      while (!(score = search.run()))
        if (!go_on()) return {std::nullopt, nodes()};
      sure[player] = std::max(sure[player], *score);
    }
  if (!solved()) return {std::nullopt, nodes()};
  return {sure[0], nodes()};
}

}  // namespace solvent::experiments
