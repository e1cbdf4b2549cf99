// The file of a store: solved positions of any games, with their bounds and what they cost.
//
// A position's row is found by its game, its tier (the number of bits of what it cost) and its
// canonical state. So the costliest positions of a game are read in one sweep, and the cheapest
// ones lie together: when they are removed, whole pages become free. Every row has a checksum over
// all that it says, its game's name included; a row whose checksum is wrong is never believed.
//
// The functions throw store::Problem.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solvent/outcome.hpp"
#include "store/sqlite.hpp"

namespace solvent::store {

// What is said of one game is not said of another: its rules' fingerprint, its name with all
// parameters, and its outcomes must all be the same.
struct GameName {
  std::uint64_t fingerprint;
  std::string spec, outcomes;
  friend bool operator==(const GameName&, const GameName&) = default;
};

struct Entry {
  std::vector<std::byte> state;
  Bounds bounds;
  std::uint64_t nodes;  // about what it took to find out
  std::int64_t date;    // seconds since 1970
  std::string version;  // of the program that found out
};

class StoreFile {
 public:
  struct Game {
    std::int64_t id;
    GameName name;
  };
  struct Row {
    std::int64_t tier;
    Entry entry;
    bool good;
  };
  struct Kept {
    std::uint64_t entries = 0;    // new or narrower than before
    std::uint64_t conflicts = 0;  // the store says otherwise; it was left as it is
  };
  using Games = std::optional<std::vector<std::int64_t>>;  // their ids, or all

  static StoreFile open(const std::string& folder);  // of a store that is there
  // A folder whose store is sealed needs no place for another one.
  static StoreFile open_or_create(const std::string& folder);
  // A copy of the store, for a folder in which it is only read.
  static void seal(const std::string& folder, const std::string& into);

  bool sealed() const { return sealed_; }

  std::uint64_t bytes();      // in use
  std::vector<Game> games();  // one whose name got lost has none, and nothing in it is good
  // The costliest entries of a game; the number of damaged ones among them is returned.
  std::uint64_t read(const GameName& game, std::uint64_t most,
                     const std::function<void(const Entry&)>& visit);
  // Every row of a game, the costliest first.
  void each(const Game& game, const std::function<void(const Row&)>& visit);
  // What SQLite finds wrong with the file itself; empty if nothing is.
  std::string structural_damage();

  // The cheapest entries go, the oldest of these first, when it would become larger than `most`.
  Kept keep(const GameName& game, std::span<const Entry> entries, std::uint64_t most);
  // Each returns how many rows it removed.
  std::uint64_t shrink(std::uint64_t most, const Games& of);
  std::uint64_t remove(const Games& of);
  std::uint64_t remove_damaged(const Games& of);

 private:
  explicit StoreFile(const std::string& path, bool sealed = false);

  std::optional<std::int64_t> id_of(const GameName& game);
  std::optional<std::int64_t> cheapest_tier(const std::vector<std::int64_t>& games);
  std::uint64_t shrink_now(std::uint64_t most, const std::vector<std::int64_t>& games);
  std::vector<std::int64_t> ids(const Games& of);
  void give_back();

  void require_open() const;

  std::string path_;
  bool sealed_;
  Database database_;
};

}  // namespace solvent::store
