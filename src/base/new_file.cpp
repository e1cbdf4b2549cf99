#include "base/new_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace solvent {

namespace {
// The name itself is on the disk only when its folder is.
void flush_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int f = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (f < 0) return;
  ::fsync(f);
  ::close(f);
}
}  // namespace

NewFile::NewFile(std::string path) : path_(std::move(path)), temporary_(path_ + ".tmp") {
  file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) problem_ = errno;
}

NewFile::~NewFile() {
  if (file_ < 0) return;
  ::close(file_);
  if (!named_) ::unlink(temporary_.c_str());
}

void NewFile::write(const void* data, std::uint64_t bytes, std::uint64_t at) {
  const char* from = static_cast<const char*>(data);
  while (problem_ == 0 && bytes > 0) {
    const ssize_t written = ::pwrite(file_, from, bytes, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      problem_ = written < 0 ? errno : ENOSPC;
      return;
    }
    from += written;
    at += static_cast<std::uint64_t>(written);
    bytes -= static_cast<std::uint64_t>(written);
    size_ = std::max(size_, at);
  }
}

std::string NewFile::problem() const { return std::strerror(problem_); }

bool NewFile::finish(bool flushed) {
  if (problem_ == 0 && flushed && ::fsync(file_) != 0) problem_ = errno;
  if (problem_ == 0 && std::rename(temporary_.c_str(), path_.c_str()) != 0) problem_ = errno;
  named_ = problem_ == 0;
  if (named_ && flushed) flush_folder_of(path_);
  return named_;
}

}  // namespace solvent
