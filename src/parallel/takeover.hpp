// A machine that begins a question, and another one that goes on with it after so many nodes. Only
// one of them is there at a time, so each may take all the memory. What ends before that is as if
// there were no second; so small questions have the same counts whatever the number of threads.
//
// A search that is traced stays with the first, whose tree is to be seen.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "search/machine.hpp"

namespace solvent::parallel {

class Takeover final : public search::Machine {
 public:
  using Make = std::function<std::unique_ptr<search::Machine>()>;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  Takeover(Make first, std::uint64_t nodes, Make second);

  void start(const AnyState& root, search::Window window) override;
  search::SliceResult step(const search::Slice& slice) override;
  Bounds bounds() const override { return meet(known_, machine_->bounds()); }
  std::optional<AnyMove> best() const override { return machine_->best(); }
  void trace(search::Tracer* tracer) override;
  std::optional<search::TreeView> look(std::span<const AnyMove> path) const override {
    return machine_->look(path);
  }
  std::vector<AnyMove> next_descent() const override { return machine_->next_descent(); }
  std::optional<Outcome> estimate() const override { return machine_->estimate(); }
  search::Statistics statistics() const override;
  search::TableHandle table() const override { return machine_->table(); }
  void archive(Archive& a) override;

 private:
  void use(bool second);
  void hand_over();

  Make make_first_, make_second_;
  std::uint64_t nodes_;
  std::unique_ptr<search::Machine> machine_;  // the one that is there
  bool second_ = false;                       // it is
  bool traced_ = false;
  std::uint64_t left_ = 0;  // nodes of the first
  AnyState root_;
  search::Window window_{};
  Bounds known_;             // by the first, once the second is at work
  search::Statistics lost_;  // of the first, then
};

}  // namespace solvent::parallel
