#include "solvent/endgame.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "endgame/ranked_build.hpp"
#include "game/fingerprint.hpp"
#include "solvent/ranks.hpp"

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
  const auto here = static_cast<std::uint64_t>(order.ranks ? order.ranks->on_this_machine() : 1);
  return order.memory == 0 ? physical_memory() / 2 / here : order.memory;
}

// What rank 0 tells the others before they build together, as words with NULs between them: the
// game, the fingerprint of its rules, the folder, bytes of memory, and a 1 for each slice that is
// there, a 0 for one to be built. Nothing if there is nothing to do.
constexpr char kBetween = 0;

std::string told(const Ruleset& game, const endgame::RankedOrder& order) {
  std::string slices;
  for (const bool is_there : order.is_there) slices += is_there ? '1' : '0';
  const std::vector<std::string> words = {std::string(game.spec()),
                                          std::to_string(fingerprint(game.rules())), order.folder,
                                          std::to_string(order.memory), slices};
  return fmt::format("{}", fmt::join(words, std::string_view(&kBetween, 1)));
}

void tell_others(Ranks& ranks, const std::string& words) {
  const auto* bytes = reinterpret_cast<const std::byte*>(words.data());
  for (int to = 1; to < ranks.size(); ++to) ranks.send(to, Bytes(bytes, bytes + words.size()));
}

Result<bool> build_on_ranks(const Ruleset& game, const Tables& tables,
                            const endgame::BuildOrder& build, Ranks& ranks) {
  if (const auto error = endgame::prepare(tables, build, ranks.size())) {
    tell_others(ranks, "");
    return *error;
  }
  endgame::RankedOrder order{build.folder, build.memory};
  for (int k = 0; k <= build.highest; ++k)
    order.is_there.push_back(endgame::is_there(tables, build.folder, k));
  tell_others(ranks, told(game, order));
  return endgame::build_on_ranks(ranks, tables, order, build.stop, build.progress);
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
  if (!tables) {
    if (order.ranks != nullptr) tell_others(*order.ranks, "");
    return tables.error();
  }
  const int highest = order.slice < 0 ? (*tables)->highest() : order.slice;
  endgame::BuildOrder build{folder, highest, order.threads, memory_of(order), order.stop};
  if (order.progress)
    build.progress = [&](const endgame::Building& b) {
      order.progress({b.slice, b.highest, b.positions, b.later, share_done(b), b.seconds});
    };
  return order.ranks == nullptr ? endgame::build(**tables, build)
                                : build_on_ranks(game, **tables, build, *order.ranks);
}

void help_build_table(Ranks& ranks) {
  constexpr double kAWhile = 3600;  // seconds, and then it waits again
  std::optional<Ranks::Message> message;
  while (!message) message = ranks.receive_within(kAWhile);
  if (message->bytes.empty()) return;
  const std::string_view all(reinterpret_cast<const char*>(message->bytes.data()),
                             message->bytes.size());
  const std::vector<std::string_view> words = text::split(all, kBetween);
  const Result<Ruleset> game = Ruleset::make(words[0]);
  const auto memory = words.size() == 5 ? text::to_int(words[3]) : std::nullopt;
  const auto tables = game ? endgame::tables_of(game->rules()) : nullptr;
  if (!memory || !tables || words[1] != std::to_string(fingerprint(game->rules())))
    return endgame::refuse_build(ranks,
                                 "another version of the program, with other rules, runs there");
  endgame::RankedOrder order{std::string(words[2]), static_cast<std::uint64_t>(*memory)};
  for (const char c : words[4]) order.is_there.push_back(c == '1');
  (void)endgame::build_on_ranks(ranks, *tables, order, nullptr);  // rank 0 hears of what fails
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
