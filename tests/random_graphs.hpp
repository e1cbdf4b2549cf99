// Seeded random games on small explicit graphs, as nasty as a game may be: sides that do not
// alternate, leaves at all depths, chains of single moves, shared children at different depths,
// cycles and loops, scales with gaps, rule bounds that are true but open (or closed before the
// end).
//
//   const auto graph = random_graphs::random_dag(seed);
//   const Interned game(graph);           // any engine on it; the truth: graph->value(id)
//   EXPECT_EQ(..., graph->value(graph->initial())) << graph->text();
//
// Every line, cut at the first repeated position, belongs to a tree of at most max_unrolled nodes,
// so searches that walk the tree of paths end too. text() is a tree file that shows a failure
// again.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "game/interned.hpp"
#include "game/oracle.hpp"

namespace solvent::random_graphs {

struct Shape {
  std::uint32_t max_nodes = 100;
  std::uint32_t max_depth = 40;
  std::uint32_t max_outcomes = 9;  // 2 to this many
  std::uint32_t max_unrolled = 5000;
  bool rule_bounds = true;
};

class RandomGraph final : public InternedSource {
 public:
  const Scale& scale() const override { return scale_; }
  Outcome repetition() const override { return repetition_; }
  std::uint32_t initial() const override { return root_; }
  InternedNode node(std::uint32_t id) const override {
    const Record& r = records_[id];
    return {r.side, r.children.empty(), r.bounds, r.children, r.cost};
  }
  std::uint32_t listed() const override { return size(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(records_.size()); }
  Outcome value(std::uint32_t id) const { return records_[id].value; }
  Outcome value() const { return value(root_); }

  std::string text() const {
    std::string out = "scale";
    for (int rank = 0; rank < scale_.size(); ++rank) out += " " + number(rank);
    if (scale_.kind() == Scale::Kind::WinDrawLoss) out = "scale wld";
    out += "\nrepetition " + number(repetition_) + "\nroot " + name(root_) + "\n";
    for (std::uint32_t id = 0; id < size(); ++id) {
      const Record& r = records_[id];
      out += name(id) + (r.side == Side::Max ? " Max" : " Min");
      if (r.children.empty()) {
        out += " = " + number(r.value) + " cost " + std::to_string(r.cost) + "\n";
        continue;
      }
      out += ":";
      for (const std::uint32_t child : r.children) out += " " + name(child);
      out += "   # " + number(r.value) + ", by the rules " + number(r.bounds.pess) + ".." +
             number(r.bounds.opti) + "\n";
    }
    return out;
  }
  static std::string name(std::uint32_t id) { return "n" + std::to_string(id); }

 private:
  friend class Maker;
  struct Record {
    Side side = Side::Max;
    Outcome value = 0;
    Bounds bounds;
    std::uint32_t cost = 1;
    std::vector<std::uint32_t> children;
  };
  std::string number(int rank) const {
    return std::to_string(scale_.value(static_cast<Outcome>(rank)));
  }

  Scale scale_ = Scale::win_draw_loss();
  Outcome repetition_ = 0;
  std::uint32_t root_ = 0;
  std::vector<Record> records_;
};

enum class Kind { Tree, Dag, Cyclic };

class Maker {
 public:
  Maker(std::uint64_t seed, const Shape& shape) : rng_(mix(seed)), shape_(shape) {}

  std::shared_ptr<const RandomGraph> make(Kind kind) {
    grow();
    if (kind != Kind::Tree) share(kind == Kind::Cyclic);
    choose_scale(kind == Kind::Cyclic);
    choose_sides();
    choose_values();
    shuffle();
    solve();
    return graph_;
  }

 private:
  using Record = RandomGraph::Record;
  std::vector<Record>& nodes() { return graph_->records_; }
  std::uint32_t count() const { return graph_->size(); }
  bool chance(std::uint32_t of_eight) { return rng_.below(8) < of_eight; }
  std::uint32_t one_of(std::initializer_list<std::uint32_t> choices) {
    return choices.begin()[rng_.below(static_cast<std::uint32_t>(choices.size()))];
  }

  // A tree in which every child has a larger id than its parent.
  void grow() {
    const bool tiny = rng_.below(16) == 0;
    const std::uint32_t target = 1 + rng_.below(tiny ? 3 : std::max(shape_.max_nodes, 1u));
    const std::uint32_t most = one_of({2, 2, 3, 3, 4, 6, 12}), chains = one_of({0, 0, 1, 2, 5});
    const std::uint32_t where = rng_.below(4);  // bushy, deep, or anywhere
    nodes().resize(1);
    parent_ = {0};
    depth_ = {0};
    std::vector<std::uint32_t> open = {0};
    while (count() < target && !open.empty()) {
      const auto size = static_cast<std::uint32_t>(open.size());
      const std::uint32_t at = where == 0 ? 0 : where == 1 ? size - 1 : rng_.below(size);
      const std::uint32_t id = open[at];
      open.erase(open.begin() + at);
      if (depth_[id] >= shape_.max_depth) continue;
      const std::uint32_t wanted = chance(chains) ? 1 : 1 + rng_.below(most);
      for (std::uint32_t k = 0; k < wanted && count() < target; ++k) {
        nodes()[id].children.push_back(count());
        open.push_back(count());
        parent_.push_back(id);
        depth_.push_back(depth_[id] + 1);
        nodes().emplace_back();
      }
    }
  }

  // More parents for some nodes; with `cycles` also upwards, at least once. Leaves may become inner
  // nodes whose only children are shared.
  void share(bool cycles) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> added;
    const auto add = [&](std::uint32_t from, std::uint32_t to) {
      auto& children = nodes()[from].children;
      if (std::find(children.begin(), children.end(), to) != children.end()) return;
      const auto place = rng_.below(static_cast<std::uint32_t>(children.size()) + 1);
      children.insert(children.begin() + place, to);
      added.emplace_back(from, to);
    };
    if (cycles) {
      const std::uint32_t from = rng_.below(count());
      std::uint32_t to = from;
      for (std::uint32_t up = rng_.below(depth_[from] + 1); up > 0; --up) to = parent_[to];
      add(from, to);
    }
    for (std::uint32_t more = rng_.below(count()); more > 0; --more) {
      const std::uint32_t a = rng_.below(count()), b = rng_.below(count());
      if (cycles && chance(4))
        add(a, b);
      else if (a != b)
        add(std::min(a, b), std::max(a, b));
    }
    while (added.size() > 1 && unrolled() > shape_.max_unrolled)
      for (std::size_t half = (added.size() + 1) / 2; half > 0 && added.size() > 1; --half) {
        auto& children = nodes()[added.back().first].children;
        children.erase(std::find(children.begin(), children.end(), added.back().second));
        added.pop_back();
      }
  }
  // The nodes of the tree of paths, each path ended at its first repetition; counting stops at the
  // limit.
  std::uint32_t unrolled() {
    std::vector<bool> on_path(count(), false);
    std::uint32_t seen = 0;
    const auto walk = [&](const auto& self, std::uint32_t id) -> void {
      if (++seen > shape_.max_unrolled || on_path[id]) return;
      on_path[id] = true;
      for (const std::uint32_t child : nodes()[id].children) self(self, child);
      on_path[id] = false;
    };
    walk(walk, 0);
    return seen;
  }

  void choose_scale(bool cyclic) {
    const std::uint32_t m = 2 + rng_.below(std::max(shape_.max_outcomes, 2u) - 1);
    if (m != 3 || chance(4)) {
      const std::uint32_t gap = one_of({1, 1, 4});
      std::vector<int> values = {-static_cast<int>(rng_.below(m * gap))};
      while (values.size() < m)
        values.push_back(values.back() + 1 + static_cast<int>(rng_.below(gap)));
      graph_->scale_ = Scale::of_values(std::move(values));
    }
    if (cyclic) graph_->repetition_ = static_cast<Outcome>(rng_.below(m));
  }

  void choose_sides() {
    const std::uint32_t habit = rng_.below(4), max = one_of({2, 4, 4, 6});
    for (std::uint32_t id = 0; id < count(); ++id) {
      const bool coin = chance(max);
      const Side before = nodes()[parent_[id]].side;
      const bool free = id == 0 || habit == 0 || (habit == 1 && chance(2));
      if (free)
        nodes()[id].side = coin ? Side::Max : Side::Min;
      else
        nodes()[id].side = habit == 2 ? before : other(before);
      if (habit == 2 && chance(2)) nodes()[id].side = other(nodes()[id].side);
    }
  }

  void choose_values() {
    const std::uint32_t m = static_cast<std::uint32_t>(graph_->scale_.size());
    const std::uint32_t habit = rng_.below(5), usual = rng_.below(m), dear = one_of({1, 1, 5});
    for (Record& r : nodes()) {
      if (!r.children.empty()) continue;
      std::uint32_t rank = rng_.below(m);
      if (habit == 1) rank = chance(4) ? 0 : m - 1;                         // only the extremes
      if (habit == 2 && chance(6)) rank = usual;                            // nearly all equal
      if (habit == 3 && chance(5)) rank = r.side == Side::Max ? 0 : m - 1;  // who is stuck loses
      r.value = static_cast<Outcome>(rank);
      r.bounds = {r.value, r.value};
      r.cost = 1 + rng_.below(dear);
    }
  }

  // Nobody may rely on how nodes are numbered.
  void shuffle() {
    std::vector<std::uint32_t> place(count());
    std::iota(place.begin(), place.end(), 0u);
    for (std::uint32_t k = count(); k > 1; --k) std::swap(place[k - 1], place[rng_.below(k)]);
    std::vector<Record> moved(count());
    for (std::uint32_t id = 0; id < count(); ++id) {
      moved[place[id]] = std::move(nodes()[id]);
      for (std::uint32_t& child : moved[place[id]].children) child = place[child];
    }
    nodes() = std::move(moved);
    graph_->root_ = place[0];
  }

  // Exact values, and rule bounds around some of them.
  void solve() {
    const Interned game(graph_);
    const oracle::Solution<Interned> solution(game, game.initial());
    const std::uint32_t often = shape_.rule_bounds ? one_of({0, 1, 4}) : 0;
    const bool may_close = chance(3);
    const Bounds all = graph_->scale_.everything();
    for (std::uint32_t id = 0; id < count(); ++id) {
      Record& r = nodes()[id];
      if (r.children.empty()) continue;
      r.value = solution.value({id});
      r.bounds = all;
      if (!chance(often)) continue;
      const auto low = static_cast<Outcome>(rng_.below(r.value + 1u));
      const auto high = static_cast<Outcome>(r.value + rng_.below(all.opti - r.value + 1u));
      if (low < high || (may_close && id != graph_->root_)) r.bounds = {low, high};
    }
  }

  Rng rng_;
  Shape shape_;
  std::shared_ptr<RandomGraph> graph_ = std::make_shared<RandomGraph>();
  std::vector<std::uint32_t> parent_, depth_;  // in the tree that was grown first
};

inline std::shared_ptr<const RandomGraph> random_tree(std::uint64_t seed, const Shape& shape = {}) {
  return Maker(seed, shape).make(Kind::Tree);
}
inline std::shared_ptr<const RandomGraph> random_dag(std::uint64_t seed, const Shape& shape = {}) {
  return Maker(seed, shape).make(Kind::Dag);
}
inline std::shared_ptr<const RandomGraph> random_cyclic(std::uint64_t seed,
                                                        const Shape& shape = {}) {
  return Maker(seed, shape).make(Kind::Cyclic);
}

}  // namespace solvent::random_graphs
