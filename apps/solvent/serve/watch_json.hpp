// What is seen of work that goes on, as JSON: a search that is watched, and the news of a job.
#pragma once

#include "reply.hpp"
#include "solvent/explore.hpp"

namespace solvent::serve {

std::vector<std::string> split_path(const std::string& path);

// All but its id.
Json state_json(const Exploration& tree);
// A node and some of its children.
Reply family_json(const Exploration& tree, const std::string& path, std::size_t from,
                  std::size_t count);

// `spent`: seconds before this run began.
Json progress_json(const Progress& p, double spent, bool with_move);
Json move_json(const MoveValue& m);

}  // namespace solvent::serve
