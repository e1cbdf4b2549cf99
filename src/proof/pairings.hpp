// Claims that pairs of cells hold (games/lines/pairing.hpp): found for the collector, and written
// as the argument of the claim. Games without lines have none.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "game/statement.hpp"
#include "games/lines/knowledge_pairing.hpp"

namespace solvent::proof {

template <Game G>
class Pairings {
 public:
  static constexpr std::size_t kArgument = 0;  // bytes
  Pairings(const G&, Statement) {}
  bool possible() const { return false; }
  bool hold(const typename G::State&) const { return false; }
  void append(const typename G::State&, std::vector<std::byte>&) const {}
};

template <lines::HasLines G>
class Pairings<G> {
 public:
  static constexpr std::size_t kArgument = G::Lines::Cells::kSize;
  Pairings(const G& g, Statement statement)
      : lines_(g),
        statement_(statement),
        enough_(statement.holds(lines::at_least_a_draw(statement.claimant))) {}

  bool possible() const { return enough_; }
  bool hold(const typename G::State& s) const { return enough_ && find(s).has_value(); }
  // For each cell the number of its pair, from 1, or 0. What was found once is found again.
  void append(const typename G::State& s, std::vector<std::byte>& arguments) const {
    const auto pairs = find(s);
    const std::size_t begin = arguments.size();
    arguments.resize(begin + kArgument);
    for (std::size_t k = 0; k < pairs->size; ++k)
      for (const auto cell : (*pairs)[k]) arguments[begin + cell] = std::byte(k + 1);
  }

 private:
  auto find(const typename G::State& s) const {
    return lines::find_pairing<G>(lines_, s, statement_.claimant);
  }

  typename G::Lines lines_;
  Statement statement_;
  bool enough_;  // a draw is
};

}  // namespace solvent::proof
