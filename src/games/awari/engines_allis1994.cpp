#include "games/awari/engines_allis1994.hpp"

#include <fmt/format.h>

#include "search/best_first/engine.hpp"
#include "search/claims.hpp"
#include "search/drivers.hpp"
#include "search/presets.hpp"

namespace solvent::awari {

namespace {

using search::SliceResult;
using search::Window;

class AllisSearch final : public search::Machine {
 public:
  AllisSearch(const Rules& rules, Allis1994::Lookup lookup, std::size_t memory)
      : rules_(rules), lookup_(std::move(lookup)), memory_(memory) {}

  void start(const AnyState& root, Window window) override {
    root_ = restore_state<Rules::State>(root);
    set_up();
    open_ = game_->scale().everything();
    const bool south = mancala::mover(root_) == 0;
    asked_ = {rank(south ? window.alpha : window.beta), rank(south ? window.beta : window.alpha)};
    total_ = {};
    done_ = asked_.answered_by(open_);
    if (!done_) ask();
  }
  SliceResult step(const search::Slice& slice) override {
    if (done_) return SliceResult::Done;
    const SliceResult progress = pns_->step(slice);
    if (progress != SliceResult::Done) return progress;
    total_ = statistics();
    open_ = search::learnt(open_, cut_, search::decision_on(cut_, pns_->bounds()));
    done_ = asked_.answered_by(open_);
    if (!done_) ask();
    return done_ ? SliceResult::Done : SliceResult::Running;
  }
  Bounds bounds() const override {
    const int stones = rules_.on_board(root_);
    const Outcome a = rules_.outcome(root_, open_.pess - stones);
    const Outcome b = rules_.outcome(root_, open_.opti - stones);
    return {std::min(a, b), std::max(a, b)};
  }
  std::optional<AnyMove> best() const override { return std::nullopt; }
  void archive(Archive& a) override {
    a.section("search of 1994", sizeof(*this));
    a(root_, asked_, open_, cut_, done_, total_);
    if (a.loading()) set_up();
    if (!done_) a(*pns_);
  }
  void trace(search::Tracer*) override {}
  search::Statistics statistics() const override {
    if (done_) return total_;
    search::Statistics s = pns_->statistics();
    ++s.created;  // the root
    s.questions = 1;
    s.largest_search = s.created;
    search::Statistics all = total_;
    all += s;
    // The paper's tree is that of the largest search, without what is solved.
    all.largest = s.created > total_.largest_search ? std::max<std::uint64_t>(s.largest_open, 1)
                                                    : total_.largest;
    return all;
  }

 private:
  void set_up() {
    const int stones = rules_.on_board(root_);
    if (game_ && game_->scale().size() == 2 * stones + 1) return;
    pns_.reset();
    game_.emplace(stones, lookup_);
    pns_.emplace(*game_, search::Design{.algorithm = search::kPns, .memory = memory_});
  }
  void ask() {
    cut_ =
        search::middle_cut({std::max(open_.pess, asked_.alpha), std::min(open_.opti, asked_.beta)});
    // Nothing is captured yet, and the side to move is South.
    const int me = mancala::mover(root_);
    const Rules::State seen{{root_.row[me] & mancala::kPits, root_.row[1 - me] & mancala::kPits}};
    pns_->start(erase_state(seen), Window::of_cut(cut_));
  }
  // An outcome as the side to move counts it here, at most all stones or none.
  Outcome rank(Outcome outcome) const {
    const int stones = rules_.on_board(root_);
    return static_cast<Outcome>(std::clamp(rules_.for_mover(root_, outcome), -stones, stones) +
                                stones);
  }

  const Rules& rules_;
  Allis1994::Lookup lookup_;
  std::size_t memory_;
  std::optional<Allis1994> game_;
  std::optional<search::BestFirst<Allis1994>> pns_;
  Rules::State root_{};
  Window asked_{};  // in net stones for the side to move, as is what is open
  Bounds open_;
  int cut_ = 0;
  bool done_ = true;
  search::Statistics total_;  // of the questions answered
};

}  // namespace

std::unique_ptr<search::Machine> make_allis_search(const Rules& rules, Allis1994::Lookup lookup,
                                                   std::size_t memory) {
  return std::make_unique<AllisSearch>(rules, std::move(lookup), memory);
}

std::optional<Allis1994::Lookup> allis_lookup(const Rules& rules, const AnyProbe<Rules>* probe) {
  if (probe == nullptr || !probe->probe(rules.unindex(Allis1994::kLookedUp, 0)).closed())
    return std::nullopt;
  return
      [&rules, probe](const Rules::State& s) { return rules.for_mover(s, probe->probe(s).pess); };
}

namespace {

using session::say;

const AnyProbe<Rules>* typed(const ProbeBase* probe) {
  return dynamic_cast<const AnyProbe<Rules>*>(probe);
}

// Everything is as in 1994, so there is nothing left to choose; and what is best by the rules of
// the paper need not be by ours, so there is no line of play.
std::optional<Error> refuses(const AnyGame& game, const Options& o) {
  if (rules_of<Rules>(game) == nullptr || game.scale().kind() != Scale::Kind::Score)
    return say("{profile} allis1994 is for awari, with outcomes told apart by score");
  if ((o.algorithm != "auto" && o.algorithm != "pns") || o.driver || o.keep_tree || o.mobility ||
      o.evaluate || o.selection || o.keep_solved || o.graph)
    return say("{profile} allis1994 is pns with everything else as it was in 1994");
  if (o.moves) return say("{moves}: there is only the value with {profile} allis1994");
  constexpr const char* kOtherRules = "the rules of allis1994 are not the game's";
  if (!o.store.empty()) return say("{store}: {}", kOtherRules);
  if (!o.proof.empty()) return say("{proof}: {}", kOtherRules);
  if (o.certify) return say("{certify}: {}", kOtherRules);
  if (o.endgame.empty())
    return say(
        "{profile} allis1994 looks up all boards of up to {} stones: {endgame} names the folder of "
        "their database, which 'solvent table' makes",
        Allis1994::kLookedUp);
  return std::nullopt;
}

std::optional<Error> misses(const AnyGame& game, const Options& o, const ProbeBase* probe) {
  if (allis_lookup(*rules_of<Rules>(game), typed(probe))) return std::nullopt;
  return say(
      "{profile} allis1994: the database in {} has not all boards of up to {} stones; 'solvent "
      "table' makes them",
      text::quoted(o.endgame), Allis1994::kLookedUp);
}

std::unique_ptr<search::Machine> make(const AnyGame& game, const search::Design& design,
                                      const ProbeBase* probe) {
  const Rules& rules = *rules_of<Rules>(game);
  return make_allis_search(rules, *allis_lookup(rules, typed(probe)), design.memory);
}

}  // namespace

const Profile& allis1994() {
  static const Profile kProfile{
      .name = "allis1994",
      .meaning =
          "awari with pns and the boards of up to 13 stones in {endgame}; the printed counts "
          "'created', 'largest question' and 'largest tree' correspond to the columns 'sum', "
          "'max pos' and 'max tree' in the paper",
      .algorithm = "pns",
      .refuses = refuses,
      .misses = misses,
      .make = make};
  return kProfile;
}

}  // namespace solvent::awari
