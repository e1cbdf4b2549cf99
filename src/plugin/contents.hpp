// The interface between a program and a game in a shared object: one C function, which hands over
// a family with the engines that were compiled for it. Everything else goes through its virtual
// functions and tables.
//
// Both sides are compiled from the same headers, and with the same standard library: a stamp says
// so. It is read from the bytes of the file, before any of its code runs.
#pragma once

#include <string_view>

#include "game/family.hpp"
#include "games/brought.hpp"

namespace solvent::plugin {

struct Contents {
  const GameFamily* family;  // null: it could not be made, and
  const Brought* brought;
  const char* problem;  // why not
};

using Entry = const Contents* (*)() noexcept;
inline constexpr const char* kEntry = "solvent_game";
// Stands before the stamp, which ends with a zero.
inline constexpr std::string_view kMark = "solvent game, made for ";

}  // namespace solvent::plugin
