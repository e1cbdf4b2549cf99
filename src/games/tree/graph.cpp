#include "games/tree/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <numeric>
#include <system_error>

namespace solvent::tree {

Graph::Graph(Parts parts) : parts_(std::move(parts)), by_name_(parts_.records.size()) {
  std::iota(by_name_.begin(), by_name_.end(), 0u);
  std::sort(by_name_.begin(), by_name_.end(),
            [this](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); });
}

std::optional<std::uint32_t> Graph::find(std::string_view wanted) const {
  const auto at =
      std::lower_bound(by_name_.begin(), by_name_.end(), wanted,
                       [this](std::uint32_t id, std::string_view text) { return name(id) < text; });
  if (at == by_name_.end() || name(*at) != wanted) return std::nullopt;
  return *at;
}

std::vector<std::uint32_t> Graph::unknown_leaves() const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t id = 0; id < size(); ++id)
    if (is_unknown(id)) found.push_back(id);
  return found;
}

Graph Graph::by_sign() const {
  const auto sign = [this](Outcome rank) {
    const int value = scale().value(rank);
    return static_cast<Outcome>((value > 0) - (value < 0) + 1);
  };
  Parts parts = parts_;
  parts.scale = Scale::win_draw_loss();
  parts.repetition = sign(parts.repetition);
  for (Record& r : parts.records) {
    r.bounds = r.children > 0 ? parts.scale.everything()
                              : Bounds{sign(r.bounds.pess), sign(r.bounds.opti)};
    r.ended = r.children == 0 && r.bounds.closed();  // of ?2..4 the sign is known
  }
  return Graph(std::move(parts));
}

namespace {

std::string print_scale(const Scale& scale) {
  if (scale.kind() == Scale::Kind::WinDrawLoss) return "wld";
  const int low = scale.value(0), high = scale.value(scale.best());
  if (low < high && high - low == scale.best()) return fmt::format("{}..{}", low, high);
  std::vector<int> values;
  for (int rank = 0; rank < scale.size(); ++rank)
    values.push_back(scale.value(static_cast<Outcome>(rank)));
  return fmt::format("{}", fmt::join(values, " "));
}

// What a leaf is worth, as written after its name: "=3", "?", "?0..2".
std::string print_leaf(const Graph& g, std::uint32_t id) {
  const Bounds b = g.node(id).bounds;
  const int low = g.scale().value(b.pess), high = g.scale().value(b.opti);
  if (g.node(id).ended) return fmt::format("={}", low);
  return b == g.scale().everything() ? "?" : fmt::format("?{}..{}", low, high);
}

}  // namespace

std::string print_graph(const Graph& g) {
  std::string out = fmt::format("scale {}\n", print_scale(g.scale()));
  if (g.cyclic()) out += fmt::format("repetition {}\n", g.scale().value(g.repetition()));
  const auto side = [&](std::uint32_t id) { return g.node(id).side == Side::Max ? "Max" : "Min"; };
  // A leaf is written beside the parent that lists it first, if what is left out there would be
  // understood: cost 1 and the other side.
  std::vector<bool> listed(g.size(), false), written(g.size(), false);
  for (std::uint32_t id = 0; id < g.size(); ++id) {
    if (written[id]) continue;
    out += fmt::format("{} {}", g.name(id), side(id));
    if (g.children(id).empty()) {
      out += " " + print_leaf(g, id);
      if (g.node(id).cost != 1) out += fmt::format(" cost {}", g.node(id).cost);
    } else {
      out += ":";
    }
    for (const std::uint32_t child : g.children(id)) {
      out += " " + g.name(child);
      const auto node = g.node(child);
      const bool plain = node.cost == 1 && node.side == other(g.node(id).side);
      if (node.children.empty() && plain && !listed[child]) {
        out += print_leaf(g, child);
        written[child] = true;
      }
      listed[child] = true;
    }
    out += "\n";
  }
  return out;
}

namespace {

Result<std::string> read_file(const std::string& path) {
  const auto reason = [] {
    return Error{std::generic_category().message(errno) +
                 "; write tree:FILE, a file of lines such as 'a Max: b=3 c=-1'"};
  };
  if (path.find('\0') != path.npos) return Error{"a file name has no NUL in it"};
  const auto close = [](std::FILE* f) { std::fclose(f); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  if (!file) return reason();
  std::string text;
  char block[1 << 16];
  while (const std::size_t got = std::fread(block, 1, sizeof(block), file.get())) {
    text.append(block, got);
    if (text.size() > kMaxFileBytes)
      return Error{fmt::format("the file is larger than {} MB", kMaxFileBytes >> 20)};
  }
  if (std::ferror(file.get())) return reason();  // a directory, for one
  return text;
}

std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = '?';
  return text;
}

}  // namespace

Result<Graph> load_graph(const std::string& path) {
  const auto in_file = [&](const std::string& what) {
    return Error{"tree:" + printable(path) + ": " + what};
  };
  const Result<std::string> text = read_file(path);
  if (!text) return in_file(text.message());
  Result<Graph> graph = parse_graph(*text);
  if (!graph) return in_file(graph.message());
  return graph;
}

}  // namespace solvent::tree
