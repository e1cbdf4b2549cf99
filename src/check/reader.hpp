// The two forms of a certificate, read as one: a header, then blocks of claims.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <memory>

#include "check/check.hpp"
#include "games/lines/relaxed.hpp"

namespace solvent::check {

// In place of the number of a move.
inline constexpr std::uint16_t kEveryMove = 65535;  // the opponent is to move
inline constexpr std::uint16_t kDatabase = 65534;
inline constexpr std::uint16_t kNoSuchMove =
    65533;  // never in a file: JSON named a move that does not exist
// Since version 2.
inline constexpr std::uint16_t kSearched = 65532;   // by the checker
inline constexpr std::uint16_t kPaired = 65530;     // pairs of cells hold it: its argument
inline constexpr std::uint16_t kElsewhere = 65524;  // in one of the parts that the file cites
inline constexpr std::uint16_t kThrough = 32768;    // added to a move: all replies to it are cited
// With a region, the argument of the claim (docs/certificates.md, "Claims about regions").
inline constexpr std::uint16_t kInRegion = 65528;        // no move is named
inline constexpr std::uint16_t kRegionSearched = 65526;  // it is searched in place of the position
inline constexpr std::uint16_t kAround =
    16384;  // added to kThrough: not the replies that it covers

constexpr bool names_region(std::uint16_t move) {
  constexpr std::uint16_t kFirstOfThese = 65520;  // below are numbers of moves
  const bool around = move >= (kThrough | kAround) && move < kFirstOfThese;
  return around || move == kInRegion || move == kRegionSearched;
}

struct Block {
  Side claimant = Side::Max;
  std::uint32_t layer = 0;
  std::uint32_t claims = 0;
  std::vector<std::byte> states;  // one after another
  std::vector<std::uint16_t> moves;
  std::vector<std::byte> arguments;            // of the claims that have one, one after another
  std::vector<std::uint32_t> arguments_until;  // of each claim: how many come before it; or empty
};

// What an argument is, if there are any: pairs, a number for each cell; or a region, a state of the
// relaxed game.
template <Game G>
constexpr std::size_t argument_bytes() {
  if constexpr (lines::Relaxes<G>)
    return sizeof(typename G::State);
  else if constexpr (lines::HasLines<G>)
    return G::Lines::Cells::kSize;
  else
    return 0;
}
// What the claims of one claimant are about, and how they are written.
struct Layout {
  const AnyGame* game;
  std::size_t argument;  // bytes; 0 if there are none
  bool regions;          // are arguments regions, or pairs?

  bool has_argument(std::uint16_t move) const {
    return argument > 0 && (regions ? names_region(move) : move == kPaired);
  }
};
using Layouts = std::array<Layout, 2>;  // by claimant
Layouts layouts(const AnyGame& game, const std::array<GamePtr, 2>& relaxed);

class Reader {
 public:
  virtual ~Reader() = default;
  // An error means that the file is unreadable.
  virtual Result<Header> header() = 0;
  // False at the end, which is the end of the file too.
  virtual Result<bool> next(const Layouts& layouts, Block& block) = 0;
  virtual std::uint64_t bytes() const = 0;  // read so far
  // Were the states read as positions, by the rules? Otherwise they may be any bytes.
  virtual bool reads_text() const = 0;
};

// The reader that the first byte of the file asks for.
Result<std::unique_ptr<Reader>> make_reader(std::istream& in);
std::unique_ptr<Reader> make_json_reader(std::istream& in);

// The blocks of a file, the next one looked at already.
struct Feed {
  Reader& reader;
  Layouts layouts;
  Block block{};
  bool has_block = false;  // one is in `block`: the file has not ended

  Result<bool> advance() {
    const Result<bool> more = reader.next(layouts, block);
    has_block = more && *more;
    return more;
  }
};

// Sixteen hexadecimal digits, in small letters.
std::optional<std::uint64_t> read_hex(std::string_view text);

}  // namespace solvent::check
