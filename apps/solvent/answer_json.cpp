#include "answer_json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace solvent::cli {

void print_json(const Json& json) {
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json to_json(const Iteration& i) {
  const auto finite = [](double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); };
  Json efforts = Json::array();
  for (const Iteration::Effort& e : i.efforts)
    efforts.push_back(Json{
        {"at_least", e.at_least}, {"proof", finite(e.proof)}, {"disproof", finite(e.disproof)}});
  return Json{{"iteration", i.number}, {"path", i.path},   {"at_least", i.asked},
              {"created", i.created},  {"lower", i.lower}, {"upper", i.upper},
              {"efforts", efforts}};
}

Json to_json(const Position& position, const std::string& position_text, const Answer& a,
             bool with_line, bool with_moves) {
  const Ruleset& game = position.game();
  const auto or_null = [](const auto& optional) {
    return optional ? Json(*optional) : Json(nullptr);
  };
  Json j;
  j["game"] = game.spec();
  j["position"] = position_text;
  j["to_move"] = game.player(a.to_move);
  j["outcomes"] = game.scale().name();
  j["status"] = name(a.status);
  j["value"] = or_null(a.value);
  j["lower"] = a.lower;
  j["upper"] = a.upper;
  j["verdict"] = a.verdict;
  j["rests_on"] = a.rests_on;
  if (a.at_least_holds) j["at_least_holds"] = *a.at_least_holds;
  if (a.estimate) j["estimate"] = *a.estimate;
  j["best"] = or_null(a.best);
  if (a.promising) j["promising"] = *a.promising;
  if (a.plies_to_win)
    j["plies_to_win"] =
        Json{{"least", a.plies_to_win->least}, {"most", or_null(a.plies_to_win->most)}};
  j["line"] = with_line ? Json(a.line) : Json(nullptr);
  if (with_line && a.line_repeats) j["line_repeats"] = true;
  if (with_line && a.line_cut) j["line_cut"] = true;
  if (with_moves) {
    j["moves"] = Json::array();
    for (const MoveValue& m : a.moves)
      j["moves"].push_back(Json{
          {"move", m.move}, {"value", or_null(m.value())}, {"lower", m.lower}, {"upper", m.upper}});
  }
  j["algorithm"] = a.algorithm;
  if (!a.chosen_because.empty()) j["chosen_because"] = a.chosen_because;
  j["expanded"] = a.counts.expanded;
  j["created"] = a.counts.created;
  j["playouts"] = a.counts.playouts;
  j["extra_nodes"] = a.extra_nodes;
  j["deepest"] = a.counts.deepest;
  if (a.counts.leaves > 0) j["leaves"] = a.counts.leaves;
  if (a.counts.largest_tree > 0) {
    j["largest_tree"] = a.counts.largest_tree;
    j["descents"] = a.counts.descents;
    j["updates"] = a.counts.updates;
  }
  if (a.counts.questions > 0) {
    j["questions"] = a.counts.questions;
    j["largest_question"] = a.counts.largest_question;
  }
  if (a.counts.iteration > 0) {
    j["iteration"] = a.counts.iteration;
    j["frontier"] = a.counts.frontier;
  }
  if (a.counts.table_probes > 0)
    j["table"] = Json{{"probes", a.counts.table_probes},
                      {"hits", a.counts.table_hits},
                      {"stores", a.counts.table_stores},
                      {"replaced", a.counts.table_replaced}};
  if (a.proof) {
    j["proof"] = Json{{"status", name(a.proof->status)}, {"written", a.proof->written()},
                      {"checked", a.proof->checked},     {"relative", a.proof->relative},
                      {"claims", a.proof->claims},       {"layers", a.proof->layers},
                      {"bytes", a.proof->bytes},         {"nodes", a.proof->nodes},
                      {"seconds", a.proof->seconds}};
    if (!a.proof->problem.empty()) j["proof"]["problem"] = a.proof->problem;
  }
  if (a.resumed) j["resumed"] = true;
  if (a.store) {
    j["from_store"] = a.store->answered;
    j["store"] = Json{{"entries", a.store->entries},
                      {"hits", a.store->hits},
                      {"kept", a.store->kept},
                      {"ignored", a.store->ignored}};
    if (!a.store->problem.empty()) j["store"]["problem"] = a.store->problem;
  }
  j["threads"] = a.threads;
  j["seconds"] = a.seconds;
  j["cpu_seconds"] = a.cpu_seconds;
  j["peak_bytes"] = a.peak_bytes;
  return j;
}

Json to_json(const Position& position, const Threats& threats) {
  const auto sequence = [](const std::optional<ThreatSequence>& found) {
    return found ? Json{{"forced", found->forced}, {"moves", found->moves}} : Json(nullptr);
  };
  return Json{{"game", position.game().spec()},
              {"position", position.text()},
              {"to_move", position.game().player(position.to_move())},
              {"mover", sequence(threats.mover)},
              {"other", sequence(threats.other)},
              {"tried", threats.tried}};
}

}  // namespace solvent::cli
