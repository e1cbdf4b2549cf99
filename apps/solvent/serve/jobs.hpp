// Jobs: questions that the workers answer. A solve is waited for; a job is listened to while it
// goes on, by anybody who knows its id, from the beginning or again.
#pragma once

#include <chrono>

#include "lanes.hpp"
#include "question.hpp"
#include "shelf.hpp"

namespace solvent::serve {

// What a job has said so far. Of every kind of event the latest counts: of each move, of progress.
class Events {
 public:
  explicit Events(Bell& bell) : bell_(bell) {}
  void post(const std::string& slot, const std::string& event, const Json& data, bool last = false);
  // Server-sent events newer than `seen`, which moves on; true if there will be no more.
  bool next(std::uint64_t& seen, std::string& out);

 private:
  struct Slot {
    std::string name, text;
    std::uint64_t version;
  };
  Bell& bell_;
  std::mutex mutex_;
  std::vector<Slot> slots_;
  std::uint64_t version_ = 0;
  bool ended_ = false;
};

class Job : public Task {
 public:
  enum class Kind { Value, Moves };
  // With so much memory in the quick lane, and with what the pool lends in the slow one.
  Job(AskedQuestion question, Kind kind, std::uint64_t moment_memory, std::shared_ptr<Pool> pool,
      Bell& bell)
      : question_(std::move(question)),
        kind_(kind),
        moment_memory_(moment_memory),
        pool_(std::move(pool)),
        events_(bell) {}

  Events& events() { return events_; }
  Reply reply() const override;

  // Who listens; a job that nobody has listened to for long is not worth its time.
  void listen(int more);
  bool unheard_for(double seconds) const;

 protected:
  bool run(double seconds) override;
  void refused() override {
    fail(503, busy().json["error"]);
    forget();
  }

 private:
  bool find_answer(double seconds);
  void tell(const MoveValue& m);
  void answer(const Answer& answer, bool with_line, bool with_moves);
  void fail(int status, const std::string& sentence);
  void forget();
  Options options_for(double seconds) const;
  Watch watch();

  std::optional<AskedQuestion> question_;  // until it is done
  Kind kind_;
  std::uint64_t moment_memory_;
  std::shared_ptr<Pool> pool_;
  Events events_;
  double spent_ = 0;              // seconds, of slices that are over
  std::vector<MoveValue> moves_;  // as they were reported
  mutable std::mutex mutex_;      // of the rest
  Reply reply_;
  int listeners_ = 0;
  std::chrono::steady_clock::time_point heard_ = std::chrono::steady_clock::now();
};

class Jobs {
 public:
  Jobs(Games& games, Lanes& lanes, const Settings& settings, Bell& bell)
      : games_(games), lanes_(lanes), settings_(settings), bell_(bell) {}

  // A job on its way, or what is wrong.
  std::shared_ptr<Job> begin(const std::string& body, bool keep, Reply& reply);
  std::shared_ptr<Job> find(const std::string& id) { return jobs_.find(id); }
  Reply stop(const std::string& id);
  void stop_forlorn();
  Shelf<Job>& kept() { return jobs_; }
  static bool is_idle(const Job& job) { return job.state() == Task::Phase::Done; }

 private:
  Games& games_;
  Lanes& lanes_;
  const Settings& settings_;
  Bell& bell_;
  Shelf<Job> jobs_{kMostKept};
};

}  // namespace solvent::serve
