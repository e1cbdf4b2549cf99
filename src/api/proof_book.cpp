#include "solvent/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "check/check.hpp"
#include "check/reader.hpp"
#include "game/statement.hpp"
#include "games/registry_rules.hpp"

namespace solvent {

namespace {

using Settled = ProofBook::Settled;

// What a proof says of one position.
struct Saying {
  Settled settled = Settled::No;
  std::optional<std::uint32_t> layer;
  std::optional<AnyMove> move;  // the prover's
  bool known() const { return settled != Settled::No || layer; }
};

// Bytes of a claim in memory beside those of its state, at most.
constexpr std::size_t kBesideState = 16;

bool proved(ProofBook::Verdict v) {
  return v == ProofBook::Verdict::Verified || v == ProofBook::Verdict::Relative;
}

// The claims of one statement.
class Claims {
 public:
  virtual ~Claims() = default;
  virtual void add(const check::Block& block) = 0;
  virtual void finish() = 0;
  virtual Saying about(const AnyState& s) const = 0;
  virtual std::uint64_t bytes() const = 0;
};

template <Game G>
class ClaimsOf final : public Claims {
  using State = typename G::State;

 public:
  ClaimsOf(const G& g, solvent::Statement claimed, std::size_t expected)
      : g_(g), claimed_(claimed) {
    claims_.reserve(expected);
  }

  void add(const check::Block& block) override {
    for (std::size_t k = 0; k < block.claims; ++k) {
      IndexedClaim claim;
      std::uint16_t move = block.moves[k];
      std::memcpy(&claim.s, block.states.data() + k * sizeof(State), sizeof(State));
      claim.layer = block.layer;
      if constexpr (lines::Relaxes<G>)
        if (check::names_region(move)) {
          // What stands for the position says more.
          if (move == check::kInRegion && g_.to_move(claim.s) == claimed_.claimant) continue;
          move = move == check::kRegionSearched ? check::kSearched
                 : move == check::kInRegion     ? check::kEveryMove
                                                : move & ~check::kAround;
        }
      claim.move = move;
      claims_.push_back(claim);
      if (claim.move >= check::kThrough && claim.move < check::kThrough + G::kMaxMoves)
        claims_.push_back(answered_by(claim));
    }
  }
  // A position may be claimed in several layers. Its last claim cites only later layers, so a walk
  // that follows last claims comes to an end.
  void finish() override {
    std::sort(claims_.begin(), claims_.end(), [](const IndexedClaim& a, const IndexedClaim& b) {
      const int order = std::memcmp(&a.s, &b.s, sizeof(State));
      return order != 0 ? order < 0 : a.layer > b.layer;
    });
    const auto same = [](const IndexedClaim& a, const IndexedClaim& b) { return a.s == b.s; };
    claims_.erase(std::unique(claims_.begin(), claims_.end(), same), claims_.end());
  }

  Saying about(const AnyState& any) const override {
    const State s = restore_state<State>(any);
    if (claimed_.holds(g_.bounds(s))) return {Settled::ByRules, {}, {}};
    if (g_.ended(s)) return {};
    if (const auto m = settling_move(g_, claimed_, s))
      return {Settled::ByNextMove, {}, erase_move(*m)};
    const State image = image_of(g_, s);
    const auto found = std::lower_bound(claims_.begin(), claims_.end(), image,
                                        [](const IndexedClaim& c, const State& t) {
                                          return std::memcmp(&c.s, &t, sizeof(State)) < 0;
                                        });
    if (found != claims_.end() && found->s == image) return saying(*found, s, image);
    if constexpr (lines::Relaxes<G>)
      for (int k = 0; k < g_.symmetries(); ++k) {
        const State turned = g_.transform(s, k);
        for (const IndexedClaim& claim : claims_) {
          if (!g_.covers(claim.s, turned)) continue;
          Saying it = saying(claim, claim.s, claim.s);
          MovesOf<G> moves;
          g_.list_moves(s, moves);
          if (it.move)
            it.move = erase_move(*std::find_if(moves.begin(), moves.end(), [&](const auto m) {
              return erase_move(g_.transform_move(m, k)) == *it.move;
            }));
          return it;
        }
      }
    return {};
  }
  std::uint64_t bytes() const override { return claims_.capacity() * sizeof(IndexedClaim); }

  struct IndexedClaim {
    State s;
    std::uint32_t layer;
    std::uint16_t move;
  };

 private:
  // The claim is about an image of s.
  Saying saying(const IndexedClaim& claim, const State& s, const State& image) const {
    if (claim.move == check::kDatabase) return {Settled::ByDatabase, claim.layer, {}};
    if (claim.move == check::kSearched) return {Settled::BySearch, claim.layer, {}};
    if (claim.move == check::kPaired) return {Settled::ByPairs, claim.layer, {}};
    if (g_.to_move(s) != claimed_.claimant) return {Settled::No, claim.layer, {}};
    // The move is that of the image: the one here that leads to the same position, or its image.
    MovesOf<G> moves, images;
    g_.list_moves(s, moves);
    g_.list_moves(image, images);
    const std::uint16_t move = claim.move & ~check::kThrough;
    if (move >= images.size) return {};
    const State next = image_of(g_, after(image, images[move]));
    for (const auto m : moves)
      if (image_of(g_, after(s, m)) == next) return {Settled::No, claim.layer, erase_move(m)};
    return {};
  }
  // The position after its move, for which it answers too.
  IndexedClaim answered_by(IndexedClaim claim) const {
    MovesOf<G> moves;
    g_.list_moves(claim.s, moves);
    claim.s = image_of(g_, after(claim.s, moves[claim.move - check::kThrough]));
    claim.move = check::kEveryMove;
    return claim;
  }
  State after(State s, typename G::Move m) const {
    g_.play(s, m);
    return s;
  }

  const G& g_;
  solvent::Statement claimed_;
  std::vector<IndexedClaim> claims_;
};

// Claims about relaxed positions: what they say of those of the game.
template <lines::HasLines G>
class RelaxedClaims final : public Claims {
  using R = lines::Relaxed<G>;

 public:
  RelaxedClaims(const R& g, Side claimant, std::size_t expected)
      : g_(g),
        claims_(g, {claimant, claimant == Side::Max ? g.scale().best() : Outcome{0}}, expected) {}
  void add(const check::Block& block) override { claims_.add(block); }
  void finish() override { claims_.finish(); }
  Saying about(const AnyState& s) const override {
    return claims_.about(erase_state(g_.exact(restore_state<typename G::State>(s))));
  }
  std::uint64_t bytes() const override { return claims_.bytes(); }

 private:
  const R& g_;
  ClaimsOf<R> claims_;
};

struct ClaimedStatement {  // a statement and its claims
  Side claimant;
  std::unique_ptr<Claims> claims;
};

ProofBook::Verdict verdict_of(check::Finding finding) {
  switch (finding) {
    case check::Finding::Verified: return ProofBook::Verdict::Verified;
    case check::Finding::Relative: return ProofBook::Verdict::Relative;
    case check::Finding::Refused: return ProofBook::Verdict::Refused;
    case check::Finding::Unreadable: return ProofBook::Verdict::Unreadable;
    case check::Finding::TooLarge: return ProofBook::Verdict::TooLarge;
    case check::Finding::Stopped: return ProofBook::Verdict::Stopped;
  }
  return ProofBook::Verdict::Unreadable;
}

}  // namespace

std::string_view name(ProofBook::Verdict verdict) {
  switch (verdict) {
    case ProofBook::Verdict::Verified: return "verified";
    case ProofBook::Verdict::Relative: return "relative";
    case ProofBook::Verdict::Refused: return "refused";
    case ProofBook::Verdict::Unreadable: return "unreadable";
    case ProofBook::Verdict::TooLarge: return "too-large";
    case ProofBook::Verdict::Stopped: return "stopped";
  }
  return "";
}

struct ProofBook::Parts {
  Verdict verdict = Verdict::Unreadable;
  std::string reason, place, game, outcomes, position;
  std::vector<Statement> statements;
  std::vector<std::string> rests_on;
  std::uint64_t bytes = 0, memory = 0;
  std::optional<Ruleset> rules;
  std::optional<Position> root;
  std::vector<ClaimedStatement> shelves;
  std::array<GamePtr, 2> relaxed;  // as in check::CheckResult

  void end(Verdict how, std::string why) {
    verdict = how;
    reason = std::move(why);
    shelves.clear();
  }

  // The rules that the header names, before anybody else looks for them.
  bool find_game(std::istream& in, const Options& options) {
    const auto reader = check::make_reader(in);
    if (!reader) return end(Verdict::Unreadable, reader.message()), false;
    const auto header = (*reader)->header();
    if (!header) return end(Verdict::Unreadable, header.message()), false;
    game = header->game;
    outcomes = header->outcomes;
    position = header->position;
    Result<Ruleset> made =
        options.find_game ? options.find_game(game, outcomes) : Ruleset::make(game, outcomes);
    if (!made) return end(Verdict::Unreadable, made.message()), false;
    rules = *std::move(made);
    return true;
  }

  bool verify(std::istream& in, const Options& options) {
    const Stopwatch clock;
    // A claim may answer for a second position.
    const std::uint64_t most = options.memory / 2 / (rules->rules().state_size() + kBesideState);
    std::atomic<bool> too_many = false;
    check::Options how;
    how.game = std::shared_ptr<const AnyGame>(std::shared_ptr<void>(), &rules->rules());
    how.memory = options.memory;
    how.stop = [&] {
      return too_many || (options.stop != nullptr && *options.stop) ||
             (options.seconds < std::numeric_limits<double>::infinity() &&
              clock.seconds() >= options.seconds);
    };
    how.progress = [&](const check::Stats& stats) { too_many = stats.claims > most; };
    const check::CheckResult v = check::check(in, how);
    bytes = v.stats.bytes;
    for (const check::StatementStats& s : v.stats.statements)
      statements.push_back({s.at_least, s.value, s.claims, s.layers.size()});
    if (v.place)
      place = v.place->position.empty()
                  ? fmt::format("{}, layer {}", v.place->statement, v.place->layer)
                  : fmt::format("{}, layer {}, position {}", v.place->statement, v.place->layer,
                                v.place->position);
    if (too_many) {
      end(Verdict::TooLarge,
          fmt::format("it has more claims than fit into {} bytes of memory", options.memory));
      return false;
    }
    end(verdict_of(v.finding), v.reason);
    for (const check::CitedSlice& s : v.rests_on) rests_on.push_back(check::in_words(s));
    if (!proved(verdict)) return false;
    root = *rules->parse(position);
    relaxed = v.relaxed;
    return true;
  }

  // It is verified, so nothing can be wrong with it, unless it changes meanwhile.
  void index(std::istream& in) {
    const AnyGame& any = rules->rules();
    const Side mover = root->to_move();
    for (const Statement& s : statements) {
      const Side claimant = s.at_least ? mover : other(mover);
      const auto rank = any.scale().rank_of(mover == Side::Max ? s.value : -s.value);
      visit_rules<int>(any, [&]<class G>(const G& g) {
        static_assert(sizeof(typename ClaimsOf<G>::IndexedClaim) <=
                      sizeof(typename G::State) + kBesideState);
        if constexpr (lines::HasLines<G>)
          if (const GamePtr& wins = relaxed[static_cast<std::size_t>(claimant)]) {
            const auto& of_wins = *rules_of<lines::Relaxed<G>>(*wins);
            shelves.push_back(
                {claimant, std::make_unique<RelaxedClaims<G>>(of_wins, claimant, s.claims)});
            return 0;
          }
        shelves.push_back({claimant, std::make_unique<ClaimsOf<G>>(
                                         g, solvent::Statement{claimant, *rank}, s.claims)});
        return 0;
      });
    }
    const auto reader = check::make_reader(in);
    if (!reader) return end(Verdict::Unreadable, reader.message());
    if (const auto header = (*reader)->header(); !header)
      return end(Verdict::Unreadable, header.message());
    const check::Layouts layouts = check::layouts(any, relaxed);
    check::Block block;
    for (;;) {
      const auto more = (*reader)->next(layouts, block);
      if (!more) return end(Verdict::Unreadable, more.message());
      if (!*more) break;
      for (ClaimedStatement& shelf : shelves)
        if (shelf.claimant == block.claimant) shelf.claims->add(block);
    }
    for (ClaimedStatement& shelf : shelves) {
      shelf.claims->finish();
      memory += shelf.claims->bytes();
    }
  }
};

ProofBook::ProofBook(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ProofBook::ProofBook(ProofBook&&) noexcept = default;
ProofBook& ProofBook::operator=(ProofBook&&) noexcept = default;
ProofBook::~ProofBook() = default;

ProofBook ProofBook::open(std::istream& in, const Options& options) {
  auto parts = std::make_unique<Parts>();
  const auto begin = in.tellg();
  const auto again = [&]() -> std::istream& {
    in.clear();
    in.seekg(begin);
    return in;
  };
  try {
    if (parts->find_game(in, options) && parts->verify(again(), options)) parts->index(again());
  } catch (const std::bad_alloc&) {
    parts->end(Verdict::TooLarge, "there is not enough memory for it");
  }
  return ProofBook(std::move(parts));
}

ProofBook::Verdict ProofBook::verdict() const { return parts_->verdict; }
const std::string& ProofBook::reason() const { return parts_->reason; }
const std::string& ProofBook::place() const { return parts_->place; }
const std::string& ProofBook::game() const { return parts_->game; }
const std::string& ProofBook::outcomes() const { return parts_->outcomes; }
const std::string& ProofBook::position() const { return parts_->position; }
const std::vector<ProofBook::Statement>& ProofBook::statements() const {
  return parts_->statements;
}
const std::vector<std::string>& ProofBook::rests_on() const { return parts_->rests_on; }
std::uint64_t ProofBook::bytes() const { return parts_->bytes; }
std::uint64_t ProofBook::memory() const { return parts_->memory; }

Result<ProofBook::Page> ProofBook::at(std::size_t statement,
                                      const std::vector<std::string>& path) const {
  const Parts& p = *parts_;
  if (!proved(p.verdict))
    return Error{"the certificate is not verified, so there is nothing to walk through"};
  if (statement >= p.shelves.size())
    return Error{
        fmt::format("statement {}: it has statements 0 to {}", statement, p.shelves.size() - 1)};
  const ClaimedStatement& shelf = p.shelves[statement];
  const AnyGame& game = p.rules->rules();
  Position position = *p.root;
  for (const std::string& move : path) {
    Result<Position> next = position.play(move);
    if (!next) return next.error();
    position = *std::move(next);
  }
  const AnyState s{position.state()};
  const Saying saying = shelf.claims->about(s);
  if (!saying.known())
    return Error{fmt::format("the proof says nothing about {}: it follows its own moves only",
                             text::quoted(position.text()))};
  Page page{
      std::move(position), game.to_move(s) == shelf.claimant, saying.settled, saying.layer, {}, {}};
  const auto reply = [&](AnyMove m) {
    AnyState next = s;
    game.play(next, m);
    const Saying then = shelf.claims->about(next);
    page.replies.push_back({game.move_text(s, m), then.settled, then.layer});
  };
  if (saying.move) {
    page.move = game.move_text(s, *saying.move);
    reply(*saying.move);
  } else if (saying.settled == Settled::No) {
    for (const AnyMove m : game.moves(s)) reply(m);
  }
  return page;
}

}  // namespace solvent
