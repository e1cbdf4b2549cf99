#include "verdict_json.hpp"

#include <fmt/format.h>

namespace solvent::cli {

std::uint64_t layers_of(const check::CheckResult& v) {
  std::uint64_t layers = 0;
  for (const auto& s : v.stats.statements) layers += s.layers.size();
  return layers;
}

Json to_json(const check::CheckResult& v, double seconds, bool stats) {
  constexpr const char* kNames[] = {"verified",   "relative",  "refused",
                                    "unreadable", "too-large", "stopped"};
  Json json{{"verdict", kNames[static_cast<int>(v.finding)]}};
  if (v.finding != check::Finding::Verified) json["reason"] = v.reason;
  if (!v.part.empty()) json["part"] = v.part;
  if (v.place)
    json["place"] = {{"statement", v.place->statement},
                     {"layer", v.place->layer},
                     {"position", v.place->position}};
  if (v.game) {
    json["game"] = v.header.game;
    json["outcomes"] = v.header.outcomes;
    json["position"] = v.header.position;
    json["mover"] = v.header.mover;
    json["at-least"] = v.header.at_least ? Json(*v.header.at_least) : Json();
    json["at-most"] = v.header.at_most ? Json(*v.header.at_most) : Json();
    json["relative"] = v.finding == check::Finding::Relative;
    json["rests_on"] = Json::array();
    for (const auto& s : v.rests_on) json["rests_on"].push_back(check::in_words(s));
    json["slices"] = Json::array();
    for (const auto& s : v.header.slices)
      json["slices"].push_back({s.slice, fmt::format("{:016x}", s.checksum)});
  }
  if (v.stats.parts > 0) json["parts"] = v.stats.parts;
  json["claims"] = v.stats.claims;
  json["layers"] = layers_of(v);
  json["bytes"] = v.stats.bytes;
  json["seconds"] = seconds;
  if (!stats) return json;
  json["citations"] = v.stats.citations;
  json["settled"] = v.stats.settled;
  json["database"] = v.stats.database;
  json["searched"] = v.stats.searched;
  json["paired"] = v.stats.paired;
  json["elsewhere"] = v.stats.elsewhere;
  json["positions"] = v.stats.positions;
  json["most-pending"] = v.stats.most_unclaimed;
  json["statements"] = Json::array();
  for (const auto& s : v.stats.statements)
    json["statements"].push_back({{"bound", s.at_least ? "at-least" : "at-most"},
                                  {"value", s.value},
                                  {"claims", s.claims},
                                  {"layers", s.layers}});
  return json;
}

}  // namespace solvent::cli
