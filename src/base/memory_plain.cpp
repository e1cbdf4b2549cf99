// ZeroedMemory where the system has no pages to hand out and move: WebAssembly.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/memory.hpp"

namespace solvent {

namespace {
constexpr std::size_t kCacheLine = 64;

void* zeroed(std::size_t bytes) {
  void* data = std::aligned_alloc(kCacheLine, (bytes + kCacheLine - 1) / kCacheLine * kCacheLine);
  if (data == nullptr) throw std::bad_alloc();
  return std::memset(data, 0, bytes);
}
}  // namespace

ZeroedMemory::ZeroedMemory(std::size_t bytes, std::size_t) : size_(bytes) {
  if (bytes > 0) data_ = zeroed(bytes);
}
ZeroedMemory::~ZeroedMemory() { std::free(data_); }

void ZeroedMemory::grow(std::size_t bytes) {
  ZeroedMemory larger(bytes);
  if (size_ > 0) std::memcpy(larger.data_, data_, size_);
  swap(larger);
}

void ZeroedMemory::shrink(std::size_t bytes) {
  if (bytes >= size_ || bytes == 0) return;
  ZeroedMemory smaller(bytes);
  std::memcpy(smaller.data_, data_, bytes);
  swap(smaller);
}

void ZeroedMemory::touch_small_pages(std::size_t) {}

std::size_t physical_memory() { return std::size_t{1} << 30; }

}  // namespace solvent
