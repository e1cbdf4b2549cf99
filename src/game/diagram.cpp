#include "game/diagram.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace solvent::diagram {

std::string write(int columns, int rows, const StoneAt& stone_at) {
  std::string out;
  for (int row = rows - 1; row >= 0; --row) {
    for (int column = 0; column < columns; ++column) out += stone_at(column, row);
    if (row > 0) out += '/';
  }
  return out;
}

std::optional<Error> read(std::string_view text, int columns, int rows, const Place& place) {
  const auto lines = text::split(text, '/');
  if (lines.size() != static_cast<std::size_t>(rows))
    return Error{
        fmt::format("the diagram has {} rows, the board has {} (from the top, separated by '/')",
                    lines.size(), rows)};
  for (int from_top = 1; from_top <= rows; ++from_top) {
    const std::string_view line = lines[from_top - 1];
    if (line.size() != static_cast<std::size_t>(columns))
      return Error{fmt::format("row {} from the top has {} cells, the board has {} columns",
                               from_top, line.size(), columns)};
    for (int column = 0; column < columns; ++column) {
      if (line[column] == '.') continue;
      const std::size_t player = kStones.find(line[column]);
      if (player == kStones.npos)
        return Error{fmt::format("row {} from the top, column {}: {} is not X, O or '.'", from_top,
                                 column + 1, text::quoted(line.substr(column, 1)))};
      place(static_cast<int>(player), column, rows - from_top);
    }
  }
  return std::nullopt;
}

std::string draw(char stone, const Ink& ink) {
  if (stone == kStones[0]) return ink.max("X");
  if (stone == kStones[1]) return ink.min("O");
  return ink.faint(".");
}

Result<Standing> standing(int x, int o, const Wins& wins) {
  if (x != o && x != o + 1)
    return Error{
        fmt::format("{} X and {} O: X moves first, so X has as many stones or one more", x, o)};
  const int mover = x == o ? 0 : 1, last = mover ^ 1;
  if (wins.won(mover))
    return Error{
        fmt::format("{} has {}, but {} moved last", kStones[mover], wins.row, kStones[last])};
  const bool won = wins.won(last);
  if (won && !wins.by_one(last))
    return Error{
        fmt::format("{} has more {} than one last stone can make", kStones[last], wins.rows)};
  return Standing{mover, won};
}

}  // namespace solvent::diagram
