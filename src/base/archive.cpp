#include "base/archive.hpp"

#include "base/hash.hpp"

namespace solvent {

void Archive::fail(std::string_view problem) {
  if (good()) problem_ = problem;
}

void Archive::want_room(std::string_view what) {
  wants_room_ = wants_room_ || good();
  fail(std::string(what) + " needs more room than there is");
}

void Archive::bytes(void* data, std::size_t size) {
  if (good() && size > 0) transfer(data, size);
  if (!good() && loading_ && size > 0) std::memset(data, 0, size);
}

void Archive::memory(ZeroedMemory& block, std::size_t size) {
  if (loading_) block = ZeroedMemory(good() ? size : 0);
  bytes(block.data(), block.data() == nullptr ? 0 : size);
}

void Archive::section(std::string_view name, std::size_t size) {
  std::uint64_t expected = size;
  for (const char c : name) expected = mix(expected + static_cast<unsigned char>(c));
  std::uint64_t found = expected;
  one(found);
  if (found != expected) fail("it was made by another build of this program");
}

void Archive::one(std::string& text) {
  text.resize(length(text.size()));
  bytes(text.data(), text.size());
}

std::size_t Archive::length(std::uint64_t now) {
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 40;  // no more fits any memory
  one(now);
  if (now <= kLongest) return now;
  fail("it is damaged");
  return 0;
}

}  // namespace solvent
