#include "games/random/rules.hpp"

namespace solvent::random {

int deepest(int branching) {
  const auto b = static_cast<std::uint64_t>(branching);
  std::uint64_t leaves = 1;
  int depth = 0;
  while (depth < kMaxDepth && leaves <= (std::uint64_t{1} << 63) / b) {
    leaves *= b;
    ++depth;
  }
  return depth;
}

Nodes::Nodes(int branching, int depth, std::uint64_t seed)
    : branching_(static_cast<std::uint32_t>(branching)),
      depth_(static_cast<std::uint32_t>(depth)),
      stream_(mix(seed + 0x9E3779B97F4A7C15ull)) {
  std::uint64_t width = 1;
  for (int ply = 1; ply <= depth; ++ply) {
    first_[ply] = first_[ply - 1] + width;
    width *= branching_;
  }
}

namespace {
// m values around 0, without 0 if m is even: -1 1, -1 0 1, -3 -1 1 3, ...
Scale centred(int outcomes, Scale::Kind kind) {
  if (kind == Scale::Kind::WinDrawLoss || outcomes == 3) return Scale::win_draw_loss();
  if (outcomes % 2 == 1) return Scale::scores(-(outcomes / 2), outcomes / 2);
  return Scale::scores(1 - outcomes, outcomes - 1, 2);
}
}  // namespace

Uniform::Uniform(int branching, int depth, int outcomes, std::uint64_t seed, Scale::Kind kind)
    : nodes_(branching, depth, seed),
      outcomes_(static_cast<std::uint32_t>(outcomes)),
      scale_(centred(outcomes, kind)) {
  for (int drawn = 0; drawn < outcomes; ++drawn) {
    const int twice = 2 * drawn - (outcomes - 1);  // its sign is the sign of the value
    const int sign = (twice > 0) - (twice < 0);
    ranks_[drawn] = static_cast<Outcome>(kind == Scale::Kind::WinDrawLoss ? sign + 1 : drawn);
  }
}

Incremental::Incremental(int branching, int depth, int edge, std::uint64_t seed, Scale::Kind kind)
    : nodes_(branching, depth, seed),
      edge_(edge),
      scale_(kind == Scale::Kind::WinDrawLoss
                 ? Scale::win_draw_loss()
                 : Scale::scores(-(depth / 2) * edge, (depth + 1) / 2 * edge)) {}

}  // namespace solvent::random
