// The claims of a certificate against the rules of one game; docs/certificates.md says what is
// required of them.
//
// It keeps in memory the positions that earlier layers cite and that no claim has been about yet
// (`unclaimed_`), those that the current layer cites (`cited_`), and, only where play can go on for
// ever, the claims of the current layer. A cited position is settled by the rules or has to be
// claimed in a later layer; at the end no position may be left unclaimed.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "check/reader.hpp"
#include "check/recompute.hpp"
#include "check/state_set.hpp"
#include "game/statement.hpp"

namespace solvent::check {

template <Game G>
class Verifier {
  using State = typename G::State;
  using Move = typename G::Move;
  static_assert(G::kAcyclic || Repeating<G>, "what is infinite play worth?");

 public:
  // `result` has its header, game and root already; the rest is filled in.
  Verifier(const G& rules, Reader& reader, const Options& options, CheckResult& result)
      : g_(rules), reader_(reader), options_(options), result_(result) {}

  // Has everything been verified? If not, the result says why.
  bool run() {
    if (!recompute() || !advance()) return false;
    const Side mover = result_.game->to_move(result_.root);
    for (const Side claimant : {Side::Max, Side::Min}) {
      const bool at_least = claimant == mover;
      const auto& value = at_least ? result_.header.at_least : result_.header.at_most;
      if (!value) continue;
      const auto rank = g_.scale().rank_of(mover == Side::Max ? *value : -*value);
      statement_text_ = fmt::format("at {} {}", at_least ? "least" : "most", *value);
      layer_ = 0;
      if (!rank) return refuse("no outcome of the game has this value");
      statement_ = {claimant, *rank};
      result_.stats.statements.push_back({at_least, *value, 0, {}});
      if (!prove()) return false;
    }
    if (!has_block_) return true;
    return refuse(
        fmt::format("block of {}'s claims: they belong to no statement, or come after "
                    "those of the next one",
                    block_.claimant == Side::Max ? "Max" : "Min"));
  }

 private:
  struct LayerClaim {
    State state;
    std::uint16_t move;
    bool cited;  // by an earlier layer, or by a safety claim of this one
  };

  // Is going round for ever good enough for the claimant?
  bool is_safety(const State& s) const {
    if constexpr (Repeating<G>)
      return statement_.safe(g_.repetition(s));
    else
      return (void)s, false;
  }

  bool prove() {
    unclaimed_.clear(0);
    cited_.clear(0);
    claims_in_layer_ = 0;
    const State root = image_of(g_, restore_state<State>(result_.root));
    if (statement_.fails(g_.bounds(root))) return refuse(root, "the rules say otherwise");
    if (settled(g_, statement_, root)) {
      if (!ours()) return true;
      return refuse(root, "the rules settle it, so there is nothing to claim");
    }
    unclaimed_.insert(root);
    while (ours()) {
      if (!claim_block() || !advance()) return false;
    }
    if (!end_layer()) return false;
    if (unclaimed_.empty()) return true;
    State missing{};
    unclaimed_.for_each([&](const State& s) { missing = s; });
    return refuse(missing, fmt::format("cited by a claim, and no claim about it in a later layer "
                                       "({} such positions)",
                                       unclaimed_.size()));
  }
  bool ours() const { return has_block_ && block_.claimant == statement_.claimant; }

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
    for (std::size_t k = 0; k < block_.claims; ++k) {
      if (k + kAhead < block_.claims) unclaimed_.prefetch(state(k + kAhead));
      const State s = state(k);
      if (claims_in_layer_++ > 0 && std::memcmp(&last_, &s, sizeof(State)) >= 0)
        return refuse_unknown(s, "the claims of a layer are not in order, or one is there twice");
      last_ = s;
      if (!go_on() || !claim(s, block_.moves[k])) return false;
    }
    return true;
  }
  State state(std::size_t k) const {
    State s;
    std::memcpy(&s, block_.states.data() + k * sizeof(State), sizeof(State));
    return s;
  }

  bool claim(const State& s, std::uint16_t move) {
    const bool cited = unclaimed_.erase(s);  // by an earlier layer
    if constexpr (Repeating<G>) {
      // Its own layer may cite it too, before or after this claim.
      if (!cited || is_safety(s)) in_layer_.push_back({s, move, cited});
      if (!cited) return true;
    }
    if (!cited) {
      flush();
      if (!cited_.contains(s)) return refuse_unknown(s, "no claim cites it");
      return refuse(s, "only claims of its own layer cite it");
    }
    return expand(s, move);
  }

  // What the claim cites. The rules have produced s, and it is not settled: the game goes on.
  bool expand(const State& s, std::uint16_t move) {
    if (move == kDatabase) return rest_on_database(s);
    MovesOf<G> moves;
    g_.list_moves(s, moves);
    if (moves.empty()) return refuse(s, "the rules list no move there");
    const bool safety = is_safety(s);
    if (g_.to_move(s) == statement_.claimant) {
      if (move == kEveryMove) return refuse(s, "the claimant is to move, and no move is named");
      if (move == kNoSuchMove) return refuse(s, "the move named is not legal");
      if (move >= moves.size)
        return refuse(
            s, fmt::format("move {} is not legal: there are moves 0 to {}", move, moves.size - 1));
      return cite(s, moves[move], safety);
    }
    if (move != kEveryMove)
      return refuse(s, "a move is named, though the opponent of the claimant is to move");
    for (const Move m : moves)
      if (!cite(s, m, safety)) return false;
    return true;
  }

  bool cite(const State& s, Move m, bool from_safety) {
    State child = s;
    g_.play(child, m);
    ++result_.stats.citations;
    const Bounds b = g_.bounds(child);
    if (statement_.holds(b)) return ++result_.stats.settled, true;
    if (statement_.fails(b))
      return refuse(s, fmt::format("after the move {} the rules say otherwise",
                                   result_.game->move_text(erase_state(s), erase_move(m))));
    if (settling_move(g_, statement_, child)) return ++result_.stats.settled, true;
    const State c = image_of(g_, child);
    if constexpr (Repeating<G>) {
      if (from_safety && is_safety(c)) return cite_within_layer(c), true;
    }
    // Looking it up waits for memory: the next ones are fetched meanwhile.
    cited_.prefetch(c);
    queue_[queued_++] = c;
    if (queued_ == queue_.size()) flush();
    return true;
  }
  void flush() {
    for (std::size_t k = 0; k < queued_; ++k) cited_.insert(queue_[k]);
    queued_ = 0;
  }

  bool end_layer() {
    flush();
    if constexpr (Repeating<G>) {
      if (!end_cycles()) return false;
    }
    result_.stats.most_unclaimed =
        std::max<std::uint64_t>(result_.stats.most_unclaimed, unclaimed_.size() + cited_.size());
    // From here on this layer is an earlier one, too. The smaller set joins the larger one, so that
    // no state is moved more often than it is cited.
    const std::size_t cited = cited_.size();
    if (unclaimed_.size() < cited) std::swap(unclaimed_, cited_);
    unclaimed_.join(cited_);
    cited_.clear(cited);
    return true;
  }

  void cite_within_layer(const State& s) {
    if (cited_safety_.contains(s)) return;
    cited_safety_.insert(s);
    to_visit_.push_back(s);
  }
  // A safety claim may be cited by safety claims of its own layer; what these cite and the layer
  // does not claim has to be claimed in a later one. A claim that nothing cites is superfluous, and
  // its bytes have not even been shown to be a position.
  bool end_cycles() {
    std::size_t uncited = std::count_if(in_layer_.begin(), in_layer_.end(),
                                        [](const LayerClaim& c) { return !c.cited; });
    while (!to_visit_.empty()) {
      if (!go_on()) return false;
      const State s = to_visit_.back();
      to_visit_.pop_back();
      const auto found = std::lower_bound(in_layer_.begin(), in_layer_.end(), s,
                                          [](const LayerClaim& c, const State& t) {
                                            return std::memcmp(&c.state, &t, sizeof(State)) < 0;
                                          });
      if (found == in_layer_.end() || !(found->state == s)) {
        cited_.insert(s);
      } else if (!found->cited) {
        found->cited = true;
        --uncited;
        if (!expand(s, found->move)) return false;
        flush();
      }
    }
    if (uncited > 0) {
      const auto one = std::find_if(in_layer_.begin(), in_layer_.end(),
                                    [](const LayerClaim& c) { return !c.cited; });
      if (!cited_.contains(one->state))
        return refuse_unknown(one->state,
                              "no claim of an earlier layer cites it, nor a safety "
                              "claim of its own");
      return refuse(one->state,
                    "cited from its own layer, which only safety claims may do among themselves");
    }
    in_layer_.clear();
    cited_safety_.clear(0);
    return true;
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
  bool rest_on_database(const State& s) {
    ++result_.stats.database;
    if constexpr (HasSlices<G>) {
      const int slice = g_.slice(s);
      const auto in = [&](const std::vector<CitedSlice>& slices) {
        return std::find_if(slices.begin(), slices.end(),
                            [&](const CitedSlice& c) { return c.slice == slice; });
      };
      const auto cited = in(result_.header.slices);
      if (cited == result_.header.slices.end())
        return refuse(s, fmt::format("it rests on slice {} of the endgame database, which the "
                                     "header does not name",
                                     slice));
      if (!result_.recomputed) {
        auto& open = result_.rests_on;
        if (in(open) == open.end()) open.push_back(*cited);
        return true;
      }
      const Outcome value = slices_.value(g_, s);
      if (statement_.holds({value, value})) return true;
      return refuse(s, "the endgame database, computed again, says otherwise");
    } else {
      return refuse(s, "the game has no endgame database");
    }
  }

  // Asked between any two claims, since a claim can have hundreds of moves with hundreds of
  // answers.
  bool go_on() {
    if (options_.stop && options_.stop()) return end(Finding::Stopped, kStopped);
    // While a set grows, it is in memory twice.
    const std::uint64_t sets = unclaimed_.bytes() + cited_.bytes() + cited_safety_.bytes(),
                        lists = in_layer_.capacity() * sizeof(LayerClaim) +
                                to_visit_.capacity() * sizeof(State);
    if (3 * (sets + lists) <= options_.memory || sets + lists < kNegligible) return true;
    return end(Finding::TooLarge, fmt::format("it cites more positions than can be remembered in "
                                              "{} bytes",
                                              options_.memory));
  }
  bool advance() {
    if (!go_on()) return false;
    const Result<bool> more = reader_.next(*result_.game, sizeof(State), block_);
    result_.stats.bytes = reader_.bytes();
    if (!more) return end(Finding::Unreadable, more.message());
    has_block_ = *more;
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
    result_.place = Place{statement_text_, layer_, result_.game->position(erase_state(s))};
    return refuse(std::move(reason));
  }
  // The same of bytes that need not be a position.
  bool refuse_unknown(const State& s, std::string reason) {
    if (reader_.reads_text()) return refuse(s, std::move(reason));
    std::array<unsigned char, sizeof(State)> bytes;
    std::memcpy(bytes.data(), &s, sizeof(State));
    result_.place =
        Place{statement_text_, layer_, fmt::format("with the bytes {:02x}", fmt::join(bytes, ""))};
    return refuse(std::move(reason));
  }

  const G& g_;
  Reader& reader_;
  const Options& options_;
  CheckResult& result_;

  Block block_;
  bool has_block_ = false;  // one is in `block_`: the file has not ended
  Statement statement_{};
  std::string statement_text_;  // "at least 3"
  std::uint32_t layer_ = 0;
  std::uint64_t claims_in_layer_ = 0;
  State last_{};  // of this layer

  StateSet<State> unclaimed_, cited_;
  static constexpr std::size_t kAhead = 16;
  static constexpr std::size_t kNegligible = 1u << 16;  // bytes that no limit of memory is about
  std::array<State, 64> queue_;
  std::size_t queued_ = 0;
  // Of games that can go on for ever.
  std::vector<LayerClaim> in_layer_;  // safety claims, and those not cited before; in order
  StateSet<State> cited_safety_;      // positions that safety claims of the layer cite as safe
  std::vector<State> to_visit_;
  Recomputed<G> slices_;
};

}  // namespace solvent::check
