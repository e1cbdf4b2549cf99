#include "games/random/text.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"

namespace solvent::random {

template <class Rules>
std::string Text<Rules>::position(const G& g, const State& s) {
  if (s.ply == 0) return "root";
  const std::uint64_t b = g.nodes().branching();
  std::vector<std::uint64_t> moves(s.ply);
  std::uint64_t path = s.path;
  for (std::size_t ply = moves.size(); ply-- > 0; path /= b) moves[ply] = path % b + 1;
  return fmt::format("{}", fmt::join(moves, "."));
}

template <class Rules>
Result<typename Text<Rules>::State> Text<Rules>::parse(const G& g, std::string_view text) {
  State s = g.initial();
  if (text.empty() || text == "root") return s;
  int number = 0;
  for (const std::string_view field : text::split(text, '.')) {
    ++number;
    const Result<Move> m = parse_move(g, s, field);
    if (!m) return Error{fmt::format("move {}: {}", number, m.message())};
    g.play(s, *m);
  }
  return s;
}

template <class Rules>
Result<typename Text<Rules>::Move> Text<Rules>::parse_move(const G& g, const State& s,
                                                           std::string_view text) {
  const auto number = text::to_int(text);
  const bool plain = text.find_first_of("+-") == text.npos;
  if (!number || !plain || *number < 1 || *number > g.nodes().branching())
    return Error{fmt::format("{} is not a move from 1 to {} (a position is written 1.2.1, or root)",
                             text::quoted(text), g.nodes().branching())};
  if (g.ended(s))
    return Error{
        fmt::format("{} is played after the end: the tree is {} deep", text::quoted(text),
                    counted(static_cast<std::uint64_t>(g.nodes().depth()), "ply", "plies"))};
  return static_cast<Move>(*number - 1);
}

template <class Rules>
std::string Text<Rules>::draw(const G& g, const State& s, const Ink& ink) {
  constexpr std::uint32_t kShown = 8;
  constexpr bool kSums = requires { s.sum; };
  std::string out =
      fmt::format("  {}  ply {} of {}", ink.strong(position(g, s)), s.ply, g.nodes().depth());
  if constexpr (kSums) out += fmt::format(", sum {:+}", s.sum);
  if (g.ended(s)) return out + fmt::format(", {} for Max\n", g.scale().value(g.bounds(s).pess));
  out += "\n  moves ";
  const std::uint32_t b = g.nodes().branching();
  for (std::uint32_t m = 0; m < std::min(b, kShown); ++m) {
    out += fmt::format(" {}", m + 1);
    if constexpr (kSums) out += ink.faint(fmt::format(" ({:+})", g.edge(s, static_cast<Move>(m))));
  }
  if (b > kShown) out += fmt::format(" ... {}", b);
  return out + '\n';
}

template struct Text<Uniform>;
template struct Text<Incremental>;

namespace {

constexpr int kMaxSeed = 2'147'483'647;

struct Shape {
  int branching, depth, seed;
};

Result<Shape> read_shape(const Parameters& parameters, Shape fallback) {
  const auto b = parameters.setting("b", 1, kMaxBranching, fallback.branching);
  if (!b) return b.error();
  const auto d = parameters.setting("d", 0, kMaxDepth, fallback.depth);
  if (!d) return d.error();
  const auto seed = parameters.setting("seed", 0, kMaxSeed, fallback.seed);
  if (!seed) return seed.error();
  if (*d > deepest(*b))
    return parameters.wrong(
        fmt::format("{}^{} leaves are too many to number: with b={} the depth d is at most {}", *b,
                    *d, *b, deepest(*b)));
  return Shape{*b, *d, *seed};
}

Scale::Kind kind_of(std::string_view scale) {
  return scale == "wld" ? Scale::Kind::WinDrawLoss : Scale::Kind::Score;
}

Result<Made> make_uniform(const Parameters& parameters, std::string_view scale) {
  if (auto error = parameters.reject_others({"b", "d", "outcomes", "seed"}, 0)) return *error;
  const auto shape = read_shape(parameters, {3, 4, 1});
  if (!shape) return shape.error();
  const auto [b, d, seed] = *shape;
  const auto outcomes = parameters.setting("outcomes", 2, kMaxOutcomes, 3);
  if (!outcomes) return outcomes.error();
  return Made::of<Text<Uniform>>(
      fmt::format("random:b={},d={},outcomes={},seed={}", b, d, *outcomes, seed),
      Uniform(b, d, *outcomes, static_cast<std::uint64_t>(seed), kind_of(scale)));
}

Result<Made> make_incremental(const Parameters& parameters, std::string_view scale) {
  if (auto error = parameters.reject_others({"b", "d", "edge", "seed"}, 0)) return *error;
  const auto shape = read_shape(parameters, {4, 8, 1});
  if (!shape) return shape.error();
  const auto [b, d, seed] = *shape;
  const auto edge = parameters.setting("edge", 1, kMaxEdge, 127);
  if (!edge) return edge.error();
  const Scale::Kind kind = kind_of(scale);
  if (kind == Scale::Kind::Score && d > 0 && *edge > (kMaxOutcomes - 1) / d)
    return parameters.wrong(
        fmt::format("the sums of {} edges up to {} are more than {} scores: take edge={} or less, "
                    "or the scale wld",
                    d, *edge, kMaxOutcomes, (kMaxOutcomes - 1) / d));
  return Made::of<Text<Incremental>>(
      fmt::format("pgame:b={},d={},edge={},seed={}", b, d, *edge, seed),
      Incremental(b, d, *edge, static_cast<std::uint64_t>(seed), kind));
}

constexpr const char* kNotation = "the moves from the root, separated by dots: 2.1.3 (or root)";

}  // namespace

const std::vector<GameFamily>& families() {
  static const std::vector<GameFamily> kFamilies = {
      {
          .name = "random",
          .title = "Random trees",
          .summary =
              "a full tree whose leaves draw their outcomes: nothing to go by but the search",
          .parameters = "b=MOVES,d=PLIES,outcomes=M,seed=N (default b=3,d=4,outcomes=3,seed=1)",
          .notation = kNotation,
          .scales = {"score", "wld"},
          .example = "2.1",
          .specs = {"random:b=3,d=4,outcomes=3,seed=1"},
          .maker = make_uniform,
      },
      {
          .name = "pgame",
          .title = "P-games",
          .summary = "a full tree whose edges draw numbers: a leaf is worth the sum on its path",
          .parameters = "b=MOVES,d=PLIES,edge=LARGEST,seed=N (default b=4,d=8,edge=127,seed=1)",
          .notation = kNotation,
          .scales = {"wld", "score"},
          .example = "2.1",
          .specs = {"pgame:b=4,d=8,edge=127,seed=1"},
          .maker = make_incremental,
      },
  };
  return kFamilies;
}

}  // namespace solvent::random
