#include "parallel/transport.hpp"

#include "solvent/require.hpp"
#include "table/fact_table.hpp"

namespace solvent::parallel {

Workshop::Workshop(const MakeSearcher& make, std::size_t workers)
    : keeper_(make(nullptr)), table_(keeper_->table()) {
  table_->share();
  workers_.reserve(workers);
  while (workers_.size() < workers) {
    auto machine = make(table_);
    if (machine == nullptr) break;
    workers_.emplace_back(std::move(machine));
  }
  require(!workers_.empty(), "there is somebody to do the jobs");
}

void Workshop::drop_jobs() {
  for (JobWorker& worker : workers_)
    if (worker.busy()) worker.drop();
}

search::Statistics Workshop::statistics() const {
  search::Statistics all;
  for (const JobWorker& worker : workers_) all += worker.statistics();
  all.proof = all.disproof = -1;
  all.bytes = keeper_->statistics().bytes;
  all.searchers = static_cast<int>(workers_.size());
  return all;
}

}  // namespace solvent::parallel
