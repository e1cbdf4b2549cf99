// base/: what is saved is what is loaded, and files that appear only when they are complete.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/new_file.hpp"
#include "memory_archive.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

namespace fs = std::filesystem;

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

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(NewFiles, TakeTheirPlaceWhenComplete) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  {
    NewFile file(path);
    file.write("new one", 7, 0);
    EXPECT_EQ(content(path), "old");
    EXPECT_TRUE(file.finish());
    EXPECT_EQ(content(path), "new one");
  }
  EXPECT_FALSE(fs::exists(path + ".tmp"));
  { NewFile(path).write("half", 4, 0); }
  EXPECT_EQ(content(path), "new one");
  EXPECT_FALSE(fs::exists(path + ".tmp"));
}
TEST(NewFiles, HaveOneWriter) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  folder.write("file.tmp", "what a killed program left, longer than what is written now");
  {
    NewFile first(path);
    {
      NewFile second(path);
      EXPECT_FALSE(second.good());
      EXPECT_EQ(second.problem(), "somebody else is writing it");
      EXPECT_FALSE(second.finish());
    }
    first.write("first", 5, 0);
    EXPECT_TRUE(first.finish());
  }
  EXPECT_EQ(content(path), "first");
  EXPECT_TRUE(NewFile(path).good());
}
TEST(NewFiles, SayWhatIsWrong) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(NewFile(folder.path() + "/no/file").problem(), "No such file or directory");
  NewFile over_a_folder(folder.path());
  EXPECT_FALSE(over_a_folder.finish());
  EXPECT_NE(over_a_folder.problem(), "");
}

}  // namespace
}  // namespace solvent
