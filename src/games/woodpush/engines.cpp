#include "search/engines.hpp"
#include "games/woodpush/knowledge.hpp"

SOLVENT_ENGINES(woodpush::Rules, woodpush::Knowledge)
