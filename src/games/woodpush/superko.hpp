// Woodpush under superko: no position may come back with the same player to move.
//
// A state is a position and the earlier positions that could still come back. No move undoes a
// fall, and none undoes a slide over an opponent: pieces that have passed each other stay so. So
// only positions with the same order of L and R along the strip can come back, and only if some R
// stands left of an L, for otherwise there is no push. All others are forgotten, which lets lines
// of play meet again.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/id_index.hpp"
#include "game/interned.hpp"
#include "games/woodpush/rules.hpp"

namespace solvent::woodpush {

class Superko final : public InternedSource {
 public:
  using Position = Rules::State;  // its ko is always 0
  using Past = std::vector<Position>;

  explicit Superko(const Rules& rules) : rules_(rules) { intern(rules_.initial(), {}); }

  const Rules& rules() const { return rules_; }
  const Scale& scale() const override { return rules_.scale(); }
  Outcome repetition() const override { return rules_.repetition(rules_.initial()); }
  std::uint32_t initial() const override { return 0; }
  InternedNode node(std::uint32_t id) const override;
  std::size_t bytes() const override { return bytes_; }
  bool plays_aside() const override { return true; }
  std::optional<Outcome> play_aside(std::uint32_t id, Rng& rng, int plies) const override;

  // The id of a position and the earlier ones (distinct from it, in any order, repeats allowed).
  std::uint32_t intern(const Position& now, Past past) const;
  Position position(std::uint32_t id) const;
  Past past(std::uint32_t id) const;  // ascending
  Rules::Move move(std::uint32_t id, std::size_t child) const;

  // Can the game go from a position to one like `earlier`? True if in doubt.
  static bool may_return(const Position& now, const Position& earlier);

 private:
  // The present position, then the past ones in ascending order.
  using Positions = std::span<const Position>;
  struct Entry {
    Positions positions;
    std::uint64_t hash = 0;
    bool expanded = false;
    bool ended = false;
    Bounds bounds;
    std::span<const Rules::Move> moves;
    std::span<const std::uint32_t> children;
  };
  // Where histories are kept, by the million: a few large blocks, which are given back in a moment.
  class Storage {
   public:
    template <class T>
    std::span<const T> keep(std::span<const T> items);
    std::size_t bytes() const { return bytes_ - left_; }  // the rest is not touched

   private:
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::size_t bytes_ = 0;     // of all blocks
    std::byte* end_ = nullptr;  // of the last one
    std::size_t left_ = 0;      // there
  };

  std::uint32_t id_of(Positions positions) const;  // with the lock held, as in the next two
  const Entry& expanded(std::uint32_t id) const;
  void expand(Entry& entry) const;

  Rules rules_;
  mutable std::mutex mutex_;
  mutable Storage storage_;
  mutable std::deque<Entry> entries_;  // never moved
  mutable IdIndex ids_;
  mutable std::atomic<std::size_t> bytes_ = 0;  // of all these
};

}  // namespace solvent::woodpush
