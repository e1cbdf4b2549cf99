// Machines that are made of machines. They need no game, so they are compiled once.
#pragma once

#include <functional>
#include <memory>

#include "search/machine.hpp"

namespace solvent::search {

// Two algorithms, one after the other: search/staged.hpp. `make` makes the machine of a design.
std::unique_ptr<Machine> make_staged(
    const Design& design, const std::function<std::unique_ptr<Machine>(const Design&)>& make);

// One machine after another that takes as many nodes as it wants, and may give up.
std::unique_ptr<Machine> make_after(std::unique_ptr<Machine> first,
                                    std::unique_ptr<Machine> second);

// Several searchers on one table, or a single one: search/team.hpp. `make` makes one more.
std::unique_ptr<Machine> make_team(
    const std::function<std::unique_ptr<Machine>(const TableHandle&)>& make, const Design& design);

// A value by two-valued questions: search/two_valued.hpp.
std::unique_ptr<Machine> make_two_valued(const Scale& scale,
                                         std::function<Side(const AnyState&)> to_move,
                                         Driver driver, std::unique_ptr<Machine> machine);

}  // namespace solvent::search
