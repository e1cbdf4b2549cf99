#include "tasks.hpp"

#include "solvent/endgame.hpp"

namespace solvent::cli {

namespace {
constexpr double kAWhile = 3600;  // seconds, and then it waits again
}

void begin_task(Ranks& ranks, Task task, const Bytes& rest) {
  Bytes message{static_cast<std::byte>(task)};
  message.insert(message.end(), rest.begin(), rest.end());
  for (int to = 1; to < ranks.size(); ++to) ranks.send(to, message);
}

int help_out(Ranks& ranks) {
  for (;;) {
    auto message = ranks.receive_within(kAWhile);
    if (!message || message->from != 0 || message->bytes.empty()) continue;
    switch (static_cast<Task>(message->bytes.front())) {
      case Task::Leave: return static_cast<int>(message->bytes.back());
      case Task::Echo: ranks.send(0, std::move(message->bytes)); break;
      case Task::Solve: help_solve(ranks); break;
      case Task::Table: help_build_table(ranks); break;
    }
  }
}

}  // namespace solvent::cli
