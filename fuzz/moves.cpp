// The `moves:` form. The first byte chooses game and scale; the rest is read twice: as a list of
// moves, which is refused in one line or leads to a sound position, and as numbers that choose
// moves from the start, whose names, written as a list, must lead to the same position.
#include "check.hpp"
#include "game/boards.hpp"
#include "games.hpp"

namespace solvent::fuzz {
namespace {

constexpr std::string_view kForm = "moves:";

void check_list(const AnyGame& game, std::string_view text) {
  const Result<AnyState> s = game.parse(std::string(kForm) + std::string(text));
  if (!s) return check_message(s.message());
  check_position(game, *s, text.size());
}

void check_names(const AnyGame& game, Bytes bytes) {
  constexpr int kLongest = 100;
  AnyState s = game.initial();
  std::string list(kForm);
  for (int ply = 0; ply < kLongest && !bytes.empty() && !game.ended(s); ++ply) {
    const std::vector<AnyMove> moves = game.moves(s);
    const AnyMove m = moves[bytes.next() % moves.size()];
    list += game.move_text(s, m) + ", ";
    game.play(s, m);
  }
  const Result<AnyState> back = game.parse(list);
  require(back.ok() && *back == s, "a list of moves reads back", game.spec() + " " + list);
  check_bounds(game, s);
  check_text(game, s);
}

// The usual board of every game but trees, which come from files; then all variants.
std::vector<std::string> all_games() {
  std::vector<std::string> specs;
  for (const GameFamily* family : families())
    if (family->name != "tree") specs.push_back(family->name);
  for (const FolderBoards& of : all_boards())
    for (const std::string& spec : of.boards->variants)
      if (spec.find(':') != std::string::npos) specs.push_back(spec);
  return specs;
}

void check(Bytes bytes) {
  static const std::vector<std::string> kSpecs = all_games();
  const GamePtr game = choose_game(bytes, kSpecs);
  check_list(*game, bytes.rest());
  check_names(*game, bytes);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({data, size});
  return 0;
}
