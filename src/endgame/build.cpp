#include "endgame/build.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/clock.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "endgame/loaded_slices.hpp"
#include "endgame/reporter.hpp"
#include "endgame/slice_writer.hpp"

namespace solvent::endgame {

namespace {

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{}M", (bytes + (1 << 20) - 1) >> 20);
}

Result<bool> build_slice(const Tables& tables, const BuildOrder& order, int slice,
                         LoadedSlices& shelf) {
  const SliceLabel label = tables.label(slice);
  const std::uint64_t later = positions_between(tables, slice + 1, order.highest);
  const std::vector<std::vector<int>> passes = shelf.passes(slice);
  const Stopwatch clock;
  Advance advance;
  std::atomic<bool> writing = false;
  std::function<void()> report;
  if (order.progress)
    report = [&] {
      order.progress({slice, order.highest, label.positions, later, advance.opened / passes.size(),
                      advance.settled, writing, clock.seconds()});
    };
  const Reporter reporter(report);
  shelf.make_room(slice);
  std::optional<ZeroedMemory> solved = tables.solve(
      slice, static_cast<int>(passes.size()),
      [&](int pass) { return shelf.fetch(slice, passes[pass]); }, order.threads, order.stop,
      advance);
  if (!solved) return false;
  writing = true;
  Result<bool> written =
      write_slice(slice_path(order.folder, label), label, {bytes_of(*solved), label.positions},
                  order.threads, order.stop);
  if (written && *written) shelf.put(slice, std::move(*solved));
  return written;
}

}  // namespace

std::uint64_t positions_between(const Tables& tables, int lowest, int highest) {
  std::uint64_t sum = 0;
  for (int k = lowest; k <= highest; ++k) sum += tables.label(k).positions;
  return sum;
}

std::optional<Error> prepare(const Tables& tables, const BuildOrder& order, int ranks) {
  if (order.highest < 0 || order.highest > tables.highest())
    return Error{
        fmt::format("slice {}: the game has slices 0 to {}", order.highest, tables.highest())};
  const auto needed = [&](int highest) { return memory_needed(tables, highest, ranks); };
  if (needed(order.highest) > order.memory) {
    int fits = order.highest - 1;
    while (fits >= 0 && needed(fits) > order.memory) --fits;
    return Error{fmt::format(
        "up to slice {} it takes {} of memory{}, but there is {}; {}", order.highest,
        megabytes(needed(order.highest)),
        ranks == 1 ? "" : fmt::format(" on each of {} ranks", ranks), megabytes(order.memory),
        fits >= 0 ? fmt::format("up to slice {} fits", fits)
                  : fmt::format("slice 0 alone takes {}", megabytes(needed(0))))};
  }
  std::error_code error;
  std::filesystem::create_directories(order.folder, error);
  if (error)
    return Error{
        fmt::format("folder {} cannot be made: {}", text::quoted(order.folder), error.message())};
  // Finds out first whether the file can be put in its place at the end.
  for (int k = 0; k <= order.highest; ++k) {
    const std::string path = slice_path(order.folder, tables.label(k));
    if (std::filesystem::is_regular_file(path, error)) continue;
    if (const NewFile trial(path); !trial.good())
      return Error{fmt::format("{} cannot be written: {}", text::quoted(path), trial.problem())};
  }
  return std::nullopt;
}

bool is_there(const Tables& tables, const std::string& folder, int slice) {
  std::error_code error;
  return std::filesystem::exists(slice_path(folder, tables.label(slice)), error);
}

Result<bool> build(const Tables& tables, const BuildOrder& order) {
  if (const auto error = prepare(tables, order, 1)) return *error;
  LoadedSlices shelf(tables,
                     {order.folder, order.highest, order.memory, order.threads, order.stop});
  for (int k = 0; k <= order.highest; ++k) {
    if (order.stop != nullptr && *order.stop) return false;
    try {
      if (is_there(tables, order.folder, k)) {
        shelf.check(k);
        continue;
      }
      const Result<bool> built = build_slice(tables, order, k, shelf);
      if (!built || !*built) return built;
    } catch (const DamagedTable& damage) {
      return Error{fmt::format("{} (remove it to build it anew)", damage.what())};
    }
  }
  return true;
}

Result<bool> verify(const Tables& tables, const Database& database, const VerifyOrder& order) {
  constexpr std::uint64_t kSmall = 200'000;  // positions, for the fixed point
  const auto stopped = [&] { return order.stop != nullptr && *order.stop; };
  if (const std::uint64_t needed = positions_between(tables, 0, database.size() - 1);
      needed > order.memory)
    return Error{fmt::format("to verify it takes {} of memory, but there is {}", megabytes(needed),
                             megabytes(order.memory))};
  Values values;
  for (int k = 0; k < database.size(); ++k) {
    try {
      const SliceFile& file = database.slice(k);
      values.emplace_back(file.label().positions);
      file.unpack_all({static_cast<signed char*>(values.back().data()), values.back().size()},
                      order.threads, order.stop);
    } catch (const DamagedTable& damage) { return Error{damage.what()}; }
    if (stopped()) return false;
    const bool small = database.slice(k).label().positions <= kSmall;
    for (const bool to_fixed_point : {false, true}) {
      if (to_fixed_point && !small) continue;
      const auto wrong = tables.first_wrong(values, to_fixed_point, order.threads, order.stop);
      if (stopped()) return false;
      if (wrong)
        return Error{fmt::format(
            "slice {}: the value of {} is not {}", k, text::quoted(*wrong),
            to_fixed_point ? "what play without end leads to" : "that of its best move")};
    }
    if (order.checked) order.checked(k, small);
  }
  return true;
}

}  // namespace solvent::endgame
