// Checkpoints: where a run stands, in a file from which another run goes on.
//
//   solvent checkpoint 1          plain text: what the run is about, a line each
//   version: 0.2.0
//   game: connect4:7x6
//   ...
//                                 an empty line ends it, and its checksum follows
//   | packed size | size | checksum | bytes |  ...  | 0 | 0 | checksum |
//
// The rest is what objects save of themselves, in blocks of up to a megabyte that are packed with
// zstd where that helps. Each checksum goes on from the one before, so that nothing can be missing
// or stand elsewhere. Sizes are 4 bytes, checksums 8.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "base/new_file.hpp"
#include "game/any_game.hpp"
#include "solvent/solve.hpp"

struct ZSTD_CCtx_s;

namespace solvent::session {

// Names and values of all that has to be the same when a run is carried on, the version first.
using Label = std::vector<std::pair<std::string, std::string>>;
Label make_label(const AnyGame& game, const AnyState& root, const Options& options);

// Can there be a checkpoint of this name?
std::optional<Error> wrong_checkpoint_place(const std::string& path);

class CheckpointWriter final : public Archive {
 public:
  CheckpointWriter(const std::string& path, const Label& label);
  ~CheckpointWriter() override;
  // Puts the file in its place; the one before it stays if anything went wrong.
  std::optional<Error> finish();

 private:
  void transfer(void* data, std::size_t size) override;
  void flush();
  void write_block(const std::byte* data, std::size_t size);
  void put(const void* data, std::size_t size);

  std::string path_;
  NewFile file_;
  std::uint64_t at_ = 0;
  std::uint64_t sum_ = 0;
  std::vector<std::byte> buffer_, packed_;
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> context_;
};

class CheckpointReader final : public Archive {
 public:
  // Fails if it is no checkpoint, or that of something else.
  CheckpointReader(const std::string& path, const Label& expected);
  ~CheckpointReader() override;
  void finish();  // is that all?

 private:
  void transfer(void* data, std::size_t size) override;
  void read_label(const Label& expected);
  bool next_block();
  bool get(void* data, std::size_t size);

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::uint64_t sum_ = 0;
  std::vector<std::byte> block_, packed_;
  std::size_t used_ = 0;  // of the block
};

}  // namespace solvent::session
