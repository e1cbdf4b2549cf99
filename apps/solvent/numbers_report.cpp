#include "numbers_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "session/options.hpp"
#include "session/plan.hpp"

namespace solvent::cli {

namespace {

using Line = NumberedTree::Line;
using Kind = NumberedTree::Kind;
using Number = std::optional<std::uint32_t>;

std::string in_text(Number n) {
  if (!n) return "∞";
  return *n == effort::ProofNumbers::kInfinite ? fmt::format("≥{}", *n) : fmt::format("{}", *n);
}
Json in_json(Number n) { return n ? Json(*n) : Json(nullptr); }

std::size_t columns(std::string_view utf8) {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

// The cut that `--at-least` asks about.
Result<int> cut_of(const AnyGame& game, Side to_move, int at_least) {
  const Scale& scale = game.scale();
  if (scale.size() < 2)
    return session::say("{at_least} {}: there is nothing to ask, the only outcome is {}", at_least,
                        scale.value(0));
  Options options;
  options.at_least = at_least;
  const Result<session::Asked> asked = session::make_window(game, to_move, options);
  if (!asked) return asked.error();
  if (!asked->settled) return static_cast<int>(asked->window.alpha);
  const bool max = to_move == Side::Max;
  const auto second = static_cast<Outcome>(max ? 1 : scale.size() - 2);
  return session::say("{at_least} {}: {} {} gets that; ask for {} to {}", at_least,
                      game.player(to_move), *asked->settled ? "always" : "never",
                      scale.for_side(to_move, second),
                      scale.for_side(to_move, max ? scale.best() : Outcome{0}));
}

Result<Json> numbers_json(const std::shared_ptr<const tree::Graph>& graph, const std::string& spec,
                          std::optional<int> at_least) {
  const ErasedGame<Interned, tree::Text> game(spec, Interned(graph));
  const AnyState state = game.initial();
  std::optional<int> cut;
  if (at_least) {
    const Result<int> asked = cut_of(game, game.to_move(state), *at_least);
    if (!asked) return asked.error();
    cut = *asked;
  } else if (game.scale().size() == 2) {
    cut = 0;
  }
  const std::uint32_t root = restore_state<Interned::State>(state).id;
  const auto tree = NumberedTree::make(*graph, root, kMostNumberedLines);
  if (!tree)
    return Error{fmt::format("more than {} lines are too many to number", kMostNumberedLines)};
  return NumbersReport(game, *graph, *tree, cut).json();
}

std::string NumbersReport::label(const Line& line) const {
  const std::string& name = graph_.name(line.id);
  if (!graph_.children(line.id).empty()) return name + " " + game_.player(line.side);
  return name + " " + tree::leaf_text(graph_, line.id);
}

std::string NumbersReport::note(const Line& line) const {
  if (line.kind == Kind::AsAbove) return "(as above)";
  if (line.kind == Kind::Repetition)
    return fmt::format("(again: worth {})", value(graph_.repetition()));
  const std::uint32_t cost = graph_.node(line.id).cost;
  return line.kind == Kind::Leaf && cost != 1 ? fmt::format("cost {}", cost) : "";
}

std::vector<std::string> NumbersReport::cells(const Line& line) const {
  if (asked_) return {"pn " + in_text(pn(line)), "dn " + in_text(dn(line))};
  std::vector<std::string> out;
  for (int o = 0; o < tree_.outcomes(); ++o)
    out.push_back(in_text(tree_.at_least(line, o)) + "/" + in_text(tree_.at_most(line, o)));
  return out;
}

std::string NumbersReport::heading() const {
  if (!asked_)
    return "G/S under each outcome: what it takes to prove that Max gets at least, at most so "
           "much.\n";
  const Side side = tree_.root().side;
  const std::string about = fmt::format("Max gets at least {}", value(*asked_ + 1));
  if (side == Side::Max) return fmt::format("pn to prove, dn to disprove: {}.\n", about);
  return fmt::format("pn to prove, dn to disprove: {} (if not, Min gets at least {}).\n", about,
                     scale_.for_side(side, static_cast<Outcome>(*asked_)));
}

std::string NumbersReport::in_words(const std::vector<NumberedTree::Place>& path) const {
  return path.empty() ? graph_.name(tree_.root().id)
                      : fmt::format("{}", fmt::join(names(path), ", "));
}

std::vector<std::string> NumbersReport::names(const std::vector<NumberedTree::Place>& path) const {
  std::vector<std::string> out;
  for (const NumberedTree::Place place : path) out.push_back(graph_.name(tree_.lines()[place].id));
  return out;
}

std::string NumbersReport::conclusion() const {
  const Bounds b = tree_.root().bounds;
  if (!select_) {
    if (!asked_) return fmt::format("solved: Max gets {}\n", value(b.pess));
    return b.pess > *asked_ ? "proved\n" : "disproved\n";
  }
  std::string out;
  if (!asked_)
    out = fmt::format("attracting: {}, distracting: {}\n", value(attraction_.attracting),
                      value(attraction_.distracting));
  return out + fmt::format("select: {}\nlecture: {}\n", in_words(*select_), in_words(*lecture_));
}

std::string NumbersReport::text(const Ink& ink) const {
  std::size_t label_width = 0;
  std::vector<std::size_t> widths;
  const auto widen = [](std::size_t& width, std::size_t by) { width = std::max(width, by); };
  const auto widen_all = [&](const std::vector<std::string>& row) {
    widths.resize(row.size());
    for (std::size_t k = 0; k < row.size(); ++k) widen(widths[k], columns(row[k]));
  };
  for (const Line& line : tree_.lines()) {
    widen(label_width, std::min(kWidest, 2 * line.depth + columns(label(line))));
    widen_all(cells(line));
  }
  const auto padding = [](std::size_t width, std::size_t used) {
    return std::string(width > used ? width - used : 0, ' ');
  };
  std::string out = heading();
  if (!asked_) {
    std::vector<std::string> outcomes;
    for (int o = 0; o < tree_.outcomes(); ++o) outcomes.push_back(fmt::format("{}", value(o)));
    widen_all(outcomes);
    std::string row = padding(label_width, 0);
    for (std::size_t k = 0; k < outcomes.size(); ++k)
      row += "  " + padding(widths[k], outcomes[k].size()) + outcomes[k];
    out += ink.faint(row) + "\n";
  }
  for (const Line& line : tree_.lines()) {
    const std::string& name = graph_.name(line.id);
    const std::string plain = label(line);
    out += std::string(2 * line.depth, ' ') +
           (line.side == Side::Max ? ink.max(name) : ink.min(name)) + plain.substr(name.size()) +
           padding(label_width, 2 * line.depth + columns(plain));
    const std::vector<std::string> row = cells(line);
    const std::string after = note(line);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string pad = padding(widths[k], columns(row[k]));
      const bool last = k + 1 == row.size() && after.empty();
      out += "  " + (asked_ ? row[k] + (last ? "" : pad) : pad + row[k]);
    }
    out += (after.empty() ? "" : "  " + ink.faint(after)) + "\n";
  }
  return out + conclusion();
}

Json NumbersReport::json() const {
  static constexpr const char* kKinds[] = {"inner", "leaf", "as-above", "repetition"};
  const auto player = [&](Side side) { return game_.player(side); };
  std::vector<int> outcomes;
  for (int o = 0; o < tree_.outcomes(); ++o) outcomes.push_back(value(o));
  Json out{{"game", game_.spec()},
           {"position", graph_.name(tree_.root().id)},
           {"to_move", player(tree_.root().side)},
           {"outcomes", outcomes}};
  if (asked_) out["max_gets_at_least"] = value(*asked_ + 1);
  out["nodes"] = Json::array();
  for (const Line& line : tree_.lines()) {
    Json node{{"node", graph_.name(line.id)},   {"depth", line.depth},
              {"to_move", player(line.side)},   {"kind", kKinds[static_cast<int>(line.kind)]},
              {"low", value(line.bounds.pess)}, {"high", value(line.bounds.opti)}};
    if (asked_) {
      node["pn"] = in_json(pn(line));
      node["dn"] = in_json(dn(line));
    } else {
      node["G"] = node["S"] = Json::array();
      for (int o = 0; o < tree_.outcomes(); ++o) {
        node["G"].push_back(in_json(tree_.at_least(line, o)));
        node["S"].push_back(in_json(tree_.at_most(line, o)));
      }
    }
    out["nodes"].push_back(std::move(node));
  }
  if (!asked_) {
    const auto outcome = [&](int rank) {
      return attraction_.none() ? Json(nullptr) : Json(value(rank));
    };
    out["attracting"] = outcome(attraction_.attracting);
    out["distracting"] = outcome(attraction_.distracting);
  }
  out["select"] = select_ ? Json(names(*select_)) : Json(nullptr);
  out["lecture"] = lecture_ ? Json(names(*lecture_)) : Json(nullptr);
  return out;
}

}  // namespace solvent::cli
