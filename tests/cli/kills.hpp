// Programs that are killed at any moment, and started again until they are done.
#pragma once

#include "run.hpp"

namespace solvent::test {

// What does not depend on how many runs it took.
Json essence(Json json);
Strings with(Strings arguments, const Strings& more);
std::string content(const std::string& path);

// A solve that keeps checkpoints is killed so many times; whenever it gets to its end, answer and
// counts are those of a run in one go, and it begins anew. Where the kills fell is printed.
void kill_and_resume(const Strings& command, int kills);
// A database, built in spite of so many kills, has the bytes of one built in one go.
void kill_and_build(const std::string& game, const Strings& slices, int kills);

}  // namespace solvent::test
