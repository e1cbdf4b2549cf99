// Boards of up to 64 bits; the larger ones have a file of their own, so that both compile side by
// side.
#include "search/engines.hpp"
#include "games/connect4/knowledge.hpp"

SOLVENT_ENGINES(connect4::Narrow, connect4::Knowledge<std::uint64_t>)
