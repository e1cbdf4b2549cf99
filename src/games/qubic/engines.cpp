#include "search/engines.hpp"
#include "games/qubic/knowledge.hpp"

SOLVENT_ENGINES(qubic::Rules, qubic::Knowledge)
