#include "play_proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "console.hpp"

namespace solvent::cli {

namespace {

namespace fs = std::filesystem;

// Beside the program as it is installed, and as it is built.
constexpr const char* kFolders[] = {"../share/solvent/proofs", "../../../proofs"};

std::size_t all_threads() { return std::max(1U, std::thread::hardware_concurrency()); }

std::string published_proof(const std::string& game) {
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (problem) return {};
  for (const char* folder : kFolders) {
    std::vector<std::string> found;
    const fs::path here = (program.parent_path() / folder).lexically_normal();
    for (fs::directory_iterator at(here, problem), end; !problem && at != end;
         at.increment(problem))
      if ((at->path().extension() == ".proof" || at->is_directory(problem)) &&
          ProofGuide::game_of(at->path().string()) == game)
        found.push_back(at->path().string());
    if (!found.empty()) return *std::min_element(found.begin(), found.end());
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const ProofGuide>> checked_proof(const std::string& path,
                                                        const Ruleset& game, bool show_progress) {
  const auto guide = ProofGuide::open(path, game);
  if (!guide) return Error{fmt::format("--proof {}: {}", path, guide.message())};
  ProgressLine line(show_progress);
  const auto done = (*guide)->check(all_threads(), &stop_requested(), [&](double share) {
    line.show(fmt::format("checking the proof: {:.0f} %", 100 * share));
  });
  line.clear();
  if (!done) return Error{fmt::format("--proof {}: it is no proof: {}", path, done.message())};
  return *done ? std::shared_ptr<const ProofGuide>(*guide) : nullptr;
}

FollowedProof::FollowedProof(const Ruleset& game) : path_(published_proof(game.spec())) {
  if (path_.empty()) return;
  auto guide = ProofGuide::open(path_, game);
  if (!guide) {
    remark(fmt::format("{}: {}", path_, guide.message()));
    return;
  }
  guide_ = *std::move(guide);
  thread_ = std::thread([this] {
    const auto done = guide_->check(all_threads(), &stop_, {});
    if (!done)
      remark(fmt::format("{}: it is no proof, so the computer thinks for itself: {}", path_,
                         done.message()));
  });
}

FollowedProof::~FollowedProof() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace solvent::cli
