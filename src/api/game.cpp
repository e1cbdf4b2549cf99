#include "solvent/game.hpp"

#include <algorithm>

#include "game/any_game.hpp"
#include "games/registry.hpp"
#include "games/tree/text.hpp"

namespace solvent {

static_assert(sizeof(Position::Bytes) == sizeof(AnyState::bytes));

namespace {
AnyState state_of(const Position& p) { return AnyState{p.state()}; }
}  // namespace

std::vector<GameDescription> games() {
  std::vector<GameDescription> out;
  for (const GameFamily* f : families()) {
    out.push_back({f->name, f->title, f->summary, f->parameters, f->notation, f->example, f->scales,
                   f->specs});
    for (const Alias& alias : f->aliases) out.back().aliases.push_back(alias.name);
  }
  return out;
}

Result<Ruleset> Ruleset::make(std::string_view spec, std::string_view outcomes) {
  Result<GamePtr> rules = make_game(spec, outcomes);
  if (!rules) return rules.error();
  return Ruleset(*std::move(rules));
}

Result<Ruleset> Ruleset::from_tree(std::string_view text, const std::string& name,
                                   std::string_view outcomes) {
  const auto& scales = tree::families().front().scales;
  if (!outcomes.empty() && std::find(scales.begin(), scales.end(), outcomes) == scales.end())
    return Error{"outcomes " + text::quoted(outcomes) + ": a tree has " + text::list(scales)};
  Result<tree::Graph> graph = tree::parse_graph(text);
  if (!graph) return graph.error();
  Result<GamePtr> rules = tree::make_game(*std::move(graph), name, outcomes);
  if (!rules) return rules.error();
  return Ruleset(*std::move(rules));
}

std::string Ruleset::spec() const { return rules_->spec(); }
const Scale& Ruleset::scale() const { return rules_->scale(); }
std::string Ruleset::player(Side side) const { return rules_->player(side); }
Position Ruleset::at(const Position::Bytes& state) const { return {*this, state}; }
Position Ruleset::start() const { return {*this, rules_->initial().bytes}; }

Result<Position> Ruleset::parse(std::string_view text) const {
  const Result<AnyState> s = rules_->parse(text);
  if (!s) return s.error();
  return Position(*this, s->bytes);
}

Result<std::pair<std::string, int>> Ruleset::split_expectation(std::string_view line) const {
  Result<Expectation> e = rules_->expectation(line);
  if (!e) return e.error();
  return std::pair{std::move(e->position), e->value};
}

Side Position::to_move() const { return game_.rules_->to_move(state_of(*this)); }
bool Position::ended() const { return game_.rules_->ended(state_of(*this)); }
Bounds Position::rule_bounds() const { return game_.rules_->bounds(state_of(*this)); }

std::vector<std::string> Position::moves() const {
  const AnyState s = state_of(*this);
  std::vector<std::string> out;
  for (const AnyMove m : game_.rules_->moves(s)) out.push_back(game_.rules_->move_text(s, m));
  return out;
}

Result<Position> Position::play(std::string_view move) const {
  AnyState s = state_of(*this);
  const Result<AnyMove> m = game_.rules_->parse_move(s, move);
  if (!m) return m.error();
  game_.rules_->play(s, *m);
  return Position(game_, s.bytes);
}

std::uint64_t Position::perft(int depth, bool count_ended) const {
  return game_.rules_->perft(state_of(*this), depth, count_ended);
}

std::string Position::text() const { return game_.rules_->position(state_of(*this)); }
std::string Position::draw(bool colours) const {
  return game_.rules_->draw(state_of(*this), colours ? Ink::colours() : Ink::plain());
}

}  // namespace solvent
