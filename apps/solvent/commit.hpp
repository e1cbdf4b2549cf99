// The commit that the program was built from; empty if it was not built from a repository.
#pragma once

namespace solvent::cli {

extern const char* const kCommit;

}  // namespace solvent::cli
