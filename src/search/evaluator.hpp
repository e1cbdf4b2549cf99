// What is known of a position without searching it. Every engine asks here, and nowhere else:
//
//     rules  ∩  knowledge  ∩  probe (endgame database, store)
//
// Bounds are facts, true of the position on every path. What looks further than one position (a
// game's endings, the sorting of moves) needs a budget and says how many positions it took, so that
// these can be counted as nodes. Moves, their order and guesses of effort come from here too; they
// only guide.
#pragma once

#include "game/game.hpp"
#include "search/machine.hpp"
#include "search/move_order.hpp"

namespace solvent::search {

// How many positions an evaluation may look at beyond the one it is asked about, and how many it
// has.
struct NodeBudget {
  std::uint64_t left = ~std::uint64_t{0};
  std::uint64_t spent = 0;

  void spend(std::uint64_t nodes) {
    spent += nodes;
    left -= std::min(left, nodes);
  }
};

template <Game G, class K = NoKnowledge>
class Evaluator {
  using State = typename G::State;
  using Move = typename G::Move;

 public:
  Evaluator(const G& g, const Design& design, const AnyProbe<G>* probe)
      : g_(g),
        knowledge_(g),
        probe_(probe),
        knows_(design.knowledge),
        ends_only_(design.plain_rules),
        rules_only_(probe == nullptr && !(KnowsBounds<K, G> && design.knowledge)) {}

  // Knowledge and the probe are asked only where the rules leave the window open.
  Bounds bounds(const State& s, Window window) const {
    Bounds b = g_.bounds(s);
    if (ends_only_ && !g_.ended(s)) b = g_.scale().everything();
    return rules_only_ || window.answered_by(b) ? b : beyond_rules(s, b);
  }
  // Those of the exact value.
  Bounds bounds(const State& s) const { return bounds(s, {0, g_.scale().best()}); }

  // As far as the budget allows, endings too: where so little is left to play that the game's
  // knowledge solves it at once, bounds that answer the window.
  Bounds bounds(const State& s, Window window, NodeBudget& budget) const {
    return budget.left > 0 && near_end(s) ? ending(s, window, budget) : bounds(s, window);
  }
  // An ending, with what the search remembers of others.
  Bounds ending(const State& s, Window window, MemoryOf<K, G>& memory, NodeBudget& budget) const {
    if constexpr (RemembersEndings<K, G>) {
      std::uint64_t nodes = 0;
      const Bounds b = knowledge_.ending(s, {window.alpha, window.beta}, memory, nodes);
      budget.spend(nodes - 1);
      return b;
    } else {
      return (void)memory, bounds(s, window, budget);
    }
  }
  // A new leaf of a search on efforts: its bounds, and guesses where knowledge has them with these.
  LeafView leaf(const State& s, Window window, MemoryOf<K, G>& memory, NodeBudget& budget) const {
    if constexpr (LooksAtLeaves<K, G>) {
      const Bounds b = bounds(s, window);
      if (!knows_ || window.answered_by(b)) return {b, std::nullopt};
      std::uint64_t nodes = 0;
      LeafView view = knowledge_.look(s, memory, nodes);
      budget.spend(nodes);
      view.bounds = meet(view.bounds, b);
      return view;
    } else {
      return (void)memory, LeafView{bounds(s, window, budget), std::nullopt};
    }
  }
  bool near_end(const State& s) const {
    if constexpr (KnowsEndings<K, G>)
      return knows_ && knowledge_.near_end(s);
    else
      return (void)s, false;
  }

  // --- moves -----------------------------------------------------------------------------------

  void list_moves(const State& s, MovesOf<G>& moves) const {
    if constexpr (KnowsMoves<K, G>) {
      if (knows_) return knowledge_.list_moves(s, moves);
    }
    g_.list_moves(s, moves);
  }
  void list_moves(const State& s, MovesOf<G>& moves, MemoryOf<K, G>& memory) const {
    if constexpr (LooksAtLeaves<K, G>) {
      if (knows_) return knowledge_.list_moves(s, moves, memory);
    }
    (void)memory, list_moves(s, moves);
  }
  // The best first, as far as the game knows.
  void order_moves(const State& s, MovesOf<G>& moves, NodeBudget& budget) const {
    if (!knows_ || budget.left == 0) return;
    std::uint64_t nodes = 0;
    search::order_moves(knowledge_, g_, s, moves, nodes);
    budget.spend(nodes);
  }
  // Is the table to be asked about all moves before any is searched?
  bool probes_moves(const State& s) const requires ProbesMoves<K, G> {
    return knows_ && knowledge_.probes_moves(s);
  }
  // Does the game take in all moves at once? Then visit(move, state, bounds, order) is called for
  // each that is worth trying, as long as it answers true, and positions have the game's names.
  bool looks_ahead() const { return LooksAhead<K, G> && knows_; }
  template <class Visit>
  void look_ahead(const State& s, const Visit& visit) const requires LooksAhead<K, G> {
    knowledge_.look_ahead(s, [&](Move move, const State& next, Bounds known, int order) {
      return visit(move, next, probe_ != nullptr ? meet(known, probe_->probe(next)) : known, order);
    });
  }
  auto outlook(const State& s) const requires LooksCloser<K, G> { return knowledge_.outlook(s); }
  KeyOf<G> name_of(const State& s) const {
    if constexpr (LooksAhead<K, G>) {
      if (knows_) return knowledge_.key(s);
    }
    return key_of(g_, s);
  }

  // --- guesses ---------------------------------------------------------------------------------

  // What the value may be.
  std::optional<Outcome> guess(const State& s,
                               NodeBudget& budget) const requires GuessesValue<K, G> {
    if (!knows_) return std::nullopt;
    std::uint64_t nodes = 0;
    const auto guess = knowledge_.guess(s, nodes);
    budget.spend(nodes);
    return guess;
  }

  // How hard it looks to prove that the value is above the cut, and to disprove it.
  std::optional<EffortGuess> efforts(const State& s, int cut) const {
    if constexpr (KnowsEfforts<K, G>) {
      if (knows_) return knowledge_.efforts(s, static_cast<Outcome>(cut));
    }
    return (void)s, (void)cut, std::nullopt;
  }

 private:
  Bounds ending(const State& s, Window window, NodeBudget& budget) const {
    if constexpr (KnowsEndings<K, G>) {
      std::uint64_t nodes = 0;
      const Bounds b = knowledge_.ending(s, {window.alpha, window.beta}, nodes);
      budget.spend(nodes - 1);  // the position itself is counted by whoever asks
      return b;
    } else {
      return (void)budget, bounds(s, window);
    }
  }
  Bounds beyond_rules(const State& s, Bounds b) const {
    if constexpr (KnowsBounds<K, G>) {
      if (knows_) b = meet(b, knowledge_.bounds(s));
    }
    if (probe_ != nullptr) b = meet(b, probe_->probe(s));
    return b;
  }

  const G& g_;
  K knowledge_;
  const AnyProbe<G>* probe_;
  bool knows_;       // knowledge is to be used
  bool ends_only_;   // of the rules only who has won at the end (published experiments)
  bool rules_only_;  // neither knowledge nor a probe is asked
};

}  // namespace solvent::search
