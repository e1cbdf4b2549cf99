// Connect Four 7x6 in the study of probability-based proof-number search (2020).
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/counted.hpp"
#include "experiments/ppns/study.hpp"

namespace solvent::experiments {

namespace {

using namespace ppns;
using report::with_commas;

constexpr const char* kName = "ppns-connect4";
constexpr int kPlies = 12;
constexpr std::uint64_t kStudyNodes = 35'000'000;
constexpr double kStudySeconds = 420;

// Of 200 positions: declared won, declared not won, out; and means where they are printed.
struct Published {
  Method method;
  int won, not_won, out;
  int seconds = 0;
  std::int64_t nodes = 0;
};
const std::vector<Published>& published() {
  static const std::vector<Published> kRows = {
      {{"PNS", "pns"}, 78, 44, 78},
      {{"MCPNS", "mcpns"}, 52, 30, 118},
      {{"PPNS", "ppns"}, 64, 38, 98, 251, 2'004'053},
      {{"PPNS, pr 1e-3, θ 0.01", "ppns", 0.01, 1e-3}, 86, 45, 69, 183, 1'323'719},
      {{"PPNS, pr 1e-4, θ 0.01", "ppns", 0.01, 1e-4}, 80, 41, 79, 215, 1'582'188},
      {{"PPNS, pr 1e-5, θ 0.01", "ppns", 0.01, 1e-5}, 77, 40, 83, 227, 1'667'751},
      {{"PPNS, pr 1e-3, θ 0.001", "ppns", 0.001, 1e-3}, 90, 45, 65, 175, 1'269'588},
      {{"PPNS, pr 1e-4, θ 0.001", "ppns", 0.001, 1e-4}, 77, 43, 80, 218, 1'614'710},
      {{"PPNS, pr 1e-5, θ 0.001", "ppns", 0.001, 1e-5}, 74, 44, 82, 229, 1'638'641},
  };
  return kRows;
}
enum Row : std::size_t { kPns, kMcpns, kPpns, kFirstWithRate };

// Met while we measured: a precision rate of 1e-3 once declared both won, and neither is.
constexpr const char* kNamed[] = {"121526474474", "124343544554"};

struct Connect4Plan {
  Ruleset game;
  std::vector<Subject> sample, named, traced;
  Caps pns, playouts, exact, trace_caps;
  std::uint64_t seed;

  Search search(const Subject& subject, const Method& method) const {
    return {kName, subject, method, method.algorithm == "pns" ? pns : playouts, seed};
  }
  Search truth(const Subject& subject) const { return {kName, subject, exact_method(), exact}; }
  Search trace(const Subject& subject) const {
    return {kName, subject, published()[kPpns].method, trace_caps, seed, true};
  }
};

// Then there is nothing to follow.
bool wins_at_once(const Position& p) {
  for (const std::string& move : p.moves())
    if (p.play(move)->ended()) return true;
  return false;
}

Connect4Plan plan_of(const Setting& setting) {
  const bool quick = setting.size == Size::Quick, full = setting.size == Size::Full;
  Connect4Plan plan{.game = *Ruleset::make("connect4", "wld"),
                    .sample = {},
                    .named = {},
                    .traced = {},
                    .pns = {quick  ? 200'000u
                            : full ? kStudyNodes
                                   : 8'000'000u},
                    .playouts = {quick  ? 4'000u
                                 : full ? kStudyNodes
                                        : 100'000u},
                    .exact = {1'000'000'000},
                    .trace_caps = {quick ? 4'000u : 100'000u},
                    .seed = setting.seed};
  if (full) plan.pns.seconds = plan.playouts.seconds = kStudySeconds;
  if (setting.nodes) plan.pns.nodes = plan.playouts.nodes = *setting.nodes;
  if (setting.seconds) plan.pns.seconds = plan.playouts.seconds = *setting.seconds;
  plan.sample = random_positions(plan.game, kPlies, setting.positions.value_or(quick ? 10 : 200),
                                 setting.seed, true);
  for (const Subject& subject : plan.sample)
    if (plan.traced.size() < (quick ? 3 : 6) && !wins_at_once(subject.position))
      plan.traced.push_back(subject);
  for (const char* moves : kNamed) plan.named.push_back({moves, *plan.game.parse(moves)});
  return plan;
}

// What was found of one sample, method by method.
struct Findings {
  std::vector<Tally> tallies{published().size()};
  Tally exact;
  // Where PPNS and PNS both have a proof: what PPNS took in multiples of PNS.
  int both = 0;
  Tally pns_of_both, ppns_of_both;
  std::size_t measured = 0, planned = 0;
  bool complete() const { return measured == planned; }
};

Findings gather(const Connect4Plan& plan, const Records& records) {
  Findings f;
  const auto found = [&](const Search& search) {
    ++f.planned;
    const auto one = finding(records, search);
    f.measured += one.has_value();
    return one;
  };
  for (const Subject& subject : plan.sample) {
    const auto truth = found(plan.truth(subject));
    if (truth) f.exact.add(*truth, std::nullopt);
    std::vector<std::optional<Finding>> row;
    for (std::size_t m = 0; m < published().size(); ++m) {
      row.push_back(found(plan.search(subject, published()[m].method)));
      if (row[m]) f.tallies[m].add(*row[m], won_by(truth));
    }
    if (!row[kPns] || !row[kPpns] || !row[kPns]->concluded() || !row[kPpns]->concluded()) continue;
    ++f.both;
    f.pns_of_both.add(*row[kPns], std::nullopt);
    f.ppns_of_both.add(*row[kPpns], std::nullopt);
  }
  for (const Subject& subject : plan.named) {
    found(plan.truth(subject));
    for (const Published& p : published()) found(plan.search(subject, p.method));
  }
  for (const Subject& subject : plan.traced) found(plan.trace(subject));
  return f;
}

// Under the study's own limits; its positions are not published, so these are others in any case.
bool has_study_caps(const Connect4Plan& plan) {
  return plan.pns.nodes == kStudyNodes && plan.playouts.nodes == kStudyNodes &&
         plan.pns.seconds == kStudySeconds && plan.playouts.seconds == kStudySeconds;
}

void add_verdicts(const Connect4Plan& plan, const Findings& f,
                  std::vector<report::Figure>& figures) {
  const auto& t = f.tallies;
  const bool comparable = has_study_caps(plan);
  const std::string caps = kOtherCaps;
  const auto judged = [&](std::string what, std::string published, std::string ours, bool holds,
                          const std::string& comment) {
    if (comparable)
      return report::claim(std::move(what), std::move(published), std::move(ours), holds, comment);
    return report::incomparable(std::move(what), std::move(published), std::move(ours), caps);
  };
  for (std::size_t m = 0; m < published().size(); ++m) {
    const Published& p = published()[m];
    const std::string what = p.method.label + ": won / not won / out";
    const std::string theirs = fmt::format("{} / {} / {}", p.won, p.not_won, p.out);
    figures.push_back(comparable
                          ? report::compare(what, theirs, outcome_text(t[m]), "other positions")
                          : report::incomparable(what, theirs, outcome_text(t[m]), caps));
  }
  figures.push_back(judged(
      "concluded: PNS, PPNS without a precision rate, MCPNS", "122 > 102 > 82",
      fmt::format("{}, {}, {}", t[kPns].concluded(), t[kPpns].concluded(), t[kMcpns].concluded()),
      t[kPns].concluded() > t[kPpns].concluded() && t[kPpns].concluded() > t[kMcpns].concluded(),
      "on other positions"));

  double most = -1e9;
  std::size_t fewest = kFirstWithRate;
  int more = 0, most_more = 0, estimates = 0, wrong = 0, concluded = 0;
  for (std::size_t m = kFirstWithRate; m < t.size(); ++m) {
    const double drop = 100 * (1 - t[m].mean_nodes() / t[kPpns].mean_nodes());
    if (drop > most) most = drop, fewest = m;
    more += t[m].concluded() > t[kPpns].concluded();
    most_more = std::max(most_more, t[m].concluded() - t[kPpns].concluded());
    estimates += t[m].estimates();
    wrong += t[m].wrong;
    concluded += t[m].concluded();
  }
  figures.push_back(report::claim(
      "a precision rate concludes more than none", "6 of 6 settings, by up to 33 positions of 200",
      fmt::format("{} of 6 settings, by up to {} of {}", more, most_more, t[kPpns].positions),
      more == 6));
  figures.push_back(
      judged("mean nodes saved by a precision rate", "up to 57 % (37 % in the study's own table)",
             fmt::format("up to {:.0f} % ({})", most, published()[fewest].method.label), most >= 57,
             fmt::format("of its {} conclusions {} were unproved and {} wrong",
                         t[fewest].concluded(), t[fewest].estimates(), t[fewest].wrong)));
  figures.push_back(report::finding(report::claim(
      "a conclusion by a precision rate is a solution", "counted as solved",
      fmt::format("of {} conclusions {} unproved, {} wrong", concluded, estimates, wrong),
      estimates == 0, "all six settings together; the truth is that of the exact solver")));
  int false_proofs = 0;
  for (const Tally& one : t) false_proofs += one.false_proofs;
  figures.push_back(report::ours_alone("proofs at odds with the exact solver",
                                       std::to_string(false_proofs), "over all methods"));
  if (f.both > 0)
    figures.push_back(report::finding(report::ours_alone(
        "PPNS without a precision rate against PNS, where both have a proof",
        fmt::format("{:.2f} times the nodes, {:.1f} times the CPU time",
                    static_cast<double>(f.ppns_of_both.nodes) / f.pns_of_both.nodes,
                    f.ppns_of_both.seconds / f.pns_of_both.seconds),
        "sums over " + counted(static_cast<std::uint64_t>(f.both), "position"))));
  figures.push_back(report::ours_alone(
      "the exact solver (`auto`) on the same positions",
      fmt::format("{} of {} solved, {} nodes and {:.4f} s of CPU on average", f.exact.concluded(),
                  f.exact.positions, with_commas(std::llround(f.exact.mean_nodes())),
                  f.exact.mean_seconds()),
      "what to run in earnest"));
}

void add_named(const Connect4Plan& plan, const Records& records, report::Report& out) {
  report::Table table{"named",
                      "Two positions that are not won, and what each method says of them.",
                      {"position", "method", "says", "nodes", "playouts"},
                      {}};
  for (const Subject& subject : plan.named) {
    std::vector<Search> searches{plan.truth(subject)};
    for (const Published& p : published()) searches.push_back(plan.search(subject, p.method));
    int wrong = 0;
    const auto won = won_by(finding(records, searches[0]));
    std::string first;
    for (const Search& search : searches) {
      const auto found = finding(records, search);
      if (!found) continue;
      table.rows.push_back({subject.text, search.method.label, std::string(words(found->answer)),
                            static_cast<std::int64_t>(found->nodes),
                            static_cast<std::int64_t>(found->playouts)});
      if (!won || !found->concluded() || found->says_won() == *won) continue;
      ++wrong;
      if (first.empty())
        first = ", the first after " + counted(static_cast<std::uint64_t>(found->nodes), "node");
    }
    if (won)
      out.figures.push_back(report::ours_alone(
          fmt::format("{}: {} for the player to move", subject.text, *won ? "won" : "not won"),
          fmt::format("{} of the 9 methods say otherwise{}", wrong, first)));
  }
  out.exhibits.emplace_back(std::move(table));
}

report::Table positions_table(const Connect4Plan& plan, const Records& records) {
  report::Table table{"positions",
                      "Every search: what it says of a win for the player to move.",
                      {"position", "method", "says", "truth", "nodes", "playouts", "CPU s"},
                      {},
                      true};
  for (const Subject& subject : plan.sample) {
    const auto won = won_by(finding(records, plan.truth(subject)));
    const std::string truth = won ? (*won ? "won" : "not won") : "";
    const auto add = [&](const Search& search) {
      if (const auto found = finding(records, search))
        table.rows.push_back({subject.text, search.method.label, std::string(words(found->answer)),
                              truth, static_cast<std::int64_t>(found->nodes),
                              static_cast<std::int64_t>(found->playouts),
                              report::Number{found->seconds, 4}});
    };
    for (const Published& p : published()) add(plan.search(subject, p.method));
    add(plan.truth(subject));
  }
  return table;
}

class PpnsConnect4 final : public Experiment {
 public:
  std::string name() const override { return kName; }
  std::string summary() const override {
    return "PNS, MCPNS and PPNS on Connect Four 7x6 after 12 random plies, and how often they err";
  }

  std::vector<Task> tasks(const Setting& setting) const override {
    const Connect4Plan plan = plan_of(setting);
    std::vector<Task> out;
    const double slowest = plan.playouts.seconds.value_or(1e9);
    const auto add_all = [&](const Subject& subject) {
      out.push_back(plan.truth(subject).task(0.05));
      for (const Published& p : published()) {
        const Search search = plan.search(subject, p.method);
        const double node = p.method.algorithm == "pns" ? 5e-8 : 4e-6;  // seconds, about half of
        out.push_back(search.task(                                      // what a whole one takes
            std::min(slowest, node * static_cast<double>(search.caps.nodes))));
      }
    };
    for (const Subject& subject : plan.named) add_all(subject);
    for (const Subject& subject : plan.sample) add_all(subject);
    for (const Subject& subject : plan.traced) out.push_back(plan.trace(subject).task(0.5));
    return out;
  }

  report::Report report(const Setting& setting, const Records& records) const override {
    const Connect4Plan plan = plan_of(setting);
    const Findings f = gather(plan, records);
    report::Report out;
    out.name = kName;
    out.title = "Probability-based proof-number search: Connect Four";
    out.source = kSource;
    out.question =
        "Does guidance by random games answer \"can the player to move win?\" with fewer nodes, "
        "and "
        "what is a conclusion worth that a precision rate brought about?";
    out.protocol = {
        fmt::format("{} different positions of Connect Four 7x6 after {} uniformly random plies, "
                    "none ended, from seed {}. A draw is not a win. {} random games for each new "
                    "node. No knowledge beyond the rules, as in the study; trees, not graphs.",
                    plan.sample.size(), kPlies, setting.seed, 60),
        fmt::format("The study's caps were {} nodes or {} s. Here: {}.{}", with_commas(kStudyNodes),
                    kStudySeconds, caps_text(plan.pns, plan.playouts),
                    plan.pns.nodes == plan.playouts.nodes
                        ? ""
                        : " Limits by nodes keep the counts reproducible; these two take about the "
                          "same time where they were chosen, for PNS and for PPNS."),
        "A precision rate (pr) ends a search of PPNS once the root's probability is that near to 0 "
        "or 1. Such an ending proves nothing: it is counted as an estimate, and right or wrong by "
        "the truth, which the exact solver `auto` finds with a table of 64 MiB. θ keeps the "
        "share of won random games away from 0 and 1."};
    out.measured = f.measured;
    out.planned = f.planned;

    report::Table table{
        "methods",
        "What each method concludes; published: the study's 200 positions under its own caps.",
        tally_columns({}),
        {}};
    report::BarPlot bars{
        "bars", "What each method's conclusions are worth.", "positions (%)", bar_parts(), {}};
    for (std::size_t m = 0; m < published().size(); ++m) {
      const Published& p = published()[m];
      table.rows.push_back(tally_row({p.method.label}, f.tallies[m],
                                     fmt::format("{} / {} / {}", p.won, p.not_won, p.out)));
      bars.bars.push_back({p.method.label, bar_sizes(f.tallies[m])});
    }
    table.rows.push_back(tally_row({exact_method().label}, f.exact, ""));
    bars.bars.push_back({exact_method().label, bar_sizes(f.exact)});
    out.exhibits.emplace_back(std::move(table));
    out.exhibits.emplace_back(std::move(bars));
    out.exhibits.emplace_back(means_table(f));

    std::vector<std::pair<std::string, Search>> traced;
    for (const Subject& subject : plan.traced) {
      const auto won = won_by(finding(records, plan.truth(subject)));
      traced.emplace_back(subject.text + (!won   ? ""
                                          : *won ? " (won)"
                                                 : " (not won)"),
                          plan.trace(subject));
    }
    out.exhibits.emplace_back(probability_plot(
        "root",
        "The probability of a win at the root of PPNS, without a precision rate, on the first "
        "positions without an immediate win; in brackets the truth.",
        traced, records));
    if (setting.size == Size::Quick) out.notes.emplace_back(kQuickNote);
    if (f.complete())
      add_verdicts(plan, f, out.figures);
    else
      out.notes.emplace_back(kUnfinishedNote);
    add_named(plan, records, out);
    out.exhibits.emplace_back(positions_table(plan, records));
    return out;
  }

 private:
  static report::Table means_table(const Findings& f) {
    report::Table table{"means",
                        "Mean nodes and time of PPNS, and the saving of a precision rate, beside "
                        "the study's (wall clock, their machine).",
                        {"method", "nodes", "fewer (%)", "CPU s", "published nodes",
                         "published fewer (%)", "published s"},
                        {}};
    const auto fewer = [](double with, double without) {
      return report::Number{without > 0 ? 100 * (1 - with / without) : 0, 0};
    };
    for (std::size_t m = kPpns; m < published().size(); ++m) {
      const Published& p = published()[m];
      table.rows.push_back(
          {p.method.label, static_cast<std::int64_t>(std::llround(f.tallies[m].mean_nodes())),
           fewer(f.tallies[m].mean_nodes(), f.tallies[kPpns].mean_nodes()),
           report::Number{f.tallies[m].mean_seconds(), 3}, p.nodes,
           fewer(static_cast<double>(p.nodes), static_cast<double>(published()[kPpns].nodes)),
           std::int64_t{p.seconds}});
    }
    return table;
  }
};

}  // namespace

std::unique_ptr<Experiment> make_ppns_connect4() { return std::make_unique<PpnsConnect4>(); }

}  // namespace solvent::experiments
