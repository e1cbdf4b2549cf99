// TEST, SCOUT, alpha-beta and NegaScout in their plain form, to a fixed depth: no table, no
// ordering, no bounds but those of the window, and values of any size. The library's own searches
// use what the rules promise and tell at most 256 outcomes apart, so the leaf counts that papers
// print are counted here; a test holds the two together where they must agree.
//
// A tree has a Place and says of one: `max` (who moves), `ended`, `value` (for Max), `moves` (how
// many) and `child`. Recursion is as deep as the search.
//
// Knuth & Moore 1975; Pearl 1980; Reinefeld 1983.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace solvent::experiments {

struct Visits {
  std::uint64_t nodes = 0, leaves = 0;  // each time that one is looked at
};

template <class Tree>
class FixedDepth {
 public:
  using Place = typename Tree::Place;
  static constexpr int kInfinity = std::numeric_limits<int>::max();

  explicit FixedDepth(const Tree& tree) : tree_(tree) {}
  const Visits& visits() const { return visits_; }

  // TEST(n, v, >). For whole numbers TEST(n, v, <) is its contrary for v - 1.
  bool above(const Place& n, int depth, int v) {
    if (leaf(n, depth)) return value(n) > v;
    ++visits_.nodes;
    const bool max = tree_.max(n);
    for (int k = 0, moves = tree_.moves(n); k < moves; ++k)
      if (above(tree_.child(n, k), depth - 1, v) == max) return max;
    return !max;
  }

  int scout(const Place& n, int depth) {
    if (leaf(n, depth)) return value(n);
    ++visits_.nodes;
    const bool max = tree_.max(n);
    int v = scout(tree_.child(n, 0), depth - 1);
    for (int k = 1, moves = tree_.moves(n); k < moves; ++k) {
      const Place c = tree_.child(n, k);
      if (leaf(c, depth - 1))  // the test has the value already
        v = max ? std::max(v, value(c)) : std::min(v, value(c));
      else if (max ? above(c, depth - 1, v) : !above(c, depth - 1, v - 1))
        v = scout(c, depth - 1);
    }
    return v;
  }

  int alpha_beta(const Place& n, int depth, int alpha = -kInfinity, int beta = kInfinity) {
    if (leaf(n, depth)) return value(n);
    ++visits_.nodes;
    const bool max = tree_.max(n);
    int best = max ? -kInfinity : kInfinity;
    for (int k = 0, moves = tree_.moves(n); k < moves; ++k) {
      const int v = alpha_beta(tree_.child(n, k), depth - 1, alpha, beta);
      if (max)
        best = std::max(best, v), alpha = std::max(alpha, v);
      else
        best = std::min(best, v), beta = std::min(beta, v);
      if (alpha >= beta) break;
    }
    return best;
  }

  int negascout(const Place& n, int depth, int alpha = -kInfinity, int beta = kInfinity) {
    if (leaf(n, depth)) return value(n);
    ++visits_.nodes;
    // For the mover: s times a value, and a window (a, b).
    const int s = tree_.max(n) ? 1 : -1;
    const int a = s > 0 ? alpha : -beta, b = s > 0 ? beta : -alpha;
    const auto look = [&](const Place& c, int low, int high) {
      return s *
             (s > 0 ? negascout(c, depth - 1, low, high) : negascout(c, depth - 1, -high, -low));
    };
    int best = -kInfinity;
    for (int k = 0, moves = tree_.moves(n); k < moves && best < b; ++k) {
      const Place c = tree_.child(n, k);
      const int edge = std::max(a, best);
      const bool open = k == 0 || edge + 1 == b;
      const int t = look(c, edge, open ? b : edge + 1);
      if (t <= best) continue;
      // So near the horizon a value that came back too high is exact: nothing was cut off.
      const bool exact = depth == 1 || (depth == 2 && tree_.max(c) != tree_.max(n));
      best = open || exact || t >= b ? t : look(c, t, b);
    }
    return s * best;
  }

 private:
  bool leaf(const Place& n, int depth) const { return depth == 0 || tree_.ended(n); }
  int value(const Place& n) {
    ++visits_.nodes;
    ++visits_.leaves;
    return tree_.value(n);
  }

  const Tree& tree_;
  Visits visits_;
};

}  // namespace solvent::experiments
