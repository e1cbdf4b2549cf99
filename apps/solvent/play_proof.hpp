// The certificate that the computer follows in a game.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "api/proof_guide.hpp"

namespace solvent::cli {

// One that was asked for: read, and checked to its end. Null if Ctrl-C stopped that.
Result<std::shared_ptr<const ProofGuide>> checked_proof(const std::string& path,
                                                        const Ruleset& game, bool show_progress);

// A published one, if there is one of the game: those that are installed with the program, and
// those of the source tree that it was built in. It is followed at once, and checked in a thread.
class FollowedProof {
 public:
  explicit FollowedProof(const Ruleset& game);
  ~FollowedProof();
  FollowedProof(const FollowedProof&) = delete;
  FollowedProof& operator=(const FollowedProof&) = delete;

  std::shared_ptr<const ProofGuide> guide() const { return guide_; }  // may be null
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::shared_ptr<ProofGuide> guide_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace solvent::cli
