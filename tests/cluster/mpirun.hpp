// Starts solvent-mpi on several ranks of this machine, and kills all of them.
#pragma once

#include <signal.h>

#include <fstream>

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

}  // namespace solvent::test
