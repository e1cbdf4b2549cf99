// Claims about regions: what a naive writer makes is verified, what is damaged is not.
#include <gtest/gtest.h>

#include "certificate/region_mutants.hpp"

namespace solvent::naive {
namespace {

TEST(Regions, NoDamageSlipsThrough) {
  const RegionTally all = region_mutants(15'000);
  report(all.tally);
  EXPECT_GT(all.certificates, 20);
  EXPECT_GT(all.named, 50u);
  EXPECT_GT(all.searched, 20u);
  EXPECT_GT(all.covered, 50u);
}

}  // namespace
}  // namespace solvent::naive
