// Starts solvent-mpi on several ranks of this machine, and kills all of them.
#pragma once

#include <signal.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "base/rng.hpp"
#include "cli/run.hpp"

namespace solvent::test {

// The words of a command line without quotes.
inline Strings words_of(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

inline Command on_ranks(int ranks, const Strings& arguments) {
  Strings all = words_of(SOLVENT_MPIRUN);
  Command command;
  command.program = all.front();
  all.erase(all.begin());
  all.insert(all.end(), {"-n", std::to_string(ranks), SOLVENT_MPI_BINARY});
  all.insert(all.end(), arguments.begin(), arguments.end());
  command.arguments = all;
  return command;
}
// The answer, which has to be one with this exit status.
inline Json solve_on(int ranks, Strings arguments, int status = 0) {
  arguments.insert(arguments.begin(), "solve");
  arguments.insert(arguments.end(), {"--json", "--threads", "1"});
  const Output output = run(on_ranks(ranks, arguments));
  EXPECT_EQ(output.status, status) << output.err;
  return output.json();
}

// The ranks, of which each has this word on its command line.
inline std::vector<pid_t> ranks_with(const std::string& word) {
  std::vector<pid_t> found;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", gone)) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    if (pid <= 0) continue;
    std::ifstream file(entry.path() / "cmdline");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    if (line.starts_with(SOLVENT_MPI_BINARY) && line.find(word) != std::string::npos)
      found.push_back(pid);
  }
  return found;
}

struct Killed {
  int kills = 0;  // of all ranks at once
  Json answer;    // of those who went on last
};
// Kills all ranks so often after some time between these, in seconds, and lets others go on, two to
// four, until there is an answer with a proof.
inline Killed kill_and_resume(const Strings& question, int kills, double soonest, double latest,
                              std::uint64_t seed) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/run.checkpoint";
  Rng rng(seed);
  Killed killed;
  for (bool answered = false; !answered && !::testing::Test::HasFailure();) {
    Strings arguments = {"solve", "--threads", "1", "--memory", "300M", "--certify", "--json"};
    arguments.insert(arguments.begin() + 1, question.begin(), question.end());
    arguments.insert(arguments.end(),
                     {"--checkpoint", file, "--resume", "--checkpoint-every", "0.005"});
    const int ranks = 2 + static_cast<int>(rng.below(3));
    const double after = soonest + (latest - soonest) * rng.below(1000) / 1000;
    const bool kills_this = killed.kills < kills;
    std::atomic<bool> over = false;
    std::thread killer([&] {
      const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(after);
      while (!over && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (!over && kills_this)
        for (const pid_t rank : ranks_with(file)) kill(rank, SIGKILL);
    });
    Command command = on_ranks(ranks, arguments);
    command.timeout = 1200;
    const Output output = run(command);
    over = true;
    killer.join();
    answered = output.status == 0;
    if (answered) killed.answer = output.json();
    if (!answered) {
      EXPECT_TRUE(kills_this) << output.err;
      ++killed.kills;
    }
  }
  return killed;
}

}  // namespace solvent::test
