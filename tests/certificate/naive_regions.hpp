// Certificates about regions, made and checked in the most naive way (naive.hpp): of positions that
// the side to move, or the other one, wins. Relaxed positions are valued by trying all moves.
#pragma once

#include "certificate/naive.hpp"
#include "games/lines/relaxed.hpp"
#include "games/registry_relaxed.hpp"

namespace solvent::naive {

template <lines::HasLines G>
class RegionWorld {
 public:
  using R = lines::Relaxed<G>;
  using State = typename R::State;

  // The attacker wins there.
  RegionWorld(const AnyGame& game, const AnyState& root, Side attacker)
      : game_(game),
        g_(*rules_of<G>(game)),
        r_(g_, attacker),
        attacker_(attacker),
        relaxed_game_(relaxed_game(game, attacker)),
        win_(attacker == Side::Max ? r_.scale().best() : Outcome{0}),
        root_text_(game.position(root)),
        plain_root_(restore_state<typename G::State>(root)),
        root_(r_.canonical(r_.exact(plain_root_))),
        mover_(game.to_move(root)) {}

  const R& relaxed() const { return r_; }
  bool attacker_wins() const { return wins(root_); }
  int number(int rank) const { return game_.scale().for_side(mover_, static_cast<Outcome>(rank)); }
  std::size_t moves(const Claim& claim) const { return children(state_of(claim.state)).size(); }
  static State state_of(const std::string& bytes) {
    State s;
    std::memcpy(&s, bytes.data(), sizeof(State));
    return s;
  }
  int won_for_mover() const { return attacker_ == mover_ ? 1 : -1; }

  const AnyGame& game() const { return game_; }
  // In the game itself.
  Outcome win() const { return attacker_ == Side::Max ? game_.scale().best() : Outcome{0}; }
  // Of the image of a relaxed position as it is written.
  std::optional<std::string> bytes_of_position(const std::string& text) const {
    const auto s = relaxed_game_->parse(text);
    if (!s) return std::nullopt;
    return name(r_.canonical(restore_state<State>(*s)));
  }

  using Elsewhere = std::function<bool(const std::string& state)>;
  Certificate certificate(std::uint64_t seed, std::uint64_t leaf,
                          const Elsewhere& elsewhere = nullptr) const {
    Certificate c = heading(leaf);
    c.position = root_text_;
    c.mover = game_.player(mover_);
    (attacker_ == mover_ ? c.at_least : c.at_most) = won_for_mover();
    Rng rng(seed);
    prove(rng, leaf, c.claims, {root_}, elsewhere);
    c.sort();
    return c;
  }
  // As other worlds have them.
  Certificate certificate(int, int, std::uint64_t seed, int, std::uint64_t leaf,
                          const Elsewhere& elsewhere = nullptr) const {
    return certificate(seed, leaf, elsewhere);
  }
  Certificate part(Side, Outcome, const std::vector<std::string>& roots, const Elsewhere& elsewhere,
                   std::uint64_t seed, std::uint64_t leaf) const {
    Certificate c = heading(leaf);
    c.claimant = game_.player(attacker_);
    c.in_parts = true;
    c.at_least = 1;
    std::vector<State> states;
    for (const std::string& root : roots) {
      states.push_back(state_of(root));
      c.roots.push_back(relaxed_game_->position(erase_state(states.back())));
    }
    Rng rng(seed);
    prove(rng, leaf, c.claims, states, elsewhere);
    c.sort();
    return c;
  }
  bool is_part(const Certificate& c, const Elsewhere& holds_elsewhere) const {
    if (!c.regions || c.claimant != game_.player(attacker_) || c.at_least != 1 || c.at_most ||
        c.roots.empty())
      return false;
    std::vector<State> roots;
    for (const std::string& text : c.roots) {
      const auto root = bytes_of_position(text);
      if (!root) return false;
      const State s = state_of(*root);
      if (settled(s) || std::find(roots.begin(), roots.end(), s) != roots.end()) return false;
      roots.push_back(s);
    }
    for (std::size_t k = 0; k < c.claims.size(); ++k)
      if (c.claims[k].claimant != attacker_ || (k > 0 && !before(c.claims[k - 1], c.claims[k])))
        return false;
    return proves(c.claims, c.leaf, roots, holds_elsewhere);
  }

  bool is_true(const Certificate& c) const {
    return (c.at_least || c.at_most) && c.at_least.value_or(-1) <= won_for_mover() &&
           c.at_most.value_or(1) >= won_for_mover();
  }
  // Statements other than the win hold only if the rules say so, without any claim.
  enum class Database { None };
  bool is_proof(
      const Certificate& c, Database = Database::None,
      const std::function<bool(Side, Outcome, const std::string&)>& elsewhere = nullptr) const {
    if (!c.at_least && !c.at_most) return false;
    for (std::size_t k = 1; k < c.claims.size(); ++k)
      if (!before(c.claims[k - 1], c.claims[k])) return false;
    for (const Side claimant : {Side::Max, Side::Min}) {
      const auto& number = claimant == mover_ ? c.at_least : c.at_most;
      std::vector<Claim> claims;
      for (const Claim& claim : c.claims)
        if (claim.claimant == claimant) claims.push_back(claim);
      const auto rank =
          number ? game_.scale().rank_of(mover_ == Side::Max ? *number : -*number) : std::nullopt;
      if (number && !rank) return false;
      const Bounds b = g_.bounds(plain_root_);
      const bool by_rules = rank && (claimant == Side::Max ? b.pess >= *rank : b.opti <= *rank);
      const bool win = rank == (claimant == Side::Max ? game_.scale().best() : Outcome{0});
      if (claims.empty() && (!number || by_rules)) continue;
      const auto holds = [&](const std::string& s) { return elsewhere(claimant, *rank, s); };
      if (!win || !c.regions || claimant != attacker_ ||
          !proves(claims, c.leaf, {root_}, elsewhere ? Elsewhere(holds) : nullptr))
        return false;
    }
    return true;
  }

 private:
  Certificate heading(std::uint64_t leaf) const {
    Certificate c;
    c.leaf = leaf;
    c.regions = true;
    c.game = game_.spec();
    c.outcomes = game_.scale().name();
    c.rules = fmt::format("{:016x}", fingerprint(game_));
    return c;
  }
  static std::string name(const State& s) { return bytes_of(s); }
  bool won(const State& s) const { return r_.bounds(s) == Bounds{win_, win_}; }
  std::vector<State> children(const State& s) const {
    std::vector<State> out;
    if (r_.ended(s)) return out;
    MovesOf<R> moves;
    r_.list_moves(s, moves);
    for (const auto m : moves) {
      out.push_back(s);
      r_.play(out.back(), m);
    }
    return out;
  }
  bool attacks(const State& s) const { return r_.to_move(s) == attacker_; }
  bool wins(const State& s) const {
    if (r_.ended(s)) return won(s);
    if (const auto found = wins_.find(name(s)); found != wins_.end()) return found->second;
    bool any = false, all = true;
    for (const State& next : children(s)) (wins(next) ? any : all) = wins(next);
    return wins_[name(s)] = attacks(s) ? any : all;
  }
  bool settled(const State& s) const {
    if (won(s)) return true;
    const auto next = children(s);
    return attacks(s) &&
           std::any_of(next.begin(), next.end(), [&](const State& c) { return won(c); });
  }
  bool has_replies(const State& s) const { return !r_.ended(s) && !attacks(s); }
  bool searched(const State& s, std::uint64_t leaf) const {
    return leaf > 0 && LeafSearch<R>(r_, attacker_, win_, leaf).proves(s);
  }

  // A position that covers this one and is won, with fewer contested cells, if one comes up.
  std::optional<State> generalised(const State& s, Rng& rng) const {
    for (int tries = 0; tries < 12; ++tries) {
      typename R::Cells a{}, d{}, e{}, f{};
      const std::uint32_t keep = 60 + rng.below(40), to_rest = rng.below(100);
      r_.lines().board().for_each([&](int cell) {
        const bool kept = rng.below(100) < keep;
        if (kept && r_.attackers(s).test(cell))
          a.set(cell);
        else if (kept && r_.contested(s).test(cell))
          e.set(cell);
        else
          (rng.below(100) < to_rest ? f : d).set(cell);
      });
      const auto w = static_cast<std::uint32_t>((r_.defenders(s) & f).count()) + s.elsewhere +
                     (rng.below(4) == 0);
      const State found = r_.make(a, d, e, w, r_.to_move(s));
      if (e.count() < r_.contested(s).count() && wins(found)) return found;
    }
    return std::nullopt;
  }

  void prove(Rng& rng, std::uint64_t leaf, std::vector<Claim>& claims,
             const std::vector<State>& roots, const Elsewhere& elsewhere) const {
    if (settled(roots[0])) return;
    std::vector<State> found = roots;
    std::map<std::string, std::size_t> ids;
    for (const State& root : roots) ids.emplace(name(root), ids.size());
    std::vector<std::vector<std::size_t>> cites;
    const auto chance = [&] { return rng.below(2) == 0; };
    for (std::size_t at = 0; at < found.size(); ++at) {
      const State s = found[at];
      Claim claim{attacker_, 0, name(s), kEveryMove, ""};
      const auto smaller = attacks(s) && chance() ? generalised(s, rng) : std::nullopt;
      std::vector<State> next;
      if (elsewhere && elsewhere(claim.state)) {
        claim.move = kElsewhere;
      } else if (chance() && searched(s, leaf)) {
        claim.move = kSearched;
      } else if (smaller && searched(*smaller, leaf)) {
        claim = {attacker_, 0, name(s), kRegionSearched, name(*smaller)};
      } else if (smaller) {
        claim = {attacker_, 0, name(s), kInRegion, name(*smaller)};
        next = {*smaller};
      } else {
        next = children(s);
        if (attacks(s)) {
          std::vector<std::size_t> good;
          for (std::size_t k = 0; k < next.size(); ++k)
            if (wins(next[k])) good.push_back(k);
          const std::size_t chosen = good[rng.below(static_cast<std::uint32_t>(good.size()))];
          claim.move = static_cast<std::uint16_t>(chosen);
          const bool through = chance() && has_replies(next[chosen]);
          if (through) claim.move |= kThrough;
          next = through ? children(next[chosen]) : std::vector{next[chosen]};
        }
        const bool replies = claim.move == kEveryMove || claim.move >= kThrough;
        const std::size_t one = rng.below(static_cast<std::uint32_t>(next.size()));
        if (const auto region = replies && rng.below(3) > 0
                                    ? generalised(chance() ? next.back() : next[one], rng)
                                    : std::nullopt) {
          claim.region = name(*region);
          claim.move = claim.move == kEveryMove ? kInRegion
                                                : static_cast<std::uint16_t>(claim.move | kAround);
          std::erase_if(next, [&](const State& t) { return r_.covers(*region, t); });
          next.push_back(*region);
        }
      }
      claims.push_back(claim);
      cites.emplace_back();
      for (const State& t : next) {
        if (settled(t)) continue;
        const State c = r_.canonical(t);
        const auto [it, fresh] = ids.try_emplace(name(c), found.size());
        if (fresh) found.push_back(c);
        cites.back().push_back(it->second);
      }
    }
    World<G>::lay(cites, claims);
  }

  // What the claim cites; nothing if it is no claim.
  std::optional<std::vector<State>> cited(const Claim& claim, std::uint64_t leaf) const {
    const State s = state_of(claim.state);
    if (names_region(claim.move) == claim.region.empty()) return std::nullopt;
    std::uint16_t move = claim.move;
    std::optional<State> region;
    if (!claim.region.empty()) {
      region = state_of(claim.region);
      if (!r_.valid(*region) || !attacks(*region)) return std::nullopt;
      const bool alone = move == kRegionSearched || (move == kInRegion && attacks(s));
      if (alone && !r_.covers(*region, s)) return std::nullopt;
      if (move == kInRegion && alone) return std::vector{*region};
      if (move == kInRegion) move = kEveryMove;
      if (move != kEveryMove && move != kRegionSearched) move ^= kAround;
    }
    if (move == kRegionSearched || move == kSearched) {
      if (!searched(move == kSearched ? s : *region, leaf)) return std::nullopt;
      return std::vector<State>{};
    }
    std::vector<State> next = children(s);
    if (next.empty() || attacks(s) == (move == kEveryMove)) return std::nullopt;
    if (attacks(s)) {
      const bool through = move >= kThrough;
      const std::size_t number = through ? move - kThrough : move;
      if (number >= next.size() || (through && !has_replies(next[number]))) return std::nullopt;
      next = through ? children(next[number]) : std::vector{next[number]};
    }
    if (region) {
      std::erase_if(next, [&](const State& t) { return r_.covers(*region, t); });
      next.push_back(*region);
    }
    return next;
  }

  bool proves(const std::vector<Claim>& claims, std::uint64_t leaf, const std::vector<State>& roots,
              const Elsewhere& holds_elsewhere) const {
    if (settled(roots[0])) return claims.empty();
    std::map<std::pair<std::uint32_t, std::string>, const Claim*> at;
    for (const Claim& claim : claims) at[{claim.layer, claim.state}] = &claim;
    std::uint32_t layers = 0;
    for (const auto& [place, claim] : at) {
      if (place.first > layers) return false;  // one is skipped
      layers = place.first + 1;
    }
    const auto first_after = [&](std::uint32_t from, const State& s) -> const Claim* {
      for (std::uint32_t layer = from; layer < layers; ++layer)
        if (const auto found = at.find({layer, name(s)}); found != at.end()) return found->second;
      return nullptr;
    };
    std::set<const Claim*> reached;
    std::vector<const Claim*> open;
    for (const State& root : roots) {
      const Claim* meets = first_after(0, root);
      if (meets == nullptr) return false;
      if (reached.insert(meets).second) open.push_back(meets);
    }
    while (!open.empty()) {
      const Claim& claim = *open.back();
      open.pop_back();
      if (claim.move == kElsewhere && claim.region.empty()) {
        if (!holds_elsewhere || !holds_elsewhere(claim.state)) return false;
        continue;
      }
      const auto next = cited(claim, leaf);
      if (!next) return false;
      for (const State& t : *next) {
        if (settled(t)) continue;
        if (r_.ended(t)) return false;
        const Claim* meets = first_after(claim.layer + 1, r_.canonical(t));
        if (meets == nullptr) return false;
        if (reached.insert(meets).second) open.push_back(meets);
      }
    }
    return reached.size() == claims.size();
  }

  const AnyGame& game_;
  G g_;
  R r_;
  Side attacker_;
  GamePtr relaxed_game_;
  Outcome win_;
  std::string root_text_;
  typename G::State plain_root_;
  State root_;
  Side mover_;
  mutable std::map<std::string, bool> wins_;
};

}  // namespace solvent::naive
