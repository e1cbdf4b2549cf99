#include "experiments/mopns_connect4.hpp"

#include <fmt/format.h>

namespace solvent::experiments {

namespace {

struct Cost {
  std::uint64_t created = 0;
  double seconds = 0;
  int value = 0;
};

Result<Cost> run(const Ruleset& game, const Position& position, Options options) {
  Result<Solver> solver = Solver::make(game, options);
  if (!solver) return solver.error();
  const Answer answer = solver->solve(position);
  if (answer.status != Status::Solved)
    return Error{fmt::format("position {}: {}", position.text(), name(answer.status))};
  return Cost{answer.counts.created, answer.cpu_seconds, answer.lower};
}

Options options_of(const MopnsSetting& setting, const char* algorithm) {
  Options options;
  options.algorithm = algorithm;
  options.profile = "saffidine2012";
  options.mobility = setting.mobility;
  options.evaluate = setting.evaluate;
  options.line = false;
  return options;
}

Result<MopnsRow> measure(const Ruleset& game, const MopnsSetting& setting,
                         const std::string& moves) {
  const Result<Position> position = game.parse(moves);
  if (!position) return position.error();
  const Result<Cost> one = run(game, *position, options_of(setting, "mopns"));
  if (!one) return one.error();
  MopnsRow row{moves, one->value, one->created, 0, one->seconds, 0};
  for (const int at_least : {0, 1}) {
    // A win needs only "at least a win", a loss only "at least a draw", a draw both.
    if (at_least == 0 ? row.value > 0 : row.value < 0) continue;
    Options options = options_of(setting, "pns");
    options.at_least = at_least;
    const Result<Cost> two_valued = run(game, *position, options);
    if (!two_valued) return two_valued.error();
    row.pns += two_valued->created;
    row.pns_seconds += two_valued->seconds;
  }
  return row;
}

}  // namespace

Result<std::vector<MopnsRow>> mopns_connect4(const MopnsSetting& setting,
                                             const std::function<bool(const MopnsRow&)>& done) {
  if (setting.plies % 2 != 0 || setting.plies > setting.rows)
    return Error{"the first player moves after an even number of plies, and no column may fill up"};
  const Result<Ruleset> game =
      Ruleset::make(fmt::format("connect4:{}x{}", setting.columns, setting.rows), "wld");
  if (!game) return game.error();
  std::vector<MopnsRow> rows;
  std::string moves(static_cast<std::size_t>(setting.plies), '1');
  const char last = static_cast<char>('0' + setting.columns);
  for (;;) {
    const Result<MopnsRow> row = measure(*game, setting, moves);
    if (!row) return row.error();
    rows.push_back(*row);
    if (done && !done(*row)) return rows;
    // The next sequence, as a number in the base of the columns.
    std::size_t at = moves.size();
    while (at > 0 && moves[at - 1] == last) moves[--at] = '1';
    if (at == 0) return rows;
    ++moves[at - 1];
  }
}

MopnsTotals totals(const std::vector<MopnsRow>& rows) {
  MopnsTotals t;
  for (const MopnsRow& row : rows) {
    t.mopns += row.mopns;
    t.pns += row.pns;
    t.mopns_seconds += row.mopns_seconds;
    t.pns_seconds += row.pns_seconds;
    t.mopns_fewer += row.mopns < row.pns;
    t.pns_fewer += row.pns < row.mopns;
    t.ties += row.pns == row.mopns;
    t.wins += row.value > 0;
    t.draws += row.value == 0;
    t.losses += row.value < 0;
  }
  return t;
}

}  // namespace solvent::experiments
