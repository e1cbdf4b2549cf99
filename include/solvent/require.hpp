// A broken invariant ends the program, loudly: it says what was broken, and where. It is for our
// own mistakes only. What a user, a file or a database can bring about is an Error or an exception.
#pragma once

namespace solvent {

[[noreturn]] void broken(const char* what, const char* file = __builtin_FILE(),
                         int line = __builtin_LINE());

inline void require(bool holds, const char* what, const char* file = __builtin_FILE(),
                    int line = __builtin_LINE()) {
  if (!holds) [[unlikely]]
    broken(what, file, line);
}

}  // namespace solvent
