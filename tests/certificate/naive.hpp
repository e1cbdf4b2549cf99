// Certificates made and checked in the most naive way, to test the checker against: claims from
// exact solutions, a writer of the binary and the JSON form, a reader that believes everything, and
// the definition of a proof as docs/certificates.md has it, all claims in memory.
#pragma once

#include <fmt/format.h>
#include <zstd.h>

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

#include "base/checksum.hpp"
#include "base/rng.hpp"
#include "game/any_game.hpp"
#include "game/fingerprint.hpp"
#include "game/oracle.hpp"

namespace solvent::naive {

inline constexpr std::uint16_t kEveryMove = 65535, kDatabase = 65534;

struct Claim {
  Side claimant = Side::Max;
  std::uint32_t layer = 0;
  std::string state;  // its bytes
  std::uint16_t move = kEveryMove;
  friend bool operator==(const Claim&, const Claim&) = default;
};
inline bool before(const Claim& a, const Claim& b) {
  return std::tuple(a.claimant, a.layer, std::string_view(a.state)) <
         std::tuple(b.claimant, b.layer, std::string_view(b.state));
}

struct Certificate {
  std::string game, outcomes, rules, position, mover;
  std::optional<int> at_least, at_most;
  std::vector<std::pair<int, std::string>> slices;
  std::vector<Claim> claims;

  void sort() { std::stable_sort(claims.begin(), claims.end(), before); }
  std::string header() const {
    std::string text =
        fmt::format("solvent-proof 1\ngame {}\noutcomes {}\nrules {}\nposition {}\nmover {}\n",
                    game, outcomes, rules, position, mover);
    if (at_least) text += fmt::format("at-least {}\n", *at_least);
    if (at_most) text += fmt::format("at-most {}\n", *at_most);
    for (const auto& [slice, sum] : slices) text += fmt::format("slice {} {}\n", slice, sum);
    return text + "\n";
  }
};

// --- the binary form ---------------------------------------------------------------------------

struct RawBlock {
  std::uint32_t claims = 0, layer = 0;
  unsigned char claimant = 0;
  std::string frame;
};

inline std::string little_endian(std::uint64_t n, int bytes) {
  std::string out;
  for (int k = 0; k < bytes; ++k) out += static_cast<char>(n >> (8 * k));
  return out;
}
inline std::uint64_t number(std::string_view bytes) {
  std::uint64_t n = 0;
  for (std::size_t k = bytes.size(); k-- > 0;) n = n << 8 | static_cast<unsigned char>(bytes[k]);
  return n;
}

inline std::string pack(const std::string& bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), 3));
  return frame;
}

// As many claims of one statement and layer in a block as `most` allows, in the order given.
inline std::vector<RawBlock> blocks_of(const Certificate& c, std::size_t most = 65536) {
  std::vector<RawBlock> blocks;
  for (std::size_t from = 0; from < c.claims.size();) {
    const Claim& first = c.claims[from];
    std::size_t to = from;
    while (to < c.claims.size() && to - from < most && c.claims[to].layer == first.layer &&
           c.claims[to].claimant == first.claimant)
      ++to;
    std::string bytes;
    for (std::size_t k = 0; k < first.state.size(); ++k)
      for (std::size_t row = from; row < to; ++row) bytes += c.claims[row].state[k];
    for (const int shift : {0, 8})
      for (std::size_t row = from; row < to; ++row)
        bytes += static_cast<char>(c.claims[row].move >> shift);
    blocks.push_back({static_cast<std::uint32_t>(to - from), first.layer,
                      static_cast<unsigned char>(first.claimant), pack(bytes)});
    from = to;
  }
  return blocks;
}

inline std::uint64_t sum(std::uint64_t seed, std::string_view bytes) {
  return checksum(seed, std::as_bytes(std::span(bytes)));
}

inline std::string file_of(const std::string& header, std::vector<RawBlock> blocks,
                           std::uint64_t total) {
  blocks.push_back({0, 0, 255, little_endian(total, 8)});
  std::string file = header;
  std::uint64_t s = sum(0, header);
  for (const RawBlock& b : blocks) {
    const std::string head = little_endian(b.frame.size(), 4) + little_endian(b.claims, 4) +
                             little_endian(b.layer, 4) + little_endian(b.claimant, 4);
    s = sum(sum(s, head), b.frame);
    file += head + little_endian(s, 8) + b.frame;
  }
  return file;
}
inline std::string file_of(const Certificate& c, std::size_t most = 65536) {
  return file_of(c.header(), blocks_of(c, most), c.claims.size());
}

// The same bytes with every checksum that can be found made right.
inline std::string signed_again(std::string file) {
  std::size_t at = file.find("\n\n");
  if (at == std::string::npos) return file;
  at += 2;
  std::uint64_t s = sum(0, std::string_view(file).substr(0, at));
  while (at + 24 <= file.size()) {
    const std::size_t length = number(std::string_view(file).substr(at, 4));
    if (length > file.size() - at - 24) break;
    s = sum(sum(s, std::string_view(file).substr(at, 16)),
            std::string_view(file).substr(at + 24, length));
    file.replace(at + 16, 8, little_endian(s, 8));
    at += 24 + length;
  }
  return file;
}

// Reads whatever can be read; nothing is checked that is not needed for that.
inline std::optional<Certificate> read(const std::string& file, std::size_t state_bytes) {
  Certificate c;
  std::size_t at = file.find("\n\n");
  if (at == std::string::npos) return {};
  for (const std::string_view line : text::split(std::string_view(file).substr(0, at), '\n')) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string name(line.substr(0, blank));
    const std::string value(line.substr(std::min(blank + 1, line.size())));
    if (name == "game") c.game = value;
    if (name == "outcomes") c.outcomes = value;
    if (name == "rules") c.rules = value;
    if (name == "position") c.position = value;
    if (name == "mover") c.mover = value;
    const auto n = text::to_int(value);
    if (name == "at-least" && n) c.at_least = static_cast<int>(*n);
    if (name == "at-most" && n) c.at_most = static_cast<int>(*n);
  }
  for (at += 2; at + 24 <= file.size();) {
    const auto field = [&](std::size_t from, std::size_t bytes) {
      return number(std::string_view(file).substr(at + from, bytes));
    };
    const std::size_t length = field(0, 4), n = field(4, 4);
    if (length > file.size() - at - 24) return {};
    if (static_cast<unsigned char>(file[at + 12]) == 255) return c;
    if (n > 65536) return {};
    std::string bytes(n * (state_bytes + 2), '\0');
    if (ZSTD_decompress(bytes.data(), bytes.size(), file.data() + at + 24, length) != bytes.size())
      return {};
    for (std::size_t row = 0; row < n; ++row) {
      Claim claim{static_cast<Side>(file[at + 12]), static_cast<std::uint32_t>(field(8, 4)), "", 0};
      for (std::size_t k = 0; k < state_bytes; ++k) claim.state += bytes[k * n + row];
      claim.move = static_cast<std::uint16_t>(
          static_cast<unsigned char>(bytes[state_bytes * n + row]) |
          static_cast<unsigned char>(bytes[(state_bytes + 1) * n + row]) << 8);
      c.claims.push_back(claim);
    }
    at += 24 + length;
  }
  return {};
}

// --- one game ----------------------------------------------------------------------------------

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

  // A proof that the value is at least `low` and at most `high`, ranks; below 0 makes no statement.
  // Positions of slices up to `database` are left to it; the slices are named by somebody else.
  Certificate certificate(int low, int high, std::uint64_t seed, int database = -1) const {
    Certificate c;
    c.game = game_.spec();
    c.outcomes = game_.scale().name();
    c.rules = fmt::format("{:016x}", fingerprint(game_));
    c.position = root_text_;
    c.mover = game_.player(mover_);
    Rng rng(seed);
    for (const Side claimant : {Side::Max, Side::Min}) {
      const int v = claimant == Side::Max ? low : high;
      if (v < 0) continue;
      (claimant == mover_ ? c.at_least : c.at_most) = number(v);
      prove(claimant, static_cast<Outcome>(v), rng, database, c.claims);
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
  bool is_proof(const Certificate& c, Database database = Database::None) const {
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
      if (!v || !proves(claimant, *v, claims, rests)) return false;
    }
    return true;
  }

  nlohmann::ordered_json json(const Certificate& c) const {
    nlohmann::ordered_json file{
        {"format", "solvent-proof"}, {"version", 1},     {"game", c.game},
        {"outcomes", c.outcomes},    {"rules", c.rules}, {"position", c.position},
        {"mover", c.mover}};
    if (c.at_least) file["at-least"] = *c.at_least;
    if (c.at_most) file["at-most"] = *c.at_most;
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
      else if (claim.move != kEveryMove)
        entry["move"] = claim.move < moves.size() ? game_.move_text(s, moves[claim.move]) : "none";
      file["claims"].push_back(entry);
    }
    return file;
  }

  std::size_t moves(const Claim& claim) const { return children(state_of(claim)).size(); }
  int slice(const Claim& claim) const { return slice_of(state_of(claim)); }

 private:
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

  // Claims for all positions that the claimant's strategy can meet. Positions join in rounds: when
  // the claimant can enter what has joined before, or, if going round for ever will do, any good
  // position. So every cycle of the strategy consists of safety claims.
  void prove(Side claimant, Outcome v, Rng& rng, int database, std::vector<Claim>& claims) const {
    if (settled(claimant, v, root_)) return;
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
    std::vector<State> found{root_};
    std::map<std::string, std::size_t> ids{{bytes_of(root_), 0}};
    std::vector<std::vector<std::size_t>> cites;
    const std::size_t first = claims.size();
    for (std::size_t at = 0; at < found.size(); ++at) {
      const State s = found[at];
      std::vector<State> next = children(s);
      Claim claim{claimant, 0, bytes_of(s), kEveryMove};
      if (slice_of(s) >= 0 && slice_of(s) <= database) {
        claim.move = kDatabase;
        next.clear();
      } else if (g_.to_move(s) == claimant) {
        std::vector<std::uint16_t> choices;
        for (std::size_t k = 0; k < next.size(); ++k)
          if (usable(s, next[k], round.at(bytes_of(s)))) choices.push_back(k);
        claim.move = choices[rng.below(static_cast<std::uint32_t>(choices.size()))];
        next = {next[claim.move]};
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

  template <class Rests>
  bool proves(Side claimant, Outcome v, const std::vector<Claim>& claims, Rests rests) const {
    if (settled(claimant, v, root_)) return claims.empty();
    // Which claims are reached from the root's; each citation needs a later claim, or one of its
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
    const auto root = at.find({0, bytes_of(root_)});
    if (root == at.end()) return false;
    std::set<std::size_t> reached{root->second};
    std::vector<std::size_t> open{root->second};
    while (!open.empty()) {
      const Claim& claim = claims[open.back()];
      open.pop_back();
      const State s = state_of(claim);
      if (claim.move == kDatabase) {
        if (!rests(s)) return false;
        continue;
      }
      std::vector<State> next = children(s);
      if (next.empty()) return false;
      if (g_.to_move(s) == claimant) {
        if (claim.move >= next.size()) return false;
        next = {next[claim.move]};
      } else if (claim.move != kEveryMove) {
        return false;
      }
      for (const State& c : next) {
        if (settled(claimant, v, c)) continue;
        const bool same = safety(claimant, v, s) && safety(claimant, v, c);
        std::optional<std::size_t> meets;
        for (std::uint32_t layer = claim.layer + !same; layer <= last && !meets; ++layer)
          if (const auto found = at.find({layer, bytes_of(c)}); found != at.end())
            meets = found->second;
        if (!meets) return false;
        if (reached.insert(*meets).second) open.push_back(*meets);
      }
    }
    return reached.size() == claims.size();
  }

  const AnyGame& game_;
  std::string root_text_;
  Folded<G> g_;
  State root_;
  oracle::Solution<Folded<G>> solution_;
  Side mover_;
};

}  // namespace solvent::naive
