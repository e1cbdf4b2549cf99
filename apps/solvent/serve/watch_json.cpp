#include "watch_json.hpp"

#include <cmath>

#include "base/text.hpp"

namespace solvent::serve {

namespace {

Json or_null(double effort) { return std::isfinite(effort) ? Json(effort) : Json(nullptr); }

Json node_json(const Exploration::Node& n, const Ruleset& game, int asked) {
  Json numbers = Json::array();
  Json j{{"move", n.move.empty() ? Json(nullptr) : Json(n.move)},
         {"to_move", game.player(n.to_move)},
         {"mover_is_max", n.to_move == Side::Max},
         {"lower", n.lower},
         {"upper", n.upper},
         {"solved", n.solved},
         {"expanded", n.expanded},
         {"kept", n.kept},
         {"children", n.children},
         {"position", n.position},
         {"on_path", n.on_path}};
  for (const Exploration::Claim& c : n.numbers) {
    Json one{
        {"at_least", c.at_least}, {"proof", or_null(c.proof)}, {"disproof", or_null(c.disproof)}};
    if (c.probability) {
      one["probability"] = *c.probability;
      if (c.at_least == asked) j["probability"] = *c.probability;
    }
    numbers.push_back(std::move(one));
  }
  j["numbers"] = std::move(numbers);
  if (const auto& look = n.look)
    j["look"] = Json{{"times", look->times}, {"lower", look->lower}, {"upper", look->upper},
                     {"ended", look->ended}, {"moves", look->moves}, {"cut_off", look->cut_off}};
  return j;
}

}  // namespace

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> out;
  if (path.empty()) return out;
  for (const std::string_view move : text::split(path, ',')) out.emplace_back(move);
  return out;
}

Json state_json(const Exploration& tree) {
  const Ruleset& game = tree.position().game();
  Json history = Json::array();
  for (const Exploration::Point& p : tree.history())
    history.push_back(
        p.claim.probability
            ? Json{p.round, *p.claim.probability, 1 - *p.claim.probability, p.claim.at_least}
            : Json{p.round, or_null(p.claim.proof), or_null(p.claim.disproof), p.claim.at_least});
  const auto finished = tree.finished();
  Json state{{"status", finished ? std::string(name(*finished)) : "running"},
             {"algorithm", tree.algorithm()},
             {"game", game.spec()},
             {"position", tree.position().text()},
             {"rounds", tree.rounds()},
             {"created", tree.counts().created},
             {"questions", tree.counts().questions},
             {"lower", tree.lower()},
             {"upper", tree.upper()},
             {"asked", tree.asked()},
             {"memory", tree.bytes()},
             {"seconds", tree.seconds()},
             {"path", tree.next_descent()},
             {"last", tree.last_descent()},
             {"root", node_json(tree.family({})->node, game, tree.asked())},
             {"history", history}};
  // Of a search that goes depth first: the node that the last step was about.
  if (const auto last = tree.family(tree.last_descent()); last && last->node.look)
    state["now"] = node_json(last->node, game, tree.asked());
  return state;
}

Reply family_json(const Exploration& tree, const std::string& path, std::size_t from,
                  std::size_t count) {
  const auto family = tree.family(split_path(path));
  if (!family) return failed(404, "path: " + family.message());
  const Ruleset& game = tree.position().game();
  const int asked = tree.asked();
  Json children = Json::array();
  for (std::size_t k = from; k < family->children.size() && k - from < count; ++k)
    children.push_back(node_json(family->children[k], game, asked));
  return {200, Json{{"node", node_json(family->node, game, asked)},
                    {"children", children},
                    {"total", family->children.size()}}};
}

Json progress_json(const Progress& p, double spent, bool with_move) {
  Json j{{"stage", p.stage},
         {"seconds", spent + p.seconds},
         {"created", p.counts.created},
         {"rate", p.seconds > 0 ? static_cast<double>(p.counts.created) / p.seconds : 0.0},
         {"bytes", p.bytes},
         {"lower", p.lower},
         {"upper", p.upper}};
  if (with_move && !p.move.empty()) j["move"] = p.move;
  return j;
}

Json move_json(const MoveValue& m) {
  const auto value = m.value();
  return Json{{"move", m.move},         {"lower", m.lower},
              {"upper", m.upper},       {"value", value ? Json(*value) : Json(nullptr)},
              {"rests_on", m.rests_on}, {"nodes", m.nodes}};
}

}  // namespace solvent::serve
