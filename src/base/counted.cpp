#include "base/counted.hpp"

#include <fmt/format.h>

namespace solvent {

std::string with_commas(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string counted(std::uint64_t n, std::string_view thing) {
  return fmt::format("{} {}{}", with_commas(n), thing, n == 1 ? "" : "s");
}
std::string counted(std::uint64_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_commas(n), n == 1 ? one : many);
}

}  // namespace solvent
