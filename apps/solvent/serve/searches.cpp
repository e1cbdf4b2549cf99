#include "searches.hpp"

#include <cmath>

#include "base/text.hpp"

namespace solvent::serve {

namespace {

constexpr std::uint64_t kMostRounds = 100'000;
constexpr double kStepSeconds = 0.2;
constexpr std::uint64_t kTreeMemory = std::uint64_t{48} << 20;  // a million nodes and more

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
  return j;
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
  return Json{{"status", finished ? std::string(name(*finished)) : "running"},
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
}

}  // namespace

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> out;
  if (path.empty()) return out;
  for (const std::string_view move : text::split(path, ',')) out.emplace_back(move);
  return out;
}

class Searches::Step : public Task {
 public:
  Step(std::shared_ptr<Search> search, std::uint64_t rounds)
      : search_(std::move(search)), rounds_(rounds) {}
  Reply reply;

 protected:
  bool run(double) override {
    try {
      const std::lock_guard lock(search_->mutex);
      search_->tree.advance({.rounds = rounds_, .seconds = kStepSeconds, .stop = &stop()});
      reply = {200, state_json(search_->tree)};
    } catch (const std::exception& e) { reply = failed(500, e.what()); }
    return true;
  }

 private:
  std::shared_ptr<Search> search_;
  std::uint64_t rounds_;
};

Reply Searches::begin(const std::string& body) {
  const auto json = read_object(body);
  if (!json) return failed(400, json.error());
  if (!json->contains("algorithm"))
    return failed(400, "algorithm: choose pns, mopns, pn2, mopn2, mcpns or ppns");
  Result<Question> question = read_question(
      *json, session::door::Questions | session::door::Searches, {}, games_, settings_);
  if (!question) return failed(400, question.error());
  Options& options = question->options;
  options.store.clear();
  options.moves = false;
  options.limits.memory = std::min(*options.limits.memory, kTreeMemory);
  auto tree = Exploration::make(question->position, options);
  if (!tree) return failed(400, tree.error());
  auto search = std::make_shared<Search>(*std::move(tree));
  Json state{{"id", ""}};
  state.update(state_json(search->tree));
  const std::string id = searches_.add(search, [](const Search& s) { return s.users == 0; });
  if (id.empty()) return busy();
  state["id"] = id;
  return {200, state};
}

Reply Searches::step(const std::string& id, const std::string& body) {
  const auto json = read_object(body.empty() ? "{}" : body);
  if (!json) return failed(400, json.error());
  const auto rounds = read_number(*json, "rounds", 1, kMostRounds, 1);
  if (!rounds) return failed(400, rounds.error());
  const auto search = searches_.find(id);
  if (!search) return not_there("search", id);
  const auto task = std::make_shared<Step>(search, *rounds);
  ++search->users;
  Reply reply = busy();
  if (lanes_.submit(task)) {
    while (task->wait(1, true) == Task::State::Queued) {}
    if (task->state() == Task::State::Done) reply = task->reply;
  }
  --search->users;
  if (reply.json.is_object() && reply.status == 200) reply.json["id"] = id;
  return reply;
}

Reply Searches::state(const std::string& id) {
  const auto search = searches_.find(id);
  if (!search) return not_there("search", id);
  const std::lock_guard lock(search->mutex);
  Reply reply{200, state_json(search->tree)};
  reply.json["id"] = id;
  return reply;
}

Reply Searches::children(const std::string& id, const std::string& path, std::size_t from,
                         std::size_t count) {
  const auto search = searches_.find(id);
  if (!search) return not_there("search", id);
  const std::lock_guard lock(search->mutex);
  const auto family = search->tree.family(split_path(path));
  if (!family) return failed(404, "path: " + family.message());
  const Ruleset& game = search->tree.position().game();
  const int asked = search->tree.asked();
  Json children = Json::array();
  for (std::size_t k = from; k < family->children.size() && k - from < count; ++k)
    children.push_back(node_json(family->children[k], game, asked));
  return {200, Json{{"node", node_json(family->node, game, asked)},
                    {"children", children},
                    {"total", family->children.size()}}};
}

Reply Searches::drop(const std::string& id) {
  if (!searches_.take(id)) return not_there("search", id);
  return {200, Json{{"id", id}, {"dropped", true}}};
}

}  // namespace solvent::serve
