#include "play/roster.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "games/awari/rules.hpp"
#include "play/awari_player.hpp"
#include "play/proof_player.hpp"
#include "play/solving_player.hpp"

namespace solvent::play {

namespace {

constexpr std::uint64_t kTable = std::uint64_t{64} << 20, kMemory = std::uint64_t{512} << 20;

class RandomPlayer final : public Player {
 public:
  void begin(std::uint64_t seed) override { rng_ = Rng(seed); }
  Choice choose(const Course& course, Stop) override {
    const auto moves = course.game().moves(course.now());
    return {.move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))],
            .known = course.game().bounds(course.now()),
            .how = "at random",
            .rests_on = {"rules"}};
  }
  void ponder(const Course&, Stop) override {}

 private:
  Rng rng_{1};
};

Error bad_option(std::string_view engine, std::string_view option) {
  return Error{
      fmt::format("player {}: {} is no option; there are nodes=N, time=S and, for refuting, live=N",
                  text::quoted(engine), text::quoted(option))};
}

}  // namespace

std::string usual_engine(const Ruleset& game) {
  return rules_of<awari::Rules>(game.rules()) != nullptr ? "refuting" : "auto";
}

Result<EngineOrder> read_engine(std::string_view engine, const EngineOrder& usual) {
  EngineOrder order = usual;
  const auto fields = text::split(engine, ',');
  order.name = fields.front();
  bool limited = false;
  for (std::size_t k = 1; k < fields.size(); ++k) {
    const std::size_t equals = fields[k].find('=');
    if (equals == std::string_view::npos) return bad_option(engine, fields[k]);
    const std::string_view name = fields[k].substr(0, equals), value = fields[k].substr(equals + 1);
    const auto number = text::to_int(value);
    if (name == "time") {
      const auto seconds = text::to_number(value);
      if (!seconds || *seconds <= 0)
        return Error{
            fmt::format("player {}: time is in seconds, such as 0.5", text::quoted(engine))};
      if (!limited) order.limits = {};
      order.limits.seconds = *seconds;
      limited = true;
    } else if (name == "nodes" || (name == "live" && order.name == "refuting")) {
      if (!number || *number < 1)
        return Error{fmt::format("player {}: {} is a whole number from 1 on, such as 20000",
                                 text::quoted(engine), name)};
      if (name == "live") {
        order.live = static_cast<std::uint64_t>(*number);
        continue;
      }
      if (!limited) order.limits = {};
      order.limits.nodes = static_cast<std::uint64_t>(*number);
      limited = true;
    } else {
      return bad_option(engine, fields[k]);
    }
  }
  return order;
}

Result<std::unique_ptr<Player>> make_player(const Ruleset& game, const EngineOrder& order) {
  if (order.proof) {
    EngineOrder otherwise = order;
    otherwise.proof = nullptr;
    auto player = make_player(game, otherwise);
    if (!player) return player;
    return std::unique_ptr<Player>(std::make_unique<ProofPlayer>(order.proof, *std::move(player)));
  }
  const std::string name = order.name.empty() ? usual_engine(game) : order.name;
  MoveLimits limits = order.limits;
  if (!limits.nodes && !limits.seconds) limits.seconds = 1;
  if (name == "plain" || name == "refuting")
    return AwariPlayer::make(game, order.endgame, {limits, name == "refuting", order.live});
  if (name == "random") return std::unique_ptr<Player>(std::make_unique<RandomPlayer>());
  std::vector<std::string> names;
  for (const AlgorithmDescription& a : algorithms()) names.push_back(a.name);
  if (std::find(names.begin(), names.end(), name) == names.end())
    return Error{
        fmt::format("no player is called {}; there are random, plain and refuting (awari), and the "
                    "algorithms {}",
                    text::quoted(name), text::list(names))};
  Options options;
  options.algorithm = name;
  options.endgame = order.endgame;
  options.threads = order.threads;
  options.limits.memory = kMemory;
  options.table_size = kTable;
  return SolvingPlayer::make(game, options, limits);
}

}  // namespace solvent::play
