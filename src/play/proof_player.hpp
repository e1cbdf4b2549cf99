// Follows a certificate wherever it says something, and asks another player everywhere else.
#pragma once

#include <memory>

#include "api/proof_guide.hpp"
#include "play/player.hpp"

namespace solvent::play {

class ProofPlayer final : public Player {
 public:
  ProofPlayer(std::shared_ptr<const ProofGuide> guide, std::unique_ptr<Player> otherwise)
      : guide_(std::move(guide)), otherwise_(std::move(otherwise)) {}

  void begin(std::uint64_t seed) override { otherwise_->begin(seed); }
  Choice choose(const Course& course, Stop stop) override;
  void ponder(const Course& course, Stop stop) override;

 private:
  std::shared_ptr<const ProofGuide> guide_;
  std::unique_ptr<Player> otherwise_;
};

}  // namespace solvent::play
