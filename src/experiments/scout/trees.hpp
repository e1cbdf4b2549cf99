// Leaves of TEST, SCOUT, alpha-beta and NegaScout on random trees, the sizes of minimal trees, and
// Kalah to a fixed depth: figures of course notes on these algorithms (Hsu 2014).
#pragma once

#include <memory>

#include "experiments/experiment.hpp"
#include "experiments/scout/fixed_depth.hpp"
#include "games/random/rules.hpp"

namespace solvent::experiments {

std::unique_ptr<Experiment> make_scout_trees();

namespace scout {

// Complete trees of b moves a node, Max first. What a node draws is a hash of the seed and its
// place (games/random/rules.hpp), so nothing is stored.
enum class Kind : std::uint8_t {
  Uniform,     // leaves draw 31 bits, each on its own
  Correlated,  // edges draw 0..127 for Max, -127..0 for Min; a leaf is the sum on its path
  Ordered      // the same, but the first move is always the best: the others cost 1..1000
};
class RandomTree {
 public:
  struct Place {
    std::uint64_t path = 0;
    int ply = 0, sum = 0;
  };
  RandomTree(Kind kind, int branching, int depth, std::uint64_t seed)
      : kind_(kind), nodes_(branching, depth, seed) {}

  bool max(const Place& n) const { return n.ply % 2 == 0; }
  bool ended(const Place& n) const { return n.ply == static_cast<int>(nodes_.depth()); }
  int moves(const Place&) const { return static_cast<int>(nodes_.branching()); }
  int value(const Place& n) const {
    return kind_ == Kind::Uniform ? draw(n, std::uint32_t{1} << 31) : n.sum;
  }
  Place child(const Place& n, int move) const {
    Place c{nodes_.child(n.path, static_cast<std::uint32_t>(move)), n.ply + 1, n.sum};
    const int sign = max(n) ? 1 : -1;
    if (kind_ == Kind::Correlated) c.sum += sign * draw(c, 128);
    if (kind_ == Kind::Ordered && move > 0) c.sum -= sign * (1 + draw(c, 1000));
    return c;
  }

 private:
  int draw(const Place& n, std::uint32_t limit) const {
    return static_cast<int>(
        nodes_.draw(nodes_.number(n.path, static_cast<std::uint64_t>(n.ply)), limit));
  }
  Kind kind_;
  random::Nodes nodes_;
};

// What a search of the smallest tree that settles its question looks at, in a complete tree of b
// moves and l plies. TEST: l even, when it returns true.
std::uint64_t least_test_nodes(int b, int l);
std::uint64_t least_alpha_beta_nodes(int b, int l);
std::uint64_t least_alpha_beta_leaves(int b, int l);

// The library's searches on a complete tree all of whose leaves are draws, so that every order is
// the best and the value lies inside the scale.
enum class Engine : std::uint8_t { Test, AlphaBeta, Scout, NegaScout };
Visits engine_on_draws(Engine engine, int b, int l);

inline constexpr const char* kName = "scout-trees";

enum Search : std::size_t { kAlphaBeta, kScout, kNegaScout, kTestTrue, kTestFalse, kSearches };
inline constexpr const char* kLabels[] = {"alpha-beta", "SCOUT", "NegaScout", "TEST, true",
                                          "TEST, false"};
inline constexpr const char* kKinds[] = {"uniform", "correlated", "ordered"};

// Random trees of one shape; seeds from Setting::seed on.
struct Shape {
  Kind kind;
  int b, d;
  std::uint64_t seeds, first;
  std::string key() const;
};
std::vector<Shape> shapes(const Setting& setting);
// About what alpha-beta looks at in one of them, up to a factor of 3.
double cost(int b, int d);
// Leaves in all by Search, and the means and standard errors of the ratio to alpha-beta's.
Result<std::optional<Record>> measure(const Shape& shape, const Bench& bench);

// Trees of one size, from narrow and deep to wide and shallow.
inline constexpr std::pair<int, int> kSmallTrees[] = {{2, 12}, {4, 6}, {8, 4}, {16, 3}, {64, 2}};
inline constexpr std::pair<int, int> kLargeTrees[] = {{2, 24}, {4, 12}, {8, 8}, {16, 6}, {64, 4}};

// An ordered tree: nodes and leaves of every search, plain and by the library.
struct Minimal {
  int b, l;
  std::string key() const;
};
std::vector<Minimal> minimal_trees(const Setting& setting);
Result<std::optional<Record>> measure(const Minimal& tree);

// The library's searches on the game `random:`.
struct Library {
  int b, d;
  std::uint64_t seeds, first;
  std::string key() const;
};
std::vector<Library> library_runs(const Setting& setting);
Result<std::optional<Record>> measure(const Library& run, const Bench& bench);

// Kalah(6,4) to a fixed depth, from random positions.
inline constexpr int kKalahPlies = 10;
struct KalahRun {
  int depth;
  bool ordered;  // the moves by what they bring at once, or as the rules list them
  std::uint64_t positions, seed;
  std::string key() const;
};
std::vector<KalahRun> kalah_runs(const Setting& setting);
Result<std::optional<Record>> measure(const KalahRun& run, const Bench& bench);

}  // namespace scout
}  // namespace solvent::experiments
