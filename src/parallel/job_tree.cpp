#include "parallel/job_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/hash.hpp"
#include "solvent/require.hpp"

namespace solvent::parallel {

namespace {

constexpr float choice(Side side, Efforts e) { return side == Side::Max ? e.proof : e.disproof; }
constexpr float refutation(Side side, Efforts e) {
  return side == Side::Max ? e.disproof : e.proof;
}
constexpr Efforts seen(Side side, float choice, float refutation) {
  return side == Side::Max ? Efforts{choice, refutation} : Efforts{refutation, choice};
}

// The numbers of a node from its open children.
template <Side Mover>
struct Joined {
  float least = Efforts::kInfinite, sum = 0;

  void add(Efforts e) {
    least = std::min(least, choice(Mover, e));
    sum += refutation(Mover, e);
  }
  operator Efforts() const { return seen(Mover, least, sum); }  // NOLINT
};

// Numbers guide: a small change need not be told to all who are above.
bool differ(float a, float b) {
  constexpr float kMatters = 1.0F / 64;
  return a != b && !(std::abs(a - b) <= kMatters * std::min(a, b));
}
bool differ(Efforts a, Efforts b) {
  return differ(a.proof, b.proof) || differ(a.disproof, b.disproof);
}

}  // namespace

void JobTree::start(const AnyState& root, int cut, Bounds facts) {
  cut_ = cut;
  nodes_.clear();
  places_.clear();
  edges_.clear();
  index_.clear();
  newly_decided_.clear();
  out_ = 0;
  made_ = spent_ = updates_ = 0;
  add(root, facts, {}, kNone);
}

std::optional<AnyMove> JobTree::best() const {
  const Node& root = nodes_[kRoot];
  for (const Edge& e : edges(root)) {
    const Bounds b = e.shown.bounds;
    if (root.side == Side::Max ? b.pess >= root.now.bounds.pess : b.opti <= root.now.bounds.opti)
      return e.move;
  }
  return places_[kRoot].best;
}

std::uint64_t JobTree::hash(const AnyState& state) const {
  std::uint64_t h = 0, word = 0;
  for (std::size_t at = 0; at < referee_.state_size; at += sizeof(word)) {
    std::memcpy(&word, state.bytes.data() + at, sizeof(word));
    h = mix(h + word);
  }
  return h;
}
JobTree::Index JobTree::find(const AnyState& state, std::uint64_t place) const {
  return index_.find(place, [&](Index k) { return places_[k].state == state; });
}
void JobTree::put_into_index(std::uint64_t place) {
  const auto hash_at = [this](Index k) { return hash(places_[k].state); };
  while (index_.crowded() && !index_.grow(hash_at, ~std::size_t{0})) {}
  index_.add(place, hash_at);
}

JobTree::Index JobTree::add(const AnyState& state, Bounds bounds, Efforts efforts, Index parent) {
  const std::uint64_t place = referee_.acyclic ? hash(state) : 0;
  if (referee_.acyclic)
    if (const Index found = find(state, place); found != kNone) return found;
  const auto index = static_cast<Index>(nodes_.size());
  Node& n = nodes_.emplace_back(Node{.now = {.efforts = efforts, .bounds = bounds}});
  places_.push_back({.state = state});
  if (!decided(n)) n.side = referee_.to_move(state);
  if (referee_.acyclic)
    put_into_index(place);
  else
    n.repeats = parent != kNone && on_path(parent, state);
  recompute(n);
  return index;
}

// Where the game can repeat every node has one parent.
bool JobTree::on_path(Index node, const AnyState& state) const {
  for (;; node = edges_[nodes_[node].last_in].parent) {
    if (places_[node].state == state) return true;
    if (node == kRoot) return false;
  }
}

std::optional<SearchJob> JobTree::next() {
  if (answered() || !nodes_[kRoot].now.free) return std::nullopt;
  Efforts limits{Efforts::kInfinite, Efforts::kInfinite};
  Index at = kRoot;
  const bool lean = sizes_.lean && !settled(nodes_[kRoot].now.leaning);
  while (nodes_[at].count > 0)
    at = nodes_[at].side == Side::Max ? descend<Side::Max>(nodes_[at], lean, limits)
                                      : descend<Side::Min>(nodes_[at], lean, limits);
  Node& leaf = nodes_[at];
  Place& place = places_[at];
  leaf.job = true;
  if (leaf.repeats || place.glanced) limits = {Efforts::kInfinite, Efforts::kInfinite};
  SearchJob job{.id = at, .state = place.state, .cut = cut_, .limits = limits};
  size(job, place);
  place.asked = job.nodes;
  ++out_;
  ++made_;
  update(at);
  return job;
}

// To the cheapest child for the side to move among those with a free leaf. As in a depth-first
// search it is to be looked at until it costs so much more than the second best that another would
// be chosen.
template <Side Mover>
JobTree::Index JobTree::descend(const Node& n, bool lean, Efforts& limits) const {
  const Edge *best = nullptr, *next_best = nullptr;  // the latter: free, but counted as decided
  float first = Efforts::kInfinite, second = Efforts::kInfinite, all = 0;  // of the efforts
  const auto cheaper = [](Efforts Summary::*of, const Edge& e, const Edge* than) {
    return than == nullptr || choice(Mover, e.shown.*of) < choice(Mover, than->shown.*of);
  };
  for (const Edge& e : edges(n)) {
    if (decided(e.shown)) continue;
    const float own = choice(Mover, e.shown.efforts);
    second = std::min(second, std::max(own, first));
    first = std::min(first, own);
    all += refutation(Mover, e.shown.efforts);
    if (!e.shown.free) continue;
    if (cheaper(&Summary::loaded, e, next_best)) next_best = &e;
    if (lean && !settled(e.shown.leaning) && cheaper(&Summary::leaning, e, best)) best = &e;
  }
  if (best == nullptr) best = next_best;
  require(best != nullptr, "below a node with a free leaf there is one");
  const float own = choice(Mover, best->shown.efforts);
  const float refuted = refutation(Mover, best->shown.efforts);
  const auto patience = static_cast<float>(sizes_.patience);
  const float room = patience * std::max(own == first ? second : first, own) + 1;
  limits = seen(Mover, std::min(choice(Mover, limits), room),
                std::max(refutation(Mover, limits) - (all - refuted), patience * refuted + 1));
  return best->child;
}

// Once many are at work, the scheduler must not be asked by them more often than it can answer.
void JobTree::size(SearchJob& job, const Place& leaf) const {
  const double share = sizes_.share * static_cast<double>(spent_) / static_cast<double>(workers_);
  const double turn = sizes_.handling * static_cast<double>(out_);  // until it is theirs again
  const auto wanted = static_cast<std::uint64_t>(std::max(share, 2 * turn));
  job.nodes =
      std::max(std::clamp(wanted, sizes_.least, sizes_.most), leaf.asked + leaf.asked / 2 + 1);
  if (8 * turn > static_cast<double>(job.nodes)) job.sure = static_cast<std::uint64_t>(turn);
}

void JobTree::take(const JobResult& result) {
  const Index leaf = result.id;
  require(leaf < nodes_.size() && nodes_[leaf].job, "a result belongs to a job that is out");
  --out_;
  spent_ += result.nodes;
  Node& n = nodes_[leaf];
  Place& place = places_[leaf];
  place.spent += result.nodes;
  n.job = n.recalled = false;
  n.now.bounds = meet(n.now.bounds, result.bounds);
  if (decided(n)) {
    place.best = result.best;
  } else if (!result.children.empty()) {
    if (worth_expanding(n, place, result))
      expand(leaf, result);
    else
      n.now.efforts = result.efforts;
  }
  update(leaf);
}

void JobTree::give_back(JobId job) {
  Node& n = nodes_[job];
  require(n.job, "who gives a job back has it");
  --out_;
  n.job = n.recalled = false;
  update(job);
}

// A leaf stays one until a good deal of a worker's share was spent on it. Once it may come back
// without much search: it was more expensive than the tree thought.
bool JobTree::worth_expanding(const Node& n, Place& place, const JobResult& result) const {
  constexpr std::uint64_t kPart = 8;  // of a budget
  if (n.repeats || nodes_.size() >= sizes_.most_leaves) return false;
  if (!place.glanced && kPart * result.nodes < place.asked) {
    place.glanced = true;
    place.asked = 0;
    return false;
  }
  return static_cast<double>(place.spent) * static_cast<double>(workers_) >=
         sizes_.split * static_cast<double>(spent_);
}

void JobTree::expand(Index leaf, const JobResult& result) {
  const auto first = static_cast<Index>(edges_.size());
  for (const JobResult::Child& c : result.children) {
    AnyState state = places_[leaf].state;
    referee_.play(state, c.move);
    const Index child = add(state, c.bounds, c.efforts, leaf);
    Node& n = nodes_[child];
    edges_.push_back({c.move, leaf, child, n.last_in, n.now});
    n.last_in = static_cast<Index>(edges_.size()) - 1;
    // One that was in the tree already may have become decided.
    const Bounds bounds = meet(n.now.bounds, c.bounds);
    if (bounds == n.now.bounds) continue;
    n.now.bounds = edges_.back().shown.bounds = bounds;
    for (Index e = n.last_in; e != kNone; e = edges_[e].sooner) edges_[e].shown.bounds = bounds;
    update(child);
  }
  nodes_[leaf].first = first;
  nodes_[leaf].count = static_cast<std::uint32_t>(edges_.size()) - first;
}

std::vector<JobId> JobTree::recall() {
  std::vector<JobId> ids;
  for (const Index node : newly_decided_) recall_below(node, ids);
  newly_decided_.clear();
  return ids;
}

void JobTree::recall_below(Index node, std::vector<JobId>& ids) {
  std::vector<Index> below{node};
  for (std::size_t at = 0; at < below.size(); ++at)
    for (const Edge& e : edges(nodes_[below[at]])) {
      Node& c = nodes_[e.child];
      if (!c.now.busy || c.marked) continue;
      c.marked = true;
      below.push_back(e.child);
    }
  for (const Index k : below) nodes_[k].marked = false;
  for (const Index k : below) {
    Node& n = nodes_[k];
    if (!n.job || n.recalled || wanted(k)) continue;
    n.recalled = true;
    ids.push_back(k);
  }
}

// Is there a way up to the root on which nothing is decided?
bool JobTree::wanted(Index node) {
  seen_.assign(1, node);
  bool found = false;
  for (std::size_t at = 0; at < seen_.size() && !found; ++at) {
    const Node& n = nodes_[seen_[at]];
    if (decided(n)) continue;
    found = seen_[at] == kRoot;
    for_each_parent(n, [this](Index parent) {
      if (nodes_[parent].marked) return;
      nodes_[parent].marked = true;
      seen_.push_back(parent);
    });
  }
  for (const Index k : seen_) nodes_[k].marked = false;
  return found;
}

void JobTree::warm_up(JobId job) {
  seen_.assign(1, job);
  float sum = 0;
  for (std::size_t at = 0; at < seen_.size(); ++at) {
    const Node& n = nodes_[seen_[at]];
    for (const Edge& e : edges(n)) sum += e.shown.loaded.proof;
    for_each_parent(n, [this](Index parent) {
      if (nodes_[parent].marked) return;
      nodes_[parent].marked = true;
      seen_.push_back(parent);
    });
  }
  for (const Index k : seen_) nodes_[k].marked = false;
  warmth_ = sum;
}

void JobTree::update(Index from) {
  queue_.assign(1, from);
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    Node& n = nodes_[queue_[at]];
    n.marked = false;
    if (!recompute(n)) continue;
    for (Index e = n.last_in; e != kNone; e = edges_[e].sooner) {
      edges_[e].shown = n.now;
      const Index parent = edges_[e].parent;
      if (nodes_[parent].marked) continue;
      nodes_[parent].marked = true;
      queue_.push_back(parent);
    }
  }
  updates_ += queue_.size();
}

bool JobTree::recompute(Node& n) {
  const Summary before = n.now;
  if (n.count == 0)
    recompute_leaf(n);
  else if (n.side == Side::Max)
    recompute_inner<Side::Max>(n);
  else
    recompute_inner<Side::Min>(n);
  const Summary& now = n.now;
  if (decided(n)) {
    n.now.free = false;
    if (now.busy && !(decided(before) && before.busy))
      newly_decided_.push_back(static_cast<Index>(&n - nodes_.data()));
  }
  return now.bounds != before.bounds || now.free != before.free || now.busy != before.busy ||
         differ(now.efforts, before.efforts) || differ(now.leaning, before.leaning) ||
         differ(now.loaded, before.loaded);
}

void JobTree::recompute_leaf(Node& n) const {
  Summary& s = n.now;
  s.busy = n.job;
  s.free = !s.busy;
  s.leaning = s.loaded = s.efforts;
  if (!s.busy) return;
  const bool proof = s.efforts.proof < s.efforts.disproof;
  s.leaning = proof ? Efforts{0, Efforts::kInfinite} : Efforts{Efforts::kInfinite, 0};
  const auto burden = static_cast<float>(sizes_.burden);
  s.loaded = {burden * s.efforts.proof, burden * s.efforts.disproof};
}

template <Side Mover>
void JobTree::recompute_inner(Node& n) const {
  Bounds all = edges(n).front().shown.bounds;
  Joined<Mover> efforts, leaning, loaded;
  bool free = false, busy = false;
  for (const Edge& e : edges(n)) {
    const Summary& c = e.shown;
    all = best_of(Mover, all, c.bounds);
    busy = busy || c.busy;
    if (decided(c)) continue;
    free = free || c.free;
    efforts.add(c.efforts);
    leaning.add(c.leaning);
    loaded.add(c.loaded);
  }
  n.now = {efforts, leaning, loaded, meet(n.now.bounds, all), free, busy};
}

std::size_t JobTree::bytes() const {
  return nodes_.size() * (sizeof(Node) + sizeof(Place)) + edges_.size() * sizeof(Edge) +
         index_.bytes();
}

void JobTree::archive(Archive& a) {
  a.section("tree of jobs", sizeof(Node) + sizeof(Place) + sizeof(Edge));
  a(cut_, nodes_, places_, edges_, made_, spent_, updates_);
  if (!a.loading()) return;
  index_.clear();
  newly_decided_.clear();
  out_ = 0;
  for (Index k = 0; k < nodes_.size(); ++k) {
    Node& n = nodes_[k];
    if (referee_.acyclic) put_into_index(hash(places_[k].state));
    if (!n.job) continue;
    n.job = n.recalled = false;
    update(k);
  }
}

}  // namespace solvent::parallel
