// Answers of searches, proved by the search that gave them; the certificates go to the checker.
#pragma once

#include <gtest/gtest.h>

#include "certificate/graphs.hpp"
#include "games/engines.hpp"
#include "proof/certificate.hpp"
#include "search/presets.hpp"

namespace solvent::search::against_truth {

struct Certified {
  std::uint64_t proofs = 0, given_up = 0, claims = 0;
};

// Proves what `machine` has answered as --certify does: the exact value, or what the window asked.
inline void certify(const GamePtr& rules, const AnyState& root, Machine& machine,
                    const Design& design, Window window, const std::string& path,
                    Certified& counts) {
  constexpr std::uint64_t kMostNodes = 1'000'000;
  const Bounds b = machine.bounds();
  std::vector<Statement> statements;
  if (b.closed() || b.pess >= window.beta)
    statements.push_back({Side::Max, b.closed() ? b.pess : window.beta});
  if (b.closed() || b.opti <= window.alpha)
    statements.push_back({Side::Min, b.closed() ? b.opti : window.alpha});
  std::vector<std::unique_ptr<proof::Collector>> collectors;
  std::vector<std::pair<Side, const proof::Collector*>> parts;
  const Side mover = rules->to_move(root);
  proof::Heading heading;
  heading.position = root;
  for (const Statement& statement : statements) {
    Design strategic = for_strategy(design);
    strategic.table_bytes = 1 << 20;
    const auto strategy =
        rules->acyclic() ? nullptr : solvent::make_machine(*rules, strategic, nullptr);
    collectors.push_back(proof::make_collector(*rules, {.root = root, .statement = statement},
                                               {machine, strategy.get()}, nullptr));
    proof::Collector& collector = *collectors.back();
    SliceResult progress = SliceResult::Running;
    while (progress == SliceResult::Running && collector.nodes() < kMostNodes)
      progress = collector.step(1000);
    if (progress != SliceResult::Done) {
      ++counts.given_up;
      return;
    }
    ASSERT_FALSE(collector.contradicted()) << "the search contradicts itself";
    parts.emplace_back(statement.claimant, &collector);
    const bool at_least = statement.claimant == mover;
    (at_least ? heading.at_least : heading.at_most) =
        rules->scale().for_side(mover, statement.bound);
  }
  NewFile file(path);
  Alarm never;
  const auto written =
      proof::write_certificate(file, proof::form_of(path), *rules, heading, parts, never);
  EXPECT_TRUE(file.finish(false)) << file.problem();
  check::Options options;
  options.game = rules;
  options.threads = static_cast<std::size_t>(design.threads);
  const check::CheckResult result = check::check_file(path, options);
  ASSERT_EQ(result.finding, check::Finding::Verified) << naive::said(result);
  EXPECT_TRUE(result.root == root);
  EXPECT_EQ(result.header.at_least, heading.at_least);
  EXPECT_EQ(result.header.at_most, heading.at_most);
  ++counts.proofs;
  counts.claims += written.claims;
}

}  // namespace solvent::search::against_truth
