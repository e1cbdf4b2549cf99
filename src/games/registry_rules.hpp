// The types of every game behind AnyGame, for code that is compiled for each of them: proofs and
// their checker, and, where engines are linked, searches. The list of folders is generated; each
// folder lists its types in `Made`, and its families make no others.
#pragma once

#include "generated/games.hpp"

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
  if constexpr (sizeof...(Others) > 0) {
    const G* rules = rules_of<G>(game);
    return rules ? visitor(*rules) : visit_one_of<Result>(Types<Others...>{}, game, visitor);
  } else {  // there are no others
    return visitor(dynamic_cast<const RulesHolder<G>&>(game).rules());
  }
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

// visitor(const G& rules) for the game's own type G, which is listed.
template <class Result, class Visitor>
Result visit_rules(const AnyGame& game, Visitor visitor) {
  return detail::visit_one_of<Result>(AllGames{}, game, visitor);
}

}  // namespace solvent
