// The 1994 paper's plot: by how much a search reduces the nodes of alpha-beta, over classes of
// positions whose alpha-beta trees are of a size.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace solvent::experiments {

// Nodes of the three searches on one position; nothing where one did not finish.
struct AllisNodes {
  std::optional<std::uint64_t> alpha_beta, with_table, pns;
};

// The positions whose alpha-beta trees have from 8^number up to 8^(number+1) nodes. One that
// alpha-beta did not finish has no class.
struct AllisClass {
  int number;
  std::size_t positions = 0;  // that have a class
  // Geometric means of alpha-beta's nodes over the other search's, of those that both finished.
  std::optional<double> with_table{}, pns{};
};
std::vector<AllisClass> allis_classes(std::span<const AllisNodes> positions);
// The middle of the class on a logarithmic axis.
double middle(const AllisClass& c);

// Spearman's rank correlation; nothing for fewer than three pairs or if one side is constant.
std::optional<double> rank_correlation(std::span<const std::pair<double, double>> pairs);

}  // namespace solvent::experiments
