// A solve that ranks share, through the public API; and who is refused.
#include <gtest/gtest.h>

#include "api/help.hpp"
#include "game/fingerprint.hpp"
#include "parallel/helpers.hpp"
#include "ranks.hpp"
#include "solvent/version.hpp"

namespace solvent {
namespace {

using parallel::Helpers;
using parallel::LetterKind;
using parallel::LetterWriter;
using testing_ranks::on_ranks;

TEST(Help, OneSolveAfterAnother) {
  on_ranks(3, [](Ranks& ranks) {
    if (ranks.rank() != 0) {
      for (int k = 0; k < 3; ++k) help_solve(ranks);
      return;
    }
    const auto game = Ruleset::make("connect4:5x5", "wld");
    Options options;
    options.threads = 2;
    for (int k = 0; k < 2; ++k) {
      auto solver = Solver::make(*game, options, ranks);
      ASSERT_TRUE(solver) << solver.message();
      const Answer answer = solver->solve(game->start());
      EXPECT_EQ(answer.value, 0);
      EXPECT_EQ(answer.threads, 6);
      EXPECT_GT(answer.counts.created, 50'000U);
    }
    options.algorithm = "negascout";  // refused here, so the others are let go
    EXPECT_FALSE(Solver::make(*game, options, ranks));
    EXPECT_TRUE(ranks.all_there());
  });
}

// What rank 1 answers to this opening.
std::string refusal(const Bytes& opening) {
  std::string words;
  on_ranks(2, [&](Ranks& ranks) {
    if (ranks.rank() != 0) return help_solve(ranks);
    Helpers helpers(ranks);
    words = helpers.open(opening, 30).value_or("nothing is wrong");
  });
  return words;
}

Bytes opening(std::string_view version, std::uint64_t off) {
  const auto game = Ruleset::make("connect4:5x5", "wld");
  LetterWriter letter(LetterKind::Opening);
  for (const std::string_view text : {std::string_view("search by jobs 1"), version,
                                      std::string_view("connect4:5x5"), std::string_view("wld")})
    letter.put_text(text);
  letter.put(fingerprint(game->rules()) + off);
  letter.put(std::uint8_t{1});
  letter.put_text("");
  for (int k = 0; k < 2; ++k) {
    letter.put(std::uint8_t{1});
    letter.put(k == 0 ? std::uint64_t{1} : std::uint64_t{100} << 20);
  }
  return std::move(letter).finish();
}

TEST(Help, WhoIsRefused) {
  EXPECT_EQ(refusal(opening(kVersion, 0)), "nothing is wrong");
  EXPECT_NE(refusal(opening("0.0.1", 0)).find("rank 1 cannot take part: it is version"),
            std::string::npos);
  EXPECT_NE(refusal(opening(kVersion, 1)).find("its rules of connect4:5x5 are not those of rank 0"),
            std::string::npos);
}

}  // namespace
}  // namespace solvent
