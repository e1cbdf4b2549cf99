// Prints a set of positions with their values, for bench/peers.py:
//
//   position_sets NAME [SEED] > bench/sets/NAME.txt      (without a name: what there is)
//
// Positions are made by seeded random play and kept if they belong to the class. A class is told by
// the number of stones, by how long the game still lasts under best play, or by how much work the
// value is. What is work depends on the solver: where that decides, a later version makes another
// set, and the files stay as they are.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "base/text.hpp"
#include "positions.hpp"

namespace {

using namespace solvent;

struct Span {
  std::uint64_t least, most;
  bool has(std::uint64_t n) const { return least <= n && n <= most; }
};
constexpr Span kAny{0, ~std::uint64_t{0}};

struct Class {
  const char* name;
  const char* spec;
  Span stones;
  std::size_t count;
  Span plies = kAny;  // to the end of the game under best play (Connect Four only)
  Span nodes = kAny;  // that the value takes
};

constexpr Class kClasses[] = {
    {"7x6-quick", "connect4:7x6", {7, 14}, 100, {5, 13}},
    {"7x6-soon", "connect4:7x6", {7, 14}, 100, {14, 20}},
    {"7x6-medium", "connect4:7x6", {10, 14}, 50, kAny, {100'000, 500'000}},
    {"7x6-hard", "connect4:7x6", {8, 13}, 30, {27, 42}},
    {"9x5-opening", "connect4:9x5", {10, 12}, 20, {9, 45}},
    {"9x5-middle", "connect4:9x5", {14, 18}, 100, {9, 45}},
    {"6x7-middle", "connect4:6x7", {10, 16}, 60, {9, 42}},
    {"6x8-middle", "connect4:6x8", {12, 18}, 50, {9, 48}},
    {"6x10-middle", "connect4:6x10", {22, 28}, 30, {9, 60}},
    {"9x7-middle", "connect4:9x7", {26, 32}, 30, {9, 63}},
    {"8x8-middle", "connect4:8x8", {26, 32}, 30, {9, 64}},
    {"othello-20", "othello:8", {44, 44}, 20},
    {"othello6-20", "othello:6", {16, 16}, 20},
};

// The plies that are left in a game of Connect Four on so many cells with this score for the side
// to move: the winner of score s plays his last stone onto N + 1 - 2s or N - 2s others.
std::uint64_t plies_left(std::uint64_t cells, std::uint64_t stones, int score) {
  if (score == 0) return cells - stones;
  const std::uint64_t before = cells + 1 - 2 * static_cast<std::uint64_t>(std::abs(score));
  const bool his_turn = before % 2 == stones % 2;  // it is the winner's, or it is the loser's
  return (his_turn == (score > 0) ? before : before - 1) + 1 - stones;
}

std::uint64_t cells(std::string_view spec) {
  const auto sides = text::split(spec.substr(spec.find(':') + 1), 'x');
  return static_cast<std::uint64_t>(*text::to_int(sides.front()) * *text::to_int(sides.back()));
}

struct Sample {
  Position position;
  std::string text;
  std::uint64_t stones;
};

bool is_othello(const Class& c) { return std::string_view(c.spec).starts_with("othello"); }

// Random play up to some number of stones of the class; nothing if it ends before that.
std::optional<Sample> random_position(const Class& c, const Ruleset& game, Rng& rng) {
  const auto discs = [](const std::string& s) {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        s.substr(0, s.find(' ')), [](char x) { return x == 'X' || x == 'O'; }));
  };
  const auto choices = static_cast<std::uint32_t>(c.stones.most - c.stones.least + 1);
  const std::uint64_t wanted = c.stones.least + rng.below(choices);
  Sample s{game.start(), is_othello(c) ? game.start().text() : "", 0};
  if (is_othello(c)) s.stones = discs(s.text);
  while (s.stones < wanted) {
    const auto moves = s.position.moves();
    const std::string& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    s.position = *s.position.play(move);
    if (s.position.ended()) return std::nullopt;
    s.text = is_othello(c) ? s.position.text() : s.text + move;
    s.stones = is_othello(c) ? discs(s.text) : s.stones + 1;
  }
  return s;
}

// Does either side win within so many plies? Much less work than the value where none does.
bool decided_soon(const Class& c, const Ruleset& game, const Sample& sample) {
  const auto score = static_cast<int>((cells(c.spec) + 2 - sample.stones - c.plies.most) / 2);
  const auto reached = [&](int value) {
    Options options;
    options.line = false;
    options.at_least = value;
    return *Solver::make(game, options)->solve(sample.position).at_least_holds;
  };
  return reached(score) || !reached(1 - score);
}

std::string described(const Span& s, std::string_view what) {
  return s.least == s.most ? fmt::format("{} {}", s.least, what)
                           : fmt::format("{} to {} {}", s.least, s.most, what);
}

void print_set(const Class& c, std::uint64_t seed) {
  const Ruleset game = bench::game(c.spec, "score");
  Options options;
  options.line = false;
  if (c.nodes.most != kAny.most) options.limits.nodes = c.nodes.most;
  Result<Solver> solver = Solver::make(game, options);
  if (!solver) std::abort();

  std::string also;
  if (c.plies.most != kAny.most)
    also += fmt::format(", {} under best play", described(c.plies, "more plies"));
  if (c.nodes.most != kAny.most) also += fmt::format(", {}", described(c.nodes, "nodes"));
  fmt::print(
      "# {} {}: {} by random play{}\n# position_sets {} {} (version {}); the value is for "
      "the side to move\n",
      c.spec, c.name, described(c.stones, "stones"), also, c.name, seed, kVersion);

  Rng rng(seed);
  std::set<Position::Bytes> seen;
  while (seen.size() < c.count) {
    const auto sample = random_position(c, game, rng);
    if (!sample || seen.contains(sample->position.state())) continue;
    const bool limited = c.plies.most < cells(c.spec) - sample->stones;
    if (limited && !decided_soon(c, game, *sample)) continue;
    solver->forget();
    const Answer a = solver->solve(sample->position);
    if (!a.value || !c.nodes.has(a.counts.created)) continue;
    if (c.plies.most != kAny.most &&
        !c.plies.has(plies_left(cells(c.spec), sample->stones, *a.value)))
      continue;
    seen.insert(sample->position.state());
    fmt::print("{} {}\n", sample->text, *a.value);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count == 1) {
    for (const Class& c : kClasses) fmt::print("{}\n", c.name);
    return 0;
  }
  const auto* c = std::ranges::find(kClasses, std::string_view(words[1]), &Class::name);
  const auto seed = count > 2 ? text::to_int(words[2]) : 1;
  if (count > 3 || c == std::end(kClasses) || !seed || *seed < 0) {
    fmt::print(stderr,
               "position_sets: write NAME [SEED], a name that position_sets lists and a "
               "number from 0 on\n");
    return 2;
  }
  print_set(*c, static_cast<std::uint64_t>(*seed));
  return 0;
}
