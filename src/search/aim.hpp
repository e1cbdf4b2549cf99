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
  // At the far ends of the scale first, from outside inwards. If those are the values of games that
  // end soon, each is a small question, and a yes saves all that lies beyond a quick win.
  static Aim from_outside(Outcome best) { return {Way::FromOutside, best / 2}; }
  // At values near a guess, then at those beside them, in ever larger steps.
  static Aim near(Outcome guess) { return {Way::NearGuess, guess}; }

  // The next window, of what was asked and what of that is open now.
  Window next(Window asked, Window open) {
    switch (way_) {
      case Way::Whole: return asked;
      case Way::FromOutside: return outer(open);
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
  enum class Way : std::uint8_t { Whole, FromOutside, NearGuess };
  Aim(Way way, int at) : way_(way), at_(at) {}

  // Is the value in the outermost fifth? Nearer to the middle such a question is as large as that
  // of the whole (measured on Connect Four).
  Window outer(Window open) const {
    const int above = open.beta - at_, below = at_ - open.alpha;
    const int far = std::max(above, below), strip = std::max(1, far / 5);
    if (9 * far <= 4 * at_) return open;
    const int cut = above >= below ? open.beta - strip : open.alpha + strip - 1;
    return within(open, cut, cut + 1);
  }
  static Window within(Window open, int alpha, int beta) {
    alpha = std::clamp<int>(alpha, open.alpha, open.beta - 1);
    return {static_cast<Outcome>(alpha),
            static_cast<Outcome>(std::clamp<int>(beta, alpha + 1, open.beta))};
  }

  Way way_ = Way::Whole;
  int at_ = 0;  // the middle of the scale, or the guess
  int step_ = 1;
  Window last_{};
};

}  // namespace solvent::search
