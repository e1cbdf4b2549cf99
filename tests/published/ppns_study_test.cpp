// The study of probability-based proof-number search (2020), in small: the protocol, its counts for
// one seed, and the law behind it: only a precision rate ever errs.
#include "experiments/ppns/study.hpp"

#include <gtest/gtest.h>

#include "run_experiment.hpp"

namespace solvent::experiments {
namespace {

const Record& only(const Records& records, const std::vector<std::string>& parts) {
  const Record* found = nullptr;
  for (const auto& [key, record] : records)
    if (std::all_of(parts.begin(), parts.end(),
                    [&](const std::string& part) { return key.find(part) != key.npos; })) {
      EXPECT_EQ(found, nullptr) << "also " << key;
      found = &record;
    }
  static const Record kNone;
  EXPECT_NE(found, nullptr);
  return found != nullptr ? *found : kNone;
}

TEST(PpnsStudy, PositionsAreSeededDistinctAndOpen) {
  const auto game = Ruleset::make("othello", "wld");
  ASSERT_TRUE(game);
  const auto few = ppns::random_positions(*game, 40, 5, 1, false);
  const auto more = ppns::random_positions(*game, 40, 20, 1, false);
  ASSERT_EQ(more.size(), 20u);
  for (std::size_t k = 0; k < more.size(); ++k) {
    EXPECT_FALSE(more[k].position.ended());
    if (k < few.size()) { EXPECT_EQ(few[k].text, more[k].text); }
    for (std::size_t j = 0; j < k; ++j) EXPECT_FALSE(more[j].position == more[k].position);
    const auto again = game->parse(more[k].text);
    ASSERT_TRUE(again);
    EXPECT_TRUE(*again == more[k].position);
  }
  EXPECT_NE(ppns::random_positions(*game, 40, 1, 2, false)[0].text, few[0].text);
}

TEST(PpnsStudy, ATallyTellsProofsFromEstimates) {
  using ppns::Conclusion;
  ppns::Tally t;
  t.add({Conclusion::Proved, 10, 0, 1}, true);
  t.add({Conclusion::LikelyWon, 10, 0, 1}, true);
  t.add({Conclusion::LikelyWon, 10, 0, 1}, false);
  t.add({Conclusion::LikelyNot, 10, 0, 1}, std::nullopt);
  t.add({Conclusion::Out, 10, 0, 1}, true);
  EXPECT_EQ(ppns::outcome_text(t), "3 / 1 / 1");
  EXPECT_EQ(t.right, 1);
  EXPECT_EQ(t.wrong, 1);
  EXPECT_EQ(t.unknown, 1);
  EXPECT_EQ(t.false_proofs, 0);
  t.add({Conclusion::Disproved, 10, 0, 1}, true);
  EXPECT_EQ(t.false_proofs, 1);
}

// No proof may be at odds with the exact solver, whatever the method.
void expect_true_proofs(const Records& records) {
  std::map<std::string, std::string> truth;
  for (const auto& [key, r] : records)
    if (r.at("method") == "exact (auto)") truth[r.at("position")] = r.at("answer");
  for (const auto& [key, r] : records) {
    const std::string said = r.at("answer"), known = truth[r.at("position")];
    if (known != "out" && (said == "proved" || said == "disproved")) {
      EXPECT_EQ(said, known) << key;
    }
    EXPECT_EQ(r.at("status") == "estimate", said.rfind("estimate", 0) == 0) << key;
  }
}

TEST(PpnsStudy, ConnectFour) {
  const auto experiment = make_ppns_connect4();
  const Setting setting{.size = Size::Quick, .positions = 6, .nodes = 2'000};
  const Records records = run_all(*experiment, setting);
  expect_true_proofs(records);
  const report::Report report = experiment->report(setting, records);
  EXPECT_EQ(report.measured, report.planned);
  EXPECT_EQ(report.measured, records.size());
  expect_sound(report);

  // Not won, and declared won as soon as the root is expanded.
  const Record& hasty = only(records, {"121526474474", " pr=0.001", "theta=0.01"});
  EXPECT_EQ(hasty.at("answer"), "estimate: won");
  EXPECT_EQ(hasty.at("nodes"), 7);
  EXPECT_EQ(only(records, {"121526474474", " auto "}).at("answer"), "disproved");
  EXPECT_EQ(only(records, {"124343544554", " auto "}).at("answer"), "disproved");

  // A run that was stopped has a report too, without verdicts.
  Records half;
  for (const auto& [key, record] : records)
    if (half.size() < records.size() / 2) half[key] = record;
  const report::Report partial = experiment->report(setting, half);
  EXPECT_EQ(partial.measured, half.size());
  EXPECT_EQ(partial.planned, records.size());
  expect_sound(partial);
  for (const report::Figure& f : partial.figures) EXPECT_EQ(f.verdict, report::Comparison::Ours);
}

TEST(PpnsStudy, Othello) {
  const auto experiment = make_ppns_othello();
  const Setting setting{.size = Size::Quick, .positions = 1, .nodes = 500};
  const Records records = run_all(*experiment, setting);
  expect_true_proofs(records);
  const report::Report report = experiment->report(setting, records);
  EXPECT_EQ(report.measured, report.planned);
  EXPECT_EQ(report.measured, records.size());
  expect_sound(report);
  expect_sound(experiment->report(setting, {}));
}

TEST(PpnsStudy, CountsOfASeed) {
  const auto experiment = make_ppns_connect4();
  const Setting setting{.size = Size::Quick, .positions = 10, .nodes = 1'000};
  std::map<std::string, std::uint64_t> nodes, playouts;
  for (const auto& [key, record] : run_all(*experiment, setting)) {
    if (key.find(" traced") != key.npos) continue;
    nodes[record.at("method")] += record.at("nodes").get<std::uint64_t>();
    playouts[record.at("method")] += record.at("playouts").get<std::uint64_t>();
  }
  EXPECT_EQ(nodes["PNS"], 7'835u);
  EXPECT_EQ(nodes["MCPNS"], 7'641u);
  EXPECT_EQ(playouts["MCPNS"], 437'580u);
  EXPECT_EQ(nodes["PPNS"], 7'469u);
  EXPECT_EQ(nodes["PPNS, pr 1e-3, θ 0.01"], 5'533u);
  EXPECT_EQ(nodes["PPNS, pr 1e-3, θ 0.001"], 5'533u);
}

TEST(PpnsStudy, StopsWhenAsked) {
  const auto experiment = make_ppns_othello();
  const std::atomic<bool> stop = true;
  const auto tasks = experiment->tasks({.size = Size::Full, .positions = 1});
  for (const Task& task : tasks) {
    const auto record = task.run({&stop, std::uint64_t{256} << 20, ""});
    ASSERT_TRUE(record) << record.message();
    EXPECT_FALSE(record->has_value());
  }
}

}  // namespace
}  // namespace solvent::experiments
