#include "jobs.hpp"

#include <algorithm>

#include "api/run.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "session/words.hpp"

namespace solvent::serve {

namespace {
constexpr std::uint64_t kFirstNodes = 2000, kMoreNodes = 8;  // of the rounds over all moves
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
bool Job::forlorn(double seconds) const {
  const std::lock_guard lock(mutex_);
  return listeners_ == 0 &&
         std::chrono::steady_clock::now() - heard_ > std::chrono::duration<double>(seconds);
}

bool Job::run(double seconds) {
  try {
    if (!(kind_ == Kind::Value ? find_value(seconds) : value_moves(seconds))) return false;
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

// In the quick lane little memory will do, and is had faster.
Options Job::options_for(double seconds) const {
  Options options = question_->options;
  options.limits.seconds = std::min(seconds, *options.limits.seconds - spent_);
  if (seconds <= kMoment) {
    options.limits.memory = std::min(*options.limits.memory, moment_memory_);
    options.table_size = std::min(options.table_size.value_or(kQuickTable), kQuickTable);
  }
  return options;
}

Json Job::progress_json(const Progress& p, const std::string& move) const {
  Json j{{"stage", p.stage},
         {"seconds", spent_ + in_slice_ + p.seconds},
         {"created", created_ + p.counts.created},
         {"rate", p.seconds > 0 ? static_cast<double>(p.counts.created) / p.seconds : 0.0},
         {"bytes", p.bytes}};
  if (move.empty()) {
    j["lower"] = p.lower;
    j["upper"] = p.upper;
    return j;
  }
  int lower = moves_[0].lower, upper = moves_[0].upper;
  for (const MoveState& m : moves_) {
    lower = std::max(lower, m.lower);
    upper = std::max(upper, m.upper);
  }
  j["lower"] = lower;
  j["upper"] = upper;
  j["move"] = move;
  return j;
}

Watch Job::watch(const std::string& move) {
  Watch w;
  w.stop = &stop();
  w.progress = [this, move](const Progress& p) {
    events_.post("progress", "progress", progress_json(p, move));
  };
  w.narrowed = w.progress;
  return w;
}

bool Job::find_value(double seconds) {
  auto solver = Solver::make(question_->position.game(), options_for(seconds));
  if (!solver) return fail(500, session::in_dialect(solver.error(), in_json())), true;
  const Answer found = solver->solve(question_->position, watch(""));
  spent_ += found.seconds;
  const bool more_memory = found.status == Status::MemoryLimit && seconds <= kMoment;
  const bool more_time =
      found.status == Status::TimeLimit && spent_ < *question_->options.limits.seconds;
  if (more_memory || more_time) return false;
  const Options& asked = question_->options;
  answer(found, asked.line && !asked.at_least, asked.moves);
  return true;
}

// --- the value of every move --------------------------------------------------------------------

void Job::list_moves() {
  const Ruleset& game = question_->position.game();
  const Side mover = question_->position.to_move();
  for (const std::string& move : question_->position.moves()) {
    const Position after = *question_->position.play(move);
    const auto [lower, upper] = for_mover(game.scale(), mover, after.rule_bounds());
    moves_.push_back({move, after, lower, upper});
    tell(moves_.back());
  }
}

void Job::tell(const MoveState& m) {
  events_.post("move " + m.move, "move",
               Json{{"move", m.move},
                    {"lower", m.lower},
                    {"upper", m.upper},
                    {"value", m.exact() ? Json(m.lower) : Json(nullptr)},
                    {"rests_on", m.rests_on},
                    {"nodes", m.nodes}});
}

namespace {
// What several answers rest on together, in the order of Answer::rests_on. The rules are behind all
// of them: they are named where nothing else is.
std::vector<std::string> together(const std::vector<std::string>& a,
                                  const std::vector<std::string>& b) {
  std::vector<std::string> out;
  for (const std::string word : {"search", "database", "store"})
    if (std::find(a.begin(), a.end(), word) != a.end() ||
        std::find(b.begin(), b.end(), word) != b.end())
      out.push_back(word);
  if (out.empty()) out.emplace_back("rules");
  return out;
}
}  // namespace

void Job::value_one(Solver& solver, MoveState& m, std::uint64_t nodes, double seconds) {
  solver.limit(nodes, seconds);
  const Answer found = solver.solve(m.after, watch(m.move));
  algorithm_ = found.algorithm;
  chosen_because_ = found.chosen_because;
  created_ += found.counts.created;
  in_slice_ += found.seconds;
  m.nodes += found.counts.created;
  const bool same = m.after.to_move() == question_->position.to_move();
  const int lower = std::max(m.lower, same ? found.lower : -found.upper);
  const int upper = std::min(m.upper, same ? found.upper : -found.lower);
  const bool news = lower != m.lower || upper != m.upper;
  m.lower = lower;
  m.upper = upper;
  m.rests_on = together(m.rests_on, found.rests_on);
  if (news) tell(m);
}

// Every move gets a few nodes, and then those that need more get more, round by round: what is easy
// to know is known first.
bool Job::value_moves(double seconds) {
  if (moves_.empty()) list_moves();
  in_slice_ = 0;
  const Stopwatch clock;
  Options options = options_for(seconds);
  options.line = options.moves = false;
  options.at_least.reset();
  options.range.reset();
  auto solver = Solver::make(question_->position.game(), options);
  if (!solver) return fail(500, session::in_dialect(solver.error(), in_json())), true;
  const double all_seconds = *question_->options.limits.seconds;
  std::optional<Status> limit;
  const auto open = [&] {
    return std::any_of(moves_.begin(), moves_.end(), [](const MoveState& m) { return !m.exact(); });
  };
  for (std::uint64_t nodes = kFirstNodes; open() && !limit; nodes *= kMoreNodes) {
    bool memory_for_more = false;
    for (MoveState& m : moves_) {
      if (m.exact()) continue;
      if (stop()) limit = Status::Interrupted;
      if (spent_ + clock.seconds() >= all_seconds) limit = Status::TimeLimit;
      if (created_ >= *question_->options.limits.nodes) limit = Status::NodeLimit;
      if (limit) break;
      if (clock.seconds() >= seconds) break;
      const double left = std::min(seconds, all_seconds - spent_) - clock.seconds();
      const std::uint64_t before = m.nodes;
      value_one(*solver, m, std::min(nodes, *question_->options.limits.nodes - created_), left);
      memory_for_more |= m.exact() || m.nodes - before >= nodes / 2;
    }
    if (!limit && clock.seconds() >= seconds && open()) {
      spent_ += clock.seconds();
      return false;
    }
    // A round that has changed nothing, and used nothing of what it was given, is at the end of
    // the memory.
    if (!limit && !memory_for_more && open()) {
      if (seconds <= kMoment) {
        spent_ += clock.seconds();
        return false;
      }
      limit = Status::MemoryLimit;
    }
  }
  spent_ += clock.seconds();
  answer(sum_up(limit.value_or(Status::Solved)), false, true);
  return true;
}

Answer Job::sum_up(Status status) const {
  Answer a;
  const AnyGame& game = question_->position.game().rules();
  a.to_move = question_->position.to_move();
  a.status = status;
  a.algorithm = algorithm_.empty() ? question_->options.algorithm : algorithm_;
  a.chosen_because = chosen_because_;
  a.counts.created = created_;
  a.seconds = spent_;
  std::tie(a.lower, a.upper) =
      for_mover(game.scale(), a.to_move, question_->position.rule_bounds());
  if (!moves_.empty()) {
    const auto by = [](auto member) {
      return [member](const MoveState& x, const MoveState& y) { return x.*member < y.*member; };
    };
    const auto best = [&](auto member) {
      return (*std::max_element(moves_.begin(), moves_.end(), by(member))).*member;
    };
    a.lower = std::max(a.lower, best(&MoveState::lower));
    a.upper = std::min(a.upper, best(&MoveState::upper));
  }
  a.rests_on = {"rules"};
  for (const MoveState& m : moves_) {
    a.rests_on = together(a.rests_on, m.rests_on);
    a.moves.push_back({m.move, m.lower, m.upper});
    if (!a.best && a.lower == a.upper && m.lower == a.lower) a.best = m.move;
  }
  if (a.lower == a.upper) a.value = a.lower;
  Options asked = question_->options;
  asked.at_least.reset();
  a.verdict = session::verdict(game, AnyState{question_->position.state()}, asked, a);
  return a;
}

// --- all of them --------------------------------------------------------------------------------

std::shared_ptr<Job> Jobs::begin(const std::string& body, bool keep, Reply& reply) {
  const auto wrong = [&](const Error& error) {
    reply = failed(400, error);
    return nullptr;
  };
  const auto json = read_object(body);
  if (!json) return wrong(json.error());
  Result<Question> question = read_question(
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
  auto job = std::make_shared<Job>(*std::move(question), kind, settings_.for_moment(), bell_);
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
    if (job->forlorn(kUnheard)) lanes_.cancel(job);
}

}  // namespace solvent::serve
