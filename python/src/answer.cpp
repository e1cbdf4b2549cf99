#include "answer.hpp"

#include <fmt/format.h>

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
  field("line", &Answer::line, "A line of best play for both sides, as far as it goes.");
  field("line_repeats", &Answer::line_repeats, "The line ends where it would go on for ever.");
  field("line_cut", &Answer::line_cut, "A limit ended the line early.");
  answer.def_property_readonly(
      "moves", moves_of, "With moves=True: a MoveValue (move, value, lower, upper) of every move.");
  field("algorithm", &Answer::algorithm, "The algorithm used, never 'auto'.");
  field("chosen_because", &Answer::chosen_because, "Why, if it was chosen by 'auto'.");
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
  answer.def("__repr__", [](const PyAnswer& a) {
    return fmt::format("<Answer {}: {}>", name(a.answer.status), a.answer.verdict);
  });
}

}  // namespace solvent::python
