// A game family: what a game says of itself before its parameters are chosen, for the GAME
// argument, `solvent games` and the page, and how `auto` should search it.
//
// The text.hpp of every folder in src/games has, beside the game's text,
//   using Made = OneOf<ErasedGame<Rules, Text>>;   the types of its games
//   const std::vector<GameFamily>& families();     usually one; the first has the folder's name
// and all lists of games follow from these (games/registry_rules.hpp).
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/any_game.hpp"
#include "solvent/result.hpp"

namespace solvent {

// The parameters behind the colon: "8,3,ko=super" is the list {8, 3} and the setting ko = super.
// Every reader says which parameters it takes, so that a wrong one can be answered with what is
// accepted.
class Parameters {
 public:
  explicit Parameters(std::string_view game, std::string_view text);

  std::string_view game() const { return game_; }
  std::string_view text() const { return text_; }  // as given, for tree:FILE
  bool empty() const { return text_.empty(); }
  const std::vector<std::string>& listed() const { return listed_; }  // fields without '='
  // A whole number within lo..hi, or `fallback` if the setting is absent.
  Result<int> setting(std::string_view name, int lo, int hi, int fallback) const;
  // One of the words, or the first of them if the setting is absent.
  Result<std::string> setting(std::string_view name, const std::vector<std::string>& words) const;
  // The k-th listed field as a whole number within lo..hi, or `fallback` if there are fewer.
  Result<int> number(std::size_t k, std::string_view what, int lo, int hi, int fallback) const;
  // An error if a setting other than these, or more than `max_listed` fields, was given.
  std::optional<Error> reject_others(const std::vector<std::string>& names,
                                     std::size_t max_listed) const;

  Error wrong(std::string_view what) const;  // "game 'connect4:0x6': WHAT"

 private:
  std::string game_, text_;
  std::vector<std::string> listed_;
  std::vector<std::pair<std::string, std::string>> settings_;
};

using GamePtr = std::shared_ptr<const AnyGame>;

template <class...>
struct Types {};

// A game of one of these types. Families make nothing else, so code that is compiled for the types
// of all families covers every game.
template <class... Erased>
class OneOf {
 public:
  template <class Text, Game G>
  static OneOf of(std::string spec, G rules) {
    static_assert((std::same_as<ErasedGame<G, Text>, Erased> || ...),
                  "a family makes a game whose type is not among those of Made");
    return OneOf(std::make_shared<ErasedGame<G, Text>>(std::move(spec), std::move(rules)));
  }
  const std::shared_ptr<AnyGame>& game() const { return game_; }

 private:
  explicit OneOf(std::shared_ptr<AnyGame> game) : game_(std::move(game)) {}
  std::shared_ptr<AnyGame> game_;
};

// A function Result<Made> make(const Parameters&, std::string_view scale).
class Maker {
 public:
  template <class... Erased>
  Maker(Result<OneOf<Erased...>> (*make)(const Parameters&, std::string_view))  // NOLINT: implicit
      : make_([make](const Parameters& parameters,
                     std::string_view scale) -> Result<std::shared_ptr<AnyGame>> {
          const Result<OneOf<Erased...>> made = make(parameters, scale);
          if (!made) return made.error();
          return made->game();
        }) {}
  Result<std::shared_ptr<AnyGame>> operator()(const Parameters& parameters,
                                              std::string_view scale) const {
    return make_(parameters, scale);
  }

 private:
  std::function<Result<std::shared_ptr<AnyGame>>(const Parameters&, std::string_view)> make_;
};

// What `auto` stands for in a game; algorithms by their names.
struct Advice {
  std::string algorithm;
  std::string reason;             // in words
  std::string first = {};         // another one that is asked first, if any, and
  std::uint64_t first_nodes = 0;  // may make so many nodes
  bool attack = false;            // then it is asked whether a side wins by threats
};
// The fastest on most games (docs/measurements.md, "Which algorithm"), by whether positions repeat.
Advice usual_advice(const AnyGame& game, bool with_database);
// The same after a short search, and one for wins by threats, for games with lines that have it.
Advice advice_for_lines(const AnyGame& game, bool with_database);
// The same after minimax, which is faster where there turn out to be few positions.
Advice advice_for_few_positions(const AnyGame& game, bool with_database);

// Another name that people know a game by. It counts by its letters and digits, so that
// "Connect-Four" is "connectfour" too.
struct Alias {
  std::string name;             // "tic-tac-toe"
  std::string parameters = {};  // what it stands for, if it names one game of the family: "3,3,3"
};

struct GameFamily {
  std::string name;                 // "connect4"
  std::string title;                // "Connect Four"
  std::string summary;              // one line
  std::string parameters;           // "COLUMNSxROWS (default 7x6)"
  std::string notation;             // how positions are written, one line
  std::vector<std::string> scales;  // the default first: {"score", "wld"}
  std::string example;             // a position to try, in this notation, of the default parameters
  std::vector<std::string> specs;  // a few instructive games, by their full names; the usual first
  std::vector<Alias> aliases = {};
  Maker maker;
  Advice (*advise)(const AnyGame& game, bool with_database) = usual_advice;

  // `scale` is one of `scales`.
  Result<GamePtr> make(const Parameters& chosen, std::string_view scale) const;
  GamePtr adopt(std::shared_ptr<AnyGame> game) const;  // as one that it has made
};

}  // namespace solvent
