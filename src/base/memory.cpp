#include "base/memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

namespace solvent {

ZeroedMemory::ZeroedMemory(std::size_t bytes, std::size_t small_pages) : size_(bytes) {
  if (bytes == 0) return;
  void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) throw std::bad_alloc();
  data_ = block;
#ifdef MADV_HUGEPAGE
  constexpr std::size_t kWorthIt = std::size_t{8} << 20;  // random probes miss the TLB less
  if (bytes >= kWorthIt + small_pages)
    madvise(static_cast<std::byte*>(data_) + small_pages, bytes - small_pages, MADV_HUGEPAGE);
#endif
}

ZeroedMemory::~ZeroedMemory() {
  if (data_ != nullptr) munmap(data_, size_);
}

void ZeroedMemory::shrink(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t kept = (bytes + page - 1) / page * page;
  if (bytes >= size_ || bytes == 0) return;
  if (kept < size_) munmap(static_cast<std::byte*>(data_) + kept, size_ - kept);
  size_ = bytes;
}

std::size_t physical_memory() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace solvent
