// Do the options fit together, the algorithm and the game? Whatever is wrong with them is found
// here, before a search starts.
#include "base/text.hpp"
#include "games/engines.hpp"
#include "session/options.hpp"
#include "session/plan_parts.hpp"

namespace solvent::session {

namespace {

std::optional<Error> profile_error(const AnyGame& game, const Options& o) {
  if (o.profile == kSaffidine && o.graph)
    return say("{graph}: the experiments of saffidine2012 were made on trees");
  const Profile* profile = find_profile(o.profile);
  return profile != nullptr ? profile->refuses(game, o) : std::nullopt;
}

std::optional<Error> best_first_error(const AnyGame& game, const Options& o) {
  if (o.mobility && o.selection == "lecture")
    return say("{mobility}: the lecture's selection begins with leaf costs");
  if (o.second_level && !read_second_level(*o.second_level))
    return say(
        "{second_level} {}: there are first-tree, descents, fraction and fraction:A,B with whole "
        "numbers, such as fraction:1800000,240000",
        text::quoted(*o.second_level));
  if (o.graph && !game.acyclic())
    return say("{graph} merges transpositions where positions cannot repeat; in {} they can",
               game.spec());
  return profile_error(game, o);
}

}  // namespace

std::optional<Error> find_error(const AnyGame& game, const Options& options, const Plan& plan) {
  const search::Algorithm& algorithm = plan.design.algorithm;
  if (auto error = misplaced(options, plan.algorithm, algorithm)) return error;
  if (auto error = out_of_range(options)) return error;
  const std::uint64_t limit = memory_limit(options);
  if (options.table_size && *options.table_size > limit / 4 * 3)
    return say("{table_size} {}: more than three quarters of the {memory} of {} bytes",
               *options.table_size, limit);
  if (algorithm.traversal == search::Traversal::BestFirst)
    if (auto error = best_first_error(game, options)) return error;
  if (options.at_least && options.range)
    return say("{at_least} and {range} are two questions: ask one of them");
  for (const Side side : {Side::Max, Side::Min})
    if (const auto asked = make_window(game, side, options); !asked) return asked.error();
  return std::nullopt;
}

}  // namespace solvent::session
