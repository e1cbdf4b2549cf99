// Hex (Piet Hein 1942, John Nash 1948): X connects the top with the bottom, O the left with the
// right. See README.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "plugin/game.hpp"

namespace hex {
using namespace solvent;

// Cells are bits, row by row from the top, in rows that are shifted to the right one below the
// other: a cell's neighbours are those beside it, two above (straight and right of it) and two
// below (straight and left of it).
class Board {
 public:
  explicit Board(int size) : size_(size) {
    for (int cell = 0; cell < size * size; ++cell) all_ |= bit(cell);
    for (int k = 0; k < size; ++k) {
      edges_[0][0] |= bit(k);                      // top
      edges_[0][1] |= bit((size - 1) * size + k);  // bottom
      edges_[1][0] |= bit(k * size);               // left
      edges_[1][1] |= bit(k * size + size - 1);    // right
    }
  }
  static std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }
  int size() const { return size_; }
  std::uint64_t all() const { return all_; }
  // The two edges that a player connects.
  std::uint64_t edge(int player, int end) const { return edges_[player][end]; }

  std::uint64_t around(std::uint64_t cells) const {
    const std::uint64_t right = (cells << 1 | cells >> (size_ - 1)) & ~edges_[1][0];
    const std::uint64_t left = (cells >> 1 | cells << (size_ - 1)) & ~edges_[1][1];
    return (right | left | cells << size_ | cells >> size_) & all_;
  }
  // All stones that hang together with these.
  std::uint64_t fill(std::uint64_t from, std::uint64_t stones) const {
    for (std::uint64_t grown = from & stones;; from = grown) {
      grown |= around(grown) & stones;
      if (grown == from) return grown;
    }
  }
  bool connected(int player, std::uint64_t stones) const {
    return (fill(edges_[player][0] & stones, stones) & edges_[player][1]) != 0;
  }
  std::uint64_t turned(std::uint64_t cells) const {
    std::uint64_t out = 0;
    for (std::uint64_t left = cells; left != 0; left &= left - 1)
      out |= bit(size_ * size_ - 1 - std::countr_zero(left));
    return out;
  }

 private:
  int size_;
  std::uint64_t all_ = 0;
  std::array<std::array<std::uint64_t, 2>, 2> edges_{};
};

class Rules {
 public:
  // The stones of X, who is Max, and of O. X is to move if there are as many of both.
  struct State {
    std::array<std::uint64_t, 2> stones;
    friend bool operator==(const State&, const State&) = default;
  };
  struct Move {
    std::uint8_t cell;
    friend bool operator==(Move, Move) = default;
  };
  using Key = State;
  static constexpr int kLargest = 8;
  static constexpr std::size_t kMaxMoves = kLargest * kLargest;
  static constexpr bool kAcyclic = true;

  explicit Rules(int size) : board_(size) {}

  const Board& board() const { return board_; }
  const Scale& scale() const { return scale_; }
  State initial() const { return {}; }
  Side to_move(const State& s) const {
    return std::popcount(s.stones[0]) == std::popcount(s.stones[1]) ? Side::Max : Side::Min;
  }
  // Only who has moved can have connected his edges just now.
  bool ended(const State& s) const {
    const int last = to_move(s) == Side::Max ? 1 : 0;
    return board_.connected(last, s.stones[last]);
  }
  Bounds bounds(const State& s) const {
    if (!ended(s)) return scale_.everything();
    const Outcome value = to_move(s) == Side::Max ? 0 : scale_.best();
    return {value, value};
  }
  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    for (std::uint64_t left = empty(s); left != 0; left &= left - 1)
      moves.add({static_cast<std::uint8_t>(std::countr_zero(left))});
  }
  void play(State& s, Move m) const {
    s.stones[to_move(s) == Side::Max ? 0 : 1] |= Board::bit(m.cell);
  }
  std::uint64_t empty(const State& s) const { return board_.all() & ~(s.stones[0] | s.stones[1]); }

  // Half a turn.
  int symmetries() const { return 2; }
  State transform(const State& s, int k) const {
    if (k == 0) return s;
    return {{board_.turned(s.stones[0]), board_.turned(s.stones[1])}};
  }
  Move transform_move(Move m, int k) const {
    const int last = board_.size() * board_.size() - 1;
    return k == 0 ? m : Move{static_cast<std::uint8_t>(last - m.cell)};
  }
  State canonical(const State& s) const {
    const State half_turn = transform(s, 1);
    return half_turn.stones < s.stones ? half_turn : s;
  }
  Key key(const State& s) const { return canonical(s); }

 private:
  Board board_;
  Scale scale_ = Scale::win_draw_loss();
};

// Rows from the top, separated by '/': X../.O./...
struct Text {
  static std::string player(const Rules&, Side side) { return side == Side::Max ? "X" : "O"; }
  static std::string position(const Rules& g, const Rules::State& s) {
    const int size = g.board().size();
    std::string out;
    for (int cell = 0; cell < size * size; ++cell) {
      if (cell > 0 && cell % size == 0) out += '/';
      out += stone(s, cell);
    }
    return out;
  }
  static Result<Rules::State> parse(const Rules& g, std::string_view text) {
    const int size = g.board().size();
    const auto rows = text::split(text::trim(text), '/');
    if (static_cast<int>(rows.size()) != size)
      return Error{
          fmt::format("it has {} rows, the board has {}, separated by '/'", rows.size(), size)};
    Rules::State s{};
    for (int row = 0; row < size; ++row) {
      const std::string_view cells = rows[static_cast<std::size_t>(row)];
      if (static_cast<int>(cells.size()) != size)
        return Error{fmt::format("row {} is {}, and rows have {} cells", row + 1,
                                 text::quoted(cells), size)};
      for (int column = 0; column < size; ++column) {
        const char c = cells[static_cast<std::size_t>(column)];
        if (c != '.' && c != 'X' && c != 'O')
          return Error{fmt::format("row {} has {}, not X, O or .", row + 1,
                                   text::quoted(std::string(1, c)))};
        if (c != '.') s.stones[c == 'O'] |= Board::bit(row * size + column);
      }
    }
    const int x = std::popcount(s.stones[0]), o = std::popcount(s.stones[1]);
    if (x != o && x != o + 1)
      return Error{
          fmt::format("X has {} and O has {} stones: X begins, so X has as many as O or "
                      "one more",
                      x, o)};
    const int mover = x == o ? 0 : 1;
    if (g.board().connected(mover, s.stones[mover]))
      return Error{"the side to move has won already: the game was over before the last move"};
    return s;
  }
  static std::string draw(const Rules& g, const Rules::State& s, const Ink& ink) {
    const int size = g.board().size();
    std::string out = "   ";
    for (int column = 0; column < size; ++column)
      out += ink.faint(fmt::format(" {}", static_cast<char>('a' + column)));
    out += "\n";
    for (int row = 0; row < size; ++row) {
      out += std::string(static_cast<std::size_t>(row), ' ') +
             ink.faint(fmt::format("{:>3}", row + 1));
      for (int column = 0; column < size; ++column) {
        const char c = stone(s, row * size + column);
        const std::string one(1, c);
        out += " " + (c == 'X' ? ink.max(one) : c == 'O' ? ink.min(one) : ink.faint(one));
      }
      out += "\n";
    }
    return out + "\n";
  }
  // The column's letter and the row's number: b3.
  static std::string move(const Rules& g, const Rules::State&, Rules::Move m) {
    const int size = g.board().size();
    return fmt::format("{}{}", static_cast<char>('a' + m.cell % size), m.cell / size + 1);
  }

 private:
  static char stone(const Rules::State& s, int cell) {
    return (s.stones[0] >> cell & 1) != 0 ? 'X' : (s.stones[1] >> cell & 1) != 0 ? 'O' : '.';
  }
};
using Made = OneOf<ErasedGame<Rules, Text>>;

// A bridge: two stones, or a stone and an edge, with two free cells between them. Whoever is cut
// off in one of these plays the other one.
class Knowledge {
 public:
  explicit Knowledge(const Rules& g) : g_(g), size_(g.board().size()) {
    for (int cell = 0; cell < size_ * size_; ++cell) list_bridges(cell);
  }

  // Who is connected by stones and bridges that have no cell in common has won, whoever is to move;
  // and so has the side to move if it can be after a move.
  Bounds bounds(const Rules::State& s) const {
    const int mover = g_.to_move(s) == Side::Max ? 0 : 1;
    const std::uint64_t empty = g_.empty(s);
    if (connection(1 - mover, s.stones[1 - mover], empty)) return won_by(1 - mover);
    if (connection(mover, s.stones[mover], empty)) return won_by(mover);
    for (std::uint64_t left = empty; left != 0; left &= left - 1) {
      const std::uint64_t stone = left & (~left + 1);
      if (connection(mover, s.stones[mover] | stone, empty & ~stone)) return won_by(mover);
    }
    return must_play(s) == 0 ? won_by(1 - mover) : g_.scale().everything();
  }
  // Elsewhere the opponent would connect with his next move.
  void list_moves(const Rules::State& s, MovesOf<Rules>& moves) const {
    std::uint64_t worth = must_play(s);
    if (worth == 0) worth = g_.empty(s);
    for (; worth != 0; worth &= worth - 1)
      moves.add({static_cast<std::uint8_t>(std::countr_zero(worth))});
  }
  // What leaves the opponent few replies; of these where bridges to own stones begin, beside the
  // opponent's, and in the middle.
  int order(const Rules::State& s, Rules::Move m) const {
    const int mover = g_.to_move(s) == Side::Max ? 0 : 1;
    const std::uint64_t free = g_.empty(s), beside = g_.board().around(Board::bit(m.cell));
    int sum = 2 * std::popcount(beside & s.stones[1 - mover]);
    for (const Bridge& b : bridges_[m.cell])
      if ((b.between & ~free) == 0) sum += 3 * ((b.to & s.stones[mover]) != 0);
    const int row = m.cell / size_, column = m.cell % size_;
    const int off = std::abs(2 * row + 1 - size_) + std::abs(2 * column + 1 - size_);
    Rules::State next = s;
    g_.play(next, m);
    return 4 * sum - off - 16 * std::popcount(must_play(next));
  }

 private:
  struct Bridge {
    std::uint64_t to, between;
  };

  void list_bridges(int cell) {
    const Board& board = g_.board();
    const std::uint64_t own = Board::bit(cell), near = board.around(own);
    for (int other = 0; other < size_ * size_; ++other) {
      const std::uint64_t to = Board::bit(other), both = near & board.around(to);
      if (other != cell && (near & to) == 0 && std::popcount(both) == 2)
        bridges_[cell].push_back({to, both});
    }
    for (const int player : {0, 1})
      for (const int end : {0, 1}) {
        const std::uint64_t edge = board.edge(player, end), both = near & edge;
        if ((edge & own) == 0 && std::popcount(both) == 2) to_edge_[player][end][cell] = both;
      }
  }
  Bounds won_by(int player) const {
    const Outcome value = player == 0 ? g_.scale().best() : 0;
    return {value, value};
  }
  // Every move with which the opponent could connect needs some free cells: a move outside of them
  // does not hinder it.
  std::uint64_t must_play(const Rules::State& s) const {
    const int opponent = g_.to_move(s) == Side::Max ? 1 : 0;
    const std::uint64_t empty = g_.empty(s);
    std::uint64_t must = empty;
    for (std::uint64_t left = empty; left != 0 && must != 0; left &= left - 1) {
      const std::uint64_t stone = left & (~left + 1);
      if (const auto needs = connection(opponent, s.stones[opponent] | stone, empty & ~stone))
        must &= *needs | stone;
    }
    return must;
  }
  // The free cells that a connection from edge to edge needs, if one is seen: from one edge on,
  // bridge by bridge. Which ones are taken is not thought about for long, so some are not seen.
  std::optional<std::uint64_t> connection(int player, std::uint64_t stones,
                                          std::uint64_t empty) const {
    const Board& board = g_.board();
    if (std::popcount(stones) < size_ / 2) return std::nullopt;
    std::uint64_t free = empty;
    std::uint64_t reached = board.fill(board.edge(player, 0) & stones, stones);
    for (std::uint64_t left = stones & ~reached; left != 0; left &= left - 1) {
      const int cell = std::countr_zero(left);
      const std::uint64_t between = to_edge_[player][0][cell];
      if (between == 0 || (between & ~free) != 0 || (reached & Board::bit(cell)) != 0) continue;
      free &= ~between;
      reached = board.fill(reached | Board::bit(cell), stones);
    }
    for (bool more = true; more;) {
      more = false;
      for (std::uint64_t left = stones & ~reached; left != 0; left &= left - 1) {
        const int cell = std::countr_zero(left);
        if ((reached & Board::bit(cell)) != 0) continue;
        for (const Bridge& b : bridges_[cell]) {
          if ((b.to & reached) == 0 || (b.between & ~free) != 0) continue;
          free &= ~b.between;
          reached = board.fill(reached | Board::bit(cell), stones);
          more = true;
          break;
        }
      }
    }
    if ((reached & board.edge(player, 1)) != 0) return empty & ~free;
    for (std::uint64_t left = reached; left != 0; left &= left - 1) {
      const std::uint64_t between = to_edge_[player][1][std::countr_zero(left)];
      if (between != 0 && (between & ~free) == 0) return (empty & ~free) | between;
    }
    return std::nullopt;
  }

  const Rules& g_;
  int size_;
  std::array<std::vector<Bridge>, Rules::kMaxMoves> bridges_;
  std::array<std::array<std::array<std::uint64_t, Rules::kMaxMoves>, 2>, 2> to_edge_{};
};

// SIZE.
inline Result<Made> make(const Parameters& parameters, std::string_view) {
  if (const auto error = parameters.reject_others({}, 1)) return *error;
  const Result<int> size = parameters.number(0, "the size of the board", 1, Rules::kLargest, 5);
  if (!size) return size.error();
  return Made::of<Text>(fmt::format("hex:{}", *size), Rules(*size));
}

inline const GameFamily& family() {
  static const GameFamily kFamily{
      .name = "hex",
      .title = "Hex",
      .summary = "X connects the top with the bottom, O the left with the right",
      .parameters = "SIZE (default 5, at most 8)",
      .notation = "rows from the top, with X, O and . : X../.O./...",
      .scales = {"wld"},
      .example = "...../...../..X../...../O....",
      .specs = {"hex:5", "hex:4", "hex:7"},
      .maker = make,
  };
  return kFamily;
}

}  // namespace hex
