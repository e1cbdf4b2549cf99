// Stores: positions that runs have solved, kept in a folder for later runs (Options::store).
//
//   auto all = solvent::store_statistics("positions");
//   auto checked = solvent::verify_store("positions", {.sample = 20});
//
// A store only saves time. Nothing in it is a proof, and removing it loses nothing that cannot be
// solved again.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solvent/result.hpp"

namespace solvent {

inline constexpr std::uint64_t kLeastStoreSize = std::uint64_t{1} << 18;

// One game of a store, on one scale.
struct StoredGame {
  std::string game, outcomes;  // empty if the name got lost
  std::uint64_t entries = 0, exact = 0, damaged = 0;
  std::uint64_t nodes = 0;  // about what they all took
  bool readable = false;    // are these the rules that the program has under this name?
};
struct StoreStatistics {
  std::uint64_t bytes = 0;
  std::vector<StoredGame> games;
};
Result<StoreStatistics> store_statistics(const std::string& folder);

struct StoredPosition {
  std::string game, outcomes;
  std::string position;      // empty if the game is not readable
  int lower = 0, upper = 0;  // for the side to move; ranks if the game is not readable
  std::uint64_t nodes = 0;
  std::int64_t date = 0;  // seconds since 1970
  std::string version;    // of the program that found out
};
// Every good entry, game by game, the costliest first; only of one game if `game` is not empty.
// Returns how many there were.
Result<std::uint64_t> each_stored(const std::string& folder, const std::string& game,
                                  const std::function<void(const StoredPosition&)>& visit);

struct StoreCheckOrder {
  std::uint64_t sample = 10;  // positions that are solved again, without the store
  double seconds = 10;        // for each of them
  std::uint64_t seed = 1;     // which ones
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::uint64_t done, std::uint64_t of)> progress{};
};
struct StoreCheck {
  std::string damage;  // of the file itself, in SQLite's words; empty if there is none
  std::uint64_t entries = 0, damaged = 0, unreadable = 0;
  std::uint64_t right = 0, open = 0;  // of the sample; open: not finished in time
  struct Wrong {
    StoredPosition stored;
    int lower, upper;  // what was found instead
  };
  std::vector<Wrong> wrong;
  bool stopped = false;
  bool good() const { return damage.empty() && damaged == 0 && wrong.empty(); }
};
Result<StoreCheck> verify_store(const std::string& folder, const StoreCheckOrder& order);

struct PruneOrder {
  std::optional<std::uint64_t> to{};  // bytes; the cheapest positions go, of these the oldest first
  std::string game{};                 // only of this game; alone: all of it
  bool damaged = false;               // the damaged entries
};
// How many entries were removed.
Result<std::uint64_t> prune_store(const std::string& folder, const PruneOrder& order);

}  // namespace solvent
