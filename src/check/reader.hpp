// The two forms of a certificate, read as one: a header, then blocks of claims.
#pragma once

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
inline constexpr std::uint16_t kElsewhere = 65526;  // in one of the parts that the file cites
inline constexpr std::uint16_t kThrough = 32768;    // added to a move: all replies to it are cited

struct Block {
  Side claimant = Side::Max;
  std::uint32_t layer = 0;
  std::uint32_t claims = 0;
  std::vector<std::byte> states;  // one after another
  std::vector<std::uint16_t> moves;
  std::vector<std::byte> arguments;            // of the claims that have one, one after another
  std::vector<std::uint32_t> arguments_until;  // of each claim: how many come before it; or empty
};
// Bytes of a state, and of an argument; 0 if the game has none.
struct Sizes {
  std::size_t state, argument;
};

// Only pairs are arguments, so far: a number for each cell.
template <Game G>
constexpr std::size_t argument_bytes() {
  if constexpr (lines::HasLines<G>)
    return G::Lines::Cells::kSize;
  else
    return 0;
}

class Reader {
 public:
  virtual ~Reader() = default;
  // An error means that the file is unreadable.
  virtual Result<Header> header() = 0;
  // False at the end, which is the end of the file too.
  virtual Result<bool> next(const AnyGame& game, Sizes sizes, Block& block) = 0;
  virtual std::uint64_t bytes() const = 0;  // read so far
  // Were the states read as positions, by the rules? Otherwise they may be any bytes.
  virtual bool reads_text() const = 0;
};

// The reader that the first byte of the file asks for.
Result<std::unique_ptr<Reader>> make_reader(std::istream& in);
std::unique_ptr<Reader> make_json_reader(std::istream& in);

// Sixteen hexadecimal digits, in small letters.
std::optional<std::uint64_t> read_hex(std::string_view text);

}  // namespace solvent::check
