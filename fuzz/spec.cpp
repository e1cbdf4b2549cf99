// Any text as a GAME argument: refused in one line, or a game whose full specification makes it
// again. The first byte chooses the scale. Trees are left out, since they would read files.
#include "check.hpp"
#include "games/registry.hpp"

namespace solvent::fuzz {
namespace {

void check(Bytes bytes) {
  constexpr std::string_view kScales[] = {"", "score", "wld", "w\xFFld"};
  const std::string_view scale = kScales[bytes.digit_below(std::size(kScales))];
  const std::string_view spec = bytes.rest();
  if (spec.starts_with("tree:")) return;
  const Result<GamePtr> game = make_game(spec, scale);
  if (!game) return check_message(game.message());

  const std::string full = (*game)->spec();
  require(is_printable(full), "a specification is one printable line", full);
  const Result<GamePtr> again = make_game(full, (*game)->scale().name());
  require(again.ok(), "the full specification makes a game", full);
  require((*again)->spec() == full, "the full specification stays as it is", full);
  require((*again)->initial() == (*game)->initial(), "it is the same game", full);

  const int outcomes = (*game)->scale().size();
  require(1 <= outcomes && outcomes <= kMaxOutcomes, "a scale has outcomes, not too many", full);
  check_position(**game, (*game)->initial(), spec.size());
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({data, size});
  return 0;
}
