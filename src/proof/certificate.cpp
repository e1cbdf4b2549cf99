#include "proof/certificate.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/checksum.hpp"
#include "base/crew.hpp"
#include "game/fingerprint.hpp"
#include "games/registry_relaxed.hpp"

namespace solvent::proof {

namespace {

using Json = nlohmann::ordered_json;
using Parts = std::vector<std::pair<Side, const Collector*>>;

std::string hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

bool about_regions(const Parts& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part.second->about_regions(); });
}

std::string heading_text(const AnyGame& game, const Heading& h, const Parts& parts) {
  std::string text = "solvent-proof 2\n";
  const auto line = [&](std::string_view name, const auto& value) {
    text += fmt::format("{} {}\n", name, value);
  };
  line("game", game.spec());
  line("outcomes", game.scale().name());
  line("rules", hex(fingerprint(game)));
  if (h.claimant) {
    line("claimant", game.player(*h.claimant));
  } else {
    line("position", game.position(h.position));
    line("mover", game.player(game.to_move(h.position)));
  }
  if (h.at_least) line("at-least", *h.at_least);
  if (h.at_most) line("at-most", *h.at_most);
  if (h.leaf > 0) line("leaf", h.leaf);
  if (about_regions(parts)) text += "regions\n";
  for (const auto& [slice, checksum] : h.slices)
    line("slice", fmt::format("{} {}", slice, hex(checksum)));
  for (const std::string& digest : h.cites) line("cites", digest);
  const GamePtr relaxed =
      h.claimant && about_regions(parts) ? relaxed_game(game, *h.claimant) : nullptr;
  for (const AnyState& root : h.roots) line("root", (relaxed ? *relaxed : game).position(root));
  return text + "\n";
}

// The first 16 bytes of a block's header.
struct BlockHead {
  std::uint32_t length;
  std::uint32_t claims;
  std::uint32_t layer;
  std::uint8_t claimant;
  std::uint8_t arguments[3];  // how many claims have one, the low byte first
};
static_assert(sizeof(BlockHead) == 16);

// One block, packed: all first bytes, then all second bytes, so that what is alike stands together.
class Packer {
 public:
  Packer() : context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {}

  std::vector<std::byte> pack(const Layer& layer, std::size_t size, std::size_t from, std::size_t n,
                              std::span<const std::byte> arguments) {
    columns_.resize(n * (size + 2) + arguments.size());
    std::byte* out = columns_.data();
    for (std::size_t column = 0; column < size; ++column)
      for (std::size_t k = 0; k < n; ++k) *out++ = layer.states[(from + k) * size + column];
    for (std::size_t k = 0; k < n; ++k) *out++ = std::byte(layer.moves[from + k] & 255);
    for (std::size_t k = 0; k < n; ++k) *out++ = std::byte(layer.moves[from + k] >> 8);
    std::copy(arguments.begin(), arguments.end(), out);

    std::vector<std::byte> packed(ZSTD_compressBound(columns_.size()));
    constexpr int kLevel = 3;
    packed.resize(ZSTD_compressCCtx(context_.get(), packed.data(), packed.size(), columns_.data(),
                                    columns_.size(), kLevel));
    return packed;
  }

 private:
  std::unique_ptr<ZSTD_CCtx, size_t (*)(ZSTD_CCtx*)> context_;
  std::vector<std::byte> columns_;
};

class BinaryForm {
 public:
  BinaryForm(NewFile& file, const std::string& heading, std::size_t threads)
      : file_(file), crew_(threads), packers_(threads) {
    const auto bytes = std::as_bytes(std::span(heading));
    checksum_ = checksum(0, bytes);
    file_.append(bytes.data(), bytes.size());
  }
  // Sorting and packing are most of the work: every thread takes a layer, and when the layers
  // before it have been written, writes it.
  void add(Side claimant, const Collector& collector, const Alarm& alarm) {
    std::atomic<std::uint32_t> taken = 0, written = 0;
    std::atomic<bool> failed = false;
    crew_.run([&](std::size_t who) {
      Alarm mine = alarm.together(failed);
      try {
        for (std::uint32_t k; !failed && (k = taken++) < collector.layers();) {
          const std::vector<PackedBlock> blocks = pack(packers_[who], claimant, k, collector, mine);
          for (std::uint32_t turn; (turn = written) != k && !failed;) written.wait(turn);
          if (failed) return;
          for (const PackedBlock& block : blocks) put(block.head, block.content);
          ++written;
          written.notify_all();
        }
      } catch (...) {
        failed = true;
        written = kNobody;
        written.notify_all();
        throw;
      }
    });
    claims_ += collector.claims();
  }
  void finish() {
    BlockHead head{8, 0, 0, 255, {}};
    put(head, std::as_bytes(std::span(&claims_, 1)));
  }

 private:
  static constexpr std::size_t kMostClaims = 65536;
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  struct PackedBlock {
    BlockHead head;
    std::vector<std::byte> content;
  };

  static std::vector<PackedBlock> pack(Packer& packer, Side claimant, std::uint32_t number,
                                       const Collector& collector, Alarm& alarm) {
    std::vector<PackedBlock> blocks;
    const Layer layer = collector.layer(number, alarm);
    std::size_t arguments_before = 0;
    for (std::size_t at = 0; at < layer.moves.size(); at += kMostClaims) {
      if (alarm.ends()) throw Stopped();
      const std::size_t n = std::min(kMostClaims, layer.moves.size() - at);
      const auto with = static_cast<std::size_t>(
          std::count_if(layer.moves.begin() + at, layer.moves.begin() + at + n, has_argument));
      const auto arguments = std::span(layer.arguments)
                                 .subspan(arguments_before * collector.argument_size(),
                                          with * collector.argument_size());
      arguments_before += with;
      std::vector<std::byte> content = packer.pack(layer, collector.state_size(), at, n, arguments);
      const BlockHead head{static_cast<std::uint32_t>(content.size()),
                           static_cast<std::uint32_t>(n),
                           number,
                           claimant == Side::Max ? std::uint8_t{0} : std::uint8_t{1},
                           {static_cast<std::uint8_t>(with), static_cast<std::uint8_t>(with >> 8),
                            static_cast<std::uint8_t>(with >> 16)}};
      blocks.push_back({head, std::move(content)});
    }
    return blocks;
  }
  void put(const BlockHead& head, std::span<const std::byte> content) {
    const auto bytes = std::as_bytes(std::span(&head, 1));
    checksum_ = checksum(checksum(checksum_, bytes), content);
    file_.append(&head, sizeof head);
    file_.append(&checksum_, sizeof checksum_);
    file_.append(content.data(), content.size());
  }

  NewFile& file_;
  Crew crew_;
  std::vector<Packer> packers_;  // a thread's each
  std::uint64_t checksum_, claims_ = 0;
};

// A number for each cell: that of its pair.
Json pairs_json(const AnyGame& game, const AnyState& s, std::span<const std::byte> numbers) {
  std::map<std::byte, Json> pairs;
  for (std::size_t cell = 0; cell < numbers.size(); ++cell)
    if (numbers[cell] != std::byte{0})
      pairs[numbers[cell]].push_back(game.move_text(s, static_cast<AnyMove>(cell)));
  Json out = Json::array();
  for (auto& [number, cells] : pairs) out.push_back(std::move(cells));
  return out;
}

Json claim_json(const AnyGame& game, Side claimant, std::uint32_t layer, const AnyState& s,
                std::uint16_t move, std::span<const std::byte> argument) {
  Json claim = {{"claimant", claimant == Side::Max ? "Max" : "Min"},
                {"layer", layer},
                {"position", game.position(s)}};
  if (move == kDatabase)
    claim["database"] = true;
  else if (move == kSearched || move == kRegionSearched)
    claim["searched"] = true;
  else if (move == kPaired)
    claim["pairs"] = pairs_json(game, s, argument);
  else if (move != kReply && move != kInRegion)
    claim["move"] = game.move_text(s, game.moves(s)[move & ~(kThrough | kAround)]);
  if (claim.contains("move") && (move & kThrough) != 0) claim["replies"] = true;
  if (has_argument(move) && move != kPaired) {
    AnyState region;
    std::copy(argument.begin(), argument.end(), region.bytes.begin());
    claim["region"] = game.position(region);
  }
  return claim;
}

// One object, written claim by claim: all of them together would take many times their memory.
void write_json(NewFile& file, const AnyGame& game, const Heading& h, const Parts& parts,
                Alarm& alarm) {
  Json out = {{"format", "solvent-proof"},
              {"version", 2},
              {"game", game.spec()},
              {"outcomes", game.scale().name()},
              {"rules", hex(fingerprint(game))},
              {"position", game.position(h.position)},
              {"mover", game.player(game.to_move(h.position))}};
  if (h.at_least) out["at-least"] = *h.at_least;
  if (h.at_most) out["at-most"] = *h.at_most;
  if (h.leaf > 0) out["leaf"] = h.leaf;
  if (about_regions(parts)) out["regions"] = true;
  if (!h.slices.empty()) {
    for (const auto& [slice, checksum] : h.slices)
      out["slices"].push_back(Json::array({slice, hex(checksum)}));
  }
  std::string text = out.dump(1);
  text.resize(text.size() - 2);  // it goes on before its closing bracket
  text += ",\n \"claims\": [";
  const auto put = [&] {
    file.append(text.data(), text.size());
    text.clear();
  };
  bool any = false;
  for (const auto& [claimant, collector] : parts) {
    const GamePtr relaxed = collector->about_regions() ? relaxed_game(game, claimant) : nullptr;
    const AnyGame& about = relaxed ? *relaxed : game;
    for (std::uint32_t k = 0; k < collector->layers(); ++k) {
      const Layer layer = collector->layer(k, alarm);
      std::size_t argument = 0;
      for (std::size_t at = 0; at < layer.moves.size(); ++at) {
        if (alarm.ends()) throw Stopped();
        AnyState s;
        std::copy_n(layer.states.begin() + at * collector->state_size(), collector->state_size(),
                    s.bytes.begin());
        text += std::exchange(any, true) ? ",\n  " : "\n  ";
        const std::size_t size = has_argument(layer.moves[at]) ? collector->argument_size() : 0;
        const auto given = std::span(layer.arguments).subspan(argument, size);
        argument += size;
        for (const char c : claim_json(about, claimant, k, s, layer.moves[at], given).dump(1)) {
          text += c;
          if (c == '\n') text += "  ";
        }
        constexpr std::size_t kMuch = 1 << 16;
        if (text.size() > kMuch) put();
      }
    }
  }
  text += any ? "\n ]\n}\n" : "]\n}\n";
  put();
}

}  // namespace

Written write_certificate(NewFile& file, Form form, const AnyGame& game, const Heading& heading,
                          const Parts& parts, Alarm& alarm, std::size_t threads) {
  Written written;
  for (const auto& [claimant, collector] : parts) {
    written.claims += collector->claims();
    written.layers += collector->layers();
  }
  try {
    if (form == Form::Json) {
      write_json(file, game, heading, parts, alarm);
    } else if (file.good()) {
      constexpr std::uint64_t kMany = 10'000;  // claims; fewer are not worth waking threads for
      BinaryForm binary(file, heading_text(game, heading, parts),
                        written.claims < kMany ? 1 : threads);
      for (const auto& [claimant, collector] : parts) binary.add(claimant, *collector, alarm);
      binary.finish();
    }
  } catch (const Stopped&) { written.stopped = true; }
  return written;
}

void copy_with_citations(const std::string& from, NewFile& to,
                         const std::vector<std::string>& cites, Alarm& alarm) {
  std::ifstream in(from, std::ios::binary);
  std::string heading, roots;
  for (std::string line; std::getline(in, line) && !line.empty();)
    (line.starts_with("root ") ? roots : heading) += line + "\n";
  for (const std::string& digest : cites) heading += fmt::format("cites {}\n", digest);
  heading += roots + "\n";
  to.append(heading.data(), heading.size());
  std::uint64_t sum = checksum(0, std::as_bytes(std::span(heading)));
  std::vector<std::byte> content;
  for (BlockHead head; in.read(reinterpret_cast<char*>(&head), sizeof head);) {
    if (alarm.ends()) throw Stopped();
    in.ignore(sizeof sum);
    content.resize(head.length);
    in.read(reinterpret_cast<char*>(content.data()), head.length);
    sum = checksum(checksum(sum, std::as_bytes(std::span(&head, 1))), content);
    to.append(&head, sizeof head);
    to.append(&sum, sizeof sum);
    to.append(content.data(), content.size());
  }
}

}  // namespace solvent::proof
