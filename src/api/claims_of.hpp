// The claims of a certificate about one game (api/claim_index.hpp).
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "api/claim_index.hpp"
#include "game/plain_search.hpp"
#include "games/lines/pairing.hpp"

namespace solvent {

namespace claims {

using Settled = ProofBook::Settled;

// Positions that a search may take to find how a claim that was left to the checker goes on; it
// begins with few.
inline constexpr std::uint64_t kFirstSearch = 1 << 10, kLastSearch = 1 << 18;

template <Game G>
typename G::State after(const G& g, typename G::State s, typename G::Move m) {
  g.play(s, m);
  return s;
}

// A move after which the statement holds, by the rules or by plain search.
template <Game G>
std::optional<typename G::Move> searched_move(const G& g, Statement claimed,
                                              const typename G::State& s) {
  if (const auto m = settling_move(g, claimed, s)) return m;
  if (g.ended(s)) return std::nullopt;
  MovesOf<G> moves;
  g.list_moves(s, moves);
  for (std::uint64_t most = kFirstSearch; most <= kLastSearch; most *= 16) {
    PlainSearch<G> search(g, most);
    for (const auto m : moves)
      if (search.proves(claimed, after(g, s, m))) return m;
  }
  return std::nullopt;
}

template <Game G>
class ClaimsOf final : public Claims {
  using State = typename G::State;
  using Move = typename G::Move;

 public:
  ClaimsOf(const G& g, Statement claimed, const ClaimsToCome& to_come)
      : g_(g), claimed_(claimed), checked_(to_come.checked) {
    static_assert(sizeof(IndexedClaim) <= sizeof(State) + kBesideClaim);
    claims_.reserve(to_come.expected);
  }

  void add(const check::Block& block) override {
    for (std::size_t k = 0; k < block.claims; ++k) {
      IndexedClaim claim;
      std::uint16_t move = block.moves[k];
      if (move == check::kElsewhere) continue;  // the other part says more
      std::memcpy(&claim.s, block.states.data() + k * sizeof(State), sizeof(State));
      claim.layer = block.layer;
      if constexpr (lines::Relaxes<G>) {
        if (!g_.valid(claim.s)) continue;
        if (check::names_region(move)) {
          if (block.arguments_until.empty()) continue;
          // What stands for the position says more.
          if (move == check::kInRegion && g_.to_move(claim.s) == claimed_.claimant) continue;
          if (move == check::kRegionSearched) add_searched(block, k);
          move = move == check::kRegionSearched ? check::kRegionSearched
                 : move == check::kInRegion     ? check::kEveryMove
                                                : move & ~check::kAround;
        }
      } else if constexpr (lines::HasLines<G>) {
        if (move == check::kPaired && !block.arguments_until.empty()) {
          paired_.push_back({claim.s, numbers_.size()});
          const auto numbers = argument(block, k);
          numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
        }
      }
      claim.move = move;
      claims_.push_back(claim);
      if (checked_ && claim.move >= check::kThrough && claim.move < check::kThrough + G::kMaxMoves)
        claims_.push_back(answered_by(claim));
    }
  }
  // A position may be claimed in several layers. Its last claim cites only later layers, so a walk
  // that follows last claims comes to an end. A region that was searched stands before all else
  // that is said of it, since others are searched in it.
  void finish() override {
    const auto rank = [](const IndexedClaim& c) {
      return !lines::Relaxes<G>                 ? 0
             : c.move == check::kSearched       ? 0
             : c.move == check::kRegionSearched ? 2
                                                : 1;
    };
    std::sort(claims_.begin(), claims_.end(), [&](const IndexedClaim& a, const IndexedClaim& b) {
      const int order = std::memcmp(&a.s, &b.s, sizeof(State));
      if (order != 0) return order < 0;
      return rank(a) != rank(b) ? rank(a) < rank(b) : a.layer > b.layer;
    });
    const auto same = [](const IndexedClaim& a, const IndexedClaim& b) { return a.s == b.s; };
    claims_.erase(std::unique(claims_.begin(), claims_.end(), same), claims_.end());
    std::sort(paired_.begin(), paired_.end(), [](const PairedClaim& a, const PairedClaim& b) {
      return std::memcmp(&a.s, &b.s, sizeof(State)) < 0;
    });
  }

  Saying about(const AnyState& any) const override {
    const State s = restore_state<State>(any);
    if (claimed_.holds(g_.bounds(s))) return {Settled::ByRules, {}, {}};
    if (g_.ended(s)) return {};
    if (const auto m = settling_move(g_, claimed_, s))
      return {Settled::ByNextMove, {}, erase_move(*m)};
    const State image = image_of(g_, s);
    const auto found = lower_bound(claims_, image);
    if (found != claims_.end() && found->s == image) return saying(*found, s, image);
    Saying it;
    if constexpr (lines::Relaxes<G>)
      for_each_covering(s, [&](const IndexedClaim& claim, const State& turned, int k) {
        it = saying(claim, claim.s, claim.s);
        MovesOf<G> moves;
        g_.list_moves(s, moves);
        if (it.move)
          it.move = erase_move(*std::find_if(moves.begin(), moves.end(), [&](const auto m) {
            return erase_move(g_.transform_move(m, k)) == *it.move;
          }));
        return (void)turned, false;
      });
    return it;
  }

  std::optional<AnyMove> reply(std::span<const AnyState> positions,
                               std::span<const AnyMove> moves) const override {
    const Saying it = about(positions.front());
    if (positions.size() == 1 && it.move) return it.move;
    const State now = restore_state<State>(positions.back());
    if constexpr (lines::HasLines<G>)
      if (it.settled == Settled::ByPairs) {
        const int last = moves.empty() ? -1 : restore_move<Move>(moves.back());
        return paired_move(restore_state<State>(positions.front()), now, last);
      }
    if (it.settled != Settled::BySearch && it.settled != Settled::ByRules) return std::nullopt;
    const auto move = searched_move(g_, claimed_, now);
    return move ? std::optional(erase_move(*move)) : std::nullopt;
  }

  // Positions that were left to the checker and cover this one, turned as it is; so many at most.
  std::vector<State> searched_around(const State& s, std::size_t most) const {
    std::vector<State> found;
    if constexpr (lines::Relaxes<G>)
      for_each_covering(s, [&](const IndexedClaim& claim, const State&, int) {
        if (claim.move != check::kSearched) return true;
        for (int k = 0; k < g_.symmetries(); ++k)
          if (const State turned = g_.transform(claim.s, k); g_.covers(turned, s)) {
            found.push_back(turned);
            break;
          }
        return found.size() < most;
      });
    return found;
  }

  std::uint64_t bytes() const override {
    return claims_.capacity() * sizeof(IndexedClaim) + paired_.capacity() * sizeof(PairedClaim) +
           numbers_.capacity();
  }

 private:
  struct IndexedClaim {
    State s;
    std::uint32_t layer;
    std::uint16_t move;
  };
  struct PairedClaim {
    State s;
    std::size_t at;  // where its pairs stand among `numbers_`
  };

  static std::span<const std::byte> argument(const check::Block& block, std::size_t k) {
    constexpr std::size_t kBytes = check::argument_bytes<G>();
    return std::span(block.arguments).subspan(block.arguments_until[k] * kBytes, kBytes);
  }
  // The region that was searched in place of the position.
  void add_searched(const check::Block& block, std::size_t k) {
    IndexedClaim claim{{}, block.layer, check::kSearched};
    std::memcpy(&claim.s, argument(block, k).data(), sizeof(State));
    if constexpr (lines::Relaxes<G>)
      if (!g_.valid(claim.s)) return;
    claim.s = image_of(g_, claim.s);
    claims_.push_back(claim);
  }

  template <class Claim>
  static auto lower_bound(const std::vector<Claim>& claims, const State& image) {
    return std::lower_bound(
        claims.begin(), claims.end(), image,
        [](const Claim& c, const State& t) { return std::memcmp(&c.s, &t, sizeof(State)) < 0; });
  }
  // visit(claim, turned, k) for claims that cover `turned`, the position under symmetry k, until it
  // returns false.
  template <class Visit>
  void for_each_covering(const State& s, Visit visit) const {
    for (int k = 0; k < g_.symmetries(); ++k) {
      const State turned = g_.transform(s, k);
      for (const IndexedClaim& claim : claims_) {
        // What is asked first is quickly said, and nearly always no.
        if ((claim.s.open[0] - turned.open[0]).any() || !g_.covers(claim.s, turned)) continue;
        if (!visit(claim, turned, k)) return;
      }
    }
  }

  // The claim is about an image of s.
  Saying saying(const IndexedClaim& claim, const State& s, const State& image) const {
    if (claim.move == check::kDatabase) return {Settled::ByDatabase, claim.layer, {}};
    if (claim.move == check::kSearched || claim.move == check::kRegionSearched)
      return {Settled::BySearch, claim.layer, {}};
    if (claim.move == check::kPaired) return {Settled::ByPairs, claim.layer, {}};
    if (g_.to_move(s) != claimed_.claimant) return {Settled::No, claim.layer, {}};
    // The move is that of the image: the one here that leads to the same position, or its image.
    MovesOf<G> moves, images;
    g_.list_moves(s, moves);
    g_.list_moves(image, images);
    const std::uint16_t move = claim.move & ~check::kThrough;
    if (move >= images.size) return {};
    const State next = image_of(g_, after(g_, image, images[move]));
    for (const auto m : moves)
      if (image_of(g_, after(g_, s, m)) == next) return {Settled::No, claim.layer, erase_move(m)};
    return {};
  }
  // The position after its move, for which it answers too.
  IndexedClaim answered_by(IndexedClaim claim) const {
    MovesOf<G> moves;
    g_.list_moves(claim.s, moves);
    claim.s = image_of(g_, after(g_, claim.s, moves[claim.move - check::kThrough]));
    claim.move = check::kEveryMove;
    return claim;
  }

  // The pairs that hold in `first` and are left in `now`: a move with which they hold again, the
  // answer to the last one before any other.
  std::optional<AnyMove> paired_move(const State& first, const State& now, int last) const {
    const State image = image_of(g_, first);
    const auto found = lower_bound(paired_, image);
    if (found == paired_.end() || !(found->s == image)) return std::nullopt;
    constexpr std::size_t kBytes = check::argument_bytes<G>();
    const auto pairs = lines::read_pairs<G>(std::span(numbers_).subspan(found->at, kBytes));
    if (!pairs) return std::nullopt;
    const typename G::Lines lines(g_);
    const auto empty = [&](const State& s) {
      return lines.board() - lines.stones(s, Side::Max) - lines.stones(s, Side::Min);
    };
    int k = 0;
    while (k < g_.symmetries() && !(g_.transform(first, k) == image)) ++k;
    std::array<Move, G::Lines::Cells::kSize> real{};  // by the cell of the image
    lines.board().for_each([&](int cell) {
      real[static_cast<std::size_t>(g_.transform_move(static_cast<Move>(cell), k))] =
          static_cast<Move>(cell);
    });
    const auto free = empty(now);
    lines::CellPairs<G> left;
    int answer = -1;
    for (const auto& pair : *pairs) {
      const Move a = real[pair[0]], b = real[pair[1]];
      if (free.test(a) && free.test(b)) left.add({a, b});
      if (last == a && free.test(b)) answer = b;
      if (last == b && free.test(a)) answer = a;
    }
    const auto holds = [&](Move m) {
      const State next = after(g_, now, m);
      if (claimed_.holds(g_.bounds(next))) return true;
      if (g_.ended(next)) return false;
      const auto still = empty(next);
      lines::CellPairs<G> kept;
      for (const auto& pair : left)
        if (still.test(pair[0]) && still.test(pair[1])) kept.add(pair);
      return lines::pairing_holds<G>(lines, next, claimed_.claimant, kept);
    };
    if (answer >= 0 && holds(static_cast<Move>(answer)))
      return erase_move(static_cast<Move>(answer));
    MovesOf<G> moves;
    g_.list_moves(now, moves);
    for (const Move m : moves)
      if (holds(m)) return erase_move(m);
    return std::nullopt;
  }

  const G& g_;
  Statement claimed_;
  bool checked_;
  std::vector<IndexedClaim> claims_;
  std::vector<PairedClaim> paired_;
  std::vector<std::byte> numbers_;
};

// Claims about relaxed positions: what they say of those of the game.
template <lines::HasLines G>
class RelaxedClaims final : public Claims {
  using R = lines::Relaxed<G>;

 public:
  RelaxedClaims(const R& g, Side claimant, const ClaimsToCome& to_come)
      : g_(g),
        won_{claimant, claimant == Side::Max ? g.scale().best() : Outcome{0}},
        claims_(g, won_, to_come) {}
  void add(const check::Block& block) override { claims_.add(block); }
  void finish() override { claims_.finish(); }
  Saying about(const AnyState& s) const override { return claims_.about(erase_state(exact(s))); }

  std::optional<AnyMove> reply(std::span<const AnyState> positions,
                               std::span<const AnyMove> moves) const override {
    const Saying it = about(positions.front());
    if (positions.size() == 1 && it.move) return it.move;
    if (it.settled != Settled::BySearch) return std::nullopt;
    const auto now = exact(positions.back());
    for (typename R::State s : claims_.searched_around(exact(positions.front()), kMostTried)) {
      const bool played = std::all_of(moves.begin(), moves.end(), [&](AnyMove m) {
        return play(s, restore_move<typename R::Move>(m));
      });
      if (!played || !g_.covers(s, now)) continue;
      if (const auto m = searched_move(g_, won_, s)) return erase_move(*m);
    }
    return std::nullopt;
  }
  std::uint64_t bytes() const override { return claims_.bytes(); }

 private:
  static constexpr std::size_t kMostTried = 16;

  auto exact(const AnyState& s) const { return g_.exact(restore_state<typename G::State>(s)); }
  // A move of the game, as the relaxed position sees it. The attacker does not play elsewhere.
  bool play(typename R::State& s, typename R::Move m) const {
    const bool inside = g_.contested(s).test(m);
    if (!inside && g_.to_move(s) == g_.attacker()) return false;
    g_.play(s, inside ? m : R::kElsewhere);
    return true;
  }

  const R& g_;
  Statement won_;
  ClaimsOf<R> claims_;
};

}  // namespace claims

struct ClaimFunctions {
  std::unique_ptr<Claims> (*make)(const AnyGame& game, const AnyGame* relaxed, Statement statement,
                                  const ClaimsToCome& to_come);
  template <Game G>
  static const ClaimFunctions of;
};

template <Game G>
inline constexpr ClaimFunctions ClaimFunctions::of = {
    [](const AnyGame& game, const AnyGame* relaxed, Statement statement,
       const ClaimsToCome& to_come) -> std::unique_ptr<Claims> {
      const G& g = *rules_of<G>(game);
      if constexpr (lines::HasLines<G>)
        if (relaxed != nullptr)
          return std::make_unique<claims::RelaxedClaims<G>>(*rules_of<lines::Relaxed<G>>(*relaxed),
                                                            statement.claimant, to_come);
      return (void)relaxed, std::make_unique<claims::ClaimsOf<G>>(g, statement, to_come);
    }};

}  // namespace solvent
