// What clients wait for: the reply to a task, the events of a job, a file.
#pragma once

#include <map>

#include "games.hpp"
#include "jobs.hpp"
#include "lanes.hpp"
#include "later.hpp"

namespace solvent::serve {

// The reply once the task is done. While it is in the slow lane the status is 200 already, and
// blanks before the JSON find out whether the client is still there: nobody else would end the
// task.
class TaskReply : public Later {
 public:
  TaskReply(std::shared_ptr<Task> task, Lanes& lanes) : task_(std::move(task)), lanes_(lanes) {}
  Piece look() override;
  void forsaken() override { lanes_.forsake(task_); }

 private:
  std::shared_ptr<Task> task_;
  Lanes& lanes_;
  std::optional<std::chrono::steady_clock::time_point> said_;
};

class Download : public Later {
 public:
  explicit Download(std::shared_ptr<const std::string> file) : file_(std::move(file)) {}
  Piece look() override;

 private:
  std::shared_ptr<const std::string> file_;
};

// Streams of events, so many in all and so many of one client.
class Streams {
 public:
  std::shared_ptr<Later> open(const std::string& client, std::shared_ptr<Job> job);  // or null

 private:
  friend class Stream;
  std::mutex mutex_;
  std::size_t all_ = 0;
  std::map<std::string, std::size_t> of_;
};

// A tree that was sent, being read.
class AddTree : public Task {
 public:
  AddTree(Games& games, std::string text) : games_(games), text_(std::move(text)) {}
  Reply reply() const override { return reply_; }

 protected:
  bool run(double seconds) override;
  void refused() override { reply_ = busy(); }

 private:
  Games& games_;
  std::string text_;
  Reply reply_;
};

// Looks for wins by threats in a game of lines, with few moves to try: some hundredths of a second.
class FindThreats : public Task {
 public:
  explicit FindThreats(Position position) : position_(std::move(position)) {}
  Reply reply() const override { return reply_; }

 protected:
  bool run(double seconds) override;
  void refused() override { reply_ = busy(); }

 private:
  Position position_;
  Reply reply_;
};

}  // namespace solvent::serve
