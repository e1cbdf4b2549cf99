// The second of two files that `solvent game build` compiles beside the file of a game: everything
// that needs its type but the engines, and the entry.
#pragma once

#include <exception>

#include "api/claims_of.hpp"
#include "check/functions.hpp"
#include "generated/stamp.hpp"
#include "plugin/contents.hpp"
#include "plugin/particulars.hpp"
#include "proof/functions.hpp"
#include "search/functions.hpp"
#include "store/known.hpp"

namespace solvent::plugin {

template <Game G>
inline constexpr Brought kBrought = {{&check::Functions::of<G>, &search::Functions::of<G>,
                                      &proof::Functions::of<G>, &store::Functions::of<G>,
                                      &ClaimFunctions::of<G>}};

// No exception leaves the file while it is loaded.
template <Game G>
const Contents* contents(const GameFamily& (*family)(), const char* name) noexcept {
  static std::string problem;
  static Contents all{nullptr, &kBrought<G>, nullptr};
  try {
    if (family().name != name)
      problem = "its family is called " + text::quoted(family().name) + ", not " + name;
    else
      all.family = &family();
  } catch (const std::exception& e) {
    problem = std::string("its family cannot be made: ") + e.what();
  } catch (...) { problem = "its family cannot be made"; }
  all.problem = problem.c_str();
  return &all;
}

}  // namespace solvent::plugin

#define SOLVENT_GAME(game)                                                                         \
  SOLVENT_GAME_PARTICULARS(game)                                                                   \
  extern "C" {                                                                                     \
  extern __attribute__((visibility("default"))) const char solvent_game_stamp[];                   \
  __attribute__((used)) const char solvent_game_stamp[] = "solvent game, made for " SOLVENT_STAMP; \
  __attribute__((visibility("default"))) const ::solvent::plugin::Contents*                        \
  solvent_game() noexcept {                                                                        \
    return ::solvent::plugin::contents<::game::Rules>(&::game::family, #game);                     \
  }                                                                                                \
  }
