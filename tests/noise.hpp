// A parser of positions given what nobody would write: it answers, and what it accepts it writes so
// that it reads the same again.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/rng.hpp"
#include "game/game.hpp"

namespace solvent {

// Short texts of these characters, and the start with a few characters changed; so many of 20,000
// have to be accepted, or the noise is not worth its name.
template <class Text, Game G>
void survive_noise(const G& g, std::string_view alphabet, int least) {
  const std::string start = Text::position(g, g.initial());
  Rng rng(9);
  int accepted = 0;
  for (int n = 0; n < 20000; ++n) {
    std::string text = n % 2 ? "" : start;
    for (std::size_t k = rng.below(6); k > 0; --k) {
      const char c = alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
      if (n % 2)
        text += c;
      else
        text[rng.below(static_cast<std::uint32_t>(text.size()))] = c;
    }
    const auto s = Text::parse(g, text);
    if (!s) continue;
    ++accepted;
    EXPECT_TRUE(*Text::parse(g, Text::position(g, *s)) == *s) << text;
  }
  EXPECT_GT(accepted, least);
}

}  // namespace solvent
