// Any bytes as a certificate, with the checksums made right: refused in one printable line, or a
// proof of something true. The games of the seeds are small enough to know.
#include <sstream>

#include "../tests/certificate/naive.hpp"
#include "check.hpp"
#include "check/check.hpp"
#include "games/registry_rules.hpp"

namespace solvent::fuzz {
namespace {

using naive::Folded;

// The value for Max, if the position leads to few others.
std::optional<Outcome> value_of(const AnyGame& game, const AnyState& root) {
  return visit_rules<std::optional<Outcome>>(game, [&]<class G>(const G& g) {
    const Folded<G> folded(g);
    const auto s = folded.folded(restore_state<typename G::State>(root));
    const oracle::Solution<Folded<G>> solution(folded, s, 5000);
    return solution.complete() ? std::optional(solution.root_value()) : std::nullopt;
  });
}

void check_bytes(const std::string& file) {
  std::istringstream in(file);
  const check::CheckResult result = check::check(in);
  if (result.finding != check::Finding::Verified) {
    check_message(result.reason);
    if (result.place) require(is_printable(result.place->position), "a place is printable");
    return;
  }
  const auto value = value_of(*result.game, result.root);
  if (!value) return;
  const Side mover = result.game->to_move(result.root);
  const int number = result.game->scale().for_side(mover, *value);
  require(number >= result.header.at_least.value_or(number) &&
              number <= result.header.at_most.value_or(number),
          "what is verified is true", result.header.position);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file(reinterpret_cast<const char*>(data), size);
  // A tree is a file: it would be read from wherever the bytes say.
  if (file.find("tree:") != std::string::npos) return 0;
  solvent::fuzz::check_bytes(file);
  solvent::fuzz::check_bytes(solvent::naive::signed_again(file));
  return 0;
}
