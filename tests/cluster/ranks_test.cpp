// Every rank of an MPI job talks to every other one. Started by mpirun; the exit status is 0 if all
// messages arrived as they were sent.
#include <fmt/format.h>

#include <cstdlib>

#include "mpi_ranks.hpp"
#include "ranks.hpp"

int main(int argc, char** argv) {
  solvent::cli::MpiRanks ranks(argc, argv);
  std::string wrong = solvent::testing_ranks::talk(ranks, 300);
  if (argc > 1 && ranks.size() != std::atoi(argv[1])) wrong = "there are other ranks than ordered";
  if (!wrong.empty()) fmt::print(stderr, "rank {}: {}\n", ranks.rank(), wrong);
  return ranks.leave(wrong.empty() ? 0 : 1);
}
