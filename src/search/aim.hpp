// Where a window search looks for the root's value first. Several small windows, each of what the
// last one left open, can be less work than the whole: every answer narrows the next, and the table
// keeps what was found.
#pragma once

#include <algorithm>

#include "search/window.hpp"

namespace solvent::search {

class Aim {
 public:
  // At all that is asked.
  Aim() = default;
  // At the far ends of the scale first, from outside inwards, if those are the values of games that
  // end soon: each is a small question, and a yes saves all that lies beyond a quick win. Then at
  // the middle, who wins, and from there outwards by how much.
  static Aim from_outside(Outcome best) { return {Way::FromOutside, best / 2}; }
  // At values near a guess, then at those beside them, in ever larger steps.
  static Aim near(Outcome guess) { return {Way::NearGuess, guess}; }

  // The next window, of what was asked and what of that is open now.
  Window next(Window asked, Window open) {
    switch (way_) {
      case Way::Whole: return asked;
      case Way::FromOutside: return from_both_ends(open);
      case Way::NearGuess: break;
    }
    const int step = step_;
    step_ *= 2;
    if (step == 1) return last_ = within(open, at_ - 1, at_ + 1);
    const bool less = open.beta <= last_.alpha;
    return last_ = less ? within(open, open.beta - step, open.beta)
                        : within(open, open.alpha, open.alpha + step);
  }

 private:
  // Values no further than this from the middle are not asked about from outside: on Connect Four
  // such questions are no longer small beside that of who wins.
  static constexpr int kNear = 7;
  enum class Way : std::uint8_t { Whole, FromOutside, NearGuess };
  Aim(Way way, int at) : way_(way), at_(at) {}

  Window from_both_ends(Window open) {
    const int above = open.beta - at_, below = at_ - open.alpha, far = std::max(above, below);
    if (widest_ == 0) widest_ = far;
    if (far <= std::max(kNear, 4 * widest_ / 9)) return near_middle(open);
    const int strip = std::max(1, far / 5);  // is the value in the outermost fifth?
    const int cut = above >= below ? open.beta - strip : open.alpha + strip - 1;
    return within(open, cut, cut + 1);
  }
  Window near_middle(Window open) const {
    const bool all_three = open.beta - open.alpha == 2;  // no other value is left
    if (open.alpha < at_ && at_ < open.beta && !all_three) return within(open, at_ - 1, at_ + 1);
    return Window::of_cut(open.alpha >= at_ ? open.alpha : open.beta - 1);
  }
  static Window within(Window open, int alpha, int beta) {
    alpha = std::clamp<int>(alpha, open.alpha, open.beta - 1);
    return {static_cast<Outcome>(alpha),
            static_cast<Outcome>(std::clamp<int>(beta, alpha + 1, open.beta))};
  }

  Way way_ = Way::Whole;
  int at_ = 0;  // the middle of the scale, or the guess
  int step_ = 1;
  int widest_ = 0;  // how far from the middle the first window reached
  Window last_{};
};

}  // namespace solvent::search
