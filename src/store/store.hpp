// The store of one solve: what other runs have found out about the game's positions, and where its
// own findings go. It is read once, when it is opened; what is found is written in one short
// transaction. Nothing in it is a proof: a certificate never rests on it.
#pragma once

#include <span>

#include "question/inquiry.hpp"
#include "store/file.hpp"
#include "store/known.hpp"

namespace solvent::store {

// What a solve has found out about a position, without history.
struct Fact {
  AnyState state;
  Bounds bounds;
  std::uint64_t nodes;
};
// The root, the positions of the line of best play and those after its moves, as far as they say
// more than the rules.
std::vector<Fact> facts_of(const AnyGame& game, const AnyState& root, const Findings& found);

GameName name_of(const AnyGame& game);
// Why nothing about a game can be stored; empty if it can.
std::string not_storable(const AnyGame& game);
// The state of an entry, if it can be one of the game, whose states have this size.
std::optional<AnyState> state_of(const AnyGame& game, std::size_t size, const Entry& entry);

class Store {
 public:
  // It refers to the game, and to the probe of an endgame database if there is one.
  static Result<std::unique_ptr<Store>> open(const AnyGame& game, const std::string& folder,
                                             std::uint64_t most_bytes, std::uint64_t memory,
                                             const ProbeBase* database);

  // For engines: the store and the database; null if the store knows nothing of the game.
  const ProbeBase* probe() const { return entries_ == 0 ? nullptr : &known_->probe(); }
  std::optional<Bounds> find(const AnyState& s) const { return known_->find(s); }
  std::uint64_t entries() const { return entries_; }
  std::uint64_t ignored() const { return ignored_; }  // damaged, or at odds with the rules
  std::uint64_t hits() const { return known_->hits(); }
  bool sealed() const { return file_.sealed(); }
  const Known& known() const { return *known_; }

  Result<StoreFile::Kept> keep(std::span<const Fact> facts);

 private:
  Store(const AnyGame& game, StoreFile file, std::uint64_t most_bytes, std::unique_ptr<Known> known)
      : name_(name_of(game)),
        file_(std::move(file)),
        most_bytes_(most_bytes),
        known_(std::move(known)) {}
  void read(const AnyGame& game, std::uint64_t memory);

  GameName name_;
  StoreFile file_;
  std::uint64_t most_bytes_;
  std::unique_ptr<Known> known_;
  std::uint64_t entries_ = 0, ignored_ = 0;
};

}  // namespace solvent::store
