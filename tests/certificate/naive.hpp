// Certificates made and checked in the most naive way, to test the checker against: claims from
// exact solutions, and the definition of a proof as docs/certificates.md has it, all claims in
// memory.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/rng.hpp"
#include "game/any_game.hpp"
#include "game/fingerprint.hpp"
#include "game/oracle.hpp"
#include "naive_file.hpp"
#include "naive_search.hpp"

namespace solvent::naive {

// The game with every position replaced by its canonical image.
template <Game G>
struct Folded : G {
  explicit Folded(const G& g) : G(g) {}
  using State = typename G::State;
  State folded(const State& s) const {
    if constexpr (Symmetric<G>)
      return G::canonical(s);
    else
      return s;
  }
  void play(State& s, typename G::Move m) const {
    G::play(s, m);
    s = folded(s);
  }
};

template <class State>
std::string bytes_of(const State& s) {
  return {reinterpret_cast<const char*>(&s), sizeof(State)};
}

// Everything about one game and one root that the tests need to know.
template <Game G>
class World {
 public:
  using State = typename G::State;

  World(const AnyGame& game, const AnyState& root)
      : game_(game),
        root_text_(game.position(root)),
        g_(*rules_of<G>(game)),
        root_(g_.folded(restore_state<State>(root))),
        solution_(g_, root_),
        mover_(game.to_move(root)) {}

  const AnyGame& game() const { return game_; }
  Outcome value() const { return solution_.root_value(); }
  std::size_t positions() const { return solution_.size(); }
  // As a number for the side to move.
  int number(int rank) const { return game_.scale().for_side(mover_, static_cast<Outcome>(rank)); }

  // Which positions are left to other parts of a proof.
  using Elsewhere = std::function<bool(const std::string& state)>;

  // A part about these positions, by their bytes.
  Certificate part(Side claimant, Outcome v, const std::vector<std::string>& roots,
                   const Elsewhere& elsewhere, std::uint64_t seed, std::uint64_t leaf) const {
    Certificate c = heading(leaf);
    c.claimant = game_.player(claimant);
    c.in_parts = true;
    c.at_least = game_.scale().for_side(claimant, v);
    std::vector<State> states;
    for (const std::string& root : roots) {
      states.push_back(state_of({claimant, 0, root}));
      c.roots.push_back(game_.position(erase_state(states.back())));
    }
    Rng rng(seed);
    prove(claimant, v, rng, -1, leaf, c.claims, states, elsewhere);
    c.sort();
    return c;
  }
  // Does it prove its statement about its roots, if those positions hold that are left to others?
  bool is_part(const Certificate& c, const Elsewhere& holds_elsewhere) const {
    if (c.claimant != game_.player(Side::Max) && c.claimant != game_.player(Side::Min))
      return false;
    const Side claimant = c.claimant == game_.player(Side::Max) ? Side::Max : Side::Min;
    if (!c.at_least || c.at_most || c.roots.empty()) return false;
    const auto v = game_.scale().rank_of(claimant == Side::Max ? *c.at_least : -*c.at_least);
    if (!v) return false;
    std::vector<State> roots;
    for (const std::string& text : c.roots) {
      const auto root = game_.parse(text);
      if (!root) return false;
      const State s = g_.folded(restore_state<State>(*root));
      if (settled(claimant, *v, s) || std::find(roots.begin(), roots.end(), s) != roots.end())
        return false;
      roots.push_back(s);
    }
    for (std::size_t k = 0; k < c.claims.size(); ++k)
      if (c.claims[k].claimant != claimant || (k > 0 && !before(c.claims[k - 1], c.claims[k])))
        return false;
    return proves(
        claimant, *v, c.claims, c, [](const State&) { return false; }, roots, holds_elsewhere);
  }

  // A proof that the value is at least `low` and at most `high`, ranks; below 0 makes no statement.
  // Positions of slices up to `database` are left to it; the slices are named by somebody else.
  // What a search of `leaf` positions proves is left to that.
  Certificate certificate(int low, int high, std::uint64_t seed, int database = -1,
                          std::uint64_t leaf = 0) const {
    return certificate(low, high, seed, database, leaf, nullptr);
  }
  Certificate certificate(int low, int high, std::uint64_t seed, int database, std::uint64_t leaf,
                          const Elsewhere& elsewhere) const {
    Certificate c = heading(leaf);
    c.position = root_text_;
    c.mover = game_.player(mover_);
    Rng rng(seed);
    for (const Side claimant : {Side::Max, Side::Min}) {
      const int v = claimant == Side::Max ? low : high;
      if (v < 0) continue;
      (claimant == mover_ ? c.at_least : c.at_most) = number(v);
      prove(claimant, static_cast<Outcome>(v), rng, database, leaf, c.claims, {root_}, elsewhere);
    }
    c.sort();
    return c;
  }

  // Is the statement true?
  bool is_true(const Certificate& c) const {
    const int value = number(solution_.root_value());
    return (c.at_least || c.at_most) && value >= c.at_least.value_or(value) &&
           value <= c.at_most.value_or(value);
  }

  // Do these claims, in this order, prove the statements about this root? By definition. Claims
  // that rest on slices which the certificate names hold if they are true, or are believed.
  enum class Database { None, Right, Believed };
  bool is_proof(
      const Certificate& c, Database database = Database::None,
      const std::function<bool(Side, Outcome, const std::string&)>& elsewhere = nullptr) const {
    std::set<int> slices;
    for (const auto& [slice, sum] : c.slices)
      if (!slices.insert(slice).second || *slices.rbegin() != slice) return false;
    for (std::size_t k = 1; k < c.claims.size(); ++k)
      if (!before(c.claims[k - 1], c.claims[k])) return false;
    if (!c.at_least && !c.at_most) return false;
    for (const Side claimant : {Side::Max, Side::Min}) {
      const auto& number = claimant == mover_ ? c.at_least : c.at_most;
      std::vector<Claim> claims;
      for (const Claim& claim : c.claims)
        if (claim.claimant == claimant) claims.push_back(claim);
      if (!number) {
        if (!claims.empty()) return false;
        continue;
      }
      const auto v = game_.scale().rank_of(mover_ == Side::Max ? *number : -*number);
      const auto rests = [&](const State& s) {
        if (database == Database::None || !slices.contains(slice_of(s))) return false;
        // Nobody is believed against the rules.
        const Bounds b = g_.bounds(s);
        if (claimant == Side::Max ? b.opti < *v : b.pess > *v) return false;
        return database == Database::Believed || holds(claimant, *v, s);
      };
      Elsewhere holds_elsewhere;
      if (elsewhere && v)
        holds_elsewhere = [&](const std::string& s) { return elsewhere(claimant, *v, s); };
      if (!v || !proves(claimant, *v, claims, c, rests, {root_}, holds_elsewhere)) return false;
    }
    return true;
  }

  nlohmann::ordered_json json(const Certificate& c) const {
    nlohmann::ordered_json file{
        {"format", "solvent-proof"}, {"version", c.version()}, {"game", c.game},
        {"outcomes", c.outcomes},    {"rules", c.rules},       {"position", c.position},
        {"mover", c.mover}};
    if (c.at_least) file["at-least"] = *c.at_least;
    if (c.at_most) file["at-most"] = *c.at_most;
    if (c.leaf > 0) file["leaf"] = c.leaf;
    file["slices"] = c.slices;
    file["claims"] = nlohmann::ordered_json::array();
    for (const Claim& claim : c.claims) {
      const AnyState s = erase_state(state_of(claim));
      nlohmann::ordered_json entry{{"claimant", claim.claimant == Side::Max ? "Max" : "Min"},
                                   {"layer", claim.layer},
                                   {"position", game_.position(s)}};
      const auto moves = game_.moves(s);
      if (claim.move == kDatabase)
        entry["database"] = true;
      else if (claim.move == kSearched)
        entry["searched"] = true;
      else if (claim.move != kEveryMove)
        entry["move"] = claim.move < moves.size() ? game_.move_text(s, moves[claim.move]) : "none";
      file["claims"].push_back(entry);
    }
    return file;
  }

  // Of the image of a position in the game's notation.
  std::optional<std::string> bytes_of_position(const std::string& text) const {
    const auto s = game_.parse(text);
    if (!s) return std::nullopt;
    return bytes_of(g_.folded(restore_state<State>(*s)));
  }

  std::size_t moves(const Claim& claim) const { return children(state_of(claim)).size(); }
  int slice(const Claim& claim) const { return slice_of(state_of(claim)); }

 private:
  Certificate heading(std::uint64_t leaf) const {
    Certificate c;
    c.leaf = leaf;
    c.game = game_.spec();
    c.outcomes = game_.scale().name();
    c.rules = fmt::format("{:016x}", fingerprint(game_));
    return c;
  }
  static State state_of(const Claim& claim) {
    State s;
    std::memcpy(&s, claim.state.data(), sizeof(State));
    return s;
  }
  std::vector<State> children(const State& s) const {
    std::vector<State> out;
    if (g_.ended(s)) return out;
    MovesOf<G> moves;
    g_.list_moves(s, moves);
    for (const auto m : moves) {
      out.push_back(s);
      g_.play(out.back(), m);
    }
    return out;
  }
  // -1: of no database.
  int slice_of(const State& s) const {
    if constexpr (Indexable<G>)
      return g_.slice(s);
    else
      return (void)s, -1;
  }
  bool holds(Side claimant, Outcome v, const State& s) const {
    const Outcome value = solution_.value(s);
    return claimant == Side::Max ? value >= v : value <= v;
  }
  static bool says(Side claimant, Outcome v, Bounds b) {
    return claimant == Side::Max ? b.pess >= v : b.opti <= v;
  }
  bool settled(Side claimant, Outcome v, const State& s) const {
    if (says(claimant, v, g_.bounds(s))) return true;
    if (g_.ended(s) || g_.to_move(s) != claimant) return false;
    const auto next = children(s);
    return std::any_of(next.begin(), next.end(),
                       [&](const State& c) { return says(claimant, v, g_.bounds(c)); });
  }
  bool safety(Side claimant, Outcome v, const State& s) const {
    if constexpr (SaysIfItRepeats<G>)
      if (g_.acyclic()) return false;
    if constexpr (Repeating<G>) {
      const Outcome r = g_.repetition(s);
      return claimant == Side::Max ? r >= v : r <= v;
    } else {
      return (void)s, (void)claimant, (void)v, false;
    }
  }

  bool has_replies(Side claimant, Outcome v, const State& s) const {
    const Bounds b = g_.bounds(s);
    const bool denied = claimant == Side::Max ? b.opti < v : b.pess > v;
    return !denied && !says(claimant, v, b) && g_.to_move(s) != claimant;
  }
  bool searched(Side claimant, Outcome v, const State& s, std::uint64_t leaf) const {
    return leaf > 0 && LeafSearch<G>(g_, claimant, v, leaf).proves(s);
  }

  // Claims for all positions that the claimant's strategy can meet. Positions join in rounds: when
  // the claimant can enter what has joined before, or, if going round for ever will do, any good
  // position. So every cycle of the strategy consists of safety claims.
  void prove(Side claimant, Outcome v, Rng& rng, int database, std::uint64_t leaf,
             std::vector<Claim>& claims, const std::vector<State>& roots,
             const Elsewhere& elsewhere) const {
    if (settled(claimant, v, roots[0])) return;
    std::map<std::string, int> round;  // in which a position joined
    const auto good = [&](const State& s) { return holds(claimant, v, s); };
    const auto joined = [&](const State& s, int by) {
      const auto found = round.find(bytes_of(s));
      return found != round.end() && found->second < by;
    };
    const auto usable = [&](const State& s, const State& child, int by) {
      return joined(child, by) || (safety(claimant, v, s) && good(child));
    };
    for (int now = 0;; ++now) {
      std::vector<std::string> joining;
      for (const State& s : solution_.states()) {
        if (!good(s) || round.contains(bytes_of(s))) continue;
        bool joins = settled(claimant, v, s);
        if (!joins) {
          const auto next = children(s);
          const auto can = [&](const State& c) { return usable(s, c, now); };
          joins = g_.to_move(s) == claimant ? std::any_of(next.begin(), next.end(), can)
                                            : std::all_of(next.begin(), next.end(), can);
        }
        if (joins) joining.push_back(bytes_of(s));
      }
      if (joining.empty()) break;
      for (const std::string& s : joining) round[s] = now;
    }
    // The claims and whom they cite.
    std::vector<State> found = roots;
    std::map<std::string, std::size_t> ids;
    for (const State& root : roots) ids.emplace(bytes_of(root), ids.size());
    std::vector<std::vector<std::size_t>> cites;
    const std::size_t first = claims.size();
    for (std::size_t at = 0; at < found.size(); ++at) {
      const State s = found[at];
      std::vector<State> next = children(s);
      Claim claim{claimant, 0, bytes_of(s), kEveryMove};
      if (slice_of(s) >= 0 && slice_of(s) <= database) {
        claim.move = kDatabase;
        next.clear();
      } else if (elsewhere && elsewhere(claim.state)) {
        claim.move = kElsewhere;
        next.clear();
      } else if (searched(claimant, v, s, leaf)) {
        claim.move = kSearched;
        next.clear();
      } else if (g_.to_move(s) == claimant) {
        std::vector<std::uint16_t> choices;
        for (std::size_t k = 0; k < next.size(); ++k)
          if (usable(s, next[k], round.at(bytes_of(s)))) choices.push_back(k);
        claim.move = choices[rng.below(static_cast<std::uint32_t>(choices.size()))];
        next = {next[claim.move]};
        if (leaf > 0 && rng.below(2) == 0 && has_replies(claimant, v, next[0])) {
          claim.move |= kThrough;
          next = children(next[0]);
        }
      }
      claims.push_back(claim);
      cites.emplace_back();
      for (const State& c : next) {
        if (settled(claimant, v, c)) continue;
        const auto [it, fresh] = ids.try_emplace(bytes_of(c), found.size());
        if (fresh) found.push_back(c);
        cites.back().push_back(it->second);
      }
    }
    lay(cites, std::span(claims).subspan(first));
  }

  const AnyGame& game_;
  std::string root_text_;
  Folded<G> g_;
  State root_;
  oracle::Solution<Folded<G>> solution_;
  Side mover_;

 public:
  // Layers: the longest path from the root over components, those of one cycle in one layer.
  static void lay(const std::vector<std::vector<std::size_t>>& cites, std::span<Claim> claims) {
    const std::size_t n = cites.size();
    std::vector<std::set<std::size_t>> reach(n);
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<std::size_t> open = cites[k];
      while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        if (!reach[k].insert(at).second) continue;
        open.insert(open.end(), cites[at].begin(), cites[at].end());
      }
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t k = 0; k < n; ++k)
        for (const std::size_t c : cites[k]) {
          const bool together = reach[c].contains(k);
          const std::uint32_t least = claims[k].layer + !together;
          if (claims[c].layer >= least) continue;
          claims[c].layer = least;
          moved = true;
        }
    }
  }

 private:
  template <class Rests>
  bool proves(Side claimant, Outcome v, const std::vector<Claim>& claims, const Certificate& c,
              Rests rests, const std::vector<State>& roots,
              const Elsewhere& holds_elsewhere) const {
    if (settled(claimant, v, roots[0])) return claims.empty();
    // Which claims are reached from the roots'; each citation needs a later claim, or one of its
    // own layer if both are safety claims.
    std::map<std::pair<std::uint32_t, std::string>, std::size_t> at;
    std::uint32_t last = 0;
    for (std::size_t k = 0; k < claims.size(); ++k) {
      at[{claims[k].layer, claims[k].state}] = k;
      last = std::max(last, claims[k].layer);
    }
    for (std::uint32_t layer = 0; layer < last; ++layer) {  // none is skipped
      const auto next = at.lower_bound({layer, ""});
      if (next == at.end() || next->first.first != layer) return false;
    }
    const auto first_after = [&](std::uint32_t from, const State& s) {
      std::optional<std::size_t> meets;
      for (std::uint32_t layer = from; layer <= last && !meets; ++layer)
        if (const auto found = at.find({layer, bytes_of(s)}); found != at.end())
          meets = found->second;
      return meets;
    };
    std::set<std::size_t> reached;
    std::vector<std::size_t> open;
    for (const State& root : roots) {
      const auto meets = first_after(0, root);
      if (!meets) return false;
      if (reached.insert(*meets).second) open.push_back(*meets);
    }
    while (!open.empty()) {
      const Claim& claim = claims[open.back()];
      open.pop_back();
      const State s = state_of(claim);
      if (claim.move == kDatabase) {
        if (!rests(s)) return false;
        continue;
      }
      if (claim.move == kElsewhere) {
        if (!holds_elsewhere || !holds_elsewhere(claim.state)) return false;
        continue;
      }
      if (claim.move == kSearched) {
        if (!searched(claimant, v, s, c.leaf)) return false;
        continue;
      }
      std::vector<State> next = children(s);
      if (next.empty()) return false;
      if (g_.to_move(s) == claimant) {
        const bool through = c.version() > 1 && claim.move >= kThrough;
        const std::size_t move = through ? claim.move - kThrough : claim.move;
        if (move >= next.size()) return false;
        if (through && !has_replies(claimant, v, next[move])) return false;
        next = through ? children(next[move]) : std::vector<State>{next[move]};
      } else if (claim.move != kEveryMove) {
        return false;
      }
      for (const State& child : next) {
        if (settled(claimant, v, child)) continue;
        const bool same = safety(claimant, v, s) && safety(claimant, v, child);
        const auto meets = first_after(claim.layer + !same, child);
        if (!meets) return false;
        if (reached.insert(*meets).second) open.push_back(*meets);
      }
    }
    return reached.size() == claims.size();
  }
};

}  // namespace solvent::naive
