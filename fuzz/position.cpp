// Any text as a position of the game SOLVENT_FUZZ_GAME, in one of its variants: refused in one
// line, or accepted as a sound position on which every search agrees. The first byte chooses
// variant and scale.
#include "check.hpp"
#include "game/boards.hpp"
#include "games.hpp"
#include "games/engines.hpp"
#include "search/presets.hpp"

namespace solvent::fuzz {
namespace {

// A few nodes of each search: bounds are true at any time, so no two may contradict each other, and
// tables, keys and knowledge have a say in them. On large boards every node has all its moves
// ordered, so there are fewer.
void check_searches(const AnyGame& game, const AnyState& s) {
  using search::Design;
  const std::uint64_t nodes = std::clamp<std::uint64_t>(3000 / (1 + game.moves(s).size()), 12, 120);
  const Design designs[] = {
      {.algorithm = search::kMinimax, .memory = 1 << 20},
      {.algorithm = search::kAlphaBeta, .table_bytes = 0, .knowledge = false},
      {.algorithm = search::kNegaScout, .table_bytes = 1 << 12},
      {.algorithm = search::kScout, .table_bytes = 128, .deepening = search::Deepening::On},
  };
  Bounds all = game.bounds(s);
  for (const Design& design : designs) {
    const auto machine = make_machine(game, design);
    machine->start(s, {0, game.scale().best()});
    const auto progress = machine->step(nodes);
    const Bounds b = machine->bounds();
    require(b.pess <= b.opti && b.opti <= game.scale().best(), "a search has bounds");
    require(progress != search::SliceResult::Done || b.closed(),
            "a search that is done has a value");
    all = meet(all, b);
    require(all.pess <= all.opti, "searches agree", game.position(s));
  }
}

void check(Bytes bytes) {
  static const std::vector<std::string> kVariants = [] {
    for (const FolderBoards& of : all_boards())
      if (of.folder == SOLVENT_FUZZ_GAME) return of.boards->variants;
    return std::vector<std::string>{};
  }();
  const GamePtr game = choose_game(bytes, kVariants);
  const Result<AnyState> s = game->parse(bytes.rest());
  if (!s) return check_message(s.message());
  check_position(*game, *s, bytes.rest().size());
  check_searches(*game, *s);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({data, size});
  return 0;
}
