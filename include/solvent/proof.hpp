// Reading proofs: a certificate is checked from the rules alone, and then walked through.
//
//   std::ifstream in("win.proof", std::ios::binary);
//   auto book = solvent::ProofBook::open(in, {.memory = 256 << 20});
//   if (book.verdict() == solvent::ProofBook::Verdict::Verified) auto page = book.at(0, {});
//
// Nothing is said about a certificate that the checker has not gone through to the end.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <istream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solvent/game.hpp"

namespace solvent {

class ProofBook {
 public:
  enum class Verdict : std::uint8_t {
    Verified,    // from the rules alone
    Relative,    // verified, except that values of an endgame database were trusted
    Refused,     // it can be read, and does not prove what it says
    Unreadable,  // damaged, cut off, or not a certificate
    TooLarge,    // for the memory that was given
    Stopped
  };
  // Why a position needs no claim, or what its claim rests on.
  enum class Settled : std::uint8_t { No, ByRules, ByNextMove, ByDatabase, BySearch, ByPairs };

  struct Statement {
    bool at_least;  // or at most
    int value;      // for the side to move
    std::uint64_t claims;
    std::uint64_t layers;
  };
  struct Reply {
    std::string move;
    Settled settled;
    std::optional<std::uint32_t> layer;  // of the claim about the position after it
  };
  struct Page {
    Position position;
    bool claimant;  // the side that the statement favours is to move
    Settled settled;
    std::optional<std::uint32_t> layer;  // of the claim, unless the rules settle the position
    std::optional<std::string> move;     // the prover's, if it is to move
    std::vector<Reply> replies;          // the prover's move alone, or every move of the opponent
  };
  struct Options {
    std::uint64_t memory = std::uint64_t{256} << 20;  // bytes, for the claims
    const std::atomic<bool>* stop = nullptr;
    double seconds = std::numeric_limits<double>::infinity();  // then it is Stopped too
    // Where games come from, by spec and outcomes; Ruleset::make if this is empty.
    std::function<Result<Ruleset>(const std::string& game, const std::string& outcomes)>
        find_game{};
  };

  // Reads and checks all of it; whatever is wrong with it is a verdict. Throws only what the stream
  // or callbacks throw.
  static ProofBook open(std::istream& in, const Options& options);
  ProofBook(ProofBook&&) noexcept;
  ProofBook& operator=(ProofBook&&) noexcept;
  ~ProofBook();

  Verdict verdict() const;
  const std::string& reason() const;  // one line, unless verified
  const std::string& place() const;   // where a refused certificate fails, if that is known
  // As the certificate says of itself; empty if not even that can be read.
  const std::string& game() const;
  const std::string& outcomes() const;
  const std::string& position() const;
  const std::vector<Statement>& statements() const;  // checked, if verified or relative
  // Of a relative one: slices of the endgame database that it rests on, with their checksums.
  const std::vector<std::string>& rests_on() const;
  std::uint64_t bytes() const;   // read
  std::uint64_t memory() const;  // held

  // The position after these moves. An error if a move is not legal, or if the proof says nothing
  // about the position since the prover has left its own moves.
  Result<Page> at(std::size_t statement, const std::vector<std::string>& path) const;

 private:
  struct Parts;
  explicit ProofBook(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};
std::string_view name(ProofBook::Verdict verdict);  // "verified", "refused", ...

}  // namespace solvent
