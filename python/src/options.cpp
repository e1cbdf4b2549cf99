#include "options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/text.hpp"
#include "session/options.hpp"

namespace solvent::python {

namespace {

using session::Option;
using session::Unit;

[[noreturn]] void wrong(std::string_view name, py::handle value, std::string_view wanted) {
  throw py::value_error(
      fmt::format("{}={}: write {}", name, py::repr(value).cast<std::string>(), wanted));
}

std::int64_t to_whole(std::string_view name, py::handle value, std::string_view wanted) {
  // Whatever can be an index is a whole number, numpy's as well; True is not one.
  if (!PyIndex_Check(value.ptr()) || PyBool_Check(value.ptr())) wrong(name, value, wanted);
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!number) throw py::error_already_set();
  int overflow = 0;
  const long long n = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0) wrong(name, value, wanted);
  return n;
}

int to_outcome(std::string_view name, py::handle value) {
  constexpr std::string_view kWanted = "a whole number, for the side to move";
  const std::int64_t n = to_whole(name, value, kWanted);
  if (std::abs(n) > 1'000'000) wrong(name, value, kWanted);
  return static_cast<int>(n);
}

// How an option of each type is read.
void read(const Option& option, py::handle value, std::string& out) {
  if (py::isinstance<py::str>(value))
    out = value.cast<std::string>();
  else if (py::hasattr(value, "__fspath__"))
    out = path_of(value);
  else
    wrong(option.name, value, "a text");
}
void read(const Option& option, py::handle value, bool& out) {
  if (!PyBool_Check(value.ptr())) wrong(option.name, value, "True or False");
  out = value.ptr() == Py_True;
}
void read(const Option& option, py::handle value, std::uint64_t& out) {
  out = option.unit == Unit::Bytes ? to_size(option.name, value) : to_count(option.name, value);
}
void read(const Option& option, py::handle value, double& out) {
  out = to_number(option.name, value);
}
void read(const Option& option, py::handle value, int& out) {
  out = to_outcome(option.name, value);
}
void read(const Option& option, py::handle value, std::pair<int, int>& out) {
  constexpr std::string_view kWanted = "a pair of whole numbers, such as (-1, 3)";
  if (!py::isinstance<py::sequence>(value) || py::len(value) != 2)
    wrong(option.name, value, kWanted);
  const auto pair = py::reinterpret_borrow<py::sequence>(value);
  out = {to_outcome(option.name, pair[0]), to_outcome(option.name, pair[1])};
}
template <class T>
void read(const Option& option, py::handle value, std::optional<T>& out) {
  if (value.is_none())
    out.reset();
  else
    read(option, value, out.emplace());
}

}  // namespace

std::uint64_t to_count(std::string_view name, py::handle value) {
  constexpr std::string_view kWanted = "a whole number from 0 on";
  const std::int64_t n = to_whole(name, value, kWanted);
  if (n < 0) wrong(name, value, kWanted);
  return static_cast<std::uint64_t>(n);
}

double to_number(std::string_view name, py::handle value) {
  const double x = PyNumber_Check(value.ptr()) ? PyFloat_AsDouble(value.ptr()) : -1;
  PyErr_Clear();
  if (!std::isfinite(x) || x < 0) wrong(name, value, "a number from 0 on");
  return x;
}

std::uint64_t to_size(std::string_view name, py::handle value) {
  if (!py::isinstance<py::str>(value)) return to_count(name, value);
  const auto bytes = text::to_bytes(value.cast<std::string>());
  if (!bytes) throw py::value_error(fmt::format("{}: {}", name, bytes.message()));
  return *bytes;
}

Options take_options(py::dict& keywords) {
  Options options;
  if (keywords.empty()) return options;
  for (const Option& option : session::kOptions) {
    const py::str name(option.name.data(), option.name.size());
    PyObject* value = PyDict_GetItemWithError(keywords.ptr(), name.ptr());
    if (value == nullptr) continue;
    session::visit(option, options, [&](auto& member) { read(option, value, member); });
    if (PyDict_DelItem(keywords.ptr(), name.ptr()) != 0) throw py::error_already_set();
    if (keywords.empty()) break;
  }
  return options;
}

void nothing_left(const py::dict& keywords, const char* function,
                  const std::vector<std::string>& others) {
  for (const auto& [name, value] : keywords) {
    std::vector<std::string> known = others;
    for (const Option& option : session::kOptions) known.emplace_back(option.name);
    const std::string given = name.cast<std::string>();
    std::string message = fmt::format("{}() has no option {}", function, text::quoted(given));
    if (const auto meant = text::nearest(given, known))
      message += fmt::format("; did you mean {}?", *meant);
    throw py::type_error(message);
  }
}

std::string path_of(py::handle path) {
  return py::module_::import("os").attr("fsencode")(path).cast<std::string>();
}

}  // namespace solvent::python
