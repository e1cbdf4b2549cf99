#include "solvent/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "api/claim_index.hpp"
#include "base/clock.hpp"
#include "base/text.hpp"
#include "check/check.hpp"
#include "check/reader.hpp"
#include "game/statement.hpp"

namespace solvent {

namespace {

using Settled = ProofBook::Settled;

bool proved(ProofBook::Verdict v) {
  return v == ProofBook::Verdict::Verified || v == ProofBook::Verdict::Relative;
}

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
    const std::uint64_t most = options.memory / 2 / (rules->rules().state_size() + kBesideClaim);
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
  void index(std::istream& in, const Options& options) {
    const AnyGame& any = rules->rules();
    const Side mover = root->to_move();
    for (const Statement& s : statements) {
      const Side claimant = s.at_least ? mover : other(mover);
      const auto rank = any.scale().rank_of(mover == Side::Max ? s.value : -s.value);
      shelves.push_back(
          {claimant, make_claims(any, relaxed[static_cast<std::size_t>(claimant)].get(),
                                 {claimant, *rank}, {.expected = s.claims, .checked = true})});
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
    if (memory > options.memory)  // pairs and regions take more than other claims
      end(Verdict::TooLarge,
          fmt::format("what it says does not fit into {} bytes of memory", options.memory));
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
    if (parts->find_game(in, options) && parts->verify(again(), options))
      parts->index(again(), options);
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
