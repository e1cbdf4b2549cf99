// How large the searches at each ply have been of late: those who share a table tell each other
// only of nodes that are worth it.
#pragma once

#include <cstdint>
#include <vector>

namespace solvent::search {

class PlySizes {
 public:
  // Are searches at this ply large, as far as is known?
  bool large(std::size_t ply) const { return ply >= sizes_.size() || sizes_[ply] >= kLarge; }
  // A moving average.
  void note(std::size_t ply, std::uint64_t nodes) {
    if (ply >= sizes_.size()) sizes_.resize(ply + 1, kFirst);
    sizes_[ply] = sizes_[ply] - sizes_[ply] / 8 + nodes / 8;
  }

 private:
  static constexpr std::uint64_t kLarge = 400;
  static constexpr std::uint64_t kFirst = std::uint64_t{1} << 20;

  std::vector<std::uint64_t> sizes_;  // nodes
};

}  // namespace solvent::search
