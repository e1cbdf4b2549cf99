// A slice of an endgame database that something has happened to, as it is and with the checksums
// made right: refused in one line, or its values are on the scale and as many as it says.
#include "endgame/slice_file.hpp"

#include <filesystem>
#include <fstream>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "edited.hpp"

namespace solvent::fuzz {
namespace {

using endgame::SliceLabel;

const std::string& path() {
  static const std::string kPath =
      (std::filesystem::temp_directory_path() / ("fuzz-slice-" + std::to_string(::getpid())))
          .string();
  return kPath;
}

struct Slice {
  SliceLabel label;
  std::string file;

  Slice(std::uint64_t positions, int limit, std::uint32_t change)
      : label{"awari", 4, positions, limit} {
    std::vector<signed char> values(positions);
    Rng rng(positions);
    int v = 0;
    for (auto& value : values) {
      if (rng.below(change) == 0)
        v = static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit;
      value = static_cast<signed char>(v);
    }
    require(endgame::write_slice(path(), label, values, 1, nullptr).ok(), "a slice is written");
    std::ifstream in(path(), std::ios::binary);
    file = {std::istreambuf_iterator<char>(in), {}};
  }
};

const std::vector<Slice>& slices() {
  static const std::vector<Slice> kSlices = {
      {300, 1, 3}, {700, 4, 2}, {1, 0, 1}, {20000, 2, 500}, {90, 127, 2}};
  return kSlices;
}

std::uint64_t word_at(const std::string& file, std::size_t at, std::size_t size) {
  std::uint64_t word = 0;
  std::memcpy(&word, file.data() + at, std::min<std::size_t>(size, file.size() - at));
  return word;
}

// The sums of the blocks as the header places them, then its own (README.md of src/endgame).
std::string signed_again(std::string file) {
  if (file.size() < 64) return file;
  const auto header = word_at(file, 12, 4), blocks = word_at(file, 44, 4);
  const auto limit = word_at(file, 52, 4), name = word_at(file, 56, 4);
  if (header > file.size() || header < 64 || header % 8 != 0 || limit > 127) return file;
  const auto padded = [](std::uint64_t n) { return (n + 7) / 8 * 8; };
  const std::uint64_t values = 2 * limit + 1;
  const std::uint64_t sums = 64 + padded(name) + 8 * values + padded(values * values);
  const std::uint64_t sizes = sums + padded(4 * blocks);
  if (sizes + 2 * blocks <= header) {
    std::size_t start = header;
    for (std::size_t k = 0; k < blocks; ++k) {
      const std::size_t size = word_at(file, sizes + 2 * k, 2);
      if (size > file.size() - start) break;
      std::uint64_t lanes[2] = {size, 0};
      for (std::size_t at = 0, lane = 0; at < size; at += 8, lane ^= 1)
        lanes[lane] =
            mix(lanes[lane] + word_at(file, start + at, std::min<std::size_t>(8, size - at)) +
                0x9E3779B97F4A7C15ull);
      const auto sum = static_cast<std::uint32_t>(mix(lanes[0] + mix(lanes[1])));
      std::memcpy(file.data() + sums + 4 * k, &sum, sizeof sum);
      start += size;
    }
  }
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at + 8 <= header; at += 8)
    sum = mix(sum + (at == 16 ? 0 : word_at(file, at, 8)) + 0x9E3779B97F4A7C15ull);
  std::memcpy(file.data() + 16, &sum, sizeof sum);
  return file;
}

// True if all of it is good.
bool check_file(const std::string& bytes, const SliceLabel& label) {
  std::ofstream(path(), std::ios::binary) << bytes;
  const auto file = endgame::SliceFile::open(path(), label);
  if (!file) return check_message(file.message()), false;
  std::vector<signed char> values(label.positions);
  try {
    file->unpack_all(values, 1);
  } catch (const DamagedTable& damage) { return check_message(damage.what()), false; }
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(2 * label.limit + 1));
  for (const int v : values) {
    require(v >= -label.limit && v <= label.limit, "values are on the scale");
    ++counts[static_cast<std::size_t>(v + label.limit)];
  }
  for (int v = -label.limit; v <= label.limit; ++v)
    require(file->count(v) == counts[static_cast<std::size_t>(v + label.limit)],
            "there are as many of each as it says");
  return true;
}

void check(Bytes bytes) {
  const auto many = static_cast<std::uint32_t>(slices().size());
  const Slice& slice = slices()[bytes.below(many)];
  const Slice& other = slices()[bytes.below(many)];
  const bool whole = bytes.below(3) == 0;
  const std::string file =
      whole ? std::string(bytes.rest()) : edited(slice.file, other.file, bytes);
  require(check_file(file, slice.label) == (file == slice.file), "what has changed is noticed");
  check_file(signed_again(file), slice.label);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({data, size});
  return 0;
}
