// What a slice of Awari would take on many ranks, on paper: a model with few constants, which are
// measured. The positions of the slice are sampled, so how many moves they have, and how many of
// these leave the slice, is counted, not guessed; shares and memory are those of src/endgame.
//
//     table_scaling --one 23.8 --two 30.1     user and system seconds of
//         solvent-mpi table build awari --stones 20     by one rank, and by two together
//
// Options:
//     --measured N     stones of that build (20)
//     --stones N       of the slice in question (48)
//     --ranks LIST     (64,128,...,4096)
//     --network LIST   megabytes a second that a rank can send while all do; the table is about the
//                      first, the plot has a line for each (100,30,10)
//     --latency US     of a message (10); --handling US: what rank 0 takes for one (1)
//     --disk M         megabytes a second of the file system, all ranks together (1000)
//     --unpack M       million values a second that a rank unpacks (200)
//     --svg FILE       gets the plot
#include <fmt/format.h>

#include <cmath>
#include <fstream>

#include "base/rng.hpp"
#include "endgame/awari_slice.hpp"
#include "endgame/deal.hpp"
#include "scaling.hpp"

namespace {

using namespace solvent;
using endgame::AwariSlice;
using endgame::Deal;
using scaling::Words;

// Of a position, on average.
struct Moves {
  double inner = 0, exits = 0;
  double all() const { return inner + exits; }
};
class Counting {
 public:
  bool wants(int) const { return true; }
  void exit(std::uint64_t, const endgame::Exit&) { ++exits_; }
  void opened(std::uint64_t, endgame::Opening o) { inner_ += o.inner; }
  Moves mean(double positions) const {
    return {static_cast<double>(inner_) / positions, static_cast<double>(exits_) / positions};
  }

 private:
  std::uint64_t inner_ = 0, exits_ = 0;
};

Moves sample(int stones) {
  constexpr int kPositions = 200'000;
  const AwariSlice slice(stones);
  Rng rng(static_cast<std::uint64_t>(stones));
  Counting counting;
  for (int k = 0; k < kPositions; ++k) {
    const std::uint64_t i = (rng.next() >> 2) % slice.size();
    slice.open(i, i + 1, counting);
  }
  return counting.mean(kPositions);
}

// Pairs that go into letters for a settled board, on average, if all its predecessors are others'.
double sample_told(int stones) {
  constexpr int kPositions = 200'000;
  const AwariSlice slice(stones);
  const Deal deal = Deal::of(slice.size(), 64, 0);
  auto cursor = slice.cursor();
  Rng rng(static_cast<std::uint64_t>(stones));
  std::uint64_t told = 0;
  const auto count = [&](auto...) { ++told; };
  for (int k = 0; k < kPositions; ++k) {
    const AwariSlice::Board board = cursor.board((rng.next() >> 2) % slice.size());
    const endgame::Range near = slice.near_range(board);
    const bool together = slice.has_near(board) && slice.can_pack(board) &&
                          near.first / deal.hand() == near.last / deal.hand();
    if (together)
      ++told, slice.far_predecessors(board, count);
    else
      slice.predecessors(board, count);
  }
  return static_cast<double>(told) / kPositions;
}

double positions_of(int stones) { return static_cast<double>(awari::kChoose[stones + 11][11]); }

// What was measured: seconds for a move of a position on one rank, and more for one that another
// rank has to be told of or asked about.
struct Costs {
  double move, told;
};
Costs costs(const Words& words) {
  const int stones = static_cast<int>(words.number("measured", 20, 1));
  double moves = 0;
  for (int k = 1; k <= stones; ++k) moves += positions_of(k) * sample(k).all();
  const double one = words.number("one", 0, 0), two = words.number("two", 0, 0);
  if (one <= 0 || two <= one)
    Words::fail(
        "", "write --one and --two, the seconds that were measured; see the head of this program");
  return {one / moves, (two - one) / (moves / 2)};
}

struct Model {
  int stones;
  Moves moves;
  double told;  // pairs in letters, of a position
  Costs costs;
  double network, latency, handling, disk, unpack;  // bytes and seconds
};

struct Need {
  double share, memory, computing, sent, letters, talking, control, files, total;
};

constexpr double kToldBytes = 13, kAskedBytes = 6 + 1;  // an answer is a byte
constexpr double kBitsAPosition = 3.5;

Need need(const Model& m, int ranks) {
  const auto slice = static_cast<std::uint64_t>(positions_of(m.stones));
  const double share = static_cast<double>(Deal::of(slice, ranks, 0).largest_share(slice));
  const double away = (ranks - 1.0) / ranks;
  double lower = 0, largest = 0;
  for (int k = m.stones - AwariSlice::kMostTaken; k <= m.stones - AwariSlice::kLeastTaken; ++k) {
    lower += positions_of(k);
    largest = std::max(largest, positions_of(k));
  }
  Need n{};
  n.share = share;
  // Cells, the largest of the slices below, the list of all rows, and what is fixed.
  double rows = 0;
  for (int k = 0; k <= m.stones; ++k) rows += 8 * static_cast<double>(awari::kChoose[k + 5][5]);
  n.memory = 2 * share + largest / ranks + rows + static_cast<double>(std::uint64_t{48} << 20);
  n.computing =
      share * m.moves.all() * (m.costs.move + away * m.costs.told) + (lower / ranks) / m.unpack;
  n.sent = share * away * (m.told * kToldBytes + m.moves.exits * kAskedBytes);
  // Half of a letter's usual size, since near and far predecessors have letters of their own.
  const double letter = std::clamp(double{8 << 20} / ranks, 1024.0, 65536.0) / 2;
  n.letters = n.sent / letter;
  n.talking = n.sent / m.network;
  // Each level ends by two rounds of reports to rank 0 at the least.
  n.control = m.stones * 2 * (2 * m.latency + ranks * m.handling);
  n.files = (lower + positions_of(m.stones)) * kBitsAPosition / 8 / m.disk;
  // Letters travel while there is other work.
  n.total = std::max(n.computing + n.letters * m.handling, n.talking) + n.control + n.files;
  return n;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, argv[0]);  // Words begins behind the name of a table
  const Words words(argc + 1, arguments.data(),
                    {"one", "two", "measured", "stones", "ranks", "network", "latency", "handling",
                     "disk", "unpack", "svg"});
  Model m{};
  m.stones = static_cast<int>(words.number("stones", 48, 16));
  if (m.stones > awari::kStones) Words::fail("--stones", "there are at most 48");
  m.costs = costs(words);
  m.moves = sample(m.stones);
  m.told = sample_told(m.stones);
  const auto networks = words.numbers("network", {100, 30, 10}, 0.001);
  m.latency = 1e-6 * words.number("latency", 10);
  m.handling = 1e-6 * words.number("handling", 1);
  m.disk = 1e6 * words.number("disk", 1000, 1);
  m.unpack = 1e6 * words.number("unpack", 200, 1);
  const auto ranks = words.numbers("ranks", {64, 128, 256, 512, 1024, 2048, 4096}, 1);
  const double alone = positions_of(m.stones) * m.moves.all() * m.costs.move;
  fmt::print(
      "slice {}: {} positions with {:.2f} moves that stay and {:.2f} that leave it; {:.2f} told\n"
      "measured: {:.1f} ns for a move, {:.1f} ns more if another rank has to hear of it\n"
      "one processor alone: {:.0f} hours\n\n"
      "| ranks | positions each | memory each | computing | sent by each | letters of each | "
      "talking | control | files | hours in all | efficiency |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n",
      m.stones, report::with_commas(static_cast<std::int64_t>(positions_of(m.stones))),
      m.moves.inner, m.moves.exits, m.told, 1e9 * m.costs.move, 1e9 * m.costs.told, alone / 3600);
  report::XyPlot plot{.name = "table-scaling",
                      .caption = fmt::format("A slice of Awari of {} stones: a model", m.stones),
                      .x = {"ranks", report::Scaling::Log2},
                      .y = {"speed-up", report::Scaling::Log2},
                      .series = {},
                      .diagonal = true};
  for (const double network : networks) {
    m.network = 1e6 * network;
    report::Series line{.name = fmt::format("{} MB/s a rank", network), .points = {}, .line = true};
    for (const double r : ranks) {
      const Need n = need(m, static_cast<int>(r));
      line.points.emplace_back(r, alone / n.total);
      if (network != networks.front()) continue;
      fmt::print(
          "| {} | {:.1f} M | {:.2f} GB | {:.2f} h | {:.1f} GB | {:.1f} M | {:.2f} h | {:.1f} s | "
          "{:.2f} h | {:.2f} | {:.2f} |\n",
          r, n.share / 1e6, n.memory / 1e9, n.computing / 3600, n.sent / 1e9, n.letters / 1e6,
          n.talking / 3600, n.control, n.files / 3600, n.total / 3600, alone / n.total / r);
    }
    plot.series.push_back(std::move(line));
  }
  if (const std::string file = words.text("svg"); !file.empty())
    std::ofstream(file) << report::as_svg(plot);
}
