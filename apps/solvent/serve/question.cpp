#include "question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../numbers_report.hpp"
#include "base/text.hpp"
#include "session/options.hpp"
#include "session/plan.hpp"
#include "solvent/version.hpp"

namespace solvent::serve {

namespace {

using session::Option;

constexpr int kFarthest = 1'000'000;  // of values asked for
constexpr std::size_t kMostValues = 1000;
constexpr std::uint64_t kLeastAsked = std::uint64_t{4} << 20;  // bytes of memory
constexpr std::uint64_t kMostPlayouts = 10'000;

Error wrong(const std::string& field, const std::string& expected) {
  return Error{fmt::format("{}: {} is expected", field, expected)};
}

Result<std::string> read_text(const Json& body, const std::string& field) {
  const auto at = body.find(field);
  if (at == body.end() || at->is_null()) return std::string();
  if (!at->is_string()) return wrong(field, "a text");
  return at->get<std::string>();
}

// An option of each type; false if the JSON says no such thing.
bool parse(const Json& json, std::string& out) {
  if (json.is_string()) out = json.get<std::string>();
  return json.is_string();
}
bool parse(const Json& json, bool& out) {
  if (json.is_boolean()) out = json.get<bool>();
  return json.is_boolean();
}
bool parse(const Json& json, int& out) {
  if (!json.is_number_integer() || std::abs(json.get<double>()) > kFarthest) return false;
  out = json.get<int>();
  return true;
}
bool parse(const Json& json, std::pair<int, int>& out) {
  return json.is_array() && json.size() == 2 && parse(json[0], out.first) &&
         parse(json[1], out.second);
}
bool parse(const Json& json, std::uint64_t& out) {
  if (json.is_number_unsigned()) out = json.get<std::uint64_t>();
  return json.is_number_unsigned();
}
bool parse(const Json& json, double& out) {
  if (!json.is_number() || !std::isfinite(json.get<double>())) return false;
  out = json.get<double>();
  return true;
}
template <class T>
bool parse(const Json& json, std::optional<T>& out) {
  return parse(json, out.emplace());
}

// What a value of the option is in JSON.
std::string expected(const Option& option) {
  return session::with_type(option, [&]<class T, bool>() -> std::string {
    if constexpr (std::is_same_v<T, bool>) return "true or false";
    if constexpr (std::is_same_v<T, std::pair<int, int>>)
      return "a list of two whole numbers, for the side to move,";
    if constexpr (std::is_same_v<T, int>) return "a whole number, for the side to move,";
    if constexpr (std::is_same_v<T, std::uint64_t>)
      return fmt::format("a whole number from {} on", option.range.least);
    return session::accepted(option);
  });
}

std::string field_of(const Option& option) {
  return std::string(option.json.empty() ? option.name : option.json);
}

// A few bytes can ask for very many values, each of which takes far more memory than its text.
bool has_few_values(std::string_view body) {
  std::size_t values = 0;
  bool in_string = false;
  for (std::size_t k = 0; k < body.size(); ++k) {
    if (body[k] == '"')
      in_string = !in_string;
    else if (in_string && body[k] == '\\')
      ++k;
    else if (!in_string && (body[k] == ',' || body[k] == '[' || body[k] == '{'))
      ++values;
  }
  return values <= kMostValues;
}

}  // namespace

Result<Json> read_object(const std::string& body) {
  if (!has_few_values(body))
    return Error{fmt::format("the body of the request has more than {} values", kMostValues)};
  Json json = Json::parse(body, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return Error{"the body of the request is not a JSON object"};
  return json;
}

Result<std::uint64_t> read_number(const Json& body, const std::string& field, std::uint64_t least,
                                  std::uint64_t most, std::uint64_t otherwise) {
  const auto at = body.find(field);
  if (at == body.end() || at->is_null()) return otherwise;
  if (!at->is_number_unsigned() || at->get<std::uint64_t>() < least)
    return wrong(field, fmt::format("a whole number from {} on", least));
  return std::min(at->get<std::uint64_t>(), most);
}

const session::Dialect& in_json() {
  static constexpr session::Dialect kDialect{field_of, "true", "false", "null"};
  return kDialect;
}

Json options_json(std::uint8_t doors) {
  Json all = Json::array();
  for (const Option& option : session::kOptions) {
    if ((option.doors & doors) == 0) continue;
    Json one{{"name", field_of(option)}, {"help", session::help_text(option, in_json())}};
    one["kind"] = session::with_type(option, [&]<class T, bool>() {
      return std::is_same_v<T, bool> ? "flag" : std::is_same_v<T, std::string> ? "text" : "number";
    });
    one["choices"] = session::choices_of(option);
    one["usual"] = option.usual;
    one["algorithms"] = session::users_of(option);
    all.push_back(std::move(one));
  }
  return all;
}

namespace {

// What the server allows of what was asked for.
std::optional<Error> limit(Options& options, const Settings& settings) {
  Limits& limits = options.limits;
  if (limits.nodes && *limits.nodes < 1) return wrong("nodes", "a whole number from 1 on");
  if (limits.memory && *limits.memory < kLeastAsked)
    return wrong("memory", fmt::format("a whole number from {} on", kLeastAsked));
  if (limits.seconds && *limits.seconds <= 0) return wrong("seconds", "a number above 0");
  limits.nodes = std::min(limits.nodes.value_or(settings.nodes), settings.nodes);
  limits.memory = std::min(limits.memory.value_or(~std::uint64_t{0}), settings.for_request());
  limits.seconds = std::min(limits.seconds.value_or(settings.seconds), settings.seconds);
  options = on_every_core(std::move(options), static_cast<std::uint64_t>(settings.threads));
  if (options.playouts) options.playouts = std::min(*options.playouts, kMostPlayouts);
  return std::nullopt;
}

}  // namespace

Result<AskedQuestion> read_question(const Json& body, std::uint8_t doors,
                                    const std::vector<std::string>& more, Games& games,
                                    const Settings& settings) {
  std::vector<std::string> known = {"game", "position", "outcomes"};
  for (const Option& option : session::kOptions)
    if ((option.doors & doors) != 0) known.push_back(field_of(option));
  known.insert(known.end(), more.begin(), more.end());
  for (const auto& [field, value] : body.items())
    if (std::find(known.begin(), known.end(), field) == known.end())
      return Error{fmt::format("there is no field {}; there are {}", text::quoted(field),
                               text::list(known))};
  const auto game = read_text(body, "game"), outcomes = read_text(body, "outcomes"),
             position = read_text(body, "position");
  for (const auto* text : {&game, &outcomes, &position})
    if (!*text) return text->error();
  if (game->empty()) return Error{"game: name one, such as connect4:7x6"};
  const Result<Position> at = games.position(*game, *outcomes, *position);
  if (!at) return at.error();

  Options options;
  for (const Option& option : session::kOptions) {
    if ((option.doors & doors) == 0) continue;
    const auto json = body.find(field_of(option));
    if (json == body.end() || json->is_null()) continue;
    if (!session::visit(option, options, [&](auto& member) { return parse(*json, member); }))
      return wrong(field_of(option), expected(option));
  }
  if (const auto error = limit(options, settings)) return *error;
  games.equip(at->game(), options);
  if (const auto plan = session::make_plan(at->game().rules(), options); !plan) return plan.error();
  return AskedQuestion{*at, position->empty() ? at->text() : *position, std::move(options)};
}

Json about_json(const Settings& settings) {
  Json all = Json::array();
  for (const AlgorithmDescription& a : algorithms())
    all.push_back(Json{{"name", a.name}, {"summary", a.summary}, {"source", a.source}});
  return Json{{"version", kVersion},
              {"algorithms", all},
              {"limits", Json{{"seconds", settings.seconds},
                              {"nodes", settings.nodes},
                              {"memory", settings.for_request()}}},
              {"options", options_json(session::door::Searches)},
              {"endgame", !settings.endgame.empty()},
              {"store", !settings.store.empty()}};
}

Reply numbers_asked(const std::string& body) {
  if (body.size() > kSmallBody)
    return failed(413, fmt::format("a tree of at most {} bytes is numbered", kSmallBody));
  const auto json = read_object(body);
  if (!json) return failed(400, json.error());
  const auto text = read_text(*json, "text");
  if (!text) return failed(400, text.error());
  std::optional<int> at_least;
  if (const auto at = json->find("at_least"); at != json->end() && !parse(*at, at_least))
    return failed(400, wrong("at_least", "a whole number"));
  auto graph = tree::parse_graph(*text);
  if (!graph) return failed(400, graph.error());
  const auto numbers = cli::numbers_json(std::make_shared<const tree::Graph>(*std::move(graph)),
                                         "tree:@text", at_least);
  return numbers ? Reply{200, *numbers} : failed(400, numbers.error());
}

}  // namespace solvent::serve
