// What the library of Debian's Emscripten (libc++ of LLVM 14) does not have of C++20, as far as the
// solver uses it. Included before every file that is compiled to WebAssembly, where there is one
// thread.
#pragma once

#include <array>
#include <atomic>
#include <charconv>
#include <compare>
#include <cstdlib>
#include <memory>
#include <string>

namespace std {

template <class T>
class atomic_ref {
 public:
  explicit atomic_ref(T& object) : object_(&object) {}
  T load(memory_order = memory_order_seq_cst) const { return *object_; }
  void store(T value, memory_order = memory_order_seq_cst) const { *object_ = value; }
  bool compare_exchange_strong(T& seen, T next, memory_order = memory_order_seq_cst) const {
    const bool same = *object_ == seen;
    (same ? *object_ : seen) = same ? next : *object_;
    return same;
  }

 private:
  T* object_;
};

template <class T, size_t N>
constexpr auto operator<=>(const array<T, N>& a, const array<T, N>& b) {
  for (size_t k = 0; k + 1 < N; ++k)
    if (const auto order = a[k] <=> b[k]; order != 0) return order;
  return a[N - 1] <=> b[N - 1];
}

template <class T>
unique_ptr<T> make_unique_for_overwrite(size_t size) {
  return unique_ptr<T>(new remove_extent_t<T>[size]);
}

// The text is no number on its own if it begins with a space, a sign '+' or '0x', which strtod
// takes.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  const char* digits = text.c_str() + (text.starts_with('-') ? 1 : 0);
  const bool number = (*digits >= '0' && *digits <= '9') || *digits == '.';
  if (!number || digits[1] == 'x' || digits[1] == 'X') return {first, errc::invalid_argument};
  char* end = nullptr;
  value = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  return {first + (end - text.c_str()), errc{}};
}

namespace ranges {
template <class Range, class Value>
auto find(Range&& range, const Value& value) {
  auto at = std::begin(range);
  while (at != std::end(range) && !(*at == value)) ++at;
  return at;
}
template <class Range, class Value, class Of>
auto find(Range&& range, const Value& value, Of of) {
  auto at = std::begin(range);
  while (at != std::end(range) && !((*at).*of == value)) ++at;
  return at;
}
template <class Range, class Value>
auto count(Range&& range, const Value& value) {
  ptrdiff_t n = 0;
  for (const auto& one : range) n += one == value;
  return n;
}
template <class Range, class Is>
bool any_of(Range&& range, Is is) {
  for (const auto& one : range)
    if (is(one)) return true;
  return false;
}
}  // namespace ranges

}  // namespace std
