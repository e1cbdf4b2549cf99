#include "session/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "game/family.hpp"
#include "games/engines.hpp"
#include "session/options.hpp"

namespace solvent {

namespace {

using Kind = search::Design::Kind;

struct Algorithm {
  AlgorithmDescription description;
  Kind kind;
};

const std::vector<Algorithm>& known_algorithms() {
  static const std::vector<Algorithm> kAlgorithms = {
      {{"minimax", "every position once, no pruning; exact in games with repetitions too",
        "von Neumann 1928; components after Tarjan 1972"},
       Kind::Minimax},
      {{"alphabeta", "alpha-beta with true bounds, a transposition table and optional deepening",
        "Knuth & Moore 1975; interval form Allis, van der Meulen & van den Herik 1994"},
       Kind::AlphaBeta},
      {{"scout", "TEST each further move against the first, search it again only if it is better",
        "Pearl 1980"},
       Kind::Scout},
      {{"negascout", "alpha-beta with null windows for all but the first move, and re-search",
        "Reinefeld 1983"},
       Kind::NegaScout},
      {{"pns", "proof-number search: one two-valued question, or a value by several",
        "Allis, van der Meulen & van den Herik 1994"},
       Kind::Pns},
      {{"pn2", "proof-number search whose leaves are searched by a second one",
        "Allis 1994; Breuker 1998"},
       Kind::Pn2},
      {{"dfpn", "depth-first proof-number search: as pns, in a table of fixed size",
        "Nagai 2002; 1+epsilon Pawlewicz & Lew 2007"},
       Kind::Dfpn},
      {{"mopns", "multiple-outcome proof-number search: every outcome in one tree",
        "Saffidine & Cazenave 2012"},
       Kind::Mopns},
      {{"mopn2", "multiple-outcome proof-number search on two levels", "Saffidine & Cazenave 2012"},
       Kind::Mopn2},
      {{"dfmopns", "depth-first mopns: every outcome, in a table of fixed size",
        "proposed by Saffidine & Cazenave 2012"},
       Kind::Dfmopns},
      {{"mcpns", "best first, guided by random games: Monte-Carlo proof numbers",
        "Saito, Chaslot, Uiterwijk & van den Herik 2006"},
       Kind::Mcpns},
      {{"ppns", "best first, guided by random games: probabilities that multiply",
        "the probability-based proof-number study of 2020, with exact bounds deciding"},
       Kind::Ppns},
      {{"dfppns", "depth first, guided by probabilities that multiply", "ours, after ppns"},
       Kind::Dfppns},
  };
  return kAlgorithms;
}

}  // namespace

std::vector<AlgorithmDescription> algorithms() {
  std::vector<AlgorithmDescription> out;
  for (const Algorithm& a : known_algorithms()) out.push_back(a.description);
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

std::optional<Kind> kind_of(std::string_view name) {
  for (const Algorithm& a : known_algorithms())
    if (a.description.name == name) return a.kind;
  return std::nullopt;
}

// What a name stands for. That it is one of the choices is known already.
template <class T>
T meaning(const std::optional<std::string>& name,
          std::initializer_list<std::pair<std::string_view, T>> all) {
  for (const auto& [known, value] : all)
    if (name == known) return value;
  return all.begin()->second;
}

search::Driver driver_of(const Options& o) {
  using enum search::Driver;
  return meaning<search::Driver>(
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
  design.second = text == "first-tree" ? Second::FirstTree
                  : text == "descents" ? Second::Descents
                                       : Second::Fraction;
  if (design.second != Second::Fraction || text == "fraction") return true;
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
  design.driver = driver_of(o);
  plan_random_games(o, design);
  design.keep_tree = o.keep_tree;
  design.evaluation = meaning<Evaluation>(
      o.evaluate, {{"created", Evaluation::WhenCreated}, {"selected", Evaluation::WhenSelected}});
  design.leaf = o.mobility ? Leaf::Mobility : Leaf::Ones;
  design.selection = meaning<Selection>(
      o.selection, {{"most-proving", Selection::MostProving}, {"lecture", Selection::Lecture}});
  if (design.selection == Selection::Lecture) {
    if (o.mobility) return say("{mobility}: the lecture's selection begins with leaf costs");
    design.leaf = Leaf::Costs;
    design.evaluation = Evaluation::WhenSelected;
  }
  if (design.kind == Kind::Pn2 || design.kind == Kind::Mopn2)
    if (const std::string second = o.second_level.value_or("first-tree");
        !read_second_level(second, design))
      return say(
          "{second_level} {}: there are first-tree, descents, fraction and fraction:A,B with whole "
          "numbers, such as fraction:1800000,240000",
          text::quoted(second));
  design.keep_solved = o.keep_solved;
  if (o.graph && !game.acyclic())
    return say("{graph} merges transpositions where positions cannot repeat; in {} they can",
               game.spec());
  design.graph = o.graph;
  return plan_profile(game, o, design);
}

void plan_depth_first(const Options& o, search::Design& design) {
  design.driver = driver_of(o);
  design.epsilon = o.epsilon.value_or(design.epsilon);
  design.weak_sums = o.weak_sums;
  // Measured: a third fewer nodes for proof numbers, twice as many for probabilities.
  if (design.kind != Kind::Dfppns) design.leaf = search::Leaf::Mobility;
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
  plan.design.first_kind = kind_of(advice.first).value();
  plan.design.first_nodes = advice.first_nodes;
}

}  // namespace

std::vector<Choice> table::profiles() {
  std::vector<Choice> all = {{std::string(kSaffidine), "any game, by its rules alone"}};
  for (const Profile* profile : solvent::profiles())
    all.push_back({profile->name, profile->meaning.text()});
  return all;
}

std::vector<std::string> users_of(const Option& option) {
  std::vector<std::string> users;
  for (const Algorithm& a : known_algorithms())
    if (option.used_by == nullptr || option.used_by({.kind = a.kind}))
      users.push_back(a.description.name);
  return users;
}

Result<Plan> make_plan(const AnyGame& game, const Options& options) {
  Plan plan;
  plan.algorithm = options.algorithm;
  if (options.algorithm == "auto") choose(game, options, plan);
  const auto kind = kind_of(plan.algorithm);
  if (!kind) return unknown_algorithm(options.algorithm);
  plan.design.kind = *kind;

  if (auto error = misplaced(options, plan.algorithm, plan.design)) return *error;
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
  if (plan.design.best_first()) {
    // The tree leaves room for the tables of the searches that find the line.
    plan.design.table_bytes = std::min<std::uint64_t>(plan.design.table_bytes, memory / 8);
    plan.design.memory = memory / 4 * 3;
    if (auto error = plan_best_first(game, options, plan.design)) return *error;
  }
  if (plan.design.depth_first_efforts()) plan_depth_first(options, plan.design);
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
