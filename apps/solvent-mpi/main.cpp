// The command line on many machines: every rank is this program. Rank 0 reads the arguments, speaks
// to people and asks the others for help.
#include "../solvent/console.hpp"
#include "../solvent/program.hpp"
#include "../solvent/verbs.hpp"
#include "mpi_ranks.hpp"
#include "rank_verbs.hpp"
#include "tasks.hpp"

#include "solvent/version.hpp"

namespace {

using namespace solvent::cli;

constexpr const char* kExamples = R"(Examples:
  mpirun -n 4 solvent-mpi solve connect4:6x5 all four search, each with its share of the cores
  mpirun -n 4 solvent-mpi ranks              who takes part, and how fast messages are
  mpirun -n 4 solvent-mpi table build awari --stones 20 --dir /shared/awari-db
Every verb explains itself: solvent-mpi ranks --help. How to run it on a cluster: docs/cluster.md)";

int front(MpiRanks& ranks, int argc, char** argv) {
  Parser parser("solvent-mpi", "Solvent on many machines, by MPI.",
                "solvent-mpi " + std::string(solvent::kVersion));
  Command& app = parser.program();
  app.footer(kExamples);
  int exit_status = kAnswered;
  const auto help_with = [&ranks](Task task) {
    return [&ranks, task] {
      begin_task(ranks, task);
      return &ranks;
    };
  };
  add_solve(app, exit_status, help_with(Task::Solve));
  add_table(app, exit_status, help_with(Task::Table));
  add_ranks(app, ranks, exit_status);
  return run_program(parser, argc, argv, exit_status);
}

}  // namespace

int main(int argc, char** argv) {
  MpiRanks ranks(argc, argv);
  if (ranks.rank() != 0) {
    ignore_interrupts();
    return ranks.leave(help_out(ranks));
  }
  catch_requests_to_stop();
  const int exit_status = front(ranks, argc, argv);
  begin_task(ranks, Task::Leave, {static_cast<std::byte>(exit_status)});
  return ranks.leave(exit_status);
}
