// An archive in memory: what one object saves, another loads.
#pragma once

#include <span>

#include "base/archive.hpp"

namespace solvent::test {

class MemorySaver final : public Archive {
 public:
  MemorySaver() : Archive(false) {}
  const std::vector<std::byte>& saved() const { return saved_; }

 private:
  void transfer(void* data, std::size_t size) override {
    saved_.resize(saved_.size() + size);
    std::memcpy(saved_.data() + saved_.size() - size, data, size);
  }
  std::vector<std::byte> saved_;
};

class MemoryLoader final : public Archive {
 public:
  explicit MemoryLoader(std::span<const std::byte> saved) : Archive(true), left_(saved) {}
  bool at_end() const { return left_.empty(); }

 private:
  void transfer(void* data, std::size_t size) override {
    if (size > left_.size()) return fail("there is no more");
    std::memcpy(data, left_.data(), size);
    left_ = left_.subspan(size);
  }
  std::span<const std::byte> left_;
};

// What is saved of `from` becomes `to`, which is wanted whole.
template <class From, class To>
bool carry_over(From& from, To& to) {
  MemorySaver saver;
  saver(from);
  MemoryLoader loader(saver.saved());
  loader(to);
  return loader.good() && loader.at_end();
}

}  // namespace solvent::test
