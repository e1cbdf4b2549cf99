#include "check/recompute.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <fstream>

namespace solvent::check {

std::optional<Trouble> compare_files(const Header& header, const std::string& folder) {
  std::string name = header.game;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '-';
  for (const Slice& slice : header.slices) {
    const std::string path = fmt::format("{}/{}-{:02}.slice", folder, name, slice.slice);
    std::array<char, 24> head;
    std::ifstream file(path, std::ios::binary);
    if (!file.read(head.data(), head.size()) || std::memcmp(head.data(), "SolvSlc\n", 8) != 0)
      return Trouble{Finding::Unreadable,
                     fmt::format("{} is not there, or not a slice of an endgame database", path)};
    std::uint64_t checksum = 0;
    std::memcpy(&checksum, head.data() + 16, 8);
    if (checksum != slice.checksum)
      return Trouble{Finding::Refused,
                     fmt::format("{} has the checksum {:016x}; the proof rests on another one, "
                                 "{:016x}",
                                 path, checksum, slice.checksum)};
  }
  return {};
}

}  // namespace solvent::check
