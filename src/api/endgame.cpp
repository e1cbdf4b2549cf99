#include "solvent/endgame.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "endgame/build.hpp"

namespace solvent {

namespace {

using endgame::Tables;

Result<std::unique_ptr<Tables>> tables_for(const Ruleset& game) {
  auto tables = endgame::tables_of(game.rules());
  if (tables) return tables;
  return Error{fmt::format("there are no endgame databases for {}, only for {}", game.spec(),
                           endgame::games_with_tables())};
}

std::uint64_t memory_of(const TableOrder& order) {
  return order.memory == 0 ? physical_memory() / 2 : order.memory;
}

// The first pass takes about a sixth of the time of a position, telling its neighbours the rest.
double share_done(const endgame::Building& b) {
  const double all = static_cast<double>(std::max<std::uint64_t>(b.positions, 1));
  if (b.writing) return 0.98;
  return (0.16 * static_cast<double>(b.opened) + 0.82 * static_cast<double>(b.settled)) / all;
}

TableSlice describe(const endgame::SliceFile& file) {
  const auto& label = file.label();
  TableSlice s{label.slice, label.positions, 0, file.count(0), 0, 0, {}, file.bytes()};
  for (int v = -label.limit; v <= label.limit; ++v) {
    const std::uint64_t count = file.count(v);
    if (count == 0) continue;
    s.histogram.emplace_back(v, count);
    s.sum += v * static_cast<std::int64_t>(count);
    (v > 0 ? s.won : s.lost) += v == 0 ? 0 : count;
  }
  return s;
}

}  // namespace

Result<bool> build_table(const Ruleset& game, const std::string& folder, const TableOrder& order) {
  const auto tables = tables_for(game);
  if (!tables) return tables.error();
  const int highest = order.slice < 0 ? (*tables)->highest() : order.slice;
  endgame::BuildOrder build{folder, highest, order.threads, memory_of(order), order.stop};
  if (order.progress)
    build.progress = [&](const endgame::Building& b) {
      order.progress({b.slice, b.highest, b.positions, b.later, share_done(b), b.seconds});
    };
  return endgame::build(**tables, build);
}

Result<bool> verify_table(const Ruleset& game, const std::string& folder, const TableOrder& order) {
  const auto tables = tables_for(game);
  if (!tables) return tables.error();
  const auto database = endgame::Database::open(**tables, folder);
  if (!database) return database.error();
  return endgame::verify(**tables, **database,
                         {order.threads, memory_of(order), order.stop, order.checked});
}

Result<std::vector<TableSlice>> table_slices(const Ruleset& game, const std::string& folder) {
  const auto tables = tables_for(game);
  if (!tables) return tables.error();
  const auto database = endgame::Database::open(**tables, folder);
  if (!database) return database.error();
  std::vector<TableSlice> out;
  for (int k = 0; k < (*database)->size(); ++k) out.push_back(describe((*database)->slice(k)));
  return out;
}

Result<TableAnswer> query_table(const Position& position, const std::string& folder) {
  const AnyGame& game = position.game().rules();
  const auto tables = tables_for(position.game());
  if (!tables) return tables.error();
  const auto database = endgame::Database::open(**tables, folder);
  if (!database) return database.error();
  const AnyState root{position.state()};
  if (const int slice = (*tables)->slice_of(root); slice >= (*database)->size())
    return Error{fmt::format("the position is in slice {}; {} goes up to {}", slice,
                             text::quoted(folder), (*database)->size() - 1)};
  constexpr std::uint64_t kCache = 16 << 20;
  endgame::Lookup lookup(*database, kCache);
  const auto value = [&](const AnyState& s) {
    return game.scale().for_side(game.to_move(root), (*tables)->outcome(lookup, s));
  };
  try {
    TableAnswer answer{value(root), {}};
    for (const AnyMove m : game.moves(root)) {
      AnyState next = root;
      game.play(next, m);
      const int v = value(next);
      answer.moves.push_back({game.move_text(root, m), v, v});
    }
    return answer;
  } catch (const DamagedTable& damage) { return Error{damage.what()}; }
}

}  // namespace solvent
