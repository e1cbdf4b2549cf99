// Claims about regions, collected with the help of a search of relaxed positions.
#include "games/registry_relaxed.hpp"
#include "games/registry_rules.hpp"
#include "proof/collect.hpp"
#include "proof/collector.hpp"
#include "proof/exact_adviser.hpp"
#include "search/depth_first.hpp"
#include "threats/attack.hpp"

namespace solvent::proof {

namespace {

template <lines::HasLines G, class K>
using RelaxedSearch = search::DepthFirst<lines::Relaxed<G>, effort::ProofNumbers, K>;

// Where two lines share one cell at most, wins by forcing are most of what there is to see.
template <lines::HasLines G>
std::unique_ptr<search::Machine> make_search(const lines::Relaxed<G>& g,
                                             const search::Design& design) {
  if constexpr (G::Lines::kSharesOne)
    return std::make_unique<RelaxedSearch<G, threats::ThreatKnowledge<lines::Relaxed<G>>>>(g,
                                                                                           design);
  else
    return std::make_unique<RelaxedSearch<G, lines::AttackKnowledge<G>>>(g, design);
}

Statement win_of(const AnyGame& game, Side claimant) {
  return {claimant, claimant == Side::Max ? game.scale().best() : Outcome{0}};
}

// What the collector refers to.
template <lines::HasLines G>
struct Kept {
  Kept(const G& g, GamePtr game, const search::Design& design, search::Machine* any)
      : relaxed(std::move(game)) {
    const auto& r = *rules_of<lines::Relaxed<G>>(*relaxed);
    search = make_search<G>(r, design);
    if (any != nullptr) adviser = std::make_unique<ExactAdviser<G>>(g, r, *any, *search);
  }
  search::Machine& to_be_asked() const { return adviser ? *adviser : *search; }

  GamePtr relaxed;
  std::unique_ptr<search::Machine> search, adviser;
};

template <lines::HasLines G>
std::unique_ptr<Collector> collect(const AnyGame& game, const G& g, Order order,
                                   std::uint64_t most_nodes, search::Machine* any) {
  search::Design design;
  design.algorithm = {.traversal = search::Traversal::DepthFirst};
  if (G::Lines::kSharesOne) design.algorithm.effort = search::EffortKind::WeakProofNumbers;
  design.memory = order.memory / 2;
  design.table_bytes = std::min(design.table_bytes, design.memory / 2);
  order.memory -= design.memory;
  const Side claimant = order.statement.claimant;
  if (!G::Lines::kSharesOne) any = nullptr;  // what it found has no regions of few cells
  const auto kept = std::make_shared<Kept<G>>(g, relaxed_game(game, claimant), design, any);
  const auto& relaxed = *rules_of<lines::Relaxed<G>>(*kept->relaxed);
  order.root = erase_state(relaxed.exact(restore_state<typename G::State>(order.root)));
  order.statement = win_of(*kept->relaxed, claimant);
  order.smaller = false;
  if (any == nullptr) order.most_nodes = most_nodes;
  return std::make_unique<GameCollector<lines::Relaxed<G>>>(
      relaxed, order, Advisers{kept->to_be_asked()}, nullptr, kept);
}

}  // namespace

GamePtr game_of_regions(const AnyGame& game, const Statement& statement) {
  if (statement.bound != win_of(game, statement.claimant).bound) return nullptr;
  return relaxed_game(game, statement.claimant);
}

std::optional<AnyState> to_be_proved_by_regions(const AnyGame& game, const AnyGame& relaxed,
                                                const Statement& statement, const AnyState& s) {
  return visit_rules<std::optional<AnyState>>(
      game, [&]<Game G>(const G&) -> std::optional<AnyState> {
        if constexpr (lines::HasLines<G>) {
          const auto& r = *rules_of<lines::Relaxed<G>>(relaxed);
          const auto image = image_of(r, r.exact(restore_state<typename G::State>(s)));
          if (!settled(r, win_of(relaxed, statement.claimant), image)) return erase_state(image);
        }
        return std::nullopt;
      });
}

std::unique_ptr<Collector> make_region_collector(const AnyGame& game, const Order& order,
                                                 std::uint64_t most_nodes, search::Machine* any) {
  if (order.statement.bound != win_of(game, order.statement.claimant).bound) return nullptr;
  return visit_rules<std::unique_ptr<Collector>>(
      game, [&]<Game G>([[maybe_unused]] const G& g) -> std::unique_ptr<Collector> {
        if constexpr (lines::HasLines<G>)
          return collect<G>(game, g, order, most_nodes, any);
        else
          return nullptr;
      });
}

}  // namespace solvent::proof
