// Relaxed positions as text: the rows from the top as the game itself writes them (levels separated
// by '|'), of X and O (the attacker's stones and the cells given to the defender), '.' (contested)
// and '-' (the rest), then how many stones the defender may have in the rest, and who moves:
// ..X/-O-/--- 2 O.
#pragma once

#include <fmt/format.h>

#include "game/any_game.hpp"
#include "games/lines/relaxed.hpp"

namespace solvent::lines {

template <HasLines G>
struct RelaxedText {
  using R = Relaxed<G>;
  using State = typename R::State;
  using Cells = typename R::Cells;

  static std::string position(const R& g, const State& s) {
    std::string out;
    each_cell(g, [&](int column, int row, int level, int cell) {
      const auto [columns, rows, levels] = g.lines().size();
      if (column == 0 && row < rows - 1) out += '/';
      if (column == 0 && row == rows - 1 && level > 0) out += '|';
      out += letter(g, s, cell);
    });
    return out + fmt::format(" {} {}", s.elsewhere, player(g, g.to_move(s)));
  }
  static Result<State> parse(const R& g, std::string_view text) {
    const auto words = text::words(text);
    const auto w = words.size() == 3 ? text::to_int(words[1]) : std::nullopt;
    if (!w || *w < 0 || *w > g.lines().length() || (words[2] != "X" && words[2] != "O"))
      return Error{
          "write the cells as X, O, '.' and '-', the stones elsewhere, and X or O: "
          "..X/-O-/--- 2 O"};
    std::size_t at = 0;
    std::array<Cells, 2> stones{};
    Cells contested{};
    each_cell(g, [&](int column, int, int, int cell) {
      if (column == 0 && at > 0) ++at;  // what separates rows is compared below
      const char c = at < words[0].size() ? words[0][at++] : ' ';
      if (c == 'X' || c == 'O') stones[c == 'O'].set(cell);
      if (c == '.') contested.set(cell);
    });
    const auto attacker = static_cast<std::size_t>(g.attacker());
    const State s = g.make(stones[attacker], stones[1 - attacker], contested,
                           static_cast<std::uint32_t>(*w), words[2] == "X" ? Side::Max : Side::Min);
    if (const std::string again = position(g, s); again != text)
      return Error{fmt::format("{} is no relaxed position of this board; {} would be one",
                               text::quoted(text), text::quoted(again))};
    return s;
  }
  static std::string draw(const R& g, const State& s, const Ink&) { return position(g, s) + '\n'; }
  static std::string move(const R& g, const State&, typename R::Move m) {
    if (m == R::kElsewhere) return "elsewhere";
    std::string name;
    each_cell(g, [&](int column, int row, int level, int cell) {
      if (cell != m) return;
      name = fmt::format("{}{}", static_cast<char>('a' + column), row + 1);
      if (g.lines().size()[2] > 1) name += std::to_string(level + 1);
    });
    return name;
  }
  static std::string player(const R&, Side side) { return side == Side::Max ? "X" : "O"; }

 private:
  static char letter(const R& g, const State& s, int cell) {
    const bool attackers_sign_is_x = g.attacker() == Side::Max;
    if (g.attackers(s).test(cell)) return attackers_sign_is_x ? 'X' : 'O';
    if (g.defenders(s).test(cell)) return attackers_sign_is_x ? 'O' : 'X';
    return g.contested(s).test(cell) ? '.' : '-';
  }
  // As they are written.
  template <class Visit>
  static void each_cell(const R& g, const Visit& visit) {
    const auto [columns, rows, levels] = g.lines().size();
    for (int level = 0; level < levels; ++level)
      for (int row = rows - 1; row >= 0; --row)
        for (int column = 0; column < columns; ++column)
          visit(column, row, level, static_cast<int>(g.lines().cell(column, row, level)));
  }
};

}  // namespace solvent::lines
