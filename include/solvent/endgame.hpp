// Endgame databases: every position of little material, with its exact value, in a folder.
//
//   auto game = solvent::Ruleset::make("awari");
//   solvent::TableOrder order{.slice = 13, .threads = 2};       // all boards of up to 13 stones
//   auto built = solvent::build_table(*game, "awari-db", order);
//   auto found = solvent::query_table(position, "awari-db");    // or Options::endgame for a search
//
// A database consists of slices 0, 1, ... (stones or pieces on the board), each a file; finished
// files stay when a build is stopped, and the next build goes on from there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "solvent/game.hpp"
#include "solvent/solve.hpp"

namespace solvent {

class Ranks;

// One slice of a database. Values are for the side to move and count what is still on the board.
struct TableSlice {
  int slice;
  std::uint64_t positions, won, even, lost;
  std::int64_t sum;                                      // of all values
  std::vector<std::pair<int, std::uint64_t>> histogram;  // value, positions; rising, none empty
  std::uint64_t bytes;                                   // of its file
};

struct TableProgress {
  int slice, last;                 // the one that is being built, the last one ordered
  std::uint64_t positions, later;  // of this slice, and of those after it
  double done;                     // share of the slice, 0..1
  double seconds;                  // spent on it
};

struct TableOrder {
  int slice = -1;  // the highest to build; below 0: all of the game
  int threads = 1;
  std::uint64_t memory =
      0;  // bytes, on each rank; 0: half of the machine's, divided among its ranks
  const std::atomic<bool>* stop = nullptr;                     // set to true, it ends the work
  std::function<void(const TableProgress&)> progress{};        // from another thread
  std::function<void(int slice, bool fixed_point)> checked{};  // verify_table: after each slice
  // build_table: all of these share the work, with a thread each. This is rank 0; the others are in
  // help_build_table(), and see the folder under the same name.
  Ranks* ranks = nullptr;
};

// All slices up to order.slice that are not there yet. False if `stop` was set; an error for a game
// that has no databases, a folder that cannot be used, or too little memory.
Result<bool> build_table(const Ruleset& game, const std::string& folder, const TableOrder& order);
// What the other ranks do meanwhile.
void help_build_table(Ranks& ranks);
// Every position against its moves, and small slices against plain iteration to the fixed point.
// False if `stop` was set; an error says where a value is wrong.
Result<bool> verify_table(const Ruleset& game, const std::string& folder, const TableOrder& order);
// What is there, from slice 0 on.
Result<std::vector<TableSlice>> table_slices(const Ruleset& game, const std::string& folder);

struct TableAnswer {
  int value;                     // of the game, for the side to move
  std::vector<MoveValue> moves;  // all of them
};
// An error if the position has more material than the database, or a file is damaged.
Result<TableAnswer> query_table(const Position& position, const std::string& folder);

}  // namespace solvent
