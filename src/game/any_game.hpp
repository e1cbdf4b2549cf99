// AnyGame: a game's rules and its text behind one virtual interface, for everything that is not a
// hot path (command line, checker, server, Python). Engines get the typed game back through
// `rules_of`.
//
// A game's text is a class beside its rules with static functions (see games/connect4/text.hpp):
//   std::string position(const G&, const State&)              a text that parse() reads back
//   Result<State> parse(const G&, std::string_view)
//   std::string draw(const G&, const State&, const Ink&)      several lines, each ended by '\n'
//   std::string move(const G&, const State&, Move)
//   std::string player(const G&, Side)                        "X", "South", ...
// and optionally
//   Result<Move> parse_move(const G&, const State&, std::string_view)
//                                                     to read more than the names of legal moves
//   std::vector<std::string_view> split_moves(std::string_view)
//                                                     if not by white space and commas
//   Result<Expectation> expectation(const G&, std::string_view line)
//                                                     if not by the last field of a line
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "game/game.hpp"
#include "game/ink.hpp"
#include "game/perft.hpp"
#include "solvent/result.hpp"

namespace solvent {

// The bytes of a game's State; the rest are zero, so states of one game compare bytewise.
struct AnyState {
  alignas(16) std::array<std::byte, 128> bytes{};
  friend bool operator==(const AnyState&, const AnyState&) = default;
};
using AnyMove = std::uint32_t;

template <class State>
AnyState erase_state(const State& s) {
  static_assert(sizeof(State) <= sizeof(AnyState::bytes) && alignof(State) <= 16);
  AnyState any;
  std::memcpy(any.bytes.data(), &s, sizeof(State));
  return any;
}
template <class State>
State restore_state(const AnyState& any) {
  State s;
  std::memcpy(&s, any.bytes.data(), sizeof(State));
  return s;
}
template <class Move>
AnyMove erase_move(Move m) {
  AnyMove any = 0;
  std::memcpy(&any, &m, sizeof(Move));
  return any;
}
template <class Move>
Move restore_move(AnyMove any) {
  Move m;
  std::memcpy(&m, &any, sizeof(Move));
  return m;
}

// A line of a test file: a position and the value that the side to move should have.
struct Expectation {
  std::string position;
  int value;
};
// The usual form of such a line: the value is its last field.
Result<Expectation> last_field_expectation(std::string_view line);

struct GameFamily;

class AnyGame {
 public:
  explicit AnyGame(std::string spec) : spec_(std::move(spec)) {}
  virtual ~AnyGame() = default;
  AnyGame(const AnyGame&) = delete;
  AnyGame& operator=(const AnyGame&) = delete;

  const std::string& spec() const { return spec_; }  // "connect4:7x6"
  // The family that made it; none if it was made elsewhere, such as a game behind callbacks.
  const GameFamily* family() const { return family_; }
  virtual const Scale& scale() const = 0;
  virtual bool acyclic() const = 0;                         // no position can come back
  virtual Outcome repetition(const AnyState& s) const = 0;  // of games that are not acyclic

  virtual std::size_t state_size() const = 0;  // bytes of an AnyState in use
  virtual AnyState initial() const = 0;
  virtual Side to_move(const AnyState& s) const = 0;
  virtual bool ended(const AnyState& s) const = 0;
  virtual Bounds bounds(const AnyState& s) const = 0;
  virtual std::vector<AnyMove> moves(const AnyState& s) const = 0;  // none if ended
  virtual void play(AnyState& s, AnyMove m) const = 0;
  virtual std::size_t bytes() const = 0;  // of positions that a game keeps as it is looked at
  virtual bool plays_aside() const = 0;   // as in the concept PlaysAside, as is this:
  virtual std::optional<Outcome> play_aside(const AnyState& s, Rng& rng, int plies) const = 0;
  virtual std::uint64_t perft(const AnyState& s, int depth, bool count_ended) const = 0;

  virtual std::string position(const AnyState& s) const = 0;
  virtual std::string draw(const AnyState& s, const Ink& ink) const = 0;
  virtual std::string move_text(const AnyState& s, AnyMove m) const = 0;
  virtual std::string player(Side side) const = 0;
  virtual Result<AnyMove> parse_move(const AnyState& s, std::string_view text) const = 0;
  // A position in the game's notation, or `moves:` and moves from the start.
  Result<AnyState> parse(std::string_view text) const;
  virtual Result<Expectation> expectation(std::string_view line) const = 0;

 protected:
  virtual Result<AnyState> parse_notation(std::string_view text) const = 0;
  virtual std::vector<std::string_view> split_moves(std::string_view text) const = 0;

 private:
  friend struct GameFamily;
  Result<AnyState> parse_moves(std::string_view text) const;

  std::string spec_;
  const GameFamily* family_ = nullptr;
};

template <Game G, class Text>
class ErasedGame;

// The typed rules inside an AnyGame, or nullptr if it is another game.
template <Game G>
class RulesHolder {
 public:
  virtual ~RulesHolder() = default;
  virtual const G& rules() const = 0;
};
template <Game G>
const G* rules_of(const AnyGame& game) {
  const auto* holder = dynamic_cast<const RulesHolder<G>*>(&game);
  return holder ? &holder->rules() : nullptr;
}

template <Game G, class Text>
class ErasedGame final : public AnyGame, public RulesHolder<G> {
  using State = typename G::State;
  using Move = typename G::Move;
  static State state(const AnyState& s) { return restore_state<State>(s); }

 public:
  ErasedGame(std::string spec, G rules) : AnyGame(std::move(spec)), g_(std::move(rules)) {}

  const G& rules() const override { return g_; }
  const Scale& scale() const override { return g_.scale(); }
  bool acyclic() const override { return !can_repeat(g_); }
  Outcome repetition(const AnyState& s) const override {
    if constexpr (Repeating<G>)
      return g_.repetition(state(s));
    else
      return (void)s, Outcome{0};
  }

  std::size_t state_size() const override { return sizeof(State); }
  AnyState initial() const override { return erase_state(g_.initial()); }
  Side to_move(const AnyState& s) const override { return g_.to_move(state(s)); }
  bool ended(const AnyState& s) const override { return g_.ended(state(s)); }
  Bounds bounds(const AnyState& s) const override { return g_.bounds(state(s)); }
  std::vector<AnyMove> moves(const AnyState& s) const override {
    std::vector<AnyMove> out;
    if (g_.ended(state(s))) return out;
    MovesOf<G> list;
    g_.list_moves(state(s), list);
    for (const Move m : list) out.push_back(erase_move(m));
    return out;
  }
  void play(AnyState& s, AnyMove m) const override {
    State typed = state(s);
    g_.play(typed, restore_move<Move>(m));
    s = erase_state(typed);
  }
  std::size_t bytes() const override { return bytes_of(g_); }
  bool plays_aside() const override {
    if constexpr (PlaysAside<G>)
      return g_.plays_aside();
    else
      return false;
  }
  std::optional<Outcome> play_aside(const AnyState& s, Rng& rng, int plies) const override {
    if constexpr (PlaysAside<G>)
      return g_.play_aside(state(s), rng, plies);
    else
      return (void)s, (void)rng, (void)plies, std::nullopt;
  }
  std::uint64_t perft(const AnyState& s, int depth, bool count_ended) const override {
    return solvent::perft(g_, state(s), depth, count_ended);
  }

  std::string position(const AnyState& s) const override { return Text::position(g_, state(s)); }
  std::string draw(const AnyState& s, const Ink& ink) const override {
    return Text::draw(g_, state(s), ink);
  }
  std::string move_text(const AnyState& s, AnyMove m) const override {
    return Text::move(g_, state(s), restore_move<Move>(m));
  }
  std::string player(Side side) const override { return Text::player(g_, side); }
  Result<AnyMove> parse_move(const AnyState& s, std::string_view text) const override {
    if constexpr (requires { Text::parse_move(g_, state(s), text); }) {
      const Result<Move> m = Text::parse_move(g_, state(s), text);
      if (!m) return m.error();
      return erase_move(*m);
    } else {
      std::vector<std::string> names;
      for (const AnyMove m : moves(s)) {
        names.push_back(move_text(s, m));
        if (text::lower(names.back()) == text::lower(text)) return m;
      }
      if (names.empty()) return Error{"move " + text::quoted(text) + ": the game is over"};
      return Error{"move " + text::quoted(text) + " is not legal here: choose among " +
                   text::list(names, "or")};
    }
  }
  Result<Expectation> expectation(std::string_view line) const override {
    if constexpr (requires { Text::expectation(g_, line); })
      return Text::expectation(g_, line);
    else
      return last_field_expectation(line);
  }

 protected:
  Result<AnyState> parse_notation(std::string_view text) const override {
    const Result<State> s = Text::parse(g_, text);
    if (!s) return s.error();
    return erase_state(*s);
  }
  std::vector<std::string_view> split_moves(std::string_view text) const override {
    if constexpr (requires { Text::split_moves(text); }) {
      return Text::split_moves(text);
    } else {
      std::vector<std::string_view> out;
      for (const std::string_view part : text::split(text, ','))
        for (const std::string_view word : text::words(part)) out.push_back(word);
      return out;
    }
  }

 private:
  G g_;
};

}  // namespace solvent
