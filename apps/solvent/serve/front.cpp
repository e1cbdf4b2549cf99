#include "front.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <tuple>

#include "settings.hpp"

namespace solvent::serve {

namespace {

constexpr double kTidy = 0.25;  // seconds between two looks at who is slow
constexpr double kLinger = 2;   // seconds for a client to read its answer and to hang up
constexpr std::size_t kPiece = 1u << 16;
constexpr std::uint64_t kDoor = 0, kBell = 1, kFirstClient = 2;  // ids

// Files are opened too: a store, databases, certificates.
std::size_t connections_allowed() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return 256;
  if (files.rlim_cur < 4096 && files.rlim_cur < files.rlim_max) {
    files.rlim_cur = std::min<rlim_t>(4096, files.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &files);
    ::getrlimit(RLIMIT_NOFILE, &files);
  }
  return std::min<std::size_t>(kMostConnections, files.rlim_cur / 4 * 3);
}

std::pair<std::string, int> name_of(const sockaddr_storage& address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address.ss_family == AF_INET6) {
    const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
    ::inet_ntop(AF_INET6, &six.sin6_addr, text, sizeof text);
    return {text, ntohs(six.sin6_port)};
  }
  const auto& four = reinterpret_cast<const sockaddr_in&>(address);
  ::inet_ntop(AF_INET, &four.sin_addr, text, sizeof text);
  return {text, ntohs(four.sin_port)};
}

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}
bool too_slow(std::chrono::steady_clock::time_point since, std::size_t bytes) {
  const double seconds = seconds_since(since) - kPatience;
  return seconds > 0 && static_cast<double>(bytes) < seconds * kSlowest;
}

}  // namespace

Front::Front(int handlers, Budget& traffic, Budget& kept, Bell& bell, Handle handle)
    : traffic_(traffic),
      kept_(kept),
      bell_(bell),
      handle_(std::move(handle)),
      most_(connections_allowed()) {
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  last_id_ = kFirstClient;
  epoll_event event{EPOLLIN, {.u64 = kBell}};
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, bell_.fd(), &event);
  for (int k = 0; k < handlers; ++k) handlers_.emplace_back([this] { handle_all(); });
}

Front::~Front() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    arrived_.notify_all();
  }
  for (std::thread& handler : handlers_) handler.join();
  close_door();
  for (const auto& [id, c] : connections_) ::close(c->fd);
  ::close(epoll_);
}

void Front::listen(int socket) {
  door_ = socket;
  ::fcntl(door_, F_SETFL, ::fcntl(door_, F_GETFL) | O_NONBLOCK);
  ::listen(door_, 1024);
  epoll_event event{EPOLLIN, {.u64 = kDoor}};
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, door_, &event);
}
void Front::close_door() {
  if (door_ >= 0) ::close(door_);
  door_ = -1;
}

// --- clients come and go -----------------------------------------------------------------------

void Front::accept_all() {
  for (;;) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    const int fd = ::accept4(door_, reinterpret_cast<sockaddr*>(&address), &size,
                             SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0 && (errno == EMFILE || errno == ENFILE) && make_place("")) continue;
    if (fd < 0) return;
    auto [client, port] = name_of(address);
    if (connections_.size() >= most_ && !make_place(client)) {
      ::close(fd);
      continue;
    }
    const int yes = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    auto c = std::make_unique<Connection>();
    c->fd = fd;
    c->id = ++last_id_;
    c->client = std::move(client);
    c->port = port;
    c->since = Clock::now();
    c->in_share = Share(traffic_);
    c->body_share = Share(kept_);
    c->out_share = Share(traffic_);
    c->watched = EPOLLIN;
    epoll_event event{EPOLLIN, {.u64 = c->id}};
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
    connections_[c->id] = std::move(c);
  }
}

// The one that goes has nothing to wait for: of the client who has most of them, the oldest on
// which nothing was ever asked, or else the oldest.
bool Front::make_place(const std::string& client) {
  std::map<std::string, std::size_t> held;
  ++held[client];
  const auto idle = [](const Connection& c) {
    return c.stage == Stage::Reading || c.stage == Stage::Draining;
  };
  for (const auto& [id, c] : connections_) ++held[c->client];
  const auto goes_before = [&](const Connection& a, const Connection& b) {
    const std::size_t of_a = held[a.client], of_b = held[b.client];
    return std::tuple(of_b, a.served, a.since) < std::tuple(of_a, b.served, b.since);
  };
  Connection* victim = nullptr;
  for (const auto& [id, c] : connections_)
    if (idle(*c) && (victim == nullptr || goes_before(*c, *victim))) victim = c.get();
  if (victim == nullptr) return false;
  drop(*victim);
  sweep();
  return true;
}

void Front::drop(Connection& c) {
  if (c.dead) return;
  c.dead = true;
  ::close(c.fd);
  c.in = c.body = c.head_text = {};
  c.out.clear();
  for (Share* share : {&c.in_share, &c.body_share, &c.out_share}) share->resize(0);
  if (c.stage != Stage::Later) return;
  --waiting_;
  c.later->forsaken();
  c.later.reset();
}
// The dead are buried only when nobody looks at them any more.
void Front::sweep() {
  std::erase_if(connections_, [](const auto& entry) { return entry.second->dead; });
}

void Front::drop_slow() {
  tidied_ = Clock::now();
  for (const auto& [id, c] : connections_) {
    if (!c->out.empty() && too_slow(c->out_since, c->sent_since)) {
      drop(*c);
    } else if (c->stage == Stage::Reading && c->out.empty() && too_slow(c->since, c->received)) {
      drop(*c);
    } else if (c->stage == Stage::Draining && seconds_since(c->since) > kLinger && c->out.empty()) {
      drop(*c);
    }
  }
}

// --- what arrives ------------------------------------------------------------------------------

void Front::read(Connection& c) {
  static thread_local std::string buffer(kPiece, '\0');
  for (int pieces = 0; pieces < 16 && !c.dead; ++pieces) {  // others have their turn, too
    const ssize_t n = ::recv(c.fd, buffer.data(), buffer.size(), 0);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
    if (n == 0 && !c.out.empty()) {
      c.ended = true;
      return watch(c);
    }
    if (n <= 0) return drop(c);
    if (c.stage == Stage::Draining) continue;
    take_in(c, std::string_view(buffer).substr(0, static_cast<std::size_t>(n)));
    if (c.stage != Stage::Reading) return;
  }
}

void Front::take_in(Connection& c, std::string_view bytes) {
  if (c.received == 0) c.since = Clock::now();
  c.received += bytes.size();
  c.in += bytes;
  if (hold(c)) next_request(c);
}

// Takes memory for what has arrived, and room for twice as much of a body as there is of it.
bool Front::hold(Connection& c) {
  std::size_t body = c.body.capacity();
  if (const std::size_t here = c.body.size() + c.in.size(); !c.head_text.empty() && here > body)
    body = std::min(std::max(2 * body, here), std::max(c.head.body, body));
  const bool large = c.head.body > kSmallBody;
  if (take(c, &Connection::in_share, c.head_text.size() + c.in.size() + (large ? 0 : body)) &&
      take(c, &Connection::body_share, large ? body : 0)) {
    c.body.reserve(body);
    return true;
  }
  if (!c.dead) refuse(c, no_memory());
  return false;
}

// Memory for this one; if there is none, from those who hold more of it, and only come or go.
bool Front::take(Connection& c, Share Connection::*share, std::uint64_t bytes) {
  const auto held = [&](const Connection& other) {
    if (share == &Connection::body_share) return other.body_share.bytes();
    return other.in_share.bytes() + other.out_share.bytes();
  };
  while (!(c.*share).resize(bytes)) {
    Connection* victim = nullptr;
    for (const auto& [id, other] : connections_)
      if (!other->dead && other.get() != &c && held(*other) > bytes &&
          (victim == nullptr || held(*other) > held(*victim)))
        victim = other.get();
    if (victim == nullptr) return false;
    drop(*victim);
  }
  return true;
}

// Begins with the next request as far as it is there.
void Front::next_request(Connection& c) {
  if (c.head_text.empty()) {
    while (c.in.starts_with("\r\n")) c.in.erase(0, 2);
    const std::size_t length = head_length(c.in);
    if ((length == 0 && c.in.size() > kMostHead) || length > kMostHead)
      return refuse(c, failed(431, "the head of the request is too long"));
    if (length == 0) return;
    c.head_text = c.in.substr(0, length);
    c.head = read_head(c.head_text);
    c.in.erase(0, length);
    if (!hold(c)) return;
    if (c.head.expects_word && c.in.size() < c.head.body) send(c, std::string(kGoOn));
  }
  const std::size_t more = std::min(c.in.size(), c.head.body - c.body.size());
  c.body.append(c.in, 0, more);
  c.in.erase(0, more);
  if (!c.dead && c.body.size() == c.head.body) hand_over(c);
}

void Front::hand_over(Connection& c) {
  c.stage = Stage::Handling;
  ++waiting_;
  Arrived request{std::move(c.head_text),  std::move(c.body), std::move(c.in_share),
                  std::move(c.body_share), c.client,          c.port};
  c.head_text.clear();
  c.body.clear();
  c.in_share = Share(traffic_);
  c.body_share = Share(kept_);
  if (!take(c, &Connection::in_share, c.in.size())) c.in.clear(), c.ended = true;
  watch(c);
  const std::lock_guard lock(mutex_);
  to_handle_.emplace_back(c.id, std::move(request));
  arrived_.notify_one();
}

void Front::handle_all() {
  for (;;) {
    std::uint64_t id = 0;
    Arrived request;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [&] { return stopping_ || !to_handle_.empty(); });
      if (stopping_) return;
      id = to_handle_.front().first;
      request = std::move(to_handle_.front().second);
      to_handle_.pop_front();
    }
    Handled handled = handle_(std::move(request));
    const std::lock_guard lock(mutex_);
    done_.push_back({id, std::move(handled)});
    bell_.ring();
  }
}

// --- what is answered --------------------------------------------------------------------------

void Front::take_answer(Done done) {
  --waiting_;
  const auto at = connections_.find(done.id);
  if (at == connections_.end() || at->second->dead) {
    if (done.handled.later) done.handled.later->forsaken();
    return;
  }
  Connection& c = *at->second;
  c.close = done.handled.close;
  if (done.handled.later) {
    ++waiting_;
    c.stage = Stage::Later;
    c.later = std::move(done.handled.later);
    c.parts = false;
    return look(c);
  }
  // The library says so too, though the body is here already.
  if (done.handled.response.starts_with(kGoOn)) done.handled.response.erase(0, kGoOn.size());
  send(c, std::move(done.handled.response));
  after_answer(c);
}

void Front::look(Connection& c) {
  while (!c.dead && c.stage == Stage::Later && c.out.empty()) {
    Piece piece = c.later->look();
    if (piece.kind == Piece::Kind::Nothing) return;
    const bool whole = piece.kind == Piece::Kind::Whole;
    std::string text;
    if (whole || !c.parts) {
      const std::size_t length = piece.file ? piece.file->size() : piece.body.size();
      c.close |= !whole && c.head.old;
      text = answer_head(piece.status, piece.type, whole ? std::optional(length) : std::nullopt,
                         piece.headers, c.head, c.close);
      c.parts = true;
    }
    text += whole ? piece.body : part(piece.body, c.head);
    if (piece.kind == Piece::Kind::Last) text += last_part(c.head);
    const bool last = whole || piece.kind == Piece::Kind::Last;
    if (last) {
      c.later.reset();
      c.stage = Stage::Handling;  // the client is gone: nobody waits for an answer
      --waiting_;
    }
    send(c, std::move(text));
    if (piece.file) send(c, {}, std::move(piece.file));
    if (last) return after_answer(c);
  }
}

void Front::refuse(Connection& c, const Reply& reply) {
  const std::string body = dumped(reply.json);
  c.stage = Stage::Handling;
  c.close = true;
  send(c, answer_head(reply.status, kJson, body.size(), "", c.head, true) + body);
  after_answer(c);
}

// A connection that is to be closed is read to its end, for a while: else the client might not get
// to see the answer.
void Front::after_answer(Connection& c) {
  if (c.dead) return;
  c.since = Clock::now();
  c.received = 0;
  c.served = true;
  if (c.close) {
    c.stage = Stage::Draining;
    c.in = c.body = c.head_text = {};
    c.in_share.resize(0);
    c.body_share.resize(0);
    if (c.out.empty()) ::shutdown(c.fd, SHUT_WR);
    return watch(c);
  }
  if (c.ended && c.out.empty()) return drop(c);
  c.stage = Stage::Reading;
  watch(c);
  if (c.in.empty()) return;
  c.received = c.in.size();
  next_request(c);
}

void Front::send(Connection& c, std::string text, std::shared_ptr<const std::string> file) {
  if (c.dead || (text.empty() && !file)) return;
  if (c.out.empty()) {
    c.out_since = Clock::now();
    c.sent_since = 0;
  }
  if (!file && !take(c, &Connection::out_share, c.out_share.bytes() + text.size())) return drop(c);
  c.out.push_back({std::move(text), std::move(file)});
  flush(c);
}

void Front::flush(Connection& c) {
  while (!c.dead && !c.out.empty()) {
    const std::string_view rest = c.out.front().view().substr(c.sent);
    const ssize_t n = rest.empty() ? 0 : ::send(c.fd, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) break;
    if (n < 0) return drop(c);
    c.sent += static_cast<std::size_t>(n);
    c.sent_since += static_cast<std::size_t>(n);
    if (c.sent < c.out.front().view().size()) continue;
    c.out.pop_front();
    c.sent = 0;
  }
  if (c.out.empty()) c.out_share.resize(0);
  const bool over = c.stage == Stage::Reading || c.stage == Stage::Draining;
  if (c.out.empty() && over && c.ended) return drop(c);
  if (c.out.empty() && c.stage == Stage::Draining) ::shutdown(c.fd, SHUT_WR);
  watch(c);
}

// Which events of a connection matter: a client that only waits is not listened to.
void Front::watch(Connection& c) {
  if (c.dead) return;
  const bool reads = !c.ended && (c.stage == Stage::Reading || c.stage == Stage::Draining);
  const bool waits = c.stage == Stage::Handling || c.stage == Stage::Later;
  const std::uint32_t wanted =
      (reads ? EPOLLIN : 0u) | (waits ? EPOLLRDHUP : 0u) | (c.out.empty() ? 0u : EPOLLOUT);
  if (wanted == c.watched) return;
  c.watched = wanted;
  epoll_event event{wanted, {.u64 = c.id}};
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, c.fd, &event);
}

// --- round and round ---------------------------------------------------------------------------

void Front::serve(Connection& c, std::uint32_t events) {
  try {
    if ((events & (EPOLLERR | EPOLLHUP)) != 0) return drop(c);
    // Who waits for an answer and hangs up does not want it any more.
    const bool waits = c.stage == Stage::Handling || c.stage == Stage::Later;
    if (waits && (events & EPOLLRDHUP) != 0) return drop(c);
    if ((events & EPOLLOUT) != 0) flush(c);
    if (!c.dead && (events & EPOLLIN) != 0) read(c);
  } catch (const std::bad_alloc&) { drop(c); }
}

void Front::turn(double seconds) {
  epoll_event events[128];
  const int n = ::epoll_wait(epoll_, events, std::size(events), static_cast<int>(1000 * seconds));
  bool rung = false;
  for (int k = 0; k < n; ++k) {
    const std::uint64_t id = events[k].data.u64;
    if (id == kDoor) {
      accept_all();
      continue;
    }
    if (id == kBell) {
      bell_.answer();
      rung = true;
      continue;
    }
    const auto at = connections_.find(id);
    if (at != connections_.end() && !at->second->dead) serve(*at->second, events[k].events);
  }
  std::vector<Done> done;
  {
    const std::lock_guard lock(mutex_);
    done.swap(done_);
  }
  for (Done& one : done) {
    const auto at = connections_.find(one.id);
    try {
      take_answer(std::move(one));
    } catch (const std::bad_alloc&) {
      if (at != connections_.end()) drop(*at->second);
    }
  }
  const bool tidy = seconds_since(tidied_) >= kTidy;
  if (tidy) drop_slow();
  sending_ = false;
  for (const auto& [id, c] : connections_) {
    try {
      if (rung || tidy) look(*c);
    } catch (const std::bad_alloc&) { drop(*c); }
    sending_ |= !c->dead && !c->out.empty();
  }
  sweep();
}

}  // namespace solvent::serve
