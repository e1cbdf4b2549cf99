// Saving and loading by one function for both directions, so that they cannot drift apart. A class
// that can be saved names its members once:
//
//   void archive(Archive& a) { a(frames_, moves_, table_); }
//
// Numbers and structures are written as they lie in memory (little-endian, this build's layout), so
// sections are marked with the sizes of what they hold, and a file that has an archive also has
// the program's version. After a problem nothing more is written, and what is still loaded is
// zero or empty: it is enough to look for a problem at the end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/memory.hpp"

namespace solvent {

static_assert(std::endian::native == std::endian::little);

class Archive {
 public:
  virtual ~Archive() = default;

  bool loading() const { return loading_; }
  bool good() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  void fail(std::string_view problem);
  // What would be loaded is larger than the loader's limit.
  void want_room(std::string_view what);
  bool wants_room() const { return wants_room_; }

  // Cold, so that it does not take part in what the compiler decides about searches.
  template <class... Things>
  [[gnu::cold, gnu::noinline]] void operator()(Things&... things) {
    (one(things), ...);
  }
  void bytes(void* data, std::size_t size);
  // A block that is as long as `size` says on both sides.
  void memory(ZeroedMemory& block, std::size_t size);
  // What follows belongs to this class, of this size.
  void section(std::string_view name, std::size_t size);

 protected:
  explicit Archive(bool loading) : loading_(loading) {}
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

 private:
  virtual void transfer(void* data, std::size_t size) = 0;

  template <class T>
  void one(T& thing) {
    if constexpr (requires { thing.archive(*this); }) {
      thing.archive(*this);
    } else {
      static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
      bytes(static_cast<void*>(&thing), sizeof(T));
    }
  }
  template <class T>
  void one(std::optional<T>& thing) {
    bool has = thing.has_value();
    one(has);
    if (loading_) thing = has ? std::optional<T>(T{}) : std::nullopt;
    if (has) one(*thing);
  }
  template <class A, class B>
  void one(std::pair<A, B>& pair) {
    one(pair.first);
    one(pair.second);
  }
  void one(std::string& text);
  // With its capacity, which counts towards limits of memory.
  template <class T>
  void one(std::vector<T>& items) {
    const std::size_t size = length(items.size()), capacity = length(items.capacity());
    if (loading_) {
      items = std::vector<T>();
      items.reserve(capacity);
      items.resize(size);
    }
    if constexpr (std::is_trivially_copyable_v<T>)
      bytes(static_cast<void*>(items.data()), size * sizeof(T));
    else
      for (T& item : items) one(item);
  }
  template <class T>
  void one(std::deque<T>& items) {
    items.resize(length(items.size()));
    for (T& item : items) one(item);
  }
  template <class Key, class Value, class Hash>
  void one(std::unordered_map<Key, Value, Hash>& items) {
    const std::size_t size = length(items.size());
    if (!loading_) {
      for (auto& [key, value] : items) {
        Key copy = key;
        (*this)(copy, value);
      }
      return;
    }
    items.clear();
    for (std::size_t k = 0; k < size && good(); ++k) {
      std::pair<Key, Value> item{};
      one(item);
      items.insert(item);
    }
  }
  std::size_t length(std::uint64_t now);

  bool loading_;
  bool wants_room_ = false;
  std::string problem_;
};

}  // namespace solvent
