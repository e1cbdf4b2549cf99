#include "games/othello/knowledge/evaluation.hpp"

namespace solvent::othello {

namespace {

Weights unpacked() {
  Weights w{};
  const char* next = kWeightText;
  for (int kind = 0; kind < kPatternKinds; ++kind)
    for (int c = 0; c < kPower3[kPatterns[kind].squares]; ++c) {
      const int mirrored = mirrored_configuration(kind, c);
      const int first = kPatterns[kind].first;
      w[first + c] = mirrored < c ? w[first + mirrored] : static_cast<std::int16_t>(*next++ - 'Q');
    }
  return w;
}

}  // namespace

const Weights& weights() {
  static const Weights kUnpacked = unpacked();
  return kUnpacked;
}

}  // namespace solvent::othello
