// Which rank has which positions of a slice: blocks of consecutive indices are dealt out in turn,
// like cards. So every rank has as much of each part of a slice, and of a slice's file, as the
// others.
#pragma once

#include <algorithm>
#include <cstdint>

#include "endgame/slice_file.hpp"
#include "solvent/require.hpp"

namespace solvent::endgame {

class Deal {
 public:
  static constexpr int kBlockBits = 14;
  static_assert(std::uint64_t{1} << kBlockBits == kBlock);

  // To so many ranks, of which this is one. Tests deal smaller blocks.
  explicit Deal(int ranks = 1, int rank = 0, int block_bits = kBlockBits)
      : ranks_(static_cast<std::uint32_t>(ranks)),
        rank_(static_cast<std::uint32_t>(rank)),
        bits_(block_bits),
        inverse_(~std::uint64_t{0} / ranks_ + 1) {
    require(ranks >= 1 && rank >= 0 && rank < ranks, "a rank is one of all");
  }

  int ranks() const { return static_cast<int>(ranks_); }
  int rank() const { return static_cast<int>(rank_); }
  std::uint64_t block() const { return std::uint64_t{1} << bits_; }

  struct Place {
    std::uint32_t rank;   // whose position it is
    std::uint64_t index;  // its number among those of that rank
  };
  Place place(std::uint64_t index) const {
    if (ranks_ == 1) return {0, index};
    // There are fewer than 2^32 blocks, for which this product is the quotient (Lemire, Kaser and
    // Kurz, "Faster remainder by direct computation", 2019).
    const std::uint64_t block = index >> bits_;
    const auto round = static_cast<std::uint32_t>(Wide{inverse_} * block >> 64);
    return {static_cast<std::uint32_t>(block) - round * ranks_,
            std::uint64_t{round} << bits_ | (index & (this->block() - 1))};
  }
  bool is_own(Place p) const { return p.rank == rank_; }
  // The index in the slice of the own position with this number.
  std::uint64_t index(std::uint64_t number) const {
    return ((number >> bits_) * ranks_ + rank_) << bits_ | (number & (block() - 1));
  }
  // How many of so many positions are the own ones, or those of another rank.
  std::uint64_t share(std::uint64_t positions) const { return share(positions, rank_); }
  std::uint64_t share(std::uint64_t positions, std::uint32_t rank) const {
    const std::uint64_t blocks = positions >> bits_;
    require(blocks < ~std::uint32_t{0}, "a slice has fewer than 2^32 blocks");
    const std::uint64_t whole = blocks / ranks_ + (rank < blocks % ranks_ ? 1 : 0);
    const bool has_rest = blocks % ranks_ == rank;
    return (whole << bits_) + (has_rest ? positions & (block() - 1) : 0);
  }
  // Nobody has more.
  std::uint64_t largest_share(std::uint64_t positions) const { return share(positions, 0); }

 private:
  __extension__ typedef unsigned __int128 Wide;

  std::uint32_t ranks_, rank_;
  int bits_;
  std::uint64_t inverse_;
};

}  // namespace solvent::endgame
