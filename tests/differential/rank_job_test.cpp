// A search that ranks share against the truth on seeded random graphs: with good ranks, and with
// ranks that vanish, that are silent for too long, and that answer nonsense.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "interned_jobs.hpp"
#include "memory_archive.hpp"
#include "parallel/job_search.hpp"
#include "parallel/rank_helper.hpp"
#include "parallel/rank_transport.hpp"
#include "ranks.hpp"

namespace solvent::search::against_truth {
namespace {

using parallel::Helpers;
using parallel::HelpTerms;
using parallel::JobResult;
using parallel::JobSearch;
using parallel::LetterKind;
using parallel::LetterReader;
using parallel::LetterWriter;
using parallel::RankHelper;
using parallel::RankTransport;
using parallel::WorkDone;

enum class Manner { Good, Vanishing, Silent, Garbled, Nonsense };

struct Vanished {};

// A rank whose letters go wrong, each with a chance of 1 in `rarity`.
class BadRanks final : public Ranks {
 public:
  BadRanks(Ranks& good, Manner manner, std::uint64_t seed, std::uint32_t rarity, double silence)
      : good_(good), manner_(manner), rng_(seed), rarity_(rarity), silence_(silence) {}
  int rank() const override { return good_.rank(); }
  int size() const override { return good_.size(); }
  int on_this_machine() const override { return good_.on_this_machine(); }
  std::optional<Message> receive() override { return good_.receive(); }
  std::size_t unsent() override { return good_.unsent(); }
  void send(int to, Bytes bytes) override {
    const LetterKind kind = LetterReader(bytes).kind();
    const bool of_work = kind == LetterKind::Results || kind == LetterKind::Entries;
    if (of_work && rng_.below(rarity_) == 0) go_wrong(kind, bytes);
    good_.send(to, std::move(bytes));
  }

 private:
  void go_wrong(LetterKind kind, Bytes& bytes) {
    switch (manner_) {
      case Manner::Good: return;
      case Manner::Vanishing: throw Vanished();
      case Manner::Silent:
        std::this_thread::sleep_for(std::chrono::duration<double>(silence_));
        return;
      case Manner::Garbled: return garble(bytes);
      case Manner::Nonsense:
        if (kind == LetterKind::Results) bytes = nonsense(bytes);
        return;
    }
  }
  void garble(Bytes& bytes) {
    switch (rng_.below(4)) {
      case 0: bytes.resize(rng_.below(static_cast<std::uint32_t>(bytes.size()))); break;
      case 1: bytes.resize(bytes.size() + 1 + rng_.below(100)); break;
      case 2:
        for (std::byte& b : bytes) b = static_cast<std::byte>(rng_.below(256));
        break;
      default: {
        std::byte& b = bytes[rng_.below(static_cast<std::uint32_t>(bytes.size()))];
        b ^= static_cast<std::byte>(1U << rng_.below(8));
      }
    }
  }
  // With a checksum that fits.
  Bytes nonsense(const Bytes& bytes) {
    LetterReader letter(bytes);
    const auto done = letter.get<WorkDone>();
    const auto count = letter.get<std::uint32_t>();
    LetterWriter forged(LetterKind::Results, letter.tree());
    forged.put(done);
    forged.put(count);
    for (std::uint32_t k = 0; k < count; ++k) {
      JobResult r = *parallel::get_result(letter);
      switch (rng_.below(5)) {
        case 0: r.bounds = {5, 2}; break;
        case 1: r.bounds = {0, 255}; break;
        case 2: r.nodes = ~std::uint64_t{0}; break;
        case 3: r.efforts.proof = std::nanf(""); break;
        default: r.children.push_back({AnyMove{12345}, {}, {}}); break;
      }
      put_result(forged, r);
    }
    return std::move(forged).finish();
  }

  Ranks& good_;
  Manner manner_;
  Rng rng_;
  std::uint32_t rarity_;
  double silence_;
};

void help(Ranks& ranks, const Interned& g, const Design& design) {
  try {
    while (!ranks.receive_within(1)) {}
    RankHelper helper(ranks, referee_of(g), g.scale().everything(), searchers_of(g, design),
                      design.searchers());
    LetterWriter ready(LetterKind::Ready);
    ready.put(static_cast<std::uint32_t>(helper.workers()));
    ranks.send(0, std::move(ready).finish());
    helper.run();
    ranks.send(0, LetterWriter(LetterKind::Closed).finish());
  } catch (const Vanished&) {}
}

std::shared_ptr<const RandomGraph> graph_of(std::uint64_t seed) {
  const random_graphs::Shape large{.max_nodes = 2000, .max_depth = 60, .max_unrolled = 50'000};
  return seed % 3 == 0   ? random_graphs::random_tree(seed, large)
         : seed % 3 == 1 ? random_graphs::random_dag(seed, large)
                         : random_graphs::random_cyclic(seed, large);
}

void ask_all(const RandomGraph& graph, const Interned& g, JobSearch& search) {
  for (int cut = 0; cut < g.scale().best(); ++cut) {
    search.start(erase_state(g.initial()), Window::of_cut(cut));
    SliceResult progress = SliceResult::Running;
    for (int slices = 0; progress == SliceResult::Running && slices < 1'000'000; ++slices) {
      Alarm alarm;
      alarm.set(0.01);
      progress = search.step(Slice{Slice::kEndless, &alarm});
      ASSERT_TRUE(search.bounds().contains(graph.value()));
    }
    ASSERT_EQ(progress, SliceResult::Done);
    check_answer(g, graph, search, Window::of_cut(cut), g.initial());
  }
}

struct Observed {
  std::atomic<std::uint64_t> elsewhere = 0;  // nodes
  std::atomic<int> warnings = 0;
};

// Rank 0 leaves all work to the others as long as one of them is there.
void check_ranks(std::uint64_t seed, int number, Manner manner, Observed& observed) {
  const bool good = manner == Manner::Good;  // and then nobody is in a hurry
  const HelpTerms terms{.deadline = good ? 60 : 0.05,
                        .large = 3,
                        .enough = 1,
                        .between_tells = 0,
                        .farewell = good ? 60 : 0.3};
  const auto graph = graph_of(seed);
  const Interned g(graph);
  testing_ranks::on_ranks(number, [&](Ranks& ranks) {
    const Design design = job_design(std::size_t{1} << 16, 1 + seed % 2);
    if (ranks.rank() != 0) {
      BadRanks bad(ranks, manner, seed * 100 + static_cast<std::uint64_t>(ranks.rank()), 4,
                   3 * terms.deadline);
      return help(bad, g, design);
    }
    Helpers helpers(ranks, terms);
    helpers.warned = [&](const std::string&) { ++observed.warnings; };
    ASSERT_FALSE(helpers.open(LetterWriter(LetterKind::Opening).finish(), 10).has_value());
    JobSearch search(referee_of(g), g.scale().everything(),
                     std::make_unique<RankTransport>(helpers, referee_of(g), g.scale().everything(),
                                                     searchers_of(g, design), design.searchers()),
                     {.least = 5});
    ask_all(*graph, g, search);
    observed.elsewhere += helpers.statistics().created;
  });
  if (::testing::Test::HasFailure())
    ADD_FAILURE() << number << " ranks, seed " << seed << "\n" << graph->text();
}

TEST(RankJobs, GoodRanks) {
  Observed observed;
  for (std::uint64_t seed = 1; seed <= 30 && !HasFailure(); ++seed)
    for (const int number : {1, 2, 5}) check_ranks(seed, number, Manner::Good, observed);
  EXPECT_GT(observed.elsewhere, 1000U);
  EXPECT_EQ(observed.warnings, 0);
}

void check_bad(Manner manner) {
  Observed observed;
  for (std::uint64_t seed = 1; seed <= 50 && !::testing::Test::HasFailure(); ++seed)
    check_ranks(seed, 2 + static_cast<int>(seed % 3), manner, observed);
  EXPECT_GT(observed.elsewhere, 300U);
  EXPECT_GT(observed.warnings, 25);
}
TEST(RankJobs, RanksThatVanish) { check_bad(Manner::Vanishing); }
TEST(RankJobs, RanksThatAreSilentForTooLong) { check_bad(Manner::Silent); }
TEST(RankJobs, RanksWhoseLettersAreGarbled) { check_bad(Manner::Garbled); }
TEST(RankJobs, RanksThatAnswerNonsense) { check_bad(Manner::Nonsense); }

}  // namespace
}  // namespace solvent::search::against_truth
