// The server's routes without a server: solvent_answer takes a request and returns its answer. It
// is called by a worker of the page, which has nobody else to serve while a question is searched.
// The news of a job are told meanwhile, to the worker's function `tell`.
#include <emscripten.h>

#include <map>
#include <memory>

#include "../solvent/answer_json.hpp"
#include "../solvent/serve/games.hpp"
#include "../solvent/serve/question.hpp"
#include "../solvent/serve/watch_json.hpp"
#include "base/text.hpp"
#include "solvent/threats.hpp"

// clang-format off
EM_JS(void, tell, (const char* event, const char* data), {
  self.tell(UTF8ToString(event), UTF8ToString(data));
});
// clang-format on

namespace solvent::serve {

namespace {

constexpr std::uint64_t kMostRounds = 100'000;
constexpr double kStepSeconds = 0.2;
constexpr std::size_t kMostChildren = 1024;
constexpr std::size_t kMostSearches = 8;
constexpr std::uint64_t kTreeMemory = std::uint64_t{64} << 20;

Settings in_a_browser() {
  Settings s;
  s.seconds = 600;
  s.memory = std::uint64_t{512} << 20;  // half of it is one question's
  return s;
}

// A target of HTTP: the path, and the fields behind it.
class Request {
 public:
  Request(std::string method, std::string_view target, std::string body)
      : method_(std::move(method)), body_(std::move(body)) {
    const std::size_t query = target.find('?');
    for (const auto part : text::split(target.substr(0, query), '/'))
      if (!part.empty()) path_.emplace_back(part);
    if (query == std::string_view::npos) return;
    for (const auto field : text::split(target.substr(query + 1), '&')) {
      const std::size_t equals = std::min(field.find('='), field.size());
      fields_[decoded(field.substr(0, equals))] =
          decoded(field.substr(std::min(equals + 1, field.size())));
    }
  }
  // Does the path have these parts? '*' is any.
  bool is(std::string_view method, std::string_view pattern) const {
    const auto parts = text::split(pattern, '/');
    if (method != method_ || parts.size() != path_.size()) return false;
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (parts[k] != "*" && parts[k] != path_[k]) return false;
    return true;
  }
  const std::string& part(std::size_t k) const { return path_[k]; }
  const std::string& body() const { return body_; }
  std::string field(const std::string& name) const {
    const auto at = fields_.find(name);
    return at == fields_.end() ? "" : at->second;
  }
  std::size_t number(const std::string& name, std::size_t otherwise) const {
    const auto n = text::to_int(field(name));
    return n && *n >= 0 ? static_cast<std::size_t>(*n) : otherwise;
  }

 private:
  static std::string decoded(std::string_view text) {
    const auto digit = [](char c) {
      const std::size_t at = std::string_view("0123456789abcdef").find(text::lower({&c, 1}));
      return at == std::string_view::npos ? -1 : static_cast<int>(at);
    };
    std::string out;
    for (std::size_t k = 0; k < text.size(); ++k) {
      if (text[k] == '%' && k + 2 < text.size() && digit(text[k + 1]) >= 0 &&
          digit(text[k + 2]) >= 0) {
        out += static_cast<char>(16 * digit(text[k + 1]) + digit(text[k + 2]));
        k += 2;
      } else {
        out += text[k] == '+' ? ' ' : text[k];
      }
    }
    return out;
  }

  std::string method_, body_;
  std::vector<std::string> path_;
  std::map<std::string, std::string> fields_;
};

class Solvent {
 public:
  Reply answer(const Request& r) {
    if (r.is("GET", "api/about")) return about();
    if (r.is("GET", "api/games")) return games_.list();
    if (r.is("GET", "api/presets")) return games_.presets();
    if (r.is("POST", "api/numbers")) return numbers_asked(r.body());
    if (r.is("POST", "api/tree")) return add_tree(r.body());
    if (r.is("GET", "api/position")) return position(r);
    if (r.is("GET", "api/play")) return play(r);
    if (r.is("GET", "api/threats")) return threats(r);
    if (r.is("POST", "api/solve")) return solve(r.body(), false);
    if (r.is("POST", "api/jobs")) return solve(r.body(), true);
    if (r.is("POST", "api/searches")) return begin_search(r.body());
    if (r.is("POST", "api/searches/*/step")) return step(r);
    if (r.is("GET", "api/searches/*")) return state(r);
    if (r.is("GET", "api/searches/*/children")) return children(r);
    if (r.is("DELETE", "api/searches/*")) return drop(r);
    return failed(404, "the page without a server does not do this");
  }

 private:
  Reply about() const {
    Json json = about_json(settings_);
    json["proofs"] = false;
    return {200, json};
  }
  Reply add_tree(const std::string& body) {
    const auto json = read_object(body);
    if (!json) return failed(400, json.error());
    if (!json->contains("text") || !(*json)["text"].is_string())
      return failed(400, "text: the lines of a tree are expected");
    return games_.add_tree((*json)["text"].get<std::string>());
  }
  Result<Position> position_of(const Request& r) {
    if (r.field("game").empty()) return Error{"game: name one, such as connect4"};
    return games_.position(r.field("game"), r.field("outcomes"), r.field("position"));
  }
  Reply position(const Request& r) {
    const auto at = position_of(r);
    return at ? Reply{200, position_json(*at)} : failed(400, at.error());
  }
  Reply play(const Request& r) {
    const auto at = position_of(r);
    if (!at) return failed(400, at.error());
    const auto next = at->play(r.field("move"));
    return next ? Reply{200, position_json(*next)} : failed(400, next.error());
  }
  Reply threats(const Request& r) {
    const auto at = position_of(r);
    if (!at) return failed(400, at.error());
    const auto found = find_threats(*at);
    return found ? Reply{200, cli::to_json(*at, *found)}
                 : failed(400, at->game().spec() + " is not a game of lines");
  }

  // `told`: a job, whose news are told while it is searched.
  Reply solve(const std::string& body, bool told) {
    const auto json = read_object(body);
    if (!json) return failed(400, json.error());
    const auto question = read_question(
        *json, session::door::Questions,
        told ? std::vector<std::string>{"kind"} : std::vector<std::string>{}, games_, settings_);
    if (!question) return failed(400, question.error());
    const bool moves = told && json->value("kind", "value") == "moves";
    Options options = question->options;
    options.threads = 1;
    if (moves) {
      options.at_least.reset();
      options.range.reset();
    }
    auto solver = Solver::make(question->position.game(), options);
    if (!solver) return failed(400, solver.error());
    Watch watch;
    if (told) {
      watch.progress = [&](const Progress& p) {
        tell("progress", dumped(progress_json(p, 0, moves)).c_str());
      };
      watch.narrowed = watch.progress;
    }
    if (moves)
      watch.valued = [](const MoveValue& m) { tell("move", dumped(move_json(m)).c_str()); };
    const Answer found = moves ? solver->value_moves(question->position, watch)
                               : solver->solve(question->position, watch);
    return {200, cli::to_json(question->position, question->text, found,
                              options.line && !options.at_least && !moves, options.moves || moves)};
  }

  Reply begin_search(const std::string& body) {
    const auto json = read_object(body);
    if (!json) return failed(400, json.error());
    auto question = read_question(*json, session::door::Questions | session::door::Searches, {},
                                  games_, settings_);
    if (!question) return failed(400, question.error());
    Options& options = question->options;
    options.moves = false;
    options.threads = 1;
    options.limits.memory = std::min(*options.limits.memory, kTreeMemory);
    auto tree = Exploration::make(question->position, options);
    if (!tree) return failed(400, tree.error());
    if (searches_.size() >= kMostSearches) searches_.erase(searches_.begin());
    const std::uint64_t id = ++last_;
    searches_.emplace(id, *std::move(tree));
    return state_of(id);
  }
  Exploration* find(const Request& r) {
    const auto id = text::to_int(r.part(2));
    const auto at = searches_.find(id ? static_cast<std::uint64_t>(*id) : 0);
    return at == searches_.end() ? nullptr : &at->second;
  }
  Reply state_of(std::uint64_t id) const {
    Json json{{"id", std::to_string(id)}};
    json.update(state_json(searches_.at(id)));
    return {200, json};
  }
  Reply state(const Request& r) {
    return find(r) == nullptr ? not_there("search", r.part(2)) : state_of(std::stoull(r.part(2)));
  }
  Reply step(const Request& r) {
    Exploration* tree = find(r);
    if (tree == nullptr) return not_there("search", r.part(2));
    const auto json = read_object(r.body().empty() ? "{}" : r.body());
    if (!json) return failed(400, json.error());
    const auto rounds = read_number(*json, "rounds", 1, kMostRounds, 1);
    if (!rounds) return failed(400, rounds.error());
    tree->advance({.rounds = *rounds, .seconds = kStepSeconds});
    return state(r);
  }
  Reply children(const Request& r) {
    const Exploration* tree = find(r);
    if (tree == nullptr) return not_there("search", r.part(2));
    return family_json(*tree, r.field("path"), r.number("from", 0),
                       std::min(r.number("count", 200), kMostChildren));
  }
  Reply drop(const Request& r) {
    if (find(r) == nullptr) return not_there("search", r.part(2));
    searches_.erase(std::stoull(r.part(2)));
    return {200, Json{{"id", r.part(2)}, {"dropped", true}}};
  }

  Settings settings_ = in_a_browser();
  Budget budget_{settings_.for_kept()};
  Games games_{settings_, budget_};
  std::map<std::uint64_t, Exploration> searches_;
  std::uint64_t last_ = 0;
};

}  // namespace

}  // namespace solvent::serve

// The status, a space, and the JSON. Valid until the next request.
extern "C" const char* solvent_answer(const char* method, const char* target, const char* body) {
  using namespace solvent::serve;
  static Solvent solvent;
  static std::string answer;
  Reply reply;
  try {
    reply = solvent.answer({method, target, body});
  } catch (const std::bad_alloc&) { reply = no_memory(); } catch (const std::exception& e) {
    reply = failed(500, e.what());
  }
  answer = std::to_string(reply.status) + " " + dumped(reply.json);
  return answer.c_str();
}
