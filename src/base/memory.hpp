// Large blocks of zeroed memory, aligned to a cache line, that cost nothing until they are touched.
#pragma once

#include <cstddef>
#include <utility>

namespace solvent {

class ZeroedMemory {
 public:
  ZeroedMemory() = default;
  // Throws std::bad_alloc. A large block is in large pages, except for its first `small_pages`
  // bytes, which are all that a small task touches.
  explicit ZeroedMemory(std::size_t bytes, std::size_t small_pages = 0);
  ZeroedMemory(ZeroedMemory&& other) noexcept { swap(other); }
  ZeroedMemory& operator=(ZeroedMemory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~ZeroedMemory();

  void* data() const { return data_; }
  std::size_t size() const { return size_; }
  void shrink(std::size_t bytes);  // keeps the first ones, gives the rest back
  void grow(std::size_t bytes);    // keeps all, adds zeros; it may move. Throws std::bad_alloc
  // For a block that will be used everywhere: if it is in small pages, all of them from `first` on
  // are touched in one go, which costs a fraction of what the system takes to add them one by one.
  void touch_small_pages(std::size_t first = 0);

 private:
  void swap(ZeroedMemory& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  void* data_ = nullptr;
  std::size_t size_ = 0;
};

// The machine's physical memory in bytes.
std::size_t physical_memory();

}  // namespace solvent
