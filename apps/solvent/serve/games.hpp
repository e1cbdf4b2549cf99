// The games that requests may name, and positions as JSON. No request makes the server open a file:
// tree:@NAME are the example trees that are built in, tree:@#ID those that were sent.
#pragma once

#include <map>
#include <mutex>

#include "budget.hpp"
#include "reply.hpp"
#include "settings.hpp"
#include "shelf.hpp"

namespace solvent::serve {

// A tree that was sent. It is read once for each scale, and has its memory as long as anybody uses
// it.
struct Tree {
  std::string text;
  std::mutex mutex;
  std::map<std::string, Ruleset> games;  // by scale
};

class Games {
 public:
  Games(const Settings& settings, Budget& budget) : settings_(settings), budget_(budget) {}

  Result<Ruleset> find(const std::string& spec, const std::string& outcomes);
  // The start if the text is empty.
  Result<Position> position(const std::string& spec, const std::string& outcomes,
                            const std::string& text);
  // Options::endgame and Options::store where the game can use them.
  void equip(const Ruleset& game, Options& options);

  Reply list() const;
  Reply presets();
  Reply add_tree(const std::string& text);
  Shelf<Tree>& kept() { return trees_; }
  static bool is_idle(const Tree&) { return true; }

 private:
  Result<Ruleset> find_tree(const std::string& name, const std::string& outcomes);
  bool has_endgame(const Ruleset& game);

  const Settings& settings_;
  Budget& budget_;
  std::mutex mutex_;
  Shelf<Tree> trees_{kMostKept};
  std::map<std::string, bool> endgames_;  // by spec: can the database be used?
};

Json position_json(const Position& position);

}  // namespace solvent::serve
