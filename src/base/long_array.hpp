// An array that grows without moving anything: the addresses for the most that it may hold are
// reserved at once, and memory comes as it is touched.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

#include "base/archive.hpp"
#include "base/memory.hpp"

namespace solvent {

template <class T>
class LongArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  explicit LongArray(std::size_t most) : memory_(most * sizeof(T), kSmallPages), most_(most) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t k) const { return all()[k]; }
  T& back() const { return all()[size_ - 1]; }
  const T* begin() const { return all(); }
  const T* end() const { return all() + size_; }
  void push_back(const T& item) {
    if (size_ == most_) throw std::bad_alloc();
    new (all() + size_++) T(item);
    touched_ = size_ > touched_ ? size_ : touched_;
  }
  void append(const T* first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) push_back(first[k]);
  }
  void pop_back() { --size_; }
  void shrink(std::size_t size) { size_ = size; }  // to no more than there are
  void clear() { size_ = 0; }
  // What it has ever needed; that stays with it.
  std::size_t bytes() const { return touched_ * sizeof(T); }

  void archive(Archive& a) {
    a.section("long array", sizeof(T));
    std::size_t size = size_;
    a(size, touched_);
    if (size > most_ || touched_ > most_) a.want_room("it");
    if (a.loading()) size_ = a.good() ? size : 0;
    if (a.loading() && !a.good()) touched_ = 0;
    a.bytes(memory_.data(), size_ * sizeof(T));
  }

 private:
  static constexpr std::size_t kSmallPages = std::size_t{4} << 20;

  T* all() const { return static_cast<T*>(memory_.data()); }

  ZeroedMemory memory_;
  std::size_t most_;
  std::size_t size_ = 0, touched_ = 0;
};

}  // namespace solvent
