// Which algorithm answers? The one that is named, or for `auto` what the game advises.
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/text.hpp"
#include "game/family.hpp"
#include "games/engines.hpp"
#include "search/presets.hpp"
#include "session/options.hpp"
#include "session/plan_parts.hpp"
#include "solvent/require.hpp"

namespace solvent {

std::vector<AlgorithmDescription> algorithms() {
  std::vector<AlgorithmDescription> out;
  for (const search::Preset& p : search::kPresets)
    out.push_back({std::string(p.name), std::string(p.what), std::string(p.source)});
  out.push_back({"auto",
                 "the fastest choice we know for the game, mostly negascout, or dfpn where "
                 "positions repeat; it says what and why",
                 "measured, see docs/measurements.md"});
  return out;
}

Options on_every_core(Options options, std::uint64_t cores) {
  if (options.threads) return options;
  const search::Preset* preset = search::find_preset(options.algorithm);
  const bool best_first =
      preset != nullptr && preset->algorithm.traversal == search::Traversal::BestFirst;
  if (cores == 0) cores = std::max(1U, std::thread::hardware_concurrency());
  options.threads = best_first ? 1 : cores;
  return options;
}

namespace session {

namespace {

Error unknown_algorithm(std::string_view name) {
  std::vector<std::string> names;
  for (const AlgorithmDescription& a : algorithms()) names.push_back(a.name);
  std::string message = fmt::format("no algorithm is called {}", text::quoted(name));
  const auto meant = text::nearest(name, names);
  message += meant ? "; did you mean " + *meant + "? Known: " : "; known: ";
  return Error{message + text::list(names), table::find("algorithm")->name};
}

void take_advice(const AnyGame& game, const Options& options, Plan& plan) {
  if (const Profile* profile = find_profile(options.profile)) {
    plan.algorithm = profile->algorithm;
    plan.reason = "the search of " + profile->name;
    return;
  }
  const auto advise = game.family() != nullptr ? game.family()->advise : usual_advice;
  const Advice advice = advise(game, !options.endgame.empty());
  plan.algorithm = advice.algorithm;
  plan.reason = advice.reason;
  plan.design.attack = advice.attack && options.knowledge;
  if (advice.first.empty()) return;
  const search::Preset* first = search::find_preset(advice.first);
  require(first != nullptr, "games advise algorithms that there are");
  plan.design.first = {first->algorithm, advice.first_nodes};
}

}  // namespace

std::optional<Error> choose_algorithm(const AnyGame& game, const Options& options, Plan& plan) {
  plan.algorithm = options.algorithm;
  if (options.algorithm == "auto") take_advice(game, options, plan);
  const search::Preset* preset = search::find_preset(plan.algorithm);
  if (preset == nullptr) return unknown_algorithm(options.algorithm);
  plan.design.algorithm = preset->algorithm;
  return std::nullopt;
}

}  // namespace session
}  // namespace solvent
