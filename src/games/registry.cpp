#include "games/registry.hpp"

#include <algorithm>

#include "games/awari/text.hpp"
#include "games/connect4/text.hpp"
#include "games/kalah/text.hpp"
#include "games/mnk/text.hpp"
#include "games/othello/text.hpp"
#include "games/qubic/text.hpp"
#include "games/random/text.hpp"
#include "games/tree/text.hpp"
#include "games/woodpush/text.hpp"

namespace solvent {

const std::vector<const Family*>& families() {
  // clang-format off
  static const std::vector<const Family*> kFamilies = {
      &connect4::family(),
      &othello::family(),
      &awari::family(),
      &kalah::family(),
      &woodpush::family(),
      &mnk::family(),
      &mnk::gomoku_family(),
      &qubic::family(),
      &tree::family(),
      &random::family(),
      &random::pgame_family(),
  };
  // clang-format on
  return kFamilies;
}

Result<GamePtr> make_game(std::string_view spec, std::string_view scale) {
  const std::size_t colon = spec.find(':');
  const std::string_view name = spec.substr(0, colon);
  const std::string_view parameters =
      colon == std::string_view::npos ? std::string_view() : spec.substr(colon + 1);

  std::vector<std::string> names;
  for (const Family* family : families()) {
    names.push_back(family->name);
    if (family->name != name) continue;
    const auto& scales = family->scales;
    if (!scale.empty() && std::find(scales.begin(), scales.end(), scale) == scales.end())
      return Error{"outcomes " + text::quoted(scale) + ": " + family->name + " has " +
                   text::list(scales)};
    return family->make(Parameters(name, parameters), scale.empty() ? scales.front() : scale);
  }
  const auto meant = text::nearest(name, names);
  return Error{"no game is called " + text::quoted(name) +
               (meant ? "; did you mean " + *meant + "? Known: " : "; known: ") +
               text::list(names)};
}

}  // namespace solvent
