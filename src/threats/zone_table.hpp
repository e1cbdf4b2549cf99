// What a search for zones remembers: of each position its proof number, or the zone of the win.
// Positions are compared in full; a hash only finds a place. All images of a position are one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/archive.hpp"
#include "base/hash.hpp"
#include "base/memory.hpp"
#include "base/rng.hpp"

namespace solvent::threats {

template <class Cells>
class ZoneTable {
 public:
  using Proof = std::uint32_t;
  static constexpr Proof kNever = 1U << 28;

  struct ZoneNode {
    Cells zone;   // of the win; before it is one, of the replies that lose
    Cells left;   // the defender's replies that may not lose
    Proof proof;  // 0: won; kNever: a win is no longer looked for
    std::int16_t move;
    bool seen;   // it has been looked at
    bool quiet;  // the defender's pass has to be searched first

    bool decided() const { return seen && (proof == 0 || proof == kNever); }
  };
  struct Name {
    Cells mine, theirs;
    int w;
    bool attacks;
    friend bool operator==(const Name&, const Name&) = default;
  };

  ZoneTable(std::vector<std::vector<int>> images, std::size_t bytes)
      : images_(std::move(images)), hashes_(images_.size()) {
    for (const auto& image : images_) {
      std::vector<int> back(image.size(), 0);
      for (std::size_t cell = 0; cell < image.size(); ++cell)
        back[static_cast<std::size_t>(image[cell])] = static_cast<int>(cell);
      backwards_.push_back(std::move(back));
    }
    Rng rng(2);
    for (auto& side : codes_)
      for (std::uint64_t& code : side) code = rng.next();
    places_ = 1;
    while (places_ * 2 * sizeof(Entry) <= std::max(bytes, kTogether * sizeof(Entry))) places_ *= 2;
    memory_ = ZeroedMemory((places_ + kTogether) * sizeof(Entry));
  }

  // The position that find and store are about has these stones; and then, one more or less.
  void name_anew(const Cells& mine, const Cells& theirs) {
    std::fill(hashes_.begin(), hashes_.end(), 0);
    mine.for_each([&](int cell) { changed(cell, true); });
    theirs.for_each([&](int cell) { changed(cell, false); });
  }
  void changed(int cell, bool attacker) {
    const auto& codes = codes_[attacker ? 0 : 1];
    for (std::size_t k = 0; k < images_.size(); ++k)
      hashes_[k] ^= codes[static_cast<std::size_t>(images_[k][static_cast<std::size_t>(cell)])];
  }

  std::optional<ZoneNode> find(const Name& name) const {
    const std::size_t k = image();
    const std::uint64_t hash = hash_of(name, k);
    const Entry* e = first(hash);
    for (std::size_t n = 0; n < kTogether; ++n, ++e)
      if (e->hash == hash && e->name == turned(name, images_[k])) {
        ZoneNode node = e->node;
        turn(node, backwards_[k]);
        return node;
      }
    return std::nullopt;
  }
  // In the place of the cheapest of its neighbours, if there is no free one.
  void store(const Name& name, ZoneNode node, std::uint64_t work) {
    const std::size_t k = image();
    const std::uint64_t hash = hash_of(name, k);
    const Name turned_name = turned(name, images_[k]);
    Entry *e = first(hash), *place = e;
    for (std::size_t n = 0; n < kTogether; ++n, ++e) {
      if (e->hash == 0 || (e->hash == hash && e->name == turned_name)) {
        place = e;
        break;
      }
      if (e->work < place->work) place = e;
    }
    const std::uint64_t before =
        place->hash == hash && place->name == turned_name ? place->work : 0;
    turn(node, images_[k]);
    *place = {hash, std::max(before, work), turned_name, node};
  }

  void clear() { memory_ = ZeroedMemory(memory_.size()); }
  std::size_t bytes() const { return memory_.size(); }
  void archive(Archive& a) {
    a.section("zone table", sizeof(Entry));
    std::size_t places = places_;
    a(places);
    if (places != places_) return a.fail("another size of the table of zones");
    a.memory(memory_, memory_.size());
    for (std::uint64_t& hash : hashes_) a(hash);
  }

 private:
  static constexpr std::size_t kTogether = 8;  // places in which a position may stand
  struct Entry {
    std::uint64_t hash;  // 0: free
    std::uint64_t work;  // nodes that it took
    Name name;
    ZoneNode node;
  };

  // The image whose hash is the least stands for all.
  std::size_t image() const {
    return static_cast<std::size_t>(std::min_element(hashes_.begin(), hashes_.end()) -
                                    hashes_.begin());
  }
  std::uint64_t hash_of(const Name& name, std::size_t k) const {
    return mix(hashes_[k] + (static_cast<std::uint64_t>(name.w) << 1) +
               static_cast<std::uint64_t>(name.attacks)) |
           1;
  }
  Entry* first(std::uint64_t hash) const {
    return static_cast<Entry*>(memory_.data()) + (hash >> 8 & (places_ - 1));
  }
  static Cells turned(const Cells& cells, const std::vector<int>& image) {
    Cells out{};
    cells.for_each([&](int cell) { out.set(image[static_cast<std::size_t>(cell)]); });
    return out;
  }
  static Name turned(const Name& name, const std::vector<int>& image) {
    return {turned(name.mine, image), turned(name.theirs, image), name.w, name.attacks};
  }
  static void turn(ZoneNode& node, const std::vector<int>& image) {
    node.zone = turned(node.zone, image);
    node.left = turned(node.left, image);
    if (node.move >= 0)
      node.move = static_cast<std::int16_t>(image[static_cast<std::size_t>(node.move)]);
  }

  std::vector<std::vector<int>> images_, backwards_;
  std::array<std::array<std::uint64_t, Cells::kSize>, 2> codes_;
  std::vector<std::uint64_t> hashes_;  // of the position's images
  std::size_t places_;
  ZeroedMemory memory_;
};

}  // namespace solvent::threats
