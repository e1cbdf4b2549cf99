// What an Awari player looks at first: captures, the largest before the others.
#pragma once

#include "games/awari/rules.hpp"

namespace solvent::awari {

class Knowledge {
 public:
  explicit Knowledge(const Rules& g) : g_(g) {}

  int order(const Rules::State& s, Rules::Move m) const { return g_.captures(s, m); }

 private:
  const Rules& g_;
};

}  // namespace solvent::awari
