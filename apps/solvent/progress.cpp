#include "progress.hpp"

#include <fmt/format.h>

#include "console.hpp"

namespace solvent::cli {

namespace {

// What is left is a guess.
std::string parts_in_words(const Progress::Parts& p) {
  const double made = p.done - p.begun;
  const std::string left =
      made > 1e-6 ? fmt::format(" · about {} left", human_seconds(p.seconds * (1 - p.done) / made))
                  : "";
  return fmt::format(" · {}, {} left to others · {:.4g} % of the proof{}", counted(p.made, "part"),
                     counted(p.positions_left, "position"), 100 * p.done, left);
}

}  // namespace

std::string in_words(const Progress& p) {
  const double rate = p.seconds > 0 ? static_cast<double>(p.counts.created) / p.seconds : 0;
  std::string depth, effort;
  if (p.counts.iteration > 0) depth = fmt::format(" · depth {}", p.counts.iteration);
  if (p.effort)
    effort =
        fmt::format(" · to prove {:.4g}, to disprove {:.4g}", p.effort->first, p.effort->second);
  if (p.parts) effort += parts_in_words(*p.parts);
  if (p.left) effort += fmt::format(" · about {} left", human_seconds(*p.left));
  if (p.limit_in) effort += fmt::format(" · limit in {}", human_seconds(*p.limit_in));
  return fmt::format("{} · {} · {} · {:.1f} M/s · {} · value in {}..{}{}{}", p.stage,
                     human_seconds(p.seconds), counted(p.counts.created, "node"), rate / 1e6,
                     human_bytes(p.bytes), signed_number(p.lower), signed_number(p.upper), depth,
                     effort);
}

}  // namespace solvent::cli
