// What a store knows of one game, in memory, as a probe for engines.
//
// All symmetric images of a position are there, so that a look-up, which happens at every node of a
// search, needs no canonical image. A filter of bits that stays in the processor's cache answers
// most of them.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/hash.hpp"
#include "game/any_game.hpp"

namespace solvent::store {

class Known {
 public:
  virtual ~Known() = default;
  virtual const ProbeBase& probe() const = 0;  // an AnyProbe of the game's type
  virtual std::size_t state_size() const = 0;
  virtual AnyState canonical(const AnyState& s) const = 0;
  // How many positions fit into so many bytes.
  virtual std::uint64_t room(std::uint64_t bytes) const = 0;
  // False if the rules do not agree: then it is not taken in.
  virtual bool add(const AnyState& s, Bounds b) = 0;
  virtual void finish() = 0;  // after the last one
  virtual std::optional<Bounds> find(const AnyState& s) const = 0;
  virtual std::uint64_t hits() const = 0;  // of the probe, so far
};

template <Game G>
class KnownPositions final : public Known, public AnyProbe<G> {
  using State = typename G::State;

 public:
  // `database` is asked too, if there is one.
  KnownPositions(const G& g, const AnyProbe<G>* database) : g_(g), database_(database) {}

  const ProbeBase& probe() const override { return *this; }
  Bounds probe(const State& s) const override { return probe(s, database_, hits_); }
  std::shared_ptr<const ProbeBase> another() const override {
    std::shared_ptr<const ProbeBase> database = database_ ? database_->another() : nullptr;
    if (database_ != nullptr && database == nullptr) return nullptr;
    return others_.emplace_back(std::make_shared<const Another>(*this, std::move(database)));
  }

  std::size_t state_size() const override { return sizeof(State); }
  AnyState canonical(const AnyState& s) const override {
    if constexpr (Symmetric<G>) return erase_state(g_.canonical(restore_state<State>(s)));
    return s;
  }
  std::uint64_t room(std::uint64_t bytes) const override {
    constexpr std::uint64_t kOverhead = 64;  // of a map's entry, its bucket and its bits
    return bytes / (sizeof(State) + kOverhead) / static_cast<std::uint64_t>(symmetries());
  }
  bool add(const AnyState& any, Bounds b) override {
    const State s = restore_state<State>(any);
    const Bounds both = meet(b, g_.bounds(s));
    if (b.opti > g_.scale().best() || both.pess > both.opti) return false;
    for (int k = 0; k < symmetries(); ++k) positions_[image(s, k)] = b;
    return true;
  }
  void finish() override {
    constexpr std::uint64_t kBitsEach = 16;
    int bits = 12;
    while ((std::uint64_t{1} << bits) < kBitsEach * positions_.size()) ++bits;
    shift_ = 64 - bits;
    filter_.assign((std::uint64_t{1} << bits) / 64, 0);
    for (const auto& [s, b] : positions_) {
      const std::uint64_t place = hash_of(s) >> shift_;
      filter_[place >> 6] |= std::uint64_t{1} << (place & 63);
    }
  }
  std::optional<Bounds> find(const AnyState& s) const override {
    const auto found = positions_.find(restore_state<State>(s));
    return found == positions_.end() ? std::nullopt : std::optional(found->second);
  }
  std::uint64_t hits() const override {
    std::uint64_t all = hits_;
    for (const auto& other : others_) all += other->hits_;
    return all;
  }

 private:
  // For another thread: the same positions.
  struct Another final : AnyProbe<G> {
    Another(const KnownPositions& all, std::shared_ptr<const ProbeBase> database)
        : all_(all),
          owned_(std::move(database)),
          database_(dynamic_cast<const AnyProbe<G>*>(owned_.get())) {}
    Bounds probe(const State& s) const override { return all_.probe(s, database_, hits_); }

    const KnownPositions& all_;
    std::shared_ptr<const ProbeBase> owned_;
    const AnyProbe<G>* database_;
    mutable std::uint64_t hits_ = 0;
  };

  Bounds probe(const State& s, const AnyProbe<G>* database, std::uint64_t& hits) const {
    const Bounds otherwise = database ? database->probe(s) : g_.scale().everything();
    if (otherwise.closed()) return otherwise;
    const std::uint64_t hash = hash_of(s);
    if (!(filter_[hash >> shift_ >> 6] >> (hash >> shift_ & 63) & 1)) return otherwise;
    const auto found = positions_.find(s);
    if (found == positions_.end()) return otherwise;
    ++hits;
    const Bounds both = meet(otherwise, found->second);
    return both.pess <= both.opti ? both : otherwise;  // a database has every value at hand
  }
  struct Hash {
    std::size_t operator()(const State& s) const { return hash_of(s); }
  };
  int symmetries() const {
    if constexpr (Symmetric<G>) return g_.symmetries();
    return 1;
  }
  State image(const State& s, int k) const {
    if constexpr (Symmetric<G>) return g_.transform(s, k);
    return (void)k, s;
  }

  const G& g_;
  const AnyProbe<G>* database_;
  std::unordered_map<State, Bounds, Hash> positions_;
  std::vector<std::uint64_t> filter_ = std::vector<std::uint64_t>(64, 0);
  int shift_ = 64 - 12;
  mutable std::uint64_t hits_ = 0;
  mutable std::vector<std::shared_ptr<const Another>> others_;
};

// What was compiled for the type of a game.
struct Functions {
  std::unique_ptr<Known> (*known)(const AnyGame& game, const ProbeBase* database);
  template <Game G>
  static const Functions of;
};
template <Game G>
inline constexpr Functions Functions::of = {
    [](const AnyGame& game, const ProbeBase* database) -> std::unique_ptr<Known> {
      return std::make_unique<KnownPositions<G>>(*rules_of<G>(game),
                                                 dynamic_cast<const AnyProbe<G>*>(database));
    }};

}  // namespace solvent::store
