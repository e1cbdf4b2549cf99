#include "games/othello/knowledge/evaluation.hpp"

#include <utility>

namespace solvent::othello {

namespace {

std::vector<std::int16_t> unpacked(int size, const Patterns& patterns,
                                   std::span<const std::string_view> texts) {
  std::vector<std::int16_t> weights;
  std::size_t text = 0, at = 0;
  const auto next = [&] {
    if (at == texts[text].size()) {
      ++text;
      at = 0;
    }
    return static_cast<std::int16_t>(texts[text][at++] - 'Q');
  };
  for (std::size_t phase = 0; phase < Evaluation::phases(size).size(); ++phase) {
    const std::size_t first = weights.size();
    for (int c = 0; c < patterns.configurations(); ++c) {
      const int twin = patterns.twin(c);
      weights.push_back(twin == c ? next() : weights[first + static_cast<std::size_t>(twin)]);
    }
  }
  for (std::size_t k = 0; k < Evaluation::kCounts; ++k) weights.push_back(next());
  return weights;
}

}  // namespace

std::span<const int> Evaluation::phases(int size) {
  static constexpr int kPhases6[] = {12, 18, 24, 32}, kPhases8[] = {13, 19, 60};
  if (size == 6) return kPhases6;
  return kPhases8;
}

Evaluation::Evaluation(int size, std::vector<std::int16_t> weights)
    : Evaluation(size, Patterns(size), std::move(weights)) {}

Evaluation::Evaluation(int size, Patterns patterns, std::vector<std::int16_t> weights)
    : patterns_(std::move(patterns)), weights_(std::move(weights)) {
  const auto last = phases(size);
  const int cells = size * size;
  for (int discs = 0; discs <= cells; ++discs) {
    const int empty = cells - discs;
    std::size_t phase = 0;
    while (phase + 1 < last.size() && empty > last[phase]) ++phase;
    of_phase_[static_cast<std::size_t>(discs)] =
        weights_.data() + phase * static_cast<std::size_t>(patterns_.configurations());
    of_count_[static_cast<std::size_t>(discs)] =
        weights_[weights_.size() - kCounts + static_cast<std::size_t>(empty)];
  }
}

const Evaluation* Evaluation::of(int columns, int rows) {
  if (columns != rows) return nullptr;
  const auto made_of = [size = columns](std::span<const std::string_view> texts) {
    Patterns patterns(size);
    auto weights = unpacked(size, patterns, texts);
    return Evaluation(size, std::move(patterns), std::move(weights));
  };
  if (columns == 6) {
    static const Evaluation kEvaluation = made_of(kWeights6);
    return &kEvaluation;
  }
  if (columns == 8) {
    static const Evaluation kEvaluation = made_of(kWeights8);
    return &kEvaluation;
  }
  return nullptr;
}

}  // namespace solvent::othello
