#include "session/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "game/family.hpp"
#include "games/engines.hpp"
#include "search/presets.hpp"
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
constexpr std::uint64_t kLeastMemory = std::uint64_t{1} << 20;
constexpr std::string_view kSaffidine = "saffidine2012";
constexpr std::uint64_t kProgram = std::uint64_t{16} << 20;

std::optional<Error> plan_driver(const Options& o, search::Design& design) {
  using search::Driver;
  if (!o.driver) return std::nullopt;
  const std::string& name = *o.driver;
  if (name == "binary")
    design.algorithm.driver = Driver::Binary;
  else if (name == "linear")
    design.algorithm.driver = Driver::Up;
  else if (name == "linear-down")
    design.algorithm.driver = Driver::Down;
  else if (name == "open")
    design.algorithm.driver = Driver::Open;
  else
    return Error{fmt::format("--driver {}: there are binary, linear, linear-down and open",
                             text::quoted(name))};
  return std::nullopt;
}

Error unknown_algorithm(std::string_view name) {
  std::vector<std::string> names;
  for (const AlgorithmDescription& a : algorithms()) names.push_back(a.name);
  std::string message = fmt::format("no algorithm is called {}", text::quoted(name));
  const auto meant = text::nearest(name, names);
  message += meant ? "; did you mean " + *meant + "? Known: " : "; known: ";
  return Error{message + text::list(names)};
}

std::string scale_text(const AnyGame& game, Side side) {
  const Scale& scale = game.scale();
  const int a = scale.for_side(side, 0), b = scale.for_side(side, scale.best());
  return fmt::format("{}..{}", std::min(a, b), std::max(a, b));
}

// Options that only some algorithms use are refused for the others, not ignored.
std::optional<Error> misplaced(const Options& o, const std::string& name,
                               const search::Algorithm& a) {
  using namespace search;
  const bool best_first = a.traversal == Traversal::BestFirst;
  const bool depth_first = a.traversal == Traversal::DepthFirst;
  const bool one_level = best_first && a.on_proof_numbers() && a.second == Second::None;
  const bool random_games = a.leaf == Leaf::Playouts;
  struct Use {
    bool given, fits;
    const char *option, *owners;
  };
  for (const Use& use : std::initializer_list<Use>{
           {o.driver.has_value(), a.asks_questions(), "--driver", "pns, pn2 and dfpn"},
           {o.deepening.has_value(), a.traversal == Traversal::Windows, "--deepening",
            "alphabeta, scout and negascout"},
           {o.keep_tree, best_first && a.asks_questions(), "--keep-tree", "pns and pn2"},
           {o.mobility, best_first && !random_games, "--mobility", "pns, pn2, mopns and mopn2"},
           {o.evaluate.has_value(), best_first, "--evaluate", "the best-first algorithms"},
           {o.selection.has_value(), one_level && a.asks_questions(), "--selection", "pns"},
           {o.second.has_value(), a.second != Second::None, "--second-level", "pn2 and mopn2"},
           {o.keep_solved, best_first, "--keep-solved", "the best-first algorithms"},
           {o.graph, one_level, "--graph", "pns and mopns"},
           {o.epsilon.has_value(), depth_first, "--epsilon", "dfpn, dfmopns and dfppns"},
           {o.weak_sums, depth_first && a.on_proof_numbers(), "--weak-sums", "dfpn and dfmopns"},
           {o.playouts.has_value(), random_games, "--playouts", "mcpns and ppns"},
           {o.theta.has_value(), random_games, "--theta", "mcpns and ppns"},
           {o.precision_rate.has_value(),
            random_games && a.effort == EffortKind::Probabilities, "--precision-rate", "ppns"},
           {!o.profile.empty(), one_level, "--profile", "pns and mopns"}})
    if (use.given && !use.fits)
      return Error{fmt::format("{} belongs to {}, not to {}", use.option, use.owners, name)};
  return std::nullopt;
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
  if (o.profile.empty()) return std::nullopt;
  if (o.profile == kSaffidine) {
    if (o.graph) return Error{"--graph: the experiments of saffidine2012 were made on trees"};
    design.plain_rules = true;
    design.knowledge = false;
    design.keep_solved = true;
    return std::nullopt;
  }
  design.profile = find_profile(o.profile);
  if (design.profile != nullptr) return design.profile->refuses(game, o);
  std::vector<std::string> names;
  for (const Profile* profile : profiles()) names.push_back(profile->name);
  names.emplace_back(kSaffidine);
  return Error{
      fmt::format("--profile {}: there are {}", text::quoted(o.profile), text::list(names))};
}

std::optional<Error> plan_random_games(const Options& o, search::Design& design) {
  if (o.playouts && (*o.playouts < 1 || *o.playouts > 1'000'000))
    return Error{fmt::format("--playouts {}: from 1 to 1000000", *o.playouts)};
  if (o.theta && !(*o.theta > 0 && *o.theta < 0.5))
    return Error{fmt::format("--theta {}: a number between 0 and 0.5, both excluded", *o.theta)};
  if (o.precision_rate && !(*o.precision_rate >= 0 && *o.precision_rate < 0.5))
    return Error{fmt::format("--precision-rate {}: a number from 0 (never) to 0.5, that excluded",
                             *o.precision_rate)};
  if (o.playouts) design.playouts = static_cast<std::uint32_t>(*o.playouts);
  design.theta = o.theta.value_or(design.theta);
  design.precision_rate = o.precision_rate.value_or(design.precision_rate);
  design.seed = o.seed;
  return std::nullopt;
}

// What a best-first search is made of.
std::optional<Error> plan_best_first(const AnyGame& game, const Options& o,
                                     search::Design& design) {
  using namespace search;
  if (auto error = plan_driver(o, design)) return error;
  if (auto error = plan_random_games(o, design)) return error;
  design.keep_tree = o.keep_tree;
  if (o.evaluate && o.evaluate != "created" && o.evaluate != "selected")
    return Error{fmt::format("--evaluate {}: new nodes are evaluated when created or when selected",
                             text::quoted(*o.evaluate))};
  design.evaluation = o.evaluate == "selected" ? Evaluation::WhenSelected : Evaluation::WhenCreated;
  if (o.mobility) design.algorithm.leaf = Leaf::Mobility;
  if (o.selection == "lecture") {
    if (o.mobility) return Error{"--mobility: the lecture's selection begins with leaf costs"};
    design.selection = Selection::Lecture;
    design.algorithm.leaf = Leaf::Costs;
    design.evaluation = Evaluation::WhenSelected;
  } else if (o.selection && o.selection != "most-proving") {
    return Error{fmt::format("--selection {}: there are most-proving and lecture",
                             text::quoted(*o.selection))};
  }
  if (o.second && !read_second_level(*o.second, design))
    return Error{fmt::format(
        "--second-level {}: there are first-tree, descents, fraction and fraction:A,B with whole "
        "numbers, such as fraction:1800000,240000",
        text::quoted(*o.second))};
  design.keep_solved = o.keep_solved;
  if (o.graph && !game.acyclic())
    return Error{"--graph merges transpositions where positions cannot repeat; in " + game.spec() +
                 " they can"};
  design.graph = o.graph;
  // In a graph sums would count what is shared again and again.
  if (o.graph) design.algorithm.effort = EffortKind::WeakProofNumbers;
  return plan_profile(game, o, design);
}

std::optional<Error> plan_depth_first(const Options& o, search::Design& design) {
  if (auto error = plan_driver(o, design)) return error;
  if (o.epsilon && !(*o.epsilon >= 0 && *o.epsilon <= 100))
    return Error{fmt::format("--epsilon {}: a number from 0 to 100", *o.epsilon)};
  design.epsilon = o.epsilon.value_or(design.epsilon);
  if (o.weak_sums) design.algorithm.effort = search::EffortKind::WeakProofNumbers;
  return std::nullopt;
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

Result<Plan> make_plan(const AnyGame& game, const Options& options) {
  Plan plan;
  plan.algorithm = options.algorithm;
  if (options.algorithm == "auto") choose(game, options, plan);
  const search::Preset* preset = search::find_preset(plan.algorithm);
  if (preset == nullptr) return unknown_algorithm(options.algorithm);
  plan.design.algorithm = preset->algorithm;

  if (auto error = misplaced(options, plan.algorithm, preset->algorithm)) return *error;
  const std::uint64_t limit = options.limits.memory.value_or(physical_memory() / 2);
  if (limit < kLeastMemory) return Error{"--memory: at least 1M is needed for each thread"};
  const std::uint64_t memory = usable(limit);
  plan.design.memory = memory;
  plan.design.table_bytes = options.table_size.value_or(std::min(memory / 2, kUsualTable));
  if (plan.design.table_bytes > limit / 4 * 3)
    return Error{
        fmt::format("--table-size {}: more than three quarters of the memory limit of {} bytes",
                    plan.design.table_bytes, limit)};
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
    if (auto error = plan_depth_first(options, plan.design)) return *error;
  if (options.at_least && options.range)
    return Error{"--at-least and --range are two questions: ask one of them"};
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
    if (low >= high) return Error{fmt::format("range {}..{}: the first must be less", low, high)};
    if (!a || !b)
      return Error{fmt::format("range {}..{}: both ends must be outcomes of the game, which has {}",
                               low, high, scale_text(game, to_move))};
    return Asked{{*a, *b}, std::nullopt};
  }
  return Asked{{0, scale.best()}, std::nullopt};
}

}  // namespace session
}  // namespace solvent
