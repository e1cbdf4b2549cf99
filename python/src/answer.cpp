#include "answer.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "json.hpp"

namespace solvent::python {

namespace {

py::dict counts_of(const PyAnswer& a) {
  const Counts& c = a.answer.counts;
  py::dict d;
  const std::pair<const char*, std::uint64_t> named[] = {
      {"created", c.created},
      {"expanded", c.expanded},
      {"leaves", c.leaves},
      {"frontier", c.frontier},
      {"table_probes", c.table_probes},
      {"table_hits", c.table_hits},
      {"table_stores", c.table_stores},
      {"table_replaced", c.table_replaced},
      {"largest_tree", c.largest_tree},
      {"descents", c.descents},
      {"updates", c.updates},
      {"playouts", c.playouts},
      {"questions", c.questions},
      {"largest_question", c.largest_question},
      {"iteration", static_cast<std::uint64_t>(c.iteration)},
      {"deepest", static_cast<std::uint64_t>(c.deepest)},
      {"extra_nodes", a.answer.extra_nodes}};
  for (const auto& [name, count] : named) d[name] = count;
  return d;
}

py::object part_of(const PyAnswer& a, const char* key) {
  const cli::Json json = a.json();
  return json.contains(key) ? to_python(json[key]) : py::none();
}

py::list moves_of(const PyAnswer& a) {
  const py::object make = py::module_::import("solvent._core").attr("MoveValue");
  py::list out;
  for (const MoveValue& m : a.answer.moves) out.append(make(m.move, m.value(), m.lower, m.upper));
  return out;
}

// --- for pickle: every field of an answer by its name -------------------------------------------

template <class F>
void each_field(Counts& c, F f) {
  f("created", c.created), f("expanded", c.expanded), f("leaves", c.leaves);
  f("frontier", c.frontier), f("table_probes", c.table_probes), f("table_hits", c.table_hits);
  f("table_stores", c.table_stores), f("table_replaced", c.table_replaced);
  f("largest_tree", c.largest_tree), f("descents", c.descents), f("updates", c.updates);
  f("playouts", c.playouts), f("questions", c.questions);
  f("largest_question", c.largest_question), f("iteration", c.iteration), f("deepest", c.deepest);
}
template <class F>
void each_field(MoveValue& m, F f) {
  f("move", m.move), f("lower", m.lower), f("upper", m.upper);
  f("rests_on", m.rests_on), f("nodes", m.nodes);
}
template <class F>
void each_field(ProofReport& p, F f) {
  f("status", p.status), f("problem", p.problem), f("claims", p.claims), f("bytes", p.bytes);
  f("nodes", p.nodes), f("layers", p.layers), f("relative", p.relative), f("checked", p.checked);
  f("seconds", p.seconds);
}
template <class F>
void each_field(StoreReport& s, F f) {
  f("answered", s.answered), f("entries", s.entries), f("hits", s.hits), f("kept", s.kept);
  f("ignored", s.ignored), f("problem", s.problem);
}
template <class F>
void each_field(PliesToWin& p, F f) {
  f("least", p.least), f("most", p.most);
}
template <class F>
void each_field(Answer& a, F f) {
  f("status", a.status), f("to_move", a.to_move), f("lower", a.lower), f("upper", a.upper);
  f("value", a.value), f("at_least_holds", a.at_least_holds), f("estimate", a.estimate);
  f("verdict", a.verdict), f("best", a.best), f("line", a.line);
  f("promising", a.promising), f("plies_to_win", a.plies_to_win);
  f("line_repeats", a.line_repeats), f("line_cut", a.line_cut), f("moves", a.moves);
  f("rests_on", a.rests_on), f("algorithm", a.algorithm), f("chosen_because", a.chosen_because),
      f("threads", a.threads);
  f("counts", a.counts), f("extra_nodes", a.extra_nodes), f("proof", a.proof), f("store", a.store);
  f("seconds", a.seconds), f("cpu_seconds", a.cpu_seconds), f("peak_bytes", a.peak_bytes);
  f("resumed", a.resumed), f("checkpoint_problem", a.checkpoint_problem);
}

// They call each other.
template <class T>
py::object packed(const std::optional<T>& value);
template <class T>
py::object packed(const std::vector<T>& values);
template <class T>
void unpack(py::handle from, std::optional<T>& value);
template <class T>
void unpack(py::handle from, std::vector<T>& values);

py::object packed(const std::string& text) { return py::bytes(text); }  // file names may be any
template <class T>
py::object packed(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return py::int_(static_cast<int>(value));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return py::cast(value);
  } else {
    py::dict fields;
    each_field(const_cast<T&>(value),
               [&](const char* name, const auto& field) { fields[name] = packed(field); });
    return fields;
  }
}
template <class T>
py::object packed(const std::optional<T>& value) {
  return value ? packed(*value) : py::none();
}
template <class T>
py::object packed(const std::vector<T>& values) {
  py::list out;
  for (const T& value : values) out.append(packed(value));
  return out;
}

void unpack(py::handle from, std::string& text) { text = from.cast<std::string>(); }
template <class T>
void unpack(py::handle from, T& value) {
  if constexpr (std::is_enum_v<T>)
    value = static_cast<T>(from.cast<int>());
  else if constexpr (std::is_arithmetic_v<T>)
    value = from.cast<T>();
  else
    each_field(value, [&](const char* name, auto& field) { unpack(from[name], field); });
}
template <class T>
void unpack(py::handle from, std::optional<T>& value) {
  if (!from.is_none()) unpack(from, value.emplace());
}
template <class T>
void unpack(py::handle from, std::vector<T>& values) {
  for (const py::handle item : from) unpack(item, values.emplace_back());
}

py::tuple rebuilt(const PyAnswer& a) {
  return py::make_tuple(py::module_::import("solvent").attr("_rebuild_answer"),
                        py::make_tuple(a.position, packed(a.answer), a.with_line, a.with_moves));
}
PyAnswer rebuild(const PyPosition& position, const py::dict& fields, bool with_line,
                 bool with_moves) {
  PyAnswer a{position, {}, with_line, with_moves};
  unpack(fields, a.answer);
  return a;
}

}  // namespace

void add_answers(py::module_& m) {
  m.attr("MoveValue") =
      py::module_::import("collections")
          .attr("namedtuple")("MoveValue", "move value lower upper", py::arg("module") = "solvent");
  m.attr("MoveValue").attr("__doc__") =
      "A move and what it is worth for who makes it: lower <= value <= upper; value is None if it "
      "is not known exactly.";
  py::class_<PyAnswer> answer(m, "Answer", R"(What a search found out, true however it ended.

All values are for the side to move in `position`.)");
  answer.attr("__module__") = "solvent";
  const auto field = [&](const char* name, auto member, const char* doc) {
    answer.def_property_readonly(
        name, [member](const PyAnswer& a) { return a.answer.*member; }, doc);
  };
  answer.def_property_readonly(
      "position", [](const PyAnswer& a) { return a.position; },
      "The position that was asked about.");
  answer.def_property_readonly(
      "status", [](const PyAnswer& a) { return name(a.answer.status); },
      "'solved', or why not: 'node-limit', 'time-limit', 'memory-limit', 'interrupted', "
      "'estimate'.");
  answer.def_property_readonly(
      "solved", [](const PyAnswer& a) { return a.answer.status == Status::Solved; },
      "Was the question answered?");
  field("value", &Answer::value, "The exact value, or None if it is not known.");
  field("lower", &Answer::lower, "The value is at least this.");
  field("upper", &Answer::upper, "The value is at most this.");
  answer.def_property_readonly(
      "bounds", [](const PyAnswer& a) { return std::pair(a.answer.lower, a.answer.upper); },
      "(lower, upper).");
  field("verdict", &Answer::verdict, "The answer in words.");
  field("at_least_holds", &Answer::at_least_holds, "The answer to at_least=..., or None.");
  field("estimate", &Answer::estimate, "With status 'estimate': likely, and not proved.");
  field("best", &Answer::best, "A best move, or None.");
  field("promising", &Answer::promising,
        "Of a search that was stopped: the move it would have gone on with. Nothing is proved of "
        "it.");
  answer.def_property_readonly(
      "plies_to_win", [](const PyAnswer& a) { return part_of(a, "plies_to_win"); },
      "In games of lines, of a win or a loss: the win cannot be forced within fewer plies than "
      "'least', and it can within 'most', if that is known; a dict, or None.");
  field("line", &Answer::line, "A line of best play for both sides, as far as it goes.");
  field("line_repeats", &Answer::line_repeats, "The line ends where it would go on for ever.");
  field("line_cut", &Answer::line_cut, "A limit ended the line early.");
  field("rests_on", &Answer::rests_on,
        "What the value or the bounds, and those of moves, rest on: of 'rules', 'search', "
        "'database' and 'store'.");
  answer.def_property_readonly(
      "moves", moves_of, "With moves=True: a MoveValue (move, value, lower, upper) of every move.");
  field("algorithm", &Answer::algorithm, "The algorithm used, never 'auto'.");
  field("chosen_because", &Answer::chosen_because, "Why, if it was chosen by 'auto'.");
  field("threads", &Answer::threads,
        "How many threads searched; with more than one, counts differ from run to run.");
  answer.def_property_readonly("counts", counts_of,
                               "Statistics of the search: nodes created, expanded, ...");
  field("seconds", &Answer::seconds, "Of the wall clock.");
  field("cpu_seconds", &Answer::cpu_seconds, "Of the processor.");
  field("peak_bytes", &Answer::peak_bytes, "Memory of the search at its largest.");
  answer.def_property_readonly(
      "proof", [](const PyAnswer& a) { return part_of(a, "proof"); },
      "What became of the certificate that was asked for, a dict; None without proof= or "
      "certify=.");
  answer.def_property_readonly(
      "store", [](const PyAnswer& a) { return part_of(a, "store"); },
      "What the store had to do with the answer, a dict; None without store=.");
  field("resumed", &Answer::resumed, "It went on from a checkpoint; counts are those of all runs.");
  field("checkpoint_problem", &Answer::checkpoint_problem,
        "Why the last checkpoint could not be written; empty if it was.");
  answer.def(
      "as_dict", [](const PyAnswer& a) { return to_python(a.json()); }, R"(as_dict() -> dict

Plain values under the keys of `solvent solve --json`: a row for pandas.)");
  answer.def("__reduce__", rebuilt);
  m.def("_answer", rebuild);
  answer.def("__repr__", [](const PyAnswer& a) {
    return fmt::format("<Answer {}: {}>", name(a.answer.status), a.answer.verdict);
  });
}

}  // namespace solvent::python
