#include "experiments/allis/databases.hpp"

#include <fmt/format.h>

#include "solvent/endgame.hpp"

namespace solvent::experiments {

namespace {

using awari::Allis1994;

const awari::Rules& scores() {
  static const awari::Rules kRules(Scale::Kind::Score);
  return kRules;
}

}  // namespace

Result<std::optional<std::string>> AllisDatabases::folder(const Bench& bench, int stones,
                                                          Folder& store) {
  const std::lock_guard lock(store.mutex);
  const std::string path = fmt::format("{}/awari-{}", bench.folder, stones);
  if (store.ready == path) return std::optional(path);
  const Result<bool> built = build_table(
      game_, path, {.slice = stones, .threads = 1, .memory = bench.memory, .stop = bench.stop});
  if (!built) return built.error();
  if (!*built) return std::optional<std::string>();
  store.ready = path;
  return std::optional(path);
}

Result<std::optional<std::string>> AllisDatabases::for_play(const Bench& bench) {
  return folder(bench, Allis1994::kLookedUp, small_);
}

Result<std::optional<Allis1994::Lookup>> AllisDatabases::lookup(const Bench& bench) {
  const std::lock_guard lock(reading_);
  if (!values_) {
    const auto path = for_play(bench);
    if (!path) return path.error();
    if (!*path) return std::optional<Allis1994::Lookup>();
    const auto tables = endgame::tables_of(game_.rules());
    const auto database = endgame::Database::open(*tables, **path);
    if (!database) return database.error();
    auto values = std::make_shared<endgame::Values>();
    for (int k = 0; k <= Allis1994::kLookedUp; ++k) {
      const endgame::SliceFile& file = (*database)->slice(k);
      const ZeroedMemory& bytes = values->emplace_back(file.label().positions);
      file.unpack_all({static_cast<signed char*>(bytes.data()), bytes.size()}, 1);
    }
    values_ = std::move(values);
  }
  return std::optional<Allis1994::Lookup>([values = values_](const awari::Rules::State& s) -> int {
    const auto slice = static_cast<std::size_t>(scores().slice(s));
    return endgame::bytes_of((*values)[slice])[scores().index(s)];
  });
}

Result<std::optional<std::vector<std::optional<int>>>> AllisDatabases::values(
    const Bench& bench, int stones, const std::vector<mancala::Board>& boards) {
  using Found = std::optional<std::vector<std::optional<int>>>;
  const auto path = folder(bench, stones, large_);
  if (!path) return path.error();
  if (!*path) return Found();
  const auto tables = endgame::tables_of(game_.rules());
  const auto database = endgame::Database::open(*tables, **path);
  if (!database) return database.error();
  endgame::Lookup lookup(*database, std::uint64_t{16} << 20);
  Found found(std::in_place);
  for (const mancala::Board& board : boards) {
    const int slice = scores().slice(board);
    found->push_back(slice > stones ? std::nullopt
                                    : std::optional(lookup.value(slice, scores().index(board))));
  }
  return found;
}

}  // namespace solvent::experiments
