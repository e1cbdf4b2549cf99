// Which parts of a proof there are or will be, and which rest on which, while it is collected. Each
// position that parts leave to others waits, is being proved, or is proved by a part.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/any_game.hpp"

namespace solvent::proof {

class PartGraph {
 public:
  explicit PartGraph(std::size_t state_bytes) : state_bytes_(state_bytes), known_(kFilter) {}

  struct DraftPart {
    std::string name = {};  // of its file
    Side claimant = Side::Max;
    std::vector<AnyState> roots = {};      // that it proves
    std::vector<AnyState> elsewhere = {};  // that it leaves to others
    std::string digest = {};               // of its draft
    std::uint64_t claims = 0, bytes = 0;
    bool written = false;   // the draft is there
    bool complete = false;  // and all that it rests on
    std::size_t open = 0;   // positions that it rests on and that no complete part proves
  };

  // A part about these positions is begun.
  std::size_t begin(Side claimant, const std::vector<AnyState>& roots);
  // It is written. What it was begun with and does not prove waits again.
  void end(std::size_t part, std::vector<AnyState> roots, std::vector<AnyState> elsewhere);
  // A position waits for a part from now on; false if it did so before, or has one.
  bool wait(Side claimant, const AnyState& s);

  // May a part leave this position to another one, since that does not rest on it? If so, it does
  // from now on. A position that is not known yet: only if `fresh`; it waits then.
  bool leave(std::size_t part, const AnyState& s, bool fresh);
  // Quickly, and without a lock: false if it is not known.
  bool may_be_known(Side claimant, const AnyState& s) const {
    return known_[slot(key(claimant, s))].load(std::memory_order_relaxed);
  }

  void clear();  // all of it

  const std::vector<DraftPart>& parts() const { return parts_; }
  DraftPart& operator[](std::size_t part) { return parts_[part]; }
  const DraftPart& operator[](std::size_t part) const { return parts_[part]; }
  // The part that proves it, if one does.
  std::optional<std::size_t> part_of(Side claimant, const AnyState& s) const;

 private:
  static constexpr std::size_t kFilter = std::size_t{1} << 22, kNone = ~std::size_t{0};
  using StateKey = std::string;  // the claimant and the bytes of the state
  struct Entry {
    std::size_t part = kNone;  // that proves it, or is going to
    bool waits = false;
    std::vector<std::size_t> cited_by;
  };

  StateKey key(Side claimant, const AnyState& s) const {
    return static_cast<char>(claimant) +
           std::string(reinterpret_cast<const char*>(s.bytes.data()), state_bytes_);
  }
  std::size_t slot(const StateKey& k) const { return std::hash<StateKey>{}(k) % kFilter; }
  Entry& entry(const StateKey& k);
  bool reaches(std::size_t from, std::size_t part) const;
  void complete(std::size_t part);

  std::size_t state_bytes_;
  std::vector<DraftPart> parts_;
  std::vector<std::vector<StateKey>> leaves_to_;  // of each part, at any time
  std::unordered_map<StateKey, Entry> entries_;
  std::vector<std::atomic<bool>> known_;
};

}  // namespace solvent::proof
