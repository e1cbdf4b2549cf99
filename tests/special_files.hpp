// Names under which there is something else than a regular file, none of which a program may
// replace.
#pragma once

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace solvent::test {

// What stands at a path and what it is called in complaints. Made in `folder`, which must be empty;
// a device only where this process may make one.
struct SpecialFile {
  std::string path, called;
  mode_t kind;

  bool untouched() const {
    struct stat about = {};
    return lstat(path.c_str(), &about) == 0 && (about.st_mode & S_IFMT) == kind;
  }
};

inline std::vector<SpecialFile> make_special_files(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<SpecialFile> made;
  const auto in_folder = [&](const std::string& name) { return folder + "/" + name; };
  if (mkfifo(in_folder("fifo").c_str(), 0666) == 0)
    made.push_back({in_folder("fifo"), "it is a FIFO", S_IFIFO});
  fs::create_directory(in_folder("folder"));
  made.push_back({in_folder("folder"), "it is a folder", S_IFDIR});
  fs::create_symlink("nothing", in_folder("dangling"));
  made.push_back({in_folder("dangling"), "it is a symbolic link", S_IFLNK});
  fs::create_symlink("/dev/null", in_folder("link"));
  made.push_back({in_folder("link"), "it is a symbolic link", S_IFLNK});
  if (mknod(in_folder("device").c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0)
    made.push_back({in_folder("device"), "it is a device", S_IFCHR});
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, in_folder("socket").c_str(), sizeof address.sun_path - 1);
  const int s = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(s, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
    made.push_back({in_folder("socket"), "it is a socket", S_IFSOCK});
  close(s);
  return made;
}

}  // namespace solvent::test
