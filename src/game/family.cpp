#include "game/family.hpp"

#include <algorithm>

namespace solvent {

Parameters::Parameters(std::string_view game, std::string_view text) : game_(game), text_(text) {
  if (text.empty()) return;
  for (const std::string_view field : text::split(text, ',')) {
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) {
      listed_.emplace_back(field);
    } else {
      settings_.emplace_back(field.substr(0, equals), field.substr(equals + 1));
    }
  }
}

Error Parameters::wrong(std::string_view what) const {
  std::string spec = game_;
  if (!text_.empty()) spec += ":" + text_;
  return Error{"game " + text::quoted(spec) + ": " + std::string(what)};
}

namespace {
Result<int> in_range(const Parameters& parameters, std::string_view text, std::string_view what,
                     int lo, int hi) {
  const auto value = text::to_int(text);
  if (value && lo <= *value && *value <= hi) return static_cast<int>(*value);
  return parameters.wrong(std::string(what) + " is " + text::quoted(text) +
                          ", not a whole number from " + std::to_string(lo) + " to " +
                          std::to_string(hi));
}
}  // namespace

Result<int> Parameters::setting(std::string_view name, int lo, int hi, int fallback) const {
  for (const auto& [key, value] : settings_)
    if (key == name) return in_range(*this, value, name, lo, hi);
  return fallback;
}

Result<std::string> Parameters::setting(std::string_view name,
                                        const std::vector<std::string>& words) const {
  for (const auto& [key, value] : settings_) {
    if (key != name) continue;
    if (std::find(words.begin(), words.end(), value) != words.end()) return std::string(value);
    return wrong(std::string(name) + " is " + text::quoted(value) + ", not " +
                 text::list(words, "or"));
  }
  return words.front();
}

Result<int> Parameters::number(std::size_t k, std::string_view what, int lo, int hi,
                               int fallback) const {
  if (k >= listed_.size()) return fallback;
  return in_range(*this, listed_[k], what, lo, hi);
}

std::optional<Error> Parameters::reject_others(const std::vector<std::string>& names,
                                               std::size_t max_listed) const {
  for (const auto& [key, value] : settings_) {
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    if (names.empty()) return wrong("takes no setting " + text::quoted(key));
    return wrong("no setting " + text::quoted(key) + "; accepted: " + text::list(names));
  }
  for (std::size_t k = 0; k < settings_.size(); ++k)
    for (std::size_t j = 0; j < k; ++j)
      if (settings_[j].first == settings_[k].first)
        return wrong("setting " + text::quoted(settings_[k].first) + " is given twice");
  if (listed_.size() > max_listed)
    return wrong(text::quoted(listed_[max_listed]) + " is one parameter too many");
  return std::nullopt;
}

Advice usual_advice(const AnyGame& game, bool) {
  if (game.acyclic()) return {.algorithm = "negascout", .reason = "positions cannot repeat"};
  return {.algorithm = "dfpn", .reason = "positions can repeat"};
}

Advice advice_for_lines(const AnyGame& game, bool with_database) {
  // On larger boards hardly anything is easy without threats.
  constexpr std::uint64_t kEasy = 200'000, kEasyOnLargeBoards = 2'000;
  constexpr std::size_t kSmallBoard = 64;
  Advice advice = usual_advice(game, with_database);
  advice.reason =
      "positions cannot repeat; what is not easy is first searched for threats that win";
  advice.first = advice.algorithm;
  const bool small = game.moves(game.initial()).size() <= kSmallBoard;
  advice.first_nodes = small ? kEasy : kEasyOnLargeBoards;
  advice.attack = true;
  return advice;
}

Advice advice_for_few_positions(const AnyGame& game, bool with_database) {
  constexpr std::uint64_t kFewPositions = 2'000'000;
  (void)game, (void)with_database;
  return {.algorithm = "dfpn",
          .reason = "after minimax, since there may be few positions",
          .first = "minimax",
          .first_nodes = kFewPositions};
}

GamePtr GameFamily::adopt(std::shared_ptr<AnyGame> game) const {
  game->family_ = this;
  return game;
}

Result<GamePtr> GameFamily::make(const Parameters& chosen, std::string_view scale) const {
  Result<std::shared_ptr<AnyGame>> made = maker(chosen, scale);
  if (!made) return made.error();
  return adopt(*std::move(made));
}

}  // namespace solvent
