// A file that takes its place only when it is complete: written aside as PATH.tmp, brought to the
// disk, and renamed. Until then whatever had its name stays; if anything fails, nothing is left. Of
// two that write the same file at the same time, the second fails.
#pragma once

#include <cstdint>
#include <string>

namespace solvent {

class NewFile {
 public:
  explicit NewFile(std::string path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(const void* data, std::uint64_t bytes, std::uint64_t at);
  void append(const void* data, std::uint64_t bytes) { write(data, bytes, size_); }
  std::uint64_t size() const { return size_; }
  // Gives it its name. What need not survive a power cut need not wait for the disk.
  bool finish(bool flushed = true);
  bool good() const { return error_ == 0; }
  std::string problem() const;  // of the first call that failed: "No space left on device"

 private:
  void flush_folder() const;

  std::string path_, temporary_;
  std::uint64_t size_ = 0;
  int file_ = -1;
  int error_ = 0;
  bool named_ = false;
};

}  // namespace solvent
