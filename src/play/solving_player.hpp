// The player of every game: it solves what it can within its limits and plays what is proved;
// otherwise it guesses by random games, never a move that is proved worse than another.
//
// A value once proved is never given up: it is proved again at every move, whatever it
// costs. Where positions can repeat, a win also has to be reached: by a Pursuit, or, if there is
// too much to explore for that, by moves that keep the win in positions that have not occurred.
#pragma once

#include "base/rng.hpp"
#include "play/holding.hpp"
#include "play/player.hpp"
#include "solvent/solve.hpp"

namespace solvent::play {

class SolvingPlayer final : public Player {
 public:
  // `options` names the algorithm and the endgame database.
  static Result<std::unique_ptr<Player>> make(const Ruleset& game, const Options& options,
                                              const MoveLimits& limits);

  void begin(std::uint64_t seed) override;
  Choice choose(const Course& course, Stop stop) override;
  void ponder(const Course& course, Stop stop) override;

 private:
  struct Candidate {
    AnyMove move;
    AnyState after;
    Bounds known;
    double points = 0;  // of its random games, for Max: 0..1 each
    std::uint32_t games = 0;
  };
  struct Machines {
    std::unique_ptr<search::Machine> prover, tester, strategy;
  };

  SolvingPlayer(const Ruleset& game, const search::Design& design,
                std::shared_ptr<const ProbeBase> probe, std::unique_ptr<DatabasePlay> database_play,
                const MoveLimits& limits);
  void make_machines();
  Choice decide(const Course& course, Stop stop);
  search::Machine& strategy_for(Side side);
  bool worth_holding(const AnyState& s, Bounds known) const;
  std::optional<AnyMove> hold(const Course& course, const std::vector<Candidate>& candidates,
                              Allowance& allowance);
  std::optional<AnyMove> pursue(const Course& course, Stop stop);
  Bounds look_at_moves(const AnyState& s, std::vector<Candidate>& candidates, Allowance& allowance);
  void play_out(std::vector<Candidate>& candidates, Side side, Allowance& allowance);
  double random_game(AnyState s, Allowance& allowance);
  double estimate(const Candidate& c, Side side) const;

  Ruleset game_;
  const AnyGame& rules_;
  search::Design design_;
  std::shared_ptr<const ProbeBase> probe_;
  std::unique_ptr<DatabasePlay> database_play_;
  MoveLimits limits_;
  Machines machines_;
  std::pair<Side, Outcome> strategy_claim_{};
  std::optional<Pursuit> pursuit_;
  Rng rng_{1};
  Holding held_;
  std::uint64_t looked_up_before_ = 0;  // in the database, when the game began
};

}  // namespace solvent::play
