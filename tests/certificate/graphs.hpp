// Random graphs as games with names, and small positions of the real games, for certificates.
#pragma once

#include <sstream>

#include "certificate/naive.hpp"
#include "check/check.hpp"
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

struct SmallPosition {
  const char *game, *scale, *position;
};
// With at most a few thousand positions each; among them games that can go on for ever.
inline constexpr SmallPosition kSmallPositions[] = {
    {"connect4:3x3", "score", ""},
    {"connect4:4x4", "wld", "11221122"},
    {"connect4:4x4", "score", "112211"},
    {"connect4:17x3", "score", "O.X.XOXX.OOOX.XX./O.XXXOOXOXXXOXOOO/OXOOOXXXOXXOXOOOX"},
    {"mnk", "wld", ""},
    {"mnk:4,3,3", "wld", "a2 b2 c2"},
    {"kalah:2,2", "score", ""},
    {"kalah:3,1", "wld", ""},
    {"awari", "score", "0 0 0 0 1 1|0 0 0 0 0 1 S22 N23 N"},
    {"awari", "score", "0 0 0 0 0 2|0 0 1 0 0 0 S20 N25 S"},
    {"awari", "wld", "0 0 1 0 0 1|0 1 0 0 0 0 S22 N23 S"},
    {"awari", "wld", "0 0 0 1 0 1|0 1 0 0 0 1 S22 N22 N"},
    {"woodpush:4,2", "score", ""},
    {"woodpush:5,2", "wld", ""},
    {"random:b=3,d=5,outcomes=7,seed=3", "score", ""},
    {"pgame:b=2,d=6,edge=9,seed=4", "score", ""},
};

inline AnyState root_of(const AnyGame& game, const SmallPosition& p) {
  return *p.position == '\0' ? game.initial() : *game.parse(p.position);
}

inline check::Verdict check_bytes(const std::string& file, GamePtr game = nullptr) {
  std::istringstream in(file);
  check::Options options;
  options.game = std::move(game);
  return check::check(in, options);
}
inline std::string said(const check::Verdict& v) {
  std::string out = fmt::format("{}: {}", static_cast<int>(v.finding), v.reason);
  if (v.place)
    out +=
        fmt::format(" [{}, layer {}, {}]", v.place->statement, v.place->layer, v.place->position);
  return out;
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
