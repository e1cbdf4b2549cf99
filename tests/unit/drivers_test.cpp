// search/drivers.hpp: every driver finds every value, by questions that each exclude something.
#include "search/drivers.hpp"

#include <gtest/gtest.h>

namespace solvent::search {
namespace {

int questions_for(Driver driver, const Scale& scale, Side mover, Outcome value) {
  const Bounds first = scale.everything();
  Bounds open = first;
  int questions = 0;
  while (!open.closed()) {
    const int cut = next_cut(driver, scale, mover, open, first);
    EXPECT_GE(cut, open.pess);
    EXPECT_LT(cut, open.opti);
    if (cut < open.pess || cut >= open.opti) return -1;
    if (value > cut)
      open.pess = static_cast<Outcome>(cut + 1);
    else
      open.opti = static_cast<Outcome>(cut);
    ++questions;
  }
  EXPECT_EQ(open.pess, value);
  return questions;
}

TEST(Drivers, FindEveryValue) {
  for (const Scale& scale : {Scale::win_draw_loss(), Scale::scores(-18, 18), Scale::scores(0, 200),
                             Scale::scores(-64, 64, 2), Scale::of_values({-100, -3, 0, 7, 8})})
    for (const Driver driver : {Driver::Binary, Driver::Up, Driver::Down, Driver::Open})
      for (const Side mover : {Side::Max, Side::Min})
        for (int value = 0; value < scale.size(); ++value) {
          const int questions = questions_for(driver, scale, mover, static_cast<Outcome>(value));
          ASSERT_GE(questions, 1);
          ASSERT_LE(questions, scale.size() - 1);
        }
}

TEST(Drivers, BinaryHalves) {
  const Scale scale = Scale::scores(-18, 18);
  for (int value = 0; value < scale.size(); ++value)
    EXPECT_LE(questions_for(Driver::Binary, scale, Side::Max, static_cast<Outcome>(value)), 6);
}

TEST(Drivers, OpenEndedDoublesFromOne) {
  const Scale scale = Scale::scores(0, 200);
  const auto at_least = [&](Bounds open) {
    return scale.value(static_cast<Outcome>(
        next_cut(Driver::Open, scale, Side::Max, open, scale.everything()) + 1));
  };
  EXPECT_EQ(at_least({0, 200}), 1);
  EXPECT_EQ(at_least({1, 200}), 2);
  EXPECT_EQ(at_least({2, 200}), 4);
  EXPECT_EQ(at_least({64, 200}), 128);
  EXPECT_EQ(at_least({64, 127}), 96) << "after a disproof it halves";
}

}  // namespace
}  // namespace solvent::search
