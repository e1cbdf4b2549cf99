// The other ranks as rank 0 sees them while they help with a search: who is there, which jobs each
// has in hand, what came back.
//
//     JobTree ◀──▶ RankTransport ◀──▶ Helpers ── letters ──▶ RankHelper, one on every other rank
//
// A rank that has not been heard of for too long loses its jobs, which others get, and has new ones
// when it speaks again. One that sends nonsense gets no more. Rank 0 has workers of its own, so the
// search goes on whoever is left.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "base/clock.hpp"
#include "parallel/letter.hpp"
#include "parallel/transport.hpp"

namespace solvent::parallel {

struct HelpTerms {
  double deadline = 60;              // seconds without a word, with jobs in hand
  std::size_t in_hand = 2;           // jobs for each worker of a rank
  std::uint64_t long_work = 50'000;  // nodes, for each worker: then one job in hand is enough
  std::uint64_t large = 30;          // nodes: what cost so much is told to others, if these are few
  std::size_t enough = 16;       // workers elsewhere: then rank 0's first thread does nothing else
  double between_tells = 0.005;  // seconds
  double farewell = 60;          // seconds for the others to come to an end
};

class Helpers {
 public:
  explicit Helpers(Ranks& ranks, const HelpTerms& terms = {});
  // Lets all go, and waits for them a while.
  ~Helpers();
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  // Asks all other ranks, with what they have to know about the search. An error, in one line, if
  // one of them cannot take part or says nothing in time.
  std::optional<std::string> open(const Bytes& opening, double patience);

  std::size_t workers() const { return workers_; }  // on the ranks that are there
  std::function<void(const std::string&)> warned;   // of ranks that are lost, in one line

  // A new tree of this game; with the table that rank 0's workers have, if `tell_all` with all
  // that it knows already.
  void begin(const Referee& referee, Bounds everything, AnyTable& table, bool tell_all);
  // The tree and the table are no longer there.
  void end();
  // What has arrived, what has to be said, and jobs for all who have room for more, of so many
  // nodes at most, from which those handed out are taken.
  void serve(JobTree& tree, std::uint64_t& nodes);
  // Waits for a letter, a moment at most.
  void wait();
  // Tells those who have jobs of these, and leaves them out.
  std::vector<JobId> recall(std::vector<JobId> ids);

  std::uint64_t nodes_out() const { return nodes_out_; }  // of all jobs in hand elsewhere
  bool enough() const { return workers_ >= terms_.enough; }
  search::Statistics statistics() const;
  std::uint64_t probe_hits() const { return done_.probe_hits; }

 private:
  // A job that somebody has. What is called by its place in the tree here has a name of its own in
  // every letter, so that what comes late is not taken for an answer to something else.
  struct Given {
    JobId place;
    std::uint64_t nodes;
  };
  struct Helper {
    std::size_t workers = 0;
    std::map<JobId, Given> jobs{};  // by what they are called there
    std::uint64_t nodes = 0;        // of these
    double heard = 0;               // when
    bool there = false;             // it gets jobs

    void drop_jobs() {
      jobs.clear();
      nodes = 0;
    }
  };
  void let_all_go();
  std::size_t load(int rank) const;
  void note_room(int rank, bool room);
  bool wants_more(int rank) const;
  std::uint64_t large_now() const;
  void send_to_all(const Bytes& letter, int except = 0);
  void take(JobTree& tree, const Ranks::Message& message);
  // What is wrong with it, if anything.
  std::string take_letter(JobTree& tree, Helper& h, int rank, LetterReader& letter);
  std::string take_results(JobTree& tree, Helper& h, LetterReader& letter);
  std::string wrong(const JobTree& tree, const JobResult& result, const Given& job) const;
  void forget(Helper& h, JobId name);
  void lose(JobTree& tree, int rank, const std::string& why, bool for_good);
  void give_back(JobTree& tree, Helper& h);
  void look_for_the_silent(JobTree& tree);
  void tell();
  void hand_out(JobTree& tree, std::uint64_t& nodes);
  Helper& helper(int rank) { return helpers_[static_cast<std::size_t>(rank)]; }

  Ranks& ranks_;
  HelpTerms terms_;
  std::vector<Helper> helpers_;  // by rank; the first is nobody
  std::set<int> expelled_;
  bool opened_ = false;
  std::size_t workers_ = 0;
  std::set<std::pair<std::size_t, int>> room_;  // load and rank of those who may have more
  std::deque<Ranks::Message> inbox_;
  std::uint32_t tree_ = 0;  // which one
  Referee referee_;
  Bounds everything_;
  AnyTable* table_ = nullptr;
  JobId next_name_ = 0;
  std::unordered_map<JobId, std::pair<int, JobId>> who_has_;  // rank and name, by place
  std::uint64_t nodes_out_ = 0;
  WorkDone done_;
  Stopwatch clock_;
  double looked_ = 0, told_ = 0;
};

}  // namespace solvent::parallel
