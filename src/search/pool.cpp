#include "solvent/pool.hpp"

#include <algorithm>

namespace solvent {

Pool::Permit::Permit(Pool& pool) : pool_(pool) {
  const std::lock_guard lock(pool_.mutex_);
  ++pool_.working_;
}
Pool::Permit::~Permit() {
  const std::lock_guard lock(pool_.mutex_);
  --pool_.working_;
}

Pool::Loan::Loan(Pool* pool, std::size_t most) : pool_(pool), size_(most) {
  if (pool_ == nullptr) return;
  const std::lock_guard lock(pool_->mutex_);
  const std::size_t idle = pool_->permits_ - std::min(pool_->permits_, pool_->working_);
  const std::size_t borrowers = ++pool_->borrowers_;
  const std::size_t fair = (idle + borrowers - 1) / borrowers;
  size_ = std::min({most, fair, idle - std::min(idle, pool_->lent_)});
  pool_->lent_ += size_;
}
Pool::Loan::~Loan() {
  if (pool_ == nullptr) return;
  const std::lock_guard lock(pool_->mutex_);
  --pool_->borrowers_;
  pool_->lent_ -= size_;
}

}  // namespace solvent
