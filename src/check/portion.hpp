// What is remembered of a proof while it is checked, divided among threads. Every position falls by
// its hash to one portion, and every portion belongs to one thread: whether a position was cited,
// and what a claim about it cites, is that thread's business alone. So nothing is locked, and what
// is found does not depend on how many portions there are.
#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "check/state_set.hpp"

namespace solvent::check {

// Why a claim proves nothing.
template <class State>
struct Mistake {
  enum class Kind : std::uint8_t {
    Position,  // the rules have produced the position
    Bytes,     // it may be any bytes
    Uncited,   // by earlier layers; so it may be any bytes, too
  };
  std::uint64_t claim;  // its number in the layer, or 0 for all: then states tell the order
  State state;
  Kind kind;
  std::string reason;

  bool before(const Mistake& other) const {
    if (claim != other.claim) return claim < other.claim;
    return std::memcmp(&state, &other.state, sizeof(State)) < 0;
  }
};

template <class State>
struct alignas(64) Portion {
  struct LayerClaim {
    State state;
    std::uint16_t move;
    bool cited;  // by an earlier layer, or by a safety claim of this one
  };
  // For one portion, from another: positions to be claimed later, and safe ones that the same layer
  // may claim.
  struct Citations {
    std::vector<State> later, safe;
  };

  StateSet<State> unclaimed, cited;     // by earlier layers, by this one
  std::vector<Citations> citations;     // for each portion
  std::vector<std::uint32_t> claims;    // of the block, that fall to it
  std::uint64_t claim = 0;              // the one being looked at, in the layer
  std::optional<Mistake<State>> wrong;  // the first
  bool stopped = false;
  Stats counts;                  // of citations, and of claims by their reasons
  std::vector<int> slices;       // of a database, that claims rest on
  std::vector<State> elsewhere;  // claimed in other parts
  // Of games that can go on for ever.
  std::vector<LayerClaim> in_layer;  // safety claims, and those not cited before; in order
  StateSet<State> cited_safety;      // positions that safety claims of the layer cite as safe
  std::vector<State> to_visit;

  std::uint64_t set_bytes() const {
    return unclaimed.bytes() + cited.bytes() + cited_safety.bytes();
  }
  std::uint64_t list_bytes() const {
    return in_layer.capacity() * sizeof(LayerClaim) +
           (to_visit.capacity() + elsewhere.capacity()) * sizeof(State);
  }
  void add(Mistake<State> mistake) {
    if (!wrong || mistake.before(*wrong)) wrong = std::move(mistake);
  }
};

}  // namespace solvent::check
