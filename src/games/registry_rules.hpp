// The types of every game behind AnyGame, for code that is compiled for each of them: proofs and
// their checker, and, where engines are linked, searches. The list of folders is generated; each
// folder lists its types in `Made`, and its families make no others. A game that comes from a file
// of its own (src/plugin/) has brought along what was compiled for it.
#pragma once

#include "games/registry.hpp"
#include "generated/games.hpp"
#include "solvent/require.hpp"

namespace solvent {

namespace detail {

template <class... Folders>
struct Joined;
template <class... Erased>
struct Joined<Types<Erased...>> {
  using type = Types<Erased...>;
};
template <class... Erased, class... First, class... Rest>
struct Joined<Types<Erased...>, OneOf<First...>, Rest...>
    : Joined<Types<Erased..., First...>, Rest...> {};
template <class... Folders>
Joined<Types<>, Folders...> join(Types<Folders...>);

template <class Result, class Visitor, Game G, class Text, class... Others>
Result visit_one_of(Types<ErasedGame<G, Text>, Others...>, const AnyGame& game, Visitor& visitor) {
  if (const G* rules = rules_of<G>(game)) return visitor(*rules);
  if constexpr (sizeof...(Others) > 0)
    return visit_one_of<Result>(Types<Others...>{}, game, visitor);
  else
    return Result();
}

}  // namespace detail

// ErasedGame<Rules, Text> for all of them. Some rules are there twice: explicit graphs and games
// with a history are both Interned.
using AllGames = typename decltype(detail::join(MadeByFolders{}))::type;

template <Game G>
inline constexpr bool kListed =
    []<class... Rules, class... Texts>(Types<ErasedGame<Rules, Texts>...>) {
      return (std::same_as<G, Rules> || ...);
    }(AllGames{});

// visitor(const G& rules) for the game's own type G, or Result() if that is not listed.
template <class Result, class Visitor>
Result visit_rules(const AnyGame& game, Visitor visitor) {
  return detail::visit_one_of<Result>(AllGames{}, game, visitor);
}

// What a layer has compiled for the game's type: its table `Functions`, which for a type G is
// Functions::of<G>.
template <class Functions>
const Functions& functions_of(const AnyGame& game) {
  if (const Brought* brought = brought_along(game))
    return *std::get<const Functions*>(brought->tables);
  const auto* found = visit_rules<const Functions*>(
      game, []<Game G>(const G&) { return &Functions::template of<G>; });
  require(found != nullptr, "games are of a type that is listed, or bring along what they need");
  return *found;
}

}  // namespace solvent
