// The processes of an MPI job. The one file beside this header's .cpp that knows MPI.
#pragma once

#include <memory>

#include "solvent/ranks.hpp"

namespace solvent::cli {

class MpiRanks final : public Ranks {
 public:
  // Joins the job, with the arguments of main; once in a process.
  MpiRanks(int& argc, char**& argv);
  ~MpiRanks() override;
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int on_this_machine() const override { return on_this_machine_; }
  void send(int to, Bytes bytes) override;
  std::optional<Message> receive() override;
  std::size_t unsent() override;

  // Leaves the job with this exit status: in order together with all others, or, if some of them
  // cannot be waited for, by ending all.
  int leave(int exit_status);

 private:
  struct Outbox;
  void forget_sent();

  int rank_ = 0, size_ = 1, on_this_machine_ = 1;
  std::unique_ptr<Outbox> outbox_;
};

}  // namespace solvent::cli
