#include "api/proof_guide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/memory.hpp"
#include "base/text.hpp"
#include "check/parts.hpp"
#include "game/fingerprint.hpp"
#include "games/registry_relaxed.hpp"

namespace solvent {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of(const std::string& path) {
  std::error_code unknown;
  if (!fs::is_directory(path, unknown)) return {path};
  std::vector<std::string> files;
  for (fs::directory_iterator at(path, unknown), end; !unknown && at != end; at.increment(unknown))
    if (at->path().extension() == ".proof") files.push_back(at->path().string());
  std::sort(files.begin(), files.end());
  return files;
}

Result<check::Header> header_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return Error{"it cannot be opened"};
  const auto reader = check::make_reader(in);
  if (!reader) return reader.error();
  return (*reader)->header();
}

}  // namespace

ProofGuide::ProofGuide(std::string path, Ruleset game, Ruleset proved)
    : path_(std::move(path)), game_(std::move(game)), proved_(std::move(proved)) {}
ProofGuide::~ProofGuide() = default;

std::string ProofGuide::game_of(const std::string& path) {
  const auto files = files_of(path);
  if (files.empty()) return {};
  const auto header = header_of(files.front());
  return header ? header->game : std::string();
}

Result<std::shared_ptr<ProofGuide>> ProofGuide::open(const std::string& path, const Ruleset& game) {
  const auto files = files_of(path);
  if (files.empty()) return Error{"there is no file in this folder whose name ends in .proof"};
  const auto header = header_of(files.front());
  if (!header) return header.error();
  if (header->game != game.spec())
    return Error{
        fmt::format("it is about {}, and the game is {}", text::quoted(header->game), game.spec())};
  const Result<Ruleset> proved = Ruleset::make(header->game, header->outcomes);
  if (!proved) return proved.error();
  if (fingerprint(proved->rules()) != header->rules)
    return Error{fmt::format("it was made with other rules of {}", game.spec())};
  if (!header->slices.empty())
    return Error{"it rests on an endgame database: such proofs cannot be played by"};
  std::shared_ptr<ProofGuide> guide(new ProofGuide(path, game, *proved));
  try {
    const auto read = guide->read(files);
    if (!read) return read.error();
  } catch (const std::bad_alloc&) { return Error{"there is not enough memory for it"}; }
  return guide;
}

// The root part first: it says what all the others are for.
Result<bool> ProofGuide::read(const std::vector<std::string>& files) {
  const AnyGame& rules = proved_.rules();
  bool root = false;
  for (const std::string& file : files) {
    const auto header = header_of(file);
    if (!header) return header.error();
    if (!header->of_root()) continue;
    if (std::exchange(root, true)) return Error{"there are two certificates in this folder"};
    const Result<Position> position = proved_.parse(header->position);
    if (!position) return position.error();
    const Side mover = position->to_move();
    for (const Side claimant : {Side::Max, Side::Min}) {
      const auto& value = claimant == mover ? header->at_least : header->at_most;
      if (!value) continue;
      const auto bound = rules.scale().rank_of(mover == Side::Max ? *value : -*value);
      if (!bound) return Error{fmt::format("{} is not an outcome of the game", *value)};
      if (Statement{claimant, *bound}.holds(rules.scale().everything())) continue;
      const bool won = *bound == (claimant == Side::Max ? rules.scale().best() : 0);
      const auto k = static_cast<std::size_t>(claimant);
      if (header->regions && won) relaxed_[k] = relaxed_game(rules, claimant);
      sides_[k] = {*bound, make_claims(rules, relaxed_[k].get(), {claimant, *bound}, {})};
    }
  }
  if (!root) return Error{"the root part, which is about a position, is missing"};
  const std::uint64_t most = physical_memory() / 2;
  for (const std::string& file : files) {
    const auto done = read_file(file, most);
    if (!done) return done;
  }
  for (OfSide& own : sides_)
    if (own.claims) own.claims->finish();
  return true;
}

Result<bool> ProofGuide::read_file(const std::string& file, std::uint64_t most) {
  std::ifstream in(file, std::ios::binary);
  const auto reader = check::make_reader(in);
  if (!reader) return reader.error();
  const auto header = (*reader)->header();
  if (!header) return header.error();
  // A part may be about another statement than the root.
  std::array<bool, 2> wanted{true, true};
  if (!header->of_root())
    for (const Side side : {Side::Max, Side::Min}) {
      const auto k = static_cast<std::size_t>(side);
      const auto bound = proved_.scale().rank_of(side == Side::Max ? header->at_least.value_or(0)
                                                                   : -header->at_least.value_or(0));
      wanted[k] = header->claimant == proved_.player(side) && bound == sides_[k].bound;
    }
  const check::Layouts layouts = check::layouts(proved_.rules(), relaxed_);
  check::Block block;
  for (;;) {
    const auto more = (*reader)->next(layouts, block);
    if (!more) return more.error();
    if (!*more) return true;
    const auto k = static_cast<std::size_t>(block.claimant);
    if (!wanted[k] || !sides_[k].claims) continue;
    sides_[k].claims->add(block);
    if (sides_[k].claims->bytes() > most) return Error{"there is not enough memory for it"};
  }
}

Result<bool> ProofGuide::check(std::size_t threads, const std::atomic<bool>* stop,
                               const std::function<void(double)>& progress) {
  double size = 0;
  std::error_code unknown;
  for (const std::string& file : files_of(path_))
    size += static_cast<double>(fs::file_size(file, unknown));
  check::Options how;
  how.threads = threads;
  how.stop = [&] { return stop != nullptr && *stop; };
  if (progress)
    how.progress = [&](const check::Stats& stats) {
      progress(static_cast<double>(stats.bytes) / std::max(size, 1.0));
    };
  const check::CheckResult result = check::check_file(path_, how);
  if (result.finding == check::Finding::Verified) return checked_ = true;
  if (result.finding == check::Finding::Stopped) return false;
  refused_ = true;
  return Error{result.reason};
}

// Positions are the same on every scale, but may be numbered in another way.
Result<AnyState> ProofGuide::as_proved(const AnyState& s) const {
  return proved_.rules().parse(game_.rules().position(s));
}

// What a statement of this side is worth on the scale that is played, of which it may say less.
Bounds ProofGuide::as_played(Side claimant) const {
  const Scale &from = proved_.scale(), &to = game_.scale();
  const auto sign = [](int value) { return (value > 0) - (value < 0); };
  const int proved = from.value(sides_[static_cast<std::size_t>(claimant)].bound);
  const bool same = from.name() == to.name();
  const auto holds = [&](Outcome rank) {
    const int value = to.value(rank);
    const int a = same ? value : sign(value), b = same ? proved : sign(proved);
    return claimant == Side::Max ? a >= b : a <= b;
  };
  Bounds known{0, to.best()};
  if (claimant == Side::Max)
    while (known.pess < known.opti && !holds(known.pess)) ++known.pess;
  else
    while (known.opti > known.pess && !holds(known.opti)) --known.opti;
  return known;
}

bool ProofGuide::speaks(Side side, const AnyState& proved) const {
  const OfSide& own = sides_[static_cast<std::size_t>(side)];
  return own.claims != nullptr && own.claims->about(proved).known();
}

std::optional<ProofGuide::Advice> ProofGuide::advise(std::span<const AnyState> positions,
                                                     std::span<const AnyMove> moves) const {
  const AnyGame& game = game_.rules();
  const Side side = game.to_move(positions.back());
  const OfSide& own = sides_[static_cast<std::size_t>(side)];
  if (refused_ || own.claims == nullptr) return std::nullopt;
  // Back to where the proof says something: what it left to a search goes on from there.
  std::vector<AnyState> states;
  std::vector<AnyMove> between;
  for (std::size_t k = positions.size(); k-- > 0;) {
    const Result<AnyState> state = as_proved(positions[k]);
    if (!state) return std::nullopt;
    states.insert(states.begin(), *state);
    if (k + 1 < positions.size()) {
      const auto move =
          proved_.rules().parse_move(states[0], game.move_text(positions[k], moves[k]));
      if (!move) return std::nullopt;
      between.insert(between.begin(), *move);
    }
    const std::scoped_lock lock(silence_);
    const std::pair here(side, game.position(positions[k]));
    if (silent_.contains(here)) continue;
    if (!speaks(side, states[0])) {
      silent_.insert(here);
      continue;
    }
    const auto reply = own.claims->reply(states, between);
    if (!reply) return std::nullopt;
    const AnyState& now = positions.back();
    const auto move = game.parse_move(now, proved_.rules().move_text(states.back(), *reply));
    if (!move) return std::nullopt;
    Advice advice{*move, {0, game.scale().best()}, checked_};
    if (!advice.checked) return advice;
    advice.proved = as_played(side);
    if (speaks(other(side), states.back()))
      advice.proved = meet(advice.proved, as_played(other(side)));
    return advice;
  }
  return std::nullopt;
}

}  // namespace solvent
