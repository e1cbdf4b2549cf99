// Collecting a proof in parts: a folder of certificates that cite each other
// (docs/certificates.md), made by several threads within a limit of memory that does not depend on
// the size of the proof.
//
// A worker takes positions from a list, collects claims about them, depth first, until they are a
// part, writes it, and puts the positions that are left back into the list, where the next worker
// takes the last ones, which are neighbours. The list begins with the root. A claim that another
// part proves, or that stands in the list, is left to it, unless that part rests on this one.
//
// A part can name the parts that it cites only when they are complete. So parts are written as
// drafts, which do not name them, and become parts of the proof in the end, when nothing is left.
// A journal in the folder says which drafts there are, with their digests, so that another run can
// go on.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proof/certificate.hpp"
#include "proof/part_graph.hpp"

namespace solvent::proof {

struct PartsRequest {
  const AnyGame& game;
  AnyState root;
  std::vector<Statement> statements;
  std::optional<int> at_least, at_most;  // the same for the side to move
  std::uint64_t leaf = 0;
  std::uint64_t claims = 1'000'000;  // in a part, about
  std::size_t memory = 0;            // of a worker
  std::size_t threads = 1;
  std::function<search::Machine&(std::size_t who)> machine;  // of each worker
};

struct PartsProgress {
  std::uint64_t parts = 0, claims = 0, bytes = 0;  // of drafts
  std::uint64_t nodes = 0;                         // in this run
  std::uint64_t left = 0;                          // positions known to be proved by other parts
  double done = 0, begun = 0;                      // shares of all, now and when this run began
  std::size_t memory = 0;
};

class PartsMaker {
 public:
  PartsMaker(const std::string& folder, const PartsRequest& request);
  ~PartsMaker();

  // Makes the folder, or goes on where its journal ends. An error if it is another proof's, or
  // holds a finished one.
  std::optional<std::string> open();
  std::uint64_t found() const { return found_; }  // drafts of earlier runs

  // Until all is done, something is wrong (`problem`), or the alarm rings for good; `look` is
  // called several times a second, in this thread, and ends it with true.
  enum class End : std::uint8_t { Done, Stopped, OutOfMemory, Wrong };
  End run(Alarm& alarm, const std::function<bool(const PartsProgress&)>& look);
  const std::string& problem() const { return problem_; }
  PartsProgress progress() const;

 private:
  struct Work {
    std::size_t part;
    Side claimant;
    std::vector<Collector::Share> roots;
    std::uint64_t claims;  // about
  };
  struct Waiting {
    Side claimant;
    Collector::Share root;
  };

  struct Record {
    PartGraph::DraftPart part;
    std::vector<double> shares;  // of its elsewhere
  };

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  // What claims are about: of a win in a game of lines, relaxed positions.
  const AnyGame& about() const { return relaxed_ ? *relaxed_ : r_.game; }
  bool empty_but_for_ours() const;
  void take_over(const std::vector<Record>& records);
  std::string journal_heading() const;
  std::optional<std::string> read_journal(std::vector<Record>& records) const;
  std::optional<Record> read_record(std::string_view text) const;
  std::string record_text(const PartGraph::DraftPart& part,
                          const std::vector<double>& shares) const;
  bool write_journal(const std::vector<Record>& records);
  bool append_to_journal(const std::string& text);

  void work_together(Alarm& alarm, const std::function<bool(const PartsProgress&)>& look);
  void serve(std::size_t who, Alarm& alarm);
  std::optional<Work> take();
  bool make_part(std::size_t who, const Work& work, Alarm& alarm);
  bool write_draft(const Work& work, const Collector& collector, Alarm& alarm);
  void add_to_list(Side claimant, const Collector::Share& root);
  void give_up(End end, std::string problem = {});
  PartsProgress progress_now() const;

  std::vector<std::size_t> needed_parts(bool& every_root) const;
  bool finish(Alarm& alarm);
  std::optional<std::string> finish_part(std::size_t part, std::vector<std::string>& digests,
                                         Alarm& alarm);
  bool write_root(Alarm& alarm, const std::vector<std::string>& digests);

  const std::string folder_;
  const PartsRequest& r_;
  GamePtr relaxed_;
  std::mutex journal_;        // whoever writes into it
  mutable std::mutex mutex_;  // of all that follows
  std::condition_variable changed_;
  PartGraph graph_;
  std::vector<Waiting> list_;
  std::vector<Record> records_;       // as they are in the journal
  std::vector<std::uint64_t> nodes_;  // of each worker,
  std::vector<std::size_t> bytes_;    // and what it holds
  std::size_t working_ = 0, next_name_ = 1;
  std::vector<AnyState> roots_;  // the image of the root for each statement that is not settled
  std::vector<Side> claimants_;  // of these
  double left_ = 0, begun_ = 0;  // shares
  PartsProgress made_;
  std::uint64_t found_ = 0;
  std::atomic<bool> halted_ = false;
  End end_ = End::Done;
  std::string problem_;
};

}  // namespace solvent::proof
