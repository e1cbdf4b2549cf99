#include "endgame/slice_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/counted.hpp"
#include "base/text.hpp"
#include "endgame/deal.hpp"
#include "endgame/parallel.hpp"
#include "endgame/slice_layout.hpp"

namespace solvent::endgame {

Error SliceFile::wrong(const std::string& what) const {
  return Error{fmt::format("{} {}", text::quoted(path_), what)};
}

SliceFile::SliceFile(SliceFile&& other) noexcept
    : path_(std::move(other.path_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(other.size_),
      checksum_(other.checksum_),
      label_(std::move(other.label_)),
      histogram_(std::move(other.histogram_)),
      ranked_(std::move(other.ranked_)),
      checksums_(std::move(other.checksums_)),
      starts_(std::move(other.starts_)) {}

SliceFile::~SliceFile() {
  if (data_ != nullptr) munmap(const_cast<unsigned char*>(data_), size_);
}

Result<SliceFile> SliceFile::open(const std::string& path, const SliceLabel& expected) {
  SliceFile f;
  f.path_ = path;
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);  // a FIFO says so
  if (file < 0) return f.wrong(std::string("cannot be opened: ") + std::strerror(errno));
  struct stat about = {};
  if (fstat(file, &about) == 0 && S_ISREG(about.st_mode)) {
    f.size_ = static_cast<std::uint64_t>(about.st_size);
    void* mapped =
        f.size_ == 0 ? MAP_FAILED : mmap(nullptr, f.size_, PROT_READ, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) f.data_ = static_cast<const unsigned char*>(mapped);
  }
  ::close(file);
  if (f.data_ == nullptr) return f.wrong("is empty or no file");
  if (const auto error = f.read_header(expected)) return *error;
  return f;
}

std::optional<Error> SliceFile::read_header(const SliceLabel& expected) {
  SliceHead head;
  if (size_ < sizeof head || std::memcmp(data_, kSliceMagic.data(), kSliceMagic.size()) != 0)
    return wrong("is not a slice of an endgame database");
  std::memcpy(&head, data_, sizeof head);
  if (head.version != kSliceVersion)
    return wrong(fmt::format("has version {} of the format; this program reads version {}",
                             head.version, kSliceVersion));
  const Error damaged = wrong("is damaged: its header does not match its checksum");
  if (head.header_bytes > size_ || head.header_bytes < sizeof head || head.header_bytes % 8 != 0)
    return head.header_bytes > size_ ? wrong("is cut short") : damaged;
  if (header_checksum({data_, head.header_bytes}) != head.checksum) return damaged;
  if (head.limit < 0 || head.limit > 127 || head.block != kBlock ||
      head.blocks != blocks_of(head.positions) || SliceLayout(head).end != head.header_bytes)
    return damaged;
  if (head.file_bytes != size_)
    return wrong(fmt::format("has {} bytes instead of {}", size_, head.file_bytes));

  const SliceLayout layout(head);
  const auto values = static_cast<std::size_t>(2 * head.limit + 1);
  label_ = {std::string(reinterpret_cast<const char*>(data_) + layout.name, head.name_bytes),
            head.slice, head.positions, head.limit};
  if (label_.game != expected.game || label_.slice != expected.slice)
    return wrong(fmt::format("is slice {} of {}, not slice {} of {}", label_.slice,
                             text::quoted(label_.game), expected.slice, expected.game));
  if (label_.positions != expected.positions || label_.limit != expected.limit)
    return wrong(fmt::format("has {} worth up to {}; the slice has {} worth up to {}",
                             counted(label_.positions, "position"), label_.limit,
                             with_commas(expected.positions), expected.limit));
  checksum_ = head.checksum;
  histogram_.resize(values);
  std::memcpy(histogram_.data(), data_ + layout.histogram, 8 * values);
  ranked_.resize(values * values);
  std::memcpy(ranked_.data(), data_ + layout.ranked, ranked_.size());
  // Values off the scale would be used as indices when blocks are unpacked.
  if (std::any_of(ranked_.begin(), ranked_.end(), [&](int v) { return std::abs(v) > head.limit; }))
    return damaged;
  checksums_.resize(head.blocks);
  std::memcpy(checksums_.data(), data_ + layout.checksums, 4 * checksums_.size());
  std::vector<std::uint16_t> sizes(head.blocks);
  std::memcpy(sizes.data(), data_ + layout.sizes, 2 * sizes.size());
  starts_ = {layout.end};
  for (const std::uint16_t size : sizes) starts_.push_back(starts_.back() + size);
  if (starts_.back() != size_) return damaged;
  return std::nullopt;
}

void SliceFile::unpack(std::uint32_t block, signed char* out) const {
  struct Context {
    std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> zstd{ZSTD_createDCtx(), ZSTD_freeDCtx};
  };
  thread_local Context context;
  const std::size_t size = block_size(label_.positions, block);
  const unsigned char* packed = data_ + starts_[block];
  const std::size_t bytes = starts_[block + 1] - starts_[block];
  const auto values = static_cast<std::size_t>(2 * label_.limit + 1);
  bool good = block_checksum(packed, bytes) == checksums_[block] &&
              ZSTD_decompressDCtx(context.zstd.get(), out, kBlock, packed, bytes) == size;
  int before = label_.limit;
  for (std::size_t k = 0; good && k < size; ++k) {
    const auto rank = static_cast<unsigned char>(out[k]);
    if (rank >= values) good = false;
    if (!good) break;
    out[k] = ranked_[static_cast<std::size_t>(before) * values + rank];
    before = out[k] + label_.limit;
  }
  if (!good)
    throw DamagedTable(
        wrong(fmt::format("is damaged: block {} of {}", block + 1, blocks())).message);
}

bool SliceFile::unpack_all(std::span<signed char> out, int threads,
                           const std::atomic<bool>* stop) const {
  return unpack_all(out, Deal::of(label_.positions, 1, 0), threads, stop);
}

bool SliceFile::unpack_all(std::span<signed char> out, const Deal& deal, int threads,
                           const std::atomic<bool>* stop) const {
  tbb::task_arena arena(threads);
  std::vector<std::atomic<std::uint64_t>> counts(histogram_.size());
  const std::uint64_t own = blocks_of(deal.share(label_.positions));
  parallel_for(arena, own, [&](std::uint64_t k) {
    if (is_set(stop)) return;
    const auto block = static_cast<std::uint32_t>(deal.index(k * kBlock) / kBlock);
    std::array<signed char, kBlock> values;
    unpack(block, values.data());
    const std::size_t size = block_size(label_.positions, block);
    std::array<std::uint32_t, 256> here{};
    for (std::size_t i = 0; i < size; ++i) ++here[values[i] + label_.limit];
    for (std::size_t v = 0; v < counts.size(); ++v) counts[v] += here[v];
    if (!out.empty()) std::memcpy(out.data() + k * kBlock, values.data(), size);
  });
  if (is_set(stop)) return false;
  if (deal.ranks() > 1) return true;
  for (std::size_t v = 0; v < counts.size(); ++v)
    if (counts[v] != histogram_[v])
      throw DamagedTable(wrong("is damaged: its values are not those its header counts").message);
  return true;
}

}  // namespace solvent::endgame
