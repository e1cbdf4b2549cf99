#include "server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <chrono>
#include <utility>

#include "assets.hpp"
#include "base/text.hpp"
#include "front.hpp"
#include "guard.hpp"
#include "jobs.hpp"
#include "listeners.hpp"
#include "proofs.hpp"
#include "searches.hpp"

namespace solvent::serve {

namespace {

using httplib::Request;
using httplib::Response;

// The library reads requests and finds their handlers; meeting clients is the front's.
struct Library : httplib::Server {
  using httplib::Server::process_request;
  int socket() const { return svr_sock_; }
};

// A request that is there already, and an answer that is not sent yet.
class Memory : public httplib::Stream {
 public:
  explicit Memory(const Arrived& request) : request_(request) {}
  std::string answer;

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t size) override {
    const std::size_t head = request_.head.size();
    const std::string_view from = at_ < head ? std::string_view(request_.head).substr(at_)
                                             : std::string_view(request_.body).substr(at_ - head);
    const std::size_t n = std::min(size, from.size());
    std::copy_n(from.data(), n, to);
    at_ += n;
    return static_cast<ssize_t>(n);
  }
  ssize_t write(const char* from, std::size_t size) override {
    answer.append(from, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip = request_.client;
    port = request_.port;
  }
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return -1; }

 private:
  const Arrived& request_;
  std::size_t at_ = 0;
};

// The request that this thread is at, and what a handler has to say later.
struct Exchange {
  Arrived& request;
  std::shared_ptr<Later> later;
};
thread_local Exchange* exchange = nullptr;

void say_later(std::shared_ptr<Later> later) { exchange->later = std::move(later); }

void send(Response& res, const Reply& reply) {
  res.status = reply.status;
  res.set_content(dumped(reply.json), kJson);
  if (reply.status == 503) res.set_header("Retry-After", "1");
}

constexpr int kMoreHandlers = 2;  // than threads in a lane: most requests take no time at all

std::optional<std::size_t> number(const Request& req, const char* field, std::size_t otherwise) {
  if (!req.has_param(field)) return otherwise;
  const auto n = text::to_int(req.get_param_value(field));
  if (!n || *n < 0) return std::nullopt;
  return static_cast<std::size_t>(*n);
}

std::string_view type_of(std::string_view name) {
  const std::pair<std::string_view, std::string_view> types[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".json", kJson},
      {".map", kJson},
      {".woff2", "font/woff2"},
      {".txt", "text/plain; charset=utf-8"}};
  for (const auto& [end, type] : types)
    if (name.ends_with(end)) return type;
  return "application/octet-stream";
}

}  // namespace

struct Server::Parts {
  Settings settings;
  Bell bell;
  Budget traffic, budget;
  Whereabouts here;
  Games games;
  Lanes lanes;
  Jobs jobs;
  Searches searches;
  Proofs proofs;
  Streams streams;
  Library http;
  Front front;

  explicit Parts(const Settings& s)
      : settings(s),
        traffic(s.for_traffic()),
        budget(s.for_kept()),
        games(settings, budget),
        lanes(s.threads, s.queue, bell),
        jobs(games, lanes, settings, bell),
        searches(games, lanes, settings, budget),
        proofs(games, lanes, settings, budget),
        front(s.threads + kMoreHandlers, traffic, budget, bell,
              [this](Arrived request) { return handle(std::move(request)); }) {
    budget.reclaim_with([this] { return drop_oldest(); });
    configure();
    add_page();
    add_games();
    add_jobs();
    add_searches();
    add_proofs();
  }

  // What was used longest ago, of whatever can be missed.
  bool drop_oldest() {
    const auto finished = [](const Job& job) { return Jobs::is_idle(job) && job.unheard_for(60); };
    const std::uint64_t ages[] = {games.kept().oldest(Games::is_idle), jobs.kept().oldest(finished),
                                  searches.kept().oldest(Searches::is_idle),
                                  proofs.kept().oldest(Proofs::is_idle)};
    std::uint64_t oldest = 0;
    for (const std::uint64_t age : ages)
      if (age > 0 && (oldest == 0 || age < oldest)) oldest = age;
    if (oldest == 0) return false;
    return oldest == ages[0]   ? games.kept().drop(Games::is_idle)
           : oldest == ages[1] ? jobs.kept().drop(finished)
           : oldest == ages[2] ? searches.kept().drop(Searches::is_idle)
                               : proofs.kept().drop(Proofs::is_idle);
  }

  // One request, on a thread of the front's.
  Handled handle(Arrived request) {
    Memory stream(request);
    Exchange now{request, nullptr};
    exchange = &now;
    bool closed = false, good = false;
    try {
      good = http.process_request(stream, false, closed, {});
    } catch (const std::exception&) {}  // what has been written so far is what there is
    exchange = nullptr;
    return {std::move(stream.answer), std::move(now.later), closed || !good};
  }

  void configure() {
    // Not SO_REUSEPORT, the library's choice: a port that is taken is not to be shared.
    http.set_socket_options([](socket_t sock) {
      const int yes = 1;
      ::setsockopt(sock, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    http.set_keep_alive_max_count(1'000'000);
    http.set_keep_alive_timeout(static_cast<time_t>(kPatience));
    http.set_payload_max_length(kMostProof);
    http.set_default_headers({common_headers().begin(), common_headers().end()});
    http.set_pre_routing_handler([this](const Request& req, Response& res) {
      const auto refusal = refused(req, here);
      if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
      send_and_close(res, *refusal);
      return httplib::Server::HandlerResponse::Handled;
    });
    http.set_error_handler(httplib::Server::Handler([](const Request& req, Response& res) {
      if (res.body.empty() && !res.content_provider_)
        send(res, failed(res.status, in_words(res.status, req)));
    }));
    http.set_exception_handler([](const Request&, Response& res, std::exception_ptr thrown) {
      try {
        std::rethrow_exception(std::move(thrown));
      } catch (const std::bad_alloc&) { send(res, no_memory()); } catch (const std::exception& e) {
        send(res, failed(500, e.what()));
      } catch (...) { send(res, failed(500, "the request failed")); }
    });
  }

  // A refusal before the body is read: what follows on the connection cannot be understood.
  static void send_and_close(Response& res, const Reply& reply) {
    res.status = reply.status;
    const auto body = std::make_shared<std::string>(dumped(reply.json));
    res.set_header("Connection", "close");
    res.set_content_provider(body->size(), kJson,
                             [body](std::size_t offset, std::size_t, httplib::DataSink& sink) {
                               if (offset == 0) sink.write(body->data(), body->size());
                               return false;
                             });
  }

  // The reply to a task that is on its way, or why it is not.
  void await(const std::shared_ptr<Task>& task, const Reply& reply, Response& res) {
    if (!task) return send(res, reply);
    say_later(std::make_shared<TaskReply>(task, lanes));
  }

  // --- routes ----------------------------------------------------------------------------------

  void add_page() {
    http.Get("/", [](const Request&, Response& res) {
      for (const Asset& file : page_files())
        if (file.name == "index.html")
          return res.set_content(file.bytes.data(), file.bytes.size(), "text/html; charset=utf-8");
      res.status = 503;
      res.set_content(
          "This program was built without the page: install nodejs and npm, then ./dev run serve "
          "builds it. The API is there.\n",
          "text/plain; charset=utf-8");
    });
    for (const Asset& file : page_files())
      http.Get("/" + quoted_for_regex(file.name), [&file](const Request&, Response& res) {
        res.set_content(file.bytes.data(), file.bytes.size(), std::string(type_of(file.name)));
      });
  }

  void add_games() {
    http.Get("/api/about", [this](const Request&, Response& res) {
      send(res, {200, about_json(settings)});
    });
    http.Get("/api/games", [this](const Request&, Response& res) { send(res, games.list()); });
    http.Get("/api/presets", [this](const Request&, Response& res) { send(res, games.presets()); });
    http.Post("/api/tree", [this](const Request& req, Response& res) {
      const auto json = read_object(req.body);
      if (!json) return send(res, failed(400, json.error()));
      if (!json->contains("text") || !(*json)["text"].is_string())
        return send(res, failed(400, "text: the lines of a tree are expected"));
      const auto task = std::make_shared<AddTree>(games, (*json)["text"].get<std::string>());
      const bool good = lanes.submit(task, Lanes::Kind::Desk);
      await(good ? task : nullptr, busy(), res);
    });
    http.Post("/api/numbers",
              [](const Request& req, Response& res) { send(res, numbers_asked(req.body)); });
    const auto position = [this](const Request& req) {
      if (!req.has_param("game"))
        return Result<Position>(Error{"game: name one, such as connect4"});
      return games.position(req.get_param_value("game"), req.get_param_value("outcomes"),
                            req.get_param_value("position"));
    };
    http.Get("/api/position", [position](const Request& req, Response& res) {
      const auto at = position(req);
      send(res, at ? Reply{200, position_json(*at)} : failed(400, at.error()));
    });
    http.Get("/api/play", [position](const Request& req, Response& res) {
      const auto at = position(req);
      if (!at) return send(res, failed(400, at.error()));
      const auto next = at->play(req.get_param_value("move"));
      send(res, next ? Reply{200, position_json(*next)} : failed(400, next.error()));
    });
    http.Get("/api/threats", [this, position](const Request& req, Response& res) {
      if (req.method == "HEAD") return;
      const auto at = position(req);
      if (!at) return send(res, failed(400, at.error()));
      const auto task = std::make_shared<FindThreats>(*at);
      const bool good = lanes.submit(task, Lanes::Kind::Desk);
      await(good ? task : nullptr, busy(), res);
    });
  }

  void add_jobs() {
    http.Post("/api/solve", [this](const Request& req, Response& res) {
      Reply reply;
      const auto job = jobs.begin(req.body, false, reply);
      await(job, reply, res);
    });
    http.Post("/api/jobs", [this](const Request& req, Response& res) {
      Reply reply;
      jobs.begin(req.body, true, reply);
      send(res, reply);
    });
    http.Get("/api/jobs/([0-9a-f]+)/events", [this](const Request& req, Response& res) {
      const auto job = jobs.find(req.matches[1]);
      if (!job) return send(res, not_there("job", req.matches[1]));
      if (req.method == "HEAD") return;
      auto stream = streams.open(req.remote_addr, job);
      if (!stream) return send(res, busy());
      say_later(std::move(stream));
    });
    http.Delete("/api/jobs/([0-9a-f]+)", [this](const Request& req, Response& res) {
      send(res, jobs.stop(req.matches[1]));
    });
  }

  void add_searches() {
    http.Post("/api/searches", [this](const Request& req, Response& res) {
      Reply reply;
      const auto task = searches.begin(req.body, reply);
      await(task, reply, res);
    });
    http.Post("/api/searches/([0-9a-f]+)/step", [this](const Request& req, Response& res) {
      Reply reply;
      const auto task = searches.step(req.matches[1], req.body, reply);
      await(task, reply, res);
    });
    http.Get("/api/searches/([0-9a-f]+)", [this](const Request& req, Response& res) {
      if (req.method == "HEAD") return;
      Reply reply;
      const auto task = searches.state(req.matches[1], reply);
      await(task, reply, res);
    });
    http.Get("/api/searches/([0-9a-f]+)/children", [this](const Request& req, Response& res) {
      if (req.method == "HEAD") return;
      const auto from = number(req, "from", 0), count = number(req, "count", 200);
      if (!from || !count)
        return send(res, failed(400, "from and count: whole numbers are expected"));
      Reply reply;
      const auto task = searches.children(req.matches[1], req.get_param_value("path"), *from,
                                          std::min<std::size_t>(*count, 1024), reply);
      await(task, reply, res);
    });
    http.Delete("/api/searches/([0-9a-f]+)", [this](const Request& req, Response& res) {
      send(res, searches.drop(req.matches[1]));
    });
  }

  void add_proofs() {
    // The body is here already, and may be large: it is taken as it is.
    http.Post("/api/proofs", [this](const Request&, Response& res, const httplib::ContentReader&) {
      Arrived& request = exchange->request;
      Reply reply;
      const auto task =
          proofs.read({std::move(request.body), std::move(request.body_share)}, reply);
      await(task, reply, res);
    });
    http.Post("/api/proofs/make", [this](const Request& req, Response& res) {
      Reply reply;
      const auto task = proofs.make(req.body, reply);
      await(task, reply, res);
    });
    http.Get("/api/proofs/([0-9a-f]+)", [this](const Request& req, Response& res) {
      send(res, proofs.about(req.matches[1]));
    });
    http.Get("/api/proofs/([0-9a-f]+)/node", [this](const Request& req, Response& res) {
      const auto statement = number(req, "statement", 0);
      if (!statement) return send(res, failed(400, "statement: a whole number is expected"));
      send(res, proofs.node(req.matches[1], *statement, req.get_param_value("path")));
    });
    http.Get("/api/proofs/([0-9a-f]+)/file", [this](const Request& req, Response& res) {
      auto bytes = proofs.file(req.matches[1]);
      if (!bytes) return send(res, not_there("proof", req.matches[1]));
      if (req.method == "HEAD") return;
      say_later(std::make_shared<Download>(std::move(bytes)));
    });
    http.Delete("/api/proofs/([0-9a-f]+)", [this](const Request& req, Response& res) {
      send(res, proofs.drop(req.matches[1]));
    });
  }
};

Server::Server(const Settings& settings) : parts_(std::make_unique<Parts>(settings)) {}
Server::~Server() = default;

Result<std::string> Server::open() {
  Settings& s = parts_->settings;
  if (s.port == 0)
    s.port = parts_->http.bind_to_any_port(s.bind);
  else if (!parts_->http.bind_to_port(s.bind, s.port))
    s.port = -1;
  if (s.port < 0)
    return Error{fmt::format(
        "cannot listen at {}: the address is not this machine's, or the port is taken", s.bind)};
  parts_->here = whereabouts(parts_->http.socket(), s.bind);
  parts_->front.listen(parts_->http.socket());
  const bool v6 = s.bind.find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}/", v6 ? "[" : "", s.bind, v6 ? "]" : "", s.port);
}

void Server::run(const std::atomic<bool>& stop) {
  using Clock = std::chrono::steady_clock;
  using namespace std::chrono_literals;
  for (auto next = Clock::now(); !stop;) {
    parts_->front.turn(0.05);
    if (Clock::now() < next) continue;
    next = Clock::now() + 1s;
    parts_->jobs.stop_forlorn();
  }
  parts_->front.close_door();
  parts_->lanes.stop();
  // What is going on has a moment to say how far it has come. Nothing is lost with the rest.
  const auto patience = Clock::now() + 400ms;
  const auto over = [&] { return parts_->lanes.idle() && parts_->front.idle(); };
  while (Clock::now() < patience && !over()) parts_->front.turn(0.01);
  if (!over()) {
    parts_->proofs.remove_files();
    std::_Exit(0);
  }
  parts_->lanes.finish();
}

}  // namespace solvent::serve
