#include "experiments/ppns/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"

namespace solvent::experiments::ppns {

namespace {

constexpr std::uint64_t kPlayouts = 60;
constexpr std::uint64_t kTable = std::uint64_t{64} << 20;  // of the exact solver
constexpr double kTraceStep = 1.1;  // the next round noted comes so many times later

constexpr std::string_view kWords[] = {"out", "proved", "disproved", "estimate: won",
                                       "estimate: not won"};

bool plays_out(const Method& m) { return m.algorithm == "mcpns" || m.algorithm == "ppns"; }
bool is_exact(const Method& m) { return m.algorithm == "auto"; }

Options options_of(const Search& search, const Bench& bench) {
  const Method& m = search.method;
  Options o;
  o.algorithm = m.algorithm;
  o.at_least = 1;
  o.line = false;
  o.limits.nodes = search.caps.nodes;
  o.limits.seconds = search.caps.seconds;
  o.limits.memory = bench.memory;
  o.knowledge = is_exact(m);  // the study's programs had none
  if (is_exact(m)) o.table_size = std::min(kTable, bench.memory / 2);
  if (plays_out(m)) {
    o.playouts = kPlayouts;
    o.theta = m.theta;
    if (m.precision_rate > 0) o.precision_rate = m.precision_rate;
    o.seed = search.seed;
  }
  return o;
}

Conclusion answer_of(const Answer& a) {
  if (a.at_least_holds) return *a.at_least_holds ? Conclusion::Proved : Conclusion::Disproved;
  if (a.estimate) return *a.estimate >= 1 ? Conclusion::LikelyWon : Conclusion::LikelyNot;
  return Conclusion::Out;
}

// The course of the root's probability, at rounds that are ever further apart, and the last one.
class Course {
 public:
  void note(const Iteration& round) {
    const double p = round.efforts.empty() ? (round.lower >= round.asked ? 1 : 0)
                                           : std::exp(-round.efforts[0].proof);
    last_ = {round.number, p};
    if (last_.first < next_) return;
    noted_.push_back(last_);
    next_ = std::max(last_.first + 1,
                     static_cast<std::uint64_t>(kTraceStep * static_cast<double>(last_.first)));
  }
  Record record() {
    if (noted_.empty() || noted_.back().first != last_.first) noted_.push_back(last_);
    Record out = Record::array();
    for (const auto& [number, p] : noted_) out.push_back({number, p});
    return out;
  }

 private:
  std::pair<std::uint64_t, double> last_{};
  std::vector<std::pair<std::uint64_t, double>> noted_;
  std::uint64_t next_ = 1;
};

Result<std::optional<Record>> run(const Search& search, const Bench& bench) {
  Result<Solver> solver = Solver::make(search.subject.position.game(), options_of(search, bench));
  if (!solver) return solver.error();
  Watch watch;
  watch.stop = bench.stop;
  Course course;
  if (search.traced) watch.trace = [&](const Iteration& round) { course.note(round); };
  const Answer a = solver->solve(search.subject.position, watch);
  if (a.status == Status::Interrupted) return std::optional<Record>();
  Record record{{"position", search.subject.text}, {"method", search.method.label},
                {"status", name(a.status)},        {"answer", words(answer_of(a))},
                {"nodes", a.counts.created},       {"playouts", a.counts.playouts},
                {"seconds", a.cpu_seconds}};
  if (search.traced) record["course"] = course.record();
  return std::optional(std::move(record));
}

}  // namespace

std::string caps_text(const Caps& pns, const Caps& playouts) {
  const auto count = [](const Caps& caps) { return report::with_commas(caps.nodes); };
  std::string text = count(pns) + " nodes";
  if (pns.nodes != playouts.nodes)
    text += fmt::format(" for PNS, {} for the methods with random games", count(playouts));
  if (pns.seconds) text += fmt::format(", or {} s", *pns.seconds);
  return text;
}

std::vector<Subject> random_positions(const Ruleset& game, int plies, std::size_t count,
                                      std::uint64_t seed, bool as_moves) {
  Rng rng(seed + (static_cast<std::uint64_t>(plies) << 32));
  std::vector<Subject> out;
  while (out.size() < count) {
    Position p = game.start();
    std::string played;
    int ply = 0;
    for (; ply < plies && !p.ended(); ++ply) {
      const std::vector<std::string> moves = p.moves();
      const std::string& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      played += move;
      p = *p.play(move);
    }
    const auto same = [&](const Subject& s) { return s.position == p; };
    if (p.ended() || std::any_of(out.begin(), out.end(), same)) continue;
    out.push_back({as_moves ? played : p.text(), p});
  }
  return out;
}

std::string Search::key() const {
  std::string key =
      fmt::format("{} {} {} nodes={}", prefix, subject.text, method.algorithm, caps.nodes);
  if (plays_out(method))
    key += fmt::format(" playouts={} theta={} pr={} seed={}", kPlayouts, method.theta,
                       method.precision_rate, seed);
  if (caps.seconds) key += fmt::format(" seconds={}", *caps.seconds);
  return traced ? key + " traced" : key;
}

Task Search::task(double weight) const {
  return {key(), weight, [search = *this](const Bench& bench) { return run(search, bench); }};
}

Method exact_method() { return {"exact (auto)", "auto", 0, 0}; }

std::optional<Finding> finding(const Records& records, const Search& search) {
  const auto at = records.find(search.key());
  if (at == records.end()) return std::nullopt;
  const Record& r = at->second;
  const auto* word =
      std::find(std::begin(kWords), std::end(kWords), r.at("answer").get<std::string>());
  if (word == std::end(kWords)) return std::nullopt;
  return Finding{static_cast<Conclusion>(word - std::begin(kWords)),
                 r.at("nodes").get<std::uint64_t>(), r.at("playouts").get<std::uint64_t>(),
                 r.at("seconds").get<double>()};
}

std::optional<bool> won_by(const std::optional<Finding>& truth) {
  if (!truth || !truth->concluded()) return std::nullopt;
  return truth->says_won();
}

std::string_view words(Conclusion answer) { return kWords[static_cast<std::size_t>(answer)]; }

void Tally::add(const Finding& found, std::optional<bool> won) {
  ++positions;
  proved += found.answer == Conclusion::Proved;
  disproved += found.answer == Conclusion::Disproved;
  likely_won += found.answer == Conclusion::LikelyWon;
  likely_not += found.answer == Conclusion::LikelyNot;
  out += found.answer == Conclusion::Out;
  nodes += found.nodes;
  playouts += found.playouts;
  seconds += found.seconds;
  if (found.estimate()) {
    unknown += !won;
    right += won == found.says_won();
    wrong += won == !found.says_won();
  } else if (found.concluded()) {
    false_proofs += won == !found.says_won();
  }
}

void Tally::add(const Tally& t) {
  positions += t.positions;
  proved += t.proved;
  disproved += t.disproved;
  likely_won += t.likely_won;
  likely_not += t.likely_not;
  out += t.out;
  nodes += t.nodes;
  playouts += t.playouts;
  seconds += t.seconds;
  unknown += t.unknown;
  right += t.right;
  wrong += t.wrong;
  false_proofs += t.false_proofs;
}

std::string outcome_text(const Tally& t) {
  return fmt::format("{} / {} / {}", t.won(), t.not_won(), t.out);
}

std::vector<std::string> tally_columns(std::vector<std::string> first) {
  for (const char* column :
       {"method", "positions", "won / not won / out", "published", "proved", "unproved", "wrong",
        "truth unknown", "nodes, mean", "playouts, mean", "CPU s, mean"})
    first.emplace_back(column);
  return first;
}

std::vector<report::Cell> tally_row(std::vector<report::Cell> first, const Tally& t,
                                    const std::string& published) {
  const double n = std::max(t.positions, 1);
  const auto count = [&](int k) { first.emplace_back(std::int64_t{k}); };
  count(t.positions);
  first.emplace_back(outcome_text(t));
  first.emplace_back(published);
  count(t.proved + t.disproved);
  count(t.estimates());
  count(t.wrong + t.false_proofs);
  count(t.unknown);
  first.emplace_back(static_cast<std::int64_t>(std::llround(t.mean_nodes())));
  first.emplace_back(std::llround(static_cast<double>(t.playouts) / n) + std::int64_t{0});
  first.emplace_back(report::Number{t.mean_seconds(), 3});
  return first;
}

std::vector<std::string> bar_parts() {
  return {"proved won",      "proved not won",          "estimate, right",
          "estimate, wrong", "estimate, truth unknown", "out"};
}

std::vector<double> bar_sizes(const Tally& t) {
  std::vector<double> sizes;
  for (const int part : {t.proved, t.disproved, t.right, t.wrong, t.unknown, t.out})
    sizes.push_back(100.0 * part / std::max(t.positions, 1));
  return sizes;
}

report::XyPlot probability_plot(const std::string& name, const std::string& caption,
                                const std::vector<std::pair<std::string, Search>>& traced,
                                const Records& records) {
  report::XyPlot plot{name,
                      caption,
                      {"iterations", report::Scaling::Log10},
                      {"probability of a win at the root", report::Scaling::Linear, {{0, 1}}},
                      {}};
  for (const auto& [label, search] : traced) {
    const auto at = records.find(search.key());
    if (at == records.end()) continue;
    report::Series series{label, {}, true};
    for (const Record& point : at->second.at("course"))
      series.points.emplace_back(point.at(0).get<double>(), point.at(1).get<double>());
    plot.series.push_back(std::move(series));
  }
  return plot;
}

}  // namespace solvent::experiments::ppns
