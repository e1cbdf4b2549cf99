#include "parallel/helpers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solvent/errors.hpp"
#include "table/fact_table.hpp"

namespace solvent::parallel {

namespace {
constexpr std::uint64_t kMuchMore = 16;
constexpr std::size_t kMostUnsent = std::size_t{64} << 20;  // bytes, and then entries wait
}  // namespace

Helpers::Helpers(Ranks& ranks, const HelpTerms& terms)
    : ranks_(ranks), terms_(terms), helpers_(static_cast<std::size_t>(ranks.size())) {}

Helpers::~Helpers() {
  try {
    let_all_go();
  } catch (...) {  // out of memory: those who are still there are not waited for
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.lose(rank);
  }
}

// Whatever they have sent is received, so that nothing is left for those who use the ranks next.
void Helpers::let_all_go() {
  send_to_all(LetterWriter(LetterKind::Close).finish());
  std::set<int> busy;
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    const bool silent = opened_ && !helper(rank).there && !expelled_.contains(rank);
    silent ? ranks_.lose(rank) : void(busy.insert(rank));
  }
  const Stopwatch waited;
  while (!busy.empty() && waited.seconds() < terms_.farewell) {
    const auto message = ranks_.receive_within(terms_.farewell - waited.seconds());
    if (!message) continue;
    const LetterReader letter(message->bytes);
    if (letter.good() && letter.kind() == LetterKind::Closed) busy.erase(message->from);
  }
  for (const int rank : busy) ranks_.lose(rank);
}

void Helpers::send_to_all(const Bytes& letter, int except) {
  for (int rank = 1; rank < ranks_.size(); ++rank)
    if (rank != except) ranks_.send(rank, letter);
}

std::optional<std::string> Helpers::open(const Bytes& opening, double patience) {
  for (int rank = 1; rank < ranks_.size(); ++rank)
    if (ranks_.lost(rank)) return fmt::format("rank {} does not answer any more", rank);
  send_to_all(opening);
  std::optional<std::string> refused;
  std::set<int> silent;
  for (int rank = 1; rank < ranks_.size(); ++rank) silent.insert(rank);
  const Stopwatch waited;
  while (!silent.empty() && waited.seconds() < patience) {
    const auto message = ranks_.receive_within(patience - waited.seconds());
    if (!message || silent.erase(message->from) == 0) continue;
    LetterReader letter(message->bytes);
    const bool ready = letter.kind() == LetterKind::Ready;
    Helper& h = helper(message->from);
    if (ready) h.workers = letter.get<std::uint32_t>();
    const std::string words = ready ? "" : letter.get_text();
    const bool sound = letter.finished() && (ready || letter.kind() == LetterKind::Refused);
    if (!sound)
      refused = fmt::format("rank {} does not speak as this program does", message->from);
    else if (!ready && !refused)
      refused = fmt::format("rank {} cannot take part: {}", message->from, words);
    h.there = true;
    workers_ += h.workers;
    note_room(message->from, true);
  }
  opened_ = true;
  if (!refused && !silent.empty())
    refused = fmt::format("rank {} has not answered within {:.0f} s", *silent.begin(), patience);
  return refused;
}

// How many jobs each of its workers has.
std::size_t Helpers::load(int rank) const {
  const Helper& h = helpers_[static_cast<std::size_t>(rank)];
  return h.jobs.size() / std::max<std::size_t>(h.workers, 1);
}
// Called before and after the number of its jobs changes.
void Helpers::note_room(int rank, bool room) {
  const std::pair<std::size_t, int> place{load(rank), rank};
  if (!room)
    room_.erase(place);
  else if (helper(rank).there && wants_more(rank))
    room_.insert(place);
}
// A second job lies ready, so that nobody waits for a letter. While the first is a long one it need
// not: what is handed out later is chosen with more knowledge.
bool Helpers::wants_more(int rank) const {
  const Helper& h = helpers_[static_cast<std::size_t>(rank)];
  const std::size_t jobs = load(rank);
  return jobs == 0 || (jobs < terms_.in_hand && h.nodes < terms_.long_work * h.workers);
}

// Everybody hears from everybody, by way of rank 0: the more there are, the less each may say.
std::uint64_t Helpers::large_now() const {
  constexpr double kFew = 8;
  const double crowd = std::max(1.0, static_cast<double>(workers_) / kFew);
  return static_cast<std::uint64_t>(static_cast<double>(terms_.large) * crowd * crowd);
}

void Helpers::begin(const Referee& referee, Bounds everything, AnyTable& table, bool tell_all) {
  referee_ = referee;
  everything_ = everything;
  table_ = &table;
  ++tree_;
  room_.clear();
  nodes_out_ = 0;
  who_has_.clear();
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    helper(rank).drop_jobs();
    helper(rank).heard = clock_.seconds();
    note_room(rank, true);
  }
  const std::uint64_t large = large_now();
  // Of a table that was loaded only the largest: there are many.
  if (tell_all) table.note_large(kMuchMore * large, true);
  table.note_large(large, false);
  LetterWriter letter(LetterKind::Begin, tree_);
  letter.put(large);
  send_to_all(std::move(letter).finish());
}

void Helpers::end() {
  table_ = nullptr;
  who_has_.clear();
  for (Helper& h : helpers_) h.drop_jobs();
  LetterWriter letter(LetterKind::Begin, ++tree_);
  letter.put(~std::uint64_t{0});
  send_to_all(std::move(letter).finish());
}

void Helpers::wait() {
  constexpr double kMoment = 0.001;
  if (!inbox_.empty()) return;
  if (auto message = ranks_.receive_within(kMoment)) inbox_.push_back(*std::move(message));
}

void Helpers::serve(JobTree& tree, std::uint64_t& nodes) {
  constexpr int kAtOnce = 1000;  // letters, and then those who wait have their turn
  for (int k = 0; k < kAtOnce; ++k) {
    if (inbox_.empty()) {
      auto message = ranks_.receive();
      if (!message) break;
      inbox_.push_back(*std::move(message));
    }
    const Ranks::Message message = std::move(inbox_.front());
    inbox_.pop_front();
    take(tree, message);
  }
  look_for_the_silent(tree);
  tell();
  if (!tree.answered()) hand_out(tree, nodes);
}

void Helpers::take(JobTree& tree, const Ranks::Message& message) {
  const int rank = message.from;
  if (rank <= 0 || rank >= ranks_.size() || expelled_.contains(rank)) return;
  LetterReader letter(message.bytes);
  Helper& h = helper(rank);
  note_room(rank, false);
  const std::string problem = take_letter(tree, h, rank, letter);
  if (!problem.empty()) return lose(tree, rank, problem, true);
  h.heard = clock_.seconds();
  if (!h.there) {
    h.there = true;
    workers_ += h.workers;
    if (warned) warned(fmt::format("rank {} is at work again", rank));
  }
  note_room(rank, true);
}

std::string Helpers::take_letter(JobTree& tree, Helper& h, int rank, LetterReader& letter) {
  if (!letter.good()) return "it answered nonsense";
  switch (letter.kind()) {
    case LetterKind::Results: return take_results(tree, h, letter);
    case LetterKind::Failed: {
      const auto contradiction = letter.get<std::uint8_t>();
      const std::string why = letter.get_text();
      if (letter.finished() && contradiction == 1) throw Contradiction();
      return why;
    }
    case LetterKind::Entries: {
      const auto entries = letter.get_block();
      if (!letter.finished() || !table_->add_noted(entries))
        return "it sent nonsense for its table";
      if (ranks_.size() == 2 || ranks_.unsent() > kMostUnsent) return "";  // it helps, no more
      LetterWriter copy(LetterKind::Entries);
      copy.put_block(entries);
      send_to_all(std::move(copy).finish(), rank);
      return "";
    }
    default: return "it answered nonsense";
  }
}

// All of them are looked at before one is used.
std::string Helpers::take_results(JobTree& tree, Helper& h, LetterReader& letter) {
  const auto done = letter.get<WorkDone>();
  const auto count = letter.get<std::uint32_t>();
  std::vector<JobResult> results;
  for (std::uint32_t k = 0; k < count && letter.good(); ++k) {
    auto result = get_result(letter);
    if (!result) return "it answered nonsense";
    results.push_back(*std::move(result));
  }
  if (!letter.finished()) return "it answered nonsense";
  const bool of_this_tree = letter.tree() == tree_;
  if (letter.tree() > tree_) return "it answered what was not asked yet";
  for (const JobResult& r : results)
    if (const auto job = h.jobs.find(r.id); of_this_tree && job != h.jobs.end())
      if (std::string problem = wrong(tree, r, job->second); !problem.empty()) return problem;
  done_.counted += done.counted;
  done_.probe_hits += done.probe_hits;
  done_.deepest = std::max(done_.deepest, done.deepest);
  if (!of_this_tree) return "";
  for (JobResult& r : results) {
    const auto job = h.jobs.find(r.id);
    if (job == h.jobs.end()) continue;  // it was late, and somebody else has it
    r.id = job->second.place;
    forget(h, job->first);
    tree.take(r);
  }
  return "";
}

// As far as that can be seen without searching.
std::string Helpers::wrong(const JobTree& tree, const JobResult& result, const Given& job) const {
  const auto sound = [&](Bounds b) { return b.pess <= b.opti && everything_.contains(b); };
  const auto numbers = [](Efforts e) { return e.proof >= 0 && e.disproof >= 0; };  // and no NaN
  const AnyState& s = tree.state_of(job.place);
  const auto legal = [&](AnyMove m) { return !referee_.legal || referee_.legal(s, m); };
  bool good = sound(result.bounds) && numbers(result.efforts) && result.nodes <= job.nodes &&
              (!result.best || legal(*result.best));
  for (const JobResult::Child& c : result.children)
    good = good && sound(c.bounds) && numbers(c.efforts) && legal(c.move);
  return good ? "" : "its answer makes no sense";
}

void Helpers::forget(Helper& h, JobId name) {
  const auto job = h.jobs.find(name);
  nodes_out_ -= job->second.nodes;
  h.nodes -= job->second.nodes;
  who_has_.erase(job->second.place);
  h.jobs.erase(job);
}
void Helpers::give_back(JobTree& tree, Helper& h) {
  while (!h.jobs.empty()) {
    tree.give_back(h.jobs.begin()->second.place);
    forget(h, h.jobs.begin()->first);
  }
}

void Helpers::lose(JobTree& tree, int rank, const std::string& why, bool for_good) {
  Helper& h = helper(rank);
  note_room(rank, false);
  give_back(tree, h);
  if (h.there) workers_ -= h.workers;
  h.there = false;
  if (for_good) expelled_.insert(rank);
  if (warned)
    warned(fmt::format("rank {}: {}; its jobs go to others{}", rank, why,
                       for_good ? ", and it gets no more" : ""));
}

// Time in which rank 0 itself did not look counts for nobody.
void Helpers::look_for_the_silent(JobTree& tree) {
  const double now = clock_.seconds(), pause = now - looked_;
  if (pause < terms_.deadline / 100) return;
  looked_ = now;
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    Helper& h = helper(rank);
    if (pause > terms_.deadline / 2 || h.jobs.empty()) h.heard = std::max(h.heard, now - pause / 2);
    if (h.jobs.empty() || now - h.heard < terms_.deadline) continue;
    lose(tree, rank, fmt::format("nothing was heard of it for {:.0f} s", now - h.heard), false);
  }
}

// What rank 0's own workers have found that cost much. It helps, and nothing depends on it: what
// would fill the memory of all is left out.
void Helpers::tell() {
  constexpr std::size_t kMost = std::size_t{1} << 29;
  const double now = clock_.seconds();
  if (now - told_ < terms_.between_tells || ranks_.unsent() > kMostUnsent) return;
  told_ = now;
  const Bytes entries = table_->take_noted();
  if (entries.empty() || entries.size() > kMost) return;
  LetterWriter letter(LetterKind::Entries);
  letter.put_block(entries);
  send_to_all(std::move(letter).finish());
}

void Helpers::hand_out(JobTree& tree, std::uint64_t& nodes) {
  constexpr std::uint64_t kWorthSending = 1000;
  std::map<int, std::vector<SearchJob>> jobs;
  while (!room_.empty() && nodes >= kWorthSending) {
    auto job = tree.next();
    if (!job) break;
    job->nodes = std::min(job->nodes, nodes);
    nodes -= job->nodes;
    job->sure = std::min(job->sure, job->nodes);
    const int rank = room_.begin()->second;
    note_room(rank, false);
    Helper& h = helper(rank);
    if (h.jobs.empty()) h.heard = clock_.seconds();
    who_has_.emplace(job->id, std::pair{rank, next_name_});
    h.jobs.emplace(next_name_, Given{job->id, job->nodes});
    job->id = next_name_++;
    h.nodes += job->nodes;
    nodes_out_ += job->nodes;
    note_room(rank, true);
    jobs[rank].push_back(*job);
  }
  for (const auto& [rank, list] : jobs) {
    LetterWriter letter(LetterKind::Jobs, tree_);
    letter.put(static_cast<std::uint32_t>(list.size()));
    for (const SearchJob& job : list) put_job(letter, job, referee_.state_size);
    ranks_.send(rank, std::move(letter).finish());
  }
}

std::vector<JobId> Helpers::recall(std::vector<JobId> ids) {
  std::map<int, std::vector<JobId>> theirs;
  std::erase_if(ids, [&](JobId place) {
    const auto has = who_has_.find(place);
    if (has == who_has_.end()) return false;
    theirs[has->second.first].push_back(has->second.second);
    return true;
  });
  for (const auto& [rank, list] : theirs) {
    LetterWriter letter(LetterKind::Recall, tree_);
    letter.put_block(std::as_bytes(std::span(list)));
    ranks_.send(rank, std::move(letter).finish());
  }
  return ids;
}

search::Statistics Helpers::statistics() const {
  search::Statistics all;
  static_cast<search::Counted&>(all) = done_.counted;
  all.deepest = static_cast<int>(done_.deepest);
  all.searchers = static_cast<int>(workers_);
  return all;
}

}  // namespace solvent::parallel
