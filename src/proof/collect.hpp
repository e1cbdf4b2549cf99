// The collector for one game (proof/collector.hpp).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "game/game.hpp"
#include "proof/claims.hpp"
#include "proof/justify.hpp"
#include "proof/leaves.hpp"
#include "proof/pairings.hpp"
#include "proof/regions.hpp"
#include "proof/stages.hpp"
#include "proof/transcript.hpp"

namespace solvent::proof {

template <Game G>
class GameCollector final : public Collector {
  using State = typename G::State;
  using Move = typename G::Move;
  using Id = typename Claims<State>::Id;
  using SliceResult = search::SliceResult;

 public:
  // `kept` lives as long as the collector.
  GameCollector(const G& g, const Order& order, const Advisers& advisers, const AnyProbe<G>* probe,
                std::shared_ptr<const void> kept = nullptr)
      : kept_(std::move(kept)),
        g_(g),
        order_(order),
        statement_(order.statement),
        advisers_(advisers),
        probe_(probe),
        pairings_(g, statement_),
        regions_(g, statement_, order.leaf),
        claims_(order.memory),
        leaves_(g, statement_, order.leaf, order.threads),
        first_citing_(G::kAcyclic ? 0 : order.memory / sizeof(Id)),
        citing_(G::kAcyclic ? 0 : order.memory / sizeof(Citing)) {
    if (order_.part != nullptr)
      begin_part();
    else if (const State root = image(restore_state<State>(order.root)); settled(root))
      stage_ = Stage::Done;
    else
      roots_ = {claim(root)}, claims_[roots_[0]].share = 1;
  }

  // Expanding ─▶ Asking ─▶ Expanding ... until every claim that is needed has its moves; then
  // Choosing, and perhaps more moves to choose from; where a smaller proof is wanted Counting, and
  // all of that again; Joining; Layering; Done. Contradicted can come at any time.

  SliceResult step(const search::Slice& slice) override {
    for (const std::uint64_t end = nodes_ + slice.nodes; nodes_ < end;) {
      if (over()) return SliceResult::Done;
      if (nodes_ > order_.most_nodes || claims_.size() > order_.most_claims) {
        stage_ = Stage::Contradicted;
        return SliceResult::Done;
      }
      if (bytes() > order_.memory || claims_.size() >= Claims<State>::kNone)
        return SliceResult::OutOfMemory;
      if (slice.paused()) return SliceResult::Running;
      if (!claims_.grow()) continue;
      switch (stage_) {
        case Stage::Expanding: expand_next(); break;
        case Stage::Asking:
          if (!ask({end - nodes_, slice.alarm})) return SliceResult::OutOfMemory;
          break;
        case Stage::Choosing:
          if (choosing_->advance(kAtOnce)) chosen();
          break;
        case Stage::Counting:
          if (support_->advance(kAtOnce)) begin_shrinking();
          break;
        case Stage::Joining:
          if (joining_->advance(kAtOnce)) put_into_layers();
          break;
        case Stage::Layering:
          if (layering_->advance(kAtOnce)) finish();
          break;
        case Stage::Done:
        case Stage::Contradicted: break;
      }
    }
    return over() ? SliceResult::Done : SliceResult::Running;
  }
  bool contradicted() const override { return stage_ == Stage::Contradicted; }
  double done() const override { return G::kAcyclic ? done_ : 0; }
  std::uint64_t nodes() const override { return nodes_; }
  std::size_t bytes() const override {
    // In the end claims are sorted, with a few numbers for each.
    constexpr std::size_t kAside = 32;
    return claims_.bytes() + claims_.size() * kAside + first_citing_.bytes() + citing_.bytes() +
           machine_bytes_ + bytes_of(g_);
  }
  std::uint64_t claims() const override { return layering_ ? layering_->size() : 0; }
  std::uint32_t layers() const override { return layering_ ? layering_->layers() : 0; }
  std::size_t state_size() const override { return sizeof(State); }
  std::size_t argument_size() const override {
    return lines::Relaxes<G> ? sizeof(State) : Pairings<G>::kArgument;
  }
  bool about_regions() const override { return lines::Relaxes<G>; }
  std::set<int> slices() const override { return slices_; }
  std::vector<Share> proved() const override { return shares(roots_); }
  std::vector<Share> unproved() const override { return shares(unproved_); }
  std::vector<Share> elsewhere() const override { return shares(elsewhere_); }
  Layer layer(std::uint32_t number, Alarm& alarm) const override {
    return Transcript<G>(g_, statement_, claims_, pairings_, regions_, region_of_)
        .of(layering_->layer(number), alarm);
  }

 private:
  static constexpr std::size_t kAtOnce = 64;  // claims
  struct Citing {
    Id id, next;
  };

  bool over() const { return stage_ == Stage::Done || stage_ == Stage::Contradicted; }
  State image(const State& s) const { return image_of(g_, s); }
  // What the checker sees by itself.
  bool settled(const State& s) const { return solvent::settled(g_, statement_, s); }
  bool safe(const State& s) const {
    if constexpr (Repeating<G>) return statement_.safe(g_.repetition(s));
    return false;
  }
  // The images of the positions after all moves, those that are settled left out.
  std::vector<State> next_states(const State& s, bool& all_open) const {
    std::vector<State> out;
    all_open = true;
    MovesOf<G> moves;
    g_.list_moves(s, moves);
    for (const Move m : moves) {
      State next = s;
      g_.play(next, m);
      next = image(next);
      if (settled(next))
        all_open = false;
      else if (std::find(out.begin(), out.end(), next) == out.end())
        out.push_back(next);
    }
    return out;
  }

  // The claim about this position, a new one if there is none yet.
  Id claim(const State& s) {
    const Id known = claims_.find(s);
    if (known != Claims<State>::kNone) {
      if (!claims_[known].expanded) open_.push_back(known);
      return known;
    }
    const Id id = claims_.add(s, g_.to_move(s) == statement_.claimant);
    if constexpr (!G::kAcyclic) first_citing_.push_back(Claims<State>::kNone);
    auto& c = claims_[id];
    if (order_.part != nullptr && order_.part->elsewhere(erase_state(s), false)) {
      leave(id);
      return id;
    }
    c.database = c.expanded = probe_ != nullptr && statement_.holds(probe_->probe(s));
    if (c.database) return id;
    open_.push_back(id);
    if (!lines::Relaxes<G> && !pairings_.possible()) leaves_.announce(c.s, c.searchable);
    return id;
  }
  void cite(Id id, std::span<const Id> cited) {
    claims_.cite(id, cited);
    claims_[id].expanded = true;
    leaves_.dismiss(claims_[id].searchable);
    if constexpr (G::kAcyclic)
      hand_down_share(id, cited);
    else
      for (const Id c : cited) {
        if (!claims_[c].expanded) open_.push_back(c);  // it may have been passed over
        citing_.push_back({id, first_citing_[c]});
        first_citing_[c] = static_cast<Id>(citing_.size() - 1);
      }
  }
  // Does a claim that has not failed rest on this one, or could it?
  bool in_demand(Id id) const {
    if (G::kAcyclic || id == 0) return true;
    for (Id e = first_citing_[id]; e != Claims<State>::kNone; e = citing_[e].next)
      if (const Id citing = citing_[e].id;
          !claims_[citing].bad && contains(claims_.citations(citing), id))
        return true;
    return false;
  }
  static bool contains(std::span<const Id> ids, Id id) { return std::ranges::count(ids, id) > 0; }

  // It cannot be held, and so nothing that rests on it; safety claims may have another move.
  void fail(Id id) {
    stop_asking();
    std::vector<Id> failed{id};
    while (!failed.empty()) {
      const Id at = failed.back();
      failed.pop_back();
      if (claims_[at].bad) continue;
      claims_[at].bad = true;
      if (G::kAcyclic || at == 0) {
        stage_ = Stage::Contradicted;
        return;
      }
      for (Id e = first_citing_[at]; e != Claims<State>::kNone; e = citing_[e].next) {
        const Id citing = citing_[e].id;
        if (claims_[citing].bad || !contains(claims_.cited_by(citing), at)) continue;
        if (!claims_[citing].mine || !choose_again(citing)) failed.push_back(citing);
      }
    }
  }
  bool choose_again(Id id) {
    const auto known = claims_.citations(id);
    for (std::size_t k = 0; k < known.size(); ++k)
      if (!claims_[known[k]].bad) {
        claims_[id].choice = static_cast<std::uint16_t>(k);
        if (!claims_[known[k]].expanded) open_.push_back(known[k]);
        return true;
      }
    return safe(claims_[id].s) && believe(id);
  }
  // Takes a move that is not known to fail, best one that leads to what is claimed already.
  bool believe(Id id) {
    bool all_open;
    const std::vector<State> next = next_states(claims_[id].s, all_open);
    const State* chosen = nullptr;
    for (const State& after : next) {
      const Id known = claims_.find(after);
      if (known != Claims<State>::kNone && claims_[known].bad) continue;
      if (chosen == nullptr) chosen = &after;
      if (known == Claims<State>::kNone) continue;
      chosen = &after;
      break;
    }
    if (chosen == nullptr) return false;
    const Id cited = claim(*chosen);
    cite(id, std::span(&cited, 1));
    return true;
  }

  // A part begins with its first root; the others wait at the bottom.
  void begin_part() {
    for (const Share& root : order_.part->roots) {
      const State s = image(restore_state<State>(root.state));
      roots_.push_back(claims_.add(s, g_.to_move(s) == statement_.claimant));
      claims_[roots_.back()].share = static_cast<float>(root.of_all);
    }
    open_.assign(roots_.rbegin(), roots_.rend());
    root_is_cited_.resize(roots_.size());
    most_in_part_ = roots_.size() + order_.part->claims;
  }
  // Another part proves it.
  void leave(Id id) {
    claims_[id].elsewhere = claims_[id].expanded = true;
    elsewhere_.push_back(id);
  }
  // A claim that is cited again has its share already.
  void hand_down_share(Id id, std::span<const Id> cited) {
    const float each = claims_[id].share / static_cast<float>(cited.size());
    for (const Id c : cited) {
      if (!claims_[c].expanded && claims_[c].share == 0)
        claims_[c].share = each;
      else
        done_ += each;
      if (c < root_is_cited_.size()) root_is_cited_[c] = true;
    }
  }
  // The part is full. A root that it has not begun with is none of its claims, unless another claim
  // cites it; and claims without moves are left to others, if these do not rest on this part.
  void leave_next() {
    const Id id = open_.back();
    open_.pop_back();
    if (claims_[id].expanded) return;
    const bool root = id < root_is_cited_.size();
    if (root && !root_is_cited_[id]) {
      claims_[id].expanded = true;
      unproved_.push_back(id);
      std::erase(roots_, id);
    } else if (root || !order_.part->elsewhere(erase_state(claims_[id].s), true)) {
      expand(id);
    } else {
      leave(id);
    }
  }
  std::vector<Share> shares(const std::vector<Id>& ids) const {
    std::vector<Share> out;
    for (const Id id : ids) out.push_back({erase_state(claims_[id].s), claims_[id].share});
    return out;
  }

  void expand_next() {
    if (open_.empty()) return conclude();
    if (order_.part != nullptr && claims_.size() >= most_in_part_) return leave_next();
    ++nodes_;
    const Id id = open_.back();
    open_.pop_back();
    if (claims_[id].expanded || !in_demand(id)) return;
    expand(id);
    if (stage_ == Stage::Expanding && claims_[id].count == 0) done_ += claims_[id].share;
  }
  void expand(Id id) {
    const State s = claims_[id].s;
    if (g_.ended(s)) return fail(id);  // neither settled nor to be played on
    if (pairings_.hold(s)) {
      claims_[id].paired = claims_[id].expanded = true;
      return;
    }
    if constexpr (lines::Relaxes<G>)
      if (use_region(id, s)) return;
    bool all_open;
    std::vector<State> next = next_states(s, all_open);
    if (G::kAcyclic && claims_[id].mine && all_open && cite_known(id, next)) return;
    if (order_.part != nullptr && claims_[id].mine && all_open && cite_elsewhere(id, next)) return;
    if (is_leaf(id)) {
      claims_[id].searched = claims_[id].expanded = true;
      return;
    }
    if (!claims_[id].mine) {
      std::vector<Id> cited;
      for (const State& reply : next) cited.push_back(claim(reply));
      cite(id, cited);
      for (const Id reply : cited)
        if (claims_[reply].bad) return fail(id);
      return;
    }
    claims_[id].expanded = true;
    if (!all_open) return;  // he moves again and wins at once
    for (const State& after : next)
      if (pairings_.hold(after)) {
        const Id held = claim(after);
        return cite(id, std::span(&held, 1));
      }
    const bool safety = safe(s);
    if (safety && cite_known(id, next)) return;
    if (safety && order_.few_nodes == 0) {
      if (!believe(id)) fail(id);
      return;
    }
    begin_asking({id, false, std::move(next), {}});
    if (safety && id != 0) asking_->budget = order_.few_nodes;
    asking_->strategic = advisers_.strategy != nullptr;
    if (asking_->strategic && take_reply()) return;
    start(s);
  }
  // A region proves the claim, or most replies to be harmless.
  bool use_region(Id id, const State& s) requires lines::Relaxes<G> {
    std::vector<Id> cited;
    if (claims_[id].mine) {
      const auto region = regions_.in_place_of(s, nodes_);
      if (!region) return false;
      State next = image(region->s);
      if (region->searched || !(next == s)) region_of_.emplace(id, region->s);
      claims_[id].searched = claims_[id].expanded = region->searched;
      if (region->searched) return true;
      if (next == s) g_.play(next, region->move);
      cited.push_back(claim(image(next)));
    } else {
      const auto region = regions_.beside(s, nodes_);
      if (!region) return false;
      region_of_.emplace(id, *region);
      for (const State& next : regions_.left_by(*region, s)) {
        if (settled(next)) continue;
        if (const Id one = claim(image(next)); !contains(cited, one)) cited.push_back(one);
      }
    }
    cite(id, cited);
    return true;
  }
  // What is claimed already costs nothing.
  bool cite_known(Id id, const std::vector<State>& next) {
    for (const State& after : next) {
      const Id known = claims_.find(after);
      if (known == Claims<State>::kNone || claims_[known].bad) continue;
      cite(id, std::span(&known, 1));
      return true;
    }
    return false;
  }
  bool cite_elsewhere(Id id, const std::vector<State>& next) {
    for (const State& after : next) {
      if (!order_.part->elsewhere(erase_state(after), false)) continue;
      const Id known = claim(after);
      cite(id, std::span(&known, 1));
      return true;
    }
    return false;
  }
  // Can the checker prove it by itself?
  bool is_leaf(Id id) {
    const bool proved = leaves_.is_leaf(claims_[id].s, claims_[id].searchable);
    nodes_ += leaves_.take_positions();
    return proved;
  }
  // All good moves of a claimant, beyond the one that was taken first.
  void widen(Id id) {
    claims_[id].widened = true;
    bool all_open;
    Asking<State> every{id, true, next_states(claims_[id].s, all_open), {}};
    if (!all_open) return;
    const auto known = claims_.citations(id);
    every.good.assign(known.begin(), known.end());
    std::erase_if(every.untried, [&](const State& s) {
      return std::ranges::any_of(known, [&](Id k) { return claims_[k].s == s; });
    });
    begin_asking(std::move(every));
    next_move();
  }

  void begin_asking(Asking<State> about) {
    asking_ = std::move(about);
    stage_ = Stage::Asking;
  }
  void stop_asking() {
    if (stage_ == Stage::Asking) stage_ = Stage::Expanding;
    asking_.reset();
  }
  search::Machine& adviser() const {
    return asking_->strategic ? *advisers_.strategy : advisers_.any;
  }
  void start(const State& s) {
    adviser().start(erase_state(s), search::Window::of(statement_));
    asking_->counted = 0;
  }
  // False if the search ran out of memory.
  bool ask(const search::Slice& slice) {
    search::Machine& machine = adviser();
    std::uint64_t& counted = asking_->counted;
    // Machines on efforts make all children of a node or none, and searches for threats a thousand
    // nodes. What it may cost in all does not depend on slices.
    constexpr std::uint64_t kLeast = std::max<std::uint64_t>(G::kMaxMoves, 1'000);
    const std::uint64_t left = asking_->budget - counted;
    const std::uint64_t given = std::min(std::max(slice.nodes, kLeast), left);
    const SliceResult progress = machine.step({given, slice.alarm});
    const search::Statistics statistics = machine.statistics();
    machine_bytes_ = statistics.bytes;
    nodes_ += statistics.created - counted;
    counted = statistics.created;
    if (progress == SliceResult::OutOfMemory) return false;
    if (progress == SliceResult::Done) {
      if (counted == 0) ++nodes_;
      take(statement_.holds(machine.bounds()));
    } else if (counted >= asking_->budget || (progress == SliceResult::TooFew && given == left)) {
      const Id id = asking_->id;
      stop_asking();
      if (!believe(id)) fail(id);
    }
    return true;
  }
  void take(bool holds) {
    Asking<State>& a = *asking_;
    if (!a.about_moves) {
      if (!holds) return fail(a.id);
      if (a.strategic && take_reply()) return;
      if (const auto best = adviser().best()) return take_move(*best);
      return next_move();  // the search knows that it holds, but no move
    }
    if (holds) {
      a.good.push_back(claim(a.untried.back()));
      if (!a.every_move) return found();
    }
    a.untried.pop_back();
    next_move();
  }
  bool take_reply() {
    const auto reply = advisers_.strategy->reply(erase_state(claims_[asking_->id].s));
    return reply && (take_move(*reply), true);
  }
  // The claim that it leads to may have failed since the search found the move.
  void take_move(AnyMove move) {
    State next = claims_[asking_->id].s;
    g_.play(next, restore_move<Move>(move));
    asking_->good.push_back(claim(image(next)));
    found();
  }
  void next_move() {
    Asking<State>& a = *asking_;
    a.about_moves = true;
    while (a.every_move && !a.untried.empty()) {
      const Id known = claims_.find(a.untried.back());
      if (known == Claims<State>::kNone) break;
      a.good.push_back(known);
      a.untried.pop_back();
    }
    if (!a.untried.empty()) return start(a.untried.back());
    if (a.good.empty()) return fail(a.id);
    found();
  }
  void found() {
    const Id id = asking_->id;
    const std::uint16_t choice = asking_->every_move ? claims_[id].choice : std::uint16_t{0};
    cite(id, asking_->good);
    claims_[id].choice = choice;  // what was known stands first
    stop_asking();
    if (claims_[claims_.cited_by(id).front()].bad && !choose_again(id)) fail(id);
  }

  // Everything that was claimed has its moves: is it a proof, and could it be smaller?
  void conclude() {
    if (purpose_ == Purpose::Shrink && claims_.size() > most_claims_) to_widen_.clear();
    if (!to_widen_.empty()) {
      const Id id = to_widen_.back();
      to_widen_.pop_back();
      return widen(id);
    }
    constexpr int kRounds = 4;
    if (purpose_ == Purpose::Shrink)
      choose(kRounds, true);
    else if (!G::kAcyclic)
      choose(0, false);
    else
      proved();
  }
  void choose(int rounds, bool better_than_now) {
    choosing_.emplace(
        claims_, [this](Id id) { return safe(claims_[id].s); }, rounds, better_than_now);
    stage_ = Stage::Choosing;
  }
  // If claims do not come to an end yet, they get more moves to choose from.
  void chosen() {
    if (purpose_ == Purpose::Shrink) return join();
    if (choosing_->complete()) return proved();
    stage_ = Stage::Expanding;
    for (Id id = 0; id < claims_.size(); ++id)
      if (!choosing_->justified(id) && claims_[id].mine && claims_[id].count > 0 &&
          !claims_[id].bad && !claims_[id].widened)
        to_widen_.push_back(id);
    if (to_widen_.empty()) stage_ = Stage::Contradicted;
    choosing_.reset();
  }
  void proved() {
    choosing_.reset();
    if (!order_.smaller) return join();
    support_.emplace(claims_, Id{0});
    stage_ = Stage::Counting;
  }
  // The claims nearest to the root decide most: they get all of their moves first, until there are
  // several times as many claims as before.
  void begin_shrinking() {
    constexpr std::size_t kTimes = 4, kMore = 10'000;
    purpose_ = Purpose::Shrink;
    stage_ = Stage::Expanding;
    most_claims_ = kTimes * claims_.size() + kMore;
    for (const Id id : support_->ids())
      if (claims_[id].mine && claims_[id].count > 0) to_widen_.push_back(id);
    std::reverse(to_widen_.begin(), to_widen_.end());
    support_.reset();
  }
  void join() {
    choosing_.reset();
    if (!G::kAcyclic) return put_into_layers();
    joining_.emplace(claims_, roots_);
    stage_ = Stage::Joining;
  }
  void put_into_layers() {
    joining_.reset();
    layering_.emplace(claims_, roots_);
    stage_ = Stage::Layering;
  }
  void finish() {
    if constexpr (Indexable<G>)
      for (std::uint32_t k = 0; k < layering_->layers(); ++k)
        for (const Id id : layering_->layer(k))
          if (claims_[id].database) slices_.insert(g_.slice(claims_[id].s));
    stage_ = Stage::Done;
  }

  std::shared_ptr<const void> kept_;
  const G& g_;
  Order order_;
  Statement statement_;
  Advisers advisers_;
  const AnyProbe<G>* probe_;
  Pairings<G> pairings_;
  Regions<G> regions_;
  RegionOf<State> region_of_;

  Stage stage_ = Stage::Expanding;
  Purpose purpose_ = Purpose::Prove;
  Claims<State> claims_;                  // the root's first
  Leaves<G> leaves_;                      // looks at these
  std::vector<Id> roots_;                 // the first claims; of a part perhaps several
  std::vector<Id> unproved_, elsewhere_;  // of a part, as they are told
  std::vector<bool> root_is_cited_;       // by claims of the part
  std::uint64_t most_in_part_ = 0;        // claims
  std::vector<Id> open_, to_widen_;
  LongArray<Id> first_citing_;   // of each claim, where positions can repeat: its first in
  LongArray<Citing> citing_;     // these lists of those that cite or cited it
  std::size_t most_claims_ = 0;  // while shrinking
  std::optional<Choosing<State>> choosing_;
  std::optional<Support<State>> support_;
  std::optional<Joining<State>> joining_;
  std::optional<Asking<State>> asking_;
  std::set<int> slices_;
  std::optional<Layering<State>> layering_;
  std::uint64_t nodes_ = 0;
  double done_ = 0;  // the shares of claims that need no others
  std::size_t machine_bytes_ = 0;
};

}  // namespace solvent::proof
