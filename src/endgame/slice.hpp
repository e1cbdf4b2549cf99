// What retrograde analysis needs to know of a slice of a game: its positions, their moves, and the
// same moves taken back.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <vector>

namespace solvent::endgame {

inline constexpr int kNoExit = -1000;

// What is known of a position before any other is: its value if the game is over, or if a rule
// gives it one (kNoExit otherwise), and the number of moves that stay in the slice.
struct Opening {
  int best_exit = kNoExit;
  unsigned inner = 0;
};

// A move to a position of a lower slice: worth what it gains and what that position is worth.
struct Exit {
  std::uint64_t index;  // there
  int slice;
  int gained;
  bool same_side;  // to move there too

  int worth(int value) const { return gained + (same_side ? value : -value); }
};

// Takes the positions of a slice as they are opened, each with its exits before or after it.
struct AnyOpenings {
  bool wants(int slice) const;  // exits to this slice
  void exit(std::uint64_t index, const Exit& exit);
  void opened(std::uint64_t index, Opening opening);
};

// clang-format off
template <class S>
concept Slice = requires(const S s, std::uint64_t index, typename S::Cursor& cursor,
                         const typename S::Board board, AnyOpenings& openings,
                         void (*visit)(std::uint64_t, const typename S::Board&, bool)) {
  { S::kMostMoves } -> std::convertible_to<unsigned>;
  { s.size() } -> std::same_as<std::uint64_t>;
  { s.limit() } -> std::same_as<int>;                          // no value is beyond -limit..limit
  s.open(index, index, openings);                              // positions first..last-1
  { s.cursor() } -> std::same_as<typename S::Cursor>;
  { cursor.board(index) } -> std::same_as<typename S::Board>;  // fastest with rising indices
  // The positions from which a move stays in the slice and leads to `board`, and whether the same
  // side is to move in both.
  s.predecessors(board, visit);
};
// clang-format on

// A slice whose boards fit into 60 bits, most of them, and can be numbered faster than they can be
// found by their number.
template <class S>
concept Packable = requires(const S s, const typename S::Board board, std::uint64_t packed) {
  { s.can_pack(board) } -> std::same_as<bool>;
  { s.packed(board) } -> std::same_as<std::uint64_t>;
  { s.unpacked(packed) } -> std::same_as<typename S::Board>;
  { s.index(board) } -> std::same_as<std::uint64_t>;
};

// A packable slice in which most predecessors of a board are near each other: within one range of
// indices that is known before they are. The others are far.
struct Range {
  std::uint64_t first, last;  // and the last is one of them
};
// clang-format off
template <class S>
concept Gathered = Packable<S> && requires(const S s, const typename S::Board board,
                                           void (*visit)(std::uint64_t, const typename S::Board&,
                                                         bool)) {
  { s.has_near(board) } -> std::same_as<bool>;  // quickly: false only if there is none
  { s.near_range(board) } -> std::same_as<Range>;
  s.near_predecessors(board, visit);  // by their places in that range
  s.far_predecessors(board, visit);
};
// clang-format on

// The values of some lower slices, or of a rank's shares of them; null for the others.
using LowerValues = std::vector<const signed char*>;

// How far an analysis has come; may be read while it runs.
struct Advance {
  std::atomic<std::uint64_t> opened = 0, settled = 0;  // positions
};

}  // namespace solvent::endgame
