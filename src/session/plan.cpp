#include "session/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "game/family.hpp"
#include "games/engines.hpp"
#include "search/presets.hpp"
#include "session/options.hpp"
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

namespace session {

namespace {

constexpr std::uint64_t kUsualTable = std::uint64_t{1} << 30;
constexpr std::string_view kSaffidine = "saffidine2012";
constexpr std::uint64_t kProgram = std::uint64_t{16} << 20;

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

Error unknown_algorithm(std::string_view name) {
  std::vector<std::string> names;
  for (const AlgorithmDescription& a : algorithms()) names.push_back(a.name);
  std::string message = fmt::format("no algorithm is called {}", text::quoted(name));
  const auto meant = text::nearest(name, names);
  message += meant ? "; did you mean " + *meant + "? Known: " : "; known: ";
  return Error{message + text::list(names), table::find("algorithm")->name};
}

std::string scale_text(const AnyGame& game, Side side) {
  const Scale& scale = game.scale();
  const int a = scale.for_side(side, 0), b = scale.for_side(side, scale.best());
  return fmt::format("{}..{}", std::min(a, b), std::max(a, b));
}

// first-tree, descents, fraction or fraction:A,B.
bool read_second_level(std::string_view text, search::Design& design) {
  using search::Second;
  design.algorithm.second = text == "first-tree" ? Second::FirstTree
                            : text == "descents" ? Second::Descents
                                                 : Second::Fraction;
  if (design.algorithm.second != Second::Fraction || text == "fraction") return true;
  constexpr std::string_view kStart = "fraction:";
  const std::size_t comma = text.find(',');
  if (!text.starts_with(kStart) || comma == std::string_view::npos) return false;
  const auto a = text::to_int(text.substr(kStart.size(), comma - kStart.size()));
  const auto b = text::to_int(text.substr(comma + 1));
  if (!a || !b || *a < 0 || *b < 1) return false;
  design.fraction_a = static_cast<double>(*a);
  design.fraction_b = static_cast<double>(*b);
  return true;
}

// A paper's conventions: those of saffidine2012 for any game, or the search that one game has.
std::optional<Error> plan_profile(const AnyGame& game, const Options& o, search::Design& design) {
  if (o.profile != kSaffidine) {
    design.profile = find_profile(o.profile);
    return design.profile != nullptr ? design.profile->refuses(game, o) : std::nullopt;
  }
  if (o.graph) return say("{graph}: the experiments of saffidine2012 were made on trees");
  design.plain_rules = true;
  design.knowledge = false;
  design.keep_solved = true;
  return std::nullopt;
}

void plan_random_games(const Options& o, search::Design& design) {
  if (o.playouts) design.playouts = static_cast<std::uint32_t>(*o.playouts);
  design.theta = o.theta.value_or(design.theta);
  design.precision_rate = o.precision_rate.value_or(design.precision_rate);
  design.seed = o.seed;
}

// What a best-first search is made of.
std::optional<Error> plan_best_first(const AnyGame& game, const Options& o,
                                     search::Design& design) {
  using namespace search;
  plan_driver(o, design);
  plan_random_games(o, design);
  design.keep_tree = o.keep_tree;
  design.evaluation = meaning<Evaluation>(
      o.evaluate, {{"created", Evaluation::WhenCreated}, {"selected", Evaluation::WhenSelected}});
  if (o.mobility) design.algorithm.leaf = Leaf::Mobility;
  design.selection = meaning<Selection>(
      o.selection, {{"most-proving", Selection::MostProving}, {"lecture", Selection::Lecture}});
  if (design.selection == Selection::Lecture) {
    if (o.mobility) return say("{mobility}: the lecture's selection begins with leaf costs");
    design.algorithm.leaf = Leaf::Costs;
    design.evaluation = Evaluation::WhenSelected;
  }
  if (o.second_level && !read_second_level(*o.second_level, design))
    return say(
        "{second_level} {}: there are first-tree, descents, fraction and fraction:A,B with whole "
        "numbers, such as fraction:1800000,240000",
        text::quoted(*o.second_level));
  design.keep_solved = o.keep_solved;
  if (o.graph && !game.acyclic())
    return say("{graph} merges transpositions where positions cannot repeat; in {} they can",
               game.spec());
  design.graph = o.graph;
  // In a graph sums would count what is shared again and again.
  if (o.graph) design.algorithm.effort = EffortKind::WeakProofNumbers;
  return plan_profile(game, o, design);
}

void plan_depth_first(const Options& o, search::Design& design) {
  plan_driver(o, design);
  design.epsilon = o.epsilon.value_or(design.epsilon);
  if (o.weak_sums) design.algorithm.effort = search::EffortKind::WeakProofNumbers;
}

// What is left for a search's own memory beside the program itself.
std::uint64_t usable(std::uint64_t memory) { return memory - std::min(memory / 16, kProgram); }

// What `auto` stands for: what the game advises.
void choose(const AnyGame& game, const Options& options, Plan& plan) {
  if (const Profile* profile = find_profile(options.profile)) {
    plan.algorithm = profile->algorithm;
    plan.reason = "the search of " + profile->name;
    return;
  }
  const auto advise = game.family() != nullptr ? game.family()->advise : usual_advice;
  const Advice advice = advise(game, !options.endgame.empty());
  plan.algorithm = advice.algorithm;
  plan.reason = advice.reason;
  if (advice.first.empty()) return;
  const search::Preset* first = search::find_preset(advice.first);
  require(first != nullptr, "games advise algorithms that there are");
  plan.design.first = {first->algorithm, advice.first_nodes};
}

}  // namespace

std::vector<Choice> table::profiles() {
  std::vector<Choice> all = {{std::string(kSaffidine), "any game, by its rules alone"}};
  for (const Profile* profile : solvent::profiles())
    all.push_back({profile->name, profile->meaning.text()});
  return all;
}

Result<Plan> make_plan(const AnyGame& game, const Options& options) {
  Plan plan;
  plan.algorithm = options.algorithm;
  if (options.algorithm == "auto") choose(game, options, plan);
  const search::Preset* preset = search::find_preset(plan.algorithm);
  if (preset == nullptr) return unknown_algorithm(options.algorithm);
  plan.design.algorithm = preset->algorithm;

  if (auto error = misplaced(options, plan.algorithm, preset->algorithm)) return *error;
  if (auto error = out_of_range(options)) return *error;
  const std::uint64_t limit = options.limits.memory.value_or(physical_memory() / 2);
  const std::uint64_t memory = usable(limit);
  plan.design.memory = memory;
  plan.design.table_bytes = options.table_size.value_or(std::min(memory / 2, kUsualTable));
  if (plan.design.table_bytes > limit / 4 * 3)
    return say("{table_size} {}: more than three quarters of the {memory} of {} bytes",
               plan.design.table_bytes, limit);
  if (options.deepening)
    plan.design.deepening = *options.deepening ? search::Deepening::On : search::Deepening::Off;
  plan.design.knowledge = options.knowledge;
  if (preset->algorithm.traversal == search::Traversal::BestFirst) {
    // The tree leaves room for the tables of the searches that find the line.
    plan.design.table_bytes = std::min<std::uint64_t>(plan.design.table_bytes, memory / 8);
    plan.design.memory = memory / 4 * 3;
    if (auto error = plan_best_first(game, options, plan.design)) return *error;
  }
  if (preset->algorithm.traversal == search::Traversal::DepthFirst)
    plan_depth_first(options, plan.design);
  if (options.at_least && options.range)
    return say("{at_least} and {range} are two questions: ask one of them");
  for (const Side side : {Side::Max, Side::Min})
    if (const auto asked = make_window(game, side, options); !asked) return asked.error();
  return plan;
}

Result<Asked> make_window(const AnyGame& game, Side to_move, const Options& options) {
  const Scale& scale = game.scale();
  // On Max's scale: the least rank that is good enough for Max, or the greatest for Min.
  const auto threshold = [&](int value) {
    return to_move == Side::Max ? scale.rank_at_least(value) : scale.rank_at_least(1 - value) - 1;
  };
  if (options.at_least) {
    const int rank = threshold(*options.at_least);
    const bool max = to_move == Side::Max;
    const bool always = max ? rank == 0 : rank == scale.best();
    const bool never = max ? rank == scale.size() : rank < 0;
    if (always || never) return Asked{{0, scale.best()}, always};
    const int low = max ? rank - 1 : rank;
    return Asked{{static_cast<Outcome>(low), static_cast<Outcome>(low + 1)}, std::nullopt};
  }
  if (options.range) {
    const auto [low, high] = *options.range;
    const auto a = scale.rank_of(to_move == Side::Max ? low : -high);
    const auto b = scale.rank_of(to_move == Side::Max ? high : -low);
    if (low >= high) return say("{range} {}..{}: the first must be less", low, high);
    if (!a || !b)
      return say("{range} {}..{}: both ends must be outcomes of the game, which has {}", low, high,
                 scale_text(game, to_move));
    return Asked{{*a, *b}, std::nullopt};
  }
  return Asked{{0, scale.best()}, std::nullopt};
}

}  // namespace session
}  // namespace solvent
