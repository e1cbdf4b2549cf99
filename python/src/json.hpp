// JSON as Python's own dicts, lists and numbers.
#pragma once

#include <nlohmann/json.hpp>

#include "common.hpp"

namespace solvent::python {

inline py::object to_python(const nlohmann::ordered_json& json) {
  if (json.is_object()) {
    py::dict out;
    for (const auto& [key, value] : json.items()) out[py::str(key)] = to_python(value);
    return out;
  }
  if (json.is_array()) {
    py::list out;
    for (const auto& value : json) out.append(to_python(value));
    return out;
  }
  if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
        text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));  // file names may be bytes
  }
  if (json.is_boolean()) return py::bool_(json.get<bool>());
  if (json.is_number_unsigned()) return py::int_(json.get<std::uint64_t>());
  if (json.is_number_integer()) return py::int_(json.get<std::int64_t>());
  if (json.is_number()) return py::float_(json.get<double>());
  return py::none();
}

}  // namespace solvent::python
