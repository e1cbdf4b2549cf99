#include "search/engines.hpp"
#include "games/qubic/knowledge.hpp"
#include "threats/engines.hpp"

SOLVENT_ENGINES(qubic::Rules, qubic::Knowledge)
