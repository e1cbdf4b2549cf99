// solvent::Options from keyword arguments.
#pragma once

#include "common.hpp"

namespace solvent::python {

// Takes what is an option out of `keywords`; what is left belongs to the caller.
Options take_options(py::dict& keywords);
// A TypeError if anything is left.
void nothing_left(const py::dict& keywords, const char* function,
                  const std::vector<std::string>& others);

std::uint64_t to_count(std::string_view name, py::handle value);
double to_number(std::string_view name, py::handle value);
std::uint64_t to_size(std::string_view name, py::handle value);  // bytes, or "2G"

}  // namespace solvent::python
