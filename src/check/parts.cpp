#include "check/parts.hpp"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <span>

#include "base/crew.hpp"
#include "base/sha256.hpp"
#include "check/reader.hpp"
#include "check/recompute.hpp"

namespace solvent::check {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNone = ~std::size_t{0};

struct PartFile {
  std::string name;
  std::uint64_t size = 0;
  std::string digest;
  Header header;                   // without its roots, which need memory
  std::vector<std::size_t> cited;  // by their numbers
};

Result<std::vector<PartFile>> list_parts(const std::string& folder) {
  std::vector<PartFile> files;
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    if (at->path().extension() == ".proof" && !at->is_directory(problem))
      files.push_back({at->path().filename().string(), at->file_size(problem), {}, {}, {}});
  if (problem) return Error{fmt::format("the folder cannot be read: {}", problem.message())};
  if (files.empty()) return Error{"there is no file in this folder whose name ends in .proof"};
  std::sort(files.begin(), files.end(),
            [](const PartFile& a, const PartFile& b) { return a.name < b.name; });
  return files;
}

class Folder {
 public:
  Folder(std::string folder, const Options& options)
      : folder_(std::move(folder)), options_(options) {}

  CheckResult run() {
    if (list() && look_at_headers() && look_at_citations() && verify() && compare())
      result_.finding = Finding::Verified;
    return std::move(result_);
  }

 private:
  bool end(Finding finding, std::string reason, std::size_t part = kNone) {
    result_.finding = finding;
    result_.reason = std::move(reason);
    if (part != kNone) result_.part = parts_[part].name;
    return false;
  }
  bool refuse(std::size_t part, std::string reason) {
    return end(Finding::Refused, std::move(reason), part);
  }
  std::string path(std::size_t part) const {
    return (fs::path(folder_) / parts_[part].name).string();
  }

  bool list() {
    Result<std::vector<PartFile>> found = list_parts(folder_);
    if (!found) return end(Finding::Unreadable, found.message());
    parts_ = *std::move(found);
    return true;
  }

  // Digests and headers, before anything is verified: what is missing is found out at once.
  bool look_at_headers() {
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      if (options_.stop && options_.stop()) return end(Finding::Stopped, kStopped);
      std::ifstream in(path(k), std::ios::binary);
      if (!in) return end(Finding::Unreadable, "it cannot be opened", k);
      if (in.peek() != 's') return end(Finding::Unreadable, "it is not a binary certificate", k);
      Result<Header> header = (*make_reader(in))->header();
      if (!header) return end(Finding::Unreadable, header.message(), k);
      in.clear();
      in.seekg(0);
      Sha256 sum;
      std::vector<std::byte> piece(1 << 16);
      do {
        in.read(reinterpret_cast<char*>(piece.data()), static_cast<std::streamsize>(piece.size()));
        sum.add(std::span(piece).first(static_cast<std::size_t>(in.gcount())));
      } while (in);
      parts_[k].digest = sum.digest();
      parts_[k].header = *std::move(header);
      parts_[k].header.roots.clear();
      if (!parts_[k].header.of_root()) continue;
      if (root_ != kNone)
        return refuse(k, fmt::format("it is about a position, as {} is: there is one root part",
                                     parts_[root_].name));
      root_ = k;
    }
    if (root_ == kNone)
      return end(Finding::Refused, "the root part, which is about a position, is missing");
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const Header &mine = parts_[k].header, &first = parts_[root_].header;
      if (mine.game != first.game || mine.outcomes != first.outcomes || mine.rules != first.rules)
        return refuse(
            k, fmt::format("its game, outcomes or rules are not those of {}", parts_[root_].name));
    }
    return true;
  }

  // Every part that is cited is there, none cites itself through others, and all are needed.
  bool look_at_citations() {
    std::map<std::string_view, std::size_t> by_digest;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const auto [same, fresh] = by_digest.try_emplace(parts_[k].digest, k);
      if (!fresh) return refuse(k, "it is the same as " + parts_[same->second].name);
    }
    for (std::size_t k = 0; k < parts_.size(); ++k)
      for (const std::string& digest : parts_[k].header.cites) {
        const auto found = by_digest.find(digest);
        if (found == by_digest.end())
          return refuse(k, fmt::format("it cites a part with the SHA-256 {}, which is missing or "
                                       "was changed",
                                       text::quoted(digest)));
        auto& cited = parts_[k].cited;
        if (found->second == root_) return refuse(k, "it cites the root part");
        if (std::find(cited.begin(), cited.end(), found->second) != cited.end())
          return refuse(k, fmt::format("it cites {} twice", parts_[found->second].name));
        cited.push_back(found->second);
      }
    std::vector<std::vector<std::size_t>> all;
    for (const PartFile& file : parts_) all.push_back(file.cited);
    const Reached reached = follow_citations(all, root_);
    if (reached.cites_itself)
      return refuse(*reached.cites_itself, "it cites itself through others");
    for (std::size_t k = 0; k < parts_.size(); ++k)
      if (!reached.parts[k]) return refuse(k, "it is not needed: no part cites it");
    return true;
  }

  // Threads take the files in their order. A mistake ends it; since those before it are looked at
  // to their end, it is the first one, however many threads there are.
  bool verify() {
    const std::size_t threads = std::min(std::max<std::size_t>(options_.threads, 1), parts_.size());
    links_.resize(parts_.size());
    results_.resize(parts_.size());
    running_.resize(parts_.size());
    std::atomic<std::size_t> next = 0, wrong = kNone;
    Crew(threads).run([&](std::size_t) {
      for (std::size_t k; (k = next++) < parts_.size() && k < wrong;) {
        verify_part(k, threads, wrong);
        if (results_[k].finding == Finding::Verified) continue;
        for (std::size_t first = wrong; k < first && !wrong.compare_exchange_weak(first, k);) {}
      }
    });
    if (options_.stop && options_.stop()) return end(Finding::Stopped, kStopped);
    if (wrong != kNone) {
      result_ = std::move(results_[wrong]);
      result_.part = parts_[wrong].name;
      return false;
    }
    add_up();
    return true;
  }
  void verify_part(std::size_t k, std::size_t threads, const std::atomic<std::size_t>& wrong) {
    Options how = options_;
    how.links = &links_[k];
    how.threads = std::max<std::size_t>(options_.threads / threads, 1);
    how.memory = options_.memory / threads;
    how.stop = [&, k] { return wrong < k || (options_.stop && options_.stop()); };
    if (options_.progress)
      how.progress = [&, k](const Stats& stats) {
        const std::lock_guard lock(telling_);
        told_.bytes += stats.bytes - running_[k].bytes;
        told_.claims += stats.claims - running_[k].claims;
        running_[k].bytes = stats.bytes;
        running_[k].claims = stats.claims;
        options_.progress(told_);
      };
    std::ifstream in(path(k), std::ios::binary);
    CheckResult& result = results_[k] = check(in, how);
    const Header &then = parts_[k].header, &now = result.header;
    if (result.finding == Finding::Verified &&
        (now.game != then.game || now.outcomes != then.outcomes || now.cites != then.cites ||
         now.of_root() != then.of_root()))
      result.finding = Finding::Refused, result.reason = "it has changed while it was checked";
    result.roots = {};
    result.header.roots = {};
  }
  void add_up() {
    result_ = std::move(results_[root_]);
    Stats& all = result_.stats;
    all.parts = parts_.size();
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      if (k == root_) continue;
      const Stats& one = results_[k].stats;
      for (const auto count :
           {&Stats::bytes, &Stats::claims, &Stats::citations, &Stats::settled, &Stats::searched,
            &Stats::positions, &Stats::paired, &Stats::elsewhere, &Stats::regions, &Stats::covered})
        all.*count += one.*count;
      all.most_unclaimed = std::max(all.most_unclaimed, one.most_unclaimed);
      for (StatementStats& mine : all.statements)
        for (const StatementStats& other : one.statements) {
          if (mine.claimant != other.claimant) continue;
          mine.claims += other.claims;
          mine.layers.resize(std::max(mine.layers.size(), other.layers.size()));
          for (std::size_t layer = 0; layer < other.layers.size(); ++layer)
            mine.layers[layer] += other.layers[layer];
        }
    }
  }

  // What a part leaves to others is a root of one that it cites, by the same statement; and all
  // that is there is needed.
  bool compare() {
    std::vector<std::vector<bool>> needed(parts_.size());
    for (std::size_t k = 0; k < parts_.size(); ++k)
      if (k != root_) needed[k].resize(links_[k].statements[0].roots.size());
    for (std::size_t k = 0; k < parts_.size(); ++k)
      for (const Links::OfStatement& mine : links_[k].statements)
        for (std::size_t n = 0; n < mine.elsewhere.size(); ++n)
          if (!find_root(k, mine, mine.elsewhere[n], needed))
            return refuse(k, fmt::format("position {}: it is left to the parts that are cited, and "
                                         "none of them has it as a root, with the same statement",
                                         position(k, mine, mine.elsewhere[n])));
    for (std::size_t k = 0; k < parts_.size(); ++k)
      for (std::size_t n = 0; n < needed[k].size(); ++n)
        if (!needed[k][n])
          return refuse(k, fmt::format("its root {} is not needed: no part leaves it to this one",
                                       position(k, links_[k].statements[0],
                                                links_[k].statements[0].roots[n])));
    return true;
  }
  bool find_root(std::size_t k, const Links::OfStatement& mine, const char* state,
                 std::vector<std::vector<bool>>& needed) const {
    for (const std::size_t cited : parts_[k].cited) {
      const Links::OfStatement& other = links_[cited].statements[0];
      if (other.statement.claimant != mine.statement.claimant ||
          other.statement.bound != mine.statement.bound || other.regions != mine.regions)
        continue;
      const std::size_t n = other.roots.find(state);
      if (n == other.roots.size()) continue;
      needed[cited][n] = true;
      return true;
    }
    return false;
  }
  std::string position(std::size_t k, const Links::OfStatement& of, const char* state) const {
    const CheckResult& result = k == root_ ? result_ : results_[k];
    const AnyGame& about = result.about(of.statement.claimant);
    AnyState s;
    std::memcpy(s.bytes.data(), state, about.state_size());
    return about.position(s);
  }

  const std::string folder_;
  const Options& options_;
  std::vector<PartFile> parts_;  // in the order of their names
  std::size_t root_ = kNone;
  std::vector<Links> links_;
  std::vector<CheckResult> results_;
  CheckResult result_;
  std::mutex telling_;
  std::vector<Stats> running_;  // what each was last told to have read
  Stats told_;
};

}  // namespace

Reached follow_citations(const std::vector<std::vector<std::size_t>>& cited, std::size_t root) {
  // Depth first: a part that is met again on the path to itself.
  enum class Mark : std::uint8_t { Unseen, OnPath, Done };
  std::vector<Mark> marks(cited.size(), Mark::Unseen);
  std::vector<std::pair<std::size_t, std::size_t>> path{{root, 0}};
  marks[root] = Mark::OnPath;
  Reached reached{std::vector<bool>(cited.size()), {}};
  reached.parts[root] = true;
  while (!path.empty()) {
    auto& [at, next] = path.back();
    if (next == cited[at].size()) {
      marks[at] = Mark::Done;
      path.pop_back();
      continue;
    }
    const std::size_t other = cited[at][next++];
    if (marks[other] == Mark::OnPath) {
      reached.cites_itself = other;
      return reached;
    }
    if (marks[other] == Mark::Done) continue;
    marks[other] = Mark::OnPath;
    reached.parts[other] = true;
    path.emplace_back(other, 0);
  }
  return reached;
}

CheckResult check_folder(const std::string& folder, const Options& options) {
  return Folder(folder, options).run();
}

std::uint64_t folder_size(const std::string& folder) {
  std::uint64_t size = 0;
  const Result<std::vector<PartFile>> files = list_parts(folder);
  if (files)
    for (const PartFile& file : *files) size += file.size;
  return size;
}

}  // namespace solvent::check
