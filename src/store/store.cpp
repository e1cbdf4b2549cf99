#include "store/store.hpp"

#include <algorithm>
#include <ctime>

#include "game/fingerprint.hpp"
#include "games/registry_rules.hpp"
#include "solvent/version.hpp"

namespace solvent::store {

std::vector<Fact> facts_of(const AnyGame& game, const AnyState& root, const Findings& found) {
  std::vector<Fact> facts;
  const auto add = [&](const AnyState& s, Bounds b, std::uint64_t nodes) {
    const Bounds from_rules = game.bounds(s), both = meet(from_rules, b);
    if (both != from_rules && both.pess <= both.opti && nodes > 0)
      facts.push_back({s, both, nodes});
  };
  const std::uint64_t nodes = found.statistics.created;
  add(root, found.bounds, nodes);
  // Every move of the line was proved to keep the value, from the position after it and without
  // history, and no move can do better: so all its positions are worth the same. What one of them
  // would cost by itself is a guess: half of the position before it.
  if (found.bounds.closed()) {
    AnyState s = root;
    std::uint64_t cost = nodes;
    for (const AnyMove m : found.line) {
      game.play(s, m);
      add(s, found.bounds, cost /= 2);
    }
  }
  for (const ValuedMove& m : found.moves) {
    AnyState s = root;
    game.play(s, m.move);
    add(s, m.bounds, (nodes + found.extra_nodes) / 2);
  }
  return facts;
}

GameName name_of(const AnyGame& game) {
  return {fingerprint(game), game.spec(), std::string(game.scale().name())};
}

std::string not_storable(const AnyGame& game) {
  if (lasting_states(game)) return "";
  return "the positions of " + game.spec() +
         " are numbered anew in every run, so nothing can be said about them in another one";
}

std::optional<AnyState> state_of(const AnyGame& game, std::size_t size, const Entry& entry) {
  if (entry.state.size() != size) return std::nullopt;
  AnyState s;
  std::copy(entry.state.begin(), entry.state.end(), s.bytes.begin());
  if (const Interned* graph = rules_of<Interned>(game))
    if (restore_state<Interned::State>(s).id >= graph->source().listed()) return std::nullopt;
  return s;
}

Result<std::unique_ptr<Store>> Store::open(const AnyGame& game, const std::string& folder,
                                           std::uint64_t most_bytes, std::uint64_t memory,
                                           const ProbeBase* database) {
  if (const std::string reason = not_storable(game); !reason.empty()) return Error{reason};
  try {
    std::unique_ptr<Store> store(new Store(game, StoreFile::open_or_create(folder), most_bytes,
                                           functions_of<Functions>(game).known(game, database)));
    store->read(game, memory);
    return store;
  } catch (const Problem& problem) { return Error{problem.what()}; }
}

void Store::read(const AnyGame& game, std::uint64_t memory) {
  std::uint64_t refused = 0;
  const std::size_t size = known_->state_size();
  const std::uint64_t damaged = file_.read(name_, known_->room(memory), [&](const Entry& entry) {
    const auto s = state_of(game, size, entry);
    const bool taken = s && known_->add(*s, entry.bounds);
    ++(taken ? entries_ : refused);
  });
  ignored_ = damaged + refused;
  known_->finish();
}

Result<StoreFile::Kept> Store::keep(std::span<const Fact> facts) {
  std::vector<Entry> entries;
  for (const Fact& fact : facts) {
    const auto known = find(fact.state);
    if (known && fact.bounds.contains(*known)) continue;
    const AnyState s = known_->canonical(fact.state);
    entries.push_back(
        {{s.bytes.begin(), s.bytes.begin() + static_cast<std::ptrdiff_t>(known_->state_size())},
         fact.bounds,
         fact.nodes,
         static_cast<std::int64_t>(std::time(nullptr)),
         std::string(kVersion)});
  }
  if (entries.empty()) return StoreFile::Kept{};
  try {
    return file_.keep(name_, entries, most_bytes_);
  } catch (const Problem& problem) { return Error{problem.what()}; }
}

}  // namespace solvent::store
