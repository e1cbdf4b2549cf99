// All that is declared of an option. The command line, the server, the page, Python and the labels
// of checkpoints know nothing more of it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "search/design.hpp"
#include "solvent/solve.hpp"

namespace solvent::session {

// The member of Options, which also gives the type. Those that can be left open are optional.
template <class T>
using Member = T& (*)(Options&);
using AnyMember =
    std::variant<Member<bool>, Member<std::uint64_t>, Member<double>, Member<std::string>,
                 Member<std::optional<bool>>, Member<std::optional<int>>,
                 Member<std::optional<std::uint64_t>>, Member<std::optional<double>>,
                 Member<std::optional<std::string>>, Member<std::optional<std::pair<int, int>>>>;

enum class Group : std::uint8_t {
  Question,
  Search,
  Limits,
  Windows,
  BestFirst,
  DepthFirst,
  RandomGames,
  Known,
  Proofs,
  LongRuns
};
std::string_view title(Group group);

// What a number counts, or what a text names.
enum class Unit : std::uint8_t {
  None,
  Outcome,  // on the game's scale, for the side to move
  Bytes,    // people may write 2G
  Seconds,
  Minutes,  // at the command line; seconds everywhere else
  Folder,
  File
};

struct Interval {
  double least = 0, most = std::numeric_limits<double>::infinity();
  bool without_least = false, without_most = false;

  constexpr bool everything() const { return *this == Interval{}; }
  constexpr bool has(double x) const {
    return (without_least ? x > least : x >= least) && (without_most ? x < most : x <= most);
  }
  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

// What of an option has to be the same when a run is carried on from a checkpoint.
enum class Kept : std::uint8_t {
  Nothing,   // limits, and what has to do with files only
  Question,  // it is part of what is asked
  Value,     // it shapes the search
  Presence   // whether it is given: whatever lies in the folder is true
};

// Who may give it. Python has every option.
namespace door {
enum : std::uint8_t {
  Solve = 1,
  Batch = 2,
  Questions = 4,  // all that the server is asked
  Searches = 8,   // those of the server that are watched
  Proofs = 16     // those that the server is to make
};
inline constexpr std::uint8_t kCommandLine = Solve | Batch;
}  // namespace door

// A text that an option takes, and what it stands for, in words as those of help.
struct Choice {
  std::string name;
  std::string_view meaning;
};

struct Option {
  std::string_view name;  // in messages, Python and JSON: at_least
  AnyMember member;
  Group group;
  // In half a sentence; {range} names another option. A flag that is on unless it is switched off
  // says what it does when it is on.
  std::string_view help;
  std::string_view value = {};  // what stands for its value in help; flags have none
  Unit unit = Unit::None;
  Interval range = {};                             // of numbers
  std::span<const std::string_view> choices = {};  // of texts; one with ':' says how they begin
  std::vector<Choice> (*listed)() = nullptr;       // of texts that are not the same in every build
  std::string_view usual = {};                     // what holds if Options leaves it open
  std::string_view example = {};                   // of a value
  bool (*used_by)(const search::Algorithm&) =
      nullptr;                                       // with others it is an error; null: everybody
  std::span<const std::string_view> goes_with = {};  // needs one of these
  Kept kept = Kept::Nothing;
  std::uint8_t doors = door::kCommandLine;
  std::string_view json = {};  // its field in the server's questions, if that is not its name
};

}  // namespace solvent::session
