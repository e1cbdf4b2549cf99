// Killed while a file is being written: a few times each. cli_kill_slow_test.cpp has more.
#include "kills.hpp"

namespace solvent::test {
namespace {

constexpr int kKills = 4;

TEST(CliKill, InsideAProof) { kill_inside_proofs({"solve", "connect4:5x4"}, kKills); }
TEST(CliKill, InsideAProofInParts) {
  kill_inside_parts({"solve", "connect4:5x4", "--part", "1000", "--leaf", "3", "--threads", "2"},
                    2 * kKills);
}
TEST(CliKill, InsideACheckpoint) {
  kill_inside_checkpoints({"solve", "connect4:6x5", "--algorithm", "negascout", "--threads", "1"},
                          kKills);
}
TEST(CliKill, InsideATable) { kill_inside_tables("awari", {"--stones", "10"}, kKills); }
TEST(CliKill, InsideAStore) { kill_inside_stores(kKills); }

}  // namespace
}  // namespace solvent::test
