// Collecting a proof: all positions that a claim about the root rests on, each with the move that
// answers for it, put into layers (docs/certificates.md).
//
// A search says which positions hold and which move keeps the claim; nothing it says is taken
// for a proof. What it has forgotten it searches again. Where positions can repeat it is a search
// that keeps the moves of its proofs (Design::strategy). Forcing claims, whose play has to end, are
// justified from the settled ones upwards, and get more of the claimant's good moves where that
// fails. Of safety claims, which may run in circles, the search has hints only, since its circles
// are those of one path: they are believed, and so is any other move, until a position is met that
// cannot be held.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/alarm.hpp"
#include "game/family.hpp"
#include "game/statement.hpp"
#include "search/machine.hpp"

namespace solvent::proof {

inline constexpr std::uint16_t kReply = 65535;      // the opponent is to move
inline constexpr std::uint16_t kDatabase = 65534;   // rests on an endgame database
inline constexpr std::uint16_t kSearched = 65532;   // the checker searches it
inline constexpr std::uint16_t kPaired = 65530;     // pairs of cells hold it: its argument
inline constexpr std::uint16_t kElsewhere = 65524;  // another part proves it
inline constexpr std::uint16_t kThrough = 32768;  // added to a move: all replies to it are answered
// With a region, its argument (docs/certificates.md, "Claims about regions").
inline constexpr std::uint16_t kInRegion = 65528;        // no move is named
inline constexpr std::uint16_t kRegionSearched = 65526;  // the checker searches it
inline constexpr std::uint16_t kAround = 16384;  // added to kThrough: but those that it covers

constexpr bool has_argument(std::uint16_t move) {
  constexpr std::uint16_t kFirstOfThese = 65520;  // below are numbers of moves
  const bool around = move >= (kThrough | kAround) && move < kFirstOfThese;
  return around || move == kPaired || move == kInRegion || move == kRegionSearched;
}

// The claims of one layer in the order of their states.
struct Layer {
  std::vector<std::byte> states;     // one after another
  std::vector<std::uint16_t> moves;  // numbers in the list of moves, or one of the above
  std::vector<std::byte> arguments;  // of those that have one, one after another
};

// Thrown when an alarm rings for good in the middle of what cannot be continued later.
struct Stopped {};

class Collector {
 public:
  virtual ~Collector() = default;
  // Advance by about so many nodes, those of the search included.
  virtual search::SliceResult step(const search::Slice& slice) = 0;
  virtual std::uint64_t nodes() const = 0;
  virtual std::size_t bytes() const = 0;
  // A guess of the share of its claims that are found; 0 where nothing is known of it.
  virtual double done() const { return 0; }

  // Once Done: has the search denied what it said before, so that there is no proof? If not:
  virtual bool contradicted() const = 0;
  virtual std::uint64_t claims() const = 0;
  virtual std::uint32_t layers() const = 0;
  virtual std::size_t state_size() const = 0;
  virtual std::size_t argument_size() const { return 0; }
  virtual bool about_regions() const { return false; }
  // Throws Stopped. Several threads may ask at the same time.
  virtual Layer layer(std::uint32_t number, Alarm& alarm) const = 0;
  // Of an endgame database: those that claims rest on.
  virtual std::set<int> slices() const = 0;

  // Of a part: a position and its share of the whole proof, as far as it can be guessed.
  struct Share {
    AnyState state;
    double of_all;
  };
  virtual std::vector<Share> proved() const { return {}; }     // the roots that it has proved,
  virtual std::vector<Share> unproved() const { return {}; }   // those that it has not begun with,
  virtual std::vector<Share> elsewhere() const { return {}; }  // what it leaves to other parts
};

// What a part of a proof has to know about the other parts. Not where positions can repeat.
struct PartOrder {
  std::vector<Collector::Share> roots;  // none of them settled
  std::uint64_t claims = 1'000'000;     // after so many more, the rest is left to other parts
  // Does another part prove it, or will one, without resting on this one? From now on this one
  // rests on that. `fresh`: if nobody knows of it yet, there will be one.
  std::function<bool(const AnyState&, bool fresh)> elsewhere;
};

struct Order {
  AnyState root;
  Statement statement;
  bool smaller = false;  // look at every good move and take the one with the least to prove
  std::size_t memory = std::size_t{1} << 30;
  // For a safety claim, before a move is believed; 0: moves are believed without a search.
  std::uint64_t few_nodes = 10'000;
  std::uint64_t leaf = 0;           // positions that the checker may search for a claim
  std::size_t threads = 1;          // that look for such claims; the proof is the same
  const PartOrder* part = nullptr;  // if it is to be a part, in place of `root`
  // With more claims, or after more nodes, it is given up as if it was contradicted.
  std::uint64_t most_claims = ~std::uint64_t{0}, most_nodes = ~std::uint64_t{0};
};

// Whom to ask: about any position, and, where positions can repeat, a search with Design::strategy
// that has not been asked about any other claim; null: the first one answers for it.
struct Advisers {
  search::Machine& any;
  search::Machine* strategy = nullptr;
};
// `probe` is an endgame database, or null.
// What there is to prove: the canonical image of a position, unless the rules settle it.
std::optional<AnyState> to_be_proved(const AnyGame& game, const Statement& statement,
                                     const AnyState& s);
// Parts are collected of games whose rules say that no position can repeat. (Where the collector
// cannot know it, moves that have been handed to another part might have to be taken back.)
bool can_be_in_parts(const AnyGame& game);
std::unique_ptr<Collector> make_collector(const AnyGame& game, const Order& order,
                                          const Advisers& advisers, const ProbeBase* probe);
// Of claims about regions. Null if the statement is no win in a game of lines. `any`, which has
// proved the statement, is asked about positions of the game itself where wins by forcing are most
// of what there is to see; all else a search
// of the collector's own finds out. Where that has to find everything, or `any` is null, it is
// given up after so many nodes, as if it was contradicted.
std::unique_ptr<Collector> make_region_collector(const AnyGame& game, const Order& order,
                                                 std::uint64_t most_nodes,
                                                 search::Machine* any = nullptr);
// The relaxed positions that its claims are about, and that of this position, if it has to be
// proved; null for other statements.
GamePtr game_of_regions(const AnyGame& game, const Statement& statement);
std::optional<AnyState> to_be_proved_by_regions(const AnyGame& game, const AnyGame& relaxed,
                                                const Statement& statement, const AnyState& s);

}  // namespace solvent::proof
