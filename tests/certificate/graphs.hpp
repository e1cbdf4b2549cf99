// Random graphs as games with names, and small positions of the real games, for certificates.
#pragma once

#include <gtest/gtest.h>

#include <sstream>

#include "certificate/naive.hpp"
#include "check/check.hpp"
#include "game/boards.hpp"
#include "games/registry.hpp"
#include "games/registry_rules.hpp"
#include "random_graphs.hpp"

namespace solvent::naive {

struct GraphText {
  static std::string position(const Interned&, const Interned::State& s) {
    return fmt::format("n{}", s.id);
  }
  static Result<Interned::State> parse(const Interned& g, std::string_view text) {
    const auto id = text.starts_with('n') ? text::to_int(text.substr(1)) : std::nullopt;
    if (!id || *id < 0 || *id >= g.source().listed()) return Error{"there is no such node"};
    return Interned::State{static_cast<std::uint32_t>(*id)};
  }
  static std::string draw(const Interned& g, const Interned::State& s, const Ink&) {
    return position(g, s) + "\n";
  }
  static std::string move(const Interned&, const Interned::State&, Interned::Move m) {
    return fmt::format("m{}", m);
  }
  static std::string player(const Interned&, Side side) {
    return side == Side::Max ? "Max" : "Min";
  }
};

inline GamePtr graph_game(random_graphs::Kind kind, std::uint64_t seed,
                          const random_graphs::Shape& shape = {}) {
  return std::make_shared<ErasedGame<Interned, GraphText>>(
      fmt::format("graph:{}", seed), Interned(random_graphs::Maker(seed, shape).make(kind)));
}

// Small boards of every game, from its boards.cpp; among them games that can go on for ever.
inline std::vector<Boards::Small> small_boards() {
  std::vector<Boards::Small> all;
  for (const FolderBoards& of : all_boards())
    all.insert(all.end(), of.boards->small.begin(), of.boards->small.end());
  return all;
}

inline AnyState root_of(const AnyGame& game, const Boards::Small& board) {
  return board.position.empty() ? game.initial() : *game.parse(board.position);
}

inline std::string said(const check::CheckResult& v) {
  std::string out = fmt::format("{}: {}", static_cast<int>(v.finding), v.reason);
  if (v.place)
    out +=
        fmt::format(" [{}, layer {}, {}]", v.place->statement, v.place->layer, v.place->position);
  return out;
}
// All that the checker says, but for the time.
inline std::string everything_said(const check::CheckResult& v) {
  const check::Stats& s = v.stats;
  std::string out =
      fmt::format("{}; {} bytes, {} claims, {} citations, {} settled, {} database, {}", said(v),
                  s.bytes, s.claims, s.citations, s.settled, s.database, s.most_unclaimed);
  for (const check::StatementStats& x : s.statements)
    out += fmt::format("; {} {} {} in {}", x.at_least, x.value, x.claims, fmt::join(x.layers, " "));
  for (const check::CitedSlice& x : v.rests_on) out += "; " + check::in_words(x);
  return out;
}
inline check::CheckResult check_bytes(const std::string& file, GamePtr game, std::size_t threads,
                                      std::size_t few) {
  std::istringstream in(file);
  check::Options options;
  options.game = std::move(game);
  options.threads = threads;
  options.few = few;
  return check::check(in, options);
}
// Whatever is checked anywhere is checked in several portions, too. (Threads of their own, which
// change nothing but who does it, would cost more than all the rest: see threads_test.cpp.)
inline check::CheckResult check_bytes(const std::string& file, const GamePtr& game = nullptr) {
  constexpr auto kAlone = ~std::size_t{0};
  const check::CheckResult result = check_bytes(file, game, 1, kAlone);
  const std::size_t portions = file.size() % 2 == 0 ? 2 : 8;
  EXPECT_EQ(everything_said(check_bytes(file, game, portions, kAlone)), everything_said(result))
      << portions << " portions";
  return result;
}

// test(world) for a position of a registered game.
template <class Test>
void in_world(const GamePtr& game, const AnyState& root, Test test) {
  visit_rules<bool>(*game, [&]<class G>(const G&) {
    test(World<G>(*game, root));
    return true;
  });
}

}  // namespace solvent::naive
