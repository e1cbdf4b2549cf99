// A file that takes its place only when it is complete. It is written beside its place under a name
// that nobody else has (NAME.solvent-0f2c4d6e8a1b3c5d.tmp, created exclusively), brought to the
// disk and renamed. Until then whatever had its name stays; if anything fails, nothing is left. Of
// two that write the same file at the same time, the last to finish stays, whole.
//
// Only a regular file is replaced, and keeps its permissions: not a device, a FIFO, a folder or a
// socket, nor a symbolic link, which somebody else may have put there. All of this is checked when
// the object is made, so making one and dropping it tells whether there can be a file of this
// name.
//
// A program that is killed leaves its temporary file. It is locked while somebody writes it, so the
// next writer of the same file can tell that it was abandoned, and removes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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
  const std::string& temporary() const { return temporary_; }  // where it can be read meanwhile
  // Gives it its name. What need not survive a power cut need not wait for the disk.
  bool finish(bool flushed = true);
  bool good() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }  // the first: "No space left on device"

 private:
  void create();
  void flush_folder() const;

  std::string path_, folder_, temporary_;
  std::uint64_t size_ = 0;
  int file_ = -1;
  std::string problem_;
  bool named_ = false;
};

// A name beside a path that nobody else has or can guess: PATH.solvent-0f2c4d6e8a1b3c5d.tmp.
std::string temporary_name(const std::string& path);
// Is this such a name?
bool is_temporary_name(std::string_view path, std::string_view name);

}  // namespace solvent
