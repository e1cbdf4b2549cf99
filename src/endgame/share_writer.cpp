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

struct OwnBlocks {
  const SliceLabel& label;
  std::span<const signed char> values;
  const Deal& deal;
  Exchange& exchange;

  std::uint32_t blocks() const { return blocks_of(values.size()); }
  std::uint32_t blocks_of_hand() const { return static_cast<std::uint32_t>(deal.hand() / kBlock); }
  std::span<const signed char> block(std::uint32_t k) const {
    return values.subspan(std::uint64_t{k} * kBlock, block_size(values.size(), k));
  }
};

// Each rank tells the next one how its hands end, so that pairs of values that lie in two hands are
// counted too, and rank 0 how often it has counted each pair.
class Counting final : public RankPhase {
 public:
  explicit Counting(const OwnBlocks& share) : s_(share), pairs_(share.label.limit) {}
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
    const Content all = letter.content(), content = all.first(all.size() - 1);
    if (static_cast<Sort>(all.back()) == Sort::Ends) {
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
    for (std::uint64_t end = s_.deal.hand(); end <= s_.values.size(); end += s_.deal.hand())
      ends.push_back(s_.values[end - 1]);
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
  // The value before an own block: the last one of the block before it, which is in the same hand,
  // or in that of the rank before.
  signed char before(std::uint32_t block) const {
    const std::uint32_t hand = block / s_.blocks_of_hand();
    if (block % s_.blocks_of_hand() != 0) return s_.block(block - 1).back();
    if (s_.deal.rank() > 0) return ends_->at(hand);
    return static_cast<signed char>(hand == 0 ? 0 : ends_->at(hand - 1));
  }

  const OwnBlocks& s_;
  PairCounts pairs_;
  bool told_ = false;
  std::optional<std::vector<signed char>> ends_{};  // of the rank before
  std::uint32_t next_ = 0;
};

// Rank 0 sends the others the order of values, and then asks for packed hands in turn, for as many
// at a time as it has room for.
class Packing final : public RankPhase {
 public:
  Packing(const OwnBlocks& share, const std::string& path, const PairCounts& pairs)
      : s_(share), path_(path), pairs_(pairs) {}

  void begin() override {
    if (s_.exchange.rank() != 0) return;
    writer_ = std::make_unique<SliceWriter>(path_, s_.label, pairs_);
    packer_ = std::make_unique<BlockPacker>(pairs_.ranked(), s_.label.limit);
    packed_.resize(static_cast<std::size_t>(s_.deal.ranks()));
    hands_ = (s_.label.positions + s_.deal.hand() - 1) / s_.deal.hand();
    constexpr std::uint64_t kRoom = std::uint64_t{32} << 20;
    at_a_time_ = std::clamp<std::uint64_t>(kRoom / s_.deal.hand(), 2,
                                           2 * static_cast<std::uint64_t>(s_.deal.ranks()));
  }
  bool step() override {
    if (s_.exchange.rank() == 0) return write();
    if (packer_ == nullptr || asked_ == 0) return false;
    --asked_;
    Bytes letter = Exchange::blank();
    for (const PackedBlock& block : pack_hand()) {
      const auto size = static_cast<std::uint32_t>(block.bytes.size());
      append(letter, &size, 1);
      append(letter, &block.checksum, 1);
      append(letter, block.bytes.data(), size);
    }
    s_.exchange.send(0, std::move(letter));
    return true;
  }
  void take(int from, Letter letter) override {
    const Content content = letter.content();
    if (s_.exchange.rank() == 0) return unpack(from, content);
    if (content.empty()) {
      ++asked_;
      return;
    }
    std::vector<signed char> ranked(content.size());
    std::memcpy(ranked.data(), content.data(), content.size());
    packer_ = std::make_unique<BlockPacker>(ranked, s_.label.limit);
  }

 private:
  using Hand = std::vector<PackedBlock>;

  Hand pack_hand() {
    Hand out;
    for (std::uint32_t k = 0; k < s_.blocks_of_hand() && next_ < s_.blocks(); ++k, ++next_)
      out.push_back(packer_->pack(s_.block(next_)));
    return out;
  }
  void unpack(int from, Content letter) {
    Hand& hand = packed_[static_cast<std::size_t>(from)].emplace_back();
    for (std::size_t at = 0; at < letter.size();) {
      std::uint32_t size = 0;
      PackedBlock& block = hand.emplace_back();
      std::memcpy(&size, letter.data() + at, sizeof size);
      std::memcpy(&block.checksum, letter.data() + at + 4, sizeof block.checksum);
      block.bytes.resize(size);
      std::memcpy(block.bytes.data(), letter.data() + at + 8, size);
      at += 8 + size;
    }
  }

  // On rank 0: asks for hands, writes the next one if it is there, or else packs one of the own.
  bool write() {
    if (written_ == hands_) return false;
    const auto ranks = static_cast<std::uint64_t>(s_.deal.ranks());
    if (granted_ == 0) {
      Bytes letter = Exchange::blank();
      const std::vector<signed char> ranked = pairs_.ranked();
      append(letter, ranked.data(), ranked.size());
      for (std::uint64_t to = 1; to < ranks; ++to) s_.exchange.send(static_cast<int>(to), letter);
    }
    for (; granted_ < std::min(hands_, written_ + at_a_time_); ++granted_) {
      const std::uint64_t whose = granted_ % ranks;
      if (whose == 0)
        ++asked_;
      else
        s_.exchange.send(static_cast<int>(whose), Exchange::blank());
    }
    std::deque<Hand>& front = packed_[written_ % ranks];
    if (!front.empty()) {
      for (const PackedBlock& block : front.front()) writer_->append(block);
      front.pop_front();
      if (++written_ == hands_ || !writer_->good()) finish();
      return written_ < hands_;
    }
    if (asked_ == 0) return false;
    --asked_;
    packed_[0].push_back(pack_hand());
    return true;
  }
  void finish() {
    if (const Result<bool> done = writer_->finish(); !done) s_.exchange.fail(done.message());
  }

  const OwnBlocks& s_;
  const std::string& path_;
  const PairCounts& pairs_;
  std::unique_ptr<BlockPacker> packer_{};
  std::uint32_t next_ = 0;   // of the own blocks
  std::uint64_t asked_ = 0;  // own hands that rank 0 waits for
  // On rank 0: hands in all, asked for at a time, asked for and written so far.
  std::unique_ptr<SliceWriter> writer_{};
  std::vector<std::deque<Hand>> packed_{};  // of each rank
  std::uint64_t hands_ = 0, at_a_time_ = 0, granted_ = 0, written_ = 0;
};

}  // namespace

bool write_share(const std::string& path, const SliceLabel& label,
                 std::span<const signed char> values, const Deal& deal, Exchange& exchange) {
  const OwnBlocks share{label, values, deal, exchange};
  Counting counting(share);
  if (!exchange.run(counting)) return false;
  Packing packing(share, path, counting.pairs());
  return exchange.run(packing);
}

}  // namespace solvent::endgame
