// `allis-awari`: the Awari experiment of the 1994 paper (allis_published.hpp), and the same on
// games of our own.
#pragma once

#include <memory>
#include <string>

#include "experiments/allis/games.hpp"
#include "experiments/allis/published.hpp"
#include "experiments/allis/searches.hpp"
#include "experiments/experiment.hpp"

namespace solvent::experiments {

// What is measured at a size.
struct AllisScope {
  std::size_t rows;                      // of game 5, from 55 N on
  std::uint64_t alpha_beta, with_table;  // nodes at which a row is given up
  int stones;                            // of the database that values are compared with
  int games;
  AllisPlay play;
  std::uint64_t game_pns, game_alpha_beta, game_with_table;  // the same for positions of games
};
AllisScope allis_scope(const Setting& setting);

// A game is followed backwards to the first position that proof-number search gives up, or so many
// that alpha-beta gives up.
inline constexpr int kMostGivenUp = 3;

// The tasks' keys.
std::string pns_key(const AllisPublished& row);
std::string alpha_beta_key(const AllisScope& scope, const AllisPublished& row, bool with_table);
std::string missed_win_key();
std::string database_key(const AllisScope& scope);
std::string game_key(const AllisScope& scope, int number);

// What the records hold.
Record record_of(const AllisPns& found, double seconds);
Record record_of(const AllisAlphaBeta& found, double seconds);
AllisPns pns_of(const Record& record);
AllisAlphaBeta alpha_beta_of(const Record& record);

// The position of row 51 S, and after the move that wins and the one that was played there.
const AllisPublished& missed_win();
mancala::Board after_missed_win(bool played);

std::unique_ptr<Experiment> make_allis_awari();

// What the experiment says of its records.
report::Report allis_report(const Setting& setting, const Records& records);

}  // namespace solvent::experiments
