// Several searchers of one question on one table, each on a thread of its own: a machine made of
// machines.
//
//     Team ── first ──┐
//          ── second ─┼── table of facts and guidance (table/sharing.hpp)
//          ── ...    ─┘
//
// What one has found out the others read in the table, and they keep out of each other's way by
// guidance there: who is in which position. Whoever has the answer ends the search of all.
//
// The first searcher begins alone, for a fixed number of nodes, so that small questions have the
// same counts whatever the number of threads. Between two steps all are quiet: then statistics are
// read, the table grows and checkpoints are written. A checkpoint has the table and the first
// searcher; the others begin anew on that table, as many as there are then. With a pool there are
// in each step as many as it lends permits for.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/crew.hpp"
#include "search/machine.hpp"
#include "solvent/pool.hpp"

namespace solvent::search {

// What several do at the same time; each is told who it is.
using Work = std::function<void(std::size_t)>;
using RunTogether = std::function<void(const Work&)>;

// Lets a shared table grow if it wants to, by all that `run` puts to work; false if the slice ended
// before it has.
bool let_grow(AnyTable& table, const Slice& slice, const RunTogether& run);

class Team final : public Machine {
 public:
  using MakeSearcher = std::function<std::unique_ptr<Machine>(const TableHandle&)>;

  // `make` makes one more searcher on a table, and one with a table of its own for null; or null if
  // there can be no other. The first makes so many nodes alone.
  Team(MakeSearcher make, int threads, std::uint64_t alone, Pool* pool = nullptr);

  void start(const AnyState& root, Window window) override;
  SliceResult step(const Slice& slice) override;
  Bounds bounds() const override;
  bool forget() override;
  std::optional<AnyMove> best() const override;
  std::optional<AnyMove> reply(const AnyState& s) const override { return first().reply(s); }
  bool watch(Watcher* watcher) override { return threads_ == 1 && first().watch(watcher); }
  Statistics statistics() const override;
  TableHandle table() const override { return first().table(); }
  void archive(Archive& a) override;

 private:
  Machine& first() const { return *searchers_.front(); }
  SliceResult step_alone(const Slice& slice);
  SliceResult step_together(const Slice& slice, std::size_t number);
  bool let_table_grow(const Slice& slice);
  void work_together(std::size_t number, const Work& work);
  std::size_t call_others(std::size_t number);
  void let_go(std::size_t who);
  void note_end(std::size_t who);

  MakeSearcher make_;
  std::size_t threads_;
  std::uint64_t alone_;
  Pool* pool_;
  std::vector<std::unique_ptr<Machine>> searchers_;
  std::unique_ptr<Crew> crew_;  // of those who worked last

  AnyState root_;
  Window window_{};
  std::uint64_t alone_left_ = alone_;
  bool is_shared_ = false;   // the table, from when others are called for the first time
  std::size_t started_ = 1;  // searchers that are on this question now
  std::size_t most_ = 1;     // that were in one step
  bool done_ = true;
  Bounds bounds_;                // when it is done
  std::optional<AnyMove> best_;  // then
  std::uint64_t others_nanoseconds_ = 0;
  Bounds known_;     // by searchers that were let go
  Statistics lost_;  // of those, and of those that a checkpoint does not have
};

}  // namespace solvent::search
