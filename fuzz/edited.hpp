// Files as accidents leave them: cut, lengthened, overwritten, pieced together from two.
#pragma once

#include <string>

#include "check.hpp"

namespace solvent::fuzz {

// Real ones, changed in as many ways as the input spells out.
inline std::string edited(std::string file, const std::string& other, Bytes& bytes) {
  const auto place = [&](const std::string& in) {
    const std::size_t at = bytes.next() * std::size_t{256} + bytes.next();
    return in.empty() ? 0 : at % in.size();
  };
  while (!bytes.empty()) {
    const std::uint32_t how = bytes.below(6);
    const std::size_t at = place(file);
    if (file.empty()) return file;
    switch (how) {
      case 0: file[at] = static_cast<char>(bytes.next()); break;
      case 1: file[at] = static_cast<char>(file[at] ^ (1 << bytes.below(8))); break;
      case 2: file.resize(at); break;
      case 3: file.insert(at, 1 + bytes.below(40), static_cast<char>(bytes.next())); break;
      case 4: file.erase(at, 1 + bytes.below(40)); break;
      default: file = file.substr(0, at) + other.substr(place(other)); break;
    }
  }
  return file;
}

}  // namespace solvent::fuzz
