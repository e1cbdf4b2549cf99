#include "listeners.hpp"

namespace solvent::serve {

namespace {
using Clock = std::chrono::steady_clock;
using Kind = Piece::Kind;
constexpr std::chrono::duration<double> kShortestPause{0.25},
    kLongestSilence{2};  // between signs of life
}  // namespace

Piece TaskReply::look() {
  const Task::Phase state = task_->state();
  if (state == Task::Phase::Queued) return {};
  if (state == Task::Phase::Slow) {
    if (said_ && Clock::now() - *said_ < kShortestPause) return {};
    said_ = Clock::now();
    return {.kind = Kind::Part, .type = kJson, .body = " "};
  }
  const Reply reply = task_->reply();
  return {.kind = said_ ? Kind::Last : Kind::Whole,
          .status = reply.status,
          .type = kJson,
          .headers = reply.status == 503 ? "Retry-After: 1\r\n" : "",
          .body = dumped(reply.json)};
}

Piece Download::look() {
  const bool json = file_->starts_with('{');
  return {.kind = Kind::Whole,
          .type = json ? kJson : "application/octet-stream",
          .headers = fmt::format("Content-Disposition: attachment; filename={}\r\n",
                                 json ? "proof.json" : "a.proof"),
          .file = file_};
}

class Stream : public Later {
 public:
  Stream(Streams& streams, std::string client, std::shared_ptr<Job> job)
      : streams_(streams), client_(std::move(client)), job_(std::move(job)) {
    job_->listen(1);
  }
  ~Stream() override {
    job_->listen(-1);
    const std::lock_guard lock(streams_.mutex_);
    --streams_.all_;
    if (--streams_.of_[client_] == 0) streams_.of_.erase(client_);
  }
  Piece look() override {
    std::string text;
    const bool ended = job_->events().next(seen_, text);
    if (text.empty() && !ended) {
      if (said_ && Clock::now() - *said_ < kLongestSilence) return {};
      text = ": still here\n\n";
    }
    said_ = Clock::now();
    return {.kind = ended ? Kind::Last : Kind::Part,
            .type = "text/event-stream",
            .headers = "X-Accel-Buffering: no\r\n",
            .body = std::move(text)};
  }

 private:
  Streams& streams_;
  std::string client_;
  std::shared_ptr<Job> job_;
  std::uint64_t seen_ = 0;
  std::optional<Clock::time_point> said_;
};

std::shared_ptr<Later> Streams::open(const std::string& client, std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    if (all_ >= kMostStreams || of_[client] >= kMostStreamsEach) return nullptr;
    ++all_;
    ++of_[client];
  }
  return std::make_shared<Stream>(*this, client, std::move(job));
}

bool AddTree::run(double) {
  try {
    reply_ = games_.add_tree(text_);
  } catch (const std::bad_alloc&) { reply_ = no_memory(); } catch (const std::exception& e) {
    reply_ = failed(500, e.what());
  }
  return true;
}

bool FindThreats::run(double) {
  try {
    const auto threats = find_threats(position_);
    reply_ = threats ? Reply{200, cli::to_json(position_, *threats)}
                     : failed(400, position_.game().spec() + " is not a game of lines");
  } catch (const std::bad_alloc&) { reply_ = no_memory(); }
  return true;
}

}  // namespace solvent::serve
