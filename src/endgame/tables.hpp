// The games that have databases, behind one interface.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/memory.hpp"
#include "endgame/database.hpp"
#include "endgame/exchange.hpp"
#include "endgame/slice.hpp"
#include "game/any_game.hpp"

namespace solvent::endgame {

// The values of slices 0, 1, ... as bytes, in memory.
using Values = std::vector<ZeroedMemory>;
inline const signed char* bytes_of(const ZeroedMemory& values) {
  return static_cast<const signed char*>(values.data());
}

class Tables : public SliceList {
 public:
  // The values of a slice, or nothing if `stop` was set. Those of the slices it needs are given in
  // one or more passes: of `lower(pass)` element m is slice m, or null if another pass has it.
  virtual std::optional<ZeroedMemory> solve(int slice, int passes,
                                            const std::function<LowerValues(int pass)>& lower,
                                            int threads, const std::atomic<bool>* stop,
                                            Advance& advance) const = 0;
  // The same by many ranks, which all call it: this one's share, from its shares of those slices.
  // Nothing if they were stopped or one of them has failed.
  virtual std::optional<ZeroedMemory> solve_share(int slice, int passes,
                                                  const std::function<LowerValues(int pass)>& lower,
                                                  Exchange& exchange, Advance& advance) const = 0;
  // Does a move of the slice lead to the lower one?
  virtual bool needs(int slice, int lower) const = 0;
  // Bytes that solve() needs for a position of the slice.
  virtual int bytes_a_position() const = 0;

  // The first position, in the game's notation, of the last slice whose value is not the best of
  // its moves; with `to_fixed_point` the values are computed again from the moves and the slices
  // below, by plain iteration, and compared.
  virtual std::optional<std::string> first_wrong(const Values& values, bool to_fixed_point,
                                                 int threads,
                                                 const std::atomic<bool>* stop) const = 0;

  virtual int slice_of(const AnyState& s) const = 0;
  // Of a position whose slice is there.
  virtual Outcome outcome(Lookup& lookup, const AnyState& s) const = 0;
  // An AnyProbe of the game's type; it refers to the game.
  virtual std::unique_ptr<ProbeBase> probe(std::shared_ptr<const Database> database,
                                           std::uint64_t cache_bytes) const = 0;
};

// The values of the slice above all of `lower`.
std::optional<ZeroedMemory> solve_next(const Tables& tables, const Values& lower, int threads);

// The databases a game can have; nothing if it has none. They refer to the game.
std::unique_ptr<Tables> tables_of(const AnyGame& game);
// The probe of the database in a folder.
Result<std::shared_ptr<const ProbeBase>> open_probe(const AnyGame& game, const std::string& folder,
                                                    std::uint64_t cache_bytes);
// The checksum in the header of a slice's file: what a proof names it by.
Result<std::uint64_t> slice_checksum(const AnyGame& game, const std::string& folder, int slice);
std::string games_with_tables();  // for messages

}  // namespace solvent::endgame
