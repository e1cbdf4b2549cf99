#include "base/new_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>
#include <string_view>
#include <system_error>

namespace solvent {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMark = ".solvent-", kEnd = ".tmp";
constexpr std::string_view kHexadecimal = "0123456789abcdef";
constexpr std::size_t kDigits = 16;
constexpr std::size_t kLongestStem = 200;  // of a file's name, which may have 255 bytes

std::size_t folder_size(std::string_view path) { return path.rfind('/') + 1; }  // or 0

// How the temporary names of a file begin.
std::string stem_of(std::string_view path) {
  std::string stem(path.substr(0, folder_size(path) + kLongestStem));
  return stem.append(kMark);
}

std::string words_of(int error) { return std::generic_category().message(error); }

enum class Lock { Taken, Held, Impossible };  // Impossible: files cannot be locked here

Lock lock(int file) {
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(file, F_OFD_SETLK, &whole) == 0) return Lock::Taken;
  return errno == EAGAIN || errno == EACCES ? Lock::Held : Lock::Impossible;
}

bool still_called(int file, const char* path) {
  struct stat ours = {}, there = {};
  return ::fstat(file, &ours) == 0 && ::lstat(path, &there) == 0 && ours.st_ino == there.st_ino &&
         ours.st_dev == there.st_dev;
}

// Why what has this name must not be replaced; empty if it may be, or if there is nothing.
std::string obstacle(const char* path, mode_t* permissions = nullptr) {
  struct stat about = {};
  if (::lstat(path, &about) != 0) return errno == ENOENT ? "" : words_of(errno);
  constexpr std::string_view kOnly = ", and only regular files are replaced";
  switch (about.st_mode & S_IFMT) {
    case S_IFREG: break;
    case S_IFDIR: return "it is a folder";
    case S_IFLNK: return "it is a symbolic link: name the file it leads to";
    case S_IFCHR:
    case S_IFBLK: return "it is a device" + std::string(kOnly);
    case S_IFIFO: return "it is a FIFO" + std::string(kOnly);
    case S_IFSOCK: return "it is a socket" + std::string(kOnly);
    default: return "it is no file";
  }
  if (permissions != nullptr) *permissions = about.st_mode & 0777;
  return ::faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? "" : words_of(errno);
}

// Has the program that wrote this file ended without giving it its name?
bool is_left_over(int file, const char* path) {
  struct stat about = {};
  return ::fstat(file, &about) == 0 && S_ISREG(about.st_mode) && lock(file) == Lock::Taken &&
         still_called(file, path);
}

// What killed programs have left of a file.
void sweep(const std::string& folder, const std::string& path) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().string();
    if (!is_temporary_name(path, name)) continue;
    const int file = ::open(name.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) continue;
    if (is_left_over(file, name.c_str())) ::unlink(name.c_str());
    ::close(file);
  }
}

}  // namespace

std::string temporary_name(const std::string& path) {
  std::random_device source;
  std::string name = stem_of(path);
  for (std::size_t k = 0; k < kDigits; ++k) name += kHexadecimal[source() % kHexadecimal.size()];
  return name.append(kEnd);
}

bool is_temporary_name(std::string_view path, std::string_view name) {
  const std::string stem = stem_of(path);
  if (!name.starts_with(stem)) return false;
  name.remove_prefix(stem.size());
  return name.size() == kDigits + kEnd.size() && name.ends_with(kEnd) &&
         name.find_first_not_of(kHexadecimal) == kDigits;
}

NewFile::NewFile(std::string path)
    : path_(std::move(path)), folder_(path_.substr(0, folder_size(path_))) {
  if (folder_.empty()) path_.insert(0, folder_ = "./");
  problem_ = path_.find('\0') != path_.npos ? "a name has no NUL in it" : obstacle(path_.c_str());
  if (good() && path_ == folder_) problem_ = "a name is missing";
  if (!good()) return;
  sweep(folder_, path_);
  create();
}

// Until it is locked, somebody may take it for left over: then it gets another name.
void NewFile::create() {
  while (good() && file_ < 0) {
    temporary_ = temporary_name(path_);
    const int file =
        ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST && errno != EINTR) problem_ = words_of(errno);
    if (file < 0) continue;
    if (lock(file) != Lock::Held && still_called(file, temporary_.c_str()))
      file_ = file;
    else
      ::close(file);
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
      problem_ = words_of(written < 0 ? errno : EIO);
      return;
    }
    from += written;
    at += static_cast<std::uint64_t>(written);
    bytes -= static_cast<std::uint64_t>(written);
    size_ = std::max(size_, at);
  }
}

bool NewFile::finish(bool flushed) {
  if (!good() || named_) return named_;
  mode_t permissions = 0;
  problem_ = obstacle(path_.c_str(), &permissions);  // hours may have passed
  if (!good()) return false;
  bool done = permissions == 0 || ::fchmod(file_, permissions) == 0;
  while (done && flushed && ::fsync(file_) != 0) done = errno == EINTR;
  done = done && ::rename(temporary_.c_str(), path_.c_str()) == 0;
  if (!done) problem_ = words_of(errno);
  named_ = done;
  if (named_ && flushed) flush_folder();
  return named_;
}

// The name itself is on the disk only when its folder is.
void NewFile::flush_folder() const {
  const int f = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (f < 0) return;
  ::fsync(f);
  ::close(f);
}

}  // namespace solvent
