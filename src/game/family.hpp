// A family: everything the registry, `solvent games` and the GAME argument need to know about a
// game before its parameters are chosen.
#pragma once

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

struct Family {
  std::string name;                 // "connect4"
  std::string summary;              // one line
  std::string parameters;           // "COLUMNSxROWS (default 7x6)"
  std::string notation;             // how positions are written, one line
  std::vector<std::string> scales;  // the default first: {"score", "wld"}
  std::string example;  // a position to try, in this notation, of the default parameters
  // `scale` is one of `scales`.
  Result<GamePtr> (*make)(const Parameters& parameters, std::string_view scale);
};

}  // namespace solvent
