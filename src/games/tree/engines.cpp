// Also for every other game on the Interned model.
#include "search/engines.hpp"
#include "game/interned.hpp"

SOLVENT_ENGINES(Interned, NoKnowledge)
