#include "games.hpp"

#include <algorithm>

#include "api/run.hpp"
#include "assets.hpp"
#include "base/text.hpp"
#include "endgame/tables.hpp"
#include "game/fingerprint.hpp"

namespace solvent::serve {

namespace {

constexpr std::string_view kTree = "tree:", kOurTree = "tree:@";
constexpr std::uint64_t kTreeBytes = 48;  // of memory for each byte of a tree's text, at most

std::string first_sentence(std::string_view comment) {
  std::string out;
  for (const std::string_view line : text::split(comment, '\n')) {
    if (!line.starts_with('#')) break;
    const std::string_view words = text::trim(line.substr(1));
    out += (out.empty() ? "" : " ") + std::string(words);
  }
  const std::size_t end = out.find_first_of(".:");
  return out.substr(0, end);
}

// A tree by its text, with the memory that it takes, which is given back with the last of whoever
// uses it.
Result<Ruleset> read_tree(const std::string& text, const std::string& name,
                          const std::string& outcomes, Share share) {
  Result<Ruleset> game = Ruleset::from_tree(text, name, outcomes);
  if (!game) return game;
  struct Held {
    Ruleset game;
    Share share;
  };
  const auto held = std::make_shared<Held>(Held{*game, std::move(share)});
  return Ruleset(std::shared_ptr<const AnyGame>(held, &held->game.rules()));
}

}  // namespace

Result<Ruleset> Games::find_tree(const std::string& name, const std::string& outcomes) {
  if (name.starts_with('#')) {
    const auto tree = trees_.find(name.substr(1));
    if (!tree)
      return Error{"there is no tree " + text::quoted(name) +
                   ": it was dropped, or the server was started anew; send it again"};
    const std::lock_guard lock(tree->mutex);
    if (const auto known = tree->games.find(outcomes); known != tree->games.end())
      return known->second;
    Share share(budget_);
    if (!share.resize(kTreeBytes * tree->text.size())) return Error{no_memory().json["error"]};
    const Result<Ruleset> game = read_tree(tree->text, "@" + name, outcomes, std::move(share));
    if (game) tree->games.emplace(outcomes, *game);
    return game;
  }
  std::vector<std::string> names;
  for (const Asset& file : tree_files()) {
    const std::string_view stem = file.name.substr(0, file.name.rfind('.'));
    names.emplace_back(stem);
    if (stem == name) return Ruleset::from_tree(file.bytes, "@" + name, outcomes);
  }
  return Error{"no tree is called " + text::quoted(name) + "; there are " + text::list(names)};
}

Result<Ruleset> Games::find(const std::string& spec, const std::string& outcomes) {
  if (spec.starts_with(kOurTree)) return find_tree(spec.substr(kOurTree.size()), outcomes);
  if (spec == "tree" || spec.starts_with(kTree))
    return Error{"game " + text::quoted(spec) +
                 ": the server opens no files; choose tree:@NAME, or send the tree"};
  return Ruleset::make(spec, outcomes);
}

Result<Position> Games::position(const std::string& spec, const std::string& outcomes,
                                 const std::string& text) {
  const Result<Ruleset> game = find(spec, outcomes);
  if (!game) return game.error();
  if (text::trim(text).empty()) return game->start();
  return game->parse(text);
}

bool Games::has_endgame(const Ruleset& game) {
  const std::string name = game.spec() + " " + std::string(game.scale().name());
  const std::lock_guard lock(mutex_);
  const auto known = endgames_.find(name);
  if (known != endgames_.end()) return known->second;
  if (endgames_.size() > 1000) endgames_.clear();
  return endgames_[name] =
             endgame::open_probe(game.rules(), settings_.endgame, std::uint64_t{1} << 20).ok();
}

void Games::equip(const Ruleset& game, Options& options) {
  if (game.spec().starts_with(kTree)) return;
  if (!settings_.endgame.empty() && has_endgame(game)) options.endgame = settings_.endgame;
  if (!settings_.store.empty() && lasting_states(game.rules())) options.store = settings_.store;
}

Reply Games::list() const {
  Json all = Json::array();
  for (const GameDescription& g : games()) {
    std::vector<std::string> specs = g.specs;
    if (g.name == "tree")
      for (const Asset& file : tree_files())
        specs.push_back(std::string(kOurTree) +
                        std::string(file.name.substr(0, file.name.rfind('.'))));
    all.push_back(Json{{"name", g.name},
                       {"title", g.title},
                       {"summary", g.summary},
                       {"parameters", g.parameters},
                       {"notation", g.notation},
                       {"example", g.example},
                       {"scales", g.scales},
                       {"specs", specs}});
  }
  return {200, all};
}

// A tree whose leaves do not all have values cannot be searched, only numbered.
Reply Games::presets() {
  Json all = Json::array();
  for (const Asset& file : tree_files()) {
    const std::string name(file.name.substr(0, file.name.rfind('.')));
    const std::string spec = std::string(kOurTree) + name;
    all.push_back(Json{{"name", name},
                       {"title", first_sentence(file.bytes)},
                       {"game", spec},
                       {"text", file.bytes},
                       {"searchable", find(spec, "").ok()}});
  }
  return {200, all};
}

Reply Games::add_tree(const std::string& text) {
  const auto tree = std::make_shared<Tree>();
  tree->text = text;
  const std::string id = new_id();
  Share share(budget_);
  if (!share.resize(kTreeBytes * text.size())) return no_memory();
  const auto game = read_tree(text, "@#" + id, "", std::move(share));
  if (!game) return failed(400, game.error());
  tree->games.emplace("", *game);
  trees_.put(id, tree, is_idle);
  return {200, Json{{"game", std::string(kOurTree) + "#" + id}}};
}

Json position_json(const Position& position) {
  const Ruleset& game = position.game();
  const Scale& scale = game.scale();
  const Side mover = position.to_move();
  const auto [lower, upper] = for_mover(scale, mover, position.rule_bounds());
  std::vector<int> values;
  for (int rank = 0; rank < scale.size(); ++rank)
    values.push_back(scale.for_side(mover, static_cast<Outcome>(rank)));
  std::sort(values.begin(), values.end());
  Json j;
  j["game"] = game.spec();
  j["position"] = position.text();
  j["outcomes"] = scale.name();
  j["to_move"] = game.player(mover);
  j["players"] = Json{{"max", game.player(Side::Max)}, {"min", game.player(Side::Min)}};
  j["mover_is_max"] = mover == Side::Max;
  j["values"] = values;
  j["ended"] = position.ended();
  j["value"] = position.ended() ? Json(lower) : Json(nullptr);
  j["lower"] = lower;
  j["upper"] = upper;
  j["moves"] = position.moves();
  j["drawing"] = position.draw();
  j["repeats"] = !game.rules().acyclic();
  return j;
}

}  // namespace solvent::serve
