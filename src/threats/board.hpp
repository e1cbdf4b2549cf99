// A board of a game with lines that knows at any time which lines a side has almost completed. A
// move is made or taken back in some nanoseconds, without allocation.
//
// It holds relaxed positions (games/lines/relaxed.hpp). Side 0 is the attacker, side 1 the
// defender. The attacker's count of a line is that of his stones on it, the defender's that of his
// stones and of the cells in F that he may have, w at most. A side that lacks one more on a line
// completes it with its next move, unless the other side has a stone there; cells of F are stones
// of the defender to the attacker. In an exact position F is empty, and both sides are alike.
//
// Counts are kept bit by bit: bit b of the counts of 64 lines is one word. So a stone is added to
// all lines through its cell at once, with carries, and all lines of one count are found at once:
//
//     word 0       line 63 ... 2 1 0
//     bit 0               1 ... 0 1 1
//     bit 1               0 ... 1 1 0       line 1 has 3 stones, line 2 has 2
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "games/lines/relaxed.hpp"

namespace solvent::threats {

using lines::HasLines;

// The lines of a game and the lines through each cell.
template <class L>
class LineMap {
 public:
  using Lines = L;
  using Cells = typename Lines::Cells;
  static constexpr std::size_t kMostWords = (Lines::kMostLines + 63) / 64;
  struct Word {
    std::uint32_t number;
    std::uint64_t lines;
  };

  explicit LineMap(const Lines& lines) : board_(lines.board()), length_(lines.length()) {
    for (const Cells& line : lines.all()) cells_.push_back(line);
    for (int cell = 0; cell < Cells::kSize; ++cell) {
      first_[static_cast<std::size_t>(cell)] = static_cast<std::uint32_t>(through_.size());
      for (std::size_t word = 0; word < words(); ++word) {
        std::uint64_t through = 0;
        for (std::size_t k = 64 * word; k < std::min(64 * word + 64, cells_.size()); ++k)
          if (cells_[k].test(cell)) through |= std::uint64_t{1} << (k & 63);
        if (through != 0) through_.push_back({static_cast<std::uint32_t>(word), through});
      }
    }
    seen_.resize(Cells::kSize);
    for (const Cells& line : cells_)
      line.for_each([&](int cell) { seen_[cell] = seen_[cell] | line; });
    first_[Cells::kSize] = static_cast<std::uint32_t>(through_.size());
  }

  std::size_t size() const { return cells_.size(); }
  std::size_t words() const { return kMostWords <= 2 ? kMostWords : (cells_.size() + 63) / 64; }
  int length() const { return length_; }
  const Cells& board() const { return board_; }
  const Cells& cells(std::size_t line) const { return cells_[line]; }
  // The cells that have a line in common with this one, itself among them.
  const Cells& seen(int cell) const { return seen_[static_cast<std::size_t>(cell)]; }
  // The lines through a cell, those words that have any.
  const Word* begin(int cell) const { return &through_[first_[static_cast<std::size_t>(cell)]]; }
  const Word* end(int cell) const { return begin(cell + 1); }

 private:
  Cells board_;
  int length_;
  std::vector<Cells> cells_;
  std::vector<Cells> seen_;
  std::array<std::uint32_t, Cells::kSize + 1> first_;
  std::vector<Word> through_;
};

// A set of lines, as many words as the map has.
template <std::size_t kWords>
struct LineSet {
  std::array<std::uint64_t, kWords> words;
  std::size_t size;

  bool any() const {
    std::uint64_t all = 0;
    for (std::size_t k = 0; k < size; ++k) all |= words[k];
    return all != 0;
  }
  // Ascending.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t k = 0; k < size; ++k)
      for (std::uint64_t w = words[k]; w != 0; w &= w - 1)
        visit(64 * k + static_cast<std::size_t>(std::countr_zero(w)));
  }
};

template <class Lines>
class Board {
 public:
  using Map = LineMap<Lines>;
  using Cells = typename Map::Cells;
  using Set = LineSet<Map::kMostWords>;

  explicit Board(const Map& map) : map_(map), bits_(std::bit_width(unsigned(map.length()))) {}

  // The relaxed position of these parts, all other cells being F. Nothing is said of who moves.
  void set(const Cells& attackers, const Cells& defenders, const Cells& contested,
           std::uint32_t elsewhere) {
    counts_ = {};
    hash_ = kCodes[0];  // so that no position is called 0
    open_ = attackers | defenders | contested;
    attackers.for_each([&](int cell) { play<0>(cell); });
    defenders.for_each([&](int cell) { play<1>(cell); });
    in_rest_ = map_.board() - attackers - defenders - contested;
    elsewhere_ = static_cast<int>(elsewhere);
    rest_.size = map_.words();
    std::fill_n(rest_.words.begin(), rest_.size, 0);
    if (!in_rest_.any()) return;
    hash_ ^= mix(hash_of(in_rest_) + elsewhere);
    for (std::size_t line = 0; line < map_.size(); ++line) {
      const std::uint64_t bit = std::uint64_t{1} << (line & 63);
      if ((map_.cells(line) & in_rest_).any()) rest_.words[line >> 6] |= bit;
      for (int n = granted(line); n > 0; --n) add(1, line >> 6, bit);
    }
  }

  template <int S>
  void play(int cell) {
    open_.reset(cell);
    hash_ ^= code(S, cell);
    for (const auto* w = map_.begin(cell); w != map_.end(cell); ++w) add(S, w->number, w->lines);
  }
  template <int S>
  void take_back(int cell) {
    open_.set(cell);
    hash_ ^= code(S, cell);
    for (const auto* w = map_.begin(cell); w != map_.end(cell); ++w)
      subtract(S, w->number, w->lines);
  }

  // The lines that a side completes with so many more cells.
  Set lines(int side, int missing) const {
    Set found;
    found.size = map_.words();
    if (missing > map_.length()) {
      std::fill_n(found.words.begin(), found.size, 0);
      return found;
    }
    const unsigned count = static_cast<unsigned>(map_.length() - missing);
    for (std::size_t k = 0; k < found.size; ++k) {
      std::uint64_t some = side == 0 ? rest_.words[k] : 0, wrong = 0;
      for (std::size_t b = 0; b < bits(); ++b) {
        some |= counts_[b][1 - side][k];
        wrong |= counts_[b][side][k] ^ (count >> b & 1 ? ~std::uint64_t{0} : 0);
      }
      found.words[k] = ~(some | wrong);
      if (64 * k + 64 > map_.size()) found.words[k] &= last_word();
    }
    return found;
  }
  const Cells& open() const { return open_; }  // E
  Cells open(std::size_t line) const { return map_.cells(line) & open_; }
  // How many stones in F the defender's count of a line has.
  int granted(std::size_t line) const {
    return std::min(elsewhere_, (map_.cells(line) & in_rest_).count());
  }
  const Map& map() const { return map_; }
  std::uint64_t hash() const { return hash_; }

 private:
  static constexpr std::size_t kMostBits = std::bit_width(unsigned(Lines::kLongestLine));
  std::size_t bits() const { return kMostBits <= 3 ? kMostBits : static_cast<std::size_t>(bits_); }
  std::uint64_t last_word() const {
    const std::size_t used = map_.size() & 63;
    return used == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << used) - 1;
  }
  void add(int side, std::size_t word, std::uint64_t carry) {
    for (std::size_t b = 0; b < bits(); ++b) {
      std::uint64_t& bit = counts_[b][side][word];
      const std::uint64_t next = bit & carry;
      bit ^= carry;
      carry = next;
    }
  }
  void subtract(int side, std::size_t word, std::uint64_t borrow) {
    for (std::size_t b = 0; b < bits(); ++b) {
      std::uint64_t& bit = counts_[b][side][word];
      bit ^= borrow;
      borrow &= bit;
    }
  }
  static std::uint64_t code(int side, int cell) {
    return kCodes[static_cast<std::size_t>(2 * cell + side)];
  }
  static constexpr std::array<std::uint64_t, 2 * Cells::kSize> kCodes = [] {
    std::array<std::uint64_t, 2 * Cells::kSize> codes{};
    Rng rng(1);
    for (std::uint64_t& code : codes) code = rng.next();
    return codes;
  }();

  const Map& map_;
  int bits_;
  Cells open_{}, in_rest_{};  // E and F
  int elsewhere_ = 0;         // w
  std::uint64_t hash_ = 0;
  Set rest_{};  // lines with cells in F
  std::array<std::array<std::array<std::uint64_t, Map::kMostWords>, 2>, kMostBits> counts_;
};

}  // namespace solvent::threats
