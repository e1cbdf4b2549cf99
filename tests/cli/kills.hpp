// Programs that are killed, and started again until they are done: at any moment, or while a file
// is being written.
#pragma once

#include <set>

#include "run.hpp"

namespace solvent::test {

// What does not depend on how many runs it took.
Json essence(Json json);
Strings with(Strings arguments, const Strings& more);
std::string content(const std::string& path);
std::set<std::string> names_in(const std::string& folder);

// A solve that keeps checkpoints is killed so many times; whenever it gets to its end, answer and
// counts are those of a run in one go, and it begins anew. Where the kills fell is printed.
void kill_and_resume(const Strings& command, int kills);
// A database, built in spite of so many kills, has the bytes of one built in one go.
void kill_and_build(const std::string& game, const Strings& slices, int kills);

// Each of these kills a program so many times when part of a file is written: the temporary file is
// there, and stays there. Whatever was complete before is whole afterwards, and in the end there is
// all that should be, and nothing else.
void kill_inside_proofs(const Strings& command, int kills);
// Of a proof in parts, which goes on where it was: in the end the folder is verified.
void kill_inside_parts(const Strings& command, int kills);
void kill_inside_checkpoints(const Strings& command, int kills);
void kill_inside_tables(const std::string& game, const Strings& slices, int kills);
// In the transactions of a store, and when it is made.
void kill_inside_stores(int kills);

}  // namespace solvent::test
