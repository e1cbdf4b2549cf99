#include "session/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"

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
      {{"pns", "proof-number search: one two-valued question, or a value by several (--driver)",
        "Allis, van der Meulen & van den Herik 1994"},
       Kind::Pns},
      {{"mopns", "multiple-outcome proof-number search: every outcome in one tree",
        "Saffidine & Cazenave 2012"},
       Kind::Mopns},
      {{"mcpns", "best first, guided by random games: Monte-Carlo proof numbers",
        "Saito, Chaslot, Uiterwijk & van den Herik 2006"},
       Kind::Mcpns},
      {{"ppns", "best first, guided by random games: probabilities that multiply",
        "the probability-based proof-number study of 2020, with exact bounds deciding"},
       Kind::Ppns},
  };
  return kAlgorithms;
}

// What `auto` stands for: fewest nodes among the depth-first searches on all our games (bench/).
constexpr std::string_view kAuto = "negascout";

}  // namespace

std::vector<AlgorithmDescription> algorithms() {
  std::vector<AlgorithmDescription> out;
  for (const Algorithm& a : known_algorithms()) out.push_back(a.description);
  out.push_back({"auto", fmt::format("the fastest choice we know, at present {}", kAuto), "-"});
  return out;
}

namespace session {

namespace {

constexpr std::uint64_t kUsualTable = std::uint64_t{1} << 30;
constexpr std::uint64_t kLeastMemory = std::uint64_t{1} << 20;

std::optional<Kind> kind_of(std::string_view name) {
  for (const Algorithm& a : known_algorithms())
    if (a.description.name == name) return a.kind;
  return std::nullopt;
}

std::optional<search::Driver> driver_of(std::string_view name) {
  using search::Driver;
  if (name == "binary") return Driver::Binary;
  if (name == "linear") return Driver::Up;
  if (name == "linear-down") return Driver::Down;
  if (name == "open") return Driver::Open;
  return std::nullopt;
}

Error unknown_algorithm(std::string_view name) {
  std::vector<std::string> names;
  for (const AlgorithmDescription& a : algorithms()) names.push_back(a.name);
  std::string message = fmt::format("no algorithm is called {}; ", text::quoted(name));
  if (const auto meant = text::nearest(name, names)) message += "did you mean " + *meant + "? ";
  return Error{message + "Known: " + text::list(names)};
}

std::string scale_text(const AnyGame& game, Side side) {
  const Scale& scale = game.scale();
  const int a = scale.for_side(side, 0), b = scale.for_side(side, scale.best());
  return fmt::format("{}..{}", std::min(a, b), std::max(a, b));
}

}  // namespace

Result<Plan> make_plan(const AnyGame& game, const Options& options) {
  Plan plan;
  plan.algorithm = options.algorithm == "auto" ? kAuto : options.algorithm;
  const auto kind = kind_of(plan.algorithm);
  if (!kind) return unknown_algorithm(options.algorithm);
  plan.design.kind = *kind;

  const std::uint64_t memory = options.limits.memory.value_or(physical_memory() / 2);
  if (memory < kLeastMemory) return Error{"the memory limit must be at least 1M for each thread"};
  plan.design.memory = memory;
  plan.design.table_bytes = options.table_size.value_or(std::min(memory / 2, kUsualTable));
  if (plan.design.table_bytes > memory / 4 * 3)
    return Error{
        fmt::format("a table of {} bytes is more than three quarters of the memory limit of {}",
                    plan.design.table_bytes, memory)};
  // A best-first tree leaves room for the table of the search that finds the line.
  if (plan.design.best_first()) {
    plan.design.table_bytes = std::min<std::uint64_t>(plan.design.table_bytes, memory / 4);
    plan.design.memory = memory / 4 * 3;
  }
  plan.design.deepening = static_cast<search::Deepening>(options.deepening);
  const auto driver = driver_of(options.driver);
  if (!driver)
    return Error{
        fmt::format("no driver is called {}: there are binary, linear, linear-down and open",
                    text::quoted(options.driver))};
  plan.design.driver = *driver;
  plan.design.keep_tree = options.keep_tree;
  if (options.playouts < 1 || options.playouts > 1'000'000)
    return Error{"the number of playouts must be from 1 to 1000000"};
  if (!(options.theta > 0 && options.theta < 0.5))
    return Error{"theta must lie between 0 and 0.5, both excluded"};
  plan.design.playouts = static_cast<std::uint32_t>(options.playouts);
  plan.design.theta = options.theta;
  plan.design.seed = options.seed;
  plan.design.leaf = options.mobility ? search::Leaf::Mobility : search::Leaf::Ones;
  plan.design.knowledge = options.knowledge;
  const bool pns = plan.design.kind == Kind::Pns;
  if (!pns && (options.driver != "binary" || options.keep_tree))
    return Error{"a driver and a kept tree belong to pns, not to " + plan.algorithm};
  if (options.mobility && !pns && plan.design.kind != Kind::Mopns)
    return Error{"mobility belongs to pns and mopns, not to " + plan.algorithm};
  if (options.at_least && options.range)
    return Error{"'at least' and a range are two questions: ask one of them"};
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
