// Errors about options, for everybody who may refuse one. They name options as C++ does and say
// where they do so; each program writes them its own way.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "session/option_table.hpp"

namespace solvent::session {

// A sentence in which {name} stands for an option, and {} for a value.
class Words {
 public:
  consteval Words(const char* text) : text_(text) {  // NOLINT: implicit
    if (!table::names_options(text_)) throw "there is no such option";
  }
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// The words must last: they are where the error's names of options are.
Error put_together(std::string_view words, const std::vector<Error>& values);
inline Error part(const Error& error) { return error; }
template <class T>
Error part(const T& value) {
  return Error{fmt::format("{}", value)};
}
// An error about the first option that is named. Values may be errors themselves.
template <class... Values>
Error say(Words words, const Values&... values) {
  return put_together(words.text(), {part(values)...});
}

}  // namespace solvent::session
