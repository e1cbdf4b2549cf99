// Finds pairings (games/lines/pairing.hpp): a small search that gives up early.
#pragma once

#include <optional>

#include "games/lines/pairing.hpp"

namespace solvent::lines {

// Takes the open line with the fewest unpaired cells and tries its pairs, those first that are in
// most open lines and whose cells are in few others.
template <HasLines G>
class PairingSearch {
  using Lines = typename G::Lines;
  using Cells = typename Lines::Cells;

 public:
  // How many pairs may be tried in all.
  PairingSearch(const Lines& lines, const typename G::State& s, Side claimant, int tries)
      : lines_(lines), tries_(tries) {
    const Cells mine = lines.stones(s, claimant);
    unpaired_ = lines.board() - mine - lines.stones(s, other(claimant));
    for (std::size_t k = 0; k < lines.all().size(); ++k)
      if (!(lines.all()[k] & mine).any()) open_[open_count_++] = static_cast<std::uint16_t>(k);
  }

  bool found() { return pair_up(unpaired_, open_count_); }
  const CellPairs<G>& pairs() const { return pairs_; }

 private:
  struct Candidate {
    CellPair<G> pair;
    int merit;
  };
  static constexpr std::size_t kMostCandidates =
      Lines::kLongestLine * (Lines::kLongestLine - 1) / 2;

  const Cells& line(std::size_t k) const { return lines_.all()[open_[k]]; }

  // Pairs for the first `count` open lines. Those that have one are moved behind them.
  bool pair_up(const Cells& unpaired, std::size_t count) {
    if (count == 0) return true;
    std::size_t hardest = 0;
    int fewest = Cells::kSize;
    Cells of_use{};
    for (std::size_t k = 0; k < count; ++k) {
      const Cells cells = line(k) & unpaired;
      of_use = of_use | cells;
      const int n = cells.count();
      if (n < 2) return false;
      if (n < fewest) fewest = n, hardest = k;
    }
    if (static_cast<int>(count) > of_use.count() / 2 * lines_.most_shared()) return false;

    std::array<Candidate, kMostCandidates> candidates;
    const std::size_t size = list_pairs(line(hardest) & unpaired, count, candidates);
    for (std::size_t k = 0; k < size; ++k) {
      const auto best = std::max_element(
          candidates.begin() + k, candidates.begin() + size,
          [](const Candidate& a, const Candidate& b) { return a.merit < b.merit; });
      std::swap(candidates[k], *best);
      if (tries_-- <= 0) return false;
      const auto p = candidates[k].pair[0], q = candidates[k].pair[1];
      const auto middle =
          std::partition(open_.begin(), open_.begin() + count, [&](std::uint16_t index) {
            return !lines_.all()[index].test(p) || !lines_.all()[index].test(q);
          });
      Cells left = unpaired;
      left.reset(p);
      left.reset(q);
      pairs_.add(candidates[k].pair);
      if (pair_up(left, static_cast<std::size_t>(middle - open_.begin()))) return true;
      --pairs_.size;
    }
    return false;
  }

  std::size_t list_pairs(const Cells& cells, std::size_t count,
                         std::array<Candidate, kMostCandidates>& candidates) const {
    std::size_t size = 0;
    cells.for_each([&](int p) {
      cells.for_each([&](int q) {
        if (q <= p) return;
        int shared = 0, others = 0;
        for (std::size_t k = 0; k < count; ++k) {
          const bool with_p = line(k).test(p), with_q = line(k).test(q);
          shared += with_p && with_q;
          others += with_p != with_q;
        }
        using Move = typename G::Move;
        candidates[size++] = {{static_cast<Move>(p), static_cast<Move>(q)}, 4 * shared - others};
      });
    });
    return size;
  }

  const Lines& lines_;
  int tries_;
  Cells unpaired_;
  std::array<std::uint16_t, Lines::kMostLines> open_;
  std::size_t open_count_ = 0;
  CellPairs<G> pairs_;
};

// Pairs by which the claimant holds at least a draw, if they are found quickly.
template <HasLines G>
std::optional<CellPairs<G>> find_pairing(const typename G::Lines& lines, const typename G::State& s,
                                         Side claimant, int tries = 50) {
  PairingSearch<G> search(lines, s, claimant, tries);
  if (!search.found()) return std::nullopt;
  return search.pairs();
}

}  // namespace solvent::lines
