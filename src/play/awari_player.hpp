// The Awari program of Allis, van der Meulen & van den Herik ("Proof-number search", 1994), made
// clean. Alpha-beta picks a move; a two-valued proof-number search of at most so many live nodes
// asks whether it loses, and if it does the next move is tried; a database plays the end; and in
// the opponent's time each of his moves is tested for a win.
//
// A win or a draw that was proved once is proved again at every move, whatever it costs. The
// searches know the history (what has occurred twice ends the game), and with it the game is finite
// and only gets shorter: so who keeps a win has won.
#pragma once

#include "play/awari_search.hpp"
#include "play/holding.hpp"

namespace solvent::play {

struct AwariSettings {
  MoveLimits limits;     // nodes are those of alpha-beta
  bool refuting = true;  // false: alpha-beta and the database only
  std::uint64_t live = 150'000;
};

class AwariPlayer final : public Player {
 public:
  // `folder` of a database may be empty. An error for another game.
  static Result<std::unique_ptr<Player>> make(const Ruleset& game, const std::string& folder,
                                              const AwariSettings& settings);
  ~AwariPlayer() override;

  void begin(std::uint64_t seed) override;
  Choice choose(const Course& course, Stop stop) override;
  void ponder(const Course& course, Stop stop) override;

 private:
  using State = awari::Rules::State;
  using Move = awari::Rules::Move;
  class Known;  // to proof-number searches: the database and the history
  struct Test {
    std::optional<bool> wins;
    std::optional<AnyMove> by;  // if the side to move is the one who does, or does not lose
    std::uint64_t nodes = 0;
  };

  AwariPlayer(const Ruleset& game, std::unique_ptr<DatabasePlay> database_play,
              const AwariSettings& settings);
  Choice decide(const Course& course, Stop stop);
  Outcome winning(Side side) const;
  Outcome drawing() const;
  Test does_win(Side side, const AnyState& s, Allowance& allowance, std::uint64_t live);
  bool hold(const Course& course, Allowance& time, Choice& choice);
  bool find_win(const Course& course, Allowance& time, Choice& choice);
  void refute(const Course& course, Allowance& time, Choice& choice);

  Ruleset game_;
  const AnyGame& rules_;
  const awari::Rules& awari_;
  std::unique_ptr<DatabasePlay> database_play_;
  AwariSettings settings_;
  AwariSearch search_;
  std::unique_ptr<Known> known_;
  std::unique_ptr<search::Machine> prover_;
  Holding held_;
  std::uint64_t looked_up_before_ = 0;  // by proof-number searches, when the game began
  std::vector<std::pair<AnyState, bool>> pondered_;  // is it won for the side to move?
};

}  // namespace solvent::play
