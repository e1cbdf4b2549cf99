// Asks whether a side wins, and nothing else: for the side to move, and for the other one. It gives
// up when neither win is found: then it is done without an answer.
#pragma once

#include "search/engines.hpp"
#include "search/presets.hpp"
#include "threats/attack.hpp"
#include "threats/order_two.hpp"
#include "threats/zone_machine.hpp"

namespace solvent::threats {

template <HasLines G>
class AttackMachine final : public search::Machine {
  using Slice = search::Slice;
  using SliceResult = search::SliceResult;
  using Window = search::Window;

 public:
  // Of the design's algorithm nothing is used. Where two lines share one cell at most, wins by
  // forcing are most of what there is to see, and this is df-pn with weak sums, since most
  // positions are reached in many ways (Ueda et al. 2008). Elsewhere it is a search for zones.
  AttackMachine(const G& g, const search::Design& design)
      : g_(g), sides_{Attacker(g, Side::Max, design), Attacker(g, Side::Min, design)} {}

  void start(const AnyState& root, Window window) override {
    const auto s = restore_state<typename G::State>(root);
    window_ = window;
    bounds_ = g_.bounds(s);
    mover_ = turn_ = static_cast<std::size_t>(g_.to_move(s));
    quota_ = kFirstQuota;
    winner_.reset();
    move_.reset();
    const int thirds = sides_[0].game->contested(s).count() / 3;
    left_ = kNodesInTheEnd << std::min(thirds, kMostDoublings);
    for (std::size_t k = 0; k < 2; ++k) {
      Attacker& side = sides_[k];
      side.asked = k == 0 ? window.beta == g_.scale().best() : window.alpha == 0;
      if (side.asked) side.machine->start(root, {0, 1});
    }
    share_out();
    root_ = root;
    looked_ = !sides_[mover_].asked || bounds_.closed();
  }

  SliceResult step(const Slice& slice) override {
    if (window_.answered_by(bounds_)) return SliceResult::Done;
    if (!looked_) {
      if (slice.nodes < kThreatMoves) return SliceResult::TooFew;
      look_for_threats();
      return SliceResult::Running;
    }
    if (!sides_[turn_].asked) turn_ ^= 1;
    Attacker& side = sides_[turn_];
    if (!side.asked) return SliceResult::Done;
    if (left_ == 0) return SliceResult::Done;
    const bool alone = !sides_[turn_ ^ 1].asked;
    const std::uint64_t before = side.machine->statistics().created;
    const std::uint64_t most = alone ? left_ : std::min(side.left, left_);
    const std::uint64_t nodes = std::min(slice.nodes, most);
    const SliceResult progress = side.machine->step({nodes, slice.alarm});
    const std::uint64_t spent = side.machine->statistics().created - before;
    left_ -= std::min(left_, spent);
    if (progress == SliceResult::Done) {
      side.asked = false;
      if (side.machine->bounds() == (turn_ == 0 ? Bounds{1, 1} : Bounds{0, 0})) {
        won_by(turn_, std::nullopt);
      }
      return SliceResult::Running;
    }
    if (progress == SliceResult::OutOfMemory) {
      side.asked = false;
      return SliceResult::Running;
    }
    if (progress == SliceResult::TooFew && slice.nodes <= most) return progress;
    // A node that has more children than are left to be made waits for the next turn, if any.
    const bool stuck = progress == SliceResult::TooFew;
    if (stuck && most == left_) left_ = 0;
    side.left = stuck ? 0 : side.left - std::min(side.left, spent);
    if (!alone && side.left == 0) next_turn();
    return SliceResult::Running;
  }

  Bounds bounds() const override { return bounds_; }
  std::optional<AnyMove> best() const override {
    if (move_) return erase_move(*move_);
    return winner_ ? sides_[*winner_].machine->best() : std::nullopt;
  }
  search::Statistics statistics() const override {
    search::Statistics all = sides_[0].machine->statistics();
    all += sides_[1].machine->statistics();
    all.created += tried_;
    return all;
  }
  void archive(Archive& a) override {
    a.section("attack", sizeof(*this));
    a(*sides_[0].machine, *sides_[1].machine, window_, bounds_, mover_, turn_, quota_, left_,
      winner_, root_, looked_, move_, tried_);
    for (Attacker& side : sides_) a(side.asked, side.left);
  }

 private:
  // The side to move is more likely to win.
  static constexpr std::uint64_t kFirstQuota = 10'000, kMoversShare = 8;
  static constexpr std::uint64_t kThreatMoves = 1'000;
  // What it may take grows with the cells that are empty. On plane boards that another search may
  // solve it soon gives up.
  static constexpr std::uint64_t kNodesInTheEnd = 1'000;
  static constexpr int kMostDoublings =
      G::Lines::kSharesOne || G::Lines::Cells::kSize > 128 ? 24 : 12;

  struct Attacker {
    Attacker(const G& g, Side side, search::Design design)
        : game(std::make_unique<AttackGame<G>>(g, side)) {
      if constexpr (G::Lines::kSharesOne) {
        design.algorithm = search::kDfpn.with(search::EffortKind::WeakProofNumbers);
        machine = search::make_searchers<AttackGame<G>, ThreatKnowledge<AttackGame<G>>>(
            *game, design, nullptr, nullptr);
      } else {
        machine = std::make_unique<ZoneMachine<AttackGame<G>>>(*game, design.table_bytes / 2);
      }
    }
    std::unique_ptr<AttackGame<G>> game;
    std::unique_ptr<search::Machine> machine;
    bool asked = false;
    std::uint64_t left = 0;  // nodes of its turn
  };

  // A win of the side to move by threats is often found at once.
  void look_for_threats() {
    looked_ = true;
    const auto s = restore_state<typename G::State>(root_);
    const AttackGame<G>& game = *sides_[mover_].game;
    const LineMap<typename G::Lines> map(game.lines());
    Board<typename G::Lines> board(map);
    board.set(game.attackers(s), game.defenders(s), game.contested(s), 0);
    typename OrderTwo<typename G::Lines>::Memory memory;
    OrderTwo<typename G::Lines> search(board, memory);
    const auto win = search.find(0, kThreatMoves);
    tried_ += search.tried();
    if (win) won_by(mover_, static_cast<typename G::Move>(win->move));
  }
  void won_by(std::size_t side, std::optional<typename G::Move> move) {
    bounds_ = side == 0 ? Bounds{g_.scale().best(), g_.scale().best()} : Bounds{0, 0};
    winner_ = side;
    move_ = move;
  }
  void next_turn() {
    turn_ ^= 1;
    if (sides_[turn_].left > 0) return;
    quota_ *= 2;
    share_out();
  }
  void share_out() {
    for (Attacker& side : sides_) side.left = quota_;
    sides_[mover_].left *= kMoversShare;
  }

  const G& g_;
  std::array<Attacker, 2> sides_;
  Window window_{};
  Bounds bounds_{};
  std::size_t mover_ = 0, turn_ = 0;  // whose win is looked for
  std::uint64_t quota_ = 0;           // nodes of the next turns
  std::uint64_t left_ = 0;            // until it gives up
  std::optional<std::size_t> winner_;
  AnyState root_;
  bool looked_ = true;                    // for a win by threats
  std::optional<typename G::Move> move_;  // his first, if it is known from his threats
  std::uint64_t tried_ = 0;               // moves, in looking for them
};

}  // namespace solvent::threats
