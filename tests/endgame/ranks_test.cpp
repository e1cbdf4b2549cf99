// Many ranks, here threads of this process, come to the same values as naive iteration and the same
// files as one machine; and whatever fails on one of them ends all in order.
#include "ranks.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/rng.hpp"
#include "endgame/awari_slice.hpp"
#include "endgame/graph_slice.hpp"
#include "endgame/ranked_build.hpp"
#include "endgame/retrograde_share.hpp"
#include "random_graphs.hpp"
#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent::endgame {
namespace {

using testing_ranks::on_ranks;
using testing_ranks::ThreadRanks;

TEST(Deal, EveryPositionIsOfOneRank) {
  for (const int ranks : {1, 2, 3, 5, 7, 64, 1000})
    for (const int bits : {0, 2, 5})
      for (const std::uint64_t positions : {0, 1, 31, 32, 33, 1000, 4097}) {
        std::vector<std::uint64_t> next(static_cast<std::size_t>(ranks));
        for (std::uint64_t i = 0; i < positions; ++i) {
          const auto place = Deal(ranks, 0, bits).place(i);
          ASSERT_LT(place.rank, static_cast<std::uint32_t>(ranks));
          ASSERT_EQ(place.index, next[place.rank]++) << "numbers rise by one";
          ASSERT_EQ(Deal(ranks, static_cast<int>(place.rank), bits).index(place.index), i);
        }
        for (int r = 0; r < ranks; ++r)
          ASSERT_EQ(Deal(ranks, r, bits).share(positions), next[static_cast<std::size_t>(r)]);
      }
  // The largest indices, where the product that stands for a division is at its limit.
  const std::uint64_t last = (std::uint64_t{1} << 46) - 1;
  for (const int ranks : {2, 3, 7, 1023, 4096, 65535}) {
    const auto place = Deal(ranks, 0, 14).place(last);
    const std::uint64_t block = last / kBlock;
    EXPECT_EQ(place.rank, block % static_cast<std::uint64_t>(ranks));
    EXPECT_EQ(place.index, block / static_cast<std::uint64_t>(ranks) * kBlock + last % kBlock);
  }
}

// Near predecessors and far ones are all of them, and the near ones lie where they are said to.
TEST(AwariSlice, NearAndFarAreAllPredecessors) {
  for (const int stones : {1, 4, 9, 17, 40}) {
    const AwariSlice slice(stones);
    AwariSlice::Cursor cursor = slice.cursor();
    Rng rng(static_cast<std::uint64_t>(stones));
    std::uint64_t near = 0, far = 0;
    for (int k = 0; k < 3000; ++k) {
      const AwariSlice::Board board = cursor.board(rng.next() % slice.size());
      std::vector<std::uint64_t> all, parts;
      slice.predecessors(board, [&](std::uint64_t index, const AwariSlice::Board& before, bool) {
        EXPECT_EQ(index, AwariSlice::index(before));
        all.push_back(index);
      });
      const Range range = slice.near_range(board);
      slice.near_predecessors(board,
                              [&](std::uint64_t place, const AwariSlice::Board& before, bool) {
                                EXPECT_TRUE(slice.has_near(board));
                                EXPECT_LE(place, range.last - range.first);
                                EXPECT_EQ(range.first + place, AwariSlice::index(before));
                                parts.push_back(range.first + place);
                                ++near;
                              });
      slice.far_predecessors(board,
                             [&](std::uint64_t index, const AwariSlice::Board& before, bool) {
                               EXPECT_EQ(index, AwariSlice::index(before));
                               parts.push_back(index);
                               ++far;
                             });
      std::ranges::sort(all);
      std::ranges::sort(parts);
      ASSERT_EQ(parts, all);
    }
    EXPECT_TRUE(stones < 9 || (near > 500 && far > 500)) << near << ", " << far;
  }
}

// Each rank has a number, gives it away in pieces to whoever comes by a fixed rule, and so on until
// all is used up. Nothing may be lost, and nobody may leave early.
class Passing final : public RankPhase {
 public:
  Passing(Exchange& exchange, std::uint64_t amount) : exchange_(exchange), amount_(amount) {}
  bool step() override {
    if (amount_ == 0) return false;
    const std::uint64_t piece = std::min<std::uint64_t>(amount_, 1 + amount_ / 3);
    amount_ -= piece;
    ++used_;
    if (piece == 1) return true;
    Bytes letter = Exchange::blank();
    letter.resize(letter.size() + sizeof piece);
    const std::uint64_t rest = piece - 1;
    std::memcpy(letter.data() + letter.size() - sizeof rest, &rest, sizeof rest);
    const int to =
        static_cast<int>((piece * 7 + amount_) % static_cast<std::uint64_t>(exchange_.size()));
    if (to == exchange_.rank())
      amount_ += rest;
    else
      exchange_.send(to, std::move(letter));
    return true;
  }
  void take(int, Letter letter) override {
    std::uint64_t more = 0;
    std::memcpy(&more, letter.content().data(), sizeof more);
    amount_ += more;
  }
  std::uint64_t used() const { return used_; }

 private:
  Exchange& exchange_;
  std::uint64_t amount_, used_ = 0;
};

TEST(Exchange, APhaseEndsWhenNothingIsLeftAnywhere) {
  for (const int number : {1, 2, 3, 8}) {
    constexpr int kPhases = 40;
    std::atomic<std::uint64_t> used[kPhases] = {};
    on_ranks(number, [&](Ranks& ranks) {
      Exchange exchange(ranks, nullptr);
      for (int phase = 0; phase < kPhases; ++phase) {
        Passing passing(exchange, ranks.rank() == phase % number ? 500 : 0);
        EXPECT_TRUE(exchange.run(passing));
        used[phase] += passing.used();
      }
      exchange.part();
      EXPECT_FALSE(ranks.receive_within(0).has_value()) << "nothing is left unread";
    });
    for (const auto& amount : used) EXPECT_EQ(amount, 500U);
  }
}

void expect_truth(const random_graphs::RandomGraph& graph, const Interned& game, int number,
                  int hand_bits, std::size_t most_waiting) {
  const GraphSlice slice(game, graph.size());
  on_ranks(number, [&](Ranks& ranks) {
    Exchange exchange(ranks, nullptr);
    const Deal deal(number, ranks.rank(), hand_bits);
    const std::vector<Deal> deals = {deal};
    RetrogradeShare<GraphSlice> analysis(slice, deals, exchange, most_waiting);
    Advance advance;
    ASSERT_TRUE(analysis.open([] { return LowerValues(); }, advance));
    ASSERT_TRUE(analysis.finish(advance));
    exchange.part();
    EXPECT_EQ(advance.opened, deal.share(graph.size()));
    for (std::uint64_t k = 0; k < deal.share(graph.size()); ++k) {
      const auto id = static_cast<std::uint32_t>(deal.index(k));
      ASSERT_EQ(slice.outcome(id, analysis.value(k)), graph.value(id))
          << "node " << id << ", rank " << ranks.rank() << " of " << number << "\n"
          << graph.text();
    }
  });
}

TEST(RetrogradeShare, AgreesWithNaiveIterationOnCyclicGraphs) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed);
    const Interned game(graph);
    for (const std::size_t waiting : {0, 1, 1000})
      expect_truth(*graph, game, 2 + static_cast<int>(seed % 3), static_cast<int>(seed % 2),
                   waiting);
  }
}

TEST(RetrogradeShare, HoldsOnLargerGraphs) {
  const random_graphs::Shape large{2000, 60, 40, 20000, false};
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto graph = random_graphs::random_cyclic(seed, large);
    const Interned game(graph);
    for (const int number : {1, 3, 4})
      expect_truth(*graph, game, number, 3, seed % 2 == 0 ? 3 : 1000);
  }
}

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Games {
  const char* spec;
  int highest;
};
class RankedBuilds : public testing::TestWithParam<Games> {};

// Every rank's memory, for passes of their own.
TEST_P(RankedBuilds, HaveTheBytesOfOneMachine) {
  const Ruleset game = *Ruleset::make(GetParam().spec);
  const test::TemporaryFolder one;
  ASSERT_TRUE(*build_table(game, one.path(), {.slice = GetParam().highest}));
  const auto tables = tables_of(game.rules());
  for (const auto& [number, memory] : {std::pair{1, 64}, {2, 64}, {3, 49}, {4, 64}}) {
    const test::TemporaryFolder many;
    on_ranks(number, [&, memory = memory](Ranks& ranks) {
      RankedOrder order{many.path(), static_cast<std::uint64_t>(memory) << 20,
                        std::vector<bool>(static_cast<std::size_t>(GetParam().highest) + 1)};
      ASSERT_TRUE(*build_on_ranks(ranks, *tables, order, nullptr));
    });
    int files = 0;
    for (const auto& file : std::filesystem::directory_iterator(one.path())) {
      const std::string name = file.path().filename().string();
      ASSERT_EQ(read_all(many.path() + "/" + name), read_all(file.path().string()))
          << name << " by " << number << " ranks";
      ++files;
    }
    EXPECT_EQ(files, GetParam().highest + 1);
  }
}
INSTANTIATE_TEST_SUITE_P(All, RankedBuilds,
                         testing::Values(Games{"awari", 11}, Games{"kalah:6,2", 10},
                                         Games{"kalah:4,3,empty-capture", 12},
                                         Games{"woodpush:10,3", 6}),
                         [](const auto& chosen) {
                           std::string name = chosen.param.spec;
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

// What a build says on rank 0, and that nobody is left waiting or unheard.
struct Outcome {
  bool complete = false;
  std::string message{};
};
Outcome build_awari(int number, int stones, const std::string& folder,
                    const std::atomic<bool>* stop = nullptr, int who_is_stopped = 0) {
  const Ruleset game = *Ruleset::make("awari");
  const auto tables = tables_of(game.rules());
  Outcome outcome;
  RankedOrder order{folder, std::uint64_t{64} << 20, {}};
  for (int k = 0; k <= stones; ++k) order.is_there.push_back(is_there(*tables, folder, k));
  on_ranks(number, [&](Ranks& ranks) {
    const Result<bool> built =
        build_on_ranks(ranks, *tables, order, ranks.rank() == who_is_stopped ? stop : nullptr);
    EXPECT_FALSE(ranks.receive_within(0).has_value()) << "nothing is left unread";
    if (ranks.rank() != 0) {
      EXPECT_TRUE(built.ok()) << "rank 0 says what has failed";
      return;
    }
    outcome = built ? Outcome{*built, ""} : Outcome{false, built.message()};
  });
  return outcome;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    names.push_back(file.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

// Two blocks are with rank 1 and 2; a damaged one is found by whoever reads it.
TEST(RankedBuild, DamageOnOneRankEndsAllWithOneLine) {
  const test::TemporaryFolder folder;
  ASSERT_TRUE(build_awari(3, 9, folder.path()).complete);
  const std::string path = folder.path() + "/awari-09.slice";
  std::string bytes = read_all(path);
  bytes[bytes.size() - 20] = static_cast<char>(bytes[bytes.size() - 20] ^ 4);  // block 11 of 11
  std::ofstream(path, std::ios::binary) << bytes;
  const Outcome outcome = build_awari(3, 10, folder.path());
  EXPECT_EQ(outcome.message,
            "rank 1: '" + path + "' is damaged: block 11 of 11 (remove it to build it anew)");
  EXPECT_EQ(names_in(folder.path()).size(), 10U) << "slice 10 is not there, nor a part of it";
  std::filesystem::remove(path);
  EXPECT_TRUE(build_awari(2, 10, folder.path()).complete);
}

TEST(RankedBuild, AFileThatCannotBeWrittenEndsAll) {
  const test::TemporaryFolder folder;
  const Ruleset game = *Ruleset::make("awari");
  RankedOrder order{folder.path(), std::uint64_t{64} << 20, std::vector<bool>(8)};
  std::filesystem::create_directory(folder.path() + "/awari-06.slice");  // since it was asked
  on_ranks(3, [&](Ranks& ranks) {
    const auto built = build_on_ranks(ranks, *tables_of(game.rules()), order, nullptr);
    if (ranks.rank() != 0) return;
    ASSERT_FALSE(built.ok());
    EXPECT_NE(built.message().find("awari-06.slice' cannot be written: it is a folder"),
              std::string::npos)
        << built.message();
  });
  EXPECT_EQ(names_in(folder.path()).size(), 7U) << "slices 0 to 5, and the folder";
}

// Files may not grow beyond what slices 0 to 8 take.
TEST(RankedBuild, AFullDiskEndsAllAndLeavesNothingInParts) {
  const test::TemporaryFolder folder;
  struct rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto signalled = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = before;
  small.rlim_cur = 40'000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const Outcome outcome = build_awari(3, 10, folder.path());
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, signalled);
  EXPECT_FALSE(outcome.complete);
  EXPECT_NE(outcome.message.find(" cannot be written: File too large"), std::string::npos)
      << outcome.message;
  for (const std::string& name : names_in(folder.path())) EXPECT_TRUE(name.ends_with(".slice"));
  EXPECT_TRUE(build_awari(2, 10, folder.path()).complete) << "with room it goes on";
}

TEST(RankedBuild, WhoeverIsToldToStopEndsAll) {
  for (const int who : {0, 2}) {
    const test::TemporaryFolder folder;
    std::atomic<bool> stop = false;
    {
      const std::jthread other([&] {
        while (!std::filesystem::exists(folder.path() + "/awari-08.slice"))
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        stop = true;
      });
      const Outcome outcome = build_awari(3, 40, folder.path(), &stop, who);
      EXPECT_FALSE(outcome.complete);
      EXPECT_EQ(outcome.message, "");
    }
    for (const std::string& name : names_in(folder.path())) EXPECT_TRUE(name.ends_with(".slice"));
    EXPECT_TRUE(build_awari(2, 9, folder.path()).complete) << "what is there is good";
  }
}

TEST(RankedBuild, NoMemoryOnOneRankEndsAll) {
  struct Phases final : RankPhase {
    Phases(Exchange& exchange, int fails_in) : exchange_(exchange), fails_in_(fails_in) {}
    bool step() override {
      if (exchange_.rank() == 1 && --fails_in_ == 0) throw std::bad_alloc();
      exchange_.send((exchange_.rank() + 1) % exchange_.size(), Exchange::blank());
      return true;  // it would go on for ever
    }
    void take(int, Letter) override {}
    Exchange& exchange_;
    int fails_in_;
  };
  on_ranks(3, [](Ranks& ranks) {
    Exchange exchange(ranks, nullptr);
    Phases phases(exchange, 50);
    EXPECT_FALSE(exchange.run(phases));
    exchange.part();
    EXPECT_EQ(exchange.failure().has_value(), ranks.rank() == 0);
    if (ranks.rank() != 0) return;
    EXPECT_EQ(exchange.failure()->message, "rank 1: there is not enough memory");
  });
}

TEST(RankedBuild, ARankWithOtherRulesIsRefused) {
  const test::TemporaryFolder folder;
  on_ranks(2, [&](Ranks& ranks) {
    if (ranks.rank() == 1) return refuse_build(ranks, "other rules");
    const Ruleset game = *Ruleset::make("awari");
    const auto built =
        build_on_ranks(ranks, *tables_of(game.rules()),
                       {folder.path(), std::uint64_t{64} << 20, {false, false}}, nullptr);
    ASSERT_FALSE(built.ok());
    EXPECT_EQ(built.message(), "rank 1: other rules");
  });
}

// As the program does it: rank 0 says what is to be built.
TEST(RankedBuild, TheOthersAreToldWhatToDo) {
  const test::TemporaryFolder one, many;
  const Ruleset game = *Ruleset::make("kalah:5,3");
  ASSERT_TRUE(*build_table(game, one.path(), {.slice = 7}));
  for (const int slice : {3, 7, 99})
    on_ranks(3, [&](Ranks& ranks) {
      if (ranks.rank() != 0) return help_build_table(ranks);
      const auto built = build_table(game, many.path(), {.slice = slice, .ranks = &ranks});
      EXPECT_EQ(built.ok(), slice < 99);
    });
  ASSERT_EQ(names_in(many.path()), names_in(one.path()));
  for (const std::string& name : names_in(one.path()))
    EXPECT_EQ(read_all(many.path() + "/" + name), read_all(one.path() + "/" + name)) << name;
}

}  // namespace
}  // namespace solvent::endgame
