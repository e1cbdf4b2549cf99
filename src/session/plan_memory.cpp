// How much memory may a search use, and for what? Half of the machine's unless it is said, less
// what the program itself takes; the table gets part of it.
#include <algorithm>

#include "base/memory.hpp"
#include "session/plan_parts.hpp"

namespace solvent::session {

namespace {

constexpr std::uint64_t kUsualTable = std::uint64_t{1} << 30;
constexpr std::uint64_t kProgram = std::uint64_t{16} << 20;

}  // namespace

std::uint64_t memory_limit(const Options& options) {
  return options.limits.memory.value_or(physical_memory() / 2);
}

void share_memory(const Options& options, search::Design& design) {
  const std::uint64_t limit = memory_limit(options);
  const std::uint64_t memory = limit - std::min(limit / 16, kProgram);
  design.memory = memory;
  design.table_bytes = options.table_size.value_or(std::min(memory / 2, kUsualTable));
  if (design.algorithm.traversal != search::Traversal::BestFirst) return;
  // The tree leaves room for the tables of the searches that find the line.
  design.memory = memory / 4 * 3;
  design.table_bytes = std::min<std::uint64_t>(design.table_bytes, memory / 8);
}

}  // namespace solvent::session
