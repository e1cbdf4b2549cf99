// How many of something, in words: 1 node, 2,000 nodes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace solvent {

std::string with_commas(std::uint64_t n);
std::string counted(std::uint64_t n, std::string_view thing);
std::string counted(std::uint64_t n, std::string_view one, std::string_view many);

}  // namespace solvent
