#include <fmt/format.h>
#include <zstd.h>

#include <array>
#include <span>

#include "base/checksum.hpp"
#include "base/counted.hpp"
#include "check/reader.hpp"

namespace solvent::check {

namespace {

constexpr std::size_t kMostHeader = 1u << 24;
constexpr std::uint32_t kMostClaims = 65536;
constexpr unsigned char kEnd = 255;  // in the place of the claimant

template <class Number>
Number number_at(const std::byte* bytes) {
  Number n = 0;
  for (std::size_t k = 0; k < sizeof(Number); ++k)
    n = static_cast<Number>(n | static_cast<Number>(bytes[k]) << (8 * k));
  return n;
}

// The fields of the header in their order; a line is a name, a blank and a value.
class HeaderLines {
 public:
  explicit HeaderLines(std::string_view text) : lines_(text::split(text, '\n')) {}

  std::size_t line() const { return at_ + 1; }
  bool done() const { return at_ == lines_.size(); }
  std::string_view current() const { return done() ? std::string_view() : lines_[at_]; }
  // The value, if the next line has this name.
  std::optional<std::string_view> take(std::string_view name) {
    std::string_view line = current();
    if (done() || !line.starts_with(name)) return {};
    line.remove_prefix(name.size());
    if (!line.empty() && line[0] != ' ') return {};
    ++at_;
    return line.substr(line.empty() ? 0 : 1);
  }

 private:
  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
};

Result<Header> parse_header(std::string_view text) {
  HeaderLines lines(text);
  const auto wrong = [&](std::string_view what) {
    return Error{fmt::format("line {} of the header is {}, not {}", lines.line(),
                             text::quoted(lines.current()), what)};
  };
  Header header;
  const auto version = lines.take("solvent-proof");
  if (!version) return Error{"this is not a certificate: it does not begin with solvent-proof"};
  if (*version != "1" && *version != "2")
    return Error{fmt::format("format version {}: this program reads versions 1 and 2",
                             text::quoted(*version))};
  const auto word = [&](std::string_view name, std::string& to) {
    const auto value = lines.take(name);
    if (value) to = *value;
    return value.has_value();
  };
  if (!word("game", header.game)) return wrong("the game");
  if (!word("outcomes", header.outcomes)) return wrong("the outcomes");
  std::string rules;
  if (!word("rules", rules)) return wrong("the fingerprint of the rules");
  const auto fingerprint = read_hex(rules);
  if (!fingerprint)
    return Error{fmt::format("rules {}: not 16 hexadecimal digits", text::quoted(rules))};
  header.rules = *fingerprint;
  header.version = *version == "1" ? 1 : 2;
  const bool part = header.version > 1 && word("claimant", header.claimant);
  if (part && header.claimant.empty()) return Error{"the claimant has no name"};
  if (!part && !word("position", header.position)) return wrong("the position");
  if (!part && !word("mover", header.mover)) return wrong("the side to move");
  for (auto [name, to] : {std::pair("at-least", &header.at_least), {"at-most", &header.at_most}})
    if (const auto value = lines.take(name)) {
      const auto number = text::to_int(*value);
      if (!number || *number < -1'000'000'000 || *number > 1'000'000'000)
        return Error{fmt::format("{} {}: not a number", name, text::quoted(*value))};
      *to = static_cast<int>(*number);
    }
  if (header.version > 1)
    if (const auto value = lines.take("leaf")) {
      const auto number = text::to_int(*value);
      if (!number || *number < 1)
        return Error{fmt::format("leaf {}: not a number of positions", text::quoted(*value))};
      header.leaf = static_cast<std::uint64_t>(*number);
    }
  if (header.version > 1 && lines.current() == "regions") {
    lines.take("regions");
    header.regions = true;
  }
  while (const auto value = lines.take("slice")) {
    const auto fields = text::split(*value, ' ');
    const auto slice = text::to_int(fields[0]);
    const auto sum = fields.size() == 2 ? read_hex(fields[1]) : std::nullopt;
    if (!slice || *slice < 0 || *slice > 1'000'000 || !sum)
      return Error{fmt::format("slice {}: not a number and a checksum", text::quoted(*value))};
    header.slices.push_back({static_cast<int>(*slice), *sum});
  }
  if (header.version > 1) {
    while (const auto digest = lines.take("cites")) header.cites.emplace_back(*digest);
    while (const auto root = part ? lines.take("root") : std::nullopt)
      header.roots.emplace_back(*root);
  }
  if (!lines.done()) return wrong("a field that belongs there");
  return header;
}

class BinaryReader final : public Reader {
 public:
  explicit BinaryReader(std::istream& in) : in_(in), unpacker_(ZSTD_createDCtx()) {
    if (unpacker_ == nullptr) throw std::bad_alloc();
  }
  ~BinaryReader() override { ZSTD_freeDCtx(unpacker_); }
  BinaryReader(const BinaryReader&) = delete;
  BinaryReader& operator=(const BinaryReader&) = delete;

  std::uint64_t bytes() const override { return read_; }
  bool reads_text() const override { return false; }

  Result<Header> header() override {
    std::string text;
    while (!text.ends_with("\n\n")) {
      char c = 0;
      if (text.size() == kMostHeader) return Error{"the header does not end"};
      if (!in_.get(c)) return Error{"the file ends within its header"};
      text += c;
    }
    read_ = text.size();
    sum_ = checksum(0, std::as_bytes(std::span(text)));
    Result<Header> header = parse_header(std::string_view(text).substr(0, text.size() - 2));
    if (header) version_ = header->version;
    return header;
  }

  Result<bool> next(const Layouts& layouts, Block& block) override {
    const std::uint64_t start = read_;
    const auto wrong = [&](std::string_view what) {
      return Error{fmt::format("block {} (at byte {}): {}", blocks_, start, what)};
    };
    std::array<std::byte, 24> head;
    if (!read(head)) return wrong("the file ends before its last block");
    const auto length = number_at<std::uint32_t>(&head[0]);
    const auto claims = number_at<std::uint32_t>(&head[4]);
    const auto layer = number_at<std::uint32_t>(&head[8]);
    const auto claimant = static_cast<unsigned char>(head[12]);
    const std::uint32_t arguments = number_at<std::uint32_t>(&head[12]) >> 8;
    const Layout& layout = layouts[claimant & 1];
    const std::size_t state_size = layout.game->state_size();
    if (arguments > (version_ > 1 && layout.argument > 0 ? claims : 0))
      return wrong("its header has something where zeros belong");
    const bool end = claimant == kEnd;
    const std::size_t unpacked_size = claims * (state_size + 2) + arguments * layout.argument;
    if (end ? claims != 0 || layer != 0 || length != 8 : claimant > 1 || claims == 0)
      return wrong("its header is not that of a block");
    if (claims > kMostClaims)
      return wrong(fmt::format("{} claims: there can be {}", claims, kMostClaims));
    if (!end && length > ZSTD_compressBound(unpacked_size))
      return wrong(fmt::format("a frame of {} bytes is too long for its claims", length));
    frame_.resize(length);
    if (!read(frame_)) return wrong("the file ends within it");
    sum_ = checksum(checksum(sum_, std::span(head).first(16)), frame_);
    if (sum_ != number_at<std::uint64_t>(&head[16])) return wrong("its checksum is wrong");
    ++blocks_;
    if (end) {
      if (number_at<std::uint64_t>(frame_.data()) != claims_)
        return wrong(fmt::format("the file counts {}, there are {}",
                                 counted(number_at<std::uint64_t>(frame_.data()), "claim"),
                                 with_commas(claims_)));
      if (in_.peek() != std::istream::traits_type::eof()) return wrong("something follows the end");
      return false;
    }
    // A frame of any other size is not even unpacked.
    if (ZSTD_getFrameContentSize(frame_.data(), length) != unpacked_size ||
        ZSTD_findFrameCompressedSize(frame_.data(), length) != length)
      return wrong(fmt::format("it is not a frame of {} bytes", unpacked_size));
    unpacked_.resize(unpacked_size);
    if (ZSTD_decompressDCtx(unpacker_, unpacked_.data(), unpacked_size, frame_.data(), length) !=
        unpacked_size)
      return wrong("its frame is damaged");
    claims_ += claims;
    block.claimant = static_cast<Side>(claimant);
    block.layer = layer;
    block.claims = claims;
    gather(state_size, block);
    const std::uint32_t need = version_ > 1 ? number_arguments(layout, block) : 0;
    if (need != arguments)
      return wrong(fmt::format("{} for {} that need one", counted(arguments, "argument"),
                               counted(need, "claim")));
    block.arguments.assign(unpacked_.begin() + claims * (state_size + 2), unpacked_.end());
    return true;
  }

 private:
  bool read(std::span<std::byte> to) {
    in_.read(reinterpret_cast<char*>(to.data()), static_cast<std::streamsize>(to.size()));
    read_ += static_cast<std::uint64_t>(in_.gcount());
    return in_.gcount() == static_cast<std::streamsize>(to.size());
  }
  // From columns to rows, a part of the rows at a time that stays in the cache.
  void gather(std::size_t state_bytes, Block& block) const {
    const std::size_t n = block.claims;
    block.states.resize(n * state_bytes);
    block.moves.resize(n);
    constexpr std::size_t kPart = 256;
    for (std::size_t from = 0; from < n; from += kPart) {
      const std::size_t to = std::min(from + kPart, n);
      for (std::size_t k = 0; k < state_bytes; ++k)
        for (std::size_t row = from; row < to; ++row)
          block.states[row * state_bytes + k] = unpacked_[k * n + row];
    }
    const std::byte* low = unpacked_.data() + n * state_bytes;
    for (std::size_t row = 0; row < n; ++row)
      block.moves[row] = static_cast<std::uint16_t>(static_cast<unsigned>(low[row]) |
                                                    static_cast<unsigned>(low[n + row]) << 8);
  }

  static std::uint32_t number_arguments(const Layout& layout, Block& block) {
    std::uint32_t before = 0;
    block.arguments_until.clear();
    if (layout.argument == 0) return before;
    for (const std::uint16_t move : block.moves) {
      block.arguments_until.push_back(before);
      before += layout.has_argument(move);
    }
    return before;
  }

  std::istream& in_;
  ZSTD_DCtx* unpacker_;
  int version_ = 1;
  std::uint64_t read_ = 0, blocks_ = 0, claims_ = 0, sum_ = 0;
  std::vector<std::byte> frame_, unpacked_;
};

}  // namespace

std::optional<std::uint64_t> read_hex(std::string_view text) {
  if (text.size() != 16) return {};
  std::uint64_t number = 0;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit && !(c >= 'a' && c <= 'f')) return {};
    number = number << 4 | static_cast<std::uint64_t>(digit ? c - '0' : c - 'a' + 10);
  }
  return number;
}

Result<std::unique_ptr<Reader>> make_reader(std::istream& in) {
  const auto first = in.peek();
  if (first == '{') return make_json_reader(in);
  if (first == 's') return std::unique_ptr<Reader>(std::make_unique<BinaryReader>(in));
  if (first == std::istream::traits_type::eof()) return Error{"it is empty, or cannot be read"};
  return Error{"this is not a certificate, neither in its binary nor in its JSON form"};
}

}  // namespace solvent::check
