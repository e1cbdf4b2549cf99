// Certificates about regions, made at random and damaged in every way.
#pragma once

#include "certificate/mutants.hpp"
#include "certificate/naive_regions.hpp"
#include "late_qubic.hpp"

namespace solvent::naive {

// Beside the damage that any claim can suffer.
template <class G, class Expect>
void damage_regions(const RegionWorld<G>& world, const Certificate& good, Rng& rng, Expect expect) {
  using State = typename RegionWorld<G>::State;
  using Cells = typename lines::Relaxed<G>::Cells;
  const auto mutant = [&](const std::string& kind, auto change) {
    Certificate c = good;
    change(c);
    c.sort();
    expect(c, kind);
  };
  mutant("not about regions", [](auto& c) { c.regions = false; });
  const auto of_state = [&](const std::string& kind, std::size_t k, auto change) {
    mutant(kind, [&](Certificate& c) {
      State s = world.state_of(c.claims[k].region);
      change(s);
      c.claims[k].region = bytes_of(s);
    });
  };
  const lines::Relaxed<G>& r = world.relaxed();
  for (std::size_t k = 0; k < good.claims.size(); ++k) {
    const Claim& claim = good.claims[k];
    const auto turn_into = [&](const std::string& kind, std::uint16_t move) {
      if (move != claim.move) mutant(kind, [&](auto& c) { c.claims[k].move = move; });
    };
    turn_into("region cited", kInRegion);
    turn_into("region searched", kRegionSearched);
    if (claim.region.empty()) {
      mutant("region of its own", [&](auto& c) {
        c.claims[k].region = claim.state;
        c.claims[k].move = kInRegion;
      });
      mutant("region of its own, searched", [&](auto& c) {
        c.claims[k].region = claim.state;
        c.claims[k].move = kRegionSearched;
        c.leaf = std::max<std::uint64_t>(c.leaf, 1 + rng.below(4));
      });
      continue;
    }
    turn_into("region around its replies, or not", claim.move ^ kAround);
    mutant("region forgotten", [&](auto& c) { c.claims[k].region.clear(); });
    mutant("region left out", [&](auto& c) {
      c.claims[k].region.clear();
      const bool around = claim.move >= kThrough && claim.move < 65520;
      c.claims[k].move = around ? claim.move ^ kAround : kEveryMove;
    });
    mutant("region of another claim", [&](auto& c) {
      const auto& other = c.claims[rng.below(static_cast<std::uint32_t>(c.claims.size()))];
      c.claims[k].region = rng.below(2) == 0 || other.region.empty() ? other.state : other.region;
    });
    for (std::size_t byte = 0; byte < claim.region.size(); ++byte)
      mutant("region's byte changed", [&](auto& c) {
        char& b = c.claims[k].region[byte];
        b = static_cast<char>(b ^ 1 << rng.below(8));
      });
    of_state("fewer stones elsewhere", k, [](State& s) { --s.elsewhere; });
    of_state("more stones elsewhere", k, [](State& s) { ++s.elsewhere; });
    of_state("the other side moves", k, [](State& s) { s.side ^= 1; });
    for (int n = 0; n < 8; ++n)
      of_state("a cell in another part", k, [&](State& s) {
        const int cell = static_cast<int>(rng.below(Cells::kSize));
        if (!r.lines().board().test(cell)) return;
        for (Cells& set : s.open)
          if (rng.below(2) == 0)
            set.set(cell);
          else
            set.reset(cell);
        s.elsewhere = std::min(s.elsewhere, r.limit(s));
      });
    of_state("nothing contested", k, [&](State& s) { s.open = {r.attackers(s), r.defenders(s)}; });
    of_state("everything contested", k, [&](State& s) {
      const Cells left = r.lines().board() - r.attackers(s) - r.defenders(s);
      s.open = {s.open[0] | left, s.open[1] | left};
      s.elsewhere = 0;
    });
    of_state("all stones are the attacker's", k, [&](State& s) {
      s = r.make(r.attackers(s) | r.defenders(s), {}, r.contested(s), s.elsewhere, r.to_move(s));
    });
  }
}

struct RegionTally {
  int certificates = 0, mutants = 0;
  std::uint64_t named = 0, searched = 0, covered = 0;
  Tally tally;
};

template <lines::HasLines G>
void damage(const GamePtr& game, const typename G::State& root, std::uint64_t seed,
            RegionTally& all) {
  for (const Side attacker : {Side::Max, Side::Min}) {
    const RegionWorld<G> world(*game, erase_state(root), attacker);
    if (!world.attacker_wins()) continue;
    const Certificate good = world.certificate(seed, seed % 3 == 0 ? 0 : seed % 7 + 1);
    if (good.claims.size() < 2 || good.claims.size() > 40) return;
    Rng rng(seed);
    const auto expect = [&](const Certificate& c, const std::string& kind) {
      const std::string file = file_of(c);
      const auto result = check_bytes(file, game);
      const bool accepted = result.finding == check::Finding::Verified;
      // A claim that should name a region may get that of its neighbour, as the file has it.
      const auto found = read(file, sizeof(typename RegionWorld<G>::State));
      EXPECT_EQ(accepted, found && world.is_proof(*found))
          << kind << " of " << game->spec() << ' ' << good.position << ": " << said(result);
      EXPECT_TRUE(!accepted || world.is_true(c)) << kind << ": " << good.position;
      expect_bounded(result, c, G::kMaxMoves + 1);
      ++all.mutants;
      all.tally.count(kind, accepted);
    };
    const auto result = check_bytes(file_of(good), game);
    EXPECT_EQ(result.finding, check::Finding::Verified) << good.position << ": " << said(result);
    all.named += result.stats.regions;
    all.searched += result.stats.searched;
    all.covered += result.stats.covered;
    ++all.certificates;
    damage_claims(world, *game, good, expect);
    damage_regions(world, good, rng, expect);
  }
}

// test(game, root, seed), with the root as a state of the game: random positions of small boards,
// as long as `more` says so.
template <class More, class Test>
void for_positions_with_lines(More more, Test test) {
  struct Board {
    const char* spec;
    std::uint32_t empty;  // cells, at most
  };
  constexpr std::array kBoards = {
      Board{"mnk:3,3,3", 7}, Board{"mnk:4,3,3", 9},  Board{"mnk:4,4,3", 9}, Board{"mnk:5,4,4", 9},
      Board{"mnk:7,3,3", 9}, Board{"mnk:10,6,4", 8}, Board{"qubic", 9}};
  for (std::uint64_t seed = 1; more(); ++seed) {
    const Board& board = kBoards[seed % kBoards.size()];
    const GamePtr game = *make_game(board.spec, "wld");
    Rng rng(seed);
    const std::uint32_t empty = 3 + rng.below(board.empty - 2);
    visit_rules<int>(*game, [&]<Game G>(const G& g) {
      if constexpr (std::is_same_v<G, qubic::Rules>) {
        test.template operator()<G>(game, late_qubic(rng, static_cast<int>(empty)), seed);
      } else if constexpr (lines::HasLines<G>) {
        typename G::State s = g.initial();
        while (!g.ended(s) && static_cast<std::uint32_t>(g.empty(s).count()) > empty) {
          MovesOf<G> moves;
          g.list_moves(s, moves);
          typename G::State next = s;
          g.play(next, moves[rng.below(moves.size)]);
          if (g.ended(next) && rng.below(20) > 0) continue;  // better one that goes on
          s = next;
        }
        if (!g.ended(s)) test.template operator()<G>(game, s, seed);
      }
      return 0;
    });
  }
}

// At least so many mutants.
inline RegionTally region_mutants(int at_least) {
  RegionTally all;
  for_positions_with_lines([&] { return all.mutants < at_least; },
                           [&]<class G>(const GamePtr& game, const typename G::State& root,
                                        std::uint64_t seed) { damage<G>(game, root, seed, all); });
  return all;
}

}  // namespace solvent::naive
