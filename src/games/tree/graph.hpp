// Explicit game trees and graphs, written by hand: the figures of a textbook, small
// counterexamples.
//
// A Graph numbers its nodes breadth first from the root, which is 0, and children in the order
// written. Shared children and cycles are welcome. A leaf may be left without a value (the lecture
// trees on proof numbers do so): such a node is not ended, has open bounds and no moves, and can be
// shown but not played or solved, so a graph with unknown leaves must not be given to a search
// (`unknown_leaves`). The format is described in README.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "game/interned.hpp"
#include "solvent/result.hpp"

namespace solvent::tree {

inline constexpr int kMaxValue = 1'000'000;  // values are -kMaxValue..kMaxValue
inline constexpr int kMaxCost = 1'000'000;
inline constexpr std::size_t kMaxName = 100;             // bytes
inline constexpr std::size_t kMaxFileBytes = 16u << 20;  // of a tree file

class Graph final : public InternedSource {
 public:
  struct Record {
    std::uint32_t first_child = 0;  // where its children begin
    std::uint16_t children = 0;     // how many
    Side side = Side::Max;
    bool ended = false;
    Bounds bounds;
    std::uint32_t cost = 1;
  };
  // What a graph is made of; parse_graph takes care that it is sound.
  struct Parts {
    Scale scale;
    Outcome repetition = 0;
    bool cyclic = false;
    std::vector<std::string> names;
    std::vector<Record> records;
    std::vector<std::uint32_t> children;
  };
  explicit Graph(Parts parts);

  const Scale& scale() const override { return parts_.scale; }
  Outcome repetition() const override { return parts_.repetition; }
  bool acyclic() const override { return !parts_.cyclic; }
  std::uint32_t initial() const override { return 0; }
  InternedNode node(std::uint32_t id) const override {
    const Record& r = parts_.records[id];
    return {r.side, r.ended, r.bounds, children(id), r.cost};
  }

  std::uint32_t listed() const override { return size(); }

  std::uint32_t size() const { return static_cast<std::uint32_t>(parts_.records.size()); }
  bool cyclic() const { return parts_.cyclic; }
  const std::string& name(std::uint32_t id) const { return parts_.names[id]; }
  std::optional<std::uint32_t> find(std::string_view name) const;
  std::span<const std::uint32_t> children(std::uint32_t id) const {
    const Record& r = parts_.records[id];
    return std::span(parts_.children).subspan(r.first_child, r.children);
  }

  bool is_unknown(std::uint32_t id) const {
    return parts_.records[id].children == 0 && !parts_.records[id].ended;
  }
  std::vector<std::uint32_t> unknown_leaves() const;
  bool has_unknown() const { return !unknown_leaves().empty(); }

  // The same graph with its values reduced to win, draw and loss for Max.
  Graph by_sign() const;

 private:
  Parts parts_;
  std::vector<std::uint32_t> by_name_;  // ids, sorted by name
};

// A graph from text, or what is wrong and in which line.
Result<Graph> parse_graph(std::string_view text);
// A text that parse_graph reads back as the same graph, ids and order included.
std::string print_graph(const Graph& graph);
// The same from a file; errors begin with its name.
Result<Graph> load_graph(const std::string& path);

}  // namespace solvent::tree
