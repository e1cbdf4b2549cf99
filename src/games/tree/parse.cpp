// The reader of tree files. Lines fill a list of entries, one a name; then the entries that the
// root reaches are numbered breadth first, sides left out are filled in on the way, and the scale
// is made of the values met.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/text.hpp"
#include "games/tree/graph.hpp"

namespace solvent::tree {

namespace {

using MaybeError = std::optional<Error>;
using text::quoted;

constexpr std::uint32_t kNone = 0xFFFFFFFF;

struct Range {
  int low, high;
};

struct Entry {
  enum class Kind : std::uint8_t { Mentioned, Inner, Value, Unknown };
  std::string_view name;
  Kind kind = Kind::Mentioned;
  int line = 0;  // where it is defined, or first mentioned
  std::optional<Side> side;
  std::optional<Range> range;  // of a leaf; none: anything on the scale
  std::uint32_t cost = 1;
  std::vector<std::uint32_t> children;
};

class Parser {
 public:
  Result<Graph> parse(std::string_view text);

 private:
  Error wrong(std::string_view what) const { return wrong(line_, what); }
  static Error wrong(int line, std::string_view what) {
    return Error{fmt::format("line {}: {}", line, what)};
  }

  // The lines.
  MaybeError read_line(std::string_view line);
  MaybeError read_directive(std::string_view line);
  MaybeError read_children(std::uint32_t id, std::string_view rest);
  MaybeError read_leaf(std::uint32_t id, bool known, const std::vector<std::string_view>& words);
  Result<std::uint32_t> define(std::string_view name, Entry::Kind kind);
  Result<std::uint32_t> entry_of(std::string_view name);
  Result<int> read_value(std::string_view word) const;
  Result<Range> read_range(std::string_view word) const;
  MaybeError read_scale(const std::vector<std::string_view>& words);

  // The graph.
  MaybeError check_defined() const;
  MaybeError number_nodes();
  bool has_cycle() const;
  MaybeError make_scale();
  MaybeError check_scale() const;
  bool on_scale(const Range& r) const {
    return scale_->rank_of(r.low).has_value() && scale_->rank_of(r.high).has_value();
  }
  Graph::Record record_of(const Entry& e) const;

  int line_ = 0;
  std::vector<Entry> entries_;  // in the order of the file
  std::unordered_map<std::string_view, std::uint32_t> by_name_;
  std::optional<std::string_view> root_;
  int root_line_ = 0;
  std::optional<int> repetition_;
  std::optional<Scale> scale_;  // as declared, later as made
  bool cyclic_ = false;
  std::vector<std::uint32_t> order_;   // entries breadth first from the root
  std::vector<std::uint32_t> number_;  // the place of an entry in order_
};

MaybeError check_name(std::string_view name) {
  if (name.empty()) return Error{"a name is missing"};
  if (name.size() > kMaxName)
    return Error{fmt::format("the name {} is longer than {} bytes", quoted(name), kMaxName)};
  if (!text::is_printable(name) || name.find_first_of("(),") != name.npos)
    return Error{
        fmt::format("{} is not a name: no commas, brackets and control characters", quoted(name))};
  if (name.front() == '-')
    return Error{fmt::format("{} is not a name: it begins with '-'", quoted(name))};
  return std::nullopt;
}

Result<std::uint32_t> Parser::entry_of(std::string_view name) {
  const auto [it, fresh] = by_name_.try_emplace(name, static_cast<std::uint32_t>(entries_.size()));
  if (!fresh) return it->second;
  if (const auto error = check_name(name)) return wrong(error->message);
  Entry e;
  e.name = name;
  e.line = line_;
  entries_.push_back(std::move(e));
  return it->second;
}

Result<std::uint32_t> Parser::define(std::string_view name, Entry::Kind kind) {
  const auto id = entry_of(name);
  if (!id) return id;
  Entry& e = entries_[*id];
  if (e.kind != Entry::Kind::Mentioned)
    return wrong(fmt::format("{} is defined again: it was in line {}", quoted(name), e.line));
  e.kind = kind;
  e.line = line_;
  return id;
}

Result<int> Parser::read_value(std::string_view word) const {
  const auto value = text::to_int(word);
  if (value && -kMaxValue <= *value && *value <= kMaxValue) return static_cast<int>(*value);
  return wrong(
      fmt::format("{} is not a whole number from {} to {}", quoted(word), -kMaxValue, kMaxValue));
}

Result<Range> Parser::read_range(std::string_view word) const {
  const std::size_t dots = word.find("..");
  if (dots == word.npos) return wrong(fmt::format("{} is not a range such as 0..3", quoted(word)));
  const auto low = read_value(word.substr(0, dots));
  if (!low) return low.error();
  const auto high = read_value(word.substr(dots + 2));
  if (!high) return high.error();
  if (*low >= *high)
    return wrong(fmt::format("the range {} is empty or a single value", quoted(word)));
  return Range{*low, *high};
}

MaybeError Parser::read_line(std::string_view line) {
  line = text::trim(line.substr(0, line.find('#')));
  if (line.empty()) return std::nullopt;
  const std::size_t mark = line.find_first_of(":=?");
  if (mark == line.npos) return read_directive(line);
  const auto head = text::words(line.substr(0, mark));
  const std::string side = head.size() == 2 ? text::lower(head[1]) : "";
  if (head.size() != 1 && side != "max" && side != "min")
    return wrong(fmt::format("before '{}' stand the name of one node and, if you like, Max or Min",
                             line[mark]));
  const auto kind = line[mark] == ':'   ? Entry::Kind::Inner
                    : line[mark] == '=' ? Entry::Kind::Value
                                        : Entry::Kind::Unknown;
  const auto id = define(head[0], kind);
  if (!id) return id.error();
  if (head.size() == 2) entries_[*id].side = side == "max" ? Side::Max : Side::Min;
  const std::string_view rest = line.substr(mark + 1);
  if (kind == Entry::Kind::Inner) return read_children(*id, rest);
  return read_leaf(*id, kind == Entry::Kind::Value, text::words(rest));
}

// `3 cost 2` after '=', `0..3 cost 2` after '?'; the cost and the range may be left out.
MaybeError Parser::read_leaf(std::uint32_t id, bool known,
                             const std::vector<std::string_view>& words) {
  std::size_t at = 0;
  if (known) {
    const auto value = read_value(words.empty() ? "" : words[at++]);
    if (!value) return value.error();
    entries_[id].range = Range{*value, *value};
  } else if (!words.empty() && words[0] != "cost") {
    const auto range = read_range(words[at++]);
    if (!range) return range.error();
    entries_[id].range = *range;
  }
  if (at == words.size()) return std::nullopt;
  const auto cost = text::to_int(words.size() == at + 2 ? words[at + 1] : "");
  if (words[at] != "cost" || !cost || *cost < 1 || *cost > kMaxCost)
    return wrong(fmt::format("{} after a leaf: only 'cost N' may follow, N from 1 to {}",
                             quoted(words[at]), kMaxCost));
  entries_[id].cost = static_cast<std::uint32_t>(*cost);
  return std::nullopt;
}

// Names, separated by spaces or commas; a leaf may carry its value: `b c=3 d? e?0..2`.
MaybeError Parser::read_children(std::uint32_t id, std::string_view rest) {
  std::vector<std::uint32_t> children;
  for (const std::string_view part : text::split(rest, ','))
    for (const std::string_view word : text::words(part)) {
      const std::size_t mark = word.find_first_of("=?");
      const std::string_view name = word.substr(0, mark);
      if (name.empty() || name.find(':') != name.npos)
        return wrong(fmt::format("{} is not a child: write b, b=3, b? or b?0..3, without spaces",
                                 quoted(word)));
      const bool known = mark != word.npos && word[mark] == '=';
      const auto child = mark == word.npos
                             ? entry_of(name)
                             : define(name, known ? Entry::Kind::Value : Entry::Kind::Unknown);
      if (!child) return child.error();
      if (mark != word.npos)
        if (auto error = read_leaf(*child, known, text::words(word.substr(mark + 1)))) return error;
      children.push_back(*child);
      if (children.size() > Interned::kMaxMoves)
        return wrong(fmt::format("{} has more than {} children", quoted(entries_[id].name),
                                 Interned::kMaxMoves));
    }
  if (children.empty())
    return wrong(fmt::format("{} lists no children", quoted(entries_[id].name)));
  std::vector<std::uint32_t> sorted = children;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    return wrong(
        fmt::format("{} lists {} twice", quoted(entries_[id].name), quoted(entries_[*twice].name)));
  entries_[id].children = std::move(children);
  return std::nullopt;
}

MaybeError Parser::read_directive(std::string_view line) {
  const auto words = text::words(line);
  const auto twice = [&] { return wrong(fmt::format("{} is given twice", words[0])); };
  if (words[0] == "scale" && words.size() > 1) {
    if (scale_) return twice();
    return read_scale({words.begin() + 1, words.end()});
  }
  if (words[0] == "repetition" && words.size() == 2) {
    if (repetition_) return twice();
    const auto value = read_value(words[1]);
    if (!value) return value.error();
    repetition_ = *value;
    return std::nullopt;
  }
  if (words[0] == "root" && words.size() == 2) {
    if (root_) return twice();
    root_ = words[1];
    root_line_ = line_;
    return std::nullopt;
  }
  return wrong(
      fmt::format("{} is not understood: write 'a Max: b c', 'b = 3', 'c ?', 'root NAME', "
                  "'repetition VALUE' or 'scale LOW..HIGH'",
                  quoted(line)));
}

MaybeError Parser::read_scale(const std::vector<std::string_view>& words) {
  if (words.size() == 1 && words[0] == "wld") {
    scale_ = Scale::win_draw_loss();
    return std::nullopt;
  }
  std::set<int> values;
  const auto too_many = [] { return fmt::format("a scale has at most {} values", kMaxOutcomes); };
  if (words.size() == 1 && words[0].find("..") != std::string_view::npos) {
    const auto range = read_range(words[0]);
    if (!range) return range.error();
    if (range->high - range->low >= kMaxOutcomes) return wrong(too_many());
    for (int v = range->low; v <= range->high; ++v) values.insert(v);
  } else {
    for (const std::string_view word : words) {
      const auto value = read_value(word);
      if (!value) return value.error();
      values.insert(*value);
    }
  }
  if (values.size() > kMaxOutcomes) return wrong(too_many());
  scale_ = Scale::of_values({values.begin(), values.end()});
  return std::nullopt;
}

MaybeError Parser::check_defined() const {
  if (entries_.empty())
    return Error{"there is no node: write lines such as 'a Max: b c', 'b = 1' and 'c = 0'"};
  for (const Entry& e : entries_) {
    if (e.kind != Entry::Kind::Mentioned) continue;
    const bool number = text::to_int(e.name).has_value();
    return wrong(e.line, fmt::format("{} is not defined: a leaf is written {}", quoted(e.name),
                                     number ? fmt::format("NAME={}", e.name)
                                            : fmt::format("{0}=VALUE or {0}?", e.name)));
  }
  return std::nullopt;
}

// Breadth first from the root. A node without a side takes the other one of the node that led here.
MaybeError Parser::number_nodes() {
  std::uint32_t root = 0;
  if (root_) {
    const auto found = by_name_.find(*root_);
    if (found == by_name_.end())
      return wrong(root_line_, fmt::format("the root {} is not defined", quoted(*root_)));
    root = found->second;
  }
  number_.assign(entries_.size(), kNone);
  number_[root] = 0;
  order_.push_back(root);
  if (!entries_[root].side) entries_[root].side = Side::Max;
  for (std::size_t at = 0; at < order_.size(); ++at) {
    const Entry& parent = entries_[order_[at]];
    for (const std::uint32_t child : parent.children) {
      if (number_[child] != kNone) continue;
      number_[child] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(child);
      if (!entries_[child].side) entries_[child].side = other(*parent.side);
    }
  }
  for (std::size_t id = 0; id < entries_.size(); ++id)
    if (number_[id] == kNone)
      return wrong(entries_[id].line,
                   fmt::format("{} cannot be reached from the root {}", quoted(entries_[id].name),
                               quoted(entries_[root].name)));
  return std::nullopt;
}

// Takes away nodes without parents as long as there are any: what is left goes round.
bool Parser::has_cycle() const {
  std::vector<std::uint32_t> parents(entries_.size(), 0), ready;
  for (const Entry& e : entries_)
    for (const std::uint32_t child : e.children) ++parents[child];
  if (parents[order_[0]] > 0) return true;
  ready.push_back(order_[0]);
  std::size_t removed = 0;
  while (!ready.empty()) {
    const std::uint32_t id = ready.back();
    ready.pop_back();
    ++removed;
    for (const std::uint32_t child : entries_[id].children)
      if (--parents[child] == 0) ready.push_back(child);
  }
  return removed < entries_.size();
}

MaybeError Parser::make_scale() {
  if (scale_) return check_scale();
  std::set<int> values;
  if (cyclic_) values.insert(repetition_.value_or(0));
  for (const Entry& e : entries_) {
    if (e.range) values.insert({e.range->low, e.range->high});
    if (values.size() > kMaxOutcomes)
      return wrong(e.line, fmt::format("more than {} different values", kMaxOutcomes));
  }
  for (const Entry& e : entries_)
    if (e.kind == Entry::Kind::Unknown && !e.range && values.size() < 2)
      return wrong(e.line, fmt::format("{} may be anything, but there are not two values to choose "
                                       "from: add a line such as 'scale 0..1'",
                                       quoted(e.name)));
  scale_ = Scale::of_values({values.begin(), values.end()});
  return std::nullopt;
}

MaybeError Parser::check_scale() const {
  for (const Entry& e : entries_)
    if (e.range && !on_scale(*e.range))
      return wrong(e.line, fmt::format("the value of {} is not on the scale", quoted(e.name)));
  for (const Entry& e : entries_)
    if (e.kind == Entry::Kind::Unknown && !e.range && scale_->size() < 2)
      return wrong(e.line,
                   fmt::format("{} is unknown, but the scale has only one value", quoted(e.name)));
  const int forever = repetition_.value_or(0);
  if (cyclic_ && !scale_->rank_of(forever))
    return Error{
        fmt::format("there is a cycle, and infinite play is worth {}, which is not on the "
                    "scale: add a line 'repetition VALUE'",
                    forever)};
  return std::nullopt;
}

Graph::Record Parser::record_of(const Entry& e) const {
  Graph::Record r;
  r.children = static_cast<std::uint16_t>(e.children.size());
  r.side = *e.side;
  r.ended = e.kind == Entry::Kind::Value;
  r.bounds = e.range ? Bounds{*scale_->rank_of(e.range->low), *scale_->rank_of(e.range->high)}
                     : scale_->everything();
  r.cost = e.cost;
  return r;
}

Result<Graph> Parser::parse(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  for (const std::string_view line : text::split(text, '\n')) {
    ++line_;
    if (auto error = read_line(line)) return *error;
  }
  if (auto error = check_defined()) return *error;
  if (auto error = number_nodes()) return *error;
  cyclic_ = has_cycle();
  if (auto error = make_scale()) return *error;

  Graph::Parts parts{.scale = *scale_, .names = {}, .records = {}, .children = {}};
  parts.cyclic = cyclic_;
  if (cyclic_) parts.repetition = *scale_->rank_of(repetition_.value_or(0));
  for (const std::uint32_t id : order_) {
    parts.names.emplace_back(entries_[id].name);
    parts.records.push_back(record_of(entries_[id]));
    parts.records.back().first_child = static_cast<std::uint32_t>(parts.children.size());
    for (const std::uint32_t child : entries_[id].children)
      parts.children.push_back(number_[child]);
  }
  return Graph(std::move(parts));
}

}  // namespace

Result<Graph> parse_graph(std::string_view text) { return Parser().parse(text); }

}  // namespace solvent::tree
