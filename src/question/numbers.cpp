#include "question/numbers.hpp"

#include <unordered_map>

namespace solvent {

namespace {

using Effort = effort::ProofNumbers;

// The cells of what is known within `bounds` and costs `open` where it is not.
void settle(Bounds bounds, std::vector<Effort::Cell>& cells) {
  for (int cut = 0; cut < static_cast<int>(cells.size()); ++cut)
    if (!open_for(bounds, cut))
      cells[cut] = cut < bounds.pess ? Effort::Cell{0, Effort::kInfinite}
                                     : Effort::Cell{Effort::kInfinite, 0};
}

}  // namespace

class NumberedTree::Maker {
 public:
  Maker(const InternedSource& source, std::size_t most_lines)
      : source_(source), most_lines_(most_lines) {
    tree_.outcomes_ = source.scale().size();
  }

  std::optional<NumberedTree> make(std::uint32_t root) {
    if (!gather(root)) return std::nullopt;
    add(root, 0, false);
    if (full_) return std::nullopt;
    return std::move(tree_);
  }

 private:
  struct Known {
    std::optional<Place> line;  // where it stands with numbers that hold on every path
    bool on_path = false;
  };

  // Every node below `root` is written out at least once, and its children with it.
  bool gather(std::uint32_t root) {
    std::vector<std::uint32_t> todo = {root};
    known_[root];
    std::size_t lines = 1;
    while (!todo.empty()) {
      const auto children = source_.node(todo.back()).children;
      todo.pop_back();
      lines += children.size();
      if (lines > most_lines_) return false;
      for (const std::uint32_t child : children)
        if (known_.try_emplace(child).second) todo.push_back(child);
    }
    return true;
  }

  bool reaches(std::uint32_t from, std::uint32_t to) const {
    std::unordered_map<std::uint32_t, bool> seen = {{from, true}};
    std::vector<std::uint32_t> todo = {from};
    while (!todo.empty()) {
      const std::uint32_t id = todo.back();
      if (id == to) return true;
      todo.pop_back();
      for (const std::uint32_t child : source_.node(id).children)
        if (seen.try_emplace(child, true).second) todo.push_back(child);
    }
    return false;
  }

  // `within_cycle`: the parent can be reached again from here, so what the path contains may
  // matter. If not, nothing before this node can. The depth is less than the number of lines.
  Place add(std::uint32_t id, std::uint32_t depth, bool within_cycle) {
    const auto place = static_cast<Place>(tree_.lines_.size());
    full_ = full_ || place == most_lines_;
    if (full_) return 0;
    const InternedNode node = source_.node(id);
    Known& known = known_.at(id);
    Line line{id, depth, Kind::Leaf, node.side, node.bounds, {}, {}};
    line.cells.assign(static_cast<std::size_t>(tree_.outcomes_ - 1), {node.cost, node.cost});

    if (known.on_path) {
      line.kind = Kind::Repetition;
      line.bounds = {source_.repetition(), source_.repetition()};
    } else if (known.line && !within_cycle && !node.children.empty()) {
      line = tree_.lines_[*known.line];
      line.depth = depth;
      line.kind = Kind::AsAbove;
    } else if (!node.children.empty()) {
      line.kind = Kind::Inner;
      tree_.lines_.emplace_back();  // children stand below
      known.on_path = true;
      for (const std::uint32_t child : node.children) {
        const bool cycle = child == id || reaches(child, id);
        line.children.push_back(add(child, depth + 1, cycle));
        if (full_) return 0;
      }
      known.on_path = false;
      if (!within_cycle) known.line = place;
      join(line);
    }
    settle(line.bounds, line.cells);
    if (line.kind == Kind::Inner)
      tree_.lines_[place] = std::move(line);
    else
      tree_.lines_.push_back(std::move(line));
    return place;
  }

  void join(Line& line) const {
    Bounds found = tree_.lines_[line.children.front()].bounds;
    std::fill(line.cells.begin(), line.cells.end(), Effort::neutral(line.side));
    for (const Place child : line.children) {
      const Line& of = tree_.lines_[child];
      found = best_of(line.side, found, of.bounds);
      for (std::size_t cut = 0; cut < line.cells.size(); ++cut)
        line.cells[cut] = Effort::join(line.side, line.cells[cut], of.cells[cut]);
    }
    line.bounds = clamp(line.bounds, found);
  }

  const InternedSource& source_;
  const std::size_t most_lines_;
  std::unordered_map<std::uint32_t, Known> known_;
  bool full_ = false;
  NumberedTree tree_;
};

std::optional<NumberedTree> NumberedTree::make(const InternedSource& source, std::uint32_t root,
                                               std::size_t most_lines) {
  return Maker(source, most_lines).make(root);
}

std::optional<std::uint32_t> NumberedTree::at_least(const Line& line, int outcome) const {
  if (outcome > line.bounds.opti) return std::nullopt;
  return outcome == 0 ? 0 : line.cells[outcome - 1].pn;
}

std::optional<std::uint32_t> NumberedTree::at_most(const Line& line, int outcome) const {
  if (outcome < line.bounds.pess) return std::nullopt;
  return outcome == outcomes_ - 1 ? 0 : line.cells[outcome].dn;
}

search::Attraction NumberedTree::attraction() const {
  const search::OpenCuts cuts{root().side, root().bounds,
                              [&](int cut) { return root().cells[cut].pn; },
                              [&](int cut) { return root().cells[cut].dn; }};
  return cuts.choose([](int) { return false; });
}

// From the root to the open child of least number, again and again.
template <class Number>
std::optional<std::vector<NumberedTree::Place>> NumberedTree::descend(int cut,
                                                                      Number&& number_of) const {
  if (!open_for(root().bounds, cut)) return std::nullopt;
  std::vector<Place> path;
  for (const Line* at = &root(); !at->children.empty();) {
    const Line* next = nullptr;
    for (const Place place : at->children) {
      const Line& child = lines_[place];
      if (!open_for(child.bounds, cut)) continue;
      if (next != nullptr && number_of(at->side, child) >= number_of(at->side, *next)) continue;
      next = &child;
    }
    path.push_back(static_cast<Place>(next - lines_.data()));
    at = next;
  }
  return path;
}

std::optional<std::vector<NumberedTree::Place>> NumberedTree::most_proving_path(int cut) const {
  return descend(
      cut, [cut](Side side, const Line& child) { return Effort::urgency(side, child.cells[cut]); });
}

std::optional<std::vector<NumberedTree::Place>> NumberedTree::lecture_path(int cut) const {
  if (!open_for(root().bounds, cut)) return std::nullopt;
  const Cell goal = root().cells[cut];
  const Side prover = goal.pn <= goal.dn ? Side::Max : Side::Min;  // who may choose among children
  return descend(cut, [=](Side side, const Line& child) {
    return side == prover ? Effort::urgency(side, child.cells[cut]) : 0;
  });
}

}  // namespace solvent
