#include "games/woodpush/superko.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_set>

#include "base/hash.hpp"

namespace solvent::woodpush {

namespace {
// The colours along the strip, from cell 1: R is 1, L is 0, and a last 1 marks the end.
std::uint32_t colours(const Rules::State& s) {
  std::uint32_t out = 0, bit = 1;
  for (std::uint32_t rest = s.left | s.right; rest != 0; rest &= rest - 1, bit <<= 1)
    if ((s.right & rest & (0 - rest)) != 0) out |= bit;
  return out | bit;
}
bool left_stands_after_right(std::uint32_t colours) {
  return (colours & ~(colours >> 1) & (std::bit_floor(colours) - 1)) != 0;
}
}  // namespace

bool Superko::may_return(const Position& now, const Position& earlier) {
  const std::uint32_t order = colours(now);
  return order == colours(earlier) && left_stands_after_right(order);
}

template <class T>
std::span<const T> Superko::Storage::keep(std::span<const T> items) {
  const std::size_t bytes = (items.size_bytes() + 7) / 8 * 8;
  if (bytes == 0) return {};
  if (bytes > left_) {
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    left_ = std::max(bytes, kBlock);
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_));
    end_ = blocks_.back().get() + left_;
    bytes_ += left_;
  }
  auto* at = reinterpret_cast<T*>(end_ - left_);
  left_ -= bytes;
  std::uninitialized_copy(items.begin(), items.end(), at);
  return {at, items.size()};
}

InternedNode Superko::node(std::uint32_t id) const {
  const std::lock_guard lock(mutex_);
  const Entry& e = expanded(id);
  return {rules_.to_move(e.positions.front()), e.ended, e.bounds, e.children};
}

std::uint32_t Superko::intern(const Position& now, Past past) const {
  std::erase_if(past, [&](const Position& p) { return !may_return(now, p); });
  std::sort(past.begin(), past.end());
  past.erase(std::unique(past.begin(), past.end()), past.end());
  past.insert(past.begin(), now);
  const std::lock_guard lock(mutex_);
  return id_of(past);
}

Superko::Position Superko::position(std::uint32_t id) const {
  const std::lock_guard lock(mutex_);
  return entries_[id].positions.front();
}

Superko::Past Superko::past(std::uint32_t id) const {
  const std::lock_guard lock(mutex_);
  const Positions positions = entries_[id].positions;
  return Past(positions.begin() + 1, positions.end());
}

Rules::Move Superko::move(std::uint32_t id, std::size_t child) const {
  const std::lock_guard lock(mutex_);
  return expanded(id).moves[child];
}

std::uint32_t Superko::id_of(Positions positions) const {
  std::uint64_t hash = 0;
  for (const Position& p : positions) hash = mix(hash + hash_of(p));
  const std::uint32_t known = ids_.find(hash, [&](std::uint32_t id) {
    const Entry& e = entries_[id];
    return e.hash == hash &&
           std::equal(positions.begin(), positions.end(), e.positions.begin(), e.positions.end());
  });
  if (known != IdIndex::kNone) return known;
  const auto hash_of_entry = [&](std::uint32_t id) { return entries_[id].hash; };
  if (ids_.crowded())
    while (!ids_.grow(hash_of_entry, entries_.size() + 1)) {}
  Entry& entry = entries_.emplace_back();
  entry.positions = storage_.keep(positions);
  entry.hash = hash;
  ids_.add(hash, hash_of_entry);
  bytes_ = storage_.bytes() + ids_.bytes() + entries_.size() * sizeof(Entry);
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

const Superko::Entry& Superko::expanded(std::uint32_t id) const {
  Entry& e = entries_[id];
  if (!e.expanded) expand(e);
  e.expanded = true;
  return e;
}

void Superko::expand(Entry& entry) const {
  const Position now = entry.positions.front();
  entry.ended = rules_.ended(now);
  entry.bounds = rules_.bounds(now);
  if (entry.ended) return;
  Past seen(entry.positions.begin(), entry.positions.end());
  std::sort(seen.begin(), seen.end());
  std::vector<Rules::Move> moves;
  std::vector<std::uint32_t> children;
  MovesOf<Rules> all;
  rules_.list_moves(now, all);
  for (const Rules::Move m : all) {
    Position next = now;
    rules_.play(next, m);
    next.ko = 0;
    if (std::binary_search(seen.begin(), seen.end(), next)) continue;
    Past positions{next};
    if (may_return(next, now)) positions.insert(positions.end(), seen.begin(), seen.end());
    moves.push_back(m);
    children.push_back(id_of(positions));
  }
  entry.moves = storage_.keep(std::span<const Rules::Move>(moves));
  entry.children = storage_.keep(std::span<const std::uint32_t>(children));
  if (!children.empty()) return;
  entry.ended = true;  // who has no legal move has lost
  entry.bounds = rules_.won_by(other(rules_.to_move(now)), now);
}

// The same game without its history in the table: one alone may go through a thousand positions,
// each with all of those before it.
std::optional<Outcome> Superko::play_aside(std::uint32_t id, Rng& rng, int plies) const {
  struct Hash {
    std::size_t operator()(const Position& p) const { return hash_of(p); }
  };
  Position now = position(id);
  const Past before = past(id);
  std::unordered_set<Position, Hash> seen(before.begin(), before.end());
  for (int ply = 0; ply < plies; ++ply) {
    if (const Bounds b = rules_.bounds(now); b.closed()) return b.pess;
    MovesOf<Rules> moves;
    rules_.list_moves(now, moves);
    std::array<Position, Rules::kMaxMoves> next;
    std::uint32_t legal = 0;
    for (const Rules::Move m : moves) {
      Position& p = next[legal] = now;
      rules_.play(p, m);
      p.ko = 0;
      if (p != now && !seen.contains(p)) ++legal;
    }
    if (legal == 0) return rules_.won_by(other(rules_.to_move(now)), now).pess;
    const Position chosen = next[rng.below(legal)];
    if (may_return(chosen, now))
      seen.insert(now);
    else
      seen.clear();
    now = chosen;
  }
  return std::nullopt;
}

}  // namespace solvent::woodpush
