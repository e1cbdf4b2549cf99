#include "experiments/allis_awari.hpp"

#include <fmt/format.h>

#include "games/awari/engines_allis1994.hpp"

namespace solvent::experiments {

namespace {

using awari::Allis1994;
using search::Progress;

constexpr std::size_t kMemory = std::size_t{2} << 30;
constexpr std::uint64_t kSlice = 1 << 20;

// clang-format off
constexpr AllisPublished kPublished[] = {
    {"55 N", {0, 0, 0, 2, 2, 2, 1, 3, 1, 1, 1, 0}, -5, 1, 1, 5, 1, 1, true},
    {"55 S", {0, 2, 0, 0, 0, 14, 0, 0, 0, 1, 1, 1}, 11, 212, 188, 419, 231, 78, true},
    {"54 N", {0, 0, 2, 0, 0, 1, 0, 2, 0, 0, 0, 14}, -11, 245, 225, 843, 239, 79, true},
    {"54 S", {0, 2, 0, 0, 1, 13, 0, 0, 2, 0, 0, 1}, 11, 49'671, 5'670, 1'589, 749, 198, true},
    {"53 N", {0, 1, 1, 0, 0, 1, 0, 2, 0, 0, 1, 13}, -11, 318'119, 12'820, 4'271, 1'278, 523, true},
    {"53 S", {0, 2, 0, 1, 0, 13, 0, 1, 1, 0, 0, 1}, 11, 1'709'963, 366'618, 5'727, 2'503, 889, true},
    {"52 N", {1, 0, 1, 0, 0, 1, 0, 2, 0, 1, 0, 13}, -11, 3'475'319, 458'497, 11'492, 2'900, 829, true},
    {"52 S", {0, 2, 0, 1, 1, 12, 1, 0, 1, 0, 0, 1}, 11, 15'502'284, 2'874'623, 87'967, 47'162, 26'180, true},
    {"51 N", {1, 0, 1, 0, 1, 0, 0, 2, 0, 1, 1, 12}, -11, 51'176'384, 6'853'242, 90'150, 38'215, 23'541, true},
    {"51 S", {1, 1, 0, 1, 1, 12, 1, 0, 1, 0, 1, 0}, 15, 37'965'868, 2'433'370, 224'314, 156'348, 43'205, true},
    {"50 N", {1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 12}, -15, 144'071'919, 3'134'803, 768'686, 344'395, 87'903, true},
    {"50 S", {1, 1, 1, 0, 1, 12, 1, 0, 1, 1, 0, 0}, 15, 161'134'944, 5'378'362, 613'750, 397'154, 83'966, false},
    {"49 N", {1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 12}, -13, 24'879'754, 2'977'981, 668'746, 382'383, 105'604, false},
    {"49 S", {1, 1, 1, 1, 0, 12, 1, 1, 0, 1, 0, 0}, 13, 27'440'022, 3'508'885, 799'694, 369'907, 119'737, false},
    {"48 N", {1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 12}, -13, 75'709'058, 4'899'017, 898'058, 554'404, 145'802, false},
    {"48 S", {1, 1, 1, 1, 4, 11, 0, 0, 0, 0, 0, 0}, 13, 75'837'856, 4'961'444, 1'340'785, 554'416, 145'791, false},
    {"47 N", {0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 4, 11}, -13, 75'837'857, 4'961'445, 902'685, 554'417, 145'792, false},
    {"47 S", {1, 0, 1, 1, 4, 11, 0, 0, 0, 0, 0, 1}, 13, 76'126'790, 5'000'194, 1'349'656, 554'679, 145'605, false},
    {"46 N", {0, 0, 0, 0, 1, 0, 1, 0, 1, 1, 4, 11}, -13, 76'126'791, 5'000'195, 910'627, 554'680, 145'606, false},
    {"46 S", {1, 1, 0, 1, 4, 11, 0, 0, 0, 0, 1, 0}, 13, 96'567'363, 6'390'241, 2'109'880, 903'273, 208'961, false},
    {"45 N", {0, 0, 0, 0, 1, 2, 0, 0, 0, 1, 4, 11}, -5, 38'673'386, 9'605'678, 4'199'020, 1'442'758, 617'544, false},
    {"45 S", {0, 0, 1, 0, 4, 11, 0, 0, 0, 0, 1, 2}, 5, 39'486'568, 10'369'223, 4'722'589, 1'442'835, 617'473, false},
    {"44 N", {0, 0, 0, 1, 0, 2, 0, 0, 1, 0, 4, 11}, -5, 50'133'433, 14'903'279, 4'341'932, 1'451'921, 634'121, false},
    {"44 S", {0, 0, 1, 2, 3, 10, 0, 0, 0, 1, 0, 2}, 5, 61'816'867, 11'284'030, 4'789'675, 1'452'571, 633'620, false},
    {"43 N", {0, 0, 1, 0, 0, 2, 0, 0, 1, 2, 3, 10}, -5, 104'434'567, 23'327'160, 4'377'050, 1'454'076, 633'976, false},
    {"43 S", {0, 1, 0, 2, 3, 10, 0, 0, 1, 0, 0, 2}, 5, 118'018'891, 28'960'404, 5'420'622, 1'583'829, 633'914, false},
    {"42 N", {0, 0, 1, 0, 1, 1, 0, 1, 0, 2, 3, 10}, -5, 361'547'784, 62'164'036, 9'857'925, 3'758'110, 1'251'625, false},
    {"42 S", {0, 1, 1, 1, 3, 10, 0, 0, 1, 0, 1, 1}, 5, 500'000'000, 100'000'000, 14'703'057, 5'539'659, 2'368'832, false},
    {"41 N", {0, 0, 1, 2, 0, 0, 0, 1, 1, 1, 3, 10}, -5, 500'000'000, 100'000'000, 17'099'650, 5'562'074, 2'368'622, false},
};
// clang-format on

Result<AllisRow> measure(const AllisPublished& published, const Allis1994::Lookup& lookup) {
  const awari::Rules rules(Scale::Kind::Score);
  const mancala::Board board = board_of(published);
  const auto pns = awari::make_allis_search(rules, lookup, kMemory);
  pns->start(erase_state(board), {0, rules.scale().best()});
  Progress progress = Progress::Running;
  while (progress == Progress::Running) progress = pns->step(kSlice);
  if (progress != Progress::Done)
    return Error{fmt::format("row {}: a tree does not fit the memory", published.name)};
  const search::Statistics s = pns->statistics();
  return AllisRow{&published, rules.for_mover(board, pns->bounds().pess), s.created,
                  s.largest_search, s.largest};
}

}  // namespace

mancala::Board board_of(const AllisPublished& row) {
  mancala::Board board{};
  for (int k = 0; k < 12; ++k)
    board.row[k / 6] |= mancala::placed(k % 6, row.pits[static_cast<std::size_t>(k)]);
  return board;
}

std::span<const AllisPublished> allis_published() { return kPublished; }

Result<std::vector<AllisRow>> allis_awari(const Allis1994::Lookup& lookup,
                                          const std::function<bool(const AllisPublished&)>& wanted,
                                          const std::function<bool(const AllisRow&)>& done) {
  std::vector<AllisRow> rows;
  for (const AllisPublished& published : kPublished) {
    if (!wanted(published)) continue;
    const Result<AllisRow> row = measure(published, lookup);
    if (!row) return row.error();
    rows.push_back(*row);
    if (done && !done(*row)) break;
  }
  return rows;
}

}  // namespace solvent::experiments
