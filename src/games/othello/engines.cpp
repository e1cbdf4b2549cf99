#include "search/engines.hpp"
#include "games/othello/knowledge.hpp"

SOLVENT_ENGINES(othello::Rules, othello::Knowledge)
