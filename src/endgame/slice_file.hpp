// One slice of a database on disk: see README.md of this folder for the format.
//
// Values are written block by block, each by itself, so that a reader maps the file and unpacks
// only what it needs. Whatever can be wrong with a file is found when it is opened, except damage
// inside a block, which is found when the block is read (DamagedTable).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solvent/solve.hpp"

namespace solvent::endgame {

class Deal;

inline constexpr std::uint32_t kBlock = 16384;  // positions, a byte each when unpacked

// What a file says of itself.
struct SliceLabel {
  std::string game;  // with all its parameters: "awari"
  int slice = 0;
  std::uint64_t positions = 0;
  int limit = 0;  // values are -limit..limit
};

// Writes under a temporary name, flushes it to the disk and renames it. False if `stop` was set
// meanwhile.
Result<bool> write_slice(const std::string& path, const SliceLabel& label,
                         std::span<const signed char> values, int threads,
                         const std::atomic<bool>* stop);

class SliceFile {
 public:
  // An error if the file is not the slice that `expected` describes.
  static Result<SliceFile> open(const std::string& path, const SliceLabel& expected);
  SliceFile(SliceFile&& other) noexcept;
  SliceFile& operator=(SliceFile&&) = delete;
  ~SliceFile();

  const SliceLabel& label() const { return label_; }
  std::uint64_t bytes() const { return size_; }
  std::uint64_t checksum() const { return checksum_; }  // the one in its header
  std::uint32_t blocks() const { return static_cast<std::uint32_t>(starts_.size() - 1); }
  std::uint64_t count(int value) const { return histogram_[value + label_.limit]; }
  // The values of one block into `out`, which has room for kBlock. Throws DamagedTable.
  void unpack(std::uint32_t block, signed char* out) const;
  // All of them; checks them against the histogram too. Throws DamagedTable. False if `stop` was
  // set meanwhile.
  bool unpack_all(std::span<signed char> out, int threads,
                  const std::atomic<bool>* stop = nullptr) const;
  // All of this rank's; the histogram is about those of all.
  bool unpack_all(std::span<signed char> out, const Deal& deal, int threads,
                  const std::atomic<bool>* stop) const;

 private:
  SliceFile() = default;
  std::optional<Error> read_header(const SliceLabel& expected);
  Error wrong(const std::string& what) const;

  std::string path_;
  const unsigned char* data_ = nullptr;  // the mapped file
  std::uint64_t size_ = 0, checksum_ = 0;
  SliceLabel label_;
  std::vector<std::uint64_t> histogram_;
  std::vector<signed char> ranked_;       // [value before][rank] -> value, both from -limit
  std::vector<std::uint32_t> checksums_;  // of the blocks
  std::vector<std::uint64_t> starts_;     // of the blocks, and the end of the file
};

}  // namespace solvent::endgame
