#include "endgame/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "endgame/awari_slice.hpp"
#include "endgame/kalah_slice.hpp"
#include "endgame/retrograde.hpp"
#include "endgame/retrograde_share.hpp"
#include "endgame/woodpush_slice.hpp"

namespace solvent::endgame {

namespace {

// A Model says how a game's positions are valued in its databases: by a number for the mover that
// does not depend on what was captured before.
//   using Rules, Slice
//   static std::string name(const Rules&, spec)     what values depend on, and nothing else
//   static int highest(const Rules&), limit(const Rules&, int slice)
//   static Slice make_slice(const Rules&, int slice)
//   static bool needs(int slice, int lower)         does a move of the one lead to the other?
//   static Rules with_scores(const Rules&)          the same game, every score told apart
//   Rules::outcome(State, value), Rules::for_mover(State, Outcome)
struct AwariModel {
  using Rules = awari::Rules;
  using Slice = AwariSlice;
  static std::string name(const Rules&, std::string_view spec) { return std::string(spec); }
  static int highest(const Rules&) { return awari::kStones; }
  static int limit(const Rules&, int slice) { return slice; }
  static Slice make_slice(const Rules&, int slice) { return AwariSlice(slice); }
  static bool needs(int slice, int lower) {
    return slice - lower >= AwariSlice::kLeastTaken && slice - lower <= AwariSlice::kMostTaken;
  }
  static Rules with_scores(const Rules&) { return Rules(Scale::Kind::Score); }
};

struct KalahModel {
  using Rules = kalah::Rules;
  using Slice = KalahSlice;
  // Games that begin with more or fewer stones share a database.
  static std::string name(const Rules& g, std::string_view) {
    return fmt::format("kalah:{}{}", g.pits(), g.variant().empty_capture ? ",empty-capture" : "");
  }
  static int highest(const Rules& g) { return std::min(g.total(), 127); }
  static int limit(const Rules&, int slice) { return slice; }
  static Slice make_slice(const Rules& g, int slice) { return {g, slice}; }
  static bool needs(int slice, int lower) { return lower < slice; }
  static Rules with_scores(const Rules& g) { return Rules(g.variant(), Scale::Kind::Score); }
};

struct WoodpushModel {
  using Rules = woodpush::Rules;
  using Slice = WoodpushSlice;
  static std::string name(const Rules&, std::string_view spec) { return std::string(spec); }
  static int highest(const Rules& g) { return 2 * g.pieces(); }
  static int limit(const Rules& g, int slice) { return g.highest_score(slice); }
  static Slice make_slice(const Rules& g, int slice) { return {g, slice}; }
  static bool needs(int slice, int lower) { return lower == slice - 1; }
  static Rules with_scores(const Rules& g) {
    return Rules(g.cells(), g.pieces(), g.scoring(), Scale::Kind::Score);
  }
};

template <class Model>
class Probing final : public AnyProbe<typename Model::Rules> {
 public:
  using Rules = typename Model::Rules;
  Probing(const Rules& g, std::shared_ptr<const Database> database, std::uint64_t cache_bytes)
      : g_(g),
        database_(std::move(database)),
        cache_bytes_(cache_bytes),
        lookup_(database_, cache_bytes) {}
  Bounds probe(const typename Rules::State& s) const override {
    const int slice = g_.slice(s);
    if (!lookup_.covers(slice)) return g_.scale().everything();
    ++hits_;
    const Outcome value = g_.outcome(s, lookup_.value(slice, g_.index(s)));
    return {value, value};
  }
  int slice(const typename Rules::State& s) const override { return g_.slice(s); }
  std::uint64_t hits() const override {
    std::uint64_t all = hits_;
    for (const auto& other : others_) all += other->hits_;
    return all;
  }
  std::shared_ptr<const ProbeBase> another() const override {
    return others_.emplace_back(std::make_shared<const Probing>(g_, database_, cache_bytes_));
  }

 private:
  const Rules& g_;
  std::shared_ptr<const Database> database_;
  std::uint64_t cache_bytes_;
  mutable Lookup lookup_;
  mutable std::uint64_t hits_ = 0;
  mutable std::vector<std::shared_ptr<const Probing>> others_;
};

template <class Model>
class TypedTables final : public Tables {
 public:
  using Rules = typename Model::Rules;
  using State = typename Rules::State;
  TypedTables(const AnyGame& game, const Rules& rules)
      : game_(game), rules_(rules), scores_(Model::with_scores(rules)) {}

  int highest() const override { return Model::highest(rules_); }
  SliceLabel label(int slice) const override {
    return {Model::name(rules_, game_.spec()), slice, rules_.slice_size(slice),
            Model::limit(rules_, slice)};
  }
  std::optional<ZeroedMemory> solve(int slice, int passes,
                                    const std::function<LowerValues(int)>& lower, int threads,
                                    const std::atomic<bool>* stop,
                                    Advance& advance) const override {
    const auto model = Model::make_slice(rules_, slice);
    Retrograde<typename Model::Slice> analysis(model, threads, stop);
    for (int pass = 0; pass < passes; ++pass) analysis.open(lower(pass), advance);
    if (!analysis.finish(advance)) return std::nullopt;
    ZeroedMemory values = analysis.take_values();
    if (stop != nullptr && *stop) return std::nullopt;  // not all of them
    return values;
  }
  std::optional<ZeroedMemory> solve_share(int slice, int passes,
                                          const std::function<LowerValues(int)>& lower,
                                          Exchange& exchange, Advance& advance) const override {
    const auto model = Model::make_slice(rules_, slice);
    std::vector<Deal> deals;
    for (int k = 0; k <= slice; ++k)
      deals.push_back(Deal::of(rules_.slice_size(k), exchange.size(), exchange.rank()));
    RetrogradeShare<typename Model::Slice> analysis(model, deals, exchange);
    for (int pass = 0; pass < passes; ++pass)
      if (!analysis.open([&] { return lower(pass); }, advance)) return std::nullopt;
    if (!analysis.finish(advance)) return std::nullopt;
    return analysis.take_values();
  }
  bool needs(int slice, int lower) const override { return Model::needs(slice, lower); }
  int bytes_a_position() const override { return Retrograde<typename Model::Slice>::kCellBytes; }

  std::optional<std::string> first_wrong(const Values& values, bool to_fixed_point, int threads,
                                         const std::atomic<bool>* stop) const override {
    const int slice = static_cast<int>(values.size()) - 1;
    const std::uint64_t size = rules_.slice_size(slice);
    const auto wrong = to_fixed_point ? differs_from_fixed_point(values, slice, size, stop)
                                      : differs_from_moves(values, slice, size, threads, stop);
    if (wrong == size) return std::nullopt;
    return game_.position(erase_state(rules_.unindex(slice, wrong)));
  }

  int slice_of(const AnyState& s) const override { return rules_.slice(restore_state<State>(s)); }
  Outcome outcome(Lookup& lookup, const AnyState& any) const override {
    const auto s = restore_state<State>(any);
    return rules_.outcome(s, lookup.value(rules_.slice(s), rules_.index(s)));
  }
  std::unique_ptr<ProbeBase> probe(std::shared_ptr<const Database> database,
                                   std::uint64_t cache_bytes) const override {
    return std::make_unique<Probing<Model>>(rules_, std::move(database), cache_bytes);
  }

 private:
  // The value of a position by its moves, from the rules and nothing else; `known(state)` is the
  // value of the next position for its mover.
  template <class Known>
  int by_moves(const State& s, const Known& known) const {
    if (scores_.ended(s)) return scores_.for_mover(s, scores_.bounds(s).pess);
    MovesOf<Rules> moves;
    scores_.list_moves(s, moves);
    Outcome best = 0;
    bool first = true;
    for (const auto m : moves) {
      State next = s;
      scores_.play(next, m);
      const Outcome o = scores_.outcome(next, known(next));
      const bool better = scores_.to_move(s) == Side::Max ? o > best : o < best;
      if (first || better) best = o;
      first = false;
    }
    return scores_.for_mover(s, best);
  }
  std::uint64_t differs_from_moves(const Values& values, int slice, std::uint64_t size, int threads,
                                   const std::atomic<bool>* stop) const {
    constexpr std::uint64_t kRange = 1 << 14;
    std::atomic<std::uint64_t> first = size;
    const auto known = [&](const State& s) {
      return int{bytes_of(values[rules_.slice(s)])[rules_.index(s)]};
    };
    tbb::task_arena arena(threads);
    parallel_for(arena, (size + kRange - 1) / kRange, [&](std::uint64_t range) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) return;
      for (std::uint64_t i = range * kRange; i < std::min(size, (range + 1) * kRange); ++i) {
        if (by_moves(rules_.unindex(slice, i), known) == bytes_of(values.back())[i]) continue;
        std::uint64_t seen = first;
        while (i < seen && !first.compare_exchange_weak(seen, i)) {}
        return;
      }
    });
    return first;
  }
  // From 0 everywhere values only move away from 0: what they come to rest at are the two least
  // fixed points.
  std::uint64_t differs_from_fixed_point(const Values& values, int slice, std::uint64_t size,
                                         const std::atomic<bool>* stop) const {
    std::vector<signed char> fixed(size, 0);
    const auto known = [&](const State& s) {
      const int k = rules_.slice(s);
      return int{k == slice ? fixed[rules_.index(s)] : bytes_of(values[k])[rules_.index(s)]};
    };
    for (bool moved = true; moved;) {
      moved = false;
      for (std::uint64_t i = 0; i < size; ++i) {
        if (stop != nullptr && stop->load(std::memory_order_relaxed)) return size;
        const int value = by_moves(rules_.unindex(slice, i), known);
        moved |= value != fixed[i];
        fixed[i] = static_cast<signed char>(value);
      }
    }
    const signed char* given = bytes_of(values.back());
    return static_cast<std::uint64_t>(std::mismatch(fixed.begin(), fixed.end(), given).first -
                                      fixed.begin());
  }

  const AnyGame& game_;
  const Rules& rules_;
  Rules scores_;
};

template <class Model>
std::unique_ptr<Tables> make(const AnyGame& game) {
  const auto* rules = rules_of<typename Model::Rules>(game);
  if (rules == nullptr) return nullptr;
  return std::make_unique<TypedTables<Model>>(game, *rules);
}

}  // namespace

std::optional<ZeroedMemory> solve_next(const Tables& tables, const Values& lower, int threads) {
  const auto all = [&](int) {
    LowerValues below;
    for (const ZeroedMemory& values : lower) below.push_back(bytes_of(values));
    return below;
  };
  Advance advance;
  return tables.solve(static_cast<int>(lower.size()), 1, all, threads, nullptr, advance);
}

std::unique_ptr<Tables> tables_of(const AnyGame& game) {
  for (const auto make_tables : {make<AwariModel>, make<KalahModel>, make<WoodpushModel>})
    if (auto tables = make_tables(game)) return tables;
  return nullptr;
}

Result<std::shared_ptr<const ProbeBase>> open_probe(const AnyGame& game, const std::string& folder,
                                                    std::uint64_t cache_bytes) {
  const auto tables = tables_of(game);
  if (!tables)
    return Error{fmt::format("there are no endgame databases for {}, only for {}", game.spec(),
                             games_with_tables())};
  const auto database = Database::open(*tables, folder);
  if (!database) return database.error();
  return std::shared_ptr<const ProbeBase>(tables->probe(*database, cache_bytes));
}

Result<std::uint64_t> slice_checksum(const AnyGame& game, const std::string& folder, int slice) {
  const SliceLabel label = tables_of(game)->label(slice);
  const auto file = SliceFile::open(slice_path(folder, label), label);
  if (!file) return file.error();
  return file->checksum();
}

std::string games_with_tables() { return "awari, kalah and woodpush with ko=simple"; }

}  // namespace solvent::endgame
