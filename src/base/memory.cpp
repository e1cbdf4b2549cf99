#include "base/memory.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <new>

namespace solvent {

namespace {
constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::size_t kWorthIt = 4 * kLargePage;  // random probes miss the TLB less

// Addresses for so many bytes from the start of a large page on, so that a block of large pages
// stays one when it is moved there.
void* reserve(std::size_t bytes) {
  auto* block = static_cast<std::byte*>(mmap(nullptr, bytes + kLargePage, PROT_NONE,
                                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (block == MAP_FAILED) throw std::bad_alloc();
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(block) % kLargePage;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t end = before + (bytes + page - 1) / page * page;
  if (before > 0) munmap(block, before);
  if (end < bytes + kLargePage) munmap(block + end, bytes + kLargePage - end);
  return block + before;
}

void use_large_pages(void* data, std::size_t bytes, std::size_t small_pages) {
  if (bytes >= kWorthIt + small_pages)
    madvise(static_cast<std::byte*>(data) + small_pages, bytes - small_pages, MADV_HUGEPAGE);
}
}  // namespace

ZeroedMemory::ZeroedMemory(std::size_t bytes, std::size_t small_pages) : size_(bytes) {
  if (bytes == 0) return;
  data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
               -1, 0);
  if (data_ == MAP_FAILED) throw std::bad_alloc();
  use_large_pages(data_, bytes, small_pages);
}

// The system call itself. UCX, with which many builds of MPI are linked (Debian's MPICH for one),
// puts a function of its own in the place of mremap, and that one does not pass the new address on.
static void* move_pages(void* from, std::size_t size, std::size_t new_size, void* to) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<void*>(
      syscall(SYS_mremap, from, size, new_size, MREMAP_MAYMOVE | MREMAP_FIXED, to));
}

void ZeroedMemory::grow(std::size_t bytes) {
  if (size_ == 0) {
    *this = ZeroedMemory(bytes);
    return;
  }
  void* place = reserve(bytes);
  if (move_pages(data_, size_, bytes, place) == MAP_FAILED) {
    munmap(place, bytes);
    throw std::bad_alloc();
  }
  data_ = place;
  size_ = bytes;
  use_large_pages(data_, bytes, 0);
}

void ZeroedMemory::touch_small_pages([[maybe_unused]] std::size_t first) {
#ifdef MADV_POPULATE_WRITE  // where it is missing or refused, pages come when they are used
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  first = first / page * page;
  if (first < size_ && size_ < kWorthIt)
    madvise(static_cast<std::byte*>(data_) + first, size_ - first, MADV_POPULATE_WRITE);
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
