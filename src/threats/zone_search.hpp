// Does the attacker win, and which cells does it take? A depth-first search on proof numbers for
// games with lines in which every win comes with its zone.
//
// A zone of a position: the attacker wins the relaxed position (games/lines/relaxed.hpp) that has
// the same stones, the cells of the zone as its contested ones, and so many stones of the defender
// elsewhere, w of them. So a reply outside a zone that allows for one stone more loses, and need
// not be searched (null moves and zones: Thomsen 2000; relevance zones: Shih, Wu et al. 2021).
//
//     attacker's node    won by threats of order 2 (order_two.hpp), or by one of the moves that
//                        look best; the zone is that of the node after it, and the move
//     defender's node    what if he passed? The zone of that win, for w + 1, has all replies that
//                        can help. If no threats win after a pass, a search of its own has to; such
//                        a quiet move is believed to be expensive. Each reply is looked at once:
//                        a win against it, for w + 1, may leave fewer of the others
//
// The proof number of a defender's node is the number of replies that do not lose at once (weak
// sums: Ueda et al. 2008). There are no disproof numbers: that no win is found says nothing.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/memory.hpp"
#include "search/machine.hpp"
#include "threats/order_two.hpp"
#include "threats/zone_table.hpp"

namespace solvent::threats {

template <class Lines>
class ZoneSearch {
  using Map = LineMap<Lines>;
  using Table = ZoneTable<typename Map::Cells>;
  using ZoneNode = typename Table::ZoneNode;
  using Proof = typename Table::Proof;
  static constexpr Proof kNever = Table::kNever;

 public:
  using Cells = typename Map::Cells;
  // A relaxed position in its parts.
  struct Setup {
    Cells mine, theirs, open;  // the attacker's stones, the defender's, contested cells
    int elsewhere;             // stones of the defender in all other cells
    bool attacks;              // the attacker is to move
  };
  struct Win {
    Cells cells;
    int move;  // the attacker's, if he is to move
  };
  static constexpr std::uint64_t kLeast = 1'000;  // nodes without which a step does nothing

  // `images[k][cell]`: the symmetries of the board, the first of which changes nothing.
  ZoneSearch(const Lines& lines, std::vector<std::vector<int>> images, std::size_t table_bytes)
      : map_(lines),
        board_(map_),
        whole_(images, table_bytes),
        part_({images.front()}, table_bytes / kPartShare) {}

  void start(const Setup& p) {
    place(p);
    root_ = p;
    children_.clear();
    frames_.clear();
    result_ = {};
    push(Frame::kNoCell, p.elsewhere, p.attacks, kNever);
  }
  // Makes so many nodes at most.
  void step(const search::Slice& slice) {
    const std::uint64_t end = nodes_ + slice.nodes;
    while (!frames_.empty() && nodes_ + kLeast <= end && !slice.paused(kPieces)) advance();
  }
  bool done() const { return frames_.empty(); }
  std::optional<Win> win() const {
    if (!done() || result_.proof != 0) return std::nullopt;
    return Win{result_.zone, result_.move};
  }
  std::uint64_t nodes() const { return nodes_; }

  std::size_t bytes() const { return whole_.bytes() + part_.bytes(); }
  void archive(Archive& a) {
    a.section("zones", sizeof(Frame) + sizeof(Child));
    a(whole_, part_, memory_, refuted_, root_, rest_, children_, frames_, result_, nodes_);
    if (!a.loading()) return;
    place(root_);
    for (const Frame& f : frames_)
      if (f.cell >= 0) put(f.cell, !f.attacks);
  }

 private:
  static constexpr std::size_t kPartShare = 8;
  static constexpr std::uint32_t kPieces = 200;      // of the alarm, for a step of a node
  static constexpr std::uint64_t kLookMoves = 200;   // of one search for threats
  static constexpr std::uint64_t kForceMoves = 400;  // of one for a forced win of the defender
  static constexpr std::size_t kCandidates = 20;     // moves of the attacker
  static constexpr int kEnough = 4;  // replies that do not lose at once; then the rest is counted
  static constexpr Proof kQuiet = 100;  // to begin with, if a pass has to be searched

  enum class Stage : std::uint8_t { Look, Settle, Choose };
  struct Child {
    int cell, merit;
    Proof proof;
  };
  struct Frame {
    static constexpr int kNoCell = -1, kPass = -2;
    ZoneNode node;
    Cells held;  // Settle: replies that do not lose at once
    std::uint64_t began;
    std::uint32_t first, at;  // children, and the one that is searched or settled
    int cell;                 // of the move that led here
    int w;
    Proof most;  // it is left when its proof number gets there
    Stage stage;
    bool attacks;
  };

  // --- the position on the board ---

  void place(const Setup& p) {
    board_.set(p.mine, p.theirs, p.open, static_cast<std::uint32_t>(p.elsewhere));
    const Cells rest = map_.board() - p.mine - p.theirs - p.open;
    if (rest.any() && rest != rest_) part_.clear();
    if (rest.any()) rest_ = rest;
    in_part_ = rest.any();
    mine_ = p.mine;
    theirs_ = p.theirs;
    table().name_anew(mine_, theirs_);
  }
  Table& table() { return in_part_ ? part_ : whole_; }
  void put(int cell, bool attacker) {
    attacker ? board_.template play<0>(cell) : board_.template play<1>(cell);
    (attacker ? mine_ : theirs_).set(cell);
    table().changed(cell, attacker);
  }
  void take(int cell, bool attacker) {
    attacker ? board_.template take_back<0>(cell) : board_.template take_back<1>(cell);
    (attacker ? mine_ : theirs_).reset(cell);
    table().changed(cell, attacker);
  }
  typename Table::Name name(int w, bool attacks) { return {mine_, theirs_, w, attacks}; }

  auto threats(int w) {
    OrderTwo<Lines> search(board_, memory_);
    auto win = search.find(w, kLookMoves);
    nodes_ += search.tried();
    return win;
  }

  // --- frames ---

  void push(int cell, int w, bool attacks, Proof most) {
    if (cell >= 0) put(cell, !attacks);
    Frame f{};
    f.cell = cell;
    f.w = w;
    f.attacks = attacks;
    f.most = most;
    f.began = nodes_++;
    f.node.move = -1;
    f.first = static_cast<std::uint32_t>(children_.size());
    if (const auto known = table().find(name(w, attacks))) {
      f.node = *known;
      f.stage = Stage::Choose;
      if (!f.node.decided()) list_children(f);
    }
    frames_.push_back(f);
  }
  // Leaves the node on top, whose numbers are final for now.
  void leave() {
    const Frame f = frames_.back();
    table().store(name(f.w, f.attacks), f.node, nodes_ - f.began);
    children_.resize(f.first);
    frames_.pop_back();
    if (f.cell >= 0) take(f.cell, !f.attacks);
    if (frames_.empty())
      result_ = f.node;
    else
      hear(frames_.back(), f);
  }
  // What a child says to its parent.
  void hear(Frame& f, const Frame& child) {
    const ZoneNode& n = child.node;
    if (f.attacks) {
      children_[f.at].proof = n.proof;
      if (n.proof == 0) win(f.node, n.zone, child.cell);
      return;
    }
    if (child.cell == Frame::kPass) {
      f.node.proof = n.proof + kQuiet - 1;
      if (n.proof == 0) begin_settling(f, n.zone);
      if (n.proof == kNever) take_every_reply(f);
      return;
    }
    children_[f.at].proof = n.proof;
    if (n.proof != 0) return;
    f.node.zone = f.node.zone | n.zone;
    f.node.left.reset(child.cell);
    children_[f.at] = children_.back();
    children_.pop_back();
  }
  static void win(ZoneNode& node, Cells zone, int move) {
    node.proof = 0;
    node.zone = zone;
    node.zone.set(move);
    node.move = static_cast<std::int16_t>(move);
  }

  // --- the search ---

  void advance() {
    Frame& f = frames_.back();
    if (f.stage == Stage::Look)
      f.attacks ? look_for_attacker(f) : look_for_defender(f);
    else if (f.stage == Stage::Settle)
      settle_next(f);
    else if (f.node.decided())
      leave();
    else
      f.attacks ? choose_move(f) : choose_reply(f);
  }

  void look_for_attacker(Frame& f) {
    f.stage = Stage::Choose;
    f.node.seen = true;
    if (const auto found = threats(f.w)) return win(f.node, found->cells, found->move);
    const Completions stop = completions(board_, 1);
    const bool lost = stop.several() || stop.one == Completions::kElsewhere;
    if (!lost) list_children(f);
    f.node.proof = lost || children_.size() == f.first ? kNever : 1;
  }

  void look_for_defender(Frame& f) {
    f.stage = Stage::Choose;
    f.node.seen = true;
    f.node.proof = kNever;
    if (board_.lines(1, 1).any()) return;
    if (const Completions threat = completions(board_, 0); threat.any()) {
      f.node.zone.set(threat.one);
      if (threat.several()) f.node.zone.set(threat.other);
      const int cost = threat.several() ? Completions::kNone : threat.one;
      if (!guard_threat(board_, f.w, cost, f.node.zone)) return;
      f.node.proof = threat.several() ? 0 : 1;
      if (threat.several()) return;
      f.node.left.set(threat.one);
      return list_children(f);
    }
    if (!in_part_ && defender_forces()) return;
    if (const auto passed = threats(f.w + 1)) return begin_settling(f, passed->cells);
    if (f.w + 1 >= map_.length()) return take_every_reply(f);
    f.node.proof = kQuiet;
    f.node.quiet = true;
  }
  // No zone is known that leaves any of them out.
  void take_every_reply(Frame& f) {
    f.node.quiet = false;
    f.node.zone = f.node.left = board_.open();
    f.node.proof = f.node.left.any() ? static_cast<Proof>(f.node.left.count()) : kNever;
    list_children(f);
  }
  bool defender_forces() {
    Forcing<Lines> forcing(board_, refuted_);
    const bool found = forcing.template wins<1>(kForceMoves);
    nodes_ += forcing.tried();
    return found;
  }

  // These cells have all replies that can help; each of them is looked at, the best first.
  void begin_settling(Frame& f, const Cells& zone) {
    f.stage = Stage::Settle;
    f.node.quiet = false;
    f.node.zone = zone;
    f.node.left = zone & board_.open();
    f.held = {};
    children_.resize(f.first);
    const Merits merits = merits_for(1);
    f.node.left.for_each([&](int cell) { children_.push_back({cell, merits[index(cell)], 1}); });
    sort(f.first);
    f.at = f.first;
  }
  void settle_next(Frame& f) {
    while (f.at < children_.size() && !f.node.left.test(children_[f.at].cell)) ++f.at;
    if (f.at == children_.size() || f.held.count() >= kEnough) return settled(f);
    const int reply = children_[f.at++].cell;
    put(reply, false);
    const auto found = threats(f.w + 1);
    take(reply, false);
    f.node.left.reset(reply);
    if (!found) return f.held.set(reply);
    f.node.zone = f.node.zone | found->cells;
    f.node.left = f.node.left & found->cells;
    f.held = f.held & found->cells;
  }
  void settled(Frame& f) {
    const int rest = f.node.left.count();
    f.node.proof = static_cast<Proof>(f.held.count() + (rest + 3) / 4);
    f.node.left = f.node.left | f.held;
    f.stage = Stage::Choose;
    list_children(f);
  }

  void choose_move(Frame& f) {
    Proof best = kNever, second = kNever;
    for (std::uint32_t k = f.first; k < children_.size(); ++k) {
      const Proof proof = children_[k].proof;
      if (proof < best) {
        second = best;
        best = proof;
        f.at = k;
      } else {
        second = std::min(second, proof);
      }
    }
    f.node.proof = best;
    if (best >= f.most || best == kNever) return leave();
    push(children_[f.at].cell, f.w, false,
         std::min(f.most, std::max(second + 1, second + second / 4)));
  }
  // All replies have to lose, so the one that is the hardest to refute comes first.
  void choose_reply(Frame& f) {
    if (f.node.quiet) {
      if (f.node.proof >= f.most) return leave();
      return push(Frame::kPass, f.w + 1, true, f.most - kQuiet + 1);
    }
    const auto count = static_cast<Proof>(children_.size() - f.first);
    if (count == 0) {
      f.node.proof = 0;
      return leave();
    }
    f.at = f.first;
    for (std::uint32_t k = f.first; k < children_.size(); ++k)
      if (children_[k].proof > children_[f.at].proof) f.at = k;
    const Proof hardest = children_[f.at].proof;
    f.node.proof = std::min(kNever, hardest + count - 1);
    if (f.node.proof >= f.most || f.node.proof == kNever) return leave();
    push(children_[f.at].cell, f.w, true, f.most - (count - 1));
  }

  // The attacker's moves that look best, or the replies that are left.
  void list_children(Frame& f) {
    children_.resize(f.first);
    if (f.node.quiet) return;
    const Merits merits = merits_for(f.attacks ? 0 : 1);
    Cells cells = f.node.left;
    if (f.attacks) {
      const Completions stop = completions(board_, 1);
      cells = board_.open();
      if (stop.any()) {
        cells = {};
        cells.set(stop.one);
      }
    }
    cells.for_each([&](int cell) {
      const int merit = merits[index(cell)];
      if (!f.attacks || merit > 0) children_.push_back({cell, merit, 1});
    });
    sort(f.first);
    if (f.attacks && children_.size() > f.first + kCandidates)
      children_.resize(f.first + kCandidates);
    for (std::size_t k = f.first; k < children_.size(); ++k) {
      Child& c = children_[k];
      if (f.attacks) c.proof = static_cast<Proof>(2 + (k - f.first) / 2);
      put(c.cell, f.attacks);
      const auto known = table().find(name(f.w, !f.attacks));
      take(c.cell, f.attacks);
      if (!known) continue;
      // A win of the attacker is read when it is visited.
      c.proof = f.attacks ? std::max(known->proof, 1U) : known->proof;
      if (c.proof > 0) continue;
      f.node.zone = f.node.zone | known->zone;
      f.node.left.reset(c.cell);
    }
    children_.erase(std::remove_if(children_.begin() + f.first, children_.end(),
                                   [](const Child& c) { return c.proof == 0; }),
                    children_.end());
  }

  // How much a cell is worth to a side, from the lines through it that one side alone has stones
  // on.
  using Merits = std::array<int, Cells::kSize>;
  static std::size_t index(int cell) { return static_cast<std::size_t>(cell); }
  Merits merits_for(int side) const {
    Merits merits{};
    const int length = map_.length();
    for (const int owner : {0, 1})
      for (int n = side == owner ? 1 : 2; n < length; ++n) {
        const int worth = std::max(1, (n - 1) * n * (n + 1)) / (side == owner ? 1 : 2);
        board_.lines(owner, length - n).for_each([&](std::size_t line) {
          board_.open(line).for_each([&](int cell) { merits[index(cell)] += worth; });
        });
      }
    if (!mine_.any() && !theirs_.any())  // no lines are begun: any cell, best one on many lines
      for (std::size_t line = 0; line < map_.size(); ++line)
        board_.open(line).for_each([&](int cell) { ++merits[index(cell)]; });
    return merits;
  }
  void sort(std::uint32_t first) {
    std::stable_sort(children_.begin() + first, children_.end(),
                     [](const Child& a, const Child& b) { return a.merit > b.merit; });
  }

  Map map_;
  Board<Lines> board_;
  Table whole_, part_;  // of positions without cells to rest on elsewhere, and of the others
  typename OrderTwo<Lines>::Memory memory_;
  Failures refuted_;  // not won by the defender's forcing
  Cells mine_{}, theirs_{}, rest_{};
  bool in_part_ = false;
  Setup root_{};
  std::vector<Child> children_;
  std::vector<Frame> frames_;
  ZoneNode result_{};
  std::uint64_t nodes_ = 0;
};

}  // namespace solvent::threats
