// Boards of six words.
#include "games/mnk/knowledge.hpp"
#include "search/engines.hpp"
#include "threats/engines.hpp"

SOLVENT_ENGINES(mnk::Rules<6>, mnk::Knowledge<6>)
