#include "search/engines.hpp"
#include "games/connect4/knowledge.hpp"

SOLVENT_ENGINES(connect4::Narrow, connect4::Knowledge<std::uint64_t>)
SOLVENT_ENGINES(connect4::Wide, connect4::Knowledge<connect4::Word128>)
