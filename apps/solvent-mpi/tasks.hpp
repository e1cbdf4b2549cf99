// What rank 0 asks of the others. Each task begins with a message whose first byte names it, and
// what follows is up to the task. Between two tasks a rank waits for the next.
#pragma once

#include "solvent/ranks.hpp"

namespace solvent::cli {

enum class Task : unsigned char {
  Leave,  // and the exit status, a byte: the program is over
  Echo,   // and whatever is to come back
  Solve,  // the library's own letters follow (help_solve)
  Table,  // the library's own letters follow (help_build_table)
};

// On rank 0: begins a task on all others.
void begin_task(Ranks& ranks, Task task, const Bytes& rest = {});
// On the others: does what it is asked to until it is to leave; the exit status then.
int help_out(Ranks& ranks);

}  // namespace solvent::cli
