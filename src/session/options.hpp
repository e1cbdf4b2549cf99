// What follows from the table of options for everybody who gives, reads or names them.
#pragma once

#include <functional>
#include <type_traits>
#include <vector>

#include "session/option_words.hpp"

namespace solvent::session {

// --- members -------------------------------------------------------------------------------------

// Calls what with the option's member.
template <class F>
decltype(auto) visit(const Option& option, Options& options, F&& what) {
  return std::visit([&](auto member) -> decltype(auto) { return what(member(options)); },
                    option.member);
}
template <class F>
decltype(auto) visit(const Option& option, const Options& options, F&& what) {
  return std::visit(
      [&](auto member) -> decltype(auto) {
        return what(std::as_const(member(const_cast<Options&>(options))));  // only looked at
      },
      option.member);
}

template <class T>
struct Optional : std::false_type {
  using Inner = T;
};
template <class T>
struct Optional<std::optional<T>> : std::true_type {
  using Inner = T;
};
// Calls what.operator()<T, optional>() with the type of the option's values.
template <class F>
decltype(auto) with_type(const Option& option, F&& what) {
  return std::visit(
      [&]<class T>(Member<T>) -> decltype(auto) {
        return what.template operator()<typename Optional<T>::Inner, Optional<T>::value>();
      },
      option.member);
}

bool is_flag(const Option& option);
bool is_on(const Option& option, const Options& options);   // a flag that is set
std::vector<std::string> choices_of(const Option& option);  // empty: any text
bool given(const Option& option, const Options& options);   // is it not as Options has it?
// As people write it; "" if it is left open.
std::string value_text(const Option& option, const Options& options);
// What its value may be, in words: "a number from 0 to 100".
std::string accepted(const Option& option);
std::vector<std::string> users_of(const Option& option);  // all algorithms that have it

// --- words ---------------------------------------------------------------------------------------

// An error about an option that is only known when the program runs: its name stands first.
Error say_of(const Option& option, std::string_view rest);

// How the command line, Python or the server writes options and their values.
struct Dialect {
  std::string (*name)(const Option&);
  std::string_view on, off, open;  // of what can be on, off or left open
  bool minutes = false;            // for Unit::Minutes
};
std::string in_dialect(const Error& error, const Dialect& dialect);
// What the option does, for people: who uses it, its choices and its default as well.
std::string help_text(const Option& option, const Dialect& dialect);

// --- what is wrong with options ------------------------------------------------------------------

// Options that only some algorithms use are refused for the others, not ignored.
std::optional<Error> misplaced(const Options& options, const std::string& name,
                               const search::Algorithm& algorithm);
// A value that is not in its range, or none of the choices.
std::optional<Error> out_of_range(const Options& options);
// An option that is given without another one that it needs.
std::optional<Error> left_alone(const std::function<bool(const Option&)>& given);

}  // namespace solvent::session
