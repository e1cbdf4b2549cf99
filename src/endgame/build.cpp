#include "endgame/build.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "base/clock.hpp"
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

ZeroedMemory read_slice(const SliceFile& file, int threads) {
  ZeroedMemory values(file.label().positions);
  file.unpack_all({static_cast<signed char*>(values.data()), values.size()}, threads);
  return values;
}

std::uint64_t positions_up_to(const Tables& tables, int highest) {
  std::uint64_t sum = 0;
  for (int k = 0; k <= highest; ++k) sum += tables.label(k).positions;
  return sum;
}

std::string megabytes(std::uint64_t bytes) { return fmt::format("{}M", (bytes >> 20) + 1); }

}  // namespace

std::uint64_t memory_needed(const Tables& tables, int highest) {
  const std::uint64_t cell = static_cast<std::uint64_t>(tables.bytes_a_position());
  return positions_up_to(tables, highest - 1) + cell * tables.label(highest).positions +
         (std::uint64_t{48} << 20);
}

Result<bool> build(const Tables& tables, const BuildOrder& order) {
  if (order.highest < 0 || order.highest > tables.highest())
    return Error{
        fmt::format("slice {}: the game has slices 0 to {}", order.highest, tables.highest())};
  if (const std::uint64_t needed = memory_needed(tables, order.highest); needed > order.memory) {
    int fits = order.highest - 1;
    while (fits > 0 && memory_needed(tables, fits) > order.memory) --fits;
    return Error{
        fmt::format("up to slice {} it takes {} of memory, but there is {}; --stones {} fits",
                    order.highest, megabytes(needed), megabytes(order.memory), fits)};
  }
  std::error_code error;
  std::filesystem::create_directories(order.folder, error);
  if (error)
    return Error{
        fmt::format("folder {} cannot be made: {}", text::quoted(order.folder), error.message())};
  Values values;
  const auto stopped = [&] { return order.stop != nullptr && *order.stop; };
  for (int k = 0; k <= order.highest; ++k) {
    if (stopped()) return false;
    const SliceLabel label = tables.label(k);
    const std::string path = slice_path(order.folder, label);
    if (std::filesystem::exists(path, error)) {
      const Result<SliceFile> file = SliceFile::open(path, label);
      if (!file) return file.error();
      try {
        values.push_back(read_slice(*file, order.threads));
      } catch (const DamagedTable& damage) {
        return Error{fmt::format("{} (remove it to build it anew)", damage.what())};
      }
      continue;
    }
    const std::uint64_t later = positions_up_to(tables, order.highest) - positions_up_to(tables, k);
    const Stopwatch clock;
    Advance advance;
    std::atomic<bool> writing = false;
    std::function<void()> report;
    if (order.progress)
      report = [&] {
        order.progress({k, order.highest, label.positions, later, advance.opened, advance.settled,
                        writing, clock.seconds()});
      };
    const Reporter reporter(report);
    std::optional<ZeroedMemory> solved = tables.solve(values, order.threads, order.stop, advance);
    if (!solved) return false;
    values.push_back(std::move(*solved));
    writing = true;
    const Result<bool> written = write_slice(
        path, label, {bytes_of(values.back()), label.positions}, order.threads, order.stop);
    if (!written || !*written) return written;
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
      values.push_back(read_slice(database.slice(k), order.threads));
    } catch (const DamagedTable& damage) { return Error{damage.what()}; }
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
