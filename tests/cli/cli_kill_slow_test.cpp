// Every algorithm killed fifty times and carried on, databases too; and whatever is written, killed
// fifty times inside a write. SOLVENT_KILLS is another count.
#include <cstdlib>

#include "kills.hpp"

namespace solvent::test {
namespace {

int kills() {
  const char* asked = std::getenv("SOLVENT_KILLS");
  return asked == nullptr ? 50 : std::atoi(asked);
}

class Killed : public ::testing::TestWithParam<Strings> {};

TEST_P(Killed, ItGoesOnToTheSameEnd) { kill_and_resume(with({"solve"}, GetParam()), kills()); }

// About a second each.
INSTANTIATE_TEST_SUITE_P(
    Runs, Killed,
    ::testing::Values(Strings{"connect4:6x5"},
                      Strings{"awari", "0 0 0 0 1 1|1 0 1 0 0 1 S20 N23 S"},
                      Strings{"connect4:5x4", "--algorithm", "minimax"},
                      Strings{"connect4:6x5", "--algorithm", "alphabeta"},
                      Strings{"woodpush:12,3", "--algorithm", "scout"},
                      Strings{"connect4:6x5", "--algorithm", "negascout", "--moves"},
                      Strings{"woodpush:13,3", "--algorithm", "dfpn"},
                      Strings{"connect4:6x4", "--algorithm", "dfmopns", "--moves"},
                      Strings{"connect4:6x4", "--algorithm", "dfppns"},
                      Strings{"connect4:5x4", "--algorithm", "pns", "--moves"},
                      Strings{"connect4:5x4", "--algorithm", "pns", "--graph"},
                      Strings{"connect4:5x4", "--algorithm", "mopns", "--moves"},
                      Strings{"connect4:5x4", "--algorithm", "mcpns", "--playouts", "10"},
                      Strings{"connect4:5x4", "--algorithm", "ppns", "--playouts", "10"},
                      Strings{"connect4:5x4", "--algorithm", "pn2", "--moves"},
                      Strings{"connect4:5x4", "--algorithm", "mopn2", "--moves"}));

TEST(KilledBuilds, GoOnToTheSameBytes) {
  kill_and_build("awari", {"--stones", "12"}, kills());
  kill_and_build("woodpush:10,4", {}, kills());
  kill_and_build("kalah:6,4", {"--stones", "9"}, kills());
}

TEST(KilledWhileWriting, Proofs) {
  kill_inside_proofs({"solve", "connect4:6x5", "--outcomes", "wld"}, kills());
  kill_inside_proofs({"solve", "woodpush:9,3"}, kills());
}
TEST(KilledWhileWriting, Checkpoints) {
  kill_inside_checkpoints({"solve", "connect4:6x5"}, kills());
  kill_inside_checkpoints({"solve", "connect4:5x4", "--algorithm", "mopns", "--moves"}, kills());
}
TEST(KilledWhileWriting, Tables) {
  kill_inside_tables("awari", {"--stones", "11"}, kills());
  kill_inside_tables("kalah:6,4", {"--stones", "9"}, kills());
}
TEST(KilledWhileWriting, Stores) { kill_inside_stores(kills()); }

}  // namespace
}  // namespace solvent::test
