#include "endgame/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/text.hpp"

namespace solvent::endgame {

std::string slice_path(const std::string& folder, const SliceLabel& label) {
  std::string name = label.game;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
  return fmt::format("{}/{}-{:02}.slice", folder, name, label.slice);
}

Result<std::shared_ptr<const Database>> Database::open(const SliceList& game,
                                                       const std::string& folder) {
  auto database = std::make_shared<Database>();
  std::error_code ignored;
  for (int k = 0; k <= game.highest(); ++k) {
    const SliceLabel label = game.label(k);
    const std::string path = slice_path(folder, label);
    if (!std::filesystem::exists(path, ignored)) break;
    Result<SliceFile> file = SliceFile::open(path, label);
    if (!file) return file.error();
    database->slices_.push_back(std::move(*file));
  }
  if (database->slices_.empty())
    return Error{fmt::format("{} holds no endgame database of {}: there is no {}",
                             text::quoted(folder), game.label(0).game,
                             text::quoted(slice_path(folder, game.label(0))))};
  return std::shared_ptr<const Database>(std::move(database));
}

Lookup::Lookup(std::shared_ptr<const Database> database, std::uint64_t cache_bytes)
    : database_(std::move(database)) {
  std::uint64_t blocks = 0;
  for (int k = 0; k < database_->size(); ++k) {
    first_block_.push_back(blocks);
    blocks += database_->slice(k).blocks();
  }
  places_.assign(blocks, kAbsent);
  most_ = std::clamp<std::uint64_t>(cache_bytes / kBlock, 16, blocks + 16);
}

// The cache is a ring: the block that came first goes first.
std::uint32_t Lookup::load(int slice, std::uint64_t block) {
  if (holds_.size() < most_) {
    next_ = holds_.size();
    holds_.push_back(0);
    cache_.resize(holds_.size() * kBlock);
  } else {
    next_ = (next_ + 1) % most_;
    places_[holds_[next_]] = kAbsent;
  }
  database_->slice(slice).unpack(static_cast<std::uint32_t>(block - first_block_[slice]),
                                 cache_.data() + next_ * kBlock);
  holds_[next_] = block;
  places_[block] = static_cast<std::uint32_t>(next_);
  return places_[block];
}

}  // namespace solvent::endgame
