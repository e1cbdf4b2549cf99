// Boards written and drawn as rows of X (who moves first), O and '.', and what such a diagram must
// satisfy where each side adds one stone a turn and a row of stones wins.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "game/ink.hpp"
#include "solvent/result.hpp"

namespace solvent::diagram {

inline constexpr std::string_view kStones = "XO";  // by player

// Rows from the top, separated by '/'; rows count from the bottom, from 0.
using StoneAt = std::function<char(int column, int row)>;
using Place = std::function<void(int player, int column, int row)>;
std::string write(int columns, int rows, const StoneAt& stone_at);
// Places every stone, or says where the first mistake is.
std::optional<Error> read(std::string_view text, int columns, int rows, const Place& place);

std::string draw(char stone, const Ink& ink);

struct Standing {
  int mover;  // 0: X
  bool won;   // by the other
};
// Of a diagram with so many stones. Whoever has won moved last, and with one stone: `won` says of a
// player whether he has a row, `by_one` whether taking some stone away leaves him none. `row` and
// `rows` are the game's words for errors, such as "four in a row" and "fours".
struct Wins {
  std::function<bool(int player)> won, by_one;
  std::string row, rows;
};
Result<Standing> standing(int x, int o, const Wins& wins);

}  // namespace solvent::diagram
