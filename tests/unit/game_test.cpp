// game/ and the vocabulary: scales, bounds, parameters, results, paths.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/hash.hpp"
#include "game/family.hpp"
#include "search/machine.hpp"
#include "search/path.hpp"
#include "solvent/outcome.hpp"

namespace solvent {
namespace {

TEST(Scale, RanksAndValues) {
  const Scale wld = Scale::win_draw_loss();
  EXPECT_EQ(wld.size(), 3);
  EXPECT_EQ(wld.value(0), -1);
  EXPECT_EQ(wld.for_side(Side::Min, 0), 1);
  const Scale even = Scale::scores(-64, 64, 2);
  EXPECT_EQ(even.size(), 65);
  EXPECT_EQ(even.rank_of(-64), 0);
  EXPECT_EQ(even.rank_of(3), std::nullopt);
  EXPECT_EQ(even.rank_at_least(3), even.rank_of(4));
  EXPECT_EQ(even.rank_at_least(65), even.size());
  EXPECT_EQ(Scale::of_values({-7, 0, 100}).value(2), 100);
}

TEST(ScaleDeathTest, MustAscendAndFit) {
  EXPECT_DEATH(Scale::of_values({1, 1}), "");
  EXPECT_DEATH(Scale::of_values({}), "");
  EXPECT_DEATH(Scale::scores(0, 256), "");
}

RC_GTEST_PROP(Bounds, MeetAndBestOfAreCommutativeAndAssociative,
              (std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, bool max)) {
  const Side side = max ? Side::Max : Side::Min;
  const Bounds x{std::min(a, b), std::max(a, b)}, y{std::min(c, d), std::max(c, d)}, z{a, a};
  RC_ASSERT(meet(x, y) == meet(y, x));
  RC_ASSERT(best_of(side, x, y) == best_of(side, y, x));
  RC_ASSERT(best_of(side, best_of(side, x, y), z) == best_of(side, x, best_of(side, y, z)));
  RC_ASSERT(best_of(side, x, x) == x);
  // The value of the better of two moves lies in the better of their bounds.
  RC_ASSERT(
      best_of(side, x, y).contains(max ? std::max(x.pess, y.opti) : std::min(x.pess, y.opti)));
}

RC_GTEST_PROP(Window, IsAnsweredOnceNothingInsideIsOpen, (std::uint8_t pess, std::uint8_t width)) {
  const Bounds b{pess, static_cast<Outcome>(std::min(255, pess + width))};
  for (int v = 1; v < 256; ++v) {
    const search::Window test{static_cast<Outcome>(v - 1), static_cast<Outcome>(v)};
    RC_ASSERT(test.answered_by(b) == (b.pess >= v || b.opti < v));
  }
}

TEST(Parameters, ListedAndSettings) {
  const Parameters p("woodpush", "8,3,ko=super");
  EXPECT_EQ(*p.number(0, "length", 1, 20, 5), 8);
  EXPECT_EQ(*p.number(2, "more", 1, 20, 5), 5);
  EXPECT_EQ(*p.setting("ko", {"simple", "super"}), "super");
  EXPECT_EQ(*p.setting("score", {"moves", "pieces"}), "moves");
  EXPECT_FALSE(p.number(0, "length", 1, 7, 5).ok());
  EXPECT_FALSE(p.setting("ko", {"simple"}).ok());
  EXPECT_FALSE(p.reject_others({"ko"}, 2));
  EXPECT_TRUE(p.reject_others({"score"}, 2));
  EXPECT_TRUE(p.reject_others({"ko"}, 1));
  EXPECT_TRUE(Parameters("g", "a=1,a=2").reject_others({"a"}, 0));
  EXPECT_EQ(p.wrong("bad").message, "game 'woodpush:8,3,ko=super': bad");
}

TEST(ResultDeathTest, AskingAFailureForItsValueEndsTheProgram) {
  const Result<int> failed = Error{"no"};
  EXPECT_FALSE(failed.ok());
  EXPECT_EQ(failed.message(), "no");
  EXPECT_DEATH((void)failed.value(), "");
}

TEST(Path, FindsTheLatestPlyAndForgetsWhatIsPopped) {
  search::Path<std::uint64_t> path;
  for (std::uint64_t k = 0; k < 10000; ++k) path.push(k, hash_of(k));
  for (std::uint64_t k = 0; k < 10000; ++k)
    ASSERT_EQ(path.find(k, hash_of(k)), static_cast<int>(k));
  EXPECT_EQ(path.find(10000, hash_of(std::uint64_t{10000})), -1);
  path.pop(hash_of(std::uint64_t{9999}));
  EXPECT_EQ(path.find(9999, hash_of(std::uint64_t{9999})), -1);
}

}  // namespace
}  // namespace solvent
