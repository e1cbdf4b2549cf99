#include "question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "session/plan.hpp"

namespace solvent::serve {

namespace {

constexpr int kFarthest = 1'000'000;  // of values asked for
constexpr std::size_t kMostValues = 1000;
constexpr std::uint64_t kLeastAsked = std::uint64_t{4} << 20;  // bytes of memory

Error wrong(const std::string& field, const std::string& expected) {
  return Error{fmt::format("{}: {} is expected", field, expected)};
}

Result<std::string> read_text(const Json& body, const std::string& field, std::string otherwise) {
  const auto at = body.find(field);
  if (at == body.end() || at->is_null()) return otherwise;
  if (!at->is_string()) return wrong(field, "a text");
  return at->get<std::string>();
}
Result<bool> read_flag(const Json& body, const std::string& field, bool otherwise) {
  const auto at = body.find(field);
  if (at == body.end() || at->is_null()) return otherwise;
  if (!at->is_boolean()) return wrong(field, "true or false");
  return at->get<bool>();
}
Result<int> read_value(const Json& number, const std::string& field) {
  if (!number.is_number_integer() || number.get<double>() < -kFarthest ||
      number.get<double>() > kFarthest)
    return wrong(field, "a whole number, for the side to move,");
  return number.get<int>();
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

Result<Question> read_question(const Json& body, const std::vector<std::string>& more, Games& games,
                               const Settings& settings) {
  std::vector<std::string> known = {"game",  "position", "outcomes", "algorithm",
                                    "moves", "at_least", "range",    "line",
                                    "nodes", "seconds",  "memory",   "seed"};
  known.insert(known.end(), more.begin(), more.end());
  for (const auto& [field, value] : body.items())
    if (std::find(known.begin(), known.end(), field) == known.end())
      return Error{fmt::format("there is no field {}; there are {}", text::quoted(field),
                               text::list(known))};
  const auto game = read_text(body, "game", ""), outcomes = read_text(body, "outcomes", ""),
             position = read_text(body, "position", ""),
             algorithm = read_text(body, "algorithm", "auto");
  for (const auto* text : {&game, &outcomes, &position, &algorithm})
    if (!*text) return text->error();
  if (game->empty()) return Error{"game: name one, such as connect4:7x6"};
  const Result<Position> at = games.position(*game, *outcomes, *position);
  if (!at) return at.error();

  Options options;
  options.algorithm = *algorithm;
  const auto moves = read_flag(body, "moves", false), line = read_flag(body, "line", true);
  if (!moves) return moves.error();
  if (!line) return line.error();
  options.moves = *moves;
  options.line = *line;
  if (body.contains("at_least") && !body["at_least"].is_null()) {
    const auto value = read_value(body["at_least"], "at_least");
    if (!value) return value.error();
    options.at_least = *value;
  }
  if (body.contains("range") && !body["range"].is_null()) {
    const Json& range = body["range"];
    if (!range.is_array() || range.size() != 2)
      return wrong("range", "a list of two whole numbers");
    const auto low = read_value(range[0], "range"), high = read_value(range[1], "range");
    if (!low) return low.error();
    if (!high) return high.error();
    options.range = std::pair{*low, *high};
  }
  const auto nodes = read_number(body, "nodes", 1, settings.nodes, settings.nodes);
  if (!nodes) return nodes.error();
  options.limits.nodes = *nodes;
  const auto memory =
      read_number(body, "memory", kLeastAsked, settings.for_request(), settings.for_request());
  if (!memory) return memory.error();
  options.limits.memory = *memory;
  const auto seed = read_number(body, "seed", 0, ~std::uint64_t{0}, 1);
  if (!seed) return seed.error();
  options.seed = *seed;
  options.limits.seconds = settings.seconds;
  if (body.contains("seconds") && !body["seconds"].is_null()) {
    const Json& seconds = body["seconds"];
    if (!seconds.is_number() || !std::isfinite(seconds.get<double>()) || seconds.get<double>() <= 0)
      return wrong("seconds", "a number above 0");
    options.limits.seconds = std::min(settings.seconds, seconds.get<double>());
  }
  games.equip(at->game(), options);
  if (const auto plan = session::make_plan(at->game().rules(), options); !plan) return plan.error();
  return Question{*at, position->empty() ? at->text() : *position, std::move(options)};
}

}  // namespace solvent::serve
