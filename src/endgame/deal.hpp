// Which rank has which positions of a slice: hands of consecutive indices are dealt out in turn,
// like cards. So every rank has as much of each part of a slice as the others. A hand is as large
// as that allows, since positions with much in common, such as the predecessors of one position,
// then tend to be with one rank; it consists of whole blocks of the slice's file.
#pragma once

#include <algorithm>
#include <cstdint>

#include "endgame/slice_file.hpp"
#include "solvent/require.hpp"

namespace solvent::endgame {

class Deal {
 public:
  // To so many ranks, of which this is one; a hand has 2^bits positions.
  Deal(int ranks, int rank, int bits)
      : ranks_(static_cast<std::uint32_t>(ranks)),
        rank_(static_cast<std::uint32_t>(rank)),
        bits_(bits),
        inverse_(~std::uint64_t{0} / ranks_ + 1) {
    require(ranks >= 1 && rank >= 0 && rank < ranks, "a rank is one of all");
  }
  // As slices of so many positions are dealt: 16 hands or more to each rank, if there are as many
  // blocks.
  static Deal of(std::uint64_t positions, int ranks, int rank) {
    constexpr int kLeastBits = 14, kMostBits = 20;
    static_assert(std::uint64_t{1} << kLeastBits == kBlock);
    int bits = kLeastBits;
    while (bits < kMostBits && positions >> (bits + 5) >= static_cast<std::uint64_t>(ranks)) ++bits;
    return {ranks, rank, bits};
  }

  int ranks() const { return static_cast<int>(ranks_); }
  int rank() const { return static_cast<int>(rank_); }
  std::uint64_t hand() const { return std::uint64_t{1} << bits_; }

  struct Place {
    std::uint32_t rank;   // whose position it is
    std::uint64_t index;  // its number among those of that rank
  };
  Place place(std::uint64_t index) const {
    if (ranks_ == 1) return {0, index};
    // There are fewer than 2^32 hands, for which this product is the quotient (Lemire, Kaser and
    // Kurz, "Faster remainder by direct computation", 2019).
    const std::uint64_t hand_of = index >> bits_;
    const auto round = static_cast<std::uint32_t>(Wide{inverse_} * hand_of >> 64);
    return {static_cast<std::uint32_t>(hand_of) - round * ranks_,
            std::uint64_t{round} << bits_ | (index & (hand() - 1))};
  }
  bool is_own(Place p) const { return p.rank == rank_; }
  // The index in the slice of the own position with this number.
  std::uint64_t index(std::uint64_t number) const {
    return ((number >> bits_) * ranks_ + rank_) << bits_ | (number & (hand() - 1));
  }
  // How many of so many positions are the own ones, or those of another rank.
  std::uint64_t share(std::uint64_t positions) const { return share(positions, rank_); }
  std::uint64_t share(std::uint64_t positions, std::uint32_t rank) const {
    const std::uint64_t hands = positions >> bits_;
    require(hands < ~std::uint32_t{0}, "a slice has fewer than 2^32 hands");
    const std::uint64_t whole = hands / ranks_ + (rank < hands % ranks_ ? 1 : 0);
    const bool has_rest = hands % ranks_ == rank;
    return (whole << bits_) + (has_rest ? positions & (hand() - 1) : 0);
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
