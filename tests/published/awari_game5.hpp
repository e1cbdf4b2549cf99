// Game 5 of the match in the 1994 paper (Allis, van der Meulen & van den Herik), up to move 55.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "experiments/allis/published.hpp"
#include "game/any_game.hpp"
#include "games/awari/rules.hpp"
#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent::game5 {

inline constexpr std::string_view kScore =
    "D4 b5 B4 e5x2 C6 b1 D1 f6 C1 c7x3 C1 d6x2 B4 a6 A10 a1 D2 f3 C4 a1 A1 e4 A1 f1 B5 d2 A1 e1 "
    "C2 f2x2 D3x2 c2 A1 e1 B1 b4 F14x7 f3x7 D1 e2 A1 f1 A1 d3 B2 f1x2 D1 e1 C1 f1 E19 a2 B1 f2 "
    "D2 e2 E1 d2 B1 b3 A5 d1 B1 f2 E1 c4x2 D1 f1 A1 d1 E1 e5 A1 f1 C6 c1 D2 a1 B4 b2 A1 d2 C1 e1 "
    "B1 c1 D2 d1 C1 f2 B1 e1 A1 f1 E4 c1 D1 b1 C1 d1 A1 e1 E1 a1 D1 b1 E1 c2 F14x6 e2x2";

// "51 S" is the position before South's move 51.
inline Position position(const Ruleset& game, std::string_view name) {
  const int number = static_cast<int>(*text::to_int(name.substr(0, 2)));
  const int plies = 2 * (number - 1) + (name.back() == 'N' ? 1 : 0);
  const auto moves = text::words(kScore);
  Position p = game.start();
  for (int k = 0; k < plies; ++k) p = *p.play(moves[static_cast<std::size_t>(k)]);
  return p;
}

// Net stones of those on the board that the value of a position leaves to its side to move.
inline int net_on_board(const Ruleset& game, const Position& p, int value) {
  const auto& rules = *rules_of<awari::Rules>(game.rules());
  const AnyState s{p.state()};
  const int for_max = p.to_move() == Side::Max ? value : -value;
  return rules.for_mover(restore_state<awari::Rules::State>(s), *game.scale().rank_of(for_max));
}

// A database of so many stones, as long as it lives.
class Database {
 public:
  explicit Database(int stones) {
    if (!*build_table(*Ruleset::make("awari"), folder_.path(), {.slice = stones, .threads = 2}))
      std::abort();
  }
  std::string path() const { return folder_.path(); }

 private:
  test::TemporaryFolder folder_;
};

}  // namespace solvent::game5
