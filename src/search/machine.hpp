// Every engine is a machine that is advanced in slices: limits, stop requests, progress and traces
// all work through `step`, and two searches can live in one process. Type erasure happens here,
// once a slice. A slice ends anywhere, in the middle of a node too, and what is half done is kept:
// so it is never long, whatever a node costs, and where slices end does not change the result.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "base/archive.hpp"
#include "game/any_game.hpp"
#include "game/statement.hpp"
#include "search/design.hpp"
#include "search/statistics.hpp"
#include "search/view.hpp"
#include "search/window.hpp"

namespace solvent {
class AnyTable;  // table/fact_table.hpp
}

namespace solvent::search {

// How far a step may go.
struct Slice {
  static constexpr std::uint64_t kEndless = ~std::uint64_t{0} >> 1;
  std::uint64_t nodes;   // to be made, at most
  Alarm* alarm;          // ends it early; null: nothing does
  std::uint64_t rounds;  // of a best-first search or of one that is watched, at most

  // NOLINTNEXTLINE: a number of nodes is a slice
  Slice(std::uint64_t most_nodes = kEndless, Alarm* ends_early = nullptr,
        std::uint64_t most_rounds = kEndless)
      : nodes(most_nodes), alarm(ends_early), rounds(most_rounds) {}
  // To be asked before every small piece of work.
  bool paused(std::uint32_t pieces = 1) const { return alarm != nullptr && alarm->rings(pieces); }
};

// TooFew: nothing was done, since a machine on efforts counts all children of a node or none, and
// the next node has more children than it was given nodes. Estimated: a precision rate ended the
// search without a proof.
enum class SliceResult : std::uint8_t { Running, TooFew, Done, OutOfMemory, Estimated };

// A table of facts and guidance, to be shared by machines of one game and kind.
using TableHandle = std::shared_ptr<AnyTable>;

class Machine {
 public:
  virtual ~Machine() = default;
  // Ask a new question. What was learnt in earlier ones is kept where it holds for all positions.
  virtual void start(const AnyState& root, Window window) = 0;
  virtual SliceResult step(const Slice& slice) = 0;
  // True at any time, and an answer to the question once `step` has said Done.
  virtual Bounds bounds() const = 0;
  // Forget everything learnt, keeping the memory; false if a new machine has to be made for that.
  virtual bool forget() { return false; }
  // A move that reaches the root's known bound for its side to move, once Done.
  virtual std::optional<AnyMove> best() const = 0;
  // Of a search with Design::strategy: the move that proves its claim in this position, if the
  // search has proved it here. Following these moves leads to where the rules, or a lower slice of
  // the database, grant what is claimed.
  virtual std::optional<AnyMove> reply(const AnyState& s) const { return (void)s, std::nullopt; }
  // The tracer is called after every round of a best-first search; null: none.
  virtual void trace(Tracer* tracer) { (void)tracer; }
  // The watcher is told of every step of a search that goes depth first, whose rounds these are
  // then; null: nobody is. False if the search has no steps to tell.
  virtual bool watch(Watcher* watcher) { return (void)watcher, false; }
  // Of a best-first search of a tree: what is at the end of these moves from the root, if the tree
  // reaches there; and where the next descent leads to.
  virtual std::optional<TreeView> look(std::span<const AnyMove> path) const {
    return (void)path, std::nullopt;
  }
  virtual std::vector<AnyMove> next_descent() const { return {}; }
  // What the value seems to be, once Estimated.
  virtual std::optional<Outcome> estimate() const { return std::nullopt; }
  virtual Statistics statistics() const = 0;
  // The search ends here, for now or for ever: what it knows of its path goes into the table, from
  // where others go on.
  virtual void put_away() {}
  // Its table, if it has one, to be handed to others.
  virtual TableHandle table() const { return nullptr; }
  // The whole state of a search between two steps: a machine of the same game and design that loads
  // it goes on as this one would. It may have more memory.
  virtual void archive(Archive& a) = 0;
};

}  // namespace solvent::search
