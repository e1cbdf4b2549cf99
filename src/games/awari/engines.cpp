#include "search/engines.hpp"
#include "games/awari/knowledge.hpp"

SOLVENT_ENGINES(awari::Rules, awari::Knowledge)
