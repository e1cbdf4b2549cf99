// Running experiments: what is measured is kept, whatever happens to the rest.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "experiments/run.hpp"
#include "solvent/version.hpp"
#include "special_files.hpp"
#include "temporary_folder.hpp"

namespace solvent::experiments {
namespace {

using test::TemporaryFolder;

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Task k measures k squared.
class Squares final : public Experiment {
 public:
  explicit Squares(int tasks) : tasks_(tasks) {}
  std::string name() const override { return "squares"; }
  std::string summary() const override { return "for tests"; }
  std::vector<Task> tasks(const Setting&) const override {
    std::vector<Task> tasks;
    for (int k = 0; k < tasks_; ++k)
      tasks.push_back({"square " + std::to_string(k), 1.0 + k % 7,
                       [this, k](const Bench&) { return measure(k); }});
    return tasks;
  }
  report::Report report(const Setting&, const Records&) const override { return {}; }

  std::function<void(int)> before = [](int) {};
  std::set<int> failing{}, throwing{}, stopped{};
  mutable std::atomic<int> measured{0};

 private:
  Result<std::optional<Record>> measure(int k) const {
    before(k);
    if (failing.contains(k)) return Error{"no"};
    if (throwing.contains(k)) throw std::runtime_error("thrown");
    if (stopped.contains(k)) return std::optional<Record>{};
    ++measured;
    return std::optional(Record{{"square", k * k}});
  }
  int tasks_;
};

RunOutcome run_into(const std::string& path, const Squares& squares, RunOrder order = {},
                    Records* records = nullptr) {
  auto journal = Journal::open(path);
  EXPECT_TRUE(journal) << journal.message();
  order.memory = 1 << 20;
  RunOutcome outcome = run({&squares}, {}, order, **journal);
  if (records != nullptr) *records = (*journal)->of("squares");
  return outcome;
}

TEST(ExperimentRun, EveryTaskOnceOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 5}) {
    const TemporaryFolder folder;
    const Squares squares(40);
    Records records;
    std::size_t calls = 0;
    double share = 0;
    RunOrder order;
    order.threads = threads;
    order.progress = [&](const RunProgress& p) {
      ++calls;
      EXPECT_EQ(p.done, calls);
      EXPECT_EQ(p.all, 40u);
      EXPECT_GT(p.share, share);
      share = p.share;
    };
    const RunOutcome outcome = run_into(folder.path() + "/r", squares, order, &records);
    EXPECT_TRUE(outcome.complete);
    EXPECT_TRUE(outcome.problems.empty());
    EXPECT_EQ(squares.measured, 40);
    EXPECT_DOUBLE_EQ(share, 1);
    ASSERT_EQ(records.size(), 40u);
    EXPECT_EQ(records.at("square 7").at("square"), 49);
  }
}

TEST(ExperimentRun, GoesOnWithWhatIsMissing) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/r";
  Squares first(30);
  std::atomic<bool> stop{false};
  first.before = [&](int) {
    if (first.measured == 11) stop = true;
  };
  RunOrder order;
  order.stop = &stop;
  EXPECT_FALSE(run_into(path, first, order).complete);
  const int kept = first.measured;
  EXPECT_LT(kept, 30);

  const Squares second(30);
  Records records;
  EXPECT_TRUE(run_into(path, second, {}, &records).complete);
  EXPECT_EQ(kept + second.measured, 30);
  EXPECT_EQ(records.size(), 30u);
  const Squares third(30);
  EXPECT_TRUE(run_into(path, third).complete);
  EXPECT_EQ(third.measured, 0);
}

TEST(ExperimentRun, ATaskThatFailsLeavesTheOthersAlone) {
  const TemporaryFolder folder;
  Squares squares(20);
  squares.failing = {3};
  squares.throwing = {5};
  squares.stopped = {9};
  const RunOutcome outcome = run_into(folder.path() + "/r", squares);
  EXPECT_FALSE(outcome.complete);
  EXPECT_EQ(squares.measured, 17);
  EXPECT_EQ(std::set<std::string>(outcome.problems.begin(), outcome.problems.end()),
            (std::set<std::string>{"squares, square 3: no", "squares, square 5: thrown"}));
}

TEST(Journal, IsCutBackToItsLastWholeLine) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/r";
  run_into(path, Squares(4));
  const std::string whole = text_of(path);
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, cut);
    const Squares again(4);
    Records records;
    ASSERT_TRUE(run_into(path, again, {}, &records).complete) << cut;
    const auto lines = std::count(whole.begin(), whole.begin() + static_cast<long>(cut), '\n');
    EXPECT_EQ(again.measured, 4 - lines) << cut;
    EXPECT_EQ(records.size(), 4u);
    const std::string mended = text_of(path);
    EXPECT_EQ(std::count(mended.begin(), mended.end(), '\n'), 4) << cut;
  }
}

TEST(Journal, RefusesWhatItDidNotWrite) {
  const TemporaryFolder folder;
  const char* const strangers[] = {"hello\n",
                                   "hello",
                                   "{\"name\": \"mine\"}",
                                   "{\"experiment\":1}\n",
                                   "[]\n",
                                   "{}\n",
                                   "{\"experiment\":\"a\",\"key\":\"b\",\"version\":\"c\"}\n"};
  for (const char* text : strangers) {
    const std::string path = folder.write("r", text);
    const auto journal = Journal::open(path);
    ASSERT_FALSE(journal) << text;
    EXPECT_NE(journal.message().find("name another folder"), std::string::npos);
    EXPECT_EQ(text_of(path), text);
  }
  EXPECT_FALSE(Journal::open(folder.path() + "/none/r"));
  const TemporaryFolder specials;
  for (const test::SpecialFile& special : test::make_special_files(specials.path())) {
    if (special.path.ends_with("dangling")) continue;  // which may be made
    EXPECT_FALSE(Journal::open(special.path)) << special.called;
    EXPECT_TRUE(special.untouched()) << special.called;
  }
  EXPECT_FALSE(Journal::open(folder.path()));
}

TEST(Journal, LeavesAsideWhatAnotherVersionMeasured) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/r";
  run_into(path, Squares(3));
  std::string text = text_of(path);
  const std::string ours = "\"version\":\"" + std::string(kVersion) + "\"";
  ASSERT_NE(text.find(ours), std::string::npos);
  text.replace(text.find(ours), ours.size(), "\"version\":\"0.0.0-other\"");
  folder.write("r", text);
  const auto journal = Journal::open(path);
  ASSERT_TRUE(journal) << journal.message();
  EXPECT_EQ((*journal)->of_other_versions(), 1u);
  EXPECT_EQ((*journal)->of("squares").size(), 2u);
}

TEST(Journal, BelongsToOneRunAtATime) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/r";
  {
    const auto one = Journal::open(path);
    ASSERT_TRUE(one);
    const auto two = Journal::open(path);
    ASSERT_FALSE(two);
    EXPECT_NE(two.message().find("another run"), std::string::npos);
  }
  EXPECT_TRUE(Journal::open(path));
}

TEST(Journal, SaysWhenTheFileMayNotGrow) {
  const TemporaryFolder folder;
  const auto journal = Journal::open(folder.path() + "/r");
  ASSERT_TRUE(journal) << journal.message();
  EXPECT_TRUE((*journal)->add("squares", "square 1", 0, Record{{"square", 1}}));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{150, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_FALSE((*journal)->add("squares", "square 2", 0, Record{{"square", 4}}));
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ((*journal)->problem(), "File too large");
  // Nothing is written after half a line.
  EXPECT_FALSE((*journal)->add("squares", "square 3", 0, Record{{"square", 9}}));
}

}  // namespace
}  // namespace solvent::experiments
