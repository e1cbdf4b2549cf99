// The games that requests may name, and positions as JSON. No request makes the server open a file:
// tree:@NAME are the example trees that are built in, tree:@#ID those that were sent.
#pragma once

#include <list>
#include <map>
#include <mutex>

#include "reply.hpp"
#include "settings.hpp"

namespace solvent::serve {

class Games {
 public:
  explicit Games(const Settings& settings) : settings_(settings) {}

  Result<Ruleset> find(const std::string& spec, const std::string& outcomes);
  // The start if the text is empty.
  Result<Position> position(const std::string& spec, const std::string& outcomes,
                            const std::string& text);
  // Options::endgame and Options::store where the game can use them.
  void equip(const Ruleset& game, Options& options);

  Reply list() const;
  Reply presets();
  Reply add_tree(const std::string& text);

 private:
  Result<std::string> tree_text(const std::string& name);
  bool has_endgame(const Ruleset& game);

  const Settings& settings_;
  std::mutex mutex_;
  std::list<std::pair<std::string, std::string>> trees_;  // id and text, the latest first
  std::map<std::string, bool> endgames_;                  // by spec: can the database be used?
};

Json position_json(const Position& position);

}  // namespace solvent::serve
