#include "progress.hpp"

#include <fmt/format.h>

#include "console.hpp"

namespace solvent::cli {

namespace {

// What is left is a guess.
std::string collected_in_words(const Progress::Collected& c) {
  const double made = c.done - c.begun;
  const std::string left =
      made > 1e-6 ? fmt::format(" · about {} left", human_seconds(c.seconds * (1 - c.done) / made))
                  : "";
  const std::string parts = c.parts == 0
                                ? ""
                                : fmt::format(" · {}, {} left to others", counted(c.parts, "part"),
                                              counted(c.positions_left, "position"));
  return fmt::format("{} · {:.4g} % of the {}{}", parts, 100 * c.done,
                     c.parts == 0 ? "claims" : "proof", left);
}

}  // namespace

std::string in_words(const Progress& p) {
  const double rate = p.seconds > 0 ? static_cast<double>(p.counts.created) / p.seconds : 0;
  std::string depth, effort;
  if (p.counts.iteration > 0) depth = fmt::format(" · depth {}", p.counts.iteration);
  if (p.effort)
    effort =
        fmt::format(" · to prove {:.4g}, to disprove {:.4g}", p.effort->first, p.effort->second);
  if (p.collected) effort += collected_in_words(*p.collected);
  if (p.left) effort += fmt::format(" · about {} left", human_seconds(*p.left));
  if (p.limit_in) effort += fmt::format(" · limit in {}", human_seconds(*p.limit_in));
  return fmt::format("{} · {} · {} · {:.1f} M/s · {} · value in {}..{}{}{}", p.stage,
                     human_seconds(p.seconds), counted(p.counts.created, "node"), rate / 1e6,
                     human_bytes(p.bytes), signed_number(p.lower), signed_number(p.upper), depth,
                     effort);
}

}  // namespace solvent::cli
