// Fits the weights of src/games/othello/knowledge/evaluation.hpp and prints the file that has them:
//
//   othello_weights SIZE [POSITIONS [SEED]] > src/games/othello/knowledge/weightsSIZE.cpp
//
// Positions come from seeded games, partly random and partly by the fewest replies. Those of the
// last phase are solved exactly, those of an earlier one are labelled by a search into the phase
// behind it, whose weights are there by then. The weights are the least squares fit by stochastic
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
  int empty;
  double score;
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

// Positions of a phase, labelled with the help of the phases behind it.
std::vector<Sample> labelled(const Rules& g, std::size_t phase, std::size_t count,
                             const std::vector<std::int16_t>& weights, Rng& rng) {
  constexpr int kPlies = 6;  // as far as anything is looked at
  const auto last = Evaluation::phases(g.columns());
  const int high = phase == 0 ? last[0] : std::min(last[phase], last[phase - 1] + kPlies);
  const int low = phase == 0 ? high - kPlies : last[phase - 1] + 1;
  const Stability stability(g.board());
  const Evaluation evaluation(g.columns(), weights);
  const Ordering ordering(g, &evaluation);
  std::vector<Sample> samples;
  std::uint64_t nodes = 0;
  while (samples.size() < count) {
    Rules::State s;
    const int empty = low + static_cast<int>(rng.below(static_cast<std::uint32_t>(high - low + 1)));
    if (!play_until(g, empty, rng, s)) continue;
    double score = 0;
    if (phase == 0) {
      Ending ending(g.board(), stability);
      score = ending.solve(s.own, s.opp, -g.cells(), g.cells());
    } else {
      score = ordering.guess(s.own, s.opp, empty - last[phase - 1], nodes) / 4.0;
    }
    samples.push_back({s.own, s.opp, empty, score});
    if (samples.size() % 50000 == 0) std::fprintf(stderr, "%zu labelled\n", samples.size());
  }
  return samples;
}

// Weights of the configurations, of twins the same, and of the numbers of empty squares, whose
// parity matters.
std::vector<float> fit(const Patterns& patterns, const std::vector<Sample>& samples) {
  const std::size_t all = static_cast<std::size_t>(patterns.configurations());
  const std::size_t groups = static_cast<std::size_t>(patterns.groups()), width = groups + 1;
  std::vector<std::int32_t> rows(samples.size() * width);
  std::vector<float> seen(all + Evaluation::kCounts), w(seen.size()), norm(samples.size());
  for (std::size_t n = 0; n < samples.size(); ++n) {
    Patterns::Indices at;
    patterns.find(samples[n].own, samples[n].opp, at);
    std::int32_t* const row = &rows[n * width];
    for (std::size_t k = 0; k < groups; ++k)
      row[k] = patterns.twin(patterns.first(static_cast<int>(k)) + at[k]);
    row[groups] = static_cast<std::int32_t>(all) + samples[n].empty;
    // A step is measured by what it changes: a configuration can occur several times in a position.
    for (std::size_t a = 0; a < width; ++a) {
      ++seen[row[a]];
      for (std::size_t b = 0; b < width; ++b) norm[n] += row[a] == row[b] ? 1.F : 0.F;
    }
  }
  const std::size_t held_out = samples.size() / 20;
  for (int epoch = 0; epoch < 40; ++epoch) {
    double squares = 0, squares_out = 0;
    const float rate = 0.3F / (1 + 0.2F * static_cast<float>(epoch));
    for (std::size_t n = 0; n < samples.size(); ++n) {
      const std::int32_t* const row = &rows[n * width];
      float guess = 0;
      for (std::size_t k = 0; k < width; ++k) guess += w[row[k]];
      const float error = static_cast<float>(samples[n].score) - guess;
      if (n < held_out) {
        squares_out += error * error;
        continue;
      }
      squares += error * error;
      // Rare configurations are drawn towards nothing.
      for (std::size_t k = 0; k < width; ++k)
        w[row[k]] += rate * (error / norm[n] - 0.2F * w[row[k]] / (seen[row[k]] + 1));
    }
    if (epoch % 10 == 9)
      std::fprintf(stderr, "epoch %d: error %.2f discs, %.2f on positions held out\n", epoch,
                   std::sqrt(squares / static_cast<double>(samples.size() - held_out)),
                   std::sqrt(squares_out / static_cast<double>(held_out)));
  }
  return w;
}

std::int16_t quarters(float discs) {
  return static_cast<std::int16_t>(std::clamp(std::lround(4 * discs), -45L, 45L));
}

// A string, in lines.
class Printer {
 public:
  void put(std::int16_t weight) {
    if (column_ == 0) std::printf("\n    R\"(");
    std::putchar('Q' + weight);
    column_ = (column_ + 1) % 90;
    if (column_ == 0) std::printf(")\"");
  }
  void end() {
    std::printf(column_ == 0 ? "," : ")\",");
    column_ = 0;
  }

 private:
  int column_ = 0;
};

// A string for each phase and kind of groups, and one for the numbers of empty squares.
void print(const Patterns& patterns, const std::vector<std::int16_t>& weights) {
  Printer printer;
  const int each = patterns.configurations();
  std::size_t at = 0;
  for (; at + Evaluation::kCounts < weights.size(); ++at) {
    const int c = static_cast<int>(at % static_cast<std::size_t>(each));
    if (at > 0 && patterns.begins_kind(c)) printer.end();
    if (patterns.twin(c) == c) printer.put(weights[at]);
  }
  printer.end();
  for (; at < weights.size(); ++at) printer.put(weights[at]);
  printer.end();
}

}  // namespace
}  // namespace solvent::othello

int main(int argc, char** argv) {
  using namespace solvent;
  using namespace solvent::othello;
  const int size = argc > 1 ? std::atoi(argv[1]) : 8;
  if (size != 6 && size != 8) return std::fprintf(stderr, "the size is 6 or 8\n"), 2;
  const std::size_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 400000;
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  Rng rng(seed);
  const Rules g(size, Scale::Kind::Score);
  const Patterns patterns(size);
  const std::size_t phases = Evaluation::phases(size).size();
  const std::size_t each = static_cast<std::size_t>(patterns.configurations());
  std::vector<std::int16_t> weights(phases * each + Evaluation::kCounts);
  for (std::size_t phase = 0; phase < phases; ++phase) {
    std::fprintf(stderr, "phase %zu\n", phase);
    const auto samples = labelled(g, phase, phase == 0 ? count : count / 4, weights, rng);
    const std::vector<float> w = fit(patterns, samples);
    for (std::size_t c = 0; c < each; ++c)
      weights[phase * each + c] =
          quarters(w[static_cast<std::size_t>(patterns.twin(static_cast<int>(c)))]);
    // Numbers that the phase has no positions of are worth what their neighbours are.
    for (std::size_t empty = 0; empty < Evaluation::kCounts; ++empty) {
      std::int16_t& weight = weights[phases * each + empty];
      if (w[each + empty] != 0)
        weight = quarters(w[each + empty]);
      else if (empty >= 2 && static_cast<int>(empty) > Evaluation::phases(size)[0])
        weight = *(&weight - 2);
    }
  }
  std::printf(
      "// Made by bench/othello_weights.cpp: othello_weights %d %zu %llu\n"
      "#include \"games/othello/knowledge/evaluation.hpp\"\n\nnamespace solvent::othello {\n\n"
      "static constexpr std::string_view kTexts[] = {",
      size, count, static_cast<unsigned long long>(seed));
  print(patterns, weights);
  std::printf(
      "\n};\nconstinit const std::span<const std::string_view> kWeights%d = kTexts;\n\n"
      "}  // namespace solvent::othello\n",
      size);
}
