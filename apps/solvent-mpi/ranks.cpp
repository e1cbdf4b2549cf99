// ranks: who takes part, and what messages take between rank 0 and each of the others.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "../solvent/answer_json.hpp"
#include "../solvent/console.hpp"
#include "base/clock.hpp"
#include "rank_verbs.hpp"
#include "tasks.hpp"

namespace solvent::cli {

namespace {

constexpr double kPatience = 10;  // seconds for an answer
constexpr int kRounds = 200;
constexpr std::size_t kLarge = std::size_t{16} << 20;

struct Path {
  int rank;
  double round_trip, rate;  // seconds, bytes a second
};

// The seconds until a message of so many bytes is back; nothing if it is not.
std::optional<double> echo(Ranks& ranks, int with, std::size_t size) {
  Bytes bytes(1 + size);
  bytes.front() = static_cast<std::byte>(Task::Echo);
  const Stopwatch clock;
  ranks.send(with, std::move(bytes));
  const auto back = ranks.receive_within(kPatience);
  if (!back || back->from != with || back->bytes.size() != 1 + size) return std::nullopt;
  return clock.seconds();
}

std::optional<Path> measure(Ranks& ranks, int with) {
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const auto time = echo(ranks, with, 0);
    if (!time) return std::nullopt;
    times.push_back(*time);
  }
  std::ranges::sort(times);
  const auto large = echo(ranks, with, kLarge);
  if (!large) return std::nullopt;
  return Path{with, times[times.size() / 2], 2.0 * static_cast<double>(kLarge) / *large};
}

int show(Ranks& ranks, bool json) {
  std::vector<Path> paths;
  for (int other = 1; other < ranks.size(); ++other) {
    const auto path = measure(ranks, other);
    if (!path) return fail(fmt::format("rank {} does not answer within {} s", other, kPatience));
    paths.push_back(*path);
  }
  if (json) {
    Json list = Json::array();
    for (const Path& p : paths)
      list.push_back(
          {{"rank", p.rank}, {"round_trip", p.round_trip}, {"bytes_per_second", p.rate}});
    print_json(Json{
        {"ranks", ranks.size()}, {"on_this_machine", ranks.on_this_machine()}, {"others", list}});
    return kAnswered;
  }
  fmt::print("{}, {} on this machine\n", counted(static_cast<std::uint64_t>(ranks.size()), "rank"),
             ranks.on_this_machine());
  for (const Path& p : paths)
    fmt::print("  rank {:>4}: there and back in {:.0f} us, {}/s\n", p.rank, 1e6 * p.round_trip,
               human_bytes(static_cast<std::uint64_t>(p.rate)));
  return kAnswered;
}

}  // namespace

void add_ranks(Command& app, Ranks& ranks, int& exit_status) {
  Command* verb = app.add_subcommand("ranks", "who takes part, and how fast messages are");
  verb->footer(
      "A first try on a new cluster. Examples:\n"
      "  mpirun -n 4 solvent-mpi ranks\n"
      "  srun -n 4 solvent-mpi ranks --json");
  auto json = std::make_shared<bool>(false);
  verb->add_flag("--json", *json, "one JSON object");
  verb->callback([=, &ranks, &exit_status] { exit_status = show(ranks, *json); });
}

}  // namespace solvent::cli
