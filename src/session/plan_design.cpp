// What do options make of the search? They are without errors by now, so names and numbers are only
// translated.
#include "base/text.hpp"
#include "games/engines.hpp"
#include "session/options.hpp"
#include "session/plan_parts.hpp"

namespace solvent::session {

namespace {

// What a name stands for. That it is one of the choices is known already.
template <class T>
T meaning(const std::optional<std::string>& name,
          std::initializer_list<std::pair<std::string_view, T>> all) {
  for (const auto& [known, value] : all)
    if (name == known) return value;
  return all.begin()->second;
}

void plan_driver(const Options& o, search::Design& design) {
  using enum search::Driver;
  if (o.driver)
    design.algorithm.driver = meaning<search::Driver>(
        o.driver, {{"binary", Binary}, {"linear", Up}, {"linear-down", Down}, {"open", Open}});
}

void plan_second_level(const Options& o, search::Design& design) {
  const auto choice = o.second_level ? read_second_level(*o.second_level) : std::nullopt;
  if (!choice) return;
  design.algorithm.second = choice->second;
  if (choice->fraction) std::tie(design.fraction_a, design.fraction_b) = *choice->fraction;
}

// A paper's conventions: those of saffidine2012 for any game, or the search that one game has.
void plan_profile(const Options& o, search::Design& design) {
  design.profile = find_profile(o.profile);
  if (o.profile != kSaffidine) return;
  design.plain_rules = true;
  design.knowledge = false;
  design.keep_solved = true;
}

void plan_random_games(const Options& o, search::Design& design) {
  if (o.playouts) design.playouts = static_cast<std::uint32_t>(*o.playouts);
  design.theta = o.theta.value_or(design.theta);
  design.precision_rate = o.precision_rate.value_or(design.precision_rate);
  design.seed = o.seed;
}

void plan_best_first(const Options& o, search::Design& design) {
  using namespace search;
  plan_driver(o, design);
  plan_random_games(o, design);
  plan_second_level(o, design);
  design.keep_tree = o.keep_tree;
  design.keep_solved = o.keep_solved;
  design.evaluation = meaning<Evaluation>(
      o.evaluate, {{"created", Evaluation::WhenCreated}, {"selected", Evaluation::WhenSelected}});
  if (o.mobility) design.algorithm.leaf = Leaf::Mobility;
  design.selection = meaning<Selection>(
      o.selection, {{"most-proving", Selection::MostProving}, {"lecture", Selection::Lecture}});
  if (design.selection == Selection::Lecture) {
    design.algorithm.leaf = Leaf::Costs;
    design.evaluation = Evaluation::WhenSelected;
  }
  design.graph = o.graph;
  // In a graph sums would count what is shared again and again.
  if (o.graph) design.algorithm.effort = EffortKind::WeakProofNumbers;
  plan_profile(o, design);
}

void plan_depth_first(const Options& o, search::Design& design) {
  plan_driver(o, design);
  design.epsilon = o.epsilon.value_or(design.epsilon);
  if (o.weak_sums) design.algorithm.effort = search::EffortKind::WeakProofNumbers;
}

}  // namespace

std::vector<Choice> table::profiles() {
  std::vector<Choice> all = {
      {std::string(kSaffidine), "any game, without game knowledge, solved nodes kept"}};
  for (const Profile* profile : solvent::profiles())
    all.push_back({profile->name, profile->meaning.text()});
  return all;
}

std::optional<SecondLevelChoice> read_second_level(std::string_view text) {
  using enum search::Second;
  if (text == "first-tree") return SecondLevelChoice{FirstTree, std::nullopt};
  if (text == "descents") return SecondLevelChoice{Descents, std::nullopt};
  if (text == "fraction") return SecondLevelChoice{Fraction, std::nullopt};
  constexpr std::string_view kStart = "fraction:";
  const std::size_t comma = text.find(',');
  if (!text.starts_with(kStart) || comma == std::string_view::npos) return std::nullopt;
  const auto a = text::to_int(text.substr(kStart.size(), comma - kStart.size()));
  const auto b = text::to_int(text.substr(comma + 1));
  if (!a || !b || *a < 0 || *b < 1) return std::nullopt;
  return SecondLevelChoice{Fraction, std::pair<double, double>(*a, *b)};
}

void apply_options(const Options& options, search::Design& design) {
  if (options.deepening)
    design.deepening = *options.deepening ? search::Deepening::On : search::Deepening::Off;
  design.knowledge = options.knowledge;
  design.threads = static_cast<int>(options.threads.value_or(1));
  if (design.algorithm.traversal == search::Traversal::BestFirst) plan_best_first(options, design);
  if (design.algorithm.traversal == search::Traversal::DepthFirst)
    plan_depth_first(options, design);
}

}  // namespace solvent::session
