// What ranks write to each other while they share a search: a kind, the number of the tree that it
// is about, numbers and blocks of bytes, and a checksum of all that. Whatever does not read back as
// that, to its last byte, is nonsense, and nothing of it is used.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "base/checksum.hpp"
#include "parallel/job.hpp"
#include "search/statistics.hpp"
#include "solvent/ranks.hpp"

namespace solvent::parallel {

enum class LetterKind : std::uint8_t {
  // From rank 0:
  Opening,  // what is to be solved, and how; the ranks say Ready or Refused
  Begin,    // a new tree: whatever was asked before is dropped
  Jobs,
  Recall,  // these jobs do not matter any more
  Close,   // the search is over
  // From the others:
  Ready,
  Refused,  // and why
  Results,  // none: still at work
  Failed,   // and why
  Closed,   // to Close; nothing follows
  // Both ways:
  Entries,  // of the table, those with much work behind them
};

class LetterWriter {
 public:
  explicit LetterWriter(LetterKind kind, std::uint32_t tree = 0) {
    put(kind);
    put(tree);
  }
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    raw(&value, sizeof(T));
  }
  void put_block(std::span<const std::byte> block) {
    put(static_cast<std::uint64_t>(block.size()));
    raw(block.data(), block.size());
  }
  void put_text(std::string_view text) {
    put_block(std::as_bytes(std::span(text.data(), text.size())));
  }
  Bytes finish() && {
    put(checksum(kSeed, bytes_));
    return std::move(bytes_);
  }
  static constexpr std::uint64_t kSeed = 0x536F6C76656E7421;

 private:
  void raw(const void* data, std::size_t size) {
    const auto* from = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), from, from + size);
  }
  Bytes bytes_;
};

class LetterReader {
 public:
  explicit LetterReader(std::span<const std::byte> bytes) {
    std::uint64_t sum = 0;
    if (bytes.size() < sizeof(sum)) return;
    rest_ = bytes.first(bytes.size() - sizeof(sum));
    std::memcpy(&sum, bytes.data() + rest_.size(), sizeof(sum));
    good_ = sum == checksum(LetterWriter::kSeed, rest_);
    kind_ = get<LetterKind>();
    tree_ = get<std::uint32_t>();
  }
  bool good() const { return good_; }
  LetterKind kind() const { return kind_; }
  std::uint32_t tree() const { return tree_; }

  // Zero once anything was missing.
  template <class T>
  T get() {
    T value{};
    if (!good_ || rest_.size() < sizeof(T)) {
      good_ = false;
      return value;
    }
    std::memcpy(static_cast<void*>(&value), rest_.data(), sizeof(T));
    rest_ = rest_.subspan(sizeof(T));
    return value;
  }
  std::span<const std::byte> get_block() {
    const auto size = get<std::uint64_t>();
    if (!good_ || size > rest_.size()) {
      good_ = false;
      return {};
    }
    const auto block = rest_.first(size);
    rest_ = rest_.subspan(size);
    return block;
  }
  std::string get_text() {
    const auto block = get_block();
    return {reinterpret_cast<const char*>(block.data()), block.size()};
  }
  // Was everything there, and nothing more?
  bool finished() const { return good_ && rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
  bool good_ = false;
  LetterKind kind_{};
  std::uint32_t tree_ = 0;
};

void put_job(LetterWriter& letter, const SearchJob& job, std::size_t state_size);
std::optional<SearchJob> get_job(LetterReader& letter, std::size_t state_size);
void put_result(LetterWriter& letter, const JobResult& result);
std::optional<JobResult> get_result(LetterReader& letter);

// What a rank has done since it said so last.
struct WorkDone {
  search::Counted counted;
  std::uint64_t probe_hits = 0;  // in its endgame database
  std::uint64_t deepest = 0;
};

}  // namespace solvent::parallel
