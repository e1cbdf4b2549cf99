#include "experiments/allis/awari.hpp"
#include "experiments/experiment.hpp"
#include "experiments/mopns/mopns.hpp"
#include "experiments/ppns/study.hpp"
#include "experiments/scout/trees.hpp"

namespace solvent::experiments {

std::vector<std::unique_ptr<Experiment>> all_experiments() {
  std::vector<std::unique_ptr<Experiment>> all;
  all.push_back(make_allis_awari());
  all.push_back(make_mopns_connect4());
  all.push_back(make_mopns_woodpush());
  all.push_back(make_ppns_connect4());
  all.push_back(make_ppns_othello());
  all.push_back(make_scout_trees());
  return all;
}

}  // namespace solvent::experiments
