// The leaves of a best-first tree: what is known of a new node, and what its numbers begin with.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "game/playout.hpp"
#include "search/best_first/effort_tree.hpp"
#include "search/evaluator.hpp"
#include "search/machine.hpp"

namespace solvent::search {

template <Game G, class K>
class Leaves {
  using State = typename G::State;

 public:
  Leaves(const G& g, const Design& design, const AnyProbe<G>* probe)
      : g_(g), known_(g, design, probe), design_(design) {}

  void restart() {
    rng_ = Rng(design_.seed);
    playouts_ = 0;
    sample_ = {};
  }
  std::uint64_t playouts() const { return playouts_; }
  void archive(Archive& a) { a(rng_, playouts_, sample_); }

  // True of a position whatever the path to it.
  Bounds bounds(const State& s) const { return known_.bounds(s); }
  // Endings too, as far as the window asks.
  Bounds bounds(const State& s, Window window, NodeBudget& budget) const {
    if (known_.near_end(s)) return known_.bounds(s, window, budget);
    return known_.bounds(s);
  }
  void list_moves(const State& s, MovesOf<G>& moves) const { known_.list_moves(s, moves); }

  // Do the numbers of a leaf not depend on the cut? Then a tag says what they are.
  bool uniform() const { return design_.algorithm.leaf != Leaf::Playouts; }
  tree::BlockId tag(const State& s, Bounds b) const {
    if (design_.algorithm.leaf == Leaf::Ones || b.closed()) return tree::kNoBlock;
    if (design_.algorithm.leaf == Leaf::Costs) return LeafTag::of_cost(cost(s));
    if (g_.ended(s)) return tree::kNoBlock;
    MovesOf<G> moves;
    list_moves(s, moves);
    return LeafTag::of_moves(g_.to_move(s), static_cast<std::uint32_t>(moves.size));
  }
  // The share of random games that end above each cut from `base` on, kept away from certainty by
  // theta: none if nothing has to be played. False if the slice ended before they were there: then
  // they are to be asked for again, and the random games go on where they are.
  bool play_out(const State& s, Bounds b, int base, std::size_t width, const Slice& slice,
                std::vector<double>& shares) {
    shares.clear();
    if (b.closed() || g_.ended(s)) return true;
    const auto pause = [&] { return slice.paused(); };
    for (; sample_.games < design_.playouts; ++sample_.games) {
      if (!sample_.begun) sample_.game = Playout<G>(s);
      sample_.begun = true;
      if (pause() || !sample_.game.run(g_, rng_, kLongestPlayout, pause)) return false;
      std::optional<Outcome> value = sample_.game.outcome();
      if constexpr (Repeating<G>) {
        if (!value && can_repeat(g_)) value = g_.repetition(s);
      }
      ++sample_.ended_in[value.value_or(0)];
      ++playouts_;
      sample_.begun = false;
    }
    shares.resize(width);
    std::uint32_t above = 0;
    for (int rank = g_.scale().best(); rank > base; --rank) {
      above += sample_.ended_in[static_cast<std::size_t>(rank)];
      const std::size_t cut = static_cast<std::size_t>(rank - 1 - base);
      if (cut >= width) continue;
      const double rate = static_cast<double>(above) / design_.playouts;
      shares[cut] = std::clamp(rate, design_.theta, 1 - design_.theta);
    }
    sample_ = {};
    return true;
  }

 private:
  static constexpr int kLongestPlayout = 1000;

  std::uint32_t cost(const State& s) const {
    if constexpr (HasLeafCosts<G>)
      return g_.leaf_cost(s);
    else
      return (void)s, 1;
  }

  // The random games of a new node.
  struct Sample {
    Playout<G> game{};  // that is being played
    bool begun = false;
    std::uint32_t games = 0;  // played
    std::array<std::uint32_t, kMaxOutcomes> ended_in{};
  };

  const G& g_;
  Evaluator<G, K> known_;
  const Design& design_;
  Rng rng_{1};
  std::uint64_t playouts_ = 0;
  Sample sample_;
};

}  // namespace solvent::search
