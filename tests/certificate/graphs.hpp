// Random graphs as games with names, and small positions of the real games, for certificates.
#pragma once

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

inline check::CheckResult check_bytes(const std::string& file, GamePtr game = nullptr) {
  std::istringstream in(file);
  check::Options options;
  options.game = std::move(game);
  return check::check(in, options);
}
inline std::string said(const check::CheckResult& v) {
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
