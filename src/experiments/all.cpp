#include "experiments/allis_awari.hpp"
#include "experiments/experiment.hpp"
#include "experiments/mopns.hpp"

namespace solvent::experiments {

std::vector<std::unique_ptr<Experiment>> all_experiments() {
  std::vector<std::unique_ptr<Experiment>> all;
  all.push_back(make_allis_awari());
  all.push_back(make_mopns_connect4());
  all.push_back(make_mopns_woodpush());
  return all;
}

}  // namespace solvent::experiments
