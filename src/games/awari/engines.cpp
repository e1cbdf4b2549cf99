#include "search/engines.hpp"
#include "games/awari/engines_allis1994.hpp"
#include "games/awari/knowledge.hpp"

SOLVENT_ENGINES_AND_PROFILES(awari::Rules, awari::Knowledge, &awari::allis1994())
