// A search for zones as a machine: it asks whether the attacker wins. Done without an answer when
// it finds no win.
#pragma once

#include "search/machine.hpp"
#include "threats/zone_search.hpp"

namespace solvent::threats {

// The symmetries of a game as permutations of all cells that a set may have.
template <class Q>
std::vector<std::vector<int>> images_of(const Q& q) {
  using Cells = std::remove_cvref_t<decltype(q.lines().board())>;
  std::vector<std::vector<int>> images;
  for (int k = 0; k < q.symmetries(); ++k) {
    std::vector<int>& image = images.emplace_back(std::size_t{Cells::kSize}, 0);
    for (std::size_t cell = 0; cell < image.size(); ++cell) image[cell] = static_cast<int>(cell);
    q.lines().board().for_each([&](int cell) {
      image[static_cast<std::size_t>(cell)] =
          q.transform_move(static_cast<typename Q::Move>(cell), k);
    });
  }
  return images;
}

// Q: AttackGame, or another game of two outcomes that knows the parts of a relaxed position.
template <class Q>
class ZoneMachine final : public search::Machine {
  using Search = ZoneSearch<std::remove_cvref_t<decltype(std::declval<const Q&>().lines())>>;
  using Move = typename Q::Move;

 public:
  ZoneMachine(const Q& q, std::size_t table_bytes) : q_(q), table_bytes_(table_bytes) {}

  void start(const AnyState& root, search::Window) override {
    const auto s = restore_state<typename Q::State>(root);
    bounds_ = q_.bounds(s);
    by_rules_ = bounds_.closed();
    if (by_rules_) return;
    if (!search_) make_search();
    search_->start(
        {q_.attackers(s), q_.defenders(s), q_.contested(s), 0, q_.to_move(s) == q_.attacker()});
  }
  search::SliceResult step(const search::Slice& slice) override {
    if (bounds_.closed()) return search::SliceResult::Done;
    if (!search_->done()) {
      if (slice.nodes < Search::kLeast) return search::SliceResult::TooFew;
      search_->step(slice);
      if (!search_->done()) return search::SliceResult::Running;
    }
    if (search_->win()) {
      const auto rank = static_cast<Outcome>(q_.attacker() == Side::Max ? 1 : 0);
      bounds_ = {rank, rank};
    }
    return search::SliceResult::Done;
  }
  Bounds bounds() const override { return bounds_; }
  std::optional<AnyMove> best() const override {
    if (by_rules_ || !search_) return std::nullopt;
    const auto win = search_->win();
    if (!win || win->move < 0) return std::nullopt;
    return erase_move(static_cast<Move>(win->move));
  }
  search::Statistics statistics() const override {
    search::Statistics all;
    if (search_) all.created = search_->nodes();
    return all;
  }
  void archive(Archive& a) override {
    a.section("zone machine", sizeof(*this));
    bool searched = search_.has_value();
    a(bounds_, by_rules_, searched);
    if (searched && !search_) make_search();
    if (searched) a(*search_);
  }

 private:
  // Only when there is something to search: its tables take half a millisecond.
  void make_search() { search_.emplace(q_.lines(), images_of(q_), table_bytes_); }

  const Q& q_;
  std::size_t table_bytes_;
  std::optional<Search> search_;
  Bounds bounds_{};
  bool by_rules_ = false;  // nothing is searched
};

}  // namespace solvent::threats
