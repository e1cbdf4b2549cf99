#include "session/checkpoint.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/checksum.hpp"
#include "base/text.hpp"
#include "game/fingerprint.hpp"
#include "session/options.hpp"
#include "solvent/version.hpp"

namespace solvent::session {

namespace {

constexpr std::string_view kMagic = "solvent checkpoint ";
constexpr std::string_view kFormat = "1";
constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::size_t kLongestLabel = std::size_t{1} << 16;
constexpr int kLevel = 1;  // a disk is slower

struct BlockHead {
  std::uint32_t packed, size;
  std::uint64_t sum;
};
static_assert(sizeof(BlockHead) == 16);

std::string on_one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

std::string text_of(const Label& label) {
  std::string out = fmt::format("{}{}\n", kMagic, kFormat);
  for (const auto& [name, value] : label) out += fmt::format("{}: {}\n", name, value);
  return out + "\n";
}

std::uint64_t checksum_of(std::string_view text) {
  return checksum(0, std::as_bytes(std::span(text.data(), text.size())));
}

std::string damaged() { return "it is damaged"; }

// The value, or what is asked instead, and what is asked besides: "value, line".
std::string question_of(const Options& o) {
  std::string what, more;
  for (const Option& option : kOptions) {
    if (option.kept != Kept::Question) continue;
    if (is_on(option, o)) more += fmt::format(", {}", option.name);
    if (is_flag(option) || !given(option, o)) continue;
    what = fmt::format("{} {}", option.name, value_text(option, o));
  }
  return (what.empty() ? "value" : what) + more;
}

}  // namespace

Label make_label(const AnyGame& game, const AnyState& root, const Options& options) {
  Label label = {{"version", std::string(kVersion)},
                 {"game", game.spec()},
                 {"outcomes", std::string(game.scale().name())},
                 {"fingerprint of the rules", fmt::format("{:016x}", fingerprint(game))},
                 {"position", game.position(root)},
                 {"question", question_of(options)}};
  for (const Option& option : kOptions) {
    const std::string value = value_text(option, options);
    if (option.kept == Kept::Value)
      label.emplace_back(option.name, value.empty() ? "default" : value);
    if (option.kept == Kept::Presence)
      label.emplace_back(option.name, value.empty() ? "no" : "yes");
  }
  for (auto& [name, value] : label) value = on_one_line(value);
  return label;
}

std::optional<Error> wrong_checkpoint_place(const std::string& path) {
  if (const NewFile trial(path); !trial.good())
    return Error{fmt::format("{} cannot be written: {}", text::quoted(path), trial.problem())};
  return std::nullopt;
}

// --- writing -------------------------------------------------------------------------------------

CheckpointWriter::CheckpointWriter(const std::string& path, const Label& label)
    : Archive(false), path_(path), file_(path), context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  if (context_ == nullptr) fail("there is not enough memory");
  buffer_.reserve(kBlock);
  packed_.resize(ZSTD_compressBound(kBlock));
  const std::string text = text_of(label);
  sum_ = checksum_of(text);
  put(text.data(), text.size());
  put(&sum_, sizeof sum_);
}
CheckpointWriter::~CheckpointWriter() = default;

void CheckpointWriter::put(const void* data, std::size_t size) {
  file_.write(data, size, at_);
  at_ += size;
  if (!file_.good()) fail(file_.problem());
}

// What is large goes straight from where it lies, without a second copy.
void CheckpointWriter::transfer(void* data, std::size_t size) {
  const auto* from = static_cast<const std::byte*>(data);
  while (size > 0) {
    const std::size_t part = std::min(size, kBlock - buffer_.size());
    if (part == kBlock)
      write_block(from, part);
    else
      buffer_.insert(buffer_.end(), from, from + part);
    if (buffer_.size() == kBlock) flush();
    from += part;
    size -= part;
  }
}
void CheckpointWriter::flush() {
  if (!buffer_.empty()) write_block(buffer_.data(), buffer_.size());
  buffer_.clear();
}
void CheckpointWriter::write_block(const std::byte* data, std::size_t size) {
  if (!good()) return;
  std::size_t packed =
      ZSTD_compressCCtx(context_.get(), packed_.data(), packed_.size(), data, size, kLevel);
  const bool helps = ZSTD_isError(packed) == 0 && packed < size;
  if (helps) data = packed_.data();
  if (!helps) packed = size;
  sum_ = checksum(sum_ + size, {data, packed});
  const BlockHead head{static_cast<std::uint32_t>(packed), static_cast<std::uint32_t>(size), sum_};
  put(&head, sizeof head);
  put(data, packed);
}

std::optional<Error> CheckpointWriter::finish() {
  flush();
  const BlockHead end{0, 0, checksum(sum_, {})};
  put(&end, sizeof end);
  if (good() && !file_.finish()) fail(file_.problem());
  if (good()) return std::nullopt;
  return Error{
      fmt::format("the checkpoint {} could not be written: {}", text::quoted(path_), problem())};
}

// --- reading -------------------------------------------------------------------------------------

CheckpointReader::CheckpointReader(const std::string& path, const Label& expected)
    : Archive(true), file_(std::fopen(path.c_str(), "rbe"), std::fclose) {
  if (file_ == nullptr)
    fail("it cannot be opened: " + std::error_code(errno, std::generic_category()).message());
  else
    read_label(expected);
}
CheckpointReader::~CheckpointReader() = default;

bool CheckpointReader::get(void* data, std::size_t size) {
  return std::fread(data, 1, size, file_.get()) == size;
}

void CheckpointReader::read_label(const Label& expected) {
  std::string text;
  for (int c; text.size() < kLongestLabel && !text.ends_with("\n\n");) {
    if ((c = std::fgetc(file_.get())) == EOF) break;
    text += static_cast<char>(c);
    // A wrong file should not be called a damaged one.
    if (text.size() <= kMagic.size() && !kMagic.starts_with(text)) break;
  }
  if (!text.starts_with(kMagic)) return fail("it is no checkpoint");
  const std::size_t line = std::min(text.find('\n'), text.size());
  if (text.substr(kMagic.size(), line - kMagic.size()) != kFormat)
    return fail("it was made by another version of this program");
  if (!get(&sum_, sizeof sum_) || sum_ != checksum_of(text)) return fail(damaged());
  std::vector<std::string_view> lines = text::split(text, '\n');
  lines.erase(lines.begin());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const auto& [name, value] = expected[k];
    const std::string prefix = name + ": ";
    if (k >= lines.size() || !lines[k].starts_with(prefix))
      return fail("it was made by another version of this program");
    const std::string found(lines[k].substr(prefix.size()));
    if (found != value)
      return fail(
          fmt::format("its {} is {}, not {}", name, text::quoted(found), text::quoted(value)));
  }
}

bool CheckpointReader::next_block() {
  BlockHead head;
  if (!get(&head, sizeof head)) return false;
  if (head.size == 0 || head.size > kBlock || head.packed > head.size) return false;
  std::vector<std::byte>& stored = head.packed == head.size ? block_ : packed_;
  stored.resize(head.packed);
  if (!get(stored.data(), stored.size())) return false;
  sum_ = checksum(sum_ + head.size, stored);
  if (sum_ != head.sum) return false;
  used_ = 0;
  if (head.packed == head.size) return true;
  block_.resize(head.size);
  return ZSTD_decompress(block_.data(), block_.size(), packed_.data(), packed_.size()) == head.size;
}

void CheckpointReader::transfer(void* data, std::size_t size) {
  auto* to = static_cast<std::byte*>(data);
  while (size > 0) {
    if (used_ == block_.size() && !next_block()) return fail(damaged());
    const std::size_t part = std::min(size, block_.size() - used_);
    std::memcpy(to, block_.data() + used_, part);
    used_ += part;
    to += part;
    size -= part;
  }
}

void CheckpointReader::finish() {
  BlockHead head{};
  if (!good()) return;
  const bool whole = used_ == block_.size() && get(&head, sizeof head) && head.size == 0 &&
                     head.packed == 0 && head.sum == checksum(sum_, {}) &&
                     std::fgetc(file_.get()) == EOF;
  if (!whole) fail(damaged());
}

}  // namespace solvent::session
