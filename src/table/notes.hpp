// What one searcher remembers of positions beside facts: what holds only on its path or in its
// round. Nobody else ever sees it.
//
//     | key | note |   ...
//
// A note says itself whether there is one (`used`), and which of two is worth keeping (`worth`).
#pragma once

#include <cstdint>
#include <optional>

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "table/buckets.hpp"

namespace solvent {

template <class Key, class Note>
class Notes {
 public:
  explicit Notes(std::size_t budget_bytes) : budget_(budget_bytes), buckets_(budget_bytes) {}

  std::size_t budget() const { return budget_; }  // bytes, at most
  std::size_t bytes() const { return buckets_.bytes(); }
  void clear() { buckets_.clear(); }
  void prefetch(std::uint64_t hash) const { buckets_.prefetch(hash); }

  std::optional<Note> find(const Key& key, std::uint64_t hash) const {
    if (!buckets_.any()) return std::nullopt;
    for (const Entry& e : buckets_.of(hash))
      if (e.used() && e.key == key) return e.note;
    return std::nullopt;
  }
  void store(const Key& key, std::uint64_t hash, const Note& note) {
    if (!buckets_.any()) return;
    Entry& e = slot(key, hash);
    const bool fresh = !e.used();
    e = {key, note};
    if (fresh) buckets_.count_one_more();
  }
  void erase(const Key& key, std::uint64_t hash) {
    if (!buckets_.any()) return;
    for (Entry& e : buckets_.of(hash))
      if (e.used() && e.key == key) e.note = Note{};
  }

  // As of a FactTable.
  bool crowded() const { return buckets_.crowded(); }
  bool grow() {
    return buckets_.grow([this](const Entry& e) -> Entry& { return slot(e.key, hash_of(e.key)); });
  }

  void archive(Archive& a) {
    while (buckets_.grows() && !grow()) {}
    a.section("notes", sizeof(Entry));
    buckets_.archive(a, true);  // with more threads each has less room
  }

 private:
  struct Entry {
    Key key;
    Note note;

    bool used() const { return note.used(); }
  };
  Entry& slot(const Key& key, std::uint64_t hash) {
    Entry* victim = nullptr;
    Entry* free = nullptr;
    for (Entry& e : buckets_.of(hash)) {
      if (e.used() && e.key == key) return e;
      if (!e.used()) {
        if (free == nullptr) free = &e;
      } else if (victim == nullptr || e.note.worth() < victim->note.worth()) {
        victim = &e;
      }
    }
    return free != nullptr ? *free : *victim;
  }

  std::size_t budget_;
  Buckets<Entry, 2> buckets_;
};

}  // namespace solvent
