// Slices on disk: they read back as written, whatever is wrong with them is refused in one line,
// and a build that was broken off ends with the same bytes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/hash.hpp"
#include "base/rng.hpp"
#include "endgame/build.hpp"
#include "endgame/loaded_slices.hpp"
#include "solvent/solvent.hpp"
#include "special_files.hpp"
#include "temporary_folder.hpp"

namespace solvent::endgame {
namespace {

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write_all(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

auto files_in(const std::string& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

std::vector<signed char> random_values(std::uint64_t positions, int limit, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<signed char> values(positions);
  int v = 0;
  for (auto& value : values) {
    if (rng.below(3) == 0)
      v = static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit;
    value = static_cast<signed char>(v);
  }
  return values;
}

class SliceFiles : public testing::Test {
 protected:
  std::string path() const { return folder_.path() + "/slice"; }
  SliceLabel write(std::uint64_t positions, int limit) {
    const SliceLabel label{"awari", 4, positions, limit};
    values_ = random_values(positions, limit, positions);
    EXPECT_TRUE(*write_slice(path(), label, values_, 2, nullptr));
    return label;
  }
  // What is said of the file; empty if all of it is good.
  std::string complaint(const SliceLabel& label) const {
    const auto file = SliceFile::open(path(), label);
    if (!file) return file.message();
    try {
      file->unpack_all({}, 1);
    } catch (const DamagedTable& damage) { return damage.what(); }
    return "";
  }

  test::TemporaryFolder folder_;
  std::vector<signed char> values_;
};

TEST_F(SliceFiles, ReadBackAsWritten) {
  for (const std::uint64_t positions : {1, 7, 16383, 16384, 16385, 200000})
    for (const int limit : {0, 1, 19, 127}) {
      const SliceLabel label = write(positions, limit);
      const auto file = SliceFile::open(path(), label);
      ASSERT_TRUE(file.ok()) << file.message();
      std::vector<signed char> back(positions);
      file->unpack_all(back, 2);
      EXPECT_EQ(back, values_);
      std::uint64_t counted = 0;
      for (int v = -limit; v <= limit; ++v) counted += file->count(v);
      EXPECT_EQ(counted, positions);
      EXPECT_EQ(file->bytes(), std::filesystem::file_size(path()));
    }
  EXPECT_EQ(files_in(folder_.path()), 1) << "and nothing beside it";
}

TEST_F(SliceFiles, EveryFlippedBitIsNoticed) {
  const SliceLabel label = write(300, 1);
  const std::string good = read_all(path());
  ASSERT_EQ(complaint(label), "");
  for (std::size_t at = 0; at < good.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
      write_all(path(), bad);
      const std::string said = complaint(label);
      ASSERT_NE(said, "") << "byte " << at << " bit " << bit;
      ASSERT_EQ(said.find('\n'), std::string::npos);
      ASSERT_NE(said.find(path()), std::string::npos);
    }
}

// Whoever makes the checksum right can make any values, but none that are not on the scale.
TEST_F(SliceFiles, ValuesBeyondTheScaleAreNoticed) {
  const SliceLabel label = write(300, 1);
  std::string bytes = read_all(path());
  const std::size_t ranked = 64 + 8 + 3 * 8;  // the head, the name, the histogram
  for (const int value : {2, -2, 127, -128}) {
    bytes[ranked + 4] = static_cast<char>(value);
    std::uint64_t sum = 0, word = 0;
    std::uint32_t header = 0;
    std::memcpy(&header, bytes.data() + 12, 4);
    for (std::size_t at = 0; at < header; at += 8) {
      std::memcpy(&word, bytes.data() + at, 8);
      sum = mix(sum + (at == 16 ? 0 : word) + 0x9E3779B97F4A7C15ull);
    }
    std::memcpy(bytes.data() + 16, &sum, 8);
    write_all(path(), bytes);
    EXPECT_NE(complaint(label).find("is damaged: its header"), std::string::npos) << value;
  }
}

TEST_F(SliceFiles, EveryCutAndEveryAdditionIsNoticed) {
  const SliceLabel label = write(700, 3);
  const std::string good = read_all(path());
  for (std::size_t size = 0; size < good.size(); ++size) {
    write_all(path(), good.substr(0, size));
    ASSERT_NE(complaint(label), "") << size;
  }
  write_all(path(), good + '\0');
  EXPECT_NE(complaint(label).find("bytes instead of"), std::string::npos) << complaint(label);
}

TEST_F(SliceFiles, StrangersAreRefused) {
  const SliceLabel label = write(700, 3);
  for (SliceLabel other : {SliceLabel{"kalah:6", 4, 700, 3}, SliceLabel{"awari", 5, 700, 3},
                           SliceLabel{"awari", 4, 701, 3}, SliceLabel{"awari", 4, 700, 4}})
    EXPECT_NE(complaint(other), "");
  write_all(path(), "");
  EXPECT_NE(complaint(label), "");
  write_all(path(), std::string(5000, 'x'));
  EXPECT_NE(complaint(label).find("is not a slice"), std::string::npos);
  std::filesystem::remove(path());
  EXPECT_NE(complaint(label).find("cannot be opened"), std::string::npos);
  std::filesystem::create_directory(path());
  EXPECT_NE(complaint(label), "");
}

TEST_F(SliceFiles, AFolderThatCannotBeWrittenIsSaidSo) {
  const std::vector<signed char> values(10);
  const auto written =
      write_slice(folder_.path() + "/none/slice", {"awari", 1, 10, 1}, values, 1, nullptr);
  EXPECT_FALSE(written.ok());
}

TEST_F(SliceFiles, LookupsAgreeWhateverTheCache) {
  const Ruleset game = *Ruleset::make("awari");
  const auto tables = tables_of(game.rules());
  ASSERT_TRUE(*build_table(game, folder_.path(), {.slice = 9, .threads = 2}));
  const auto database = *Database::open(*tables, folder_.path());
  Lookup small(database, 0), large(database, 1 << 24);
  Rng rng(1);
  for (int k = 0; k < 5000; ++k) {
    const int slice = static_cast<int>(rng.below(10));
    const std::uint64_t index =
        rng.below(static_cast<std::uint32_t>(tables->label(slice).positions));
    ASSERT_EQ(small.value(slice, index), large.value(slice, index));
  }
  EXPECT_FALSE(small.covers(10));
}

TEST(Builds, GoOnWhereTheyWereBrokenOff) {
  const Ruleset game = *Ruleset::make("awari");
  const test::TemporaryFolder once, twice;
  ASSERT_TRUE(*build_table(game, once.path(), {.slice = 10, .threads = 2}));
  ASSERT_TRUE(*build_table(game, twice.path(), {.slice = 6}));
  std::atomic<bool> stop = true;
  EXPECT_FALSE(*build_table(game, twice.path(), {.slice = 10, .stop = &stop}));
  write_all(twice.path() + "/awari-07.slice.solvent-0123456789abcdef.tmp",
            "left by a build that was killed");
  ASSERT_TRUE(*build_table(game, twice.path(), {.slice = 10}));
  for (int n = 0; n <= 10; ++n) {
    const std::string name =
        "/awari-" + std::string(n < 10 ? "0" : "") + std::to_string(n) + ".slice";
    EXPECT_EQ(read_all(once.path() + name), read_all(twice.path() + name)) << n;
  }
  EXPECT_EQ(files_in(twice.path()), 11);
}

// Before anything is computed: what would be in the way of the last slice.
TEST(Builds, WantAllTheirPlaces) {
  const Ruleset game = *Ruleset::make("awari");
  const auto tables = tables_of(game.rules());
  const test::TemporaryFolder specials;
  for (const test::SpecialFile& special : test::make_special_files(specials.path())) {
    const test::TemporaryFolder folder;
    const std::string last = folder.path() + "/awari-05.slice";
    ASSERT_EQ(rename(special.path.c_str(), last.c_str()), 0);
    const auto built = build_table(game, folder.path(), {.slice = 5});
    ASSERT_FALSE(built) << special.called;
    EXPECT_NE(built.message().find("awari-05.slice"), std::string::npos) << built.message();
    EXPECT_TRUE((test::SpecialFile{last, "", special.kind}.untouched())) << special.called;
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/awari-00.slice")) << special.called;
  }
}

TEST(Builds, SayWhatWouldFit) {
  const Ruleset game = *Ruleset::make("awari");
  const test::TemporaryFolder folder;
  const auto refusal = [&](int slice, std::uint64_t megabytes) {
    return build_table(game, folder.path(), {.slice = slice, .memory = megabytes << 20}).message();
  };
  EXPECT_EQ(refusal(0, 20),
            "up to slice 0 it takes 49M of memory, but there is 20M; slice 0 alone takes 49M");
  EXPECT_EQ(refusal(20, 20),
            "up to slice 20 it takes 243M of memory, but there is 20M; slice 0 alone takes 49M");
  EXPECT_EQ(refusal(20, 60),
            "up to slice 20 it takes 243M of memory, but there is 60M; up to slice 14 fits");
}

// With no room for all the slices below, values are taken from them in several passes.
TEST(Builds, TakeAsLittleMemoryAsTheyMust) {
  for (const auto& [spec, slice] :
       {std::pair{"awari", 12}, {"kalah:6,4", 9}, {"woodpush:9,4", 8}}) {
    const Ruleset game = *Ruleset::make(spec);
    const auto tables = tables_of(game.rules());
    const std::uint64_t least = memory_needed(*tables, slice);
    const test::TemporaryFolder much, little;
    ASSERT_TRUE(*build_table(game, much.path(), {.slice = slice, .threads = 2}));
    ASSERT_TRUE(*build_table(game, little.path(), {.slice = slice, .threads = 2, .memory = least}));
    EXPECT_FALSE(build_table(game, little.path(), {.slice = slice, .memory = least - 1}).ok());
    for (int k = 0; k <= slice; ++k) {
      const SliceLabel label = tables->label(k);
      EXPECT_EQ(read_all(slice_path(much.path(), label)),
                read_all(slice_path(little.path(), label)))
          << spec << " " << k;
    }
    const std::string last = slice_path(little.path(), tables->label(slice));
    std::filesystem::remove(last);  // and again from files alone
    ASSERT_TRUE(*build_table(game, little.path(), {.slice = slice, .memory = least}));
    EXPECT_EQ(read_all(last), read_all(slice_path(much.path(), tables->label(slice)))) << spec;
  }
}

TEST(Builds, RefuseWhatIsDamagedAndWhatDoesNotFit) {
  const Ruleset game = *Ruleset::make("awari");
  const test::TemporaryFolder folder;
  ASSERT_TRUE(*build_table(game, folder.path(), {.slice = 7}));
  const std::string path = folder.path() + "/awari-07.slice";
  std::string bytes = read_all(path);
  bytes[bytes.size() - 9] ^= 1;
  write_all(path, bytes);
  const auto built = build_table(game, folder.path(), {.slice = 8});
  ASSERT_FALSE(built.ok());
  EXPECT_NE(built.message().find("damaged"), std::string::npos);
  const auto verified = verify_table(game, folder.path(), {});
  ASSERT_FALSE(verified.ok());
  const auto large = build_table(game, folder.path(), {.slice = 30, .memory = 100 << 20});
  ASSERT_FALSE(large.ok());
  EXPECT_NE(large.message().find("memory"), std::string::npos);
  EXPECT_FALSE(build_table(game, folder.path(), {.slice = 49}).ok());
  EXPECT_FALSE(build_table(*Ruleset::make("connect4"), folder.path(), {.slice = 3}).ok());
}

// Kalah has no cycles; its databases are checked against the rules and the fixed point too.
TEST(Verification, HoldsForKalah) {
  for (const char* spec : {"kalah:6,4", "kalah:6,4,empty-capture", "kalah:2,3", "kalah:1,4"}) {
    const Ruleset game = *Ruleset::make(spec);
    const test::TemporaryFolder folder;
    ASSERT_TRUE(*build_table(game, folder.path(), {.slice = 8, .threads = 2}));
    const auto verified = verify_table(game, folder.path(), {.threads = 2});
    EXPECT_TRUE(verified.ok()) << verified.message();
    EXPECT_EQ(table_slices(game, folder.path())->size(), 9U);
  }
  const Ruleset small = *Ruleset::make("kalah:2,3");  // the whole game
  const test::TemporaryFolder folder;
  ASSERT_TRUE(*build_table(small, folder.path(), {.slice = 12}));
  EXPECT_EQ(query_table(small.start(), folder.path())->value,
            *Solver::make(small, {})->solve(small.start()).value);
}

// Its values depend on the pits and on what a last stone captures, not on the stones at the start.
TEST(Kalahs, ThatDifferInStonesShareADatabase) {
  const test::TemporaryFolder folder;
  const Ruleset three = *Ruleset::make("kalah:2,3"), two = *Ruleset::make("kalah:2,2");
  ASSERT_TRUE(*build_table(three, folder.path(), {}));
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/kalah-2-12.slice"));
  EXPECT_EQ(table_slices(two, folder.path())->size(), 9U);  // it has no more stones
  EXPECT_TRUE(*verify_table(two, folder.path(), {}));
  for (const Ruleset& game : {three, two}) {
    Options options;
    options.endgame = folder.path();
    EXPECT_EQ(*Solver::make(game, options)->solve(game.start()).value,
              *Solver::make(game, {})->solve(game.start()).value);
  }
  EXPECT_FALSE(table_slices(*Ruleset::make("kalah:2,3,empty-capture"), folder.path()).ok());
  EXPECT_FALSE(table_slices(*Ruleset::make("kalah:3,3"), folder.path()).ok());
}

// A file whose checksums are right but whose values are not.
TEST(Verification, FindsAWrongValueAndAFalseCycle) {
  const Ruleset game = *Ruleset::make("awari");
  const auto tables = tables_of(game.rules());
  const test::TemporaryFolder folder;
  ASSERT_TRUE(*build_table(game, folder.path(), {.slice = 6}));
  EXPECT_TRUE(*verify_table(game, folder.path(), {.threads = 2}));
  const SliceLabel label = tables->label(6);
  const std::string path = slice_path(folder.path(), label);
  std::vector<signed char> values(label.positions);
  {
    const auto file = SliceFile::open(path, label);
    file->unpack_all(values, 1);
  }
  Rng rng(1);
  for (int k = 0; k < 20; ++k) {
    std::vector<signed char> wrong = values;
    signed char& v = wrong[rng.below(static_cast<std::uint32_t>(wrong.size()))];
    v = static_cast<signed char>(v == 6 ? 5 : v + 1);
    ASSERT_TRUE(*write_slice(path, label, wrong, 1, nullptr));
    EXPECT_FALSE(verify_table(game, folder.path(), {}).ok());
  }
}

// Values that contradict the rules and each other give wrong answers or none, and never end the
// process.
TEST(Verification, WrongValuesAreAContradictionAtWorst) {
  const Ruleset game = *Ruleset::make("awari");
  const auto tables = tables_of(game.rules());
  const test::TemporaryFolder folder;
  ASSERT_TRUE(*build_table(game, folder.path(), {.slice = 6}));
  for (int slice = 3; slice <= 6; ++slice) {
    const SliceLabel label = tables->label(slice);
    ASSERT_TRUE(*write_slice(slice_path(folder.path(), label), label,
                             random_values(label.positions, slice, 9), 1, nullptr));
  }
  int contradictions = 0;
  for (const char* algorithm : {"auto", "minimax", "negascout", "dfmopns", "pns", "mopns"})
    for (const char* position :
         {"0 1 2 0 1 0|0 1 1 0 1 1 S20 N20 S", "1 0 0 2 0 1|0 2 1 0 0 0 S9 N9 N",
          "2 1 0 0 1 0|0 0 2 0 1 0 S9 N9 S", "0 0 3 1 0 0|1 0 1 0 0 2 S9 N9 S"}) {
      Options options;
      options.algorithm = algorithm;
      options.endgame = folder.path();
      options.certify = true;
      options.moves = true;
      options.limits.nodes = 200'000;
      try {
        Solver::make(game, options)->solve(*game.parse(position));
      } catch (const Contradiction& contradiction) {
        ++contradictions;
        EXPECT_NE(std::string(contradiction.what()).find("table verify"), std::string::npos)
            << contradiction.what();
      }
    }
  EXPECT_GT(contradictions, 0);
}

}  // namespace
}  // namespace solvent::endgame
