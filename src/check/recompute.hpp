// Endgame databases computed again, for claims that rest on them, in the plainest way there is:
// every position of a slice begins with the widest bounds, and sweeps over the slice improve them
// from those of its moves until nothing changes. What is then left open can be kept open by
// either side for ever, and is worth what infinite play is worth, as far as the bounds allow.
#pragma once

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

#include "base/memory.hpp"
#include "check/check.hpp"
#include "game/game.hpp"
#include "games/registry.hpp"

namespace solvent::check {

// Positions in slices, with a value that does not depend on what was captured before.
template <class G>
concept HasSlices = Indexable<G> && requires(const G g, const typename G::State s) {
  { g.outcome(s, int{}) } -> std::same_as<Outcome>;
  { g.for_mover(s, Outcome{}) } -> std::same_as<int>;
};

// Why the database could not be computed again, and what that makes of the certificate.
struct Problem {
  Finding finding;
  std::string reason;
};

// Are there files in the folder with the cited slices and checksums?
std::optional<Problem> compare_files(const Header& header, const std::string& folder);

inline constexpr const char* kStopped = "stopped before the end";

template <Game G>
class Recomputed {};

template <HasSlices G>
class Recomputed<G> {
  using State = typename G::State;
  using Number = signed char;  // what the side to move gets

 public:
  std::optional<Problem> compute(const Header& header, const Options& options) {
    if (auto problem = compare_files(header, options.database)) return problem;
    game_ = *make_game(header.game, "score");  // values are scores, whatever is claimed
    g_ = rules_of<G>(*game_);
    const int highest = header.slices.back().slice, most = g_->slice(g_->initial());
    std::uint64_t bytes = 0;
    for (int n = 0; n <= std::min(highest, most); ++n) bytes += g_->slice_size(n);
    if (highest > std::min<int>(most, std::numeric_limits<Number>::max()) ||
        bytes > physical_memory() / 4)
      return Problem{Finding::TooLarge,
                     "slice " + std::to_string(highest) + " is too large to be computed again"};
    for (int n = 0; n <= highest; ++n)
      if (!compute_slice(n, options.stop)) return Problem{Finding::Stopped, kStopped};
    return {};
  }
  // The value of a position in one of the slices; `g` may count by another scale.
  Outcome value(const G& g, const State& s) const {
    return g.outcome(s, values_[g.slice(s)][g.index(s)]);
  }

 private:
  // False if it was stopped.
  bool compute_slice(int n, const std::function<bool()>& stop) {
    const std::uint64_t size = g_->slice_size(n);
    limit_ = static_cast<Number>(n);
    if constexpr (requires { g_->highest_score(n); })
      limit_ = static_cast<Number>(g_->highest_score(n));
    low_.assign(size, static_cast<Number>(-limit_));
    high_.assign(size, limit_);
    do {
      changed_ = false;
      next_ = 0;
      std::vector<std::thread> others;
      for (unsigned k = 1; k < std::thread::hardware_concurrency() && k < size / kPart; ++k)
        others.emplace_back([&] { sweep(n, stop); });
      sweep(n, stop);
      for (std::thread& thread : others) thread.join();
      if (stop && stop()) return false;
    } while (changed_);
    for (std::uint64_t at = 0; at < size; ++at) {
      if (at % kPart == 0 && stop && stop()) return false;
      int endless = 0;
      if constexpr (Repeating<G>) {
        const State s = g_->unindex(n, at);
        endless = g_->for_mover(s, g_->repetition(s));
      }
      low_[at] = static_cast<Number>(std::clamp<int>(endless, low_[at], high_[at]));
    }
    values_.push_back(std::move(low_));
    return true;
  }
  // Bounds only ever come nearer, and every one is true at any time: in which order threads see
  // them makes no difference to where it ends.
  void sweep(int n, const std::function<bool()>& stop) {
    const std::uint64_t size = low_.size();
    for (std::uint64_t from; (from = next_.fetch_add(kPart)) < size;) {
      if (stop && stop()) return;
      for (std::uint64_t at = from; at < std::min(from + kPart, size); ++at) {
        const Number low = seen(low_[at]), high = seen(high_[at]);
        if (low == high) continue;
        const auto [worst, best] = from_moves(n, g_->unindex(n, at));
        if (worst <= low && best >= high) continue;
        std::atomic_ref(low_[at]).store(std::max(worst, low), std::memory_order_relaxed);
        std::atomic_ref(high_[at]).store(std::min(best, high), std::memory_order_relaxed);
        changed_ = true;
      }
    }
  }
  static Number seen(Number& n) { return std::atomic_ref(n).load(std::memory_order_relaxed); }

  std::pair<Number, Number> from_moves(int n, const State& s) {
    if (g_->ended(s)) {
      const auto value = static_cast<Number>(g_->for_mover(s, g_->bounds(s).pess));
      return {value, value};
    }
    std::pair<Number, Number> best{-limit_, -limit_};
    MovesOf<G> moves;
    g_->list_moves(s, moves);
    for (const auto m : moves) {
      State next = s;
      g_->play(next, m);
      const int slice = g_->slice(next);
      const std::uint64_t at = g_->index(next);
      const auto ours = [&](Number theirs) {
        return static_cast<Number>(g_->for_mover(s, g_->outcome(next, theirs)));
      };
      const Number a = ours(slice < n ? values_[slice][at] : seen(low_[at]));
      const Number b = slice < n ? a : ours(seen(high_[at]));
      best.first = std::max(best.first, std::min(a, b));
      best.second = std::max(best.second, std::max(a, b));
    }
    return best;
  }

  static constexpr std::uint64_t kPart = 1024;
  GamePtr game_;
  const G* g_ = nullptr;
  Number limit_ = 0;                         // nobody gets more in the slice being computed
  std::vector<std::vector<Number>> values_;  // of each slice that is done
  std::vector<Number> low_, high_;           // of the one being computed
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> changed_{false};
};

}  // namespace solvent::check
