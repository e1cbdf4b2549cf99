// Will a plain search come to its end within the positions that it may take? Most of those that
// will not show it early: little of them is done by then. How little is too little depends on the
// game, so it is learned from the first searches of a proof, which go on to their end whatever it
// looks like.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "game/plain_search.hpp"

namespace solvent::proof {

class Foresight {
 public:
  // What was seen of one search: the share that was done at each look.
  struct Seen {
    std::array<double, PlainSearchPatience::kLooks> done;
    std::size_t looks = 0;
  };

  bool learning() const { return searches_ < kToLearnFrom; }
  void learn(bool mine, const Seen& seen, bool proved) {
    ++searches_;
    for (std::size_t k = 0; k < seen.looks; ++k) {
      Count& count = counts_[mine][k][place(seen.done[k])];
      ++count.searches;
      count.proved += proved;
    }
  }
  // Nearly all searches that had done as little at this look have failed.
  bool hopeless(bool mine, std::size_t look, double done) const {
    const Count& count = counts_[mine][look][place(done)];
    return count.searches >= kFew && count.proved * kOneIn < count.searches;
  }

 private:
  // Claims are proved as leaves or, one by one, by the claims below them, which costs a leaf that
  // was missed about as much as one that was found. So a small hope is not worth the search.
  static constexpr std::uint32_t kToLearnFrom = 4000, kFew = 4, kOneIn = 7;
  static constexpr int kPlaces = 13;  // a share of one half or more, a quarter, ...
  struct Count {
    std::uint32_t searches = 0, proved = 0;
  };
  static std::size_t place(double done) {
    return done <= 0 ? kPlaces - 1
                     : static_cast<std::size_t>(std::clamp(-1 - std::ilogb(done), 0, kPlaces - 1));
  }

  std::uint32_t searches_ = 0;
  // By who is to move at the root: the claimant's moves may all be tried before the right one.
  std::array<std::array<std::array<Count, kPlaces>, PlainSearchPatience::kLooks>, 2> counts_{};
};

}  // namespace solvent::proof
