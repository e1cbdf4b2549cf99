// What ranks have to say to each other while they work on one thing, phase by phase.
//
// In a phase every rank does its own work and sends letters to others, which make more work there.
// It ends when nobody has anything left to do and no letter is on its way. Rank 0 finds that out by
// counting letters (Mattern 1987, four counters): whoever runs out of work tells it how many it has
// sent and received; when the sums agree, it asks all once more, and if nothing has moved
// meanwhile, the phase is over. A stop, or whatever fails on one rank, ends the phase on all of
// them in the same way, so afterwards nothing is left on its way.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "solvent/ranks.hpp"
#include "solvent/result.hpp"

namespace solvent::endgame {

using Content = std::span<const std::byte>;

// What has come from another rank. Who keeps it for later need not copy it.
class Letter {
 public:
  explicit Letter(Bytes message) : message_(std::move(message)) {}
  Content content() const { return Content(message_).subspan(kHead); }
  static constexpr std::size_t kHead = 1 + sizeof(std::uint32_t);  // bytes before what it says

 private:
  Bytes message_;
};

class RankPhase {
 public:
  virtual ~RankPhase() = default;
  // Before the first step; letters come later.
  virtual void begin() {}
  // Does some of the work that is left, a few milliseconds of it; false if nothing is, and all that
  // was to be sent has been. It is called again after letters have come.
  virtual bool step() { return false; }
  // Must not wait: it may reply, but not send.
  virtual void take(int from, Letter letter) = 0;
};

class Exchange {
 public:
  // What takes part: all of `ranks`, and `stop`, which may be set at any time on any of them.
  Exchange(Ranks& ranks, const std::atomic<bool>* stop) : ranks_(ranks), stop_(stop) {}
  // Ends it on every rank, after the last phase: nothing that was sent is left unread.
  void part();

  int rank() const { return ranks_.rank(); }
  int size() const { return ranks_.size(); }
  // How large letters should be, so that those to all ranks together take up little memory.
  std::size_t letter_bytes() const;

  // Does a phase on every rank. False on all of them if they were stopped, or if one has failed.
  // What begin() or step() throw is a failure.
  bool run(RankPhase& phase);
  // Something that cannot be done here; the first of these messages is why all ranks end.
  void fail(const std::string& message);
  // Is it ending early? Then nothing that is sent matters any more.
  bool stopping() const { return stopping_; }
  // On rank 0, why a phase was false: nothing if it was told to stop.
  const std::optional<Error>& failure() const { return failure_; }

  // For steps of a phase. `letter` comes from blank() and is filled behind what that has put there.
  static Bytes blank();
  static std::size_t size_of(const Bytes& letter);
  // While much is on its way, this waits, and takes what comes.
  void send(int to, Bytes letter);
  void reply(int to, Bytes letter);
  // Takes what has come.
  void pump();
  // ... and waits for it a moment if there is nothing.
  void await(double seconds = 0.01);

 private:
  enum class Kind : unsigned char;
  struct Report {  // of a rank, to rank 0
    std::uint64_t sent = 0, received = 0;
    bool idle = false;
    friend bool operator==(const Report&, const Report&) = default;
  };
  struct Sums {
    std::uint64_t sent = 0, received = 0;
    friend bool operator==(const Sums&, const Sums&) = default;
  };

  template <class Part>
  bool attempt(const Part& part);
  Bytes note(Kind kind) const;
  void tell_others(const Bytes& message);
  void handle(Ranks::Message message);
  void look_at_stop();
  void request_stop(const std::string& why, int whose);
  void report();
  void reported(int from, const Report& report, bool asked);
  void conclude();
  std::optional<Sums> quiet() const;

  Ranks& ranks_;
  const std::atomic<bool>* stop_;
  RankPhase* phase_ = nullptr;
  std::uint32_t number_ = 0;  // of the phase
  std::uint64_t sent_ = 0, received_ = 0;
  bool idle_ = false, ended_ = false, stopping_ = false, complete_ = false;
  bool asked_to_stop_ = false;         // rank 0 has been, by this one; on rank 0, all have been
  std::optional<Report> told_;         // what rank 0 knows of this one
  std::vector<Ranks::Message> early_;  // of the next phase
  int parted_ = 0;                     // ranks whose last message rank 0 has
  // On rank 0.
  std::vector<std::optional<Report>> reports_;
  std::optional<Sums> asked_;  // they were so when all were asked once more
  int answers_ = 0;
  std::optional<Error> failure_;
};

}  // namespace solvent::endgame
