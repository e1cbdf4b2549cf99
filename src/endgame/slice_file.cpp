#include "endgame/slice_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tbb/enumerable_thread_specific.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>

#include "base/counted.hpp"
#include "base/hash.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "endgame/parallel.hpp"

namespace solvent::endgame {

namespace {

constexpr std::array<char, 8> kMagic = {'S', 'o', 'l', 'v', 'S', 'l', 'c', '\n'};
constexpr std::uint32_t kVersion = 1;

// The head of a file; everything is little-endian. Then, each filled up to a multiple of 8 bytes:
// the game's name, the histogram (8 bytes a value), the ranked values (a byte each), the blocks'
// checksums (4 bytes each) and sizes (2 bytes each).
struct Head {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t header_bytes = 0;  // up to the first block
  std::uint64_t checksum = 0;      // of the header, with 0 in this place
  std::uint64_t file_bytes = 0;
  std::uint64_t positions = 0;
  std::uint32_t block = kBlock;
  std::uint32_t blocks = 0;
  std::int32_t slice = 0;
  std::int32_t limit = 0;
  std::uint32_t name_bytes = 0;
  std::uint32_t unused = 0;
};
static_assert(sizeof(Head) == 64);

constexpr std::uint64_t padded(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

struct Layout {
  std::uint64_t name = sizeof(Head), histogram, ranked, checksums, sizes, end;
  explicit Layout(const Head& h) {
    const auto values = static_cast<std::uint64_t>(2 * h.limit + 1);
    histogram = name + padded(h.name_bytes);
    ranked = histogram + 8 * values;
    checksums = ranked + padded(values * values);
    sizes = checksums + padded(4 * std::uint64_t{h.blocks});
    end = sizes + padded(2 * std::uint64_t{h.blocks});
  }
};

// Of whole words; the header's own place for it counts as 0.
std::uint64_t header_checksum(std::span<const unsigned char> header) {
  std::uint64_t h = 0;
  for (std::size_t at = 0; at + 8 <= header.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, header.data() + at, 8);
    if (at == offsetof(Head, checksum)) word = 0;
    h = mix(h + word + 0x9E3779B97F4A7C15ull);
  }
  return h;
}

// Two lanes, so that it keeps up with unpacking.
std::uint32_t block_checksum(const unsigned char* data, std::size_t size) {
  std::uint64_t lanes[2] = {size, 0};
  std::size_t at = 0;
  for (int lane = 0; at < size; at += 8, lane ^= 1) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + at, std::min<std::size_t>(8, size - at));
    lanes[lane] = mix(lanes[lane] + word + 0x9E3779B97F4A7C15ull);
  }
  return static_cast<std::uint32_t>(mix(lanes[0] + mix(lanes[1])));
}

std::uint32_t blocks_of(std::uint64_t positions) {
  return static_cast<std::uint32_t>((positions + kBlock - 1) / kBlock);
}
std::uint32_t block_size(std::uint64_t positions, std::uint32_t block) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(kBlock, positions - std::uint64_t{block} * kBlock));
}

bool is_set(const std::atomic<bool>* stop) {
  return stop != nullptr && stop->load(std::memory_order_relaxed);
}

// How often each value follows each: [value before][value], both from -limit.
std::vector<std::uint64_t> count_pairs(std::span<const signed char> values, int limit,
                                       tbb::task_arena& arena, const std::atomic<bool>* stop) {
  constexpr std::size_t kRange = 1 << 18;
  const auto row = static_cast<std::size_t>(2 * limit + 1);
  tbb::enumerable_thread_specific<std::vector<std::uint64_t>> counts(
      [&] { return std::vector<std::uint64_t>(row * row); });
  parallel_for(arena, (values.size() + kRange - 1) / kRange, [&](std::size_t r) {
    if (is_set(stop)) return;
    std::vector<std::uint64_t>& pairs = counts.local();
    std::size_t before = (r == 0 ? 0 : values[r * kRange - 1]) + limit;
    for (const signed char v :
         values.subspan(r * kRange, std::min(kRange, values.size() - r * kRange))) {
      ++pairs[before * row + v + limit];
      before = static_cast<std::size_t>(v + limit);
    }
  });
  std::vector<std::uint64_t> sum(row * row);
  for (const auto& pairs : counts)
    std::transform(pairs.begin(), pairs.end(), sum.begin(), sum.begin(), std::plus<>());
  return sum;
}

// Values follow one another closely, so each is written as its rank among those that most often
// follow the value before it: a quarter fewer bits, and as fast to read.
class Ranks {
 public:
  Ranks(const std::vector<std::uint64_t>& pairs, int limit)
      : values_(2 * limit + 1), limit_(limit) {
    ranked_.resize(pairs.size());
    rank_.resize(pairs.size());
    std::vector<int> order(values_);
    for (std::size_t row = 0; row < values_; ++row) {
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](int x, int y) {
        return pairs[row * values_ + x] > pairs[row * values_ + y];
      });
      for (std::size_t k = 0; k < values_; ++k) {
        ranked_[row * values_ + k] = static_cast<signed char>(order[k] - limit);
        rank_[row * values_ + order[k]] = static_cast<unsigned char>(k);
      }
    }
  }
  const std::vector<signed char>& ranked() const { return ranked_; }
  void encode(std::span<const signed char> values, unsigned char* out) const {
    int before = limit_;
    for (const signed char v : values) {
      *out++ = rank_[before * values_ + v + limit_];
      before = v + limit_;
    }
  }

 private:
  std::size_t values_;
  int limit_;
  std::vector<signed char> ranked_;
  std::vector<unsigned char> rank_;
};

// One block to a zstd frame. Long matches only: ranks are nearly without
// memory, and short matches cost more than the letters they replace.
class Packer {
 public:
  Packer() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
    ZSTD_CCtx* c = context_.get();
    ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(c, ZSTD_c_strategy, ZSTD_fast);
    ZSTD_CCtx_setParameter(c, ZSTD_c_minMatch, 7);
  }
  std::vector<unsigned char> pack(const Ranks& ranks, std::span<const signed char> values) {
    ranks.encode(values, letters_.data());
    std::vector<unsigned char> out(ZSTD_compressBound(kBlock));
    out.resize(
        ZSTD_compress2(context_.get(), out.data(), out.size(), letters_.data(), values.size()));
    return out;
  }

 private:
  std::unique_ptr<ZSTD_CCtx, size_t (*)(ZSTD_CCtx*)> context_;
  std::array<unsigned char, kBlock> letters_;
};

}  // namespace

Result<bool> write_slice(const std::string& path, const SliceLabel& label,
                         std::span<const signed char> values, int threads,
                         const std::atomic<bool>* stop) {
  Head head;
  head.positions = label.positions;
  head.blocks = blocks_of(label.positions);
  head.slice = label.slice;
  head.limit = label.limit;
  head.name_bytes = static_cast<std::uint32_t>(label.game.size());
  const Layout layout(head);
  head.header_bytes = static_cast<std::uint32_t>(layout.end);

  tbb::task_arena arena(threads);
  const std::vector<std::uint64_t> pairs = count_pairs(values, label.limit, arena, stop);
  const Ranks ranks(pairs, label.limit);
  std::vector<std::uint64_t> histogram(2 * label.limit + 1);
  for (std::size_t k = 0; k < pairs.size(); ++k) histogram[k % histogram.size()] += pairs[k];

  const Error failed{fmt::format("{} cannot be written: ", text::quoted(path))};
  NewFile file(path);
  if (!file.good()) return Error{failed.message + file.problem()};
  std::vector<std::uint16_t> sizes(head.blocks);
  std::vector<std::uint32_t> checksums(head.blocks);
  std::uint64_t at = layout.end;
  tbb::enumerable_thread_specific<Packer> packers;
  constexpr std::uint32_t kTogether = 256;
  for (std::uint32_t base = 0; base < head.blocks && file.good(); base += kTogether) {
    if (is_set(stop)) return false;
    const std::uint32_t count = std::min(kTogether, head.blocks - base);
    std::vector<std::vector<unsigned char>> packed(count);
    parallel_for(arena, count, [&](std::uint64_t k) {
      const auto block = static_cast<std::uint32_t>(base + k);
      packed[k] = packers.local().pack(
          ranks, values.subspan(std::uint64_t{block} * kBlock, block_size(values.size(), block)));
      sizes[block] = static_cast<std::uint16_t>(packed[k].size());
      checksums[block] = block_checksum(packed[k].data(), packed[k].size());
    });
    for (const auto& block : packed) {
      file.write(block.data(), block.size(), at);
      at += block.size();
    }
  }
  head.file_bytes = at;

  std::vector<unsigned char> header(layout.end);
  std::memcpy(header.data(), &head, sizeof head);
  std::memcpy(header.data() + layout.name, label.game.data(), label.game.size());
  std::memcpy(header.data() + layout.histogram, histogram.data(), 8 * histogram.size());
  std::memcpy(header.data() + layout.ranked, ranks.ranked().data(), ranks.ranked().size());
  std::memcpy(header.data() + layout.checksums, checksums.data(), 4 * checksums.size());
  std::memcpy(header.data() + layout.sizes, sizes.data(), 2 * sizes.size());
  head.checksum = header_checksum(header);
  std::memcpy(header.data(), &head, sizeof head);
  file.write(header.data(), header.size(), 0);
  if (!file.finish()) return Error{failed.message + file.problem()};
  return true;
}

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
  Head head;
  if (size_ < sizeof head || std::memcmp(data_, kMagic.data(), kMagic.size()) != 0)
    return wrong("is not a slice of an endgame database");
  std::memcpy(&head, data_, sizeof head);
  if (head.version != kVersion)
    return wrong(fmt::format("has version {} of the format; this program reads version {}",
                             head.version, kVersion));
  const Error damaged = wrong("is damaged: its header does not match its checksum");
  if (head.header_bytes > size_ || head.header_bytes < sizeof head || head.header_bytes % 8 != 0)
    return head.header_bytes > size_ ? wrong("is cut short") : damaged;
  if (header_checksum({data_, head.header_bytes}) != head.checksum) return damaged;
  if (head.limit < 0 || head.limit > 127 || head.block != kBlock ||
      head.blocks != blocks_of(head.positions) || Layout(head).end != head.header_bytes)
    return damaged;
  if (head.file_bytes != size_)
    return wrong(fmt::format("has {} bytes instead of {}", size_, head.file_bytes));

  const Layout layout(head);
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
  tbb::task_arena arena(threads);
  std::vector<std::atomic<std::uint64_t>> counts(histogram_.size());
  parallel_for(arena, blocks(), [&](std::uint64_t k) {
    if (is_set(stop)) return;
    const auto block = static_cast<std::uint32_t>(k);
    std::array<signed char, kBlock> values;
    unpack(block, values.data());
    const std::size_t size = block_size(label_.positions, block);
    std::array<std::uint32_t, 256> here{};
    for (std::size_t i = 0; i < size; ++i) ++here[values[i] + label_.limit];
    for (std::size_t v = 0; v < counts.size(); ++v) counts[v] += here[v];
    if (!out.empty()) std::memcpy(out.data() + std::uint64_t{block} * kBlock, values.data(), size);
  });
  if (is_set(stop)) return false;
  for (std::size_t v = 0; v < counts.size(); ++v)
    if (counts[v] != histogram_[v])
      throw DamagedTable(wrong("is damaged: its values are not those its header counts").message);
  return true;
}

}  // namespace solvent::endgame
