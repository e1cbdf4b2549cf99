#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace solvent::python {

namespace {

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
void read(std::string_view name, py::handle value, std::string& out) {
  if (py::isinstance<py::str>(value))
    out = value.cast<std::string>();
  else if (py::hasattr(value, "__fspath__"))
    out = path_of(value);
  else
    wrong(name, value, "a text");
}
void read(std::string_view name, py::handle value, bool& out) {
  if (!PyBool_Check(value.ptr())) wrong(name, value, "True or False");
  out = value.ptr() == Py_True;
}
void read(std::string_view name, py::handle value, std::uint64_t& out) {
  out = to_count(name, value);
}
void read(std::string_view name, py::handle value, double& out) { out = to_number(name, value); }
void read(std::string_view name, py::handle value, int& out) { out = to_outcome(name, value); }
void read(std::string_view name, py::handle value, std::pair<int, int>& out) {
  constexpr std::string_view kWanted = "a pair of whole numbers, such as (-1, 3)";
  if (!py::isinstance<py::sequence>(value) || py::len(value) != 2) wrong(name, value, kWanted);
  const auto pair = py::reinterpret_borrow<py::sequence>(value);
  out = {to_outcome(name, pair[0]), to_outcome(name, pair[1])};
}
template <class T>
void read(std::string_view name, py::handle value, std::optional<T>& out) {
  if (value.is_none())
    out.reset();
  else
    read(name, value, out.emplace());
}

struct Option {
  std::string_view name;
  void (*set)(std::string_view name, Options&, py::handle);
};

template <auto Member>
constexpr Option plain(std::string_view name) {
  return {name, [](std::string_view n, Options& o, py::handle v) { read(n, v, o.*Member); }};
}
template <auto Member>
constexpr Option limit(std::string_view name) {
  return {name, [](std::string_view n, Options& o, py::handle v) { read(n, v, o.limits.*Member); }};
}

// clang-format off
constexpr Option kOptions[] = {
    plain<&Options::algorithm>("algorithm"),
    plain<&Options::at_least>("at_least"),
    plain<&Options::range>("range"),
    plain<&Options::moves>("moves"),
    plain<&Options::line>("line"),
    limit<&Limits::nodes>("nodes"),
    limit<&Limits::seconds>("time"),
    {"memory",
     [](std::string_view n, Options& o, py::handle v) {
       o.limits.memory = v.is_none() ? std::nullopt : std::optional(to_size(n, v));
     }},
    {"table_size",
     [](std::string_view n, Options& o, py::handle v) {
       o.table_size = v.is_none() ? std::nullopt : std::optional(to_size(n, v));
     }},
    plain<&Options::deepening>("deepening"),
    plain<&Options::driver>("driver"),
    plain<&Options::keep_tree>("keep_tree"),
    plain<&Options::mobility>("mobility"),
    plain<&Options::evaluate>("evaluate"),
    plain<&Options::selection>("selection"),
    plain<&Options::second>("second_level"),
    plain<&Options::keep_solved>("keep_solved"),
    plain<&Options::graph>("graph"),
    plain<&Options::playouts>("playouts"),
    plain<&Options::theta>("theta"),
    plain<&Options::precision_rate>("precision_rate"),
    plain<&Options::seed>("seed"),
    plain<&Options::epsilon>("epsilon"),
    plain<&Options::weak_sums>("weak_sums"),
    plain<&Options::knowledge>("knowledge"),
    plain<&Options::profile>("profile"),
    plain<&Options::endgame>("endgame"),
    plain<&Options::proof>("proof"),
    plain<&Options::certify>("certify"),
    plain<&Options::minimize>("minimize"),
    plain<&Options::checkpoint>("checkpoint"),
    plain<&Options::checkpoint_every>("checkpoint_every"),
    plain<&Options::store>("store"),
    {"store_size",
     [](std::string_view n, Options& o, py::handle v) { o.store_size = to_size(n, v); }},
};
// clang-format on

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
  for (const Option& option : kOptions) {
    const py::str name(option.name.data(), option.name.size());
    PyObject* value = PyDict_GetItemWithError(keywords.ptr(), name.ptr());
    if (value == nullptr) continue;
    option.set(option.name, options, value);
    if (PyDict_DelItem(keywords.ptr(), name.ptr()) != 0) throw py::error_already_set();
    if (keywords.empty()) break;
  }
  return options;
}

void nothing_left(const py::dict& keywords, const char* function,
                  const std::vector<std::string>& others) {
  for (const auto& [name, value] : keywords) {
    std::vector<std::string> known = option_names();
    known.insert(known.end(), others.begin(), others.end());
    const std::string given = name.cast<std::string>();
    std::string message = fmt::format("{}() has no option {}", function, text::quoted(given));
    if (const auto meant = text::nearest(given, known))
      message += fmt::format("; did you mean {}?", *meant);
    throw py::type_error(message);
  }
}

std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const Option& option : kOptions) names.emplace_back(option.name);
  return names;
}

std::string in_python(const std::string& message) {
  std::string out = message;
  for (const Option& option : kOptions) {
    std::string flag = "--" + std::string(option.name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    for (std::size_t at = 0; (at = out.find(flag, at)) != out.npos;) {
      const std::size_t end = at + flag.size();
      const bool whole =
          end == out.size() || std::string_view(" :,;'.").find(out[end]) != std::string_view::npos;
      if (whole) out.replace(at, flag.size(), option.name);
      at += option.name.size();
    }
  }
  return out;
}

std::string path_of(py::handle path) {
  return py::module_::import("os").attr("fsencode")(path).cast<std::string>();
}

}  // namespace solvent::python
