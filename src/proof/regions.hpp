// Regions of claims about relaxed positions: found for the collector. Other games have none.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "game/plain_search.hpp"
#include "games/lines/knowledge_attack.hpp"

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

// Every region is searched before it is used.
template <lines::HasLines G>
class Regions<lines::Relaxed<G>> {
  using R = lines::Relaxed<G>;
  using State = typename R::State;

 public:
  Regions(const R& r, Statement statement, std::uint64_t leaf)
      : r_(r), statement_(statement), leaf_(leaf), attack_(r), searches_(r, kMost) {}

  // Of a position with the attacker to move.
  std::optional<Region<State>> in_place_of(const State& s) {
    const auto found = generalise(s, s.elsewhere);
    if (!found) return std::nullopt;
    return Region<State>{found->first, leaf_ > 0 && searches_.positions() <= leaf_, found->second};
  }
  // Of one with the defender to move: won whatever he has played, but in its contested cells.
  std::optional<State> beside(const State& s) {
    const auto found = generalise(s, s.elsewhere + 1);
    if (!found) return std::nullopt;
    return found->first;
  }
  // Positions that were looked at since it was asked last.
  std::uint64_t spent() { return std::exchange(spent_, 0); }

 private:
  static constexpr std::uint64_t kAttack = 3'000, kMost = 3'000;  // positions

  std::optional<std::pair<State, std::uint16_t>> generalise(const State& s, std::uint32_t w) {
    const auto win = attack_.find(s, w, kAttack);
    spent_ += attack_.positions();
    if (!win) return std::nullopt;
    const State region = r_.make(r_.attackers(s), r_.defenders(s), win->cells, w, r_.attacker());
    const bool holds = searches_.proves(statement_, region);
    spent_ += searches_.positions();
    if (!holds) return std::nullopt;
    return std::pair{region, static_cast<std::uint16_t>(win->move)};
  }

  const R& r_;
  Statement statement_;
  std::uint64_t leaf_, spent_ = 0;
  lines::Attack<G> attack_;
  PlainSearch<R> searches_;
};

}  // namespace solvent::proof
