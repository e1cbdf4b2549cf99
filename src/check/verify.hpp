// The claims of a certificate against the rules of one game; docs/certificates.md says what is
// required of them.
//
// It keeps in memory the positions that earlier layers cite and that no claim has been about yet
// (`unclaimed`), those that the current layer cites (`cited`), and, only where play can go on for
// ever, the claims of the current layer. A cited position is settled by the rules or has to be
// claimed in a later layer; at the end no position may be left unclaimed.
//
// Threads go through the claims piece by piece, in two steps: each looks at those that fall to its
// portion (check/portion.hpp), and then each takes over what all of them cite there. A mistake ends
// the check after its piece, so it is the first one in the file, however many threads there are.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/counted.hpp"
#include "base/crew.hpp"
#include "check/parts.hpp"
#include "check/portion.hpp"
#include "check/reader.hpp"
#include "check/recompute.hpp"
#include "game/plain_search.hpp"
#include "game/statement.hpp"
#include "games/lines/pairing.hpp"

namespace solvent::check {

template <Game G>
class Verifier {
  using State = typename G::State;
  using Move = typename G::Move;
  using Part = Portion<State>;
  using Kind = typename Mistake<State>::Kind;
  static_assert(G::kAcyclic || Repeating<G>, "what is infinite play worth?");

 public:
  // `result` has its header, game and root already; the rest is filled in. `game`: the rules once
  // more, with their text.
  Verifier(const G& rules, const AnyGame& game, Feed& feed, const Options& options,
           CheckResult& result)
      : g_(rules),
        game_(game),
        feed_(feed),
        block_(feed.block),
        options_(options),
        result_(result),
        portions_(std::max<std::size_t>(options.threads, 1)),
        leaves_(portions_.size()),
        lines_(rules) {
    for (Part& part : portions_) part.citations.resize(portions_.size());
  }

  // Before the first statement. Like the others, it says whether all is well; if not, the result
  // says why.
  bool begin() { return recompute() && advance(); }
  // The number is that of the header.
  bool prove(bool at_least, int number, Side claimant, std::optional<Outcome> bound,
             const std::vector<State>& roots) {
    statement_text_ = fmt::format("at {} {}", at_least ? "least" : "most", number);
    layer_ = 0;
    if (!bound) return refuse("no outcome of the game has this value");
    statement_ = {claimant, *bound};
    before_ = result_.stats;
    result_.stats.statements.push_back({claimant, at_least, number, 0, {}});
    roots_ = roots;
    for (State& root : roots_) root = image_of(g_, root);
    if (!prove()) return false;
    if (options_.links != nullptr) note_links();
    return true;
  }
  bool end() {
    note_slices();
    if (!feed_.has_block) return true;
    return refuse(
        fmt::format("block of {}'s claims: they belong to no statement, or come after "
                    "those of the next one",
                    block_.claimant == Side::Max ? "Max" : "Min"));
  }

 private:
  // Is going round for ever good enough for the claimant?
  bool is_safety(const State& s) const {
    if constexpr (SaysIfItRepeats<G>)
      if (g_.acyclic()) return false;
    if constexpr (Repeating<G>)
      return statement_.safe(g_.repetition(s));
    else
      return (void)s, false;
  }

  bool prove() {
    for (Part& part : portions_) {
      part.unclaimed.clear(0);
      part.cited.clear(0);
      part.counts = {};
    }
    claims_in_layer_ = 0;
    for (const State& root : roots_) {
      if (statement_.fails(g_.bounds(root))) return refuse(root, "the rules say otherwise");
      if (settled(g_, statement_, root)) {
        if (result_.header.of_root() && !ours()) return true;
        return refuse(root, "the rules settle it, so there is nothing to claim");
      }
      if (portion_of(root).unclaimed.contains(root)) return refuse(root, "it is a root twice");
      portion_of(root).unclaimed.insert(root);
    }
    while (ours()) {
      if (!claim_block() || !advance()) return false;
    }
    return end_layer() && nothing_unclaimed();
  }
  bool ours() const { return feed_.has_block && block_.claimant == statement_.claimant; }
  bool nothing_unclaimed() {
    std::optional<State> first;
    for (const Part& part : portions_)
      part.unclaimed.for_each([&](const State& s) {
        if (!first || std::memcmp(&s, &*first, sizeof(State)) < 0) first = s;
      });
    if (!first) return true;
    return refuse(*first, fmt::format("cited by a claim, and no claim about it in a later layer "
                                      "({} such positions)",
                                      sum([](const Part& p) { return p.unclaimed.size(); })));
  }

  bool claim_block() {
    if (block_.layer != layer_ || claims_in_layer_ == 0) {
      const std::uint32_t expected = claims_in_layer_ == 0 ? 0 : layer_ + 1;
      if (block_.layer != expected)
        return refuse(fmt::format("a block of layer {}, where layer {} should follow", block_.layer,
                                  expected));
      if (claims_in_layer_ > 0 && !end_layer()) return false;
      layer_ = expected;
      claims_in_layer_ = 0;
    }
    StatementStats& stats = result_.stats.statements.back();
    if (stats.layers.size() <= layer_) stats.layers.push_back(0);
    stats.layers.back() += block_.claims;
    stats.claims += block_.claims;
    result_.stats.claims += block_.claims;
    for (std::size_t from = 0; from < block_.claims; from += kPiece) {
      const std::size_t to = std::min<std::size_t>(from + kPiece, block_.claims);
      together(to - from, [&](Part& mine) { claim_piece(mine, from, to); });
      if (!go_on() || !no_mistake()) return false;
    }
    claims_in_layer_ += block_.claims;
    last_ = state(block_.claims - 1);
    return true;
  }
  State state(std::size_t k) const {
    State s;
    std::memcpy(&s, block_.states.data() + k * sizeof(State), sizeof(State));
    return s;
  }
  std::size_t owner_of(const State& s) const {
    if (portions_.size() == 1) return 0;
    return static_cast<std::uint32_t>(StateSet<State>::hash(s)) * portions_.size() >> 32;
  }
  Part& portion_of(const State& s) { return portions_[owner_of(s)]; }
  template <class Number>
  std::uint64_t sum(Number number) const {
    std::uint64_t all = 0;
    for (const Part& part : portions_) all += number(part);
    return all;
  }

  // Every thread does this with its portion, then each takes over what the others cite there.
  template <class Work>
  void together(std::size_t claims, const Work& work) {
    for_each_portion(claims, work);
    for_each_portion(claims, [&](Part& mine) { take_citations(mine); });
  }
  // Nobody is woken up for a few claims.
  template <class Work>
  void for_each_portion(std::size_t claims, const Work& work) {
    if (portions_.size() == 1 || claims < options_.few) {
      for (Part& part : portions_) work(part);
      return;
    }
    if (!crew_) crew_.emplace(portions_.size());
    crew_->run([&](std::size_t who) { work(portions_[who]); });
  }
  void take_citations(Part& mine) {
    const auto number = static_cast<std::size_t>(&mine - portions_.data());
    for (Part& from : portions_) {
      auto& [later, safe] = from.citations[number];
      for (std::size_t k = 0; k < later.size(); ++k) {
        if (k + kAhead < later.size()) mine.cited.prefetch(later[k + kAhead]);
        mine.cited.insert(later[k]);
      }
      for (const State& s : safe) {
        if (mine.cited_safety.contains(s)) continue;
        mine.cited_safety.insert(s);
        mine.to_visit.push_back(s);
      }
      later.clear();
      safe.clear();
    }
  }

  void claim_piece(Part& mine, std::size_t from, std::size_t to) {
    mine.claims.clear();
    for (std::size_t k = from; k < to; ++k)
      if (&portion_of(state(k)) == &mine) mine.claims.push_back(static_cast<std::uint32_t>(k));
    for (std::size_t n = 0; n < mine.claims.size() && !stopped(mine); ++n) {
      if (n + kAhead < mine.claims.size()) mine.unclaimed.prefetch(state(mine.claims[n + kAhead]));
      const std::size_t k = mine.claims[n];
      mine.claim = claims_in_layer_ + k;
      claim(mine, state(k), k > 0 ? state(k - 1) : last_, k);
    }
  }
  void claim(Part& mine, const State& s, const State& before, std::size_t k) {
    const std::uint16_t move = block_.moves[k];
    if (mine.claim > 0 && std::memcmp(&before, &s, sizeof(State)) >= 0)
      return wrong(mine, s, "the claims of a layer are not in order, or one is there twice",
                   Kind::Bytes);
    const bool cited = mine.unclaimed.erase(s);  // by an earlier layer
    if constexpr (Repeating<G>) {
      // Its own layer may cite it too, before or after this claim.
      if (!cited || is_safety(s)) mine.in_layer.push_back({s, move, cited});
      if (!cited) return;
    }
    if (cited)
      expand(mine, s, move, argument(k));
    else
      wrong(mine, s, "", Kind::Uncited);
  }

  // What the claim cites. The rules have produced s, and it is not settled: the game goes on.
  void expand(Part& mine, const State& s, std::uint16_t move,
              std::span<const std::byte> argument = {}) {
    if (move == kDatabase) return rest_on_database(mine, s);
    if (move == kPaired) return rest_on_pairs(mine, s, argument);
    if (move == kSearched) return search(mine, s, s);
    if (move == kElsewhere) return rest_on_part(mine, s);
    std::optional<State> region;
    if constexpr (lines::Relaxes<G>)
      if (names_region(move)) {
        region = use_region(mine, s, move, argument);
        if (!region || move == kRegionSearched) return;
        if (move == kInRegion && g_.to_move(s) == statement_.claimant) return;
        move = move == kInRegion ? kEveryMove : static_cast<std::uint16_t>(move & ~kAround);
      }
    MovesOf<G> moves;
    g_.list_moves(s, moves);
    if (moves.empty()) return wrong(mine, s, "the rules list no move there");
    const bool safety = is_safety(s);
    if (g_.to_move(s) == statement_.claimant) {
      if (move == kEveryMove)
        return wrong(mine, s, "the claimant is to move, and no move is named");
      if (move == kNoSuchMove) return wrong(mine, s, "the move named is not legal");
      if (result_.header.version > 1 && move >= kThrough && move < kThrough + moves.size)
        return cite_replies(mine, s, moves[move - kThrough], region, safety);
      if (move >= moves.size)
        return wrong(
            mine, s,
            fmt::format("move {} is not legal: there are moves 0 to {}", move, moves.size - 1));
      cite(mine, s, moves[move], {}, safety);
      return;
    }
    if (move != kEveryMove)
      return wrong(mine, s, "a move is named, though the opponent of the claimant is to move");
    for (const Move m : moves)
      if (!cite(mine, s, m, region, safety)) return;
  }

  // The claimant's move leads to a position that has no claim of its own: what it would cite.
  void cite_replies(Part& mine, const State& s, Move m, const std::optional<State>& region,
                    bool from_safety) {
    State next = s;
    g_.play(next, m);
    const Bounds b = g_.bounds(next);
    if (statement_.fails(b) || statement_.holds(b) || g_.to_move(next) == statement_.claimant)
      return wrong(mine, s, "the replies to its move are cited, and there are none to be answered");
    MovesOf<G> replies;
    g_.list_moves(next, replies);
    for (const Move reply : replies)
      if (!cite(mine, next, reply, region, from_safety)) return;
  }
  // The position after the move, if the region does not cover it.
  bool cite(Part& mine, const State& s, Move m, const std::optional<State>& region,
            bool from_safety) {
    State next = s;
    g_.play(next, m);
    if constexpr (lines::Relaxes<G>)
      if (region && g_.covers(*region, next)) return ++mine.counts.covered, true;
    if (cite(mine, next, from_safety)) return true;
    wrong(mine, s,
          fmt::format("after the move {} the rules say otherwise",
                      game_.move_text(erase_state(s), erase_move(m))));
    return false;
  }
  bool cite(Part& mine, const State& s, bool from_safety) {
    ++mine.counts.citations;
    const Bounds b = g_.bounds(s);
    if (statement_.fails(b)) return false;
    if (statement_.holds(b) || has_settling_move(g_, statement_, s))
      return ++mine.counts.settled, true;
    const State c = image_of(g_, s);
    auto& [later, safe] = mine.citations[owner_of(c)];
    if constexpr (Repeating<G>) {
      if (from_safety && is_safety(c)) return safe.push_back(c), true;
    }
    return later.push_back(c), true;
  }

  // The region of a claim about s, cited or searched; nothing if it proves nothing.
  std::optional<State> use_region(Part& mine, const State& s, std::uint16_t move,
                                  std::span<const std::byte> argument) {
    ++mine.counts.regions;
    State region;
    std::memcpy(&region, argument.data(), sizeof(State));
    const auto refused = [&](const char* why) {
      wrong(mine, s, why);
      return std::nullopt;
    };
    if (!g_.valid(region) || g_.to_move(region) != statement_.claimant)
      return refused("its region is not one with the claimant to move");
    const bool in_place_of_it =
        move == kRegionSearched || (move == kInRegion && g_.to_move(s) == statement_.claimant);
    if (in_place_of_it && !g_.covers(region, s)) return refused("its region does not cover it");
    if (move == kRegionSearched)
      search(mine, s, region);
    else if (!cite(mine, region, false))
      return refused("of its region the rules say otherwise");
    return region;
  }

  bool end_layer() {
    if constexpr (Repeating<G>) {
      if (!end_cycles()) return false;
    }
    const std::uint64_t cited = sum([](const Part& p) { return p.cited.size(); });
    result_.stats.most_unclaimed =
        std::max(result_.stats.most_unclaimed,
                 cited + sum([](const Part& p) { return p.unclaimed.size(); }));
    // From here on this layer is an earlier one, too. The smaller set joins the larger one, so that
    // no state is moved more often than it is cited.
    for_each_portion(cited, [](Part& mine) {
      const std::size_t count = mine.cited.size();
      if (mine.unclaimed.size() < count) std::swap(mine.unclaimed, mine.cited);
      mine.unclaimed.join(mine.cited);
      mine.cited.clear(count);
    });
    return true;
  }

  // A safety claim may be cited by safety claims of its own layer; what these cite and the layer
  // does not claim has to be claimed in a later one. A claim that nothing cites is superfluous, and
  // its bytes have not even been shown to be a position.
  bool end_cycles() {
    const auto to_visit = [&] { return sum([](const Part& p) { return p.to_visit.size(); }); };
    while (const std::uint64_t left = to_visit()) {
      together(left, [&](Part& mine) { visit(mine); });
      if (!go_on()) return false;
    }
    if (!no_mistake()) return false;
    for (Part& part : portions_)
      for (const auto& c : part.in_layer)
        if (!c.cited) part.add({0, c.state, Kind::Uncited, ""});
    if (!no_mistake()) return false;
    for (Part& part : portions_) {
      part.in_layer.clear();
      part.cited_safety.clear(0);
    }
    return true;
  }
  // No more at once than a piece of the file, since their citations are kept meanwhile.
  void visit(Part& mine) {
    mine.claim = 0;
    for (std::size_t n = 0; n < kPiece && !mine.to_visit.empty() && !stopped(mine); ++n) {
      const State s = mine.to_visit.back();
      mine.to_visit.pop_back();
      const auto found = std::lower_bound(mine.in_layer.begin(), mine.in_layer.end(), s,
                                          [](const auto& c, const State& t) {
                                            return std::memcmp(&c.state, &t, sizeof(State)) < 0;
                                          });
      if (found == mine.in_layer.end() || !(found->state == s)) {
        mine.cited.insert(s);
      } else if (!std::exchange(found->cited, true)) {
        expand(mine, s, found->move);
      }
    }
  }

  // Whether a part that is cited proves it is found out later.
  void rest_on_part(Part& mine, const State& s) {
    ++mine.counts.elsewhere;
    if (result_.header.cites.empty())
      return wrong(mine, s, "it is left to another part, and the file cites none");
    mine.elsewhere.push_back(s);
  }
  void note_links() {
    Links::OfStatement& links = options_.links->statements.emplace_back();
    links.statement = statement_;
    links.regions = lines::Relaxes<G>;
    if (!result_.header.of_root()) links.roots = StateList(roots_);
    std::vector<State> elsewhere;
    for (Part& part : portions_) {
      elsewhere.insert(elsewhere.end(), part.elsewhere.begin(), part.elsewhere.end());
      part.elsewhere = {};
    }
    links.elsewhere = StateList(elsewhere);
  }

  // Of a claim of the block.
  std::span<const std::byte> argument(std::size_t k) const {
    if (block_.arguments_until.empty()) return {};
    return std::span(block_.arguments)
        .subspan(block_.arguments_until[k] * argument_bytes<G>(), argument_bytes<G>());
  }
  void rest_on_pairs(Part& mine, const State& s, std::span<const std::byte> numbers) {
    ++mine.counts.paired;
    if constexpr (lines::HasLines<G>) {
      if (!statement_.holds(lines::at_least_a_draw(statement_.claimant)))
        return wrong(mine, s, "pairs hold a draw, and more is claimed");
      const auto pairs = lines::read_pairs<G>(numbers);
      if (!pairs || !lines::pairing_holds<G>(lines_, s, statement_.claimant, *pairs))
        wrong(mine, s, "its pairs do not stop every line of the opponent");
    } else {
      wrong(mine, s, "the game has no lines for pairs to stop");
    }
  }
  // A leaf: it cites nothing. What is searched is the position, or a region that covers it.
  void search(Part& mine, const State& s, const State& searched) {
    const std::uint64_t most = result_.header.leaf;
    if (most == 0) return wrong(mine, s, "it is to be searched, and the header allows no search");
    auto& leaf = leaves_[static_cast<std::size_t>(&mine - portions_.data())];
    if (!leaf) leaf.emplace(g_, most);
    const bool proved = leaf->proves(statement_, searched);
    ++mine.counts.searched;
    mine.counts.positions += leaf->positions();
    if (!proved)
      wrong(mine, s,
            fmt::format("a search of at most {} does not prove it", counted(most, "position")));
  }

  bool recompute() {
    if (result_.header.slices.empty()) return true;
    if constexpr (HasSlices<G>) {
      if (options_.database.empty()) return true;
      if (auto problem = slices_.compute(result_.header, options_))
        return end(problem->finding, std::move(problem->reason));
      result_.recomputed = true;
      return true;
    } else {
      return refuse("the game has no endgame database, and slices of one are cited");
    }
  }
  void rest_on_database(Part& mine, const State& s) {
    ++mine.counts.database;
    if constexpr (HasSlices<G>) {
      const int slice = g_.slice(s);
      const auto& named = result_.header.slices;
      if (std::none_of(named.begin(), named.end(),
                       [&](const CitedSlice& c) { return c.slice == slice; }))
        return wrong(mine, s,
                     fmt::format("it rests on slice {} of the endgame database, which the "
                                 "header does not name",
                                 slice));
      if (!result_.recomputed) {
        if (std::find(mine.slices.begin(), mine.slices.end(), slice) == mine.slices.end())
          mine.slices.push_back(slice);
        return;
      }
      const Outcome value = slices_.value(g_, s);
      if (!statement_.holds({value, value}))
        wrong(mine, s, "the endgame database, computed again, says otherwise");
    } else {
      wrong(mine, s, "the game has no endgame database");
    }
  }
  void note_slices() {
    for (const CitedSlice& named : result_.header.slices)
      if (std::any_of(portions_.begin(), portions_.end(), [&](const Part& part) {
            return std::find(part.slices.begin(), part.slices.end(), named.slice) !=
                   part.slices.end();
          }))
        result_.rests_on.push_back(named);
  }

  // Asked between any two claims, since a claim can have hundreds of moves with hundreds of
  // answers.
  bool stopped(Part& mine) const { return mine.stopped = options_.stop && options_.stop(); }
  bool go_on() {
    for (const auto count : kCounts)
      result_.stats.*count = before_.*count + sum([&](const Part& p) { return p.counts.*count; });
    if (sum([](const Part& p) { return p.stopped; }) > 0) return end(Finding::Stopped, kStopped);
    // While a set grows, it is in memory twice.
    const std::uint64_t sets = sum([](const Part&p) { return p.set_bytes(); }),
                        lists = sum([](const Part&p) { return p.list_bytes(); });
    if (3 * (sets + lists) <= options_.memory || sets + lists < kNegligible * portions_.size())
      return true;
    return end(Finding::TooLarge, fmt::format("it cites more positions than can be remembered in "
                                              "{} bytes",
                                              options_.memory));
  }
  bool advance() {
    stopped(portions_.front());
    if (!go_on()) return false;
    const Result<bool> more = feed_.advance();
    result_.stats.bytes = feed_.reader.bytes();
    if (!more) return end(Finding::Unreadable, more.message());
    if (options_.progress) options_.progress(result_.stats);
    return true;
  }
  bool end(Finding finding, std::string reason) {
    result_.finding = finding;
    result_.reason = std::move(reason);
    return false;
  }
  bool refuse(std::string reason) {
    if (!result_.place && !statement_text_.empty())
      result_.place = Place{statement_text_, layer_, ""};
    return end(Finding::Refused, std::move(reason));
  }
  bool refuse(const State& s, std::string reason) {
    result_.place = Place{statement_text_, layer_, game_.position(erase_state(s))};
    return refuse(std::move(reason));
  }
  // The same of bytes that need not be a position.
  bool refuse_unknown(const State& s, std::string reason) {
    if (feed_.reader.reads_text()) return refuse(s, std::move(reason));
    std::array<unsigned char, sizeof(State)> bytes;
    std::memcpy(bytes.data(), &s, sizeof(State));
    result_.place =
        Place{statement_text_, layer_, fmt::format("with the bytes {:02x}", fmt::join(bytes, ""))};
    return refuse(std::move(reason));
  }

  void wrong(Part& mine, const State& s, std::string reason, Kind kind = Kind::Position) {
    mine.add({mine.claim, s, kind, std::move(reason)});
  }
  // Of all that threads have found, the first one counts.
  bool no_mistake() {
    const Mistake<State>* first = nullptr;
    for (const Part& part : portions_)
      if (part.wrong && (first == nullptr || part.wrong->before(*first))) first = &*part.wrong;
    if (first == nullptr) return true;
    const State& s = first->state;
    if (first->kind == Kind::Position) return refuse(s, first->reason);
    if (first->kind == Kind::Bytes) return refuse_unknown(s, first->reason);
    const bool own_layer = portion_of(s).cited.contains(s);
    if constexpr (Repeating<G>)
      return own_layer ? refuse(s,
                                "cited from its own layer, which only safety claims may do "
                                "among themselves")
                       : refuse_unknown(s,
                                        "no claim of an earlier layer cites it, nor a safety "
                                        "claim of its own");
    return own_layer ? refuse(s, "only claims of its own layer cite it")
                     : refuse_unknown(s, "no claim cites it");
  }

  const G& g_;
  const AnyGame& game_;
  Feed& feed_;
  const Block& block_;
  const Options& options_;
  CheckResult& result_;
  Stats before_;              // the statement
  std::vector<State> roots_;  // that it is about

  Statement statement_{};
  std::string statement_text_;  // "at least 3"
  std::uint32_t layer_ = 0;
  std::uint64_t claims_in_layer_ = 0;  // before this block
  State last_{};                       // of them

  static constexpr std::array kCounts = {&Stats::citations, &Stats::settled,   &Stats::covered,
                                         &Stats::database,  &Stats::searched,  &Stats::paired,
                                         &Stats::regions,   &Stats::positions, &Stats::elsewhere};
  // Claims looked at in one go. Their citations take some megabytes at most.
  static constexpr std::size_t kPiece =
      std::clamp<std::size_t>((std::size_t{1} << 24) / (sizeof(State) * G::kMaxMoves), 256, 65536);
  static constexpr std::size_t kAhead = 16;
  static constexpr std::size_t kNegligible = 1u << 16;  // bytes that no limit of memory is about
  std::vector<Part> portions_;
  std::vector<std::optional<PlainSearch<G>>> leaves_;  // of each portion
  [[no_unique_address]] lines::LinesOf<G> lines_;
  std::optional<Crew> crew_;
  Recomputed<G> slices_;
};

}  // namespace solvent::check
