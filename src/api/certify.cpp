#include "api/certify.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "api/deadline.hpp"
#include "base/alarm.hpp"
#include "base/clock.hpp"
#include "base/new_file.hpp"
#include "check/check.hpp"
#include "endgame/tables.hpp"
#include "proof/certificate.hpp"

namespace solvent {

std::string proof_path(const Options& options) {
  if (!options.proof.empty()) return options.proof;
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  return ((error ? std::filesystem::path(".") : folder) / "solvent-certificate").string();
}

namespace {

class Certification {
 public:
  explicit Certification(const ProofRequest& request)
      : r_(request), path_(proof_path(request.options)), file_(path_) {}

  ProofReport run() {
    const Stopwatch clock;
    if (collect() && write() && r_.options.certify) check();
    // A proof that is only to be checked never gets a name.
    if (report_.written() && !r_.options.proof.empty() && !file_.finish()) fail_to_write();
    report_.seconds = clock.seconds();
    return report_;
  }

 private:
  static constexpr std::uint64_t kFew = 2'000;                 // nodes
  static constexpr std::uint64_t kMostForRegions = 5'000'000;  // nodes
  static constexpr std::uint64_t kMostWithout = 100'000;       // nodes, where regions did it

  bool collect() {
    add_all(false);
    if (r_.options.minimize && report_.written()) add_all(true);
    return report_.written();
  }
  void add_all(bool smaller) {
    if (r_.pess) add({Side::Max, *r_.pess}, smaller);
    if (r_.opti && report_.written()) add({Side::Min, *r_.opti}, smaller);
  }
  // Of a win in a game of lines there may be two proofs, about regions and about positions; the
  // one with fewer claims is kept.
  void add(Statement statement, bool smaller) {
    proof::Order order{r_.root, statement, smaller, r_.memory, 10'000, r_.options.leaf, threads()};
    if (!smaller)
      if (auto regions = proof::make_region_collector(r_.game, order, kMostForRegions, &r_.machine))
        if (!collect(std::move(regions), statement)) return;
    const proof::Collector* before = found(statement.claimant);
    if (before != nullptr && !smaller) {
      order.most_claims = before->claims();
      order.most_nodes = std::clamp(before->nodes(), kFew, kMostWithout);
    }
    const auto strategy = r_.game.acyclic() ? nullptr : r_.make_strategy();
    collect(proof::make_collector(r_.game, order, {r_.machine, strategy.get()}, r_.probe),
            statement);
    if (report_.written() && found(statement.claimant) == nullptr)
      report_.problem = "the search contradicted itself while the proof was collected";
  }
  // False if the limits do not allow more.
  bool collect(std::unique_ptr<proof::Collector> collector, Statement statement) {
    report_.status = r_.run.collect(*collector);
    report_.nodes += collector->nodes();
    if (!report_.written()) return false;
    if (collector->contradicted()) return true;
    const proof::Collector* before = found(statement.claimant);
    if (before != nullptr && before->claims() <= collector->claims()) return true;
    std::erase_if(collectors_, [&](const auto& one) { return one.first == statement.claimant; });
    collectors_.emplace_back(statement.claimant, std::move(collector));
    return true;
  }
  const proof::Collector* found(Side claimant) const {
    for (const auto& [side, collector] : collectors_)
      if (side == claimant) return collector.get();
    return nullptr;
  }

  bool write() {
    proof::Heading& heading = heading_;
    heading.position = r_.root;
    const Side mover = r_.game.to_move(r_.root);
    const auto number = [&](std::optional<Outcome> rank) {
      return rank ? std::optional(r_.game.scale().for_side(mover, *rank)) : std::nullopt;
    };
    heading.at_least = number(mover == Side::Max ? r_.pess : r_.opti);
    heading.at_most = number(mover == Side::Max ? r_.opti : r_.pess);
    heading.leaf = r_.options.leaf;
    std::set<int> slices;
    std::vector<std::pair<Side, const proof::Collector*>> parts;
    for (const auto& [claimant, collector] : collectors_) {
      slices.merge(collector->slices());
      parts.emplace_back(claimant, collector.get());
    }
    for (const int slice : slices) {
      const auto sum = endgame::slice_checksum(r_.game, r_.options.endgame, slice);
      if (!sum) return fail(sum.message());
      heading.slices.emplace_back(slice, *sum);
    }
    const proof::Written written =
        proof::write_certificate(file_, proof::form_of(path_), r_.game, heading, parts,
                                 r_.run.allowance().alarm(), threads());
    if (written.stopped) {
      report_.status = r_.run.end();
      return false;
    }
    report_.relative = !slices.empty();
    report_.claims = written.claims;
    report_.bytes = file_.size();
    report_.layers = static_cast<int>(written.layers);
    collectors_.clear();
    return file_.good() || fail_to_write();
  }
  std::size_t threads() const { return r_.options.threads.value_or(1); }
  bool fail_to_write() {
    return fail(fmt::format("{} cannot be written: {}", text::quoted(path_), file_.problem()));
  }

  void check();

  bool fail(const std::string& problem) {
    report_.problem = problem;
    return false;
  }

  const ProofRequest& r_;
  const std::string path_;
  NewFile file_;
  ProofReport report_;
  proof::Heading heading_;
  std::vector<std::pair<Side, std::unique_ptr<proof::Collector>>> collectors_;
};

void Certification::check() {
  check::Options how;
  how.threads = threads();
  const Deadline deadline(r_.run.allowance().stop(), r_.run.allowance().seconds_left());
  how.stop = [flag = deadline.flag()] { return flag != nullptr && *flag; };
  const check::CheckResult result = check::check_file(file_.temporary(), how);
  const bool same = result.header.at_least == heading_.at_least &&
                    result.header.at_most == heading_.at_most && result.root == r_.root;
  // The writer knows whether claims rest on the database; the checker has to find the same.
  const auto expected = report_.relative ? check::Finding::Relative : check::Finding::Verified;
  if (result.finding == check::Finding::Stopped)
    report_.status = r_.run.end();
  else if (result.finding != expected || !same)
    report_.problem = "the checker refused it: " + result.reason;
  else
    report_.checked = true;
}

}  // namespace

bool in_parts(const Options& options) {
  std::error_code unknown;
  return options.proof.ends_with('/') ||
         (!options.proof.empty() && std::filesystem::is_directory(options.proof, unknown));
}

ProofReport certify(const ProofRequest& request) {
  if (in_parts(request.options)) return certify_in_parts(request);
  return Certification(request).run();
}

}  // namespace solvent
