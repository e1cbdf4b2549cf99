// What the fuzz targets hold the library to. A broken promise ends the program with its name, which
// libFuzzer reports together with the input.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_game.hpp"

namespace solvent::fuzz {

inline void require(bool holds, std::string_view promise, std::string_view about = {}) {
  if (holds) return;
  std::fprintf(stderr, "BROKEN: %s: %s\n", std::string(promise).c_str(),
               std::string(about).c_str());
  std::abort();
}

// Numbers from the fuzzer's bytes; when they run out, zeros.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return size_ == 0; }
  std::uint8_t next() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  std::uint32_t below(std::uint32_t n) { return next() % n; }  // n at most 256
  // Counted from the digit 0, so that seeds can be written by hand.
  std::uint32_t digit_below(std::size_t n) {
    return static_cast<std::uint8_t>(next() - '0') % static_cast<std::uint32_t>(n);
  }
  std::string_view rest() const { return {reinterpret_cast<const char*>(data_), size_}; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

// Well-formed by the table of the Unicode Standard (3-7): no overlong forms, no surrogates, nothing
// above U+10FFFF. On purpose not the library's own code.
inline bool is_utf8(std::string_view s) {
  struct Form {
    unsigned first_low, first_high, second_low, second_high;
    std::size_t length;
  };
  static constexpr Form kForms[] = {
      {0x00, 0x7F, 0x00, 0x00, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
      {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
      {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
  while (!s.empty()) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(s[k]); };
    const auto* form = std::find_if(std::begin(kForms), std::end(kForms), [&](const Form& f) {
      return f.first_low <= byte(0) && byte(0) <= f.first_high;
    });
    if (form == std::end(kForms) || s.size() < form->length) return false;
    for (std::size_t k = 1; k < form->length; ++k) {
      const bool second = k == 1;
      if (byte(k) < (second ? form->second_low : 0x80u)) return false;
      if (byte(k) > (second ? form->second_high : 0xBFu)) return false;
    }
    s.remove_prefix(form->length);
  }
  return true;
}

// Fit for a terminal and for JSON: text without control characters, C1 included.
inline bool is_printable(std::string_view s) {
  if (!is_utf8(s)) return false;
  for (std::size_t k = 0; k < s.size(); ++k) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(s[at]); };
    if (byte(k) < 32 || byte(k) == 127 || (byte(k) == 0xC2 && byte(k + 1) < 0xA0)) return false;
  }
  return true;
}

// An error is one line for a reader.
inline void check_message(const std::string& message) {
  require(!message.empty(), "an error says something");
  require(message.size() < 2000, "an error is one line", message);
  require(is_printable(message), "an error is one printable line", message);
}

inline void check_bounds(const AnyGame& game, const AnyState& s) {
  const Bounds b = game.bounds(s);
  require(b.pess <= b.opti && b.opti <= game.scale().best(), "bounds are on the scale");
  require(!game.ended(s) || b.closed(), "an ended game has a value");
}

inline void check_text(const AnyGame& game, const AnyState& s) {
  const std::string text = game.position(s);
  require(is_printable(text), "a position is one printable line", text);
  const Result<AnyState> back = game.parse(text);
  require(back.ok(), "the text of a position reads back", text);
  require(*back == s, "the text of a position reads back to it", text);
  std::string drawing = game.draw(s, Ink::plain());
  require(drawing.ends_with('\n'), "a drawing is whole lines", drawing);
  std::erase(drawing, '\n');
  require(is_printable(drawing), "a drawing is printable", drawing);
  require(game.draw(s, Ink::colours()).size() > drawing.size(), "colours add to a drawing");
}

// Moves: there are some unless the game has ended, names are unique and read back, and the rules do
// not contradict themselves one move later.
inline void check_moves(const AnyGame& game, const AnyState& s) {
  const std::vector<AnyMove> moves = game.moves(s);
  require(moves.empty() == game.ended(s), "there are moves until the end", game.position(s));
  require(game.perft(s, 1, false) == moves.size(), "perft counts the moves");
  if (moves.empty()) return;
  const Side side = game.to_move(s);
  const Outcome worst = side == Side::Max ? 0 : game.scale().best();
  Bounds from_moves{worst, worst};
  std::set<std::string> names;
  for (const AnyMove m : moves) {
    const std::string name = game.move_text(s, m);
    require(is_printable(name), "a move is printable", name);
    require(names.insert(name).second, "moves have names of their own", name);
    const Result<AnyMove> again = game.parse_move(s, name);
    require(again.ok() && *again == m, "the name of a move reads back", name);
    AnyState next = s;
    game.play(next, m);
    check_bounds(game, next);
    from_moves = best_of(side, from_moves, game.bounds(next));
  }
  const Bounds both = meet(game.bounds(s), from_moves);
  require(both.pess <= both.opti, "bounds agree with those one move later", game.position(s));
}

// All that a position promises, whatever text it came from; `choice` picks one of its moves to look
// at what comes after.
inline void check_position(const AnyGame& game, const AnyState& s, std::size_t choice) {
  check_bounds(game, s);
  check_text(game, s);
  check_moves(game, s);
  const std::vector<AnyMove> moves = game.moves(s);
  if (moves.empty()) return;
  AnyState next = s;
  game.play(next, moves[choice % moves.size()]);
  check_text(game, next);
  check_moves(game, next);
}

}  // namespace solvent::fuzz
