// Boards of up to 128 bits.
#include "games/connect4/knowledge.hpp"
#include "search/engines.hpp"

SOLVENT_ENGINES(connect4::Wide, connect4::Knowledge<connect4::Word128>)
