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
// searcher; the others begin anew on that table, as many as there are then.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/crew.hpp"
#include "search/machine.hpp"

namespace solvent::search {

// Lets a shared table grow if it wants to, by all threads of the crew together; false if the slice
// ended before it has.
bool let_grow(AnyTable& table, const Slice& slice, Crew* crew);

class Team final : public Machine {
 public:
  using MakeSearcher = std::function<std::unique_ptr<Machine>(const TableHandle&)>;

  // `make` makes one more searcher on a table, and one with a table of its own for null; or null if
  // there can be no other. The first makes so many nodes alone.
  Team(MakeSearcher make, int threads, std::uint64_t alone);

  void start(const AnyState& root, Window window) override;
  SliceResult step(const Slice& slice) override;
  Bounds bounds() const override;
  bool forget() override;
  std::optional<AnyMove> best() const override;
  std::optional<AnyMove> reply(const AnyState& s) const override { return first().reply(s); }
  Statistics statistics() const override;
  TableHandle table() const override { return first().table(); }
  void archive(Archive& a) override;

 private:
  Machine& first() const { return *searchers_.front(); }
  SliceResult step_alone(const Slice& slice);
  SliceResult step_together(const Slice& slice, std::uint64_t nodes);
  void call_others();
  void note_end(std::size_t who);

  MakeSearcher make_;
  int threads_;
  std::uint64_t alone_;
  std::vector<std::unique_ptr<Machine>> searchers_;
  std::unique_ptr<Crew> crew_;  // once the others are called

  AnyState root_;
  Window window_{};
  std::uint64_t alone_left_ = 0;
  bool is_shared_ = false;       // the table, from then on
  bool others_started_ = false;  // on this question
  bool done_ = true;
  Bounds bounds_;                // when it is done
  std::optional<AnyMove> best_;  // then
  std::uint64_t earlier_ = 0;    // nanoseconds of the crew, for other questions
  Statistics lost_;              // of searchers that a checkpoint does not have
};

}  // namespace solvent::search
