// base/: strict text tools, exact hashing, reproducible random numbers, zeroed memory.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "base/clock.hpp"
#include "base/hash.hpp"
#include "base/memory.hpp"
#include "base/rng.hpp"
#include "base/text.hpp"

namespace solvent {
namespace {

TEST(Text, NumbersAreStrict) {
  EXPECT_EQ(text::to_int("42"), 42);
  EXPECT_EQ(text::to_int("+42"), 42);
  EXPECT_EQ(text::to_int("-7"), -7);
  for (const char* bad : {"", " 1", "1 ", "1x", "x", "--1", "+-1", "1e3", "99999999999999999999"})
    EXPECT_FALSE(text::to_int(bad)) << bad;
}

TEST(Text, Sizes) {
  EXPECT_EQ(*text::to_bytes("512"), 512u);
  EXPECT_EQ(*text::to_bytes("64K"), 65536u);
  EXPECT_EQ(*text::to_bytes("200m"), 200u << 20);
  EXPECT_EQ(*text::to_bytes("2G"), std::uint64_t{2} << 30);
  for (const char* bad :
       {"", "K", "-1", "1.5G", "1GB", "99999999999T", "+2G", "9223372036854775807K"})
    EXPECT_FALSE(text::to_bytes(bad).ok()) << bad;
}

TEST(Text, QuotesAreShortAndPrintable) {
  EXPECT_EQ(text::quoted("abc"), "'abc'");
  EXPECT_EQ(text::quoted(std::string_view("a\n\0b", 4)),
            "'a?"
            "?b'");
  EXPECT_LE(text::quoted(std::string(1000, 'x')).size(), 50u);
  EXPECT_TRUE(text::quoted(std::string(48, '.')).ends_with(".'...")) << "the cut shows";
  EXPECT_EQ(text::quoted("c7\u00d73"), "'c7\u00d73'");
  EXPECT_EQ(text::quoted("\xc3"), "'?'") << "half a character would spoil the message";
  EXPECT_EQ(text::quoted("a\xff\x80"),
            "'a?"
            "?'");
  // Overlong forms, surrogates, beyond Unicode, C1 controls: nothing that JSON or a terminal takes
  // amiss.
  for (const std::string bad : {"\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                                "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc2\x9b", "\x1b"}) {
    EXPECT_FALSE(text::is_printable(bad));
    EXPECT_EQ(text::quoted(bad), "'" + std::string(bad.size(), '?') + "'");
  }
  EXPECT_TRUE(
      text::is_printable(" ~\u00a0\u07ff\u0800\ue000\uffff\U00010000\U0010ffff\xed\x9f\xbf"));
}

TEST(Text, NearestWord) {
  const std::vector<std::string> games = {"connect4", "othello", "awari"};
  EXPECT_EQ(text::nearest("conect4", games), "connect4");
  EXPECT_EQ(text::nearest("Otello", games), "othello");
  EXPECT_EQ(text::nearest("chess", games), std::nullopt);
  EXPECT_EQ(text::nearest("", games), std::nullopt);
}

TEST(Text, Lists) {
  EXPECT_EQ(text::list({"a"}), "a");
  EXPECT_EQ(text::list({"a", "b"}, "or"), "a or b");
  EXPECT_EQ(text::list({"a", "b", "c"}), "a, b and c");
}

RC_GTEST_PROP(Text, SplitKeepsEverything, (const std::string& s)) {
  std::string joined;
  const auto fields = text::split(s, ',');
  for (std::size_t k = 0; k < fields.size(); ++k) joined += (k ? "," : "") + std::string(fields[k]);
  RC_ASSERT(joined == s);
}

RC_GTEST_PROP(Text, WordsHaveNoSpace, (const std::string& s)) {
  for (const auto word : text::words(s)) {
    RC_ASSERT(!word.empty());
    RC_ASSERT(word == text::trim(word));
  }
}

RC_GTEST_PROP(Text, IntegersRoundTrip, (std::int64_t n)) {
  RC_ASSERT(text::to_int(std::to_string(n)) == n);
}

TEST(Hash, EveryByteOfAKeyCounts) {
  struct Key {
    std::uint64_t a, b;
    std::uint32_t c, d;
  };
  std::set<std::uint64_t> seen;
  Key key{};
  for (std::size_t bit = 0; bit < 8 * sizeof(Key); ++bit) {
    auto* bytes = reinterpret_cast<unsigned char*>(&key);
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    seen.insert(hash_of(key));
    bytes[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
  }
  EXPECT_EQ(seen.size(), 8 * sizeof(Key));
}

RC_GTEST_PROP(Hash, MixIsABijectionAsFarAsWeLook, (std::uint64_t a, std::uint64_t b)) {
  RC_ASSERT((mix(a) == mix(b)) == (a == b));
}

TEST(Rng, IsTheSameEverywhere) {
  Rng rng(1);
  EXPECT_EQ(rng.next(), 10451216379200822465ull);  // splitmix64 with seed 1
  Rng dice(7);
  std::array<int, 6> counts{};
  for (int n = 0; n < 60000; ++n) ++counts[dice.below(6)];
  for (const int c : counts) EXPECT_NEAR(c, 10000, 500);
}

TEST(Memory, IsZeroedAndMovable) {
  ZeroedMemory block(std::size_t{16} << 20);
  auto* bytes = static_cast<unsigned char*>(block.data());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes) % 64, 0u);
  EXPECT_EQ(bytes[0] + bytes[block.size() - 1], 0);
  bytes[5] = 9;
  ZeroedMemory other = std::move(block);
  EXPECT_EQ(static_cast<unsigned char*>(other.data())[5], 9);
  EXPECT_GT(physical_memory(), std::size_t{1} << 20);
}

TEST(ZeroedMemory, TouchingPagesChangesNoByte) {
  const std::size_t size = (std::size_t{1} << 17) + 100;
  ZeroedMemory block(size);
  auto* bytes = static_cast<unsigned char*>(block.data());
  bytes[0] = 7;
  bytes[size - 1] = 8;
  block.touch_small_pages();
  EXPECT_EQ(bytes[0], 7);
  EXPECT_EQ(bytes[1] + bytes[size / 2], 0);
  EXPECT_EQ(bytes[size - 1], 8);
  block.grow(2 * size);
  block.touch_small_pages(size);  // not at the start of a page
  bytes = static_cast<unsigned char*>(block.data());
  EXPECT_EQ(bytes[0], 7);
  EXPECT_EQ(bytes[size - 1], 8);
  EXPECT_EQ(bytes[size] + bytes[2 * size - 1], 0);
  block.touch_small_pages(2 * size);  // nothing is left
  ZeroedMemory().touch_small_pages();
}

TEST(Clock, Advances) {
  const Stopwatch watch;
  while (watch.cpu_seconds() <= 0) {}
  EXPECT_GT(watch.seconds(), 0);
}

}  // namespace
}  // namespace solvent
