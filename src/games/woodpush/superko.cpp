#include "games/woodpush/superko.hpp"

#include <algorithm>
#include <bit>

#include "base/hash.hpp"

namespace solvent::woodpush {

namespace {
// What a hash node, its bucket and two small vectors take beside their contents, roughly.
constexpr std::size_t kOverhead = 160;
}  // namespace

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

std::size_t Superko::Hash::operator()(const Past& positions) const {
  std::uint64_t h = 0;
  for (const Position& p : positions) h = mix(h + hash_of(p));
  return h;
}

InternedSource::Node Superko::node(std::uint32_t id) const {
  const std::lock_guard lock(mutex_);
  const Entry& e = expanded(id);
  return {rules_.to_move(e.positions->front()), e.ended, e.bounds, e.children};
}

std::uint32_t Superko::intern(const Position& now, Past past) const {
  std::erase_if(past, [&](const Position& p) { return !may_return(now, p); });
  std::sort(past.begin(), past.end());
  past.erase(std::unique(past.begin(), past.end()), past.end());
  past.insert(past.begin(), now);
  const std::lock_guard lock(mutex_);
  return id_of(std::move(past));
}

Superko::Position Superko::position(std::uint32_t id) const {
  const std::lock_guard lock(mutex_);
  return entries_[id].positions->front();
}

Superko::Past Superko::past(std::uint32_t id) const {
  const std::lock_guard lock(mutex_);
  const Past& positions = *entries_[id].positions;
  return Past(positions.begin() + 1, positions.end());
}

Rules::Move Superko::move(std::uint32_t id, std::size_t child) const {
  const std::lock_guard lock(mutex_);
  return expanded(id).moves[child];
}

std::uint32_t Superko::id_of(Past positions) const {
  const auto fresh_id = static_cast<std::uint32_t>(entries_.size());
  const auto [it, fresh] = ids_.try_emplace(std::move(positions), fresh_id);
  if (fresh) {
    entries_.emplace_back().positions = &it->first;
    bytes_ += sizeof(Entry) + sizeof(*it) + it->first.capacity() * sizeof(Position) + kOverhead;
  }
  return it->second;
}

const Superko::Entry& Superko::expanded(std::uint32_t id) const {
  Entry& e = entries_[id];
  if (!e.expanded) expand(e);
  e.expanded = true;
  return e;
}

void Superko::expand(Entry& entry) const {
  const Position now = entry.positions->front();
  entry.ended = rules_.ended(now);
  entry.bounds = rules_.bounds(now);
  if (entry.ended) return;
  Past seen(*entry.positions);
  std::sort(seen.begin(), seen.end());
  MovesOf<Rules> moves;
  rules_.list_moves(now, moves);
  for (const Rules::Move m : moves) {
    Position next = now;
    rules_.play(next, m);
    next.ko = 0;
    if (std::binary_search(seen.begin(), seen.end(), next)) continue;
    Past positions{next};
    if (may_return(next, now)) positions.insert(positions.end(), seen.begin(), seen.end());
    entry.moves.push_back(m);
    entry.children.push_back(id_of(std::move(positions)));
  }
  if (!entry.children.empty()) return;
  entry.ended = true;  // who has no legal move has lost
  entry.bounds = rules_.won_by(other(rules_.to_move(now)), now);
}

}  // namespace solvent::woodpush
