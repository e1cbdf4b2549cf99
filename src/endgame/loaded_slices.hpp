// What a build needs of the slices below the one that it is at, and what they take up.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/memory.hpp"
#include "endgame/deal.hpp"
#include "endgame/tables.hpp"

namespace solvent::endgame {

// Bytes that a rank needs for building up to `highest`, one that builds alone if it is the only
// one.
std::uint64_t memory_needed(const Tables& tables, int highest, int ranks = 1);

// The values that a build has in memory, or a rank its shares of them: what later slices may need,
// as long as there is room. Others are read again from their files, which takes a small part of the
// time of computing them. What throws DamagedTable reads a file.
class LoadedSlices {
 public:
  struct Order {
    std::string folder;
    int highest;
    std::uint64_t memory;  // bytes
    int threads;
    const std::atomic<bool>* stop;
  };
  LoadedSlices(const Tables& tables, Order order, int ranks = 1, int rank = 0);

  void put(int slice, ZeroedMemory values);
  // Reads all of a file that is there; keeps the values if there is room for them.
  void check(int slice);
  // The slices below that a slice needs, as many to a pass as there is room for.
  std::vector<std::vector<int>> passes(int slice) const;
  // Those of one pass, read from their files if need be.
  LowerValues fetch(int slice, const std::vector<int>& wanted);
  // Room for the cells of a slice; those that it needs go last, and the lowest of them.
  void make_room(int slice);

 private:
  bool holds(int slice) const { return values_[slice].size() > 0; }
  Deal deal(int slice) const;
  std::uint64_t share(int slice) const;
  std::uint64_t room(int slice) const;
  void make_room(int slice, std::uint64_t more, const std::vector<int>& kept);
  SliceFile open(int slice) const;
  ZeroedMemory read(const SliceFile& file) const;

  const Tables& tables_;
  Order order_;
  int ranks_, rank_;
  Values values_;
  std::uint64_t bytes_ = 0;
};

}  // namespace solvent::endgame
