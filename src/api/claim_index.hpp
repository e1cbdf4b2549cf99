// The claims of certificates, found by position: what a proof says of it, and how the claimant goes
// on. Certificates may be walked through (ProofBook) and played by (ProofGuide).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "check/reader.hpp"
#include "game/statement.hpp"
#include "solvent/proof.hpp"

namespace solvent {

// What a proof says of one position.
struct Saying {
  ProofBook::Settled settled = ProofBook::Settled::No;
  std::optional<std::uint32_t> layer{};
  std::optional<AnyMove> move{};  // the prover's
  bool known() const { return settled != ProofBook::Settled::No || layer; }
};

// Bytes of a claim in memory beside those of its state, at most.
inline constexpr std::size_t kBesideClaim = 16;

// The claims of one statement.
class Claims {
 public:
  virtual ~Claims() = default;
  virtual void add(const check::Block& block) = 0;
  virtual void finish() = 0;
  virtual Saying about(const AnyState& s) const = 0;
  // A move of the claimant, who is to move in the last of these positions, that keeps what is
  // claimed, if one is found soon. The proof says something about the first of them, and the moves
  // lead from each to the next.
  virtual std::optional<AnyMove> reply(std::span<const AnyState> positions,
                                       std::span<const AnyMove> moves) const = 0;
  virtual std::uint64_t bytes() const = 0;
};

struct ClaimsToCome {
  std::uint64_t expected = 0;
  // The checker has gone through the certificate. If not, positions may be any bytes, and nothing
  // is said about those that a claim answers for besides its own.
  bool checked = false;
};
// `relaxed` is what the claims are about, if they are about relaxed positions. Both games have to
// live as long.
std::unique_ptr<Claims> make_claims(const AnyGame& game, const AnyGame* relaxed,
                                    Statement statement, const ClaimsToCome& to_come);

}  // namespace solvent
