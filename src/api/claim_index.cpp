#include "api/claim_index.hpp"

#include "api/claims_of.hpp"
#include "games/registry_rules.hpp"

namespace solvent {

std::unique_ptr<Claims> make_claims(const AnyGame& game, const AnyGame* relaxed,
                                    Statement statement, const ClaimsToCome& to_come) {
  return functions_of<ClaimFunctions>(game).make(game, relaxed, statement, to_come);
}

}  // namespace solvent
