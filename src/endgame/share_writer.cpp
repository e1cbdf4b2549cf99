#include "endgame/share_writer.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "endgame/slice_layout.hpp"
#include "endgame/slice_writer.hpp"

namespace solvent::endgame {

namespace {

template <class T>
void append(Bytes& bytes, const T* from, std::size_t count) {
  const auto* first = reinterpret_cast<const std::byte*>(from);
  bytes.insert(bytes.end(), first, first + count * sizeof(T));
}

struct Share {
  const SliceLabel& label;
  std::span<const signed char> values;
  const Deal& deal;
  Exchange& exchange;

  std::uint32_t blocks() const { return blocks_of(values.size()); }
  std::span<const signed char> block(std::uint32_t k) const {
    return values.subspan(std::uint64_t{k} * kBlock, block_size(values.size(), k));
  }
};

// Each rank tells the next one how its blocks end, so that pairs of values that lie in two blocks
// are counted too, and rank 0 how often it has counted each pair.
class Counting final : public Phase {
 public:
  explicit Counting(const Share& share) : s_(share), pairs_(share.label.limit) {}
  const PairCounts& pairs() const { return pairs_; }

  bool step() override {
    if (!told_) return tell_ends();
    if (!ends_ || next_ == s_.blocks() + 1) return false;
    constexpr std::uint32_t kSome = 64;
    for (std::uint32_t k = 0; k < kSome && next_ < s_.blocks(); ++k, ++next_)
      pairs_.add(before(next_), s_.block(next_));
    if (next_ < s_.blocks()) return true;
    ++next_;
    if (s_.exchange.rank() == 0) return false;
    Bytes letter = Exchange::blank();
    append(letter, pairs_.counts().data(), pairs_.counts().size());
    letter.push_back(static_cast<std::byte>(Sort::Counts));
    s_.exchange.send(0, std::move(letter));
    return false;
  }
  void take(int, Letter letter) override {
    const auto content = letter.first(letter.size() - 1);
    if (static_cast<Sort>(letter.back()) == Sort::Ends) {
      ends_.emplace(content.size());
      std::memcpy(ends_->data(), content.data(), content.size());
    } else {
      std::vector<std::uint64_t> counts(content.size() / sizeof(std::uint64_t));
      std::memcpy(counts.data(), content.data(), content.size());
      pairs_.add(counts);
    }
  }

 private:
  enum class Sort : unsigned char { Ends, Counts };

  bool tell_ends() {
    told_ = true;
    std::vector<signed char> ends;
    for (std::uint32_t k = 0; k < s_.blocks(); ++k) ends.push_back(s_.block(k).back());
    if (s_.deal.ranks() == 1) {
      ends_ = std::move(ends);
      return true;
    }
    Bytes letter = Exchange::blank();
    append(letter, ends.data(), ends.size());
    letter.push_back(static_cast<std::byte>(Sort::Ends));
    s_.exchange.send((s_.deal.rank() + 1) % s_.deal.ranks(), std::move(letter));
    return true;
  }
  // The value before an own block: the end of the one before it, which the rank before has.
  signed char before(std::uint32_t block) const {
    if (s_.deal.rank() > 0) return ends_->at(block);
    return static_cast<signed char>(block == 0 ? 0 : ends_->at(block - 1));
  }

  const Share& s_;
  PairCounts pairs_;
  bool told_ = false;
  std::optional<std::vector<signed char>> ends_{};  // of the rank before
  std::uint32_t next_ = 0;
};

// Rank 0 sends the others the order of values, and a note whenever it has written a round of
// blocks; they send it their packed blocks, two rounds ahead at most.
class Packing final : public Phase {
 public:
  Packing(const Share& share, const std::string& path, const PairCounts& pairs)
      : s_(share),
        path_(path),
        pairs_(pairs),
        a_round_(std::max<std::uint32_t>(
            1, 256 / static_cast<std::uint32_t>(share.deal.ranks()))) {}

  void begin() override {
    if (s_.exchange.rank() != 0) return;
    writer_ = std::make_unique<SliceWriter>(path_, s_.label, pairs_);
    packer_ = std::make_unique<BlockPacker>(pairs_.ranked(), s_.label.limit);
    packed_.resize(static_cast<std::size_t>(s_.deal.ranks()));
  }
  bool step() override {
    if (s_.exchange.rank() == 0) return write();
    if (packer_ == nullptr || allowed_ == 0 || next_ == s_.blocks()) return false;
    --allowed_;
    Bytes letter = Exchange::blank();
    for (const PackedBlock& block : pack_round()) {
      const auto size = static_cast<std::uint32_t>(block.bytes.size());
      append(letter, &size, 1);
      append(letter, &block.checksum, 1);
      append(letter, block.bytes.data(), size);
    }
    s_.exchange.send(0, std::move(letter));
    return true;
  }
  void take(int from, Letter letter) override {
    if (s_.exchange.rank() == 0) return unpack(from, letter);
    if (letter.empty()) {
      ++allowed_;
      return;
    }
    std::vector<signed char> ranked(letter.size());
    std::memcpy(ranked.data(), letter.data(), letter.size());
    packer_ = std::make_unique<BlockPacker>(ranked, s_.label.limit);
  }

 private:
  std::vector<PackedBlock> pack_round() {
    std::vector<PackedBlock> out;
    for (std::uint32_t k = 0; k < a_round_ && next_ < s_.blocks(); ++k, ++next_)
      out.push_back(packer_->pack(s_.block(next_)));
    return out;
  }
  void unpack(int from, Letter letter) {
    for (std::size_t at = 0; at < letter.size();) {
      std::uint32_t size = 0;
      PackedBlock block;
      std::memcpy(&size, letter.data() + at, sizeof size);
      std::memcpy(&block.checksum, letter.data() + at + 4, sizeof block.checksum);
      block.bytes.resize(size);
      std::memcpy(block.bytes.data(), letter.data() + at + 8, size);
      at += 8 + size;
      packed_[static_cast<std::size_t>(from)].push_back(std::move(block));
    }
  }

  // On rank 0: a round, once all of it is there.
  bool write() {
    if (written_ == blocks_of(s_.label.positions)) return finish();
    if (written_ == 0 && next_ == 0) {
      Bytes letter = Exchange::blank();
      const std::vector<signed char> ranked = pairs_.ranked();
      append(letter, ranked.data(), ranked.size());
      for (int to = 1; to < s_.deal.ranks(); ++to) s_.exchange.send(to, letter);
    }
    if (packed_[0].empty())
      for (PackedBlock& block : pack_round()) packed_[0].push_back(std::move(block));
    const auto ranks = static_cast<std::uint32_t>(s_.deal.ranks());
    const std::uint32_t end =
        std::min(written_ + a_round_ * ranks, blocks_of(s_.label.positions));
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
      if (packed_[rank].size() < (end - written_ + ranks - 1 - rank) / ranks) return false;
    for (; written_ < end; ++written_) {
      std::deque<PackedBlock>& front = packed_[written_ % ranks];
      writer_->append(front.front());
      front.pop_front();
    }
    if (!writer_->good()) {
      s_.exchange.fail(writer_->finish().message());
      return false;
    }
    if (written_ < blocks_of(s_.label.positions))
      for (std::uint32_t to = 1; to < ranks; ++to)
        s_.exchange.send(static_cast<int>(to), Exchange::blank());
    return true;
  }
  bool finish() {
    if (std::exchange(finished_, true)) return false;
    if (const Result<bool> done = writer_->finish(); !done) s_.exchange.fail(done.message());
    return false;
  }

  const Share& s_;
  const std::string& path_;
  const PairCounts& pairs_;
  std::uint32_t a_round_;  // blocks of each rank
  std::unique_ptr<BlockPacker> packer_{};
  std::uint32_t next_ = 0;     // of the own blocks
  std::uint32_t allowed_ = 2;  // rounds that may be sent
  // On rank 0.
  std::unique_ptr<SliceWriter> writer_{};
  std::vector<std::deque<PackedBlock>> packed_{};  // of each rank
  std::uint32_t written_ = 0;
  bool finished_ = false;
};

}  // namespace

bool write_share(const std::string& path, const SliceLabel& label,
                 std::span<const signed char> values, const Deal& deal, Exchange& exchange) {
  const Share share{label, values, deal, exchange};
  Counting counting(share);
  if (!exchange.run(counting)) return false;
  Packing packing(share, path, counting.pairs());
  return exchange.run(packing);
}

}  // namespace solvent::endgame
