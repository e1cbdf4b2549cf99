// What search jobs need of a random graph.
#pragma once

#include <algorithm>

#include "against_truth.hpp"
#include "parallel/transport.hpp"

namespace solvent::search::against_truth {

inline parallel::Referee referee_of(const Interned& g) {
  const auto typed = [](const AnyState& s) { return restore_state<Interned::State>(s); };
  return {.to_move = [&g, typed](const AnyState& s) { return g.to_move(typed(s)); },
          .play =
              [&g, typed](AnyState& s, AnyMove m) {
                auto state = typed(s);
                g.play(state, restore_move<Interned::Move>(m));
                s = erase_state(state);
              },
          .legal =
              [&g, typed](const AnyState& s, AnyMove m) {
                MovesOf<Interned> moves;
                g.list_moves(typed(s), moves);
                return std::ranges::any_of(moves, [&](auto move) { return erase_move(move) == m; });
              },
          .acyclic = !can_repeat(g)};
}
inline parallel::MakeSearcher searchers_of(const Interned& g, const Design& design) {
  return [&g, design](const TableHandle& table) {
    return make_machine<Interned, NoKnowledge>(g, design, nullptr, table);
  };
}
inline Design job_design(std::size_t table, std::size_t workers) {
  return {.algorithm = kDfpn.with(Driver::Attracting),
          .table_bytes = table,
          .memory = std::size_t{1} << 22,
          .threads = static_cast<int>(workers),
          .patience = 5};
}

}  // namespace solvent::search::against_truth
