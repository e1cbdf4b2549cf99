#include "endgame/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "solvent/errors.hpp"
#include "solvent/require.hpp"

namespace solvent::endgame {

// The first byte of every message; the number of the phase follows.
enum class Exchange::Kind : unsigned char {
  OfPhase,  // a letter
  Idle,     // to rank 0: a Report, since it has changed
  Answer,   // to rank 0: a Report, since it was asked for
  Ask,      // from rank 0
  End,      // from rank 0, and whether the phase is complete
  Stop,     // from rank 0
  Failed,   // to rank 0, and why; nothing if it was told to stop
  Part,     // to rank 0: the last message
};

namespace {

constexpr std::size_t kHead = Letter::kHead;
constexpr std::size_t kMostUnsent = std::size_t{8} << 20;
constexpr double kMoment = 0.01;  // seconds
constexpr double kPause = 0.1;    // where nothing is to be done, and then it looks for a stop

template <class T>
void put(Bytes& bytes, const T& value) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}
template <class T>
T get(const Bytes& bytes, std::size_t at) {
  T value;
  require(at + sizeof value <= bytes.size(), "a message between ranks is whole");
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

}  // namespace

std::size_t Exchange::letter_bytes() const {
  constexpr std::size_t kAll = std::size_t{8} << 20, kLeast = 1 << 10, kMost = 1 << 16;
  return std::clamp(kAll / static_cast<std::size_t>(size()), kLeast, kMost);
}

Bytes Exchange::blank() { return Bytes(kHead); }
std::size_t Exchange::size_of(const Bytes& letter) { return letter.size() - kHead; }

Bytes Exchange::note(Kind kind) const {
  Bytes bytes{static_cast<std::byte>(kind)};
  put(bytes, number_);
  return bytes;
}

void Exchange::tell_others(const Bytes& message) {
  for (int to = 0; to < size(); ++to)
    if (to != rank()) ranks_.send(to, message);
}

// False if it has failed, too.
template <class Part>
bool Exchange::attempt(const Part& part) {
  try {
    return part();
  } catch (const DamagedTable& damage) {
    fail(fmt::format("{} (remove it to build it anew)", damage.what()));
  } catch (const std::bad_alloc&) { fail("there is not enough memory"); }
  return false;
}

bool Exchange::run(RankPhase& phase) {
  ++number_;
  phase_ = &phase;
  sent_ = received_ = 0;
  idle_ = ended_ = complete_ = false;
  told_.reset();
  asked_.reset();
  reports_.assign(static_cast<std::size_t>(size()), std::nullopt);
  look_at_stop();
  if (!stopping_) attempt([&] { return phase.begin(), true; });
  for (Ranks::Message& message : std::exchange(early_, {})) handle(std::move(message));
  while (!ended_) {
    idle_ = false;
    const bool more = !stopping_ && attempt([&] { return phase.step(); });
    idle_ = !more;
    pump();  // a letter makes work
    if (!idle_ || ended_) continue;
    report();
    if (!ended_) await(kPause);
  }
  phase_ = nullptr;
  return complete_;
}

void Exchange::pump() {
  look_at_stop();
  while (auto message = ranks_.receive()) handle(std::move(*message));
}

void Exchange::await(double seconds) {
  if (auto message = ranks_.receive_within(seconds)) handle(std::move(*message));
}

void Exchange::send(int to, Bytes letter) {
  while (ranks_.unsent() > kMostUnsent) await(kMoment);
  reply(to, std::move(letter));
}

void Exchange::reply(int to, Bytes letter) {
  letter.front() = static_cast<std::byte>(Kind::OfPhase);
  std::memcpy(letter.data() + 1, &number_, sizeof number_);
  ++sent_;
  ranks_.send(to, std::move(letter));
}

void Exchange::handle(Ranks::Message message) {
  const auto kind = get<Kind>(message.bytes, 0);
  const auto number = get<std::uint32_t>(message.bytes, 1);
  const auto a_report = [&] {
    return Report{get<std::uint64_t>(message.bytes, kHead),
                  get<std::uint64_t>(message.bytes, kHead + 8),
                  get<bool>(message.bytes, kHead + 16)};
  };
  // A stop is about everything; of the rest, somebody may be a phase ahead.
  if (kind == Kind::Stop) {
    stopping_ = true;
    return;
  }
  if (kind == Kind::Failed)
    return request_stop(
        {reinterpret_cast<const char*>(message.bytes.data()) + kHead, message.bytes.size() - kHead},
        message.from);
  // Whoever hears of the end first may part while others still take what has come.
  if (kind == Kind::Part) {
    ++parted_;
    return;
  }
  if (phase_ == nullptr || number != number_) {
    require(number == number_ + 1, "ranks are at most one phase apart");
    early_.push_back(std::move(message));
    return;
  }
  switch (kind) {
    case Kind::OfPhase:
      ++received_;
      idle_ = false;
      if (!stopping_)
        attempt([&] {
          phase_->take(message.from, Letter(std::move(message.bytes)));
          return true;
        });
      return;
    case Kind::Idle: return reported(message.from, a_report(), false);
    case Kind::Answer: return reported(message.from, a_report(), true);
    case Kind::Ask: {
      told_ = Report{sent_, received_, idle_};
      Bytes answer = note(Kind::Answer);
      put(answer, told_->sent);
      put(answer, told_->received);
      put(answer, told_->idle);
      return ranks_.send(0, std::move(answer));
    }
    case Kind::End:
      ended_ = true;
      complete_ = get<bool>(message.bytes, kHead);
      return;
    default: require(false, "ranks understand each other");
  }
}

void Exchange::look_at_stop() {
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed) && !asked_to_stop_)
    request_stop("", rank());
}

void Exchange::fail(const std::string& message) { request_stop(message, rank()); }

// Whoever asks first is heard, and rank 0 tells all others.
void Exchange::request_stop(const std::string& why, int whose) {
  if (std::exchange(asked_to_stop_, true)) return;
  stopping_ = true;
  if (rank() == 0) {
    if (!why.empty()) failure_ = Error{size() == 1 ? why : fmt::format("rank {}: {}", whose, why)};
    return tell_others(note(Kind::Stop));
  }
  Bytes message = note(Kind::Failed);
  const auto* text = reinterpret_cast<const std::byte*>(why.data());
  message.insert(message.end(), text, text + why.size());
  ranks_.send(0, std::move(message));
}

// Nothing is left to do here, for the time being.
void Exchange::report() {
  const Report now{sent_, received_, true};
  if (rank() == 0) return conclude();
  if (told_ == now) return;
  told_ = now;
  Bytes message = note(Kind::Idle);
  put(message, now.sent);
  put(message, now.received);
  put(message, now.idle);
  ranks_.send(0, std::move(message));
}

void Exchange::reported(int from, const Report& report, bool asked) {
  reports_[static_cast<std::size_t>(from)] = report;
  if (asked) --answers_;
  conclude();
}

// The sums of what all have sent and received, if they are equal and nobody is at work.
std::optional<Exchange::Sums> Exchange::quiet() const {
  if (!idle_) return std::nullopt;
  Sums sums{sent_, received_};
  for (std::size_t k = 1; k < reports_.size(); ++k) {
    const auto& r = reports_[k];
    if (!r || !r->idle) return std::nullopt;
    sums.sent += r->sent;
    sums.received += r->received;
  }
  return sums.sent == sums.received ? std::optional(sums) : std::nullopt;
}

void Exchange::conclude() {
  if (ended_ || (asked_ && answers_ > 0)) return;
  const std::optional<Sums> now = quiet();
  const std::optional<Sums> before = std::exchange(asked_, std::nullopt);
  if (!now) return;
  if (size() > 1 && now != before) {
    asked_ = now;
    answers_ = size() - 1;
    return tell_others(note(Kind::Ask));
  }
  ended_ = true;
  complete_ = !stopping_;
  Bytes message = note(Kind::End);
  put(message, complete_);
  tell_others(message);
}

void Exchange::part() {
  if (rank() != 0) return ranks_.send(0, note(Kind::Part));
  while (parted_ < size() - 1) {
    const auto message = ranks_.receive_within(kMoment);
    if (message && get<Kind>(message->bytes, 0) == Kind::Part) ++parted_;
  }
}

}  // namespace solvent::endgame
