// Best-first proof-number searches as the papers print them, for tests: every created node is kept,
// and every number is worked out afresh from the definitions, by recursion, whenever it is asked
// for. Nothing is pruned, remembered or updated.
//
//   G(n, o)  effort to prove that n is worth at least o     S(n, o)  at most o
//
// A round names the same things as a search's trace, so that the two can be compared as they go.
#pragma once

#include <limits>
#include <vector>

#include "question/numbers.hpp"
#include "random_graphs.hpp"
#include "search/machine.hpp"

namespace solvent::search::literal {

struct Round {
  std::uint64_t number = 0;
  int cut = 0;
  std::vector<AnyMove> path;
  std::uint64_t created = 0;
  Bounds bounds;
  int first_cut = 0;
  std::vector<std::pair<double, double>> efforts;

  friend bool operator==(const Round&, const Round&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const Round& r) {
  out << "round " << r.number << " cut " << r.cut << " path";
  for (const AnyMove m : r.path) out << ' ' << m;
  out << " created " << r.created << " bounds " << int(r.bounds.pess) << ".." << int(r.bounds.opti)
      << " efforts from " << r.first_cut << ":";
  for (const auto& [proof, disproof] : r.efforts) out << ' ' << proof << '/' << disproof;
  return out;
}

// What a search says of its rounds.
class Recorder final : public Tracer {
 public:
  void note(const Iteration& i) override {
    rounds.push_back({i.number,
                      i.cut,
                      {i.path.begin(), i.path.end()},
                      i.created,
                      i.bounds,
                      i.first_cut,
                      {i.efforts.begin(), i.efforts.end()}});
  }
  std::vector<Round> rounds;
};

// The tree of what has been created. As an InternedSource it is an explicit tree whose unknown
// leaves are those not looked at yet.
class LiteralTree final : public InternedSource {
 public:
  using Number = std::uint64_t;
  static constexpr Number kInfinity = std::numeric_limits<Number>::max();

  // Unrolls the graph as far as it has been expanded; it has no cycles and no rule bounds.
  LiteralTree(const InternedSource& game, std::uint32_t root, Leaf leaf, Evaluation evaluation)
      : game_(game), leaf_(leaf), evaluation_(evaluation) {
    create(root);
    look_at(0);
  }

  // --- the definitions -------------------------------------------------------------------------

  int worst() const { return 0; }
  int best() const { return game_.scale().best(); }
  Number G(std::uint32_t n, int o) const {
    const Place& p = places_[n];
    if (p.known) return o <= p.value ? 0 : kInfinity;
    if (o == worst()) return 0;
    if (p.children.empty()) return first_number(p, Side::Max);
    Number sum = 0, least = kInfinity;
    for (const std::uint32_t c : p.children) {
      const Number number = G(c, o);
      least = std::min(least, number);
      sum = number > kInfinity - sum ? kInfinity : sum + number;
    }
    return p.side == Side::Max ? least : sum;
  }
  Number S(std::uint32_t n, int o) const {
    const Place& p = places_[n];
    if (p.known) return o >= p.value ? 0 : kInfinity;
    if (o == best()) return 0;
    if (p.children.empty()) return first_number(p, Side::Min);
    Number sum = 0, least = kInfinity;
    for (const std::uint32_t c : p.children) {
      const Number number = S(c, o);
      least = std::min(least, number);
      sum = number > kInfinity - sum ? kInfinity : sum + number;
    }
    return p.side == Side::Max ? sum : least;
  }
  int pess(std::uint32_t n) const {
    int o = best();
    while (G(n, o) != 0) --o;
    return o;
  }
  int opti(std::uint32_t n) const {
    int o = worst();
    while (S(n, o) != 0) ++o;
    return o;
  }

  // --- rounds ----------------------------------------------------------------------------------

  bool solved() const { return pess(0) == opti(0); }
  // MOPNS: to the attracting outcome's leaf.
  Round mopns_round() {
    const bool max = places_[0].side == Side::Max;
    int attracting = -1;
    for (int o = worst(); o <= best(); ++o) {
      if ((max ? G(0, o) : S(0, o)) == 0) continue;
      if (attracting < 0 || G(0, o) + S(0, o) < G(0, attracting) + S(0, attracting)) attracting = o;
    }
    const int distracting =
        max ? std::max(attracting - 1, worst()) : std::min(attracting + 1, best());
    std::vector<std::uint32_t> path = {0};
    while (!places_[path.back()].children.empty()) {
      const Place& at = places_[path.back()];
      std::uint32_t next = at.children[0];
      for (const std::uint32_t c : at.children) {
        const bool better =
            at.side == Side::Max
                ? G(c, max ? attracting : distracting) < G(next, max ? attracting : distracting)
                : S(c, max ? distracting : attracting) < S(next, max ? distracting : attracting);
        if (better) next = c;
      }
      path.push_back(next);
    }
    check_relevancy(path, attracting);
    return finish(path, max ? attracting - 1 : attracting, 0, best());
  }
  // PNS on one cut.
  bool answered(int cut) const { return G(0, cut + 1) == 0 || S(0, cut) == 0; }
  Round pns_round(int cut) {
    std::vector<std::uint32_t> path = {0};
    while (!places_[path.back()].children.empty()) {
      const Place& at = places_[path.back()];
      const bool max = at.side == Side::Max;
      const auto number = [&](std::uint32_t n) { return max ? G(n, cut + 1) : S(n, cut); };
      for (const std::uint32_t c : at.children)
        if (number(c) == number(path.back())) {
          path.push_back(c);
          break;
        }
    }
    return finish(path, cut, cut, cut + 1);
  }
  // The lecture's selection: prove if that looks no harder than to disprove.
  Round lecture_round(int cut) {
    const bool prove = G(0, cut + 1) <= S(0, cut);
    std::vector<std::uint32_t> path = {0};
    while (!places_[path.back()].children.empty()) {
      const Place& at = places_[path.back()];
      const auto number = [&](std::uint32_t n) { return prove ? G(n, cut + 1) : S(n, cut); };
      const bool choose_least = (at.side == Side::Max) == prove;
      std::optional<std::uint32_t> next;
      for (const std::uint32_t c : at.children) {
        if (number(c) == 0) continue;
        if (!next || (choose_least && number(c) < number(*next))) next = c;
      }
      path.push_back(next.value());
    }
    return finish(path, cut, cut, cut + 1);
  }
  // The nodes of the last round's path, without the root.
  const std::vector<std::uint32_t>& last_path() const { return last_path_; }
  bool entered_prunable() const { return entered_prunable_; }

  // --- as an explicit tree ---------------------------------------------------------------------

  const Scale& scale() const override { return game_.scale(); }
  Outcome repetition() const override { return 0; }
  std::uint32_t initial() const override { return 0; }
  InternedNode node(std::uint32_t n) const override {
    const Place& p = places_[n];
    const Bounds bounds = p.known ? Bounds{p.value, p.value} : scale().everything();
    return {p.side, p.children.empty(), bounds, p.children, p.cost};
  }

 private:
  struct Place {
    std::uint32_t id;  // in the game
    Side side;
    std::uint32_t moves, cost;
    bool known = false;
    Outcome value = 0;
    std::vector<std::uint32_t> children;
  };

  void create(std::uint32_t id) {
    const InternedNode n = game_.node(id);
    places_.push_back(
        {id, n.side, static_cast<std::uint32_t>(n.children.size()), n.cost, false, 0, {}});
  }
  void look_at(std::uint32_t n) {
    const InternedNode node = game_.node(places_[n].id);
    places_[n].known = node.ended;
    places_[n].value = node.bounds.pess;
  }
  // Of a leaf not looked at: what it costs `prover` to have his way. Mobility: the opponent's
  // replies all have to be dealt with.
  Number first_number(const Place& p, Side prover) const {
    if (leaf_ == Leaf::Costs) return p.cost;
    return leaf_ == Leaf::Mobility && p.moves > 0 && p.side != prover ? p.moves : 1;
  }
  // Every node of a descent is relevant: its ancestors' bounds leave the outcome open there.
  void check_relevancy(const std::vector<std::uint32_t>& path, int attracting) {
    int alpha = worst(), beta = best();
    for (const std::uint32_t n : path) {
      alpha = std::max(alpha, pess(n));
      beta = std::min(beta, opti(n));
      const bool wanted = places_[0].side == Side::Max ? alpha < attracting && attracting <= beta
                                                       : alpha <= attracting && attracting < beta;
      entered_prunable_ |= alpha >= beta || !wanted;
    }
  }
  Round finish(const std::vector<std::uint32_t>& path, int cut, int alpha, int beta) {
    Round round{++rounds_, cut, {}, 0, {}, 0, {}};
    for (std::size_t ply = 1; ply < path.size(); ++ply) {
      const auto& siblings = places_[path[ply - 1]].children;
      round.path.push_back(static_cast<AnyMove>(
          std::find(siblings.begin(), siblings.end(), path[ply]) - siblings.begin()));
    }
    last_path_.assign(path.begin() + 1, path.end());
    expand(path.back());
    round.created = places_.size() - 1;
    round.bounds = {static_cast<Outcome>(pess(0)), static_cast<Outcome>(opti(0))};
    round.first_cut = std::max<int>(alpha, round.bounds.pess);
    for (int c = round.first_cut; c < std::min<int>(beta, round.bounds.opti); ++c)
      round.efforts.emplace_back(G(0, c + 1), S(0, c));
    return round;
  }
  void expand(std::uint32_t n) {
    if (evaluation_ == Evaluation::WhenSelected) look_at(n);
    if (places_[n].known) return;
    for (const std::uint32_t child : game_.node(places_[n].id).children) {
      const auto made = static_cast<std::uint32_t>(places_.size());
      create(child);
      places_[n].children.push_back(made);
      if (evaluation_ == Evaluation::WhenCreated) look_at(made);
    }
  }

  const InternedSource& game_;
  Leaf leaf_;
  Evaluation evaluation_;
  std::vector<Place> places_;  // the root first
  std::uint64_t rounds_ = 0;
  std::vector<std::uint32_t> last_path_;
  bool entered_prunable_ = false;
};

}  // namespace solvent::search::literal
