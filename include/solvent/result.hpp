// Errors are values. A function that can be given bad input returns Result<T>: the value, or one
// line made for the user that says what was wrong, where, and what is accepted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "solvent/require.hpp"

namespace solvent {

struct [[nodiscard]] Error {
  // An option that the message names, and from which byte on. Programs may write it another way.
  struct Mention {
    std::size_t at;
    std::string_view option;  // "table_size", lasting
  };

  std::string message;
  std::string_view field = {};         // the option that it is about, if it is about one; lasting
  std::vector<Mention> mentions = {};  // in the order of the message
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : either_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : either_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  explicit operator bool() const { return either_.index() == 0; }
  bool ok() const { return either_.index() == 0; }

  // The value; asking a failed result for it is a broken invariant and ends the program.
  const T& value() const& {
    require(ok(), "the value of a failed Result was asked for");
    return *std::get_if<0>(&either_);
  }
  T& value() & {
    require(ok(), "the value of a failed Result was asked for");
    return *std::get_if<0>(&either_);
  }
  T&& value() && {
    require(ok(), "the value of a failed Result was asked for");
    return std::move(*std::get_if<0>(&either_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const {
    require(!ok(), "the error of a good Result was asked for");
    return *std::get_if<1>(&either_);
  }
  const std::string& message() const { return error().message; }

 private:
  std::variant<T, Error> either_;
};

}  // namespace solvent
