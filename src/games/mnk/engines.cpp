#include "search/engines.hpp"
#include "games/mnk/knowledge.hpp"

SOLVENT_ENGINES(mnk::Rules<1>, mnk::Knowledge<1>)
SOLVENT_ENGINES(mnk::Rules<2>, mnk::Knowledge<2>)
SOLVENT_ENGINES(mnk::Rules<4>, mnk::Knowledge<4>)
SOLVENT_ENGINES(mnk::Rules<6>, mnk::Knowledge<6>)
