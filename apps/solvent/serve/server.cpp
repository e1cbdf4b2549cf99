#include "server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "assets.hpp"
#include "base/text.hpp"
#include "guard.hpp"
#include "jobs.hpp"
#include "proofs.hpp"
#include "searches.hpp"

namespace solvent::serve {

namespace {

using httplib::Request;
using httplib::Response;

constexpr double kBreath = 0.25;  // seconds between two looks at who waits
constexpr const char* kJson = "application/json";

// The library's own backlog of 5 makes clients that come together wait for a second.
struct Listener : httplib::Server {
  void widen() { ::listen(svr_sock_, 1024); }
};

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}
void send(Response& res, const Reply& reply) {
  res.status = reply.status;
  res.set_content(dumped(reply.json), kJson);
  if (reply.status == 503) res.set_header("Retry-After", "1");
}

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
  Lanes lanes;
  Games games;
  Jobs jobs;
  Searches searches;
  Proofs proofs;
  std::atomic<bool> stopping = false;
  Slots streams{kMostStreams}, uploads{kMostUploads};
  Listener http;

  explicit Parts(const Settings& s)
      : settings(s),
        lanes(s.threads, s.queue),
        games(settings),
        jobs(games, lanes, settings),
        searches(games, lanes, settings),
        proofs(games, lanes, settings) {
    configure();
    add_page();
    add_games();
    add_jobs();
    add_searches();
    add_proofs();
  }

  void configure() {
    http.new_task_queue = [] { return new httplib::ThreadPool(kConnections); };
    // Not SO_REUSEPORT, the library's choice: a port that is taken is not to be shared.
    http.set_socket_options([](socket_t sock) {
      const int yes = 1;
      ::setsockopt(sock, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    http.set_tcp_nodelay(true);
    http.set_keep_alive_max_count(1'000'000);
    http.set_keep_alive_timeout(10);
    http.set_read_timeout(10);
    http.set_write_timeout(10);
    http.set_payload_max_length(kMostProof);
    http.set_default_headers(
        {{"Content-Security-Policy",
          "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
          "frame-ancestors 'none'"},
         {"X-Content-Type-Options", "nosniff"},
         {"Referrer-Policy", "no-referrer"},
         {"Cross-Origin-Resource-Policy", "same-origin"},
         {"Cache-Control", "no-cache"}});
    http.set_pre_routing_handler([this](const Request& req, Response& res) {
      const auto refusal = refused(req, settings);
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
      } catch (const std::bad_alloc&) {
        send(res, failed(503, "there is not enough memory for this request now"));
      } catch (const std::exception& e) { send(res, failed(500, e.what())); } catch (...) {
        send(res, failed(500, "the request failed"));
      }
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

  // --- waiting ---------------------------------------------------------------------------------

  // The reply once the task is done. While it is in the slow lane the status is 200 already, and
  // blanks before the JSON find out whether the client is still there: nobody else would end the
  // task.
  template <class T>
  void await(std::shared_ptr<T> task, Response& res) {
    while (task->wait(1, false) == Task::State::Queued) {}
    if (task->state() != Task::State::Slow) return send(res, task->reply());
    res.status = 200;
    res.set_chunked_content_provider(
        kJson,
        [this, task](std::size_t, httplib::DataSink& sink) {
          const Task::State state = task->wait(kBreath, true);
          if (state != Task::State::Done && state != Task::State::Refused)
            return !stopping && sink.write(" ", 1);
          const std::string body = dumped(task->reply().json);
          sink.write(body.data(), body.size());
          sink.done();
          return true;
        },
        [this, task](bool success) {
          if (!success) lanes.cancel(task);
        });
  }

  void stream(const std::shared_ptr<Job>& job, Response& res) {
    if (!streams.take()) return send(res, busy());
    job->listen(1);
    res.status = 200;
    res.set_header("X-Accel-Buffering", "no");
    const auto seen = std::make_shared<std::uint64_t>(0);
    const auto quiet = std::make_shared<int>(0);
    res.set_chunked_content_provider(
        "text/event-stream",
        [this, job, seen, quiet](std::size_t, httplib::DataSink& sink) {
          std::string text;
          const bool ended = job->events().next(*seen, kBreath, text);
          *quiet = text.empty() ? *quiet + 1 : 0;
          if (*quiet == 8) text = ": still here\n\n", *quiet = 0;
          if (!text.empty() && !sink.write(text.data(), text.size())) return false;
          if (ended) sink.done();
          return ended || !stopping;
        },
        [this, job](bool) {
          job->listen(-1);
          streams.give();
        });
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
      Json all = Json::array();
      for (const AlgorithmDescription& a : algorithms())
        all.push_back(Json{{"name", a.name}, {"summary", a.summary}});
      send(res, {200, Json{{"version", kVersion},
                           {"algorithms", all},
                           {"limits", Json{{"seconds", settings.seconds},
                                           {"nodes", settings.nodes},
                                           {"memory", settings.memory}}},
                           {"options", options_json(session::door::Searches)},
                           {"endgame", !settings.endgame.empty()},
                           {"store", !settings.store.empty()}}});
    });
    http.Get("/api/games", [this](const Request&, Response& res) { send(res, games.list()); });
    http.Get("/api/presets", [this](const Request&, Response& res) { send(res, games.presets()); });
    http.Post("/api/tree", [this](const Request& req, Response& res) {
      const auto json = read_object(req.body);
      if (!json) return send(res, failed(400, json.error()));
      if (!json->contains("text") || !(*json)["text"].is_string())
        return send(res, failed(400, "text: the lines of a tree are expected"));
      send(res, games.add_tree((*json)["text"].get<std::string>()));
    });
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
  }

  void add_jobs() {
    http.Post("/api/solve", [this](const Request& req, Response& res) {
      Reply reply;
      if (const auto job = jobs.begin(req.body, false, reply)) return await(job, res);
      send(res, reply);
    });
    http.Post("/api/jobs", [this](const Request& req, Response& res) {
      Reply reply;
      jobs.begin(req.body, true, reply);
      send(res, reply);
    });
    http.Get("/api/jobs/([0-9a-f]+)/events", [this](const Request& req, Response& res) {
      const auto job = jobs.find(req.matches[1]);
      if (!job) return send(res, not_there("job", req.matches[1]));
      stream(job, res);
    });
    http.Delete("/api/jobs/([0-9a-f]+)", [this](const Request& req, Response& res) {
      send(res, jobs.stop(req.matches[1]));
    });
  }

  void add_searches() {
    http.Post("/api/searches",
              [this](const Request& req, Response& res) { send(res, searches.begin(req.body)); });
    http.Post("/api/searches/([0-9a-f]+)/step", [this](const Request& req, Response& res) {
      send(res, searches.step(req.matches[1], req.body));
    });
    http.Get("/api/searches/([0-9a-f]+)", [this](const Request& req, Response& res) {
      send(res, searches.state(req.matches[1]));
    });
    http.Get("/api/searches/([0-9a-f]+)/children", [this](const Request& req, Response& res) {
      const auto from = number(req, "from", 0), count = number(req, "count", 200);
      if (!from || !count)
        return send(res, failed(400, "from and count: whole numbers are expected"));
      send(res, searches.children(req.matches[1], req.get_param_value("path"), *from,
                                  std::min<std::size_t>(*count, 1024)));
    });
    http.Delete("/api/searches/([0-9a-f]+)", [this](const Request& req, Response& res) {
      send(res, searches.drop(req.matches[1]));
    });
  }

  void add_proofs() {
    http.Post("/api/proofs",
              [this](const Request& req, Response& res, const httplib::ContentReader& read) {
                if (!uploads.take()) return send_and_close(res, busy());
                std::string bytes;
                const bool whole =
                    !req.is_multipart_form_data() && read([&](const char* data, std::size_t size) {
                      if (bytes.size() + size > kMostProof) return false;
                      bytes.append(data, size);
                      return true;
                    });
                uploads.give();
                if (!whole)
                  return send_and_close(res, failed(400, "the certificate did not arrive in full"));
                Reply reply;
                if (const auto reading = proofs.read(std::move(bytes), reply))
                  return await(reading, res);
                send(res, reply);
              });
    http.Post("/api/proofs/make", [this](const Request& req, Response& res) {
      Reply reply;
      if (const auto reading = proofs.make(req.body, reply)) return await(reading, res);
      send(res, reply);
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
      const auto bytes = proofs.file(req.matches[1]);
      if (!bytes) return send(res, not_there("proof", req.matches[1]));
      const bool json = bytes->starts_with('{');
      res.set_header("Content-Disposition",
                     json ? "attachment; filename=proof.json" : "attachment; filename=a.proof");
      res.set_content(*bytes, json ? kJson : "application/octet-stream");
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
  parts_->http.widen();
  const bool v6 = s.bind.find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}/", v6 ? "[" : "", s.bind, v6 ? "]" : "", s.port);
}

void Server::run(const std::atomic<bool>& stop) {
  using namespace std::chrono_literals;
  auto listening = std::async(std::launch::async, [this] { parts_->http.listen_after_bind(); });
  auto next = std::chrono::steady_clock::now();
  while (!stop && listening.wait_for(50ms) == std::future_status::timeout) {
    if (std::chrono::steady_clock::now() < next) continue;
    next += 1s;
    parts_->jobs.stop_forlorn();
  }
  parts_->stopping = true;
  parts_->lanes.stop();
  parts_->http.stop();
  // Connections on which nothing happens may last a while longer. Nothing is lost with them.
  if (listening.wait_for(500ms) == std::future_status::timeout) std::_Exit(0);
}

}  // namespace solvent::serve
