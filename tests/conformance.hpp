// The suite that every game runs: what the Game concept promises and a compiler cannot check.
//
//   conform<Text>(g)                          text, bounds, symmetry, keys, places on random games
//   knowledge_is_true<Knowledge>(g, games)    knowledge against an exact solution of small games
//   perft_is(g, s, {4, 12, 56})               published counts, from depth 1
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "game/any_game.hpp"
#include "game/oracle.hpp"
#include "game/perft.hpp"

namespace solvent::conformance {

struct Options {
  int games = 200;
  int max_plies = 300;
  std::uint64_t seed = 1;
};

// Calls visit(s) on every position of seeded random games, the ended ones too.
template <Game G, class Visit>
void random_games(const G& g, const Options& options, Visit visit) {
  Rng rng(options.seed);
  for (int n = 0; n < options.games; ++n) {
    auto s = g.initial();
    for (int ply = 0; ply <= options.max_plies; ++ply) {
      visit(s);
      if (g.ended(s) || ::testing::Test::HasFatalFailure()) break;
      MovesOf<G> moves;
      g.list_moves(s, moves);
      ASSERT_GT(moves.size, 0u) << "a game that has not ended has a move";
      g.play(s, moves[rng.below(moves.size)]);
    }
  }
}

template <class Text, Game G>
void text_round_trips(const G& g, const typename G::State& s) {
  const std::string text = Text::position(g, s);
  const auto back = Text::parse(g, text);
  ASSERT_TRUE(back.ok()) << text << ": " << back.message();
  ASSERT_TRUE(*back == s) << text << " reads back as " << Text::position(g, *back);
  ASSERT_TRUE(Text::draw(g, s, Ink::plain()).ends_with('\n'));
  if (g.ended(s)) return;
  MovesOf<G> moves;
  g.list_moves(s, moves);
  std::map<std::string, bool> seen;
  for (const auto m : moves) {
    const std::string name = Text::move(g, s, m);
    ASSERT_FALSE(seen[name]) << "two moves are called " << name << " in " << text;
    seen[name] = true;
    if constexpr (requires { Text::parse_move(g, s, name); }) {
      const auto again = Text::parse_move(g, s, name);
      ASSERT_TRUE(again.ok()) << name << " in " << text << ": " << again.message();
      ASSERT_TRUE(*again == m) << name << " in " << text;
    }
  }
}

// What the rules promise of a position must hold for what can become of it.
template <Game G>
void bounds_hold_after_play(const G& g, const typename G::State& s) {
  const Bounds now = g.bounds(s);
  ASSERT_LE(now.pess, now.opti);
  ASSERT_LE(now.opti, g.scale().best());
  if (g.ended(s)) {
    ASSERT_TRUE(now.closed()) << "an ended game has a value";
    return;
  }
  MovesOf<G> moves;
  g.list_moves(s, moves);
  const Side side = g.to_move(s);
  Bounds from_children = side == Side::Max ? Bounds{0, 0} : Bounds{255, 255};
  for (const auto m : moves) {
    auto next = s;
    g.play(next, m);
    from_children = best_of(side, from_children, g.bounds(next));
  }
  const Bounds both = meet(now, from_children);
  ASSERT_LE(both.pess, both.opti) << "the rules contradict themselves one move later";
}

template <Symmetric G>
void symmetries_hold(const G& g, const typename G::State& s) {
  const auto canonical = g.canonical(s);
  ASSERT_TRUE(g.transform(s, 0) == s);
  for (int k = 0; k < g.symmetries(); ++k) {
    const auto image = g.transform(s, k);
    ASSERT_TRUE(g.canonical(image) == canonical) << "symmetry " << k;
    ASSERT_EQ(g.to_move(image), g.to_move(s));
    ASSERT_EQ(g.ended(image), g.ended(s));
    ASSERT_EQ(g.bounds(image), g.bounds(s));
    if (g.ended(s)) continue;
    MovesOf<G> moves;
    g.list_moves(s, moves);
    for (const auto m : moves) {
      auto next = s, image_next = image;
      g.play(next, m);
      g.play(image_next, g.transform_move(m, k));
      ASSERT_TRUE(image_next == g.transform(next, k)) << "symmetry " << k << " and play commute";
    }
  }
}

// A position and its place in a slice name each other, and no move leads to a higher slice.
template <Indexable G>
void places_hold(const G& g, const typename G::State& s) {
  const int slice = g.slice(s);
  const std::uint64_t index = g.index(s);
  ASSERT_LT(index, g.slice_size(slice));
  const auto there = g.unindex(slice, index);
  ASSERT_EQ(g.slice(there), slice);
  ASSERT_EQ(g.index(there), index);
  if (g.ended(s)) return;
  MovesOf<G> moves;
  g.list_moves(s, moves);
  for (const auto m : moves) {
    auto next = s;
    g.play(next, m);
    ASSERT_LE(g.slice(next), slice) << "a move leads to a higher slice";
  }
}

// Equal keys may only be shared by symmetric images of one position.
template <Game G>
class KeyCheck {
 public:
  void operator()(const G& g, const typename G::State& s) {
    const auto key = key_of(g, s);
    std::string bytes(sizeof(key), '\0');
    std::memcpy(bytes.data(), &key, sizeof(key));
    auto canonical = s;
    if constexpr (Symmetric<G>) canonical = g.canonical(s);
    const auto [it, fresh] = seen_.try_emplace(bytes, canonical);
    ASSERT_TRUE(it->second == canonical) << "one key for two different positions";
  }

 private:
  std::map<std::string, typename G::State> seen_;
};

template <class Text, Game G>
void conform(const G& g, const Options& options = {}) {
  static_assert(sizeof(typename G::State) <= sizeof(AnyState::bytes));
  ASSERT_LE(g.scale().size(), kMaxOutcomes);
  if constexpr (!G::kAcyclic) {
    static_assert(Repeating<G>);
    ASSERT_LE(g.repetition(g.initial()), g.scale().best());
  }
  KeyCheck<G> check_key;
  random_games(g, options, [&](const typename G::State& s) {
    text_round_trips<Text>(g, s);
    bounds_hold_after_play(g, s);
    check_key(g, s);
    if constexpr (Symmetric<G>) symmetries_hold(g, s);
    if constexpr (Indexable<G>) places_hold(g, s);
  });
}

// The moves that knowledge lists are legal, and a best one is among them.
template <class Knowledge, Game G>
void listed_moves_suffice(const Knowledge& knowledge, const G& g, const typename G::State& s,
                          const oracle::Solution<G>& solution) {
  MovesOf<G> legal, listed;
  g.list_moves(s, legal);
  knowledge.list_moves(s, listed);
  bool best = false;
  for (const auto m : listed) {
    ASSERT_NE(std::find(legal.begin(), legal.end(), m), legal.end()) << "an illegal move";
    auto next = s;
    g.play(next, m);
    best |= solution.value(next) == solution.value(s);
  }
  ASSERT_TRUE(best) << "every best move is left out";
}

// Looking ahead shows legal moves with true bounds; their states are worth what the moves are, and
// a best one is among them.
template <class Knowledge, Game G>
void looks_ahead_truly(const Knowledge& knowledge, const G& g, const typename G::State& s,
                       const oracle::Solution<G>& solution) {
  MovesOf<G> legal;
  g.list_moves(s, legal);
  bool best = false;
  knowledge.look_ahead(s, [&](auto m, const typename G::State& state, Bounds bounds, int) {
    EXPECT_NE(std::find(legal.begin(), legal.end(), m), legal.end()) << "an illegal move";
    auto next = s;
    g.play(next, m);
    const Outcome value = solution.value(next);
    EXPECT_TRUE(bounds.contains(value)) << "looking ahead";
    if (solution.contains(state)) { EXPECT_EQ(solution.value(state), value) << "another value"; }
    best |= value == solution.value(s);
    return true;
  });
  ASSERT_TRUE(best) << "every best move is left out";
}

// Endings answer every window truly; sorted moves are the same moves.
template <class Knowledge, Game G>
void looking_ahead_is_true(const G& g, const Knowledge& knowledge, const typename G::State& s,
                           Outcome value) {
  if constexpr (KnowsEndings<Knowledge, G>) {
    const int best = g.scale().best();
    if (knowledge.near_end(s))
      for (const auto& [alpha, beta] : {std::pair{0, best},
                                        {value - 1, int{value}},
                                        {int{value}, value + 1},
                                        {value - 2, value + 2},
                                        {value / 2, value / 2 + 1},
                                        {value + 1, best}}) {
        if (alpha < 0 || beta > best || alpha >= beta) continue;
        const Bounds window{static_cast<Outcome>(alpha), static_cast<Outcome>(beta)};
        std::uint64_t nodes = 0;
        const Bounds b = knowledge.ending(s, window, nodes);
        EXPECT_TRUE(b.contains(value)) << "ending in " << alpha << ".." << beta;
        EXPECT_TRUE(b.closed() || b.opti <= alpha || b.pess >= beta) << alpha << ".." << beta;
        EXPECT_GE(nodes, 1u);
      }
  }
  if constexpr (SortsMoves<Knowledge, G>) {
    if (g.ended(s)) return;
    MovesOf<G> moves, sorted;
    g.list_moves(s, moves);
    g.list_moves(s, sorted);
    std::uint64_t nodes = 0;
    if (moves.size > 1) knowledge.sort_moves(s, sorted, nodes);
    EXPECT_EQ(sorted.size, moves.size);
    EXPECT_TRUE(std::is_permutation(moves.begin(), moves.end(), sorted.begin())) << "sorted moves";
  }
}

// Every position of a small game: rule bounds, knowledge and keys against the exact values. Returns
// how many positions were checked.
template <class Knowledge, Game G>
std::size_t knowledge_is_true(const G& g, const typename G::State& root) {
  const oracle::Solution<G> solution(g, root);
  EXPECT_TRUE(solution.complete()) << "too large for the oracle";
  const Knowledge knowledge(g);
  std::map<std::string, Outcome> by_key, by_knowledge_key;
  const auto agree = [](auto& values, const auto& key, Outcome value) {
    std::string bytes(sizeof(key), '\0');
    std::memcpy(bytes.data(), &key, sizeof(key));
    return values.try_emplace(bytes, value).first->second == value;
  };
  for (const auto& s : solution.states()) {
    const Outcome value = solution.value(s);
    EXPECT_TRUE(g.bounds(s).contains(value)) << "rule bounds";
    if constexpr (KnowsBounds<Knowledge, G>) {
      if (!g.ended(s)) { EXPECT_TRUE(knowledge.bounds(s).contains(value)) << "knowledge"; }
    }
    if constexpr (KnowsMoves<Knowledge, G>) {
      if (!g.ended(s)) listed_moves_suffice(knowledge, g, s, solution);
    }
    if constexpr (LooksAhead<Knowledge, G>) {
      if (!g.ended(s) && !knowledge.bounds(s).closed()) {
        looks_ahead_truly(knowledge, g, s, solution);
        EXPECT_TRUE(agree(by_knowledge_key, knowledge.key(s), value)) << "one key, two values";
      }
    }
    looking_ahead_is_true(g, knowledge, s, value);
    EXPECT_TRUE(agree(by_key, key_of(g, s), value)) << "equal keys, two values";
    if (::testing::Test::HasFailure()) return 0;
  }
  return solution.size();
}

template <Game G>
void perft_is(const G& g, const typename G::State& s, const std::vector<std::uint64_t>& expected) {
  for (std::size_t k = 0; k < expected.size(); ++k)
    EXPECT_EQ(perft(g, s, static_cast<int>(k) + 1), expected[k]) << "depth " << k + 1;
}

}  // namespace solvent::conformance
