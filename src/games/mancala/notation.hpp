// Mancala positions and moves as text, for every game on mancala::Board.
//
// A position is South's pits from his left, '|', North's pits from his left, what South and North
// have in store, and who is to move: `0 2 0 0 0 14|0 0 0 1 1 1 S9 N20 N`. A move is a pit, capital
// for South, if wanted with the stones sown and captured: c, c7 or c7x3.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/counted.hpp"
#include "base/text.hpp"
#include "game/ink.hpp"
#include "games/mancala/board.hpp"
#include "solvent/result.hpp"

namespace solvent::mancala {

inline std::string_view player(Side side) { return side == Side::Max ? "South" : "North"; }
inline char pit_name(int player, int k) { return static_cast<char>((player == 0 ? 'A' : 'a') + k); }

inline std::string write(const Board& b, int pits) {
  std::string out;
  for (int player = 0; player < 2; ++player)
    for (int k = 0; k < pits; ++k)
      out += fmt::format("{}{}", k > 0 ? " " : player > 0 ? "|" : "", pit(b.row[player], k));
  return out + fmt::format(" S{} N{} {}", store(b.row[0]), store(b.row[1]),
                           to_move(b) == Side::Max ? 'S' : 'N');
}

// A count of stones: plain digits, at most three.
inline std::optional<int> to_count(std::string_view text) {
  const bool digits =
      std::all_of(text.begin(), text.end(), [](char c) { return '0' <= c && c <= '9'; });
  if (text.empty() || text.size() > 3 || !digits) return std::nullopt;
  return static_cast<int>(*text::to_int(text));
}

namespace detail {
// The stores and the side, behind the pits.
inline std::optional<Error> read_rest(const std::vector<std::string_view>& words, int max_stones,
                                      Board& b, int& total) {
  bool seen[2] = {};
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string_view word = words[k];
    const int player = word[0] == 'N';
    const bool known = word[0] == 'S' || word[0] == 'N';
    if (known && word.size() == 1 && k + 1 == words.size()) {
      if (player == 1) b.row[0] |= kNorthMoves;
      return std::nullopt;
    }
    const auto count = to_count(word.substr(1));
    if (!known || !count || *count > max_stones || seen[player])
      return Error{
          fmt::format("{} after the pits: write what is in store once for each player, such "
                      "as S9 N20, and last the side to move, S or N",
                      text::quoted(word))};
    seen[player] = true;
    b.row[player] |= stored(*count);
    total += *count;
  }
  return std::nullopt;
}
}  // namespace detail

// A board of at most `max_stones` in all; what is not said is 0, and South to move.
inline Result<Board> read(std::string_view text, int pits, int max_stones) {
  const auto rows = text::split(text, '|');
  if (rows.size() != 2)
    return Error{fmt::format("position {} has {} '|': write South's {} pits, one '|' and North's",
                             text::quoted(text), rows.size() - 1, pits)};
  Board b{};
  int total = 0;
  std::vector<std::string_view> rest;
  for (int player = 0; player < 2; ++player) {
    auto words = text::words(rows[player]);
    const auto last = std::min(words.size(), static_cast<std::size_t>(pits));
    if (player == 1) rest.assign(words.begin() + static_cast<std::ptrdiff_t>(last), words.end());
    if (player == 1) words.resize(last);
    const std::string_view owner = mancala::player(player == 0 ? Side::Max : Side::Min);
    if (words.size() != static_cast<std::size_t>(pits))
      return Error{fmt::format("{} has {}, not {}", owner, counted(words.size(), "pit"), pits)};
    for (int k = 0; k < pits; ++k) {
      const auto count = to_count(words[k]);
      if (!count || *count > max_stones)
        return Error{fmt::format("pit {}: {} is not a number of stones from 0 to {}",
                                 pit_name(player, k), text::quoted(words[k]), max_stones)};
      b.row[player] |= placed(k, *count);
      total += *count;
    }
  }
  if (const auto error = detail::read_rest(rest, max_stones, b, total)) return *error;
  if (total > max_stones)
    return Error{fmt::format("{} stones in all, but the game has {}", total, max_stones)};
  return b;
}

//              f   e   d   c   b   a
//   North 20   1   1   1   0   0   0
//              0   2   0   0   0  14   9 South
//              A   B   C   D   E   F
inline std::string draw(const Board& b, int pits, const Ink& ink) {
  const auto letters = [&](int player) {
    std::string line(10, ' ');
    for (int k = 0; k < pits; ++k)
      line += fmt::format("{:>4}", pit_name(player, player == 0 ? k : pits - 1 - k));
    return ink.faint(line) + "\n";
  };
  const auto counts = [&](int player) {
    std::string line;
    for (int k = 0; k < pits; ++k)
      line += fmt::format("{:>4}", pit(b.row[player], player == 0 ? k : pits - 1 - k));
    return line;
  };
  const std::string north = fmt::format("  North {:>2}", store(b.row[1]));
  const std::string south = fmt::format("{} South", store(b.row[0]));
  return letters(1) + ink.min(north + counts(1)) + "\n" + std::string(10, ' ') +
         ink.max(counts(0) + "   " + south) + "\n" + letters(0);
}

// A move of the mover's from a pit that is not empty, and what it says it captures.
struct MoveWord {
  int pit;
  std::optional<int> taken;
};

// A pit, the stones sown and, if `with_captures`, the stones taken: c, c7, c7x3. Only the pit must
// be given; whether the move is legal is for the game to say.
inline Result<MoveWord> read_move(const Board& b, int pits, std::string_view text,
                                  bool with_captures) {
  const int me = mover(b);
  const char first = pit_name(me, 0);
  const Error bad{fmt::format("{} is not a move: write a pit, such as {} or {}{}",
                              text::quoted(text), first, first, with_captures ? "4x2" : "4")};
  if (text.empty()) return bad;
  MoveWord word{text[0] - first, std::nullopt};
  if (word.pit < 0 || word.pit >= pits)
    return Error{fmt::format("{}: {} is to move, from the pits {} to {}", text::quoted(text),
                             player(to_move(b)), first, pit_name(me, pits - 1))};
  const int held = pit(b.row[me], word.pit);
  std::string_view sown = text.substr(1);
  for (const std::string_view cross : {"x", "X", "\u00d7"}) {
    const std::size_t at = sown.find(cross);
    if (!with_captures || at == std::string_view::npos) continue;
    word.taken = to_count(sown.substr(at + cross.size()));
    if (at == 0 || !word.taken) return bad;
    sown = sown.substr(0, at);
  }
  const auto count = sown.empty() ? held : to_count(sown);
  if (!count) return bad;
  if (held == 0) return Error{fmt::format("{}: the pit is empty", text::quoted(text))};
  if (*count != held)
    return Error{fmt::format("{}: the pit holds {}", text::quoted(text),
                             counted(static_cast<std::uint64_t>(held), "stone"))};
  return word;
}

// Words separated by white space or commas, without the numbers of a game score ("12." and
// "12.D4").
inline std::vector<std::string_view> split_moves(std::string_view text) {
  std::vector<std::string_view> out;
  for (const std::string_view part : text::split(text, ','))
    for (std::string_view word : text::words(part)) {
      const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
      if (digits > 0 && digits < word.size() && word[digits] == '.') word.remove_prefix(digits + 1);
      if (!word.empty()) out.push_back(word);
    }
  return out;
}

}  // namespace solvent::mancala
