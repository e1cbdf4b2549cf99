// Games in which a line of stones wins: sequences of threats with which a side wins, to be shown.
//
//   const auto threats = solvent::find_threats(position);
//   if (threats && threats->mover) ...   // threats->mover->moves: "h8", "i9", "h9", ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solvent/game.hpp"

namespace solvent {

// A win: the attacker's moves and the replies in turn, a move of the attacker first and last.
struct ThreatSequence {
  // Every move threatens to complete a line, so the replies are forced. Otherwise some threaten to
  // win like that, and the replies shown are those that hold out longest.
  bool forced = false;
  std::vector<std::string> moves;
};
struct Threats {
  std::optional<ThreatSequence> mover;  // a proof that the side to move wins
  std::optional<ThreatSequence> other;  // what the other side would do if the mover passed
  std::uint64_t tried = 0;              // moves, in looking for them
};

// Looks for them, for each side with so many moves, about. What is found is proved; what is not may
// be there all the same. Nothing for games without lines, and nothing is found once a game is over.
std::optional<Threats> find_threats(const Position& position, std::uint64_t moves = 20'000);

// How soon a side can force its win. What is said is proved: it cannot within fewer than `least`
// plies, and it can within `most`, if that is known.
struct PliesToWin {
  int least = 0;
  std::optional<int> most;
  bool exact() const { return most == least; }
};

// For a side that wins (if it does not, `most` stays unknown). Looks at so many positions, about;
// nothing for games without lines, and for games that are over.
std::optional<PliesToWin> plies_to_win(const Position& position, Side winner,
                                       std::uint64_t positions = 5'000);

// The position's drawing, with the moves as numbers: 1, 2, ...
std::string draw_threats(const Position& position, const ThreatSequence& sequence);

}  // namespace solvent
