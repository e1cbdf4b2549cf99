// Is this file a proof? The certificates of docs/certificates.md, checked from the rules of the
// game alone. Nothing here knows how a proof was found or written.
//
// The bytes of a position in the file are never looked into: a claim counts only if they equal a
// position that the rules themselves have produced from the root.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <istream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "game/family.hpp"

namespace solvent::check {

struct Links;  // check/parts.hpp

enum class Finding {
  Verified,    // from the rules alone
  Relative,    // verified, except that values of an endgame database were trusted
  Refused,     // it can be read, and does not prove what it says
  Unreadable,  // damaged, cut off, or not a certificate; or Options::database cannot be opened
  TooLarge,    // for Options::memory, or for the machine
  Stopped,     // by Options::stop
};

struct CitedSlice {
  int slice = 0;
  std::uint64_t checksum = 0;  // in the header of its file
};

// What a certificate says of itself.
struct Header {
  int version = 1;
  std::string game, outcomes;
  std::uint64_t rules = 0;  // the fingerprint
  std::string position, mover;
  std::optional<int> at_least, at_most;  // for the side to move
  std::uint64_t leaf = 0;                // positions that a searched claim may take
  bool regions = false;                  // claims that a side wins are about relaxed positions
  std::vector<CitedSlice> slices;
  // Of proofs in parts. A part that is not the root's has a claimant in place of a position and who
  // is to move, and its `at_least` is what the claimant gets in each of its roots.
  std::string claimant;
  std::vector<std::string> roots;  // in the game's notation
  std::vector<std::string> cites;  // the digests of other parts
  bool of_root() const { return claimant.empty(); }
};

struct StatementStats {
  Side claimant = Side::Max;
  bool at_least = false;  // or at most
  int value = 0;          // for the side to move
  std::uint64_t claims = 0;
  std::vector<std::uint64_t> layers;  // claims in each
};

struct Stats {
  std::uint64_t bytes = 0;  // read so far
  std::uint64_t claims = 0;
  std::uint64_t citations = 0;
  std::uint64_t settled = 0;         // citations that the rules settle
  std::uint64_t database = 0;        // claims that rest on the endgame database
  std::uint64_t searched = 0;        // claims that were proved by a search
  std::uint64_t positions = 0;       // that these searches took
  std::uint64_t paired = 0;          // claims that pairs of cells hold
  std::uint64_t elsewhere = 0;       // claims that another part proves
  std::uint64_t parts = 0;           // of a proof in a folder
  std::uint64_t regions = 0;         // claims that name a region
  std::uint64_t covered = 0;         // replies that these cover
  std::uint64_t most_unclaimed = 0;  // positions cited and not yet claimed, at any one time
  std::vector<StatementStats> statements;
};

// Where a refused certificate fails.
struct Place {
  std::string statement;  // "at least 3"
  std::uint32_t layer = 0;
  std::string position;
};

struct CheckResult {
  Finding finding = Finding::Unreadable;
  std::string reason;                // one line, unless verified
  std::string part;                  // of a proof in a folder: the file that is meant, if one is
  std::vector<CitedSlice> rests_on;  // if relative: the slices of the header that claims rest on
  std::optional<Place> place;
  Header header;
  GamePtr game;  // once the header is understood
  // Of relaxed positions, by attacker: what the claims that he wins are about, if not null.
  std::array<GamePtr, 2> relaxed;
  AnyState root;                // likewise
  std::vector<AnyState> roots;  // of a part that is not the root's
  Side side = Side::Max;        // whose outcomes the header's numbers are
  bool recomputed = false;      // the cited slices of the database were
  Stats stats;

  // What the claims of this claimant are about.
  const AnyGame& about(Side claimant) const {
    const GamePtr& wins = relaxed[static_cast<std::size_t>(claimant)];
    return wins ? *wins : *game;
  }
};

struct Options {
  std::size_t threads = 1;         // finding, reason and counts do not depend on it
  std::size_t few = 2048;          // claims: other threads are not woken up for fewer
  std::uint64_t leaf = 1'000'000;  // positions that a searched claim may take; no more is allowed
  std::string database;            // recompute the cited slices; their files are here
  Links* links = nullptr;          // for parts of a proof: what each has to do with the others
  std::function<bool()> stop;      // true ends the check; asked at every claim, by several threads
  std::function<void(const Stats&)> progress;  // called now and then
  GamePtr game;  // the rules, from a caller who has them; the header must name this game
  // Bytes, for the positions that have to be remembered.
  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();
};

// "slice 5 of the endgame database (checksum 0123456789abcdef)".
std::string in_words(const CitedSlice& slice);

CheckResult check(std::istream& in, const Options& options = {});
// A folder is a proof in parts (check/parts.hpp).
CheckResult check_file(const std::string& path, const Options& options = {});

}  // namespace solvent::check
