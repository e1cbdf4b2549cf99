// Regions of claims about relaxed positions: found for the collector. Other games have none.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "game/plain_search.hpp"
#include "games/lines/knowledge_attack.hpp"
#include "threats/region.hpp"

namespace solvent::proof {

// What stands for a position of the attacker: a region that covers it, and is won.
template <class State>
struct Region {
  State s;
  bool searched;  // the checker proves it by a search
  std::uint16_t move;
};

template <Game G>
class Regions {
 public:
  Regions(const G&, Statement, std::uint64_t) {}
};

// Every region is proved before it is used: by the moves of a forced win, or by a search.
template <lines::HasLines G>
class Regions<lines::Relaxed<G>> {
  using R = lines::Relaxed<G>;
  using State = typename R::State;

 public:
  Regions(const R& r, Statement statement, std::uint64_t leaf)
      : r_(r),
        statement_(statement),
        leaf_(leaf),
        attack_(r),
        forced_(r),
        searches_(r, most_searched(leaf)) {
    if (G::Lines::kSharesOne) searches_.ask(haste_);
  }

  // Positions that are looked at are added to `spent`. Of a position with the attacker to move:
  std::optional<Region<State>> in_place_of(const State& s, std::uint64_t& spent) {
    auto region = by_force(s, s.elsewhere, spent);
    const bool proved = !region || (leaf_ > 0 && searched(region->s, spent));
    if (!region) region = by_attack(s, s.elsewhere, spent);
    if (!region) return std::nullopt;
    region->searched = proved && leaf_ > 0 && searches_.positions() <= leaf_;
    return region;
  }
  // With the defender to move: won whatever he has played, but in its contested cells. In a
  // position of the game itself the position after any reply will do if there is nothing better: it
  // covers the position after a pass, of which the game knows nothing. Nothing where the attacker
  // would complete a line with his next stone: then all replies are settled but those that stop
  // him.
  std::optional<State> beside(const State& s, std::uint64_t& spent) {
    if (r_.lines().completing(r_.attackers(s), r_.contested(s)).any()) return std::nullopt;
    auto region = by_force(s, s.elsewhere + 1, spent);
    if (!region) region = by_attack(s, s.elsewhere + 1, spent);
    if (region) return region->s;
    if (r_.rest(s).any()) return std::nullopt;
    State next = s;
    r_.play(next, static_cast<typename R::Move>(r_.contested(s).first()));
    return next;
  }
  // What a claim about s cites beside it: the region, and after the replies that it does not cover.
  std::vector<State> left_by(const State& region, const State& s) const {
    MovesOf<R> moves;
    r_.list_moves(s, moves);
    std::vector<State> left{region};
    for (const auto m : moves) {
      State next = s;
      r_.play(next, m);
      if (!r_.covers(region, next)) left.push_back(next);
    }
    return left;
  }
  // The region of a claim about `then`, which is an image of the position after this move.
  State seen_from(const State& region, const State& then, State s, std::size_t move) const {
    MovesOf<R> moves;
    r_.list_moves(s, moves);
    r_.play(s, moves[move]);
    for (int k = 0;; ++k)
      if (r_.transform(then, k) == s) return r_.transform(region, k);
  }

 private:
  static constexpr std::uint64_t kAttack = 3'000, kMost = 3'000;  // positions
  // What is found by force is a proof, so it is searched for the checker's sake only.
  static std::uint64_t most_searched(std::uint64_t leaf) {
    return G::Lines::kSharesOne ? leaf : kMost;
  }

  // A forced win. Its claims are collected like all others, so a region that was not won would be
  // noticed.
  std::optional<Region<State>> by_force(const State& s, std::uint32_t w, std::uint64_t& spent) {
    const auto win = forced_.find(s, w, kAttack);
    spent += forced_.spent();
    if (!win) return std::nullopt;
    return Region<State>{win->s, false, static_cast<std::uint16_t>(win->move)};
  }
  std::optional<Region<State>> by_attack(const State& s, std::uint32_t w, std::uint64_t& spent) {
    if (G::Lines::kSharesOne) return std::nullopt;  // wins by forcing are enough
    const auto win = attack_.find(s, w, kAttack);
    spent += attack_.positions();
    if (!win) return std::nullopt;
    const State region = r_.make(r_.attackers(s), r_.defenders(s), win->cells, w, r_.attacker());
    if (!searched(region, spent)) return std::nullopt;
    return Region<State>{region, false, static_cast<std::uint16_t>(win->move)};
  }
  bool searched(const State& region, std::uint64_t& spent) {
    const bool holds = searches_.proves(statement_, region);
    spent += searches_.positions();
    return holds;
  }

  // Most searches that do not end in time have little done early. What is left is cheaper than what
  // was done, since more of it has been met.
  class Haste final : public PlainSearchPatience {
    bool goes_on(std::size_t look, double done) override {
      const double taken = static_cast<double>(look + 1) / (kLooks + 1);
      return done >= taken * taken / 2;
    }
  };

  const R& r_;
  Statement statement_;
  std::uint64_t leaf_;
  Haste haste_;
  lines::Attack<G> attack_;
  threats::RegionFinder<G> forced_;
  PlainSearch<R> searches_;
};

}  // namespace solvent::proof
