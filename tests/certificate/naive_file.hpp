// Certificates as plain data, a writer of their binary form, and a reader that believes everything.
#pragma once

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/checksum.hpp"
#include "base/text.hpp"
#include "solvent/outcome.hpp"

namespace solvent::naive {

inline constexpr std::uint16_t kEveryMove = 65535, kDatabase = 65534, kSearched = 65532;
inline constexpr std::uint16_t kElsewhere = 65524;
inline constexpr std::uint16_t kThrough = 32768;  // added to a move
inline constexpr std::uint16_t kAround = 16384;   // added to that
inline constexpr std::uint16_t kInRegion = 65528, kRegionSearched = 65526;

inline bool names_region(std::uint16_t move) {
  return move == kInRegion || move == kRegionSearched ||
         (move >= kThrough + kAround && move < 65520);
}

struct Claim {
  Side claimant = Side::Max;
  std::uint32_t layer = 0;
  std::string state;  // its bytes
  std::uint16_t move = kEveryMove;
  std::string region{};  // its bytes, if there is one
  friend bool operator==(const Claim&, const Claim&) = default;
};
inline bool before(const Claim& a, const Claim& b) {
  return std::tuple(a.claimant, a.layer, std::string_view(a.state)) <
         std::tuple(b.claimant, b.layer, std::string_view(b.state));
}

struct Certificate {
  std::string game, outcomes, rules, position, mover;
  std::optional<int> at_least, at_most;
  std::uint64_t leaf = 0;
  bool regions = false;
  std::vector<std::pair<int, std::string>> slices;
  std::string claimant;            // of a part that is not the root's: instead of a position
  std::vector<std::string> cites;  // of parts
  std::vector<std::string> roots;
  std::vector<Claim> claims;

  bool in_parts = false;  // a file of a proof in parts

  int version() const { return leaf > 0 || regions || in_parts ? 2 : 1; }
  void sort() { std::stable_sort(claims.begin(), claims.end(), before); }
  std::string header() const {
    std::string text = fmt::format("solvent-proof {}\ngame {}\noutcomes {}\nrules {}\n", version(),
                                   game, outcomes, rules);
    text += claimant.empty() ? fmt::format("position {}\nmover {}\n", position, mover)
                             : fmt::format("claimant {}\n", claimant);
    if (at_least) text += fmt::format("at-least {}\n", *at_least);
    if (at_most) text += fmt::format("at-most {}\n", *at_most);
    if (leaf > 0) text += fmt::format("leaf {}\n", leaf);
    if (regions) text += "regions\n";
    for (const auto& [slice, sum] : slices) text += fmt::format("slice {} {}\n", slice, sum);
    for (const std::string& digest : cites) text += fmt::format("cites {}\n", digest);
    for (const std::string& root : roots) text += fmt::format("root {}\n", root);
    return text + "\n";
  }
};

struct RawBlock {
  std::uint32_t claims = 0, layer = 0;
  unsigned char claimant = 0;
  std::string frame;
  std::uint32_t arguments = 0;
};

inline std::string little_endian(std::uint64_t n, int bytes) {
  std::string out;
  for (int k = 0; k < bytes; ++k) out += static_cast<char>(n >> (8 * k));
  return out;
}
inline std::uint64_t number(std::string_view bytes) {
  std::uint64_t n = 0;
  for (std::size_t k = bytes.size(); k-- > 0;) n = n << 8 | static_cast<unsigned char>(bytes[k]);
  return n;
}

inline std::string pack(const std::string& bytes) {
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), 3));
  return frame;
}

// As many claims of one statement and layer in a block as `most` allows, in the order given.
inline std::vector<RawBlock> blocks_of(const Certificate& c, std::size_t most = 65536) {
  std::vector<RawBlock> blocks;
  for (std::size_t from = 0; from < c.claims.size();) {
    const Claim& first = c.claims[from];
    std::size_t to = from;
    while (to < c.claims.size() && to - from < most && c.claims[to].layer == first.layer &&
           c.claims[to].claimant == first.claimant)
      ++to;
    std::string bytes;
    for (std::size_t k = 0; k < first.state.size(); ++k)
      for (std::size_t row = from; row < to; ++row) bytes += c.claims[row].state[k];
    for (const int shift : {0, 8})
      for (std::size_t row = from; row < to; ++row)
        bytes += static_cast<char>(c.claims[row].move >> shift);
    std::uint32_t arguments = 0;
    for (std::size_t row = from; row < to; ++row) {
      bytes += c.claims[row].region;
      arguments += !c.claims[row].region.empty();
    }
    blocks.push_back({static_cast<std::uint32_t>(to - from), first.layer,
                      static_cast<unsigned char>(first.claimant), pack(bytes), arguments});
    from = to;
  }
  return blocks;
}

inline std::uint64_t sum(std::uint64_t seed, std::string_view bytes) {
  return checksum(seed, std::as_bytes(std::span(bytes)));
}

inline std::string file_of(const std::string& header, std::vector<RawBlock> blocks,
                           std::uint64_t total) {
  blocks.push_back({0, 0, 255, little_endian(total, 8)});
  std::string file = header;
  std::uint64_t s = sum(0, header);
  for (const RawBlock& b : blocks) {
    const std::string head = little_endian(b.frame.size(), 4) + little_endian(b.claims, 4) +
                             little_endian(b.layer, 4) +
                             little_endian(b.claimant | b.arguments << 8, 4);
    s = sum(sum(s, head), b.frame);
    file += head + little_endian(s, 8) + b.frame;
  }
  return file;
}
inline std::string file_of(const Certificate& c, std::size_t most = 65536) {
  return file_of(c.header(), blocks_of(c, most), c.claims.size());
}

// The same bytes with every checksum that can be found made right.
inline std::string signed_again(std::string file) {
  std::size_t at = file.find("\n\n");
  if (at == std::string::npos) return file;
  at += 2;
  std::uint64_t s = sum(0, std::string_view(file).substr(0, at));
  while (at + 24 <= file.size()) {
    const std::size_t length = number(std::string_view(file).substr(at, 4));
    if (length > file.size() - at - 24) break;
    s = sum(sum(s, std::string_view(file).substr(at, 16)),
            std::string_view(file).substr(at + 24, length));
    file.replace(at + 16, 8, little_endian(s, 8));
    at += 24 + length;
  }
  return file;
}

// Reads whatever can be read; nothing is checked that is not needed for that. Where the header
// says so, all claims are about relaxed positions.
inline std::optional<Certificate> read(const std::string& file, std::size_t state_bytes) {
  Certificate c;
  std::size_t at = file.find("\n\n");
  if (at == std::string::npos) return {};
  for (const std::string_view line : text::split(std::string_view(file).substr(0, at), '\n')) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string name(line.substr(0, blank));
    const std::string value(line.substr(std::min(blank + 1, line.size())));
    if (name == "game") c.game = value;
    if (name == "outcomes") c.outcomes = value;
    if (name == "rules") c.rules = value;
    if (name == "position") c.position = value;
    if (name == "mover") c.mover = value;
    if (name == "regions") c.regions = true;
    const auto n = text::to_int(value);
    if (name == "at-least" && n) c.at_least = static_cast<int>(*n);
    if (name == "at-most" && n) c.at_most = static_cast<int>(*n);
    if (name == "leaf" && n) c.leaf = static_cast<std::uint64_t>(*n);
  }
  for (at += 2; at + 24 <= file.size();) {
    const auto field = [&](std::size_t from, std::size_t bytes) {
      return number(std::string_view(file).substr(at + from, bytes));
    };
    const std::size_t length = field(0, 4), n = field(4, 4);
    if (length > file.size() - at - 24) return {};
    if (static_cast<unsigned char>(file[at + 12]) == 255) return c;
    if (n > 65536) return {};
    const std::size_t arguments = field(13, 3);
    if (arguments > (c.regions ? n : 0)) return {};
    std::string bytes(n * (state_bytes + 2) + arguments * state_bytes, '\0');
    if (ZSTD_decompress(bytes.data(), bytes.size(), file.data() + at + 24, length) != bytes.size())
      return {};
    std::size_t argument = n * (state_bytes + 2);
    for (std::size_t row = 0; row < n; ++row) {
      Claim claim{static_cast<Side>(file[at + 12]), static_cast<std::uint32_t>(field(8, 4)), "", 0};
      for (std::size_t k = 0; k < state_bytes; ++k) claim.state += bytes[k * n + row];
      claim.move = static_cast<std::uint16_t>(
          static_cast<unsigned char>(bytes[state_bytes * n + row]) |
          static_cast<unsigned char>(bytes[(state_bytes + 1) * n + row]) << 8);
      if (c.regions && names_region(claim.move)) {
        if (argument + state_bytes > bytes.size()) return {};
        claim.region = bytes.substr(argument, state_bytes);
        argument += state_bytes;
      }
      c.claims.push_back(claim);
    }
    if (argument != bytes.size()) return {};
    at += 24 + length;
  }
  return {};
}

}  // namespace solvent::naive
