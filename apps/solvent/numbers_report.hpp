// What there is to say of a small explicit tree and its proof and disproof numbers: as text, and as
// JSON.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>

#include "games/tree/text.hpp"
#include "question/numbers.hpp"

namespace solvent::cli {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t kMostNumberedLines = 1000;

// The cut that `at_least` asks about.
Result<int> cut_of(const AnyGame& game, Side to_move, int at_least);

// The report of all of a graph, as JSON.
Result<Json> numbers_json(const std::shared_ptr<const tree::Graph>& graph, const std::string& spec,
                          std::optional<int> at_least);

class NumbersReport {
 public:
  // `cut`: the one question asked; without it the table of all outcomes is shown. What is given has
  // to stay.
  NumbersReport(const AnyGame& game, const tree::Graph& graph, const NumberedTree& tree,
                std::optional<int> cut)
      : game_(game),
        graph_(graph),
        scale_(graph.scale()),
        tree_(tree),
        asked_(cut),
        attraction_(tree.attraction()) {
    if (asked_)
      cut_ = asked_;
    else if (!attraction_.none())
      cut_ = attraction_.cut(tree.root().side);
    if (!cut_) return;
    select_ = tree.most_proving_path(*cut_);
    lecture_ = tree.lecture_path(*cut_);
  }

  std::string text(const Ink& ink) const;
  Json json() const;

 private:
  using Line = NumberedTree::Line;
  using Path = std::optional<std::vector<NumberedTree::Place>>;
  static constexpr std::size_t kWidest = 40;  // of what is aligned

  int value(int rank) const { return scale_.value(static_cast<Outcome>(rank)); }
  std::optional<std::uint32_t> pn(const Line& line) const {
    return tree_.at_least(line, *asked_ + 1);
  }
  std::optional<std::uint32_t> dn(const Line& line) const { return tree_.at_most(line, *asked_); }
  std::string label(const Line& line) const;
  std::string note(const Line& line) const;
  std::vector<std::string> cells(const Line& line) const;
  std::string heading() const;
  std::string conclusion() const;
  std::vector<std::string> names(const std::vector<NumberedTree::Place>& path) const;
  std::string in_words(const std::vector<NumberedTree::Place>& path) const;

  const AnyGame& game_;
  const tree::Graph& graph_;
  const Scale& scale_;
  const NumberedTree& tree_;
  std::optional<int> asked_, cut_;
  search::Attraction attraction_;
  Path select_, lecture_;
};

}  // namespace solvent::cli
