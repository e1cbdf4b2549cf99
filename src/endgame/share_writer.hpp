// The file of a slice whose values many ranks have, each its share: every rank counts and packs its
// own blocks, and rank 0 writes what they send it.
#pragma once

#include <span>
#include <string>

#include "endgame/deal.hpp"
#include "endgame/exchange.hpp"
#include "endgame/slice_file.hpp"

namespace solvent::endgame {

// On every rank, with its share of the values. Only rank 0 uses the path. False if they were
// stopped, or if something has failed.
bool write_share(const std::string& path, const SliceLabel& label,
                 std::span<const signed char> values, const Deal& deal, Exchange& exchange);

}  // namespace solvent::endgame
