#include "check/recompute.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace solvent::check {

namespace {

// The checksum in the header of a slice file. (The caller picks files by the ending `-NN.slice`;
// the rest of the name does not matter.)
std::optional<std::uint64_t> checksum_of(const std::filesystem::path& path) {
  std::array<char, 24> head;
  std::ifstream file(path, std::ios::binary);
  if (!file.read(head.data(), head.size()) || std::memcmp(head.data(), "SolvSlc\n", 8) != 0)
    return {};
  std::uint64_t checksum = 0;
  std::memcpy(&checksum, head.data() + 16, 8);
  return checksum;
}

}  // namespace

std::optional<Problem> compare_files(const Header& header, const std::string& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    files.push_back(entry.path());
  if (error) return Problem{Finding::Unreadable, fmt::format("{}: {}", folder, error.message())};
  for (const CitedSlice& slice : header.slices) {
    const std::string ending = fmt::format("-{:02}.slice", slice.slice);
    if (std::none_of(files.begin(), files.end(), [&](const std::filesystem::path& file) {
          return file.string().ends_with(ending) && checksum_of(file) == slice.checksum;
        }))
      return Problem{Finding::Refused,
                     fmt::format("no slice {} in {} has the checksum {:016x}, on which the proof "
                                 "rests",
                                 slice.slice, folder, slice.checksum)};
  }
  return {};
}

}  // namespace solvent::check
