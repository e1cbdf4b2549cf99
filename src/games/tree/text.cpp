#include "games/tree/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.hpp"

namespace solvent::tree {

namespace {

const Graph& graph_of(const Interned& g) { return static_cast<const Graph&>(g.source()); }

class Outline {
 public:
  Outline(const Graph& graph, const Ink& ink) : g_(graph), ink_(ink), seen_(graph.size(), false) {}

  std::string draw(std::uint32_t from) {
    add(from);
    if (lines_ > kLines)
      out_ += ink_.faint(fmt::format("  ... {} more\n",
                                     counted(static_cast<std::uint64_t>(lines_ - kLines), "line")));
    return std::move(out_);
  }

 private:
  static constexpr int kLines = 60;
  static constexpr std::size_t kPlies = 5;

  void add(std::uint32_t id) {
    const auto node = g_.node(id);
    const std::string name = node.side == Side::Max ? ink_.max(g_.name(id)) : ink_.min(g_.name(id));
    if (node.children.empty()) {
      std::string leaf = name + " " + leaf_text(g_, id);
      if (node.cost != 1) leaf += ink_.faint(fmt::format("  cost {}", node.cost));
      line(leaf);
      return;
    }
    const bool on_path = std::find(path_.begin(), path_.end(), id) != path_.end();
    const char* note = on_path                  ? "  (again: a cycle)"
                       : seen_[id]              ? "  (as above)"
                       : path_.size() == kPlies ? "  ..."
                                                : "";
    line(name + (node.side == Side::Max ? " Max" : " Min") + ink_.faint(note));
    if (*note != '\0') return;
    seen_[id] = true;
    path_.push_back(id);
    for (const std::uint32_t child : node.children) add(child);
    path_.pop_back();
  }
  void line(const std::string& text) {
    if (++lines_ <= kLines) out_ += std::string(2 + 2 * path_.size(), ' ') + text + '\n';
  }

  const Graph& g_;
  const Ink& ink_;
  std::vector<bool> seen_;
  std::vector<std::uint32_t> path_;
  std::string out_;
  int lines_ = 0;
};

// "; did you mean abc?" where a name is likely to have been mistyped.
std::string hint(const std::vector<std::string>& names, std::string_view wanted) {
  constexpr std::size_t kWorthTrying = 10'000;
  if (names.size() > kWorthTrying) return "";
  const auto near = text::nearest(wanted, names);
  return near ? fmt::format("; did you mean {}?", *near) : "";
}

}  // namespace

std::string leaf_text(const Graph& graph, std::uint32_t id) {
  const Bounds b = graph.node(id).bounds;
  const int low = graph.scale().value(b.pess), high = graph.scale().value(b.opti);
  if (graph.node(id).ended) return fmt::format("= {}", low);
  return b == graph.scale().everything() ? "?" : fmt::format("? {}..{}", low, high);
}

std::string draw_graph(const Graph& graph, std::uint32_t from, const Ink& ink) {
  return Outline(graph, ink).draw(from);
}

std::string Text::position(const G& g, const State& s) { return graph_of(g).name(s.id); }

Result<Interned::State> Text::parse(const G& g, std::string_view text) {
  if (text.empty()) return g.initial();
  const Graph& graph = graph_of(g);
  if (const auto id = graph.find(text)) return State{*id};
  std::vector<std::string> names;
  for (std::uint32_t id = 0; id < graph.size(); ++id) names.push_back(graph.name(id));
  return Error{fmt::format("there is no node {}{}", text::quoted(text), hint(names, text))};
}

std::string Text::draw(const G& g, const State& s, const Ink& ink) {
  return draw_graph(graph_of(g), s.id, ink);
}

std::string Text::move(const G& g, const State& s, Move m) {
  const Graph& graph = graph_of(g);
  return graph.name(graph.children(s.id)[m]);
}

Result<Interned::Move> Text::parse_move(const G& g, const State& s, std::string_view text) {
  const Graph& graph = graph_of(g);
  const auto children = graph.children(s.id);
  std::vector<std::string> names;
  for (const std::uint32_t child : children) names.push_back(graph.name(child));
  const auto at = std::find(names.begin(), names.end(), text);
  if (at != names.end()) return static_cast<Move>(at - names.begin());
  if (names.empty())
    return Error{
        fmt::format("{}: {} is a leaf", text::quoted(text), text::quoted(graph.name(s.id)))};
  constexpr std::size_t kShown = 12;
  if (names.size() > kShown) {
    names.resize(kShown);
    names.push_back("more");
  }
  return Error{fmt::format("{} is not a child of {}: choose among {}", text::quoted(text),
                           text::quoted(graph.name(s.id)), text::list(names, "or"))};
}

namespace {

Result<Made> made_of(Graph graph, const std::string& name, std::string_view scale) {
  if (scale == "wld") graph = graph.by_sign();
  if (const auto unknown = graph.unknown_leaves(); !unknown.empty())
    return Error{
        fmt::format("tree:{}: leaf {} has no value: give it one to solve the tree; its numbers can "
                    "be shown without",
                    name, text::quoted(graph.name(unknown.front())))};
  auto source = std::make_shared<const Graph>(std::move(graph));
  return Made::of<Text>("tree:" + name, Interned(std::move(source)));
}

Result<Made> make(const Parameters& parameters, std::string_view scale) {
  if (parameters.empty()) return parameters.wrong("name a file: tree:FILE");
  const std::string path(parameters.text());
  Result<Graph> graph = load_graph(path);
  if (!graph) return graph.error();
  return made_of(*std::move(graph), path, scale);
}

}  // namespace

Result<GamePtr> make_game(Graph graph, const std::string& name, std::string_view scale) {
  const Result<Made> made = made_of(std::move(graph), name, scale);
  if (!made) return made.error();
  return families().front().adopt(made->game());
}

const std::vector<GameFamily>& families() {
  static const std::vector<GameFamily> kFamilies = {{
      .name = "tree",
      .title = "Lecture trees",
      .summary = "a tree or graph of your own, from a text file with one node a line",
      .parameters = "FILE (lines such as a Max: b c=1 and b Min: d=0 e=2)",
      .notation = "the name of a node",
      .scales = {"score", "wld"},
      .example = "",
      .specs = {},  // none: trees come from the user's files
      .maker = make,
      .advise = advice_for_few_positions,
  }};
  return kFamilies;
}

}  // namespace solvent::tree
