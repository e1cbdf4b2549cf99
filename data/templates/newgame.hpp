// newgame: one heap of stones; a move takes one, two or three of them, and who takes the last one
// wins. This is a whole game: change it into yours. The words of docs/plugins.md:
//
//   solvent game build newgame.hpp        compiles this file into newgame.so, and tries its rules
//   solvent solve ./newgame.so            the value of the start
//   solvent show ./newgame.so '7 B'       a position
#pragma once

#include "plugin/game.hpp"

// Everything is in a namespace with the name of the file.
namespace newgame {
using namespace solvent;

// The rules. Max is the player who moves first in the game; outcomes are ranks on a scale, 0 the
// worst for Max.
class Rules {
 public:
  // A position: a small value without padding, compared byte by byte, of a multiple of four bytes
  // and at most 128. It says who is to move.
  struct State {
    std::uint32_t stones;
    std::uint32_t side;
    friend bool operator==(const State&, const State&) = default;
  };
  // A move: at most two bytes.
  struct Move {
    std::uint8_t taken;
    friend bool operator==(Move, Move) = default;
  };
  static constexpr std::size_t kMaxMoves = 3;
  // No position can come back. If positions can, say false and add
  //   Outcome repetition(const State&) const;   what endless play is worth
  static constexpr bool kAcyclic = true;

  explicit Rules(int stones) : stones_(stones) {}

  const Scale& scale() const { return scale_; }
  State initial() const { return {static_cast<std::uint32_t>(stones_), 0}; }
  Side to_move(const State& s) const { return static_cast<Side>(s.side); }
  bool ended(const State& s) const { return s.stones == 0; }
  // What the rules alone say of the value: all of it once the game has ended.
  Bounds bounds(const State& s) const {
    if (!ended(s)) return scale_.everything();
    const Outcome value = to_move(s) == Side::Max ? 0 : scale_.best();  // the last stone is gone
    return {value, value};
  }
  // Only asked if the game has not ended.
  void list_moves(const State& s, MovesOf<Rules>& moves) const {
    for (std::uint8_t n = 1; n <= 3 && n <= s.stones; ++n) moves.add({n});
  }
  void play(State& s, Move m) const {
    s.stones = static_cast<std::uint32_t>(s.stones - m.taken);
    s.side ^= 1;
  }

 private:
  int stones_;
  Scale scale_ = Scale::win_draw_loss();
};

// How positions and moves are written. Every position reads back as itself; what cannot be read is
// answered with one line.
struct Text {
  static std::string player(const Rules&, Side side) { return side == Side::Max ? "A" : "B"; }
  static std::string position(const Rules& g, const Rules::State& s) {
    return fmt::format("{} {}", s.stones, player(g, g.to_move(s)));
  }
  static Result<Rules::State> parse(const Rules& g, std::string_view text) {
    const auto words = text::words(text);
    const auto stones = text::to_int(words.empty() ? "" : words[0]);
    if (!stones || *stones < 0 || *stones > g.initial().stones || words.size() > 2)
      return Error{
          fmt::format("write a number of stones up to {} and who is to move, such as '7 B'",
                      g.initial().stones)};
    if (words.size() == 2 && words[1] != "A" && words[1] != "B")
      return Error{fmt::format("the side to move is {}, not A or B", text::quoted(words[1]))};
    const bool min = words.size() == 2 && words[1] == "B";
    return Rules::State{static_cast<std::uint32_t>(*stones), static_cast<std::uint32_t>(min)};
  }
  static std::string draw(const Rules&, const Rules::State& s, const Ink& ink) {
    return "  " + ink.strong(std::string(s.stones, 'o')) + "\n\n";
  }
  static std::string move(const Rules&, const Rules::State&, Rules::Move m) {
    return fmt::format("{}", m.taken);
  }
};
using Made = OneOf<ErasedGame<Rules, Text>>;

// If you know more than the rules say, add a class Knowledge: an order in which moves are tried, or
// bounds that hold before the end. It makes searches faster, and proofs never rest on it.
//
//   struct Knowledge {
//     explicit Knowledge(const Rules& g);
//     int order(const Rules::State& s, Rules::Move m) const;   the largest is tried first
//   };

// The game from its parameters: ./newgame.so:30 begins with 30 stones.
inline Result<Made> make(const Parameters& parameters, std::string_view) {
  if (const auto error = parameters.reject_others({}, 1)) return *error;
  const Result<int> stones = parameters.number(0, "the number of stones", 1, 200, 21);
  if (!stones) return stones.error();
  return Made::of<Text>(fmt::format("newgame:{}", *stones), Rules(*stones));
}

// What the game says of itself.
inline const GameFamily& family() {
  static const GameFamily kFamily{
      .name = "newgame",
      .title = "One heap",
      .summary = "take one, two or three stones; who takes the last one wins",
      .parameters = "STONES (default 21)",
      .notation = "the stones that are left and who is to move: 7 B",
      .scales = {"wld"},
      .example = "7 B",
      .specs = {"newgame:21", "newgame:20"},
      .maker = make,
  };
  return kFamily;
}

}  // namespace newgame
