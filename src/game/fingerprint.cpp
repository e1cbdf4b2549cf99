#include "game/fingerprint.hpp"

#include <span>
#include <string>
#include <vector>

#include "base/checksum.hpp"
#include "base/rng.hpp"
#include "game/interned.hpp"

namespace solvent {

namespace {

class Fingerprint {
 public:
  explicit Fingerprint(const AnyGame& game) : game_(game) {
    const Scale& scale = game.scale();
    for (int rank = 0; rank < scale.size(); ++rank) add(scale.value(static_cast<Outcome>(rank)));
    add(game.acyclic());
  }
  std::uint64_t sum() const { return sum_; }

  // All that there is, with the names by which positions are asked about.
  void all(const InternedSource& source) {
    add(source.repetition());
    add(static_cast<int>(source.initial()));
    for (std::uint32_t id = 0; id < source.listed(); ++id) {
      const InternedNode node = source.node(id);
      add(node.bounds, node.side);
      add(node.ended);
      add(static_cast<int>(node.cost));
      sum_ = checksum(sum_, std::as_bytes(node.children));
      const std::string name = game_.position(erase_state(Interned::State{id}));
      sum_ = checksum(sum_, std::as_bytes(std::span(name)));
    }
  }
  void first(std::size_t positions) {
    std::vector<AnyState> found{game_.initial()};
    for (std::size_t at = 0; at < found.size(); ++at) {
      const std::vector<AnyMove> moves = look_at(found[at]);
      for (const AnyMove m : moves) {
        if (found.size() == positions) break;
        found.push_back(found[at]);
        game_.play(found.back(), m);
      }
    }
  }
  void random_game(std::uint64_t seed, int longest) {
    Rng rng(seed);
    AnyState s = game_.initial();
    for (int ply = 0; ply < longest; ++ply) {
      const std::vector<AnyMove> moves = look_at(s);
      if (moves.empty()) return;
      game_.play(s, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }

 private:
  std::vector<AnyMove> look_at(const AnyState& s) {
    sum_ = checksum(sum_, s.bytes);
    add(game_.bounds(s), game_.to_move(s));
    if (!game_.acyclic()) add(game_.repetition(s));
    std::vector<AnyMove> moves = game_.moves(s);
    sum_ = checksum(sum_, std::as_bytes(std::span(moves)));
    return moves;
  }
  void add(Bounds b, Side side) { add(b.pess | b.opti << 8 | static_cast<int>(side) << 16); }
  void add(int number) { sum_ = mix(sum_ + static_cast<std::uint64_t>(number)); }

  const AnyGame& game_;
  std::uint64_t sum_ = 1;
};

const InternedSource* source_of(const AnyGame& game) {
  const Interned* interned = rules_of<Interned>(game);
  return interned == nullptr ? nullptr : &interned->source();
}

}  // namespace

bool lasting_states(const AnyGame& game) {
  const InternedSource* source = source_of(game);
  return source == nullptr || source->listed() > 0;
}

std::uint64_t fingerprint(const AnyGame& game) {
  Fingerprint print(game);
  if (const InternedSource* source = source_of(game); source != nullptr && source->listed() > 0) {
    print.all(*source);
    return print.sum();
  }
  constexpr std::size_t kFirst = 500;
  constexpr int kGames = 8, kLongest = 200;
  print.first(kFirst);
  for (int k = 1; k <= kGames; ++k) print.random_game(static_cast<std::uint64_t>(k), kLongest);
  return print.sum();
}

}  // namespace solvent
