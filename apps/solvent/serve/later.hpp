// Answers that take their time. No thread waits for them: whoever has news rings, and the front
// looks at what there is to send.
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <string>

namespace solvent::serve {

class Bell {
 public:
  Bell() : fd_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
  ~Bell() { ::close(fd_); }
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;

  int fd() const { return fd_; }
  void ring() {
    if (rung_.exchange(true)) return;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto n = ::write(fd_, &one, sizeof one);
  }
  void answer() {  // what is rung for from now on is heard again
    std::uint64_t all = 0;
    [[maybe_unused]] const auto n = ::read(fd_, &all, sizeof all);
    rung_ = false;
  }

 private:
  int fd_;
  std::atomic<bool> rung_ = false;
};

// What there is to send now.
struct Piece {
  enum class Kind { Nothing, Whole, Part, Last };
  Kind kind = Kind::Nothing;
  int status = 200;  // of a whole answer, or of the first part
  std::string type;  // likewise
  std::string headers = {};
  std::string body = {};
  std::shared_ptr<const std::string> file = {};  // instead of the body
};

class Later {
 public:
  virtual ~Later() = default;
  virtual Piece look() = 0;
  virtual void forsaken() {}  // the client has gone before the end
};

}  // namespace solvent::serve
