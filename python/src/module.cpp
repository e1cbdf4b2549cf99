// The module solvent._core: the library as Python sees it.
#include "common.hpp"
#include "solvent/version.hpp"

PYBIND11_MODULE(_core, m) {
  using namespace solvent::python;
  py::options options;
  options.disable_function_signatures();  // the texts begin with their own
  m.attr("__version__") = std::string(solvent::kVersion);
  add_games(m);
  add_answers(m);
  add_solving(m);
  add_files(m);
  add_python_games(m);
}
