// Fits the weights of src/games/othello/knowledge/evaluation.hpp and prints weights.cpp beside it:
//
//   othello_weights [POSITIONS [SEED]] > src/games/othello/knowledge/weights.cpp
//
// Positions come from seeded games, partly random and partly by the fewest replies, stopped with 10
// to 14 empty squares and solved exactly. The weights are the least squares fit by stochastic
// gradient steps; what is printed depends on the arguments only, up to rounding of floating point.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/rng.hpp"
#include "games/othello/knowledge.hpp"
#include "games/othello/knowledge/evaluation.hpp"

namespace solvent::othello {
namespace {

struct Sample {
  Board own, opp;
  int score;
};

// Games of different wildness: so many moves in four are random, else the move that leaves the
// fewest replies.
bool play_until(const Rules& g, int empty, Rng& rng, Rules::State& s) {
  s = g.initial();
  const std::uint32_t wildness = rng.below(4);
  while (!g.ended(s)) {
    if (std::popcount(g.board() & ~(s.own | s.opp)) == empty) return true;
    MovesOf<Rules> moves;
    g.list_moves(s, moves);
    Rules::Move chosen = moves[rng.below(moves.size)];
    if (rng.below(4) >= wildness) {
      int fewest = 1000;
      for (const auto m : moves) {
        auto next = s;
        g.play(next, m);
        const int replies = 8 * std::popcount(g.squares(next)) + static_cast<int>(rng.below(8));
        if (replies < fewest) {
          fewest = replies;
          chosen = m;
        }
      }
    }
    g.play(s, chosen);
  }
  return false;
}

std::vector<Sample> solved_positions(std::size_t count, Rng& rng) {
  const Rules g(8, Scale::Kind::Score);
  const Stability stability(g.board());
  std::vector<Sample> samples;
  while (samples.size() < count) {
    Rules::State s;
    const int empty = 10 + static_cast<int>(rng.below(5));
    if (!play_until(g, empty, rng, s)) continue;
    Ending ending(g.board(), stability);
    samples.push_back({s.own, s.opp, ending.solve(s.own, s.opp, -64, 64)});
    if (samples.size() % 10000 == 0) std::fprintf(stderr, "%zu solved\n", samples.size());
  }
  return samples;
}

// The weight that a configuration shares with its mirror image.
std::vector<int> shared_weights() {
  std::vector<int> shared(kWeights);
  for (int kind = 0; kind < kPatternKinds; ++kind)
    for (int c = 0; c < kPower3[kPatterns[kind].squares]; ++c)
      shared[kPatterns[kind].first + c] =
          kPatterns[kind].first + std::min(c, mirrored_configuration(kind, c));
  return shared;
}

std::vector<double> fit(const std::vector<Sample>& samples) {
  const std::vector<int> shared = shared_weights();
  std::vector<std::array<std::int32_t, 46>> rows(samples.size());
  std::vector<double> seen(kWeights), w(kWeights);
  for (std::size_t n = 0; n < samples.size(); ++n) {
    int k = 0;
    visit_patterns(samples[n].own, samples[n].opp,
                   [&](int index) { rows[n][k++] = shared[index]; });
    for (const int index : rows[n]) ++seen[index];
  }
  // A step is measured by what it changes: a configuration can occur several times in a position.
  std::vector<double> norm(samples.size());
  for (std::size_t n = 0; n < samples.size(); ++n)
    for (const int a : rows[n])
      for (const int b : rows[n]) norm[n] += a == b;
  const std::size_t held_out = samples.size() / 20;
  for (int epoch = 0; epoch < 60; ++epoch) {
    double squares = 0, squares_out = 0;
    const double rate = 0.3 / (1 + 0.2 * epoch);
    for (std::size_t n = 0; n < samples.size(); ++n) {
      double guess = 0;
      for (const int index : rows[n]) guess += w[index];
      const double error = samples[n].score - guess;
      if (n < held_out) {
        squares_out += error * error;
        continue;
      }
      squares += error * error;
      // Rare configurations are drawn towards nothing.
      for (const int index : rows[n])
        w[index] += rate * (error / norm[n] - 0.2 * w[index] / (seen[index] + 1));
    }
    std::fprintf(stderr, "epoch %d: error %.2f discs, %.2f on positions held out\n", epoch,
                 std::sqrt(squares / static_cast<double>(samples.size() - held_out)),
                 std::sqrt(squares_out / static_cast<double>(held_out)));
  }
  return w;
}

}  // namespace
}  // namespace solvent::othello

int main(int argc, char** argv) {
  using namespace solvent;
  using namespace solvent::othello;
  const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 250000;
  Rng rng(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  const std::vector<double> w = fit(solved_positions(count, rng));
  std::printf(
      "// Made by bench/othello_weights.cpp from %zu solved positions: a character a weight, in "
      "quarters\n"
      "// of a disc from 'Q', mirrored configurations once.\n"
      "#include \"games/othello/knowledge/evaluation.hpp\"\n\nnamespace solvent::othello {\n\n"
      "const char kWeightText[] =",
      count);
  constexpr int kColumns = 90;
  int column = 0;
  const auto put = [&](char c) {
    if (column == 0) std::printf("\n    R\"(");
    std::putchar(c);
    column = (column + 1) % kColumns;
    if (column == 0) std::printf(")\"");
  };
  for (int kind = 0; kind < kPatternKinds; ++kind)
    for (int c = 0; c < kPower3[kPatterns[kind].squares]; ++c) {
      if (mirrored_configuration(kind, c) < c) continue;
      const long quarters = std::lround(4 * w[kPatterns[kind].first + c]);
      put(static_cast<char>('Q' + std::clamp(quarters, -45L, 45L)));
    }
  while (column != 0) put('Q');
  std::printf(";\n\n}  // namespace solvent::othello\n");
}
