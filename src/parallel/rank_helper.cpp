#include "parallel/rank_helper.hpp"

#include <algorithm>
#include <stdexcept>

#include "table/fact_table.hpp"

namespace solvent::parallel {

using search::Slice;

RankHelper::RankHelper(Ranks& ranks, const Referee& referee, Bounds everything,
                       const MakeSearcher& make, std::size_t threads,
                       std::function<std::uint64_t()> probe_hits)
    : ranks_(ranks),
      referee_(referee),
      everything_(everything),
      workers_(make, threads),
      probe_hits_(std::move(probe_hits)) {}

void RankHelper::run() {
  constexpr double kSlice = 0.01, kIdle = 1;
  while (!closed_) {
    if (fresh_tree_) drop_jobs();
    if (jobs_.empty() && !workers_.busy()) {
      wait_for_letter(kIdle);
      look();
      continue;
    }
    Alarm alarm(nullptr);
    alarm.set(kSlice);
    workers_.advance(*this, Slice{Slice::kEndless, &alarm});
    count();
    look();
  }
}

// What they were made of counts.
void RankHelper::drop_jobs() {
  workers_.drop_jobs();
  fresh_tree_ = false;
  count();
  const std::uint64_t made = workers_.statistics().created;
  unsaid_.counted.created += made - std::exchange(created_, made);
}

// Nodes are counted with the results that they led to, since rank 0 has to know them then. The rest
// is while all workers are quiet.
void RankHelper::take(const JobResult& result) {
  results_.push_back(result);
  unsaid_.counted.created += result.nodes;
  created_ += result.nodes;
}
void RankHelper::count() {
  const search::Statistics all = workers_.statistics();
  search::Counted now = all;
  now.others_nanoseconds += static_cast<std::uint64_t>(1e9 * clock_.cpu_seconds());
  now.created = 0;
  unsaid_.counted += now.since(counted_);
  counted_ = now;
  const std::uint64_t hits = probe_hits_ ? probe_hits_() : 0;
  unsaid_.probe_hits += hits - std::exchange(probe_hits_counted_, hits);
  unsaid_.deepest = std::max(unsaid_.deepest, static_cast<std::uint64_t>(all.deepest));
}

std::optional<SearchJob> RankHelper::next() {
  if (jobs_.empty()) return std::nullopt;
  const SearchJob job = jobs_.front();
  jobs_.pop_front();
  return job;
}

// Not for long, since other threads may have results that are to be sent.
void RankHelper::wait() {
  constexpr double kMoment = 0.001;
  wait_for_letter(kMoment);
}

void RankHelper::wait_for_letter(double seconds) {
  if (!inbox_.empty()) return;
  if (auto message = ranks_.receive_within(seconds)) inbox_.push_back(*std::move(message));
}

void RankHelper::look() {
  while (!over()) {
    if (inbox_.empty())
      if (auto message = ranks_.receive()) inbox_.push_back(*std::move(message));
    if (inbox_.empty()) break;
    read(inbox_.front());
    inbox_.pop_front();
  }
  if (over()) return;
  use_entries();
  write();
}

// Whoever cannot read what rank 0 has written is of no more use, and says so.
void RankHelper::read(const Ranks::Message& message) {
  if (message.from != 0) return;
  LetterReader letter(message.bytes);
  switch (letter.kind()) {
    case LetterKind::Begin: {
      tree_ = letter.tree();
      workers_.shop().table()->note_large(letter.get<std::uint64_t>(), false);
      jobs_.clear();
      results_.clear();
      fresh_tree_ = true;
      break;
    }
    case LetterKind::Jobs: read_jobs(letter); break;
    case LetterKind::Recall: read_recall(letter); break;
    case LetterKind::Entries: {
      const auto block = letter.get_block();
      entries_.emplace_back(block.begin(), block.end());
      break;
    }
    case LetterKind::Close: closed_ = true; break;
    default: break;
  }
  if (!letter.finished()) throw std::runtime_error("it got a letter that it cannot read");
}

void RankHelper::read_jobs(LetterReader& letter) {
  const auto count = letter.get<std::uint32_t>();
  for (std::uint32_t k = 0; k < count && letter.good(); ++k)
    if (const auto job = get_job(letter, referee_.state_size)) jobs_.push_back(*job);
}

// One that is not begun goes back as it is.
void RankHelper::read_recall(LetterReader& letter) {
  const auto block = letter.get_block();
  std::vector<JobId> ids(block.size() / sizeof(JobId));
  std::memcpy(ids.data(), block.data(), ids.size() * sizeof(JobId));
  for (const JobId id : ids) {
    const auto at = std::ranges::find(jobs_, id, &SearchJob::id);
    if (at == jobs_.end()) {
      recalled_.push_back(id);
      continue;
    }
    jobs_.erase(at);
    results_.push_back({.id = id, .bounds = everything_});
  }
}

// Not while the table grows.
void RankHelper::use_entries() {
  AnyTable& table = *workers_.shop().table();
  if (table.grows()) return;
  for (const Bytes& entries : entries_)
    if (!table.add_noted(entries)) throw std::runtime_error("it got nonsense for its table");
  entries_.clear();
}

// Results at once; what cost much, and a sign of life, now and then.
void RankHelper::write() {
  constexpr double kBetweenTells = 0.005, kBetweenSigns = 1;
  const double now = clock_.seconds();
  const bool at_work = !jobs_.empty() || workers_.busy();
  if (now - told_ >= kBetweenTells && at_work) {
    told_ = now;
    const Bytes entries = workers_.shop().table()->take_noted();
    if (!entries.empty()) {
      LetterWriter letter(LetterKind::Entries, tree_);
      letter.put_block(entries);
      ranks_.send(0, std::move(letter).finish());
    }
  }
  if (!results_.empty() || (at_work && now - spoke_ >= kBetweenSigns)) write_results();
}

void RankHelper::write_results() {
  spoke_ = clock_.seconds();
  LetterWriter letter(LetterKind::Results, tree_);
  letter.put(std::exchange(unsaid_, {}));
  letter.put(static_cast<std::uint32_t>(results_.size()));
  for (const JobResult& result : results_) put_result(letter, result);
  results_.clear();
  ranks_.send(0, std::move(letter).finish());
}

}  // namespace solvent::parallel
