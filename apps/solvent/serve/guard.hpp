// Who is let in: requests that are well formed and small enough, from this machine's own pages.
#pragma once

#include <httplib.h>

#include <atomic>
#include <optional>

#include "reply.hpp"
#include "settings.hpp"

namespace solvent::serve {

// Why a request is not even read, if it is not.
std::optional<Reply> refused(const httplib::Request& req, const Settings& settings);
// What a status means, where nobody has said more.
std::string in_words(int status, const httplib::Request& req);
std::string quoted_for_regex(std::string_view name);

// A number of places, such as streams that may be open at a time.
class Slots {
 public:
  explicit Slots(std::size_t places) : free_(static_cast<long>(places)) {}
  bool take() {
    if (--free_ >= 0) return true;
    ++free_;
    return false;
  }
  void give() { ++free_; }

 private:
  std::atomic<long> free_;
};

}  // namespace solvent::serve
