#include "solvent/threats.hpp"

#include <fmt/format.h>

#include <map>

#include "games/registry_rules.hpp"
#include "threats/distance.hpp"
#include "threats/sequence.hpp"

namespace solvent {

namespace {

// Lets visit(g, lines, s) look at the position of a game with lines.
template <class Visit>
void with_lines(const Position& position, Visit visit) {
  visit_rules<int>(position.game().rules(), [&]<class G>(const G& g) {
    if constexpr (lines::HasLines<G>) {
      const typename G::Lines lines(g);
      visit(g, lines, restore_state<typename G::State>(AnyState{position.state()}));
    }
    return 0;
  });
}

template <class G>
std::string name_of(const AnyGame& game, const typename G::State& s, int cell) {
  return game.move_text(erase_state(s), erase_move(static_cast<typename G::Move>(cell)));
}

}  // namespace

std::optional<Threats> find_threats(const Position& position, std::uint64_t moves) {
  std::optional<Threats> found;
  with_lines(position, [&]<class G, class Lines>(const G& g, const Lines& lines,
                                                 const typename G::State& s) {
    found.emplace();
    if (g.ended(s)) return;
    const threats::LineMap<Lines> map(lines);
    const auto look = [&](Side attacker) -> std::optional<ThreatSequence> {
      const auto mine = lines.stones(s, attacker), theirs = lines.stones(s, other(attacker));
      threats::Board<Lines> board(map);
      board.set(mine, theirs, lines.board() - mine - theirs, 0);
      threats::SequenceFinder<Lines> finder(board);
      const auto sequence = finder.find(moves);
      found->tried += finder.tried();
      if (!sequence) return std::nullopt;
      ThreatSequence named{sequence->forced, {}};
      for (const int cell : sequence->cells)
        named.moves.push_back(name_of<G>(position.game().rules(), s, cell));
      return named;
    };
    found->mover = look(g.to_move(s));
    found->other = look(other(g.to_move(s)));
  });
  return found;
}

std::optional<PliesToWin> plies_to_win(const Position& position, Side winner,
                                       std::uint64_t positions) {
  std::optional<PliesToWin> found;
  with_lines(position, [&]<class G, class Lines>(const G& g, const Lines& lines,
                                                 const typename G::State& s) {
    if (g.ended(s)) return;
    const bool moves = g.to_move(s) == winner;
    const auto plies = [&](int own) { return moves ? 2 * own - 1 : 2 * own; };
    const auto mine = lines.stones(s, winner), theirs = lines.stones(s, other(winner));
    const threats::LineMap<Lines> map(lines);
    threats::Board<Lines> board(map);
    board.set(mine, theirs, lines.board() - mine - theirs, 0);
    const auto soonest = threats::DistanceSearch<Lines>(board, mine, theirs, positions).find(moves);
    found.emplace();
    found->least = plies(soonest.without + 1);
    if (soonest.moves) found->most = found->least;
    if (found->most || !moves || board.lines(1, 0).any()) return;
    typename threats::OrderTwo<Lines>::Memory memory;
    if (const auto win = threats::OrderTwo<Lines>(board, memory).find(0, positions))
      found->most = win->plies;
  });
  return found;
}

std::string draw_threats(const Position& position, const ThreatSequence& sequence) {
  std::string out;
  with_lines(position,
             [&]<class G, class Lines>(const G&, const Lines& lines, const typename G::State& s) {
               std::map<std::string, std::size_t> numbers;
               for (std::size_t k = 0; k < sequence.moves.size(); ++k)
                 numbers.emplace(sequence.moves[k], k + 1);
               const auto [columns, rows, levels] = lines.size();
               for (int level = 0; level < levels; ++level) {
                 if (levels > 1) out += fmt::format("level {}\n", level + 1);
                 for (int row = rows; row-- > 0;) {
                   out += fmt::format("  {:>2}", row + 1);
                   for (int column = 0; column < columns; ++column) {
                     const int cell = lines.cell(column, row, level);
                     const auto number = numbers.find(name_of<G>(position.game().rules(), s, cell));
                     out += number != numbers.end() ? fmt::format(" {:>2}", number->second)
                            : lines.stones(s, Side::Max).test(cell) ? "  X"
                            : lines.stones(s, Side::Min).test(cell) ? "  O"
                                                                    : "  .";
                   }
                   out += "\n";
                 }
                 out += "    ";
                 for (int column = 0; column < columns; ++column)
                   out += fmt::format("  {}", static_cast<char>('a' + column));
                 out += "\n";
               }
             });
  return out;
}

}  // namespace solvent
