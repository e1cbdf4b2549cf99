#include "search/engines.hpp"
#include "games/random/rules.hpp"

SOLVENT_ENGINES(random::Uniform, NoKnowledge)
SOLVENT_ENGINES(random::Incremental, NoKnowledge)
