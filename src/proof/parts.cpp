#include "proof/parts.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/checksum.hpp"
#include "base/counted.hpp"
#include "base/crew.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "game/fingerprint.hpp"

namespace solvent::proof {

namespace {

namespace fs = std::filesystem;

constexpr const char* kJournal = "journal";
constexpr const char* kRoot = "root.proof";

std::optional<std::string> digest_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  Sha256 sum;
  std::vector<std::byte> piece(1 << 16);
  do {
    in.read(reinterpret_cast<char*>(piece.data()), static_cast<std::streamsize>(piece.size()));
    sum.add(std::span(piece).first(static_cast<std::size_t>(in.gcount())));
  } while (in);
  return sum.digest();
}

std::string text_checksum(std::string_view text) {
  return fmt::format("{:016x}", checksum(0, std::as_bytes(std::span(text))));
}

// The root's file: one claim for each statement, left to a part.
class LeftToParts final : public Collector {
 public:
  LeftToParts(const AnyState& root, std::size_t size, bool regions)
      : root_(root), size_(size), regions_(regions) {}
  search::SliceResult step(const search::Slice&) override { return search::SliceResult::Done; }
  std::uint64_t nodes() const override { return 0; }
  std::size_t bytes() const override { return sizeof *this; }
  bool contradicted() const override { return false; }
  std::uint64_t claims() const override { return 1; }
  std::uint32_t layers() const override { return 1; }
  std::size_t state_size() const override { return size_; }
  bool about_regions() const override { return regions_; }
  Layer layer(std::uint32_t, Alarm&) const override {
    const auto* bytes = reinterpret_cast<const std::byte*>(root_.bytes.data());
    return {{bytes, bytes + size_}, {kElsewhere}, {}};
  }
  std::set<int> slices() const override { return {}; }

 private:
  AnyState root_;
  std::size_t size_;
  bool regions_;
};

// Of a win nothing else is left to be proved: the other side's statement follows from the rules.
GamePtr relaxed_positions(const PartsRequest& request) {
  for (const Statement& statement : request.statements)
    if (GamePtr relaxed = game_of_regions(request.game, statement)) return relaxed;
  return nullptr;
}

}  // namespace

PartsMaker::PartsMaker(const std::string& folder, const PartsRequest& request)
    : folder_(folder.substr(0, folder.find_last_not_of('/') + 1)),
      r_(request),
      relaxed_(relaxed_positions(request)),
      graph_(about().state_size()),
      nodes_(request.threads),
      bytes_(request.threads) {
  for (const Statement& statement : r_.statements)
    if (const auto image = game_of_regions(r_.game, statement)
                               ? to_be_proved_by_regions(r_.game, *relaxed_, statement, r_.root)
                               : to_be_proved(r_.game, statement, r_.root)) {
      roots_.push_back(*image);
      claimants_.push_back(statement.claimant);
    }
}
PartsMaker::~PartsMaker() = default;

// ---- The journal.

// What it is about; another run with other words cannot go on with it.
std::string PartsMaker::journal_heading() const {
  std::string text =
      fmt::format("solvent-parts 1\ngame {}\noutcomes {}\nrules {:016x}\nposition {}\nleaf {}\n",
                  r_.game.spec(), r_.game.scale().name(), fingerprint(r_.game),
                  r_.game.position(r_.root), r_.leaf);
  if (r_.at_least) text += fmt::format("at-least {}\n", *r_.at_least);
  if (r_.at_most) text += fmt::format("at-most {}\n", *r_.at_most);
  if (relaxed_) text += "regions\n";
  return text + "\n";
}

std::string PartsMaker::record_text(const PartGraph::DraftPart& part,
                                    const std::vector<double>& shares) const {
  std::string text =
      fmt::format("part {}\nclaimant {}\ndigest {}\nclaims {}\n", part.name,
                  part.claimant == Side::Max ? "Max" : "Min", part.digest, part.claims);
  for (const AnyState& s : part.roots) text += fmt::format("root {}\n", about().position(s));
  for (std::size_t k = 0; k < part.elsewhere.size(); ++k)
    text += fmt::format("elsewhere {:.6g} {}\n", shares[k], about().position(part.elsewhere[k]));
  return text + fmt::format("end {}\n", text_checksum(text));
}

std::optional<PartsMaker::Record> PartsMaker::read_record(std::string_view text) const {
  Record record;
  for (const std::string_view line : text::split(text, '\n')) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view name = line.substr(0, blank);
    std::string_view value = line.substr(std::min(blank + 1, line.size()));
    const auto number = text::to_int(value);
    if (name == "part")
      record.part.name = value;
    else if (name == "claimant")
      record.part.claimant = value == "Max" ? Side::Max : Side::Min;
    else if (name == "digest")
      record.part.digest = value;
    else if (name == "claims" && number)
      record.part.claims = static_cast<std::uint64_t>(*number);
    if (name != "root" && name != "elsewhere") continue;
    if (name == "elsewhere") {
      const std::size_t end = std::min(value.find(' '), value.size());
      record.shares.push_back(text::to_number(value.substr(0, end)).value_or(0));
      value.remove_prefix(std::min(end + 1, value.size()));
    }
    const Result<AnyState> s = about().parse(value);
    if (!s) return std::nullopt;
    (name == "root" ? record.part.roots : record.part.elsewhere).push_back(*s);
  }
  return record;
}

// Up to the first record that is not whole; a kill may have come in the middle of one. Of those,
// the ones whose draft is as it was.
std::optional<std::string> PartsMaker::read_journal(std::vector<Record>& records) const {
  std::ifstream in(path(kJournal), std::ios::binary);
  const std::string all{std::istreambuf_iterator<char>(in), {}};
  const std::string heading = journal_heading();
  if (!all.starts_with(heading))
    return "it holds the parts of another proof: name another folder, or remove it";
  std::string_view rest = std::string_view(all).substr(heading.size());
  for (std::size_t end; (end = rest.find("\nend ")) != rest.npos;) {
    const std::string_view text = rest.substr(0, end + 1);
    const std::string last = fmt::format("end {}\n", text_checksum(text));
    if (!rest.substr(end + 1).starts_with(last)) break;
    rest.remove_prefix(end + 1 + last.size());
    auto record = read_record(text);
    if (!record) continue;
    std::error_code unknown;
    const std::string file = path(record->part.name + ".draft");
    if (digest_of(file) != record->part.digest) continue;
    record->part.bytes = fs::file_size(file, unknown);
    records.push_back(*std::move(record));
  }
  return std::nullopt;
}

bool PartsMaker::write_journal(const std::vector<Record>& records) {
  NewFile file(path(kJournal));
  std::string text = journal_heading();
  for (const Record& record : records) text += record_text(record.part, record.shares);
  file.append(text.data(), text.size());
  if (file.finish()) return true;
  give_up(End::Wrong, fmt::format("{} cannot be written: {}", path(kJournal), file.problem()));
  return false;
}

bool PartsMaker::append_to_journal(const std::string& text) {
  const int file = ::open(path(kJournal).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const bool written =
      file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fdatasync(file) == 0;
  if (file >= 0) ::close(file);
  if (!written)
    give_up(End::Wrong, fmt::format("{} cannot be written: {}", path(kJournal),
                                    std::generic_category().message(errno)));
  return written;
}

// Nothing is there that somebody else may miss.
bool PartsMaker::empty_but_for_ours() const {
  std::error_code problem;
  for (fs::directory_iterator at(folder_, problem), end; !problem && at != end;
       at.increment(problem)) {
    const std::string extension = at->path().extension().string();
    if (extension != ".draft" && extension != ".tmp") return false;
  }
  return !problem;
}

std::optional<std::string> PartsMaker::open() {
  std::error_code problem;
  fs::create_directories(folder_, problem);
  if (problem) return fmt::format("the folder cannot be made: {}", problem.message());
  std::vector<Record> records;
  if (fs::exists(path(kJournal), problem)) {
    if (auto wrong = read_journal(records)) return wrong;
  } else if (!empty_but_for_ours()) {
    return "there are files in this folder: a proof in parts needs one of its own";
  }
  if (!write_journal(records)) return problem_;
  // What no record names was not finished, or is not what it was.
  for (const auto& entry : fs::directory_iterator(folder_, problem)) {
    const std::string stem = entry.path().stem().string();
    const bool known = std::any_of(records.begin(), records.end(),
                                   [&](const Record& r) { return r.part.name == stem; });
    if (entry.path().extension() == ".draft" && !known) fs::remove(entry.path(), problem);
  }
  found_ = records.size();
  take_over(records);
  begun_ = 1 - left_;
  return std::nullopt;
}

void PartsMaker::take_over(const std::vector<Record>& records) {
  graph_.clear();
  list_.clear();
  records_ = records;
  left_ = 0;
  made_ = {};
  for (const Record& record : records) {
    const PartGraph::DraftPart& p = record.part;
    const std::size_t part = graph_.begin(p.claimant, p.roots);
    graph_[part].name = p.name, graph_[part].digest = p.digest;
    graph_.end(part, p.roots, p.elsewhere);
    if (const auto number = text::to_int(p.name.substr(p.name.find('-') + 1)))
      next_name_ = std::max(next_name_, static_cast<std::size_t>(*number) + 1);
    ++made_.parts, made_.claims += p.claims, made_.bytes += p.bytes;
  }
  for (std::size_t k = 0; k < roots_.size(); ++k)
    add_to_list(claimants_[k], {roots_[k], 1 / static_cast<double>(roots_.size())});
  for (const Record& record : records)
    for (std::size_t k = 0; k < record.part.elsewhere.size(); ++k)
      add_to_list(record.part.claimant, {record.part.elsewhere[k], record.shares[k]});
}

void PartsMaker::add_to_list(Side claimant, const Collector::Share& root) {
  if (!graph_.wait(claimant, root.state)) return;
  list_.push_back({claimant, root});
  left_ += root.of_all;
}

// ---- Collecting.

PartsMaker::End PartsMaker::run(Alarm& alarm,
                                const std::function<bool(const PartsProgress&)>& look) {
  for (;;) {
    work_together(alarm, look);
    if (end_ != End::Done) return end_;
    // A position that a lost draft left to a part may not be needed by the one that replaced it.
    bool every_root = true;
    const std::vector<std::size_t> needed = needed_parts(every_root);
    if (every_root) break;
    std::vector<Record> kept;
    for (const std::size_t part : needed) kept.push_back(records_[part]);
    if (!write_journal(kept)) return end_;
    take_over(kept);
  }
  if (!finish(alarm) && end_ == End::Done) end_ = End::Stopped;
  return end_;
}

void PartsMaker::work_together(Alarm& alarm,
                               const std::function<bool(const PartsProgress&)>& look) {
  std::atomic<std::size_t> serving = r_.threads;
  Crew crew(r_.threads + 1);
  crew.run([&](std::size_t who) {
    if (who > 0) {
      try {
        Alarm mine = alarm.together(halted_);
        serve(who - 1, mine);
      } catch (...) {
        give_up(End::Wrong);
        --serving;
        changed_.notify_all();
        throw;
      }
      --serving;
      changed_.notify_all();
      return;
    }
    std::unique_lock lock(mutex_);
    while (serving > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(50));
      const PartsProgress now = progress_now();
      lock.unlock();
      if (look(now)) give_up(End::Stopped);
      lock.lock();
    }
  });
}

void PartsMaker::serve(std::size_t who, Alarm& alarm) {
  while (const std::optional<Work> work = take())
    if (!make_part(who, *work, alarm)) return;
}

void PartsMaker::give_up(End end, std::string problem) {
  {
    const std::lock_guard lock(mutex_);
    if (end_ == End::Done) end_ = end, problem_ = std::move(problem);
    halted_ = true;
  }
  changed_.notify_all();
}

std::optional<PartsMaker::Work> PartsMaker::take() {
  constexpr std::size_t kMostRoots = 64, kPlenty = 16;
  constexpr std::uint64_t kShort = 100, kFew = 1000;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return halted_ || !list_.empty() || working_ == 0; });
  if (halted_ || list_.empty()) return std::nullopt;
  ++working_;
  Work work{0, list_.back().claimant, {}, r_.claims};
  std::size_t number = std::clamp<std::size_t>(list_.size() / (2 * r_.threads), 1, kMostRoots);
  for (; number > 0 && !list_.empty() && list_.back().claimant == work.claimant; --number) {
    work.roots.push_back(list_.back().root);
    list_.pop_back();
  }
  // A short part soon leaves positions to those who have none.
  if (list_.size() < kPlenty * (r_.threads - 1))
    work.claims = std::min(r_.claims, std::max(r_.claims / kShort, kFew));
  std::vector<AnyState> states;
  for (const auto& root : work.roots) states.push_back(root.state);
  work.part = graph_.begin(work.claimant, states);
  graph_[work.part].name = fmt::format("part-{:06}", next_name_++);
  return work;
}

bool PartsMaker::make_part(std::size_t who, const Work& work, Alarm& alarm) {
  PartOrder part{work.roots, work.claims, [&](const AnyState& s, bool fresh) {
                   if (!fresh && !graph_.may_be_known(work.claimant, s)) return false;
                   const std::lock_guard lock(mutex_);
                   return graph_.leave(work.part, s, fresh);
                 }};
  Statement statement{};
  for (const Statement& s : r_.statements)
    if (s.claimant == work.claimant) statement = s;
  const Order order{r_.root, statement, false, r_.memory, 10'000, r_.leaf, 1, &part};
  const auto collector = relaxed_ ? make_region_collector(r_.game, order, search::Slice::kEndless)
                                  : make_collector(r_.game, order, {r_.machine(who)}, nullptr);
  std::uint64_t nodes = 0;
  for (;;) {
    constexpr double kSlice = 0.02;
    alarm.set(kSlice);
    const search::SliceResult result = collector->step({search::Slice::kEndless, &alarm});
    {
      const std::lock_guard lock(mutex_);
      nodes_[who] += collector->nodes() - nodes;
      bytes_[who] = collector->bytes();
    }
    nodes = collector->nodes();
    if (result == search::SliceResult::Done) break;
    if (result == search::SliceResult::OutOfMemory) return give_up(End::OutOfMemory), false;
    if (halted_ || alarm.ends()) return give_up(End::Stopped), false;
  }
  if (collector->contradicted())
    return give_up(End::Wrong, "the search contradicted itself while the proof was collected"),
           false;
  return write_draft(work, *collector, alarm);
}

bool PartsMaker::write_draft(const Work& work, const Collector& collector, Alarm& alarm) {
  Record record;
  PartGraph::DraftPart& p = record.part;
  p.claimant = work.claimant;
  for (const auto& root : collector.proved()) p.roots.push_back(root.state);
  for (const auto& root : collector.elsewhere()) {
    p.elsewhere.push_back(root.state);
    record.shares.push_back(root.of_all);
  }
  {
    const std::lock_guard lock(mutex_);
    p.name = graph_[work.part].name;
  }
  const std::string file_name = path(p.name + ".draft");
  NewFile file(file_name);
  Heading heading;
  Statement statement{};
  for (const Statement& s : r_.statements)
    if (s.claimant == work.claimant) statement = s;
  heading.claimant = work.claimant;
  heading.at_least = r_.game.scale().for_side(work.claimant, statement.bound);
  heading.leaf = r_.leaf;
  heading.roots = p.roots;
  const Written written =
      write_certificate(file, Form::Binary, r_.game, heading, {{work.claimant, &collector}}, alarm);
  if (written.stopped) return give_up(End::Stopped), false;
  p.claims = written.claims;
  p.bytes = file.size();
  if (!file.finish())
    return give_up(End::Wrong, fmt::format("{} cannot be written: {}", file_name, file.problem())),
           false;
  const auto digest = digest_of(file_name);
  if (!digest) return give_up(End::Wrong, file_name + " cannot be read"), false;
  p.digest = *digest;

  std::unique_lock lock(mutex_);
  graph_[work.part].digest = p.digest;
  graph_.end(work.part, p.roots, p.elsewhere);
  for (const auto& root : work.roots) left_ -= root.of_all;
  const auto unproved = collector.unproved();
  for (std::size_t k = unproved.size(); k-- > 0;) add_to_list(work.claimant, unproved[k]);
  for (std::size_t k = 0; k < p.elsewhere.size(); ++k)
    add_to_list(work.claimant, {p.elsewhere[k], record.shares[k]});
  ++made_.parts, made_.claims += p.claims, made_.bytes += p.bytes;
  const std::string text = record_text(p, record.shares);
  if (records_.size() <= work.part) records_.resize(work.part + 1);
  records_[work.part] = std::move(record);
  lock.unlock();
  bool kept = false;
  {
    const std::lock_guard journal(journal_);
    kept = append_to_journal(text);
  }
  lock.lock();
  --working_;
  lock.unlock();
  changed_.notify_all();
  return kept;
}

PartsProgress PartsMaker::progress_now() const {
  PartsProgress p = made_;
  p.left = list_.size();
  for (const std::uint64_t nodes : nodes_) p.nodes += nodes;
  for (const std::size_t bytes : bytes_) p.memory += bytes;
  p.done = std::clamp(1 - left_, 0.0, 1.0);
  p.begun = begun_;
  return p;
}
PartsProgress PartsMaker::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_now();
}

// ---- The end.

// What the root rests on, the cited before the citing; and is every root of these parts needed?
std::vector<std::size_t> PartsMaker::needed_parts(bool& every_root) const {
  std::vector<std::size_t> order;
  std::vector<std::size_t> needed_roots(graph_.parts().size());
  std::vector<bool> seen(graph_.parts().size());
  std::set<std::string> counted_roots;
  std::vector<std::pair<std::size_t, std::size_t>> path;
  const auto visit = [&](Side claimant, const AnyState& s) {
    const std::size_t part = *graph_.part_of(claimant, s);
    const std::string name(reinterpret_cast<const char*>(s.bytes.data()), about().state_size());
    if (counted_roots.insert(static_cast<char>(claimant) + name).second) ++needed_roots[part];
    if (seen[part]) return;
    seen[part] = true;
    path.emplace_back(part, 0);
  };
  for (std::size_t k = 0; k < roots_.size(); ++k) {
    visit(claimants_[k], roots_[k]);
    while (!path.empty()) {
      auto& [part, next] = path.back();
      const PartGraph::DraftPart& p = graph_[part];
      if (next < p.elsewhere.size()) {
        visit(p.claimant, p.elsewhere[next++]);
        continue;
      }
      order.push_back(part);
      path.pop_back();
    }
  }
  every_root = true;
  std::vector<std::size_t> kept;
  for (const std::size_t part : order) {
    const bool all = needed_roots[part] == graph_[part].roots.size();
    every_root = every_root && all;
    if (all) kept.push_back(part);
  }
  return kept;
}

bool PartsMaker::finish(Alarm& alarm) {
  bool every_root = true;
  std::vector<std::string> digests(graph_.parts().size());
  PartsProgress made;
  const std::vector<std::size_t> order = needed_parts(every_root);
  for (const std::size_t part : order) {
    if (const auto problem = finish_part(part, digests, alarm)) {
      if (!problem->empty()) give_up(End::Wrong, *problem);
      return false;
    }
    ++made.parts, made.claims += records_[part].part.claims;
  }
  if (!write_root(alarm, digests)) return false;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    const std::string stem = entry.path().stem().string();
    const bool needed = stem == "root" || std::any_of(order.begin(), order.end(), [&](auto part) {
                          return graph_[part].name == stem;
                        });
    if (entry.path().extension() == ".draft" || (entry.path().extension() == ".proof" && !needed))
      fs::remove(entry.path(), ignored);
    else if (entry.path().extension() == ".proof")
      made.bytes += entry.file_size(ignored);
  }
  fs::remove(path(kJournal), ignored);
  ++made.parts, made.claims += roots_.size();
  made_ = made;
  return true;
}

// Why not, or "" if there was no time.
std::optional<std::string> PartsMaker::finish_part(std::size_t part,
                                                   std::vector<std::string>& digests,
                                                   Alarm& alarm) {
  const PartGraph::DraftPart& p = graph_[part];
  std::set<std::size_t> cited;
  for (const AnyState& s : p.elsewhere) cited.insert(*graph_.part_of(p.claimant, s));
  std::vector<std::string> cites;
  for (const std::size_t other : cited) cites.push_back(digests[other]);
  NewFile file(path(p.name + ".proof"));
  try {
    copy_with_citations(path(p.name + ".draft"), file, cites, alarm);
  } catch (const Stopped&) { return ""; }
  if (!file.finish(false))
    return fmt::format("{} cannot be written: {}", path(p.name + ".proof"), file.problem());
  const auto digest = digest_of(path(p.name + ".proof"));
  if (!digest) return path(p.name + ".proof") + " cannot be read";
  digests[part] = *digest;
  return std::nullopt;
}

bool PartsMaker::write_root(Alarm& alarm, const std::vector<std::string>& digests) {
  Heading heading;
  heading.position = r_.root;
  heading.at_least = r_.at_least;
  heading.at_most = r_.at_most;
  std::vector<LeftToParts> claims;
  claims.reserve(roots_.size());
  std::vector<std::pair<Side, const Collector*>> statements;
  for (std::size_t k = 0; k < roots_.size(); ++k) {
    claims.emplace_back(roots_[k], about().state_size(), relaxed_ != nullptr);
    statements.emplace_back(claimants_[k], &claims.back());
    heading.cites.push_back(digests[*graph_.part_of(claimants_[k], roots_[k])]);
  }
  NewFile file(path(kRoot));
  const Written written =
      write_certificate(file, Form::Binary, r_.game, heading, statements, alarm);
  if (written.stopped) return false;
  if (file.finish()) return true;
  give_up(End::Wrong, fmt::format("{} cannot be written: {}", path(kRoot), file.problem()));
  return false;
}

}  // namespace solvent::proof
