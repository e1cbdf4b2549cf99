#include "proof/part_graph.hpp"

#include <utility>

namespace solvent::proof {

PartGraph::Entry& PartGraph::entry(const StateKey& k) {
  known_[slot(k)] = true;
  return entries_[k];
}

void PartGraph::clear() {
  parts_.clear();
  leaves_to_.clear();
  entries_.clear();
}

std::size_t PartGraph::begin(Side claimant, const std::vector<AnyState>& roots) {
  const std::size_t part = parts_.size();
  parts_.push_back({.claimant = claimant, .roots = roots});
  leaves_to_.emplace_back();
  for (const AnyState& s : roots) {
    Entry& e = entry(key(claimant, s));
    e.part = part;
    e.waits = false;
  }
  return part;
}

void PartGraph::end(std::size_t part, std::vector<AnyState> roots,
                    std::vector<AnyState> elsewhere) {
  DraftPart& p = parts_[part];
  for (const AnyState& s : p.roots) entry(key(p.claimant, s)).part = kNone;
  for (const AnyState& s : roots) entry(key(p.claimant, s)).part = part;
  p.roots = std::move(roots);
  p.elsewhere = std::move(elsewhere);
  p.written = true;
  leaves_to_[part].clear();
  for (const AnyState& s : p.elsewhere) {
    leaves_to_[part].push_back(key(p.claimant, s));
    Entry& e = entry(leaves_to_[part].back());
    if (e.part != kNone && parts_[e.part].complete) continue;
    e.cited_by.push_back(part);
    ++p.open;
  }
  if (p.open == 0) complete(part);
}

// And then those that waited for it only.
void PartGraph::complete(std::size_t part) {
  std::vector<std::size_t> next{part};
  while (!next.empty()) {
    DraftPart& p = parts_[next.back()];
    next.pop_back();
    p.complete = true;
    for (const AnyState& s : p.roots) {
      Entry& e = entry(key(p.claimant, s));
      for (const std::size_t citing : e.cited_by)
        if (--parts_[citing].open == 0) next.push_back(citing);
      e.cited_by.clear();
    }
  }
}

bool PartGraph::wait(Side claimant, const AnyState& s) {
  Entry& e = entry(key(claimant, s));
  return e.part == kNone && !std::exchange(e.waits, true);
}

bool PartGraph::leave(std::size_t part, const AnyState& s, bool fresh) {
  const StateKey k = key(parts_[part].claimant, s);
  const auto found = entries_.find(k);
  if (found == entries_.end()) {
    if (!fresh) return false;
    entry(k);
  } else if (found->second.part != kNone && reaches(found->second.part, part)) {
    return false;
  }
  leaves_to_[part].push_back(k);
  return true;
}

// A complete part rests on complete ones only.
bool PartGraph::reaches(std::size_t from, std::size_t part) const {
  if (from == part) return true;
  std::vector<bool> seen(parts_.size());
  std::vector<std::size_t> open{from};
  seen[from] = true;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (parts_[at].complete) continue;
    for (const StateKey& k : leaves_to_[at]) {
      const auto found = entries_.find(k);
      if (found == entries_.end() || found->second.part == kNone) continue;
      const std::size_t next = found->second.part;
      if (next == part) return true;
      if (seen[next]) continue;
      seen[next] = true;
      open.push_back(next);
    }
  }
  return false;
}

std::optional<std::size_t> PartGraph::part_of(Side claimant, const AnyState& s) const {
  const auto found = entries_.find(key(claimant, s));
  if (found == entries_.end() || found->second.part == kNone) return std::nullopt;
  return found->second.part;
}

}  // namespace solvent::proof
