// Where clients are met: one thread that reads requests as they arrive, has them handled once they
// are there in full, and sends what there is to send. Clients who are slow, or do nothing, cost a
// few bytes and no thread; when connections are short, theirs are the ones that go.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "budget.hpp"
#include "later.hpp"
#include "reply.hpp"
#include "wire.hpp"

namespace solvent::serve {

struct Arrived {
  std::string head, body;
  Share share, body_share;  // of large bodies; the head and small ones come and go
  std::string client;
  int port = 0;
};
struct Handled {
  std::string response;          // as it goes over the wire
  std::shared_ptr<Later> later;  // instead of it
  bool close = false;            // afterwards
};

class Front {
 public:
  using Handle = std::function<Handled(Arrived)>;  // on a thread of its own
  Front(int handlers, Budget& traffic, Budget& kept, Bell& bell, Handle handle);
  ~Front();

  void listen(int socket);  // and take it over
  void close_door();        // nobody else comes in
  // Waits for news, at most so long, and sees to all of it.
  void turn(double seconds);
  bool idle() const { return waiting_ == 0 && !sending_; }

 private:
  using Clock = std::chrono::steady_clock;
  enum class Stage { Reading, Handling, Later, Draining };

  // Bytes to send: text of their own, or of a file that others hold too.
  struct Out {
    std::string text;
    std::shared_ptr<const std::string> file;
    std::string_view view() const { return file ? std::string_view(*file) : text; }
  };
  struct Connection {
    int fd = -1;
    std::uint64_t id = 0;
    std::string client;
    int port = 0;
    Stage stage = Stage::Reading;
    Clock::time_point since;  // the stage began, or the request
    std::string in;           // what has arrived and is not yet part of a request
    Head head;
    std::string head_text, body;
    std::size_t received = 0;  // of this request
    std::shared_ptr<serve::Later> later;
    bool parts = false;   // have begun to go out
    bool served = false;  // at least once
    bool close = false;   // when all is sent
    bool ended = false;   // the client will send nothing more
    bool dead = false;
    std::deque<Out> out;
    std::size_t sent = 0;  // of the first of them
    std::size_t sent_since = 0;
    Clock::time_point out_since;
    Share in_share, body_share, out_share;
    std::uint32_t watched = 0;
  };
  struct Done {
    std::uint64_t id;
    Handled handled;
  };

  void accept_all();
  bool make_place(const std::string& client);
  void serve(Connection& c, std::uint32_t events);
  void read(Connection& c);
  bool hold(Connection& c);
  bool take(Connection& c, Share Connection::*share, std::uint64_t bytes);
  void take_in(Connection& c, std::string_view bytes);
  void next_request(Connection& c);
  void hand_over(Connection& c);
  void take_answer(Done done);
  void look(Connection& c);
  void refuse(Connection& c, const Reply& reply);
  void send(Connection& c, std::string text, std::shared_ptr<const std::string> file = {});
  void flush(Connection& c);
  void after_answer(Connection& c);
  void watch(Connection& c);
  void drop(Connection& c);
  void drop_slow();
  void sweep();
  void handle_all();

  Budget &traffic_, &kept_;
  Bell& bell_;
  Handle handle_;
  int epoll_ = -1, door_ = -1;
  std::size_t most_ = 0;
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, std::unique_ptr<Connection>> connections_;
  std::size_t waiting_ = 0;  // being handled, or answered later
  bool sending_ = false;
  Clock::time_point tidied_;

  std::mutex mutex_;  // of what follows
  std::condition_variable arrived_;
  std::deque<std::pair<std::uint64_t, Arrived>> to_handle_;
  std::vector<Done> done_;
  bool stopping_ = false;
  std::vector<std::thread> handlers_;
};

}  // namespace solvent::serve
