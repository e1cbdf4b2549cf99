// base/: what is saved is what is loaded.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "memory_archive.hpp"

namespace solvent {
namespace {

struct Everything {
  std::uint32_t number = 0;
  std::optional<std::uint16_t> maybe;
  std::string text;
  std::vector<std::uint64_t> numbers;
  std::vector<std::string> texts;
  std::vector<std::pair<std::string, std::uint8_t>> pairs;
  std::deque<std::uint32_t> queue;

  friend bool operator==(const Everything&, const Everything&) = default;
  void archive(Archive& a) {
    a.section("everything", sizeof(*this));
    a(number, maybe, text, numbers, texts, pairs, queue);
  }
};

Everything anything() {
  return {*rc::gen::arbitrary<std::uint32_t>(),
          *rc::gen::arbitrary<bool>() ? std::optional(*rc::gen::arbitrary<std::uint16_t>())
                                      : std::nullopt,
          *rc::gen::arbitrary<std::string>(),
          *rc::gen::arbitrary<std::vector<std::uint64_t>>(),
          *rc::gen::arbitrary<std::vector<std::string>>(),
          *rc::gen::arbitrary<std::vector<std::pair<std::string, std::uint8_t>>>(),
          *rc::gen::arbitrary<std::deque<std::uint32_t>>()};
}

RC_GTEST_PROP(ArchiveLaws, WhatIsSavedIsLoaded, ()) {
  Everything from = anything(), to = anything();
  RC_ASSERT(test::carry_over(from, to));
  RC_ASSERT(from == to);
}
RC_GTEST_PROP(ArchiveLaws, WhatIsMissingIsZeroAndSaid, ()) {
  Everything from = anything(), to = anything();
  test::MemorySaver saver;
  saver(from);
  const std::size_t left = *rc::gen::inRange<std::size_t>(0, saver.saved().size());
  test::MemoryLoader loader(std::span(saver.saved()).first(left));
  std::uint64_t last = 1;
  loader(to, last);
  RC_ASSERT(!loader.good());
  RC_ASSERT(last == 0u);
}

TEST(Archives, SectionsAreTold) {
  Everything from, to;
  test::MemorySaver saver;
  saver.section("something", sizeof(Everything));
  test::MemoryLoader loader(saver.saved());
  loader(to);
  EXPECT_FALSE(loader.good());
  EXPECT_EQ(to, from);
}

TEST(Archives, ImpossibleLengthsAreRefused) {
  for (const std::uint64_t length : {~std::uint64_t{0}, std::uint64_t{1} << 62}) {
    std::uint64_t forged[2] = {length, length};
    test::MemorySaver saver;
    saver(forged);
    std::vector<std::uint64_t> numbers = {1};
    std::string text = "a";
    std::deque<int> queue = {1};
    const auto load = [&](auto& thing) {
      test::MemoryLoader loader(saver.saved());
      loader(thing);
      EXPECT_EQ(loader.problem(), "it is damaged");
      EXPECT_TRUE(thing.empty());
    };
    load(numbers);
    load(text);
    load(queue);
  }
}

TEST(Archives, KeepCapacities) {
  std::vector<int> from = {1, 2, 3}, to;
  from.reserve(1000);
  ASSERT_TRUE(test::carry_over(from, to));
  EXPECT_EQ(to, from);
  EXPECT_EQ(to.capacity(), from.capacity());
}

}  // namespace
}  // namespace solvent
