// Real endgame databases for certificates that rest on them.
#pragma once

#include <gtest/gtest.h>

#include <fstream>

#include "certificate/graphs.hpp"
#include "solvent/solvent.hpp"
#include "temporary_folder.hpp"

namespace solvent::naive {

class Database {
 public:
  Database(const std::string& game, int stones) {
    TableOrder order;
    order.slice = stones;
    EXPECT_TRUE(build_table(*Ruleset::make(game), folder_.path(), order).ok());
  }
  std::string path() const { return folder_.path(); }
  std::string checksum(const std::string& file) const {
    std::ifstream in(folder_.path() + "/" + file, std::ios::binary);
    std::string head(24, '\0');
    in.read(head.data(), 24);
    return fmt::format("{:016x}", number(std::string_view(head).substr(16)));
  }

 private:
  test::TemporaryFolder folder_;
};

inline check::CheckResult check_with(const std::string& file, const std::string& folder) {
  std::istringstream in(file);
  check::Options options;
  options.database = folder;
  return check::check(in, options);
}

}  // namespace solvent::naive
