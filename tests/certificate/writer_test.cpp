// Certificates written by several threads: the bytes of one, and an end when one is asked for.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <new>

#include "base/rng.hpp"
#include "games/engines.hpp"
#include "games/registry.hpp"
#include "proof/certificate.hpp"
#include "search/presets.hpp"
#include "temporary_folder.hpp"

namespace solvent::proof {
namespace {

// Layers of any bytes, large and small ones; nobody is going to check them.
class MadeUp final : public Collector {
 public:
  explicit MadeUp(std::uint64_t seed) {
    Rng rng(seed);
    for (int k = 0; k < 40; ++k) {
      Layer& layer = layers_.emplace_back();
      layer.moves.resize(1 + rng.below(k % 10 == 9 ? 70'000 : 2'000));
      layer.states.resize(layer.moves.size() * kSize);
      for (std::uint16_t& move : layer.moves) move = static_cast<std::uint16_t>(rng.below(9));
      for (std::byte& b : layer.states) b = static_cast<std::byte>(rng.below(4));
      claims_ += layer.moves.size();
    }
  }
  search::SliceResult step(const search::Slice&) override { return search::SliceResult::Done; }
  std::uint64_t nodes() const override { return 0; }
  std::size_t bytes() const override { return 0; }
  bool contradicted() const override { return false; }
  std::uint64_t claims() const override { return claims_; }
  std::uint32_t layers() const override { return static_cast<std::uint32_t>(layers_.size()); }
  std::size_t state_size() const override { return kSize; }
  std::set<int> slices() const override { return {}; }
  Layer layer(std::uint32_t number, Alarm& alarm) const override {
    if (alarm.ends()) throw Stopped();
    if (number == fails_at) throw std::bad_alloc();
    return layers_[number];
  }

  std::uint32_t fails_at = ~std::uint32_t{0};

 private:
  static constexpr std::size_t kSize = 16;
  std::vector<Layer> layers_;
  std::uint64_t claims_ = 0;
};

struct WrittenFile {
  Written written;
  std::string bytes;
};
WrittenFile write(const MadeUp& max, const MadeUp& min, std::size_t threads, Alarm alarm = {}) {
  const test::TemporaryFolder folder;
  const GamePtr game = *make_game("mnk", "wld");
  NewFile file(folder.path() + "/proof");
  WrittenFile out;
  out.written = write_certificate(file, Form::Binary, *game, {game->initial(), 0, 0, 0, {}},
                                  {{Side::Max, &max}, {Side::Min, &min}}, alarm, threads);
  EXPECT_TRUE(file.finish(false)) << file.problem();
  std::ifstream in(folder.path() + "/proof", std::ios::binary);
  out.bytes = {std::istreambuf_iterator<char>(in), {}};
  return out;
}

TEST(Writer, SeveralThreadsWriteTheBytesOfOne) {
  const MadeUp max(1), min(2);
  const WrittenFile one = write(max, min, 1);
  EXPECT_EQ(one.written.claims, max.claims() + min.claims());
  EXPECT_GT(one.bytes.size(), 500'000u);
  for (const std::size_t threads : {2, 3, 8}) {
    const WrittenFile several = write(max, min, threads);
    EXPECT_FALSE(several.written.stopped);
    EXPECT_TRUE(several.bytes == one.bytes) << threads;
  }
}

TEST(Writer, SeveralThreadsStop) {
  const MadeUp max(3), min(4);
  const std::atomic<bool> stop = true;
  for (const std::size_t threads : {1, 2, 8})
    EXPECT_TRUE(write(max, min, threads, Alarm(&stop)).written.stopped);
}

// What one thread throws ends the work of all, wherever it happens.
TEST(Writer, OneThreadsTroubleIsEverybodys) {
  const MadeUp good(5);
  MadeUp bad(6);
  for (const std::uint32_t layer : {0, 1, 17, 39}) {
    bad.fails_at = layer;
    EXPECT_THROW(write(good, bad, 1 + layer % 4), std::bad_alloc);
    EXPECT_THROW(write(bad, good, 8), std::bad_alloc);
  }
}

// Claims that the checker can search are found by several threads, and are those that one finds.
TEST(Leaves, SeveralThreadsCollectTheProofOfOne) {
  const test::TemporaryFolder folder;
  for (const char* spec : {"connect4:5x5", "connect4:6x4", "othello:4"}) {
    const GamePtr game = *make_game(spec, "wld");
    search::Design design;
    design.algorithm = search::kNegaScout;
    std::string first;
    for (const std::size_t threads : {1, 2, 5}) {
      const auto machine = make_machine(*game, design);
      const bool othello = std::string_view(spec) == "othello:4";
      const Outcome loss = 0, draw = 1, value = othello ? loss : draw;
      Order order{.root = game->initial(), .statement = {Side::Min, value}};
      order.leaf = 20;
      order.threads = threads;
      const auto collector = make_collector(*game, order, {*machine}, nullptr);
      while (collector->step({1000}) == search::SliceResult::Running) {}
      ASSERT_FALSE(collector->contradicted());
      if (!othello) { EXPECT_GT(collector->claims(), 2'000u) << spec; }  // so others are called
      NewFile file(folder.path() + "/proof");
      Alarm never;
      write_certificate(file, Form::Binary, *game, {game->initial(), {}, 0, 20, {}},
                        {{Side::Min, collector.get()}}, never, 1);
      EXPECT_TRUE(file.finish(false)) << file.problem();
      std::ifstream in(folder.path() + "/proof", std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), {}};
      if (first.empty()) first = bytes;
      EXPECT_TRUE(bytes == first) << spec << " with " << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace solvent::proof
