// Othello 8x8 in the study of probability-based proof-number search (2020).
//
// The study's Othello had no passes and its positions are not legal ones, so that only its protocol
// can be repeated.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "experiments/ppns/study.hpp"

namespace solvent::experiments {

namespace {

using namespace ppns;
using report::with_commas;

constexpr const char* kName = "ppns-othello";
constexpr std::uint64_t kStudyNodes = 8'000'000;
constexpr double kStudySeconds = 600;
constexpr int kStudyPositions = 200;
constexpr std::array kStages = {18, 22, 26, 32, 36, 40};
constexpr int kLateStage = 32;  // from here on the exact solver may take its time

enum Row : std::size_t { kPns, kMcpns, kPpns, kRated, kMethods };
const std::vector<Method>& methods() {
  static const std::vector<Method> kAll = {
      {"PNS", "pns"}, {"MCPNS", "mcpns"}, {"PPNS", "ppns"}, {"PPNS, pr 1e-5", "ppns", 0.01, 1e-5}};
  return kAll;
}

// Of 200 positions: declared won, declared not won, out. The study's PPNS has the precision rate.
struct Published {
  std::size_t method;
  int stage, won, not_won, out;
};
constexpr Published kPublished[] = {
    {kPns, 18, 12, 1, 187},   {kPns, 26, 19, 16, 165},   {kPns, 32, 39, 39, 122},
    {kMcpns, 18, 5, 4, 191},  {kMcpns, 26, 10, 10, 180}, {kMcpns, 32, 6, 37, 157},
    {kRated, 18, 52, 56, 92}, {kRated, 22, 60, 57, 83},  {kRated, 26, 63, 88, 49},
    {kRated, 32, 82, 91, 27}, {kRated, 36, 97, 94, 8},   {kRated, 40, 83, 117, 0},
};
const Published* published(std::size_t method, int stage) {
  for (const Published& p : kPublished)
    if (p.method == method && p.stage == stage) return &p;
  return nullptr;
}
std::string text_of(const Published* p) {
  return p == nullptr ? "" : fmt::format("{} / {} / {}", p->won, p->not_won, p->out);
}
double per_cent(const Published& p) { return 100.0 * (p.won + p.not_won) / kStudyPositions; }
double per_cent(const Tally& t) { return 100.0 * t.concluded() / std::max(t.positions, 1); }

struct OthelloPlan {
  Ruleset game;
  std::array<std::vector<Subject>, kStages.size()> sample;
  Caps pns, playouts, early, late;  // the last two of the exact solver
  std::uint64_t seed;
  std::size_t traces;  // a stage

  Search search(const Subject& subject, std::size_t method) const {
    return {kName, subject, methods()[method], method == kPns ? pns : playouts, seed};
  }
  Search truth(std::size_t stage, const Subject& subject) const {
    return {kName, subject, exact_method(), kStages[stage] < kLateStage ? early : late};
  }
  Search trace(const Subject& subject) const {
    return {kName, subject, methods()[kPpns], playouts, seed, true};
  }
};

OthelloPlan plan_of(const Setting& setting) {
  const bool quick = setting.size == Size::Quick, full = setting.size == Size::Full;
  OthelloPlan plan{*Ruleset::make("othello", "wld"),
                   {},
                   {quick ? 100'000u : kStudyNodes},
                   {quick  ? 1'000u
                    : full ? kStudyNodes
                           : 25'000u},
                   {quick  ? 100'000u
                    : full ? 100'000'000u
                           : 5'000'000u},
                   {quick  ? 2'000'000u
                    : full ? 4'000'000'000u
                           : 80'000'000u},
                   setting.seed,
                   1};
  if (full) plan.pns.seconds = plan.playouts.seconds = kStudySeconds;
  if (setting.nodes) plan.pns.nodes = plan.playouts.nodes = *setting.nodes;
  if (setting.seconds) plan.pns.seconds = plan.playouts.seconds = *setting.seconds;
  const std::uint64_t count = setting.positions.value_or(quick ? 2 : full ? 200 : 30);
  for (std::size_t k = 0; k < kStages.size(); ++k)
    plan.sample[k] = random_positions(plan.game, kStages[k], count, setting.seed, false);
  return plan;
}

struct Findings {
  std::array<std::array<Tally, kMethods>, kStages.size()> tallies{};
  std::array<Tally, kStages.size()> exact{};
  std::array<Tally, kMethods> all{};
  std::size_t measured = 0, planned = 0;
};

Findings gather(const OthelloPlan& plan, const Records& records) {
  Findings f;
  const auto found = [&](const Search& search) {
    ++f.planned;
    const auto one = finding(records, search);
    f.measured += one.has_value();
    return one;
  };
  for (std::size_t k = 0; k < kStages.size(); ++k) {
    for (const Subject& subject : plan.sample[k]) {
      const auto truth = found(plan.truth(k, subject));
      if (truth) f.exact[k].add(*truth, std::nullopt);
      std::array<std::optional<Finding>, kMethods> row;
      for (std::size_t m = 0; m < kMethods; ++m) row[m] = found(plan.search(subject, m));
      // What one method has proved is known of the others' estimates too.
      std::optional<bool> won = won_by(truth);
      for (std::size_t m = 0; m < kMethods && !won; ++m)
        if (row[m] && row[m]->concluded() && !row[m]->estimate()) won = row[m]->says_won();
      for (std::size_t m = 0; m < kMethods; ++m)
        if (row[m]) f.tallies[k][m].add(*row[m], won);
    }
    for (std::size_t m = 0; m < kMethods; ++m) f.all[m].add(f.tallies[k][m]);
    for (std::size_t n = 0; n < std::min(plan.traces, plan.sample[k].size()); ++n)
      found(plan.trace(plan.sample[k][n]));
  }
  return f;
}

bool has_study_caps(const OthelloPlan& plan) {
  return plan.pns.nodes == kStudyNodes && plan.playouts.nodes == kStudyNodes &&
         plan.pns.seconds == kStudySeconds && plan.playouts.seconds == kStudySeconds;
}

void add_verdicts(const OthelloPlan& plan, const Findings& f,
                  std::vector<report::Figure>& figures) {
  for (std::size_t m = 0; m < kMethods; ++m) {
    std::string stages, theirs, ours;
    for (std::size_t k = 0; k < kStages.size(); ++k) {
      const Published* p = published(m, kStages[k]);
      if (p == nullptr) continue;
      const char* bar = stages.empty() ? "" : " / ";
      stages += fmt::format("{}{}", bar, kStages[k]);
      theirs += fmt::format("{}{:.1f}", bar, per_cent(*p));
      ours += fmt::format("{}{:.1f}", bar, per_cent(f.tallies[k][m]));
    }
    if (stages.empty()) continue;
    const std::string what =
        fmt::format("{}: per cent concluded after {} moves", methods()[m].label, stages);
    figures.push_back(has_study_caps(plan) ? report::compare(what, theirs, ours, "other positions")
                                           : report::incomparable(what, theirs, ours, kOtherCaps));
  }
  int above_both = 0, compared = 0;
  for (std::size_t k = 0; k < kStages.size(); ++k) {
    const auto& row = f.tallies[k];
    above_both +=
        row[kRated].concluded() > std::max(row[kPns].concluded(), row[kMcpns].concluded());
    ++compared;
  }
  figures.push_back(report::claim(
      "PPNS with a precision rate concludes more than PNS and MCPNS", "after 18, 26 and 32 moves",
      fmt::format("at {} of {} stages: {} positions in all, PNS {}, MCPNS {}", above_both, compared,
                  f.all[kRated].concluded(), f.all[kPns].concluded(), f.all[kMcpns].concluded()),
      above_both == compared, "concluded, not proved: see the next lines"));
  figures.push_back(
      report::claim("its share of conclusions rises with the stage", "54 % to 100 %",
                    fmt::format("{:.0f} % to {:.0f} %", per_cent(f.tallies.front()[kRated]),
                                per_cent(f.tallies.back()[kRated])),
                    per_cent(f.tallies.back()[kRated]) > per_cent(f.tallies.front()[kRated]),
                    "judged by the first stage and the last"));
  const Tally& rated = f.all[kRated];
  figures.push_back(report::finding(report::claim(
      "a conclusion by a precision rate is a solution", "counted as solved",
      fmt::format("of {} conclusions {} unproved: {} right, {} wrong, {} with unknown truth",
                  rated.concluded(), rated.estimates(), rated.right, rated.wrong, rated.unknown),
      rated.estimates() == 0, "all stages together")));
  Tally late;
  for (std::size_t k = 0; k < kStages.size(); ++k)
    if (kStages[k] > kLateStage) late.add(f.tallies[k][kRated]);
  figures.push_back(report::ours_alone(
      "the same after 36 and 40 moves",
      fmt::format("of {} conclusions {} unproved: {} right, {} wrong, {} with unknown truth",
                  late.concluded(), late.estimates(), late.right, late.wrong, late.unknown)));
  const Tally &pns = f.all[kPns], &exact = f.all[kPpns];
  figures.push_back(report::finding(report::ours_alone(
      "proved in all: PNS, MCPNS, PPNS, PPNS with a precision rate",
      fmt::format("{}, {}, {}, {} of {}", pns.proved + pns.disproved, f.all[kMcpns].concluded(),
                  exact.concluded(), rated.proved + rated.disproved, pns.positions),
      fmt::format("in {:.2f}, {:.2f}, {:.2f} and {:.2f} s of CPU a position", pns.mean_seconds(),
                  f.all[kMcpns].mean_seconds(), exact.mean_seconds(), rated.mean_seconds()))));
  int false_proofs = 0;
  for (const Tally& t : f.all) false_proofs += t.false_proofs;
  figures.push_back(report::ours_alone("proofs at odds with the exact solver",
                                       std::to_string(false_proofs), "over all methods"));
  std::string solved;
  for (std::size_t k = 0; k < kStages.size(); ++k)
    solved += fmt::format("{}{} after {}", k == 0 ? "" : ", ", f.exact[k].concluded(), kStages[k]);
  figures.push_back(report::ours_alone(
      fmt::format("solved by the exact solver (`auto`), of {} a stage", plan.sample[0].size()),
      solved,
      fmt::format("up to {} nodes before move {}, {} from there on", with_commas(plan.early.nodes),
                  kLateStage, with_commas(plan.late.nodes))));
}

report::Table positions_table(const OthelloPlan& plan, const Records& records) {
  report::Table table{
      "positions",
      "Every search: what it says of a win for the player to move.",
      {"moves", "position", "method", "says", "exact", "nodes", "playouts", "CPU s"},
      {},
      true};
  for (std::size_t k = 0; k < kStages.size(); ++k)
    for (const Subject& subject : plan.sample[k]) {
      const auto won = won_by(finding(records, plan.truth(k, subject)));
      const auto add = [&](const Search& search) {
        if (const auto found = finding(records, search))
          table.rows.push_back(
              {std::int64_t{kStages[k]}, subject.text, search.method.label,
               std::string(words(found->answer)), won ? (*won ? "won" : "not won") : "unknown",
               static_cast<std::int64_t>(found->nodes), static_cast<std::int64_t>(found->playouts),
               report::Number{found->seconds, 4}});
      };
      for (std::size_t m = 0; m < kMethods; ++m) add(plan.search(subject, m));
      add(plan.truth(k, subject));
    }
  return table;
}

report::XyPlot completion_plot(const Findings& f) {
  report::XyPlot plot{"completion",
                      "Positions concluded, proved or not, against the stage.",
                      {"moves played"},
                      {"concluded (%)", report::Scaling::Linear, {{0, 100}}},
                      {}};
  for (std::size_t m = 0; m < kMethods; ++m) {
    report::Series ours{methods()[m].label, {}, true}, theirs{methods()[m].label, {}, true, true};
    theirs.name += " (published)";
    for (std::size_t k = 0; k < kStages.size(); ++k) {
      ours.points.emplace_back(kStages[k], per_cent(f.tallies[k][m]));
      if (const Published* p = published(m, kStages[k]))
        theirs.points.emplace_back(kStages[k], per_cent(*p));
    }
    plot.series.push_back(std::move(ours));
    if (!theirs.points.empty()) plot.series.push_back(std::move(theirs));
  }
  report::Series exact{exact_method().label, {}, true};
  for (std::size_t k = 0; k < kStages.size(); ++k)
    exact.points.emplace_back(kStages[k], per_cent(f.exact[k]));
  plot.series.push_back(std::move(exact));
  return plot;
}

class PpnsOthello final : public Experiment {
 public:
  std::string name() const override { return kName; }
  std::string summary() const override {
    return "PNS, MCPNS and PPNS on Othello 8x8 at six stages, and how often they err";
  }

  std::vector<Task> tasks(const Setting& setting) const override {
    const OthelloPlan plan = plan_of(setting);
    std::vector<Task> out;
    const double slowest = plan.playouts.seconds.value_or(1e9);
    const auto weight = [&](const Search& search, double seconds_a_node) {
      return std::min(slowest, seconds_a_node * static_cast<double>(search.caps.nodes));
    };
    for (std::size_t k = 0; k < kStages.size(); ++k) {
      for (const Subject& subject : plan.sample[k]) {
        const Search truth = plan.truth(k, subject);
        out.push_back(truth.task(weight(truth, kStages[k] > kLateStage ? 6e-9 : 5e-8)));
        for (std::size_t m = 0; m < kMethods; ++m) {
          const Search search = plan.search(subject, m);
          const double node = m == kPns ? 4e-8 : m == kMcpns ? 6e-5 : 2e-5;
          out.push_back(search.task(weight(search, node)));
        }
      }
      for (std::size_t n = 0; n < std::min(plan.traces, plan.sample[k].size()); ++n) {
        const Search traced = plan.trace(plan.sample[k][n]);
        out.push_back(traced.task(weight(traced, 2e-5)));
      }
    }
    return out;
  }

  report::Report report(const Setting& setting, const Records& records) const override {
    const OthelloPlan plan = plan_of(setting);
    const Findings f = gather(plan, records);
    report::Report out;
    out.name = kName;
    out.title = "Probability-based proof-number search: Othello";
    out.source = kSource;
    out.question =
        "How many positions of each stage of the game does each method conclude, and how many of "
        "those conclusions are proofs?";
    out.protocol = {
        fmt::format("{} different positions of Othello 8x8 after each of 18, 22, 26, 32, 36 and 40 "
                    "uniformly random plies, none ended, from seed {}; a pass is a ply. The "
                    "question is whether the player to move can win; a draw is not a win. 60 "
                    "random games for each new node, θ 0.01, no knowledge beyond the rules.",
                    plan.sample[0].size(), setting.seed),
        fmt::format("The study took 200 positions a stage and caps of {} nodes or {} s. Here: {}. "
                    "Its program had no passes and played illegal random games, and its positions "
                    "are not legal ones: the protocol is repeated, the positions are ours.",
                    with_commas(kStudyNodes), kStudySeconds, caps_text(plan.pns, plan.playouts)),
        fmt::format("The truth is that of the exact solver `auto` with a table of 64 MiB and at "
                    "most {} nodes (before move {}) or {} (from there on), or a proof by another "
                    "method. Where nobody has a proof it is unknown.",
                    with_commas(plan.early.nodes), kLateStage, with_commas(plan.late.nodes))};
    out.measured = f.measured;
    out.planned = f.planned;

    report::Table table{"stages",
                        "What each method concludes, stage by stage; published: the study's 200 "
                        "positions a stage under its own caps.",
                        tally_columns({"moves"}),
                        {}};
    report::BarPlot stages{"bars-rated",
                           "What the conclusions of PPNS with a precision rate of 1e-5 are worth.",
                           "positions (%)",
                           bar_parts(),
                           {}};
    report::BarPlot of_methods{"bars-methods",
                               "What each method's conclusions are worth, all stages together.",
                               "positions (%)",
                               bar_parts(),
                               {}};
    for (std::size_t k = 0; k < kStages.size(); ++k) {
      const report::Cell stage = std::int64_t{kStages[k]};
      for (std::size_t m = 0; m < kMethods; ++m)
        table.rows.push_back(tally_row({stage, methods()[m].label}, f.tallies[k][m],
                                       text_of(published(m, kStages[k]))));
      table.rows.push_back(tally_row({stage, exact_method().label}, f.exact[k], ""));
      stages.bars.push_back({fmt::format("{} moves", kStages[k]), bar_sizes(f.tallies[k][kRated])});
    }
    for (std::size_t m = 0; m < kMethods; ++m)
      of_methods.bars.push_back({methods()[m].label, bar_sizes(f.all[m])});
    out.exhibits.emplace_back(completion_plot(f));
    out.exhibits.emplace_back(std::move(stages));
    out.exhibits.emplace_back(std::move(of_methods));
    out.exhibits.emplace_back(std::move(table));

    std::vector<std::pair<std::string, Search>> traced;
    for (std::size_t k = 0; k < kStages.size(); ++k)
      for (std::size_t n = 0; n < std::min(plan.traces, plan.sample[k].size()); ++n) {
        const auto won = won_by(finding(records, plan.truth(k, plan.sample[k][n])));
        traced.emplace_back(fmt::format("after {} moves ({})", kStages[k],
                                        !won   ? "truth unknown"
                                        : *won ? "won"
                                               : "not won"),
                            plan.trace(plan.sample[k][n]));
      }
    out.exhibits.emplace_back(probability_plot(
        "root",
        "The probability of a win at the root of PPNS, without a precision rate, on the first "
        "position of each stage; in brackets the truth.",
        traced, records));
    out.exhibits.emplace_back(positions_table(plan, records));
    if (setting.size == Size::Quick) out.notes.emplace_back(kQuickNote);
    if (f.measured == f.planned)
      add_verdicts(plan, f, out.figures);
    else
      out.notes.emplace_back(kUnfinishedNote);
    return out;
  }
};

}  // namespace

std::unique_ptr<Experiment> make_ppns_othello() { return std::make_unique<PpnsOthello>(); }

}  // namespace solvent::experiments
