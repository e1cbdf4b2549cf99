#include "experiments/mopns/study.hpp"

#include <fmt/format.h>

namespace solvent::experiments {

namespace {

constexpr const char* kCounting =
    "Each position is searched by `mopns`, by the cheapest use of `pns` (only the two-valued "
    "searches "
    "that establish the value: at least v, not at least the next better), by `pns` with binary "
    "search "
    "over the outcomes (dichotomic), and, beyond the paper, by `dfmopns`, `mopn2` and, where no "
    "position can repeat, `mopns` on a graph. Figures are nodes created; seconds are CPU time.";
constexpr const char* kConvention =
    "The paper leaves the order of children open. Ours is the profile `saffidine2012`: children "
    "left "
    "to "
    "right, the first of equals, leaves 1/1, evaluated when created, the root not counted, no "
    "transpositions, solved parts kept. The searches beyond the paper use their defaults, without "
    "knowledge of the game.";

}  // namespace

std::string MopnsBoard::key(std::size_t position, const std::string& variant) const {
  return fmt::format("{}{}{} {}", label, variant.empty() ? "" : " ", variant, position + 1);
}

MopnsStudy mopns_connect4_study() {
  const MopnsBoard small{.spec = "connect4:4x5",
                         .outcomes = "wld",
                         .label = "4x5",
                         .plies = 4,
                         .acyclic = true,
                         .weight = 0.02,
                         .quick_stride = 1,
                         .positions = 256,
                         .published = {16'947'536, 20'175'238, 227, 13, 16, 99, 85},
                         .values = "16 / 222 / 18",
                         .why = "the order of children is not published",
                         .independent = MopnsFigures{16'943'705, 20'082'296, 219, 21, 16},
                         .variants = {{"mobility",
                                       "leaves begin with their number of moves",
                                       {.mobility = true},
                                       {10'080'028, 11'724'505}},
                                      {"selected",
                                       "leaves are evaluated when selected",
                                       {.evaluate = "selected"},
                                       {23'693'108, 28'644'762}}}};
  const MopnsBoard large{
      .spec = "connect4:5x5",
      .outcomes = "wld",
      .label = "5x5",
      .plies = 4,
      .acyclic = true,
      .weight = 0.8,
      .quick_stride = 0,
      .positions = 625,
      .published = {1'557'490'694, 1'757'370'222, 406, 140, 79, 11'230, 9'055},
      .values = "334 / 267 / 24",
      .why =
          "not explained; the order of children is not published, and in ours most of the won "
          "positions tie"};
  return {"mopns-connect4",
          "Connect Four 4x5 and 5x5 after four plies: MOPNS against PNS (2012)",
          "Multiple outcomes at once: Connect Four",
          {"All sequences of four plies from the empty boards of 4 and 5 columns and 5 rows; the "
           "value is a win, a draw or a loss of the first player, who is to move.",
           kCounting, kConvention},
          {small, large},
          {},
          {"The independent program's totals on 4x5 are for exactly our convention, so they must "
           "agree; the paper's differ by the order of children."}};
}

MopnsStudy mopns_woodpush_study() {
  const std::string why =
      "not explained: none of the variants of rules and order that were tried gives the paper's "
      "counts";
  const MopnsBoard three{.spec = "woodpush:8,3",
                         .outcomes = "score",
                         .label = "(8,3)",
                         .plies = 4,
                         .acyclic = false,
                         .weight = 1.5,
                         .quick_stride = 12,
                         .positions = 99,
                         .published = {31'328'178, 34'869'213, 76, 23, 0, 718, 702},
                         .why = why};
  const MopnsBoard two{.spec = "woodpush:13,2",
                       .outcomes = "score",
                       .label = "(13,2)",
                       .plies = 8,
                       .acyclic = false,
                       .weight = 2,
                       .quick_stride = 0,
                       .positions = 256,
                       .published = {155'756'022, 174'285'199, 205, 51, 0, 4'796, 4'573},
                       .why = why};
  return {"mopns-woodpush",
          "Woodpush (8,3) and (13,2) and problem 86: MOPNS against PNS (2012)",
          "Multiple outcomes at once: Woodpush",
          {"All sequences of four plies of Woodpush with 8 cells and 3 pieces a side, and of eight "
           "plies with 13 cells and 2 pieces. The rules are those of `woodpush` here: simple ko, "
           "infinite play worth 0, the winner's score the moves he can still make.",
           kCounting, kConvention},
          {three, two},
          {{"woodpush:8,3,score=pieces", "LL.R.RLR L", "86, score in pieces"},
           {"woodpush:8,3", "LL.R.RLR L", "86, score in moves"}},
          {"The paper says of (8,3) that no score outside -5..5 was reached and calls the game "
           "without cycles; under the rules here scores of 6 and more occur, and cycles are "
           "common. Problem 86 has the paper's value, 2, if the score counts pieces, and its "
           "place, 86th, in the order of our moves. So the rules behind the paper's counts differ "
           "from ours in ways that the paper does not tell."}};
}

}  // namespace solvent::experiments
