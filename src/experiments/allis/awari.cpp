#include "experiments/allis/awari.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.hpp"
#include "experiments/allis/databases.hpp"

namespace solvent::experiments {

namespace {

using awari::Allis1994;
using Found = Result<std::optional<Record>>;

constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

// What a task works with.
struct Tools {
  const Bench& bench;
  Allis1994::Lookup lookup;
  AllisLimits limits(std::uint64_t nodes) const { return {nodes, bench.stop}; }
  bool stopped() const { return bench.stop != nullptr && *bench.stop; }
};

// A task's work, once the boards of up to 13 stones are there; nothing if it was stopped.
template <class Work>
auto with_lookup(const std::shared_ptr<AllisDatabases>& databases, Work work) {
  return [=](const Bench& bench) -> Found {
    const auto lookup = databases->lookup(bench);
    if (!lookup) return lookup.error();
    if (!*lookup) return std::optional<Record>();
    const Tools tools{bench, **lookup};
    Found found = work(tools);
    if (found && tools.stopped()) return std::optional<Record>();
    return found;
  };
}

Record or_null(std::optional<int> value) { return value ? Record(*value) : Record(); }

std::optional<int> number_or_nothing(const Record& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<int>());
}

Found measure_pns(const Tools& tools, const AllisPublished& row) {
  const Stopwatch clock;
  const auto found =
      allis_pns(board_of(row), tools.lookup, tools.bench.memory, tools.limits(kUnlimited));
  if (!found) return Error{fmt::format("row {}: {}", row.name, found.message())};
  return std::optional(record_of(*found, clock.cpu_seconds()));
}

Found measure_alpha_beta(const Tools& tools, const AllisPublished& row, bool with_table,
                         std::uint64_t most) {
  const Stopwatch clock;
  const auto found = allis_alpha_beta(board_of(row), tools.lookup, with_table, tools.limits(most));
  return std::optional(record_of(found, clock.cpu_seconds()));
}

Found measure_missed_win(const Tools& tools) {
  Record record;
  for (const bool played : {false, true}) {
    const auto found = allis_pns(after_missed_win(played), tools.lookup, tools.bench.memory,
                                 tools.limits(kUnlimited));
    if (!found) return found.error();
    // Nothing is captured by either.
    record[played ? "A1" : "B1"] = found->value ? Record(-*found->value) : Record();
  }
  return std::optional(record);
}

Found look_up_rows(const Bench& bench, AllisDatabases& databases, int stones) {
  std::vector<mancala::Board> boards;
  for (const AllisPublished& row : allis_published()) boards.push_back(board_of(row));
  for (const bool played : {false, true}) boards.push_back(after_missed_win(played));
  const Stopwatch clock;
  const auto values = databases.values(bench, stones, boards);
  if (!values) return values.error();
  if (!*values) return std::optional<Record>();
  Record record, rows = Record::object();
  std::size_t k = 0;
  for (const AllisPublished& row : allis_published()) rows[row.name] = or_null((**values)[k++]);
  record["values"] = rows;
  for (const char* move : {"B1", "A1"}) {
    const auto value = (**values)[k++];
    record[move] = value ? Record(-*value) : Record();
  }
  record["seconds"] = clock.cpu_seconds();
  return std::optional(record);
}

// The positions of one game, as far back as it goes.
Found measure_game(const Tools& tools, AllisDatabases& databases, const AllisScope& scope,
                   int number) {
  const Stopwatch clock;
  const auto folder = databases.for_play(tools.bench);
  if (!folder) return folder.error();
  if (!*folder) return std::optional<Record>();
  AllisPlay play = scope.play;
  play.number = number;
  const auto game = allis_game(play, **folder, tools.bench.stop);
  if (!game) return game.error();
  if (!*game) return std::optional<Record>();

  Record positions = Record::array();
  std::vector<mancala::Board> boards;
  std::string ended = "the start of the game";
  int given_up = 0;
  for (const AllisGame::NamedBoard& p : (*game)->backwards) {
    const Stopwatch each;
    const auto pns =
        allis_pns(p.board, tools.lookup, tools.bench.memory, tools.limits(scope.game_pns));
    if (!pns) return Error{fmt::format("game {}, {}: {}", number, p.name, pns.message())};
    if (tools.stopped()) return std::optional<Record>();
    if (!pns->value) {
      ended = fmt::format("{}: proof-number search", p.name);
      break;
    }
    Record position{{"name", p.name}, {"board", pits_of(p.board)}};
    position["pns"] = record_of(*pns, each.cpu_seconds());
    bool solved = true;
    for (const bool with_table : {false, true}) {
      const Stopwatch search;
      const AllisAlphaBeta found = allis_alpha_beta(
          p.board, tools.lookup, with_table,
          tools.limits(with_table ? scope.game_with_table : scope.game_alpha_beta));
      if (tools.stopped()) return std::optional<Record>();
      position[with_table ? "with_table" : "alpha_beta"] = record_of(found, search.cpu_seconds());
      solved &= with_table || found.value.has_value();
    }
    positions.push_back(position);
    boards.push_back(p.board);
    if (!solved && ++given_up == kMostGivenUp) {
      ended = fmt::format("{}: alpha-beta", p.name);
      break;
    }
  }
  const auto values = databases.values(tools.bench, scope.stones, boards);
  if (!values) return values.error();
  if (!*values) return std::optional<Record>();
  for (std::size_t k = 0; k < boards.size(); ++k) positions[k]["database"] = or_null((**values)[k]);
  return std::optional(Record{{"moves", (*game)->moves},
                              {"passed_over", (*game)->passed_over},
                              {"ended", ended},
                              {"positions", positions},
                              {"seconds", clock.cpu_seconds()}});
}

class AllisAwari final : public Experiment {
 public:
  std::string name() const override { return "allis-awari"; }
  std::string summary() const override {
    return "Allis, van der Meulen & van den Herik 1994: Awari by alpha-beta and proof-number "
           "search";
  }
  std::vector<Task> tasks(const Setting& setting) const override;
  report::Report report(const Setting& setting, const Records& records) const override {
    return allis_report(setting, records);
  }

 private:
  std::shared_ptr<AllisDatabases> databases_ = std::make_shared<AllisDatabases>();
};

// Seconds, by the nodes of a second that were measured.
double weight_of(double nodes, std::uint64_t most, double nodes_a_second) {
  return 0.01 + std::min(nodes, static_cast<double>(most)) / nodes_a_second;
}

std::vector<Task> AllisAwari::tasks(const Setting& setting) const {
  const AllisScope scope = allis_scope(setting);
  const auto databases = databases_;
  constexpr double kPnsSpeed = 4.5e6, kAlphaBetaSpeed = 3e6, kTableSpeed = 1.9e6;
  std::vector<Task> tasks;
  for (const AllisPublished& row : allis_published().first(scope.rows)) {
    const auto sum = static_cast<double>(row.sum);
    tasks.push_back(
        {pns_key(row), weight_of(sum, kUnlimited, kPnsSpeed),
         with_lookup(databases, [&row](const Tools& t) { return measure_pns(t, row); })});
    // What alpha-beta needs is about so many times as much.
    constexpr double kMore = 26, kMoreWithTable = 10;
    for (const bool with_table : {false, true}) {
      const std::uint64_t most = with_table ? scope.with_table : scope.alpha_beta;
      const double weight = with_table ? weight_of(kMoreWithTable * sum, most, kTableSpeed)
                                       : weight_of(kMore * sum, most, kAlphaBetaSpeed);
      tasks.push_back({alpha_beta_key(scope, row, with_table), weight,
                       with_lookup(databases, [&row, with_table, most](const Tools& t) {
                         return measure_alpha_beta(t, row, with_table, most);
                       })});
    }
  }
  tasks.push_back({missed_win_key(), 0.1, with_lookup(databases, measure_missed_win)});
  tasks.push_back(
      {database_key(scope), scope.stones < 19 ? 2.0 : 15.0, [databases, scope](const Bench& bench) {
         return look_up_rows(bench, *databases, scope.stones);
       }});
  // Mostly for what is given up.
  const double game_weight =
      kMostGivenUp * (static_cast<double>(scope.game_alpha_beta) / kAlphaBetaSpeed +
                      static_cast<double>(scope.game_with_table) / kTableSpeed);
  for (int k = 1; k <= scope.games; ++k)
    tasks.push_back({game_key(scope, k), game_weight,
                     with_lookup(databases, [databases, scope, k](const Tools& t) {
                       return measure_game(t, *databases, scope, k);
                     })});
  return tasks;
}

}  // namespace

AllisScope allis_scope(const Setting& setting) {
  const std::size_t all = allis_published().size();
  AllisPlay play;
  play.seed = setting.seed;
  switch (setting.size) {
    case Size::Quick: return {9, 5'000'000, 2'000'000, 15, 3, play, 500'000, 2'000'000, 1'000'000};
    case Size::Usual:
      return {all, 180'000'000, 65'000'000, 19, 10, play, 3'000'000, 20'000'000, 10'000'000};
    case Size::Full: break;
  }
  return {all, kMostAlphaBeta, kMostWithTable, 19, 20, play, 20'000'000, 200'000'000, 50'000'000};
}

std::string pns_key(const AllisPublished& row) { return fmt::format("pns {}", row.name); }
std::string alpha_beta_key(const AllisScope& scope, const AllisPublished& row, bool with_table) {
  return with_table ? fmt::format("alpha-beta with table {} to {}", row.name, scope.with_table)
                    : fmt::format("alpha-beta {} to {}", row.name, scope.alpha_beta);
}
std::string missed_win_key() { return "pns move 51"; }
std::string database_key(const AllisScope& scope) {
  return fmt::format("database of {} stones", scope.stones);
}
std::string game_key(const AllisScope& s, int number) {
  return fmt::format("game {} seed {} opening {} nodes {} pns {} alpha-beta {} table {} stones {}",
                     number, s.play.seed, s.play.opening, s.play.nodes, s.game_pns,
                     s.game_alpha_beta, s.game_with_table, s.stones);
}

Record record_of(const AllisPns& found, double seconds) {
  return {{"value", or_null(found.value)},
          {"sum", found.sum},
          {"largest_search", found.largest_search},
          {"largest_tree", found.largest_tree},
          {"seconds", seconds}};
}
Record record_of(const AllisAlphaBeta& found, double seconds) {
  return {{"value", or_null(found.value)}, {"nodes", found.nodes}, {"seconds", seconds}};
}
AllisPns pns_of(const Record& record) {
  return {number_or_nothing(record.at("value")), record.at("sum"), record.at("largest_search"),
          record.at("largest_tree")};
}
AllisAlphaBeta alpha_beta_of(const Record& record) {
  return {number_or_nothing(record.at("value")), record.at("nodes")};
}

const AllisPublished& missed_win() {
  constexpr std::size_t k51South = 9;
  return allis_published()[k51South];
}
mancala::Board after_missed_win(bool played) {
  mancala::Board board = board_of(missed_win());
  awari::Rules(Scale::Kind::Score).play(board, played ? 0 : 1);
  const int me = mancala::mover(board);
  return {{board.row[me] & mancala::kPits, board.row[1 - me] & mancala::kPits}};
}

std::unique_ptr<Experiment> make_allis_awari() { return std::make_unique<AllisAwari>(); }

}  // namespace solvent::experiments
