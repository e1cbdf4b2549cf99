#include "experiments/allis/measured.hpp"

#include <cmath>

namespace solvent::experiments::allis {

namespace {

const Record* find(const Records& records, const std::string& key) {
  const auto at = records.find(key);
  return at == records.end() ? nullptr : &at->second;
}

std::optional<int> number_at(const Record* record, const char* name) {
  if (record == nullptr || !record->contains(name) || record->at(name).is_null())
    return std::nullopt;
  return record->at(name).get<int>();
}

std::optional<std::uint64_t> below(std::uint64_t nodes, std::uint64_t most) {
  return nodes < most ? std::optional(nodes) : std::nullopt;
}

template <class Rows, class Nodes>
std::vector<AllisNodes> nodes_of(const Rows& rows, Nodes nodes) {
  std::vector<AllisNodes> out;
  for (const auto& row : rows) out.push_back(nodes(row));
  return out;
}

}  // namespace

Measured measured(const Setting& setting, const Records& records) {
  Measured m{allis_scope(setting), {}, {}, {}, {}, {}, {}, 0, 0};
  const auto look = [&](const std::string& key) { return find(records, key); };
  const Record* stored = look(database_key(m.scope));
  m.best_stored = number_at(stored, "B1");
  m.played_stored = number_at(stored, "A1");
  const Record* missed = look(missed_win_key());
  m.best = number_at(missed, "B1");
  m.played = number_at(missed, "A1");
  for (const AllisPublished& published : allis_published().first(m.scope.rows)) {
    Row row{&published, {}, {}, {}, {}};
    if (const Record* r = look(pns_key(published))) row.pns = pns_of(*r);
    if (const Record* r = look(alpha_beta_key(m.scope, published, false)))
      row.alpha_beta = alpha_beta_of(*r);
    if (const Record* r = look(alpha_beta_key(m.scope, published, true)))
      row.with_table = alpha_beta_of(*r);
    if (stored != nullptr) row.database = number_at(&stored->at("values"), published.name);
    m.rows.push_back(row);
  }
  for (int k = 1; k <= m.scope.games; ++k) {
    const Record* game = look(game_key(m.scope, k));
    if (game == nullptr) continue;
    ++m.games;
    m.passed_over += game->at("passed_over").get<int>();
    for (const Record& p : game->at("positions"))
      m.own.push_back({k, p.at("name"), p.at("board"), pns_of(p.at("pns")),
                       alpha_beta_of(p.at("alpha_beta")), alpha_beta_of(p.at("with_table")),
                       number_at(&p, "database")});
  }
  return m;
}

std::optional<std::uint64_t> finished(const std::optional<AllisAlphaBeta>& found) {
  if (!found || !found->value) return std::nullopt;
  return found->nodes;
}
AllisNodes theirs(const AllisPublished& row) {
  return {below(row.alpha_beta, kMostAlphaBeta), below(row.with_table, kMostWithTable), row.sum};
}
AllisNodes theirs(const AllisOtherRow& row) {
  return {below(row.alpha_beta, kMostAlphaBeta), below(row.with_table, kMostWithTable),
          row.solved ? std::optional(row.sum) : std::nullopt};
}
AllisNodes ours(const Row& row) {
  return {finished(row.alpha_beta), finished(row.with_table),
          row.pns ? std::optional(row.pns->sum) : std::nullopt};
}
AllisNodes ours(const Own& own) {
  return {finished(own.alpha_beta), finished(own.with_table), own.pns.sum};
}

std::vector<AllisNodes> published_nodes() {
  auto out = nodes_of(allis_published(), [](const AllisPublished& r) { return theirs(r); });
  for (const AllisOtherRow& row : allis_other_games()) out.push_back(theirs(row));
  return out;
}
std::vector<AllisNodes> row_nodes(const Measured& m) {
  return nodes_of(m.rows, [](const Row& r) { return ours(r); });
}
std::vector<AllisNodes> own_nodes(const Measured& m) {
  return nodes_of(m.own, [](const Own& o) { return ours(o); });
}

std::optional<double> factor(std::optional<std::uint64_t> more,
                             std::optional<std::uint64_t> fewer) {
  if (!more || !fewer) return std::nullopt;
  return static_cast<double>(*more) / static_cast<double>(*fewer);
}
double per_cent_more(std::uint64_t published, std::uint64_t found) {
  return 100 * (static_cast<double>(found) / static_cast<double>(published) - 1);
}
bool tree_as_printed(const Row& row) {
  const double off = per_cent_more(row.published->largest_tree, row.pns->largest_tree);
  return row.published->tree_is_exact ? off == 0 : std::abs(off) <= kRounded;
}

}  // namespace solvent::experiments::allis
