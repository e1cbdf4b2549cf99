// What is lost when all ranks of a search are killed: the time since its last checkpoint.
#pragma once

#include "mpirun.hpp"

namespace solvent::test {

// Kills all ranks so often at a time, in seconds, after the first checkpoint of each run, and holds
// what each kill costs to one interval and a little: rank 0 has to notice that it is over, and to
// write. Then the search goes on, and must know of all the time between the first and the last
// checkpoint of each of those runs.
template <class After>
void expect_little_is_lost(int kills, const After& after) {
  using std::filesystem::file_time_type;
  constexpr double kInterval = 1.2, kALittle = 3;  // seconds
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/run.checkpoint";
  const auto written = [&] {
    std::error_code missing;
    const auto time = std::filesystem::last_write_time(file, missing);
    return missing ? file_time_type::min() : time;
  };
  const auto now = [] { return file_time_type::clock::now(); };
  const auto seconds = [](auto time) { return std::chrono::duration<double>(time).count(); };
  const Strings arguments = {
      "solve",    "connect4:8x7", "--outcomes", "wld",       "--json", "--checkpoint", file,
      "--resume", "--time",       "600",        "--threads", "1",      "--memory",     "300M"};
  double kept = 0;
  for (int k = 0; k < kills && !::testing::Test::HasFailure(); ++k) {
    const file_time_type begun = now();
    file_time_type first{}, last{}, killed{};
    std::thread killer([&] {
      const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(10)); };
      while ((first = written()) < begun && seconds(now() - begun) < 120) pause();
      while (seconds(now() - first) < after(k) && seconds(now() - begun) < 240) pause();
      killed = now();
      last = written();
      for (const pid_t rank : ranks_with(file)) kill(rank, SIGKILL);
    });
    Strings with_interval = arguments;
    with_interval.insert(with_interval.end(),
                         {"--checkpoint-every", std::to_string(kInterval / 60)});
    Command command = on_ranks(2 + k % 2, with_interval);
    command.timeout = 300;
    EXPECT_NE(run(command).status, 0);
    killer.join();
    ASSERT_GE(first, begun) << "there was a checkpoint";
    EXPECT_LT(seconds(killed - last), kInterval + kALittle);
    kept += seconds(last - first);
  }
  const Json answer = solve_on(2,
                               {"connect4:8x7", "--outcomes", "wld", "--checkpoint", file,
                                "--resume", "--time", "0.5", "--memory", "300M"},
                               3);
  EXPECT_EQ(answer["resumed"], true);
  EXPECT_GT(answer["seconds"].get<double>(), kept);
  EXPECT_GT(kept, 0);
}

}  // namespace solvent::test
