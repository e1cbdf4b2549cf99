#include "solvent/require.hpp"

#include <cstdio>
#include <cstdlib>

namespace solvent {

void broken(const char* what, const char* file, int line) {
  std::fprintf(stderr, "solvent: a mistake of the program: %s (%s:%d)\n", what, file, line);
  std::abort();
}

}  // namespace solvent
