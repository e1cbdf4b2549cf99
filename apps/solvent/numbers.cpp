#include "numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answer_json.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "games/tree/text.hpp"
#include "numbers_report.hpp"
#include "option_arguments.hpp"

namespace solvent::cli {

namespace {

constexpr std::string_view kTreePrefix = "tree:";

// A tree with unknown leaves is no game that could be solved, so it is not made as one.
Result<std::shared_ptr<const tree::Graph>> make_graph(const GameArguments& arguments) {
  const std::string& spec = arguments.game;
  if (!spec.starts_with(kTreePrefix) || spec.size() == kTreePrefix.size()) {
    const Result<Ruleset> game = arguments.make_game();
    if (!game) return game.error();
    return Error{fmt::format("--numbers shows explicit trees (tree:FILE), {} is none",
                             text::quoted(game->spec()))};
  }
  const auto& scales = tree::families().front().scales;
  const std::string& outcomes = arguments.outcomes;
  if (!outcomes.empty() && std::find(scales.begin(), scales.end(), outcomes) == scales.end())
    return Error{
        fmt::format("outcomes {}: tree has {}", text::quoted(outcomes), text::list(scales))};
  Result<tree::Graph> graph = tree::load_graph(spec.substr(kTreePrefix.size()));
  if (!graph) return graph.error();
  return std::make_shared<const tree::Graph>(outcomes == "wld" ? graph->by_sign()
                                                               : *std::move(graph));
}

}  // namespace

int show_numbers(GameArguments arguments, const std::string& at_least, bool json) {
  const auto graph = make_graph(arguments);
  if (!graph) return complain(graph.error());
  const ErasedGame<Interned, tree::Text> game(arguments.game, Interned(*graph));
  const Result<std::string> node = arguments.read_position();
  if (!node) return complain(node.error());
  const Result<AnyState> state = game.parse(*node);
  if (!state) return complain("position " + bad_position(*node, state.message()));

  const Side to_move = game.to_move(*state);
  std::optional<int> cut;
  if (!at_least.empty()) {
    const Result<int> value = read_outcome("--at-least", at_least);
    if (!value) return complain(value.error());
    const Result<int> asked = cut_of(game, to_move, *value);
    if (!asked) return complain(asked.error());
    cut = *asked;
  } else if (game.scale().size() == 2) {
    cut = 0;
  }
  const std::uint32_t root = restore_state<Interned::State>(*state).id;
  const auto tree = NumberedTree::make(**graph, root, kMostNumberedLines);
  if (!tree)
    return complain(
        fmt::format("{}: more than {} lines to show from {}; choose a node further down",
                    text::quoted(game.spec()), with_commas(kMostNumberedLines),
                    text::quoted((*graph)->name(root))));
  const NumbersReport report(game, **graph, *tree, cut);
  if (json)
    print_json(report.json());
  else
    fmt::print("{}", report.text(stdout_takes_colours() ? Ink::colours() : Ink::plain()));
  return kAnswered;
}

}  // namespace solvent::cli
