#include "endgame/loaded_slices.hpp"

#include <algorithm>
#include <utility>

namespace solvent::endgame {

namespace {

std::uint64_t largest_share(std::uint64_t positions, int ranks) {
  return Deal::of(positions, ranks, 0).largest_share(positions);
}

std::uint64_t cell_bytes(const Tables& tables, int slice, int ranks) {
  return static_cast<std::uint64_t>(tables.bytes_a_position()) *
         largest_share(tables.label(slice).positions, ranks);
}
constexpr std::uint64_t kFixed = std::uint64_t{48}
                                 << 20;  // for stacks, blocks, letters and the like

}  // namespace

std::uint64_t memory_needed(const Tables& tables, int highest, int ranks) {
  std::uint64_t most = 0;  // not always for the last: Woodpush has most positions in between
  for (int slice = 0; slice <= highest; ++slice) {
    std::uint64_t largest = 0;
    for (int k = 0; k < slice; ++k)
      if (tables.needs(slice, k)) largest = std::max(largest, tables.label(k).positions);
    most = std::max(most, cell_bytes(tables, slice, ranks) + largest_share(largest, ranks));
  }
  return most + kFixed;
}

LoadedSlices::LoadedSlices(const Tables& tables, Order order, int ranks, int rank)
    : tables_(tables),
      order_(std::move(order)),
      ranks_(ranks),
      rank_(rank),
      values_(static_cast<std::size_t>(order_.highest) + 1) {}

void LoadedSlices::put(int slice, ZeroedMemory values) {
  bytes_ += values.size();
  values_[slice] = std::move(values);
}

void LoadedSlices::check(int slice) {
  const SliceFile file = open(slice);
  if (bytes_ + share(slice) <= room(order_.highest))
    put(slice, read(file));
  else
    file.unpack_all({}, deal(slice), order_.threads, order_.stop);
}

std::vector<std::vector<int>> LoadedSlices::passes(int slice) const {
  std::vector<std::vector<int>> out(1);
  std::uint64_t bytes = 0;
  for (int k = slice - 1; k >= 0; --k) {
    if (!tables_.needs(slice, k)) continue;
    if (!out.back().empty() && bytes + share(k) > room(slice)) {
      out.emplace_back();
      bytes = 0;
    }
    out.back().push_back(k);
    bytes += share(k);
  }
  return out;
}

LowerValues LoadedSlices::fetch(int slice, const std::vector<int>& wanted) {
  std::uint64_t missing = 0;
  for (const int k : wanted)
    if (!holds(k)) missing += share(k);
  make_room(slice, missing, wanted);
  LowerValues lower(static_cast<std::size_t>(slice));
  for (const int k : wanted) {
    if (!holds(k)) put(k, read(open(k)));
    lower[k] = bytes_of(values_[k]);
  }
  return lower;
}

Deal LoadedSlices::deal(int slice) const {
  return Deal::of(tables_.label(slice).positions, ranks_, rank_);
}

// Of the rank that has most, so that all ranks come to the same passes.
std::uint64_t LoadedSlices::share(int slice) const {
  return std::max<std::uint64_t>(largest_share(tables_.label(slice).positions, ranks_), 1);
}

std::uint64_t LoadedSlices::room(int slice) const {
  const std::uint64_t cells = cell_bytes(tables_, slice, ranks_) + kFixed;
  return order_.memory > cells ? order_.memory - cells : 0;
}

void LoadedSlices::make_room(int slice) { make_room(slice, 0, {}); }

void LoadedSlices::make_room(int slice, std::uint64_t more, const std::vector<int>& kept) {
  const auto may_go = [&](int k) {
    return holds(k) && std::find(kept.begin(), kept.end(), k) == kept.end();
  };
  for (const bool needed : {false, true})
    for (int k = 0; k < slice && bytes_ + more > room(slice); ++k)
      if (may_go(k) && tables_.needs(slice, k) == needed) {
        bytes_ -= values_[k].size();
        const ZeroedMemory dropped = std::move(values_[k]);
      }
}

SliceFile LoadedSlices::open(int slice) const {
  const SliceLabel label = tables_.label(slice);
  Result<SliceFile> file = SliceFile::open(slice_path(order_.folder, label), label);
  if (!file) throw DamagedTable(file.message());
  return std::move(*file);
}

// Not all of it if it is to stop meanwhile. A share of nothing is there, too.
ZeroedMemory LoadedSlices::read(const SliceFile& file) const {
  const Deal own = deal(file.label().slice);
  const std::uint64_t size = own.share(file.label().positions);
  ZeroedMemory values(std::max<std::uint64_t>(size, 1));
  file.unpack_all({static_cast<signed char*>(values.data()), size}, own, order_.threads,
                  order_.stop);
  return values;
}

}  // namespace solvent::endgame
