// What a game brings along that comes from a file of its own (src/plugin/): for each layer that is
// compiled for the types of games, a table of the functions that were compiled for this one. The
// games of the program need none: `functions_of` (games/registry_rules.hpp) makes their tables.
#pragma once

#include <tuple>

namespace solvent {

namespace check {
struct Functions;  // check/functions.hpp
}
namespace search {
struct Functions;  // search/functions.hpp
}
namespace proof {
struct Functions;  // proof/functions.hpp
}
namespace store {
struct Functions;  // store/known.hpp
}
struct ClaimFunctions;  // api/claims_of.hpp

struct Brought {
  std::tuple<const check::Functions*, const search::Functions*, const proof::Functions*,
             const store::Functions*, const ClaimFunctions*>
      tables;
};

}  // namespace solvent
