// The records of `allis-awari`, put in order for its report.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/allis/awari.hpp"
#include "experiments/allis/classes.hpp"

namespace solvent::experiments::allis {

// A row of game 5, as far as it is measured.
struct Row {
  const AllisPublished* published;
  std::optional<AllisPns> pns;
  std::optional<AllisAlphaBeta> alpha_beta, with_table;
  std::optional<int> database;
};

// A position of a game of ours.
struct Own {
  int game;
  std::string name, board;
  AllisPns pns;
  AllisAlphaBeta alpha_beta, with_table;
  std::optional<int> database;
};

struct Measured {
  AllisScope scope;
  std::vector<Row> rows;
  std::vector<Own> own;
  std::optional<int> best, played;                // of move 51, by proof-number search
  std::optional<int> best_stored, played_stored;  // by the database
  int games = 0, passed_over = 0;
};

Measured measured(const Setting& setting, const Records& records);

// Nodes of alpha-beta that found the value.
std::optional<std::uint64_t> finished(const std::optional<AllisAlphaBeta>& found);
AllisNodes theirs(const AllisPublished& row);
AllisNodes theirs(const AllisOtherRow& row);
AllisNodes ours(const Row& row);
AllisNodes ours(const Own& own);
// Of all the paper's rows, of the rows of game 5 here, of our games.
std::vector<AllisNodes> published_nodes();
std::vector<AllisNodes> row_nodes(const Measured& m);
std::vector<AllisNodes> own_nodes(const Measured& m);

std::optional<double> factor(std::optional<std::uint64_t> more, std::optional<std::uint64_t> fewer);
// By how many per cent ours is larger.
double per_cent_more(std::uint64_t published, std::uint64_t found);
// A row that is measured; what is printed as "about" is as printed within 5 %.
inline constexpr double kRounded = 5;
bool tree_as_printed(const Row& row);

std::vector<report::Exhibit> allis_exhibits(const Measured& m);

}  // namespace solvent::experiments::allis
