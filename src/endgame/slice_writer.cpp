#include "endgame/slice_writer.hpp"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

#include "base/text.hpp"
#include "endgame/parallel.hpp"
#include "endgame/slice_layout.hpp"

namespace solvent::endgame {

namespace {

SliceHead head_of(const SliceLabel& label) {
  SliceHead head;
  head.positions = label.positions;
  head.blocks = blocks_of(label.positions);
  head.slice = label.slice;
  head.limit = label.limit;
  head.name_bytes = static_cast<std::uint32_t>(label.game.size());
  head.header_bytes = static_cast<std::uint32_t>(SliceLayout(head).end);
  return head;
}

PairCounts count_pairs(std::span<const signed char> values, int limit, tbb::task_arena& arena,
                       const std::atomic<bool>* stop) {
  constexpr std::size_t kRange = 1 << 18;
  tbb::enumerable_thread_specific<PairCounts> counts([&] { return PairCounts(limit); });
  parallel_for(arena, (values.size() + kRange - 1) / kRange, [&](std::size_t r) {
    if (is_set(stop)) return;
    const std::size_t first = r * kRange;
    counts.local().add(static_cast<signed char>(r == 0 ? 0 : values[first - 1]),
                       values.subspan(first, std::min(kRange, values.size() - first)));
  });
  PairCounts sum(limit);
  for (const PairCounts& pairs : counts) sum.add(pairs.counts());
  return sum;
}

}  // namespace

void PairCounts::add(std::span<const std::uint64_t> others) {
  std::transform(others.begin(), others.end(), counts_.begin(), counts_.begin(), std::plus<>());
}

std::vector<std::uint64_t> PairCounts::histogram() const {
  std::vector<std::uint64_t> out(row_);
  for (std::size_t k = 0; k < counts_.size(); ++k) out[k % row_] += counts_[k];
  return out;
}

std::vector<signed char> PairCounts::ranked() const {
  std::vector<signed char> out(counts_.size());
  std::vector<int> order(row_);
  for (std::size_t row = 0; row < row_; ++row) {
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int x, int y) {
      return counts_[row * row_ + x] > counts_[row * row_ + y];
    });
    for (std::size_t k = 0; k < row_; ++k)
      out[row * row_ + k] = static_cast<signed char>(order[k] - limit_);
  }
  return out;
}

// Long matches only: ranks are nearly without memory, and short matches cost more than the symbols
// they replace.
struct BlockPacker::Context {
  Context() : zstd(ZSTD_createCCtx(), ZSTD_freeCCtx) {
    ZSTD_CCtx* c = zstd.get();
    ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(c, ZSTD_c_strategy, ZSTD_fast);
    ZSTD_CCtx_setParameter(c, ZSTD_c_minMatch, 7);
  }
  std::unique_ptr<ZSTD_CCtx, size_t (*)(ZSTD_CCtx*)> zstd;
  std::array<unsigned char, kBlock> symbols{};
};

BlockPacker::BlockPacker(std::span<const signed char> ranked, int limit)
    : limit_(limit), rank_(ranked.size()), context_(std::make_unique<Context>()) {
  const auto values = static_cast<std::size_t>(2 * limit + 1);
  for (std::size_t k = 0; k < ranked.size(); ++k)
    rank_[k / values * values + static_cast<std::size_t>(ranked[k] + limit)] =
        static_cast<unsigned char>(k % values);
}
BlockPacker::~BlockPacker() = default;

PackedBlock BlockPacker::pack(std::span<const signed char> values) {
  const int row = 2 * limit_ + 1;
  int before = limit_;
  unsigned char* symbol = context_->symbols.data();
  for (const signed char v : values) {
    *symbol++ = rank_[static_cast<std::size_t>(before * row + v + limit_)];
    before = v + limit_;
  }
  PackedBlock out;
  out.bytes.resize(ZSTD_compressBound(kBlock));
  out.bytes.resize(ZSTD_compress2(context_->zstd.get(), out.bytes.data(), out.bytes.size(),
                                  context_->symbols.data(), values.size()));
  out.checksum = block_checksum(out.bytes.data(), out.bytes.size());
  return out;
}

SliceWriter::SliceWriter(const std::string& path, const SliceLabel& label, const PairCounts& pairs)
    : path_(path),
      label_(label),
      file_(path),
      histogram_(pairs.histogram()),
      ranked_(pairs.ranked()),
      header_bytes_(head_of(label).header_bytes),
      at_(header_bytes_) {}

void SliceWriter::append(const PackedBlock& block) {
  sizes_.push_back(static_cast<std::uint16_t>(block.bytes.size()));
  checksums_.push_back(block.checksum);
  file_.write(block.bytes.data(), block.bytes.size(), at_);
  at_ += block.bytes.size();
}

Result<bool> SliceWriter::finish() {
  SliceHead head = head_of(label_);
  const SliceLayout layout(head);
  head.file_bytes = at_;
  if (file_.good()) {
    require(sizes_.size() == head.blocks, "a slice has all its blocks when it is finished");
    std::vector<unsigned char> header(layout.end);
    std::memcpy(header.data(), &head, sizeof head);
    std::memcpy(header.data() + layout.name, label_.game.data(), label_.game.size());
    std::memcpy(header.data() + layout.histogram, histogram_.data(), 8 * histogram_.size());
    std::memcpy(header.data() + layout.ranked, ranked_.data(), ranked_.size());
    std::memcpy(header.data() + layout.checksums, checksums_.data(), 4 * checksums_.size());
    std::memcpy(header.data() + layout.sizes, sizes_.data(), 2 * sizes_.size());
    head.checksum = header_checksum(header);
    std::memcpy(header.data(), &head, sizeof head);
    file_.write(header.data(), header.size(), 0);
  }
  if (file_.finish()) return true;
  return Error{fmt::format("{} cannot be written: {}", text::quoted(path_), file_.problem())};
}

Result<bool> write_slice(const std::string& path, const SliceLabel& label,
                         std::span<const signed char> values, int threads,
                         const std::atomic<bool>* stop) {
  tbb::task_arena arena(threads);
  const PairCounts pairs = count_pairs(values, label.limit, arena, stop);
  if (is_set(stop)) return false;
  SliceWriter writer(path, label, pairs);
  const std::vector<signed char> ranked = pairs.ranked();
  tbb::enumerable_thread_specific<BlockPacker> packers(
      [&] { return BlockPacker(ranked, label.limit); });
  constexpr std::uint32_t kTogether = 256;
  const std::uint32_t blocks = blocks_of(label.positions);
  for (std::uint32_t base = 0; base < blocks && writer.good(); base += kTogether) {
    if (is_set(stop)) return false;
    std::vector<PackedBlock> packed(std::min(kTogether, blocks - base));
    parallel_for(arena, packed.size(), [&](std::uint64_t k) {
      const std::uint64_t block = base + k;
      packed[k] = packers.local().pack(values.subspan(
          block * kBlock, block_size(values.size(), static_cast<std::uint32_t>(block))));
    });
    for (const PackedBlock& block : packed) writer.append(block);
  }
  return writer.finish();
}

}  // namespace solvent::endgame
