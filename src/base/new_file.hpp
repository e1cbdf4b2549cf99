// A file that is there in full or not at all: it is written under a temporary name beside its own,
// flushed, and renamed at the end. Until then an older file of that name stays as it is.
#pragma once

#include <cstdint>
#include <string>

namespace solvent {

class NewFile {
 public:
  explicit NewFile(std::string path);
  ~NewFile();  // removes what has not got its name
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(const void* data, std::uint64_t bytes, std::uint64_t at);
  void append(const void* data, std::uint64_t bytes) { write(data, bytes, size_); }
  std::uint64_t size() const { return size_; }
  // Once something went wrong nothing is written any more.
  bool good() const { return problem_ == 0; }
  std::string problem() const;  // in words
  // Gives it its name. What need not survive a power cut need not wait for the disk.
  bool finish(bool flushed = true);

 private:
  std::string path_, temporary_;
  std::uint64_t size_ = 0;
  int file_ = -1;
  int problem_ = 0;  // an errno
  bool named_ = false;
};

}  // namespace solvent
