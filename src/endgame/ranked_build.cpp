#include "endgame/ranked_build.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "endgame/exchange.hpp"
#include "endgame/loaded_slices.hpp"
#include "endgame/reporter.hpp"
#include "endgame/share_writer.hpp"

namespace solvent::endgame {

namespace {

// Reads the own share of a slice that is there.
class Checking final : public RankPhase {
 public:
  Checking(LoadedSlices& loaded, int slice) : loaded_(loaded), slice_(slice) {}
  void begin() override { loaded_.check(slice_); }
  void take(int, Letter) override {}

 private:
  LoadedSlices& loaded_;
  int slice_;
};

class RankedBuild {
 public:
  RankedBuild(Ranks& ranks, const Tables& tables, const RankedOrder& order,
              const std::atomic<bool>* stop, const std::function<void(const Building&)>& progress)
      : tables_(tables),
        order_(order),
        progress_(progress),
        exchange_(ranks, stop),
        loaded_(tables, {order.folder, highest(), order.memory, 1, stop}, ranks.size(),
                ranks.rank()) {}

  Result<bool> run() {
    bool complete = true;
    for (int k = 0; k <= highest() && complete; ++k)
      complete = order_.is_there[static_cast<std::size_t>(k)] ? check(k) : build(k);
    exchange_.part();
    if (exchange_.failure()) return *exchange_.failure();
    return complete;
  }

 private:
  int highest() const { return static_cast<int>(order_.is_there.size()) - 1; }

  bool check(int slice) {
    Checking checking(loaded_, slice);
    return exchange_.run(checking);
  }
  bool build(int slice) {
    const SliceLabel label = tables_.label(slice);
    const Deal deal = Deal::of(label.positions, exchange_.size(), exchange_.rank());
    const std::uint64_t later = positions_between(tables_, slice + 1, highest());
    const std::vector<std::vector<int>> passes = loaded_.passes(slice);
    const Stopwatch clock;
    Advance advance;
    std::atomic<bool> writing = false;
    std::function<void()> report;
    // Positions are dealt like cards, so all ranks come on like this one.
    const auto of_all = [&](std::uint64_t own) {
      return std::min(own * static_cast<std::uint64_t>(exchange_.size()), label.positions);
    };
    if (progress_)
      report = [&] {
        progress_({slice, highest(), label.positions, later, of_all(advance.opened / passes.size()),
                   of_all(advance.settled), writing, clock.seconds()});
      };
    const Reporter reporter(report);
    loaded_.make_room(slice);
    std::optional<ZeroedMemory> solved = tables_.solve_share(
        slice, static_cast<int>(passes.size()),
        [&](int pass) { return loaded_.fetch(slice, passes[static_cast<std::size_t>(pass)]); },
        exchange_, advance);
    if (!solved) return false;
    writing = true;
    if (!write_share(slice_path(order_.folder, label), label,
                     {bytes_of(*solved), deal.share(label.positions)}, deal, exchange_))
      return false;
    loaded_.put(slice, std::move(*solved));
    return true;
  }

  const Tables& tables_;
  const RankedOrder& order_;
  const std::function<void(const Building&)>& progress_;
  Exchange exchange_;
  LoadedSlices loaded_;
};

}  // namespace

Result<bool> build_on_ranks(Ranks& ranks, const Tables& tables, const RankedOrder& order,
                            const std::atomic<bool>* stop,
                            const std::function<void(const Building&)>& progress) {
  return RankedBuild(ranks, tables, order, stop, progress).run();
}

void refuse_build(Ranks& ranks, const std::string& why) {
  struct Refusing final : RankPhase {
    void take(int, Letter) override {}
  } refusing;
  Exchange exchange(ranks, nullptr);
  exchange.fail(why);
  (void)exchange.run(refusing);
  exchange.part();
}

}  // namespace solvent::endgame
