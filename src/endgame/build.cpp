#include "endgame/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "base/clock.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"

namespace solvent::endgame {

namespace {

// Calls back several times a second while it lives.
class Reporter {
 public:
  explicit Reporter(std::function<void()> report) : report_(std::move(report)) {
    if (report_) thread_ = std::jthread([this](const std::stop_token& ended) { run(ended); });
  }

 private:
  void run(const std::stop_token& ended) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any wake;
    while (!wake.wait_for(lock, ended, std::chrono::milliseconds(200), [] { return false; })) {
      if (ended.stop_requested()) return;
      report_();
    }
  }
  std::function<void()> report_;
  std::jthread thread_;
};

// Not all of it if `stop` is set meanwhile.
ZeroedMemory read_slice(const SliceFile& file, int threads, const std::atomic<bool>* stop) {
  ZeroedMemory values(file.label().positions);
  file.unpack_all({static_cast<signed char*>(values.data()), values.size()}, threads, stop);
  return values;
}

std::uint64_t positions_up_to(const Tables& tables, int highest) {
  std::uint64_t sum = 0;
  for (int k = 0; k <= highest; ++k) sum += tables.label(k).positions;
  return sum;
}

std::uint64_t cell_bytes(const Tables& tables, int slice) {
  return static_cast<std::uint64_t>(tables.bytes_a_position()) * tables.label(slice).positions;
}
constexpr std::uint64_t kFixed = std::uint64_t{48} << 20;  // for stacks, blocks and the like

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{}M", (bytes + (1 << 20) - 1) >> 20);
}

// The values that a build has in memory: what later slices may need, as long as there is room.
// Others are read again from their files, which takes a small part of the time of computing them.
class LoadedSlices {
 public:
  LoadedSlices(const Tables& tables, const BuildOrder& order)
      : tables_(tables), order_(order), values_(static_cast<std::size_t>(order.highest) + 1) {}

  void put(int slice, ZeroedMemory values) {
    bytes_ += values.size();
    values_[slice] = std::move(values);
  }
  // Reads all of a file that is there; keeps the values if there is room for them.
  void check(int slice) {
    const SliceFile file = open(slice);
    if (bytes_ + file.label().positions <= room(order_.highest))
      put(slice, read_slice(file, order_.threads, order_.stop));
    else
      file.unpack_all({}, order_.threads, order_.stop);
  }
  // The slices below that a slice needs, as many to a pass as there is room for.
  std::vector<std::vector<int>> passes(int slice) const {
    std::vector<std::vector<int>> out(1);
    std::uint64_t bytes = 0;
    for (int k = slice - 1; k >= 0; --k) {
      if (!tables_.needs(slice, k)) continue;
      const std::uint64_t more = tables_.label(k).positions;
      if (!out.back().empty() && bytes + more > room(slice)) {
        out.emplace_back();
        bytes = 0;
      }
      out.back().push_back(k);
      bytes += more;
    }
    return out;
  }
  // Those of one pass, read from their files if need be. Throws DamagedTable.
  LowerValues fetch(int slice, const std::vector<int>& wanted) {
    std::uint64_t missing = 0;
    for (const int k : wanted)
      if (!holds(k)) missing += tables_.label(k).positions;
    const auto is_wanted = [&](int k) {
      return std::find(wanted.begin(), wanted.end(), k) != wanted.end();
    };
    make_room(slice, missing, is_wanted);
    LowerValues lower(static_cast<std::size_t>(slice));
    for (const int k : wanted) {
      if (!holds(k)) put(k, read_slice(open(k), order_.threads, order_.stop));
      lower[k] = bytes_of(values_[k]);
    }
    return lower;
  }
  // Room for the cells of a slice; those that it needs go last, and the lowest of them.
  void make_room(int slice) {
    make_room(slice, 0, [](int) { return false; });
  }

 private:
  bool holds(int slice) const { return values_[slice].size() > 0; }
  std::uint64_t room(int slice) const {
    const std::uint64_t cells = cell_bytes(tables_, slice) + kFixed;
    return order_.memory > cells ? order_.memory - cells : 0;
  }
  template <class Keep>
  void make_room(int slice, std::uint64_t more, const Keep& keep) {
    for (const bool needed : {false, true})
      for (int k = 0; k < slice && bytes_ + more > room(slice); ++k)
        if (holds(k) && !keep(k) && tables_.needs(slice, k) == needed) {
          bytes_ -= values_[k].size();
          const ZeroedMemory dropped = std::move(values_[k]);
        }
  }
  SliceFile open(int slice) const {
    const SliceLabel label = tables_.label(slice);
    Result<SliceFile> file = SliceFile::open(slice_path(order_.folder, label), label);
    if (!file) throw DamagedTable(file.message());
    return std::move(*file);
  }

  const Tables& tables_;
  const BuildOrder& order_;
  Values values_;
  std::uint64_t bytes_ = 0;
};

Result<bool> build_slice(const Tables& tables, const BuildOrder& order, int slice,
                         LoadedSlices& shelf) {
  const SliceLabel label = tables.label(slice);
  const std::uint64_t later =
      positions_up_to(tables, order.highest) - positions_up_to(tables, slice);
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

std::uint64_t memory_needed(const Tables& tables, int highest) {
  std::uint64_t most = 0;  // not always for the last: Woodpush has most positions in between
  for (int slice = 0; slice <= highest; ++slice) {
    std::uint64_t largest = 0;
    for (int k = 0; k < slice; ++k)
      if (tables.needs(slice, k)) largest = std::max(largest, tables.label(k).positions);
    most = std::max(most, cell_bytes(tables, slice) + largest);
  }
  return most + kFixed;
}

Result<bool> build(const Tables& tables, const BuildOrder& order) {
  if (order.highest < 0 || order.highest > tables.highest())
    return Error{
        fmt::format("slice {}: the game has slices 0 to {}", order.highest, tables.highest())};
  if (const std::uint64_t needed = memory_needed(tables, order.highest); needed > order.memory) {
    int fits = order.highest - 1;
    while (fits >= 0 && memory_needed(tables, fits) > order.memory) --fits;
    return Error{fmt::format(
        "up to slice {} it takes {} of memory, but there is {}; {}", order.highest,
        megabytes(needed), megabytes(order.memory),
        fits >= 0 ? fmt::format("up to slice {} fits", fits)
                  : fmt::format("slice 0 alone takes {}", megabytes(memory_needed(tables, 0))))};
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
  LoadedSlices shelf(tables, order);
  for (int k = 0; k <= order.highest; ++k) {
    if (order.stop != nullptr && *order.stop) return false;
    try {
      if (std::filesystem::exists(slice_path(order.folder, tables.label(k)), error)) {
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
  if (const std::uint64_t needed = positions_up_to(tables, database.size() - 1);
      needed > order.memory)
    return Error{fmt::format("to verify it takes {} of memory, but there is {}", megabytes(needed),
                             megabytes(order.memory))};
  Values values;
  for (int k = 0; k < database.size(); ++k) {
    try {
      values.push_back(read_slice(database.slice(k), order.threads, order.stop));
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
