#include "searches.hpp"

#include "watch_json.hpp"

namespace solvent::serve {

namespace {

constexpr std::uint64_t kMostRounds = 100'000;
constexpr double kStepSeconds = 0.2;
constexpr std::uint64_t kLeastTree = std::uint64_t{1} << 20;
constexpr std::size_t kMostWaiting = 32;                        // for their turn with one search
constexpr std::uint64_t kTreeMemory = std::uint64_t{48} << 20;  // a million nodes and more

}  // namespace

struct Searches::Search {
  std::mutex mutex;  // of what waits; the tree belongs to whose turn it is
  std::atomic<bool> busy = false;
  std::deque<std::shared_ptr<Turn>> waiting;
  Exploration tree;
  Share share;
  Search(Exploration e, Share s) : tree(std::move(e)), share(std::move(s)) {}
};

// One turn with a search: a step, or a look.
class Searches::Turn : public Task {
 public:
  Turn(Searches& searches, std::shared_ptr<Search> search, std::string id, Action action)
      : searches_(searches),
        search_(std::move(search)),
        id_(std::move(id)),
        action_(std::move(action)) {}
  Reply reply() const override { return reply_; }
  const std::string& id() const { return id_; }
  using Task::stop;

 protected:
  bool run(double) override {
    try {
      reply_ = action_(*search_, *this);
    } catch (const std::bad_alloc&) { reply_ = no_memory(); } catch (const std::exception& e) {
      reply_ = failed(500, e.what());
    }
    searches_.next(*search_);
    return true;
  }
  void refused() override {
    reply_ = busy();
    searches_.next(*search_);
  }

 private:
  Searches& searches_;
  std::shared_ptr<Search> search_;
  std::string id_;
  Action action_;
  Reply reply_;
};

// The first look at a position can take its time too.
class Searches::Beginning : public Task {
 public:
  Beginning(Searches& searches, AskedQuestion question)
      : searches_(searches), question_(std::move(question)) {}
  Reply reply() const override { return reply_; }

 protected:
  bool run(double) override {
    try {
      begin();
    } catch (const std::bad_alloc&) { reply_ = no_memory(); } catch (const std::exception& e) {
      reply_ = failed(500, e.what());
    }
    return true;
  }
  void refused() override { reply_ = busy(); }

 private:
  void begin() {
    Share share(searches_.budget_);
    if (!share.resize(searches_.most_memory())) return void(reply_ = no_memory());
    auto tree = Exploration::make(question_.position, question_.options);
    if (!tree) return void(reply_ = failed(400, tree.error()));
    Json state{{"id", ""}};
    state.update(state_json(*tree));
    share.resize(std::min(share.bytes(), tree->bytes()));
    const auto search = std::make_shared<Search>(*std::move(tree), std::move(share));
    const std::string id = searches_.searches_.add(search, is_idle);
    if (id.empty()) return void(reply_ = busy());
    state["id"] = id;
    reply_ = {200, std::move(state)};
  }

  Searches& searches_;
  AskedQuestion question_;
  Reply reply_;
};

bool Searches::is_idle(const Search& search) { return !search.busy; }

// Of one search; a million nodes and more fit into the most.
std::uint64_t Searches::most_memory() const {
  return std::max(kLeastTree, std::min({kTreeMemory, budget_.all() / 4, settings_.for_request()}));
}

Searches::Pending Searches::enqueue(const std::string& id, Reply& reply, Action action) {
  const auto search = searches_.find(id);
  if (!search) return reply = not_there("search", id), nullptr;
  auto turn = std::make_shared<Turn>(*this, search, id, std::move(action));
  {
    const std::lock_guard lock(search->mutex);
    if (search->busy) {
      if (search->waiting.size() >= kMostWaiting) return reply = busy(), nullptr;
      search->waiting.push_back(turn);
      return turn;
    }
    search->busy = true;
  }
  if (lanes_.submit(turn, Lanes::Kind::Desk)) return turn;
  next(*search);
  return reply = busy(), nullptr;
}

// After a turn, the one after it.
void Searches::next(Search& search) {
  std::shared_ptr<Turn> turn;
  {
    const std::lock_guard lock(search.mutex);
    search.busy = !search.waiting.empty();
    if (!search.busy) return;
    turn = std::move(search.waiting.front());
    search.waiting.pop_front();
  }
  if (!lanes_.submit(turn, Lanes::Kind::Desk)) lanes_.refuse(*turn);
}

Searches::Pending Searches::begin(const std::string& body, Reply& reply) {
  const auto wrong = [&](const Error& error) {
    reply = failed(400, error);
    return nullptr;
  };
  const auto json = read_object(body);
  if (!json) return wrong(json.error());
  if (!json->contains("algorithm"))
    return wrong(
        Error{"algorithm: choose pns, mopns, pn2, mopn2, mcpns, ppns, minimax, alphabeta, scout or "
              "negascout"});
  Result<AskedQuestion> question = read_question(
      *json, session::door::Questions | session::door::Searches, {}, games_, settings_);
  if (!question) return wrong(question.error());
  Options& options = question->options;
  options.store.clear();
  options.moves = false;
  options.limits.memory = std::min(*options.limits.memory, most_memory());
  auto task = std::make_shared<Beginning>(*this, *std::move(question));
  if (lanes_.submit(task, Lanes::Kind::Desk)) return task;
  return reply = busy(), nullptr;
}

Searches::Pending Searches::step(const std::string& id, const std::string& body, Reply& reply) {
  const auto json = read_object(body.empty() ? "{}" : body);
  if (!json) return reply = failed(400, json.error()), nullptr;
  const auto rounds = read_number(*json, "rounds", 1, kMostRounds, 1);
  if (!rounds) return reply = failed(400, rounds.error()), nullptr;
  return enqueue(id, reply, [this, rounds = *rounds](Search& search, Turn& turn) {
    // It may grow as far as it may get; afterwards it has what it needs.
    if (!search.share.resize(std::max(search.share.bytes(), most_memory()))) return no_memory();
    search.tree.advance({.rounds = rounds, .seconds = kStepSeconds, .stop = &turn.stop()});
    search.share.resize(std::min(search.share.bytes(), search.tree.bytes()));
    Reply out{200, state_json(search.tree)};
    out.json["id"] = turn.id();
    return out;
  });
}

Searches::Pending Searches::state(const std::string& id, Reply& reply) {
  return enqueue(id, reply, [](Search& search, Turn& turn) {
    Reply out{200, state_json(search.tree)};
    out.json["id"] = turn.id();
    return out;
  });
}

Searches::Pending Searches::children(const std::string& id, const std::string& path,
                                     std::size_t from, std::size_t count, Reply& reply) {
  return enqueue(id, reply, [path, from, count](Search& search, Turn&) {
    return family_json(search.tree, path, from, count);
  });
}

Reply Searches::drop(const std::string& id) {
  if (!searches_.take(id)) return not_there("search", id);
  return {200, Json{{"id", id}, {"dropped", true}}};
}

}  // namespace solvent::serve
