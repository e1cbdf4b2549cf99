// A probe for proofs that must make progress. Where positions can repeat, a database promises the
// same value all along a cycle; so it may end a proof only in a lower slice than that of the root.
// In the root's own slice it only tells what is hopeless.
#pragma once

#include "base/archive.hpp"
#include "game/game.hpp"

namespace solvent::search {

template <Game G>
class LowerSlices final : public AnyProbe<G> {
  using State = typename G::State;

 public:
  LowerSlices(const G& g, const AnyProbe<G>* probe) : g_(g), probe_(probe) {}

  void start(const State& root) {
    winner_ = g_.to_move(root);
    slice_ = slice(root);
  }
  Bounds probe(const State& s) const override {
    if (probe_ == nullptr) return g_.scale().everything();
    Bounds b = probe_->probe(s);
    if (slice(s) < slice_) return b;
    if (winner_ == Side::Max)
      b.pess = 0;
    else
      b.opti = g_.scale().best();
    return b;
  }
  void archive(Archive& a) { a(winner_, slice_); }
  int slice(const State& s) const override { return probe_ == nullptr ? 0 : probe_->slice(s); }

 private:
  const G& g_;
  const AnyProbe<G>* probe_;
  Side winner_ = Side::Max;
  int slice_ = 0;
};

}  // namespace solvent::search
