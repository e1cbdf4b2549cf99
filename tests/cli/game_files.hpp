// What tests of games in files of their own have in common.
#pragma once

#include <fstream>
#include <iterator>

#include "run.hpp"

namespace solvent::test {

inline std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}
inline Output check(const Strings& arguments) {
  return run({.arguments = arguments, .program = SOLVENT_CHECK_BINARY});
}
// Makes another folder the current one for a while: a new one, which is removed.
class InTemporaryFolder {
 public:
  InTemporaryFolder() { std::filesystem::current_path(folder_.path()); }
  ~InTemporaryFolder() { std::filesystem::current_path(before_); }
  InTemporaryFolder(const InTemporaryFolder&) = delete;
  InTemporaryFolder& operator=(const InTemporaryFolder&) = delete;

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  TemporaryFolder folder_;
};

}  // namespace solvent::test
