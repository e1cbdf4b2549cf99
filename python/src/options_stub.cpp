// Prints python/solvent/_options.pyi, which the build puts beside the module.
#include <cstdio>

#include "option_types.hpp"

int main() {
  const bool written = std::fputs(solvent::python::options_stub().c_str(), stdout) >= 0;
  return written && std::fflush(stdout) == 0 ? 0 : 1;
}
