// Woodpush under superko: no position may come back with the same player to move.
//
// A state is a position and the earlier positions that could still come back. No move undoes a
// fall, and none undoes a slide over an opponent: pieces that have passed each other stay so. So
// only positions with the same order of L and R along the strip can come back, and only if some R
// stands left of an L, for otherwise there is no push. All others are forgotten, which lets lines
// of play meet again.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <atomic>

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
  Node node(std::uint32_t id) const override;
  std::size_t bytes() const override { return bytes_; }

  // The id of a position and the earlier ones (distinct from it, in any order, repeats allowed).
  std::uint32_t intern(const Position& now, Past past) const;
  Position position(std::uint32_t id) const;
  Past past(std::uint32_t id) const;  // ascending
  Rules::Move move(std::uint32_t id, std::size_t child) const;

  // Can the game go from a position to one like `earlier`? True if in doubt.
  static bool may_return(const Position& now, const Position& earlier);

 private:
  struct Hash {
    std::size_t operator()(const Past& positions) const;
  };
  struct Entry {
    const Past* positions = nullptr;  // the present one, then the past ones in ascending order
    bool expanded = false;
    bool ended = false;
    Bounds bounds;
    std::vector<Rules::Move> moves;
    std::vector<std::uint32_t> children;
  };

  std::uint32_t id_of(Past positions) const;  // with the lock held, as in the next two
  const Entry& expanded(std::uint32_t id) const;
  void expand(Entry& entry) const;

  Rules rules_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<Past, std::uint32_t, Hash> ids_;
  mutable std::atomic<std::size_t> bytes_ = 0;  // about what the two below take
  mutable std::deque<Entry> entries_;           // never moved, so spans of children stay valid
};

}  // namespace solvent::woodpush
