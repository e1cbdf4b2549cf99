#include "search/engines.hpp"
#include "games/kalah/knowledge.hpp"

SOLVENT_ENGINES(kalah::Rules, kalah::Knowledge)
