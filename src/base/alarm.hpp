// When to look up from work: after a while, at a deadline, or because somebody wants an end.
//
// A worker tells the alarm of every small piece of work before it begins. It looks at the clock
// about ten times a millisecond, whatever the pieces cost, so that asking is free and the answer
// never late.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

namespace solvent {

class Alarm {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  Alarm() = default;  // never rings
  // Rings for good after so many seconds, or as soon as `stop` is set.
  explicit Alarm(const std::atomic<bool>* stop, double seconds = kNever);
  // For one of several workers: rings when this one would, and as soon as `enough` is set.
  Alarm together(const std::atomic<bool>& enough) const {
    Alarm other = *this;
    other.enough_ = &enough;
    if (!counts_) other.left_ = other.pieces_;
    return other;
  }

  // Rings for now after so many seconds more, or so many pieces of work more.
  void set(double seconds);
  void set_pieces(std::uint32_t pieces);

  // Is it time to stop? From then on it is, until the alarm is set again.
  bool rings(std::uint32_t pieces = 1) {
    if (pieces >= left_) return look();
    left_ -= pieces;
    return rang_;
  }
  // Is it time to stop for good, so that what is unfinished may be thrown away?
  bool ends(std::uint32_t pieces = 1) { return rings(pieces) && ended_; }

 private:
  static constexpr std::uint32_t kMostPieces = 256;  // between two looks
  static constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::max();

  [[gnu::cold, gnu::noinline]] bool look();

  const std::atomic<bool>* stop_ = nullptr;
  const std::atomic<bool>* enough_ = nullptr;
  std::int64_t end_ = kUnset, moment_ = kUnset, last_look_ = 0;  // nanoseconds
  std::uint32_t left_ = 1, pieces_ = 1;
  bool counts_ = false;  // pieces, not time
  bool rang_ = false, ended_ = false;
};

}  // namespace solvent
