#include "base/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace solvent {

namespace {

// False if somebody else holds it; where files cannot be locked, nobody does.
bool lock(int file) {
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  return ::fcntl(file, F_OFD_SETLK, &whole) == 0 || (errno != EAGAIN && errno != EACCES);
}

// While this was waiting to be locked, its writer may have given it its name.
bool still_called(int file, const char* path) {
  struct stat ours = {}, there = {};
  return ::fstat(file, &ours) == 0 && ::stat(path, &there) == 0 && ours.st_ino == there.st_ino &&
         ours.st_dev == there.st_dev;
}

}  // namespace

NewFile::NewFile(std::string path) : path_(std::move(path)), temporary_(path_ + ".tmp") {
  while (good() && file_ < 0) {
    const int file = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) {
      error_ = errno;
    } else if (!lock(file)) {
      error_ = EAGAIN;
      ::close(file);
    } else if (still_called(file, temporary_.c_str())) {
      file_ = file;
      if (::ftruncate(file_, 0) != 0) error_ = errno;
    } else {
      ::close(file);
    }
  }
}

NewFile::~NewFile() {
  if (file_ < 0) return;
  if (!named_) ::unlink(temporary_.c_str());
  ::close(file_);
}

void NewFile::write(const void* data, std::uint64_t bytes, std::uint64_t at) {
  const char* from = static_cast<const char*>(data);
  while (good() && bytes > 0) {
    const ssize_t written = ::pwrite(file_, from, bytes, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      error_ = written < 0 ? errno : EIO;
      return;
    }
    from += written;
    at += static_cast<std::uint64_t>(written);
    bytes -= static_cast<std::uint64_t>(written);
    size_ = std::max(size_, at);
  }
}

bool NewFile::finish(bool flushed) {
  if (!good()) return false;
  int failed = 0;
  do failed = flushed ? ::fsync(file_) : 0;
  while (failed != 0 && errno == EINTR);
  if (failed != 0 || ::rename(temporary_.c_str(), path_.c_str()) != 0) error_ = errno;
  named_ = good();
  if (named_ && flushed) flush_folder();
  return named_;
}

std::string NewFile::problem() const {
  if (error_ == EAGAIN) return "somebody else is writing it";
  return good() ? "" : std::error_code(error_, std::generic_category()).message();
}

// The name itself is on the disk only when its folder is.
void NewFile::flush_folder() const {
  const std::size_t slash = path_.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
  const int f = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (f < 0) return;
  ::fsync(f);
  ::close(f);
}

}  // namespace solvent
