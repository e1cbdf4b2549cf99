// Playing by a certificate: at a position that the proof says something about it knows a move with
// which its side gets what is claimed.
//
// A guide can be asked at once. What it says is a suggestion until `check` has gone through the
// certificate as solvent-check does; from then on it is proved.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "api/claim_index.hpp"
#include "solvent/game.hpp"

namespace solvent {

class ProofGuide {
 public:
  struct Advice {
    AnyMove move;
    Bounds proved;  // of the position, on the scale of the game that is played; all if not checked
    bool checked;
  };

  // Reads the claims of a certificate about this game, or of all parts if it is a folder. The scale
  // of outcomes may be another one than that of the certificate. An error says what is wrong.
  static Result<std::shared_ptr<ProofGuide>> open(const std::string& path, const Ruleset& game);
  // As a certificate says of itself what it is about; empty if it cannot be read.
  static std::string game_of(const std::string& path);
  ~ProofGuide();

  // Checks it, with so many threads. An error says why nothing it says may be believed; then, and
  // if it is stopped, nothing is called proved. `progress` gets the share that was read.
  Result<bool> check(std::size_t threads, const std::atomic<bool>* stop,
                     const std::function<void(double)>& progress);
  bool checked() const { return checked_; }
  bool refused() const { return refused_; }

  // For the side to move in the last of these positions of a game, to which the moves lead.
  std::optional<Advice> advise(std::span<const AnyState> positions,
                               std::span<const AnyMove> moves) const;

 private:
  struct OfSide {  // of the side's statement, if there is one
    Outcome bound = 0;
    std::unique_ptr<Claims> claims;
  };

  ProofGuide(std::string path, Ruleset game, Ruleset proved);
  Result<bool> read(const std::vector<std::string>& files);
  Result<bool> read_file(const std::string& file, std::uint64_t most);
  Result<AnyState> as_proved(const AnyState& s) const;
  Bounds as_played(Side claimant) const;
  bool speaks(Side side, const AnyState& proved) const;

  std::string path_;
  Ruleset game_, proved_;  // as it is played; as the certificate names it
  std::array<GamePtr, 2> relaxed_;
  std::array<OfSide, 2> sides_;  // by claimant
  std::atomic<bool> checked_{false}, refused_{false};
  mutable std::mutex silence_;
  mutable std::set<std::pair<Side, std::string>> silent_;  // positions it says nothing about
};

}  // namespace solvent
