// A certificate in parts: collected by several threads, written into a folder.
#include <fmt/format.h>

#include "api/certify.hpp"
#include "api/deadline.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "check/check.hpp"
#include "proof/parts.hpp"

namespace solvent {

namespace {

class PartsCertification {
 public:
  explicit PartsCertification(const ProofRequest& request) : r_(request) {}

  ProofReport run() {
    const Stopwatch clock;
    if (make() && r_.options.certify) check();
    report_.seconds = clock.seconds();
    return report_;
  }

 private:
  std::size_t threads() const { return r_.options.threads.value_or(1); }

  bool make() {
    // The question's own table keeps what it has; the rest is for the workers, with their tables.
    const std::size_t memory = threads() == 1 ? r_.memory : r_.memory / 2 / threads();
    constexpr std::size_t kOfOneClaim = 256;  // bytes, with its citations, and while it is sorted
    proof::PartsRequest request{
        r_.game,   r_.root,
        {},        {},
        {},        r_.options.leaf,
        0,         memory,
        threads(), [this](std::size_t who) -> search::Machine& { return worker(who); }};
    request.claims = std::min<std::uint64_t>(r_.options.part, memory / 2 / kOfOneClaim);
    workers_.resize(threads());
    const Side mover = r_.game.to_move(r_.root);
    for (const auto& [claimant, rank] : {std::pair(Side::Max, r_.pess), {Side::Min, r_.opti}}) {
      if (!rank) continue;
      request.statements.push_back({claimant, *rank});
      (claimant == mover ? request.at_least : request.at_most) =
          r_.game.scale().for_side(mover, *rank);
    }
    proof::PartsMaker maker(r_.options.proof, request);
    if (const auto problem = maker.open()) return fail(*problem);
    report_.parts_found = maker.found();
    const Stopwatch clock;
    const auto end = maker.run(r_.run.allowance().alarm(), [&](const proof::PartsProgress& p) {
      r_.run.report_parts({p.done, p.begun, clock.seconds(), p.parts, p.left}, p.nodes, p.memory);
      return r_.run.over(p.nodes);
    });
    const proof::PartsProgress made = maker.progress();
    report_.nodes = made.nodes;
    r_.run.spend_on_proof(made.nodes);
    report_.parts = made.parts, report_.claims = made.claims, report_.bytes = made.bytes;
    switch (end) {
      case proof::PartsMaker::End::Done: return true;
      case proof::PartsMaker::End::Stopped: report_.status = r_.run.end(); return false;
      case proof::PartsMaker::End::OutOfMemory: report_.status = Status::MemoryLimit; return false;
      case proof::PartsMaker::End::Wrong: return fail(maker.problem());
    }
    return false;
  }
  search::Machine& worker(std::size_t who) {
    if (threads() == 1) return r_.machine;
    if (workers_[who] == nullptr) workers_[who] = r_.make_worker();
    return *workers_[who];
  }

  void check() {
    check::Options how;
    how.threads = threads();
    const Deadline deadline(r_.run.allowance().stop(), r_.run.allowance().seconds_left());
    how.stop = [flag = deadline.flag()] { return flag != nullptr && *flag; };
    const check::CheckResult result = check::check_file(r_.options.proof, how);
    if (result.finding == check::Finding::Stopped)
      report_.status = r_.run.end();
    else if (result.finding != check::Finding::Verified || !(result.root == r_.root))
      report_.problem = fmt::format("the checker refused it: {} {}", result.part, result.reason);
    else
      report_.checked = true;
  }
  bool fail(const std::string& problem) {
    report_.problem = fmt::format("{}: {}", text::quoted(r_.options.proof), problem);
    return false;
  }

  const ProofRequest& r_;
  ProofReport report_;
  std::vector<std::unique_ptr<search::Machine>> workers_;
};

}  // namespace

ProofReport certify_in_parts(const ProofRequest& request) {
  return PartsCertification(request).run();
}

}  // namespace solvent
