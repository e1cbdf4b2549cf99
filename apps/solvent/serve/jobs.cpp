#include "jobs.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "watch_json.hpp"

namespace solvent::serve {

namespace {
// Every page of a new table that is read and then written costs all threads an interruption: with a
// table of 1 MB that was half of the server's time.
constexpr std::uint64_t kQuickTable = std::uint64_t{128} << 10;
constexpr double kUnheard = 15;  // seconds
}  // namespace

// --- events -------------------------------------------------------------------------------------

void Events::post(const std::string& slot, const std::string& event, const Json& data, bool last) {
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  const std::string text = "event: " + event + "\ndata: " + dumped(data) + "\n\n";
  const auto at =
      std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return s.name == slot; });
  if (at != slots_.end()) slots_.erase(at);
  slots_.push_back({slot, text, ++version_});  // in the order of what was said last
  ended_ = last;
  bell_.ring();
}

bool Events::next(std::uint64_t& seen, std::string& out) {
  const std::lock_guard lock(mutex_);
  for (const Slot& slot : slots_)
    if (slot.version > seen) out += slot.text;
  seen = version_;
  return ended_;
}

// --- a job --------------------------------------------------------------------------------------

Reply Job::reply() const {
  const std::lock_guard lock(mutex_);
  return reply_;
}

void Job::listen(int more) {
  const std::lock_guard lock(mutex_);
  listeners_ += more;
  heard_ = std::chrono::steady_clock::now();
}
bool Job::unheard_for(double seconds) const {
  const std::lock_guard lock(mutex_);
  return listeners_ == 0 &&
         std::chrono::steady_clock::now() - heard_ > std::chrono::duration<double>(seconds);
}

bool Job::run(double seconds) {
  try {
    if (!find_answer(seconds)) return false;
  } catch (const std::bad_alloc&) {
    fail(503, "there is not enough memory for this question now");
  } catch (const std::exception& e) { fail(500, e.what()); }
  forget();
  return true;
}

// What it was about is not needed any more, and a tree that was sent may be large.
void Job::forget() {
  moves_.clear();
  question_.reset();
}

void Job::fail(int status, const std::string& sentence) {
  {
    const std::lock_guard lock(mutex_);
    reply_ = failed(status, sentence);
  }
  events_.post("end", "error", Json{{"error", sentence}}, true);
}

void Job::answer(const Answer& answer, bool with_line, bool with_moves) {
  const Json json =
      cli::to_json(question_->position, question_->text, answer, with_line, with_moves);
  {
    const std::lock_guard lock(mutex_);
    reply_ = {200, json};
  }
  events_.post("end", "answer", json, true);
}

// In the quick lane little memory is enough, and faster to get, and one thread.
Options Job::options_for(double seconds) const {
  Options options = question_->options;
  options.limits.seconds = std::min(seconds, *options.limits.seconds - spent_);
  if (seconds <= kMoment) {
    options.limits.memory = std::min(*options.limits.memory, moment_memory_);
    options.table_size = std::min(options.table_size.value_or(kQuickTable), kQuickTable);
    options.threads = 1;
  }
  return options;
}

Watch Job::watch() {
  Watch w;
  w.stop = &stop();
  w.progress = [this](const Progress& p) {
    events_.post("progress", "progress", progress_json(p, spent_, kind_ == Kind::Moves));
  };
  w.narrowed = w.progress;
  if (kind_ == Kind::Moves) w.valued = [this](const MoveValue& m) { tell(m); };
  return w;
}

// Of a move, unless it was known in another lane.
void Job::tell(const MoveValue& m) {
  auto known = std::find_if(moves_.begin(), moves_.end(),
                            [&](const MoveValue& k) { return k.move == m.move; });
  if (known == moves_.end()) {
    known = moves_.insert(moves_.end(), m);
  } else {
    if (m.lower <= known->lower && m.upper >= known->upper) return;
    known->lower = std::max(known->lower, m.lower);
    known->upper = std::min(known->upper, m.upper);
    known->rests_on = m.rests_on;
    known->nodes = m.nodes;
  }
  events_.post("move " + m.move, "move", move_json(*known));
}

bool Job::find_answer(double seconds) {
  const bool moves = kind_ == Kind::Moves;
  Options options = options_for(seconds);
  if (moves) {
    options.at_least.reset();
    options.range.reset();
  }
  auto solver = Solver::make(question_->position.game(), options, pool_);
  if (!solver) return fail(500, session::in_dialect(solver.error(), in_json())), true;
  const Position& position = question_->position;
  const Answer found =
      moves ? solver->value_moves(position, watch()) : solver->solve(position, watch());
  spent_ += found.seconds;
  const bool more_memory = found.status == Status::MemoryLimit && seconds <= kMoment;
  const bool more_time =
      found.status == Status::TimeLimit && spent_ < *question_->options.limits.seconds;
  if (more_memory || more_time) return false;
  answer(found, options.line && !options.at_least && !moves, options.moves || moves);
  return true;
}

// --- all of them --------------------------------------------------------------------------------

std::shared_ptr<Job> Jobs::begin(const std::string& body, bool keep, Reply& reply) {
  const auto wrong = [&](const Error& error) {
    reply = failed(400, error);
    return nullptr;
  };
  const auto json = read_object(body);
  if (!json) return wrong(json.error());
  Result<AskedQuestion> question = read_question(
      *json, session::door::Questions,
      keep ? std::vector<std::string>{"kind"} : std::vector<std::string>{}, games_, settings_);
  if (!question) return wrong(question.error());
  Job::Kind kind = Job::Kind::Value;
  if (json->contains("kind")) {
    const Json& asked = (*json)["kind"];
    if (asked == "moves")
      kind = Job::Kind::Moves;
    else if (asked != "value")
      return wrong(Error{"kind: value or moves is expected"});
  }
  auto job = std::make_shared<Job>(*std::move(question), kind, settings_.for_moment(),
                                   lanes_.pool(), bell_);
  std::string id;
  if (keep) {
    id = jobs_.add(job, is_idle);
    if (id.empty()) return reply = busy(), nullptr;
  }
  if (!lanes_.submit(job)) {
    if (keep) jobs_.take(id);
    return reply = busy(), nullptr;
  }
  reply = {202, Json{{"id", id}}};
  return job;
}

Reply Jobs::stop(const std::string& id) {
  const auto job = jobs_.find(id);
  if (!job) return not_there("job", id);
  lanes_.cancel(job);
  return {200, Json{{"id", id}, {"stopping", true}}};
}

void Jobs::stop_forlorn() {
  for (const auto& job : jobs_.all())
    if (job->unheard_for(kUnheard)) lanes_.cancel(job);
}

}  // namespace solvent::serve
