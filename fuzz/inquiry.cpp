// Whole inquiries against the oracle on graphs spelt by the input: the value, a line of best play
// whose every move keeps it and which goes round in circles only if infinite play is what the
// position is worth, and the values of all moves.
#include "question/inquiry.hpp"

#include "check.hpp"
#include "games/engines.hpp"
#include "search/presets.hpp"
#include "small_graph.hpp"

namespace solvent::fuzz {
namespace {

using search::Deepening;
using search::Design;

struct BareText {
  static std::string position(const Interned&, Interned::State s) { return std::to_string(s.id); }
  static Result<Interned::State> parse(const Interned&, std::string_view) { return Error{"none"}; }
  static std::string draw(const Interned&, Interned::State, const Ink&) { return "\n"; }
  static std::string move(const Interned&, Interned::State, Interned::Move m) {
    return std::to_string(m);
  }
  static std::string player(const Interned&, Side) { return "?"; }
};
using SmallGame = ErasedGame<Interned, BareText>;

Outcome value_of(const SmallGraph& graph, const AnyState& s) {
  return graph.value(restore_state<Interned::State>(s).id);
}

void check_line(const SmallGame& game, const SmallGraph& graph, AnyState s, const Findings& found) {
  const Outcome value = value_of(graph, s);
  for (const AnyMove m : found.line) {
    require(!game.ended(s), "a line ends with the game", graph.text());
    game.play(s, m);
    require(value_of(graph, s) == value, "every move of a line keeps the value", graph.text());
  }
  require(found.line_done, "a line is finished", graph.text());
  if (found.line_repeats)
    return require(value == graph.repetition(), "a decided line gets somewhere", graph.text());
  const Bounds b = game.bounds(s);
  const bool promised = value > graph.repetition() ? b.pess >= value : b.opti <= value;
  require(b.closed() || promised, "a line goes on until the rules settle it", graph.text());
}

void check_moves(const SmallGame& game, const SmallGraph& graph, const AnyState& root,
                 const Findings& found) {
  require(found.moves.size() == game.moves(root).size(), "every move has a value", graph.text());
  for (const ValuedMove& m : found.moves) {
    AnyState next = root;
    game.play(next, m.move);
    const Outcome value = value_of(graph, next);
    require(m.bounds == Bounds{value, value}, "the value of a move is exact", graph.text());
  }
}

void check(Bytes bytes) {
  constexpr std::uint64_t kMostNodes = 10'000;
  const auto graph = SmallGraph::from(bytes);
  const SmallGame game("graph", Interned(graph));
  Design design;
  constexpr search::Algorithm kAlgorithms[] = {search::kMinimax, search::kAlphaBeta,
                                               search::kScout,   search::kNegaScout,
                                               search::kPns,     search::kMopns};
  design.algorithm = kAlgorithms[bytes.below(std::size(kAlgorithms))];
  design.table_bytes = std::size_t{64} << bytes.below(10);
  design.deepening = bytes.below(2) == 0 ? Deepening::On : Deepening::Off;
  const auto prover = make_machine(game, design);
  // As a solver makes it: what a line follows where it has to get somewhere.
  const auto strategy = make_machine(game, search::for_strategy(design));

  const auto count = static_cast<std::uint32_t>(graph->reached().size());
  const AnyState root = erase_state(Interned::State{graph->reached()[bytes.below(count)]});
  const Question question{.window = {0, game.scale().best()}, .every_move = true};
  Inquiry inquiry(game, *prover, *prover, strategy.get(), root, question);
  // A slice holds the children of any node, without which a best-first search does nothing.
  while (inquiry.step(4 + bytes.next()) != search::SliceResult::Done) {
    require(inquiry.findings().bounds.contains(value_of(*graph, root)), "bounds hold the value",
            graph->text());
    if (inquiry.created() > kMostNodes) return;
  }
  const Findings found = inquiry.findings();
  require(found.answered && found.bounds.closed(), "an inquiry ends with the value", graph->text());
  require(found.bounds.contains(value_of(*graph, root)), "and it is the value", graph->text());
  check_line(game, *graph, root, found);
  if (!game.ended(root)) check_moves(game, *graph, root, found);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({data, size});
  return 0;
}
