// Any text as a tree file: refused with the line and what is wrong, or a graph that its own
// print-out describes exactly. Small graphs without unknown leaves are solved, and the searches
// must agree with the oracle.
#include "check.hpp"
#include "game/oracle.hpp"
#include "games/engines.hpp"
#include "games/tree/text.hpp"
#include "search/presets.hpp"

namespace solvent::fuzz {
namespace {

using tree::Graph;

void require_same(const Graph& a, const Graph& b, std::string_view printed) {
  require(a.size() == b.size() && a.cyclic() == b.cyclic(), "a graph reads back", printed);
  require(a.scale().kind() == b.scale().kind() && a.scale().size() == b.scale().size(),
          "a scale reads back", printed);
  for (int rank = 0; rank < a.scale().size(); ++rank)
    require(
        a.scale().value(static_cast<Outcome>(rank)) == b.scale().value(static_cast<Outcome>(rank)),
        "the values of a scale read back", printed);
  require(!a.cyclic() || a.repetition() == b.repetition(), "the worth of infinite play reads back",
          printed);
  for (std::uint32_t id = 0; id < a.size(); ++id) {
    const auto x = a.node(id), y = b.node(id);
    require(a.name(id) == b.name(id), "names read back", printed);
    require(x.side == y.side && x.ended == y.ended && x.bounds == y.bounds && x.cost == y.cost,
            "nodes read back", printed);
    require(std::equal(x.children.begin(), x.children.end(), y.children.begin(), y.children.end()),
            "children read back", printed);
  }
}

void check_print(const Graph& graph) {
  const std::string printed = tree::print_graph(graph);
  require(is_utf8(printed), "a graph prints as text", printed);
  const Result<Graph> back = tree::parse_graph(printed);
  require(back.ok(), "a graph reads back", printed);
  require_same(graph, *back, printed);
}

void check_nodes(const Graph& graph) {
  for (std::uint32_t id = 0; id < graph.size(); ++id) {
    const auto node = graph.node(id);
    require(graph.find(graph.name(id)) == id, "a node is found by its name", graph.name(id));
    require(is_printable(graph.name(id)), "names are printable", graph.name(id));
    require(node.bounds.pess <= node.bounds.opti && node.bounds.opti <= graph.scale().best(),
            "bounds are on the scale", graph.name(id));
    require(node.ended ? node.bounds.closed() && node.children.empty()
                       : node.children.empty() == graph.is_unknown(id),
            "a node is a leaf, unknown or has children", graph.name(id));
    if (id > 20) continue;
    std::string drawing = tree::draw_graph(graph, id, Ink::plain());
    require(drawing.ends_with('\n'), "a drawing is whole lines", drawing);
    std::erase(drawing, '\n');
    require(is_printable(drawing), "a drawing is printable", drawing);
  }
}

void check_solved(Graph graph, std::size_t choice) {
  using search::Design;
  const ErasedGame<Interned, tree::Text> game(
      "tree", Interned(std::make_shared<const Graph>(std::move(graph))));
  check_position(game, game.initial(), choice);
  const Outcome truth = oracle::fixpoint(game.rules(), game.rules().initial());
  for (const search::Algorithm algorithm : {search::kMinimax, search::kAlphaBeta}) {
    const auto machine = make_machine(
        game, {.algorithm = algorithm, .table_bytes = choice % 2 == 0 ? 64u : 1u << 14});
    machine->start(game.initial(), {0, game.scale().best()});
    const bool done = machine->step(5000) == search::SliceResult::Done;
    const Bounds b = machine->bounds();
    require(b.contains(truth), "bounds hold the value");
    require(!done || b.closed(), "a search that is done has the value");
    require(done || algorithm != search::kMinimax, "minimax needs no more than a few sweeps");
  }
}

void check(std::string_view text) {
  const Result<Graph> graph = tree::parse_graph(text);
  if (!graph) return check_message(graph.message());
  constexpr std::uint32_t kSmall = 30;
  check_nodes(*graph);
  check_print(*graph);
  if (graph->size() > kSmall || graph->has_unknown()) return;
  check_print(graph->by_sign());
  check_solved(*graph, text.size());
  check_solved(graph->by_sign(), text.size());
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
