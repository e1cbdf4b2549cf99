// What the checker has compiled for the type of a game.
#pragma once

#include "check/statements.hpp"

namespace solvent::check {

struct Functions {
  std::size_t argument;  // argument_bytes
  // The statements of a certificate of `result.game`.
  bool (*verify)(Reader& reader, const Layouts& layouts, const Options& options,
                 CheckResult& result);
  template <Game G>
  static const Functions of;
};

template <Game G>
inline constexpr Functions Functions::of = {
    argument_bytes<G>(),
    [](Reader& reader, const Layouts& layouts, const Options& options, CheckResult& result) {
      return check::verify(*rules_of<G>(*result.game), reader, layouts, options, result);
    }};

}  // namespace solvent::check
