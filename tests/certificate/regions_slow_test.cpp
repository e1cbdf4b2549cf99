// 100,000 damaged certificates about regions.
#include <gtest/gtest.h>

#include "certificate/region_mutants.hpp"

namespace solvent::naive {
namespace {

TEST(RegionsSlow, NoDamageSlipsThrough) { report(region_mutants(100'000).tally); }

}  // namespace
}  // namespace solvent::naive
