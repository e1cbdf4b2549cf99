#include "games/othello/knowledge/endings.hpp"

namespace solvent::othello {

namespace {

SolveEnding choose() {
#ifdef SOLVENT_WIDE_BOARDS
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) {
    const bool wider = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                       __builtin_cpu_supports("avx512cd");
    return wider ? ending_avx512 : ending_avx2;
  }
#endif
  return solve_ending;
}

}  // namespace

SolveEnding fastest_ending() {
  static const SolveEnding kFastest = choose();
  return kFastest;
}

}  // namespace solvent::othello
