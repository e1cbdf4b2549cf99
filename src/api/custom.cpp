#include "solvent/custom.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <bit>
#include <stdexcept>

#include "game/any_game.hpp"
#include "game/interned.hpp"
#include "games/registry_rules.hpp"

namespace solvent {

namespace {

// What the callbacks have said, so that each position is asked about once. Engines ask for a node
// several times a visit and from several threads: reading takes no lock.
class CustomSource final : public InternedSource {
 public:
  CustomSource(const CustomDescription& description, Outcome repetition,
               std::shared_ptr<const CustomGame> game)
      : name_(description.name),
        scale_(description.scale),
        repetition_(repetition),
        acyclic_(description.acyclic),
        game_(std::move(game)) {}
  CustomSource(const CustomSource&) = delete;
  CustomSource& operator=(const CustomSource&) = delete;
  ~CustomSource() override {
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      Slot* block = blocks_[k].load();
      for (std::size_t at = 0; block != nullptr && at < kFirst << k; ++at) delete block[at].load();
      delete[] block;
    }
  }

  const CustomGame& game() const { return *game_; }
  const Scale& scale() const override { return scale_; }
  Outcome repetition() const override { return repetition_; }
  bool acyclic() const override { return acyclic_; }
  void came_back(std::uint32_t id) const override {
    refuse(id, "it has come back, and the game says that no position can (acyclic)");
  }
  std::uint32_t initial() const override { return 0; }
  std::size_t bytes() const override { return bytes_.load() + game_->bytes(); }

  InternedNode node(std::uint32_t id) const override {
    Slot& slot = slot_of(id);
    const Entry* entry = slot.load(std::memory_order_acquire);
    if (entry == nullptr) entry = ask(id, slot);
    return {entry->side, entry->ended, entry->bounds, entry->children};
  }

 private:
  struct Entry {
    Side side = Side::Max;
    bool ended = false;
    Bounds bounds;
    std::vector<std::uint32_t> children;
  };
  using Slot = std::atomic<const Entry*>;
  static constexpr std::size_t kFirst = 1024;  // slots of the first block; each further one doubles
  static constexpr std::size_t kBlocks = 23;

  Slot& slot_of(std::uint32_t id) const {
    const std::uint64_t from_first = std::uint64_t{id} + kFirst;
    const std::size_t k = static_cast<std::size_t>(std::bit_width(from_first / kFirst)) - 1;
    Slot* block = blocks_[k].load(std::memory_order_acquire);
    if (block == nullptr) {
      auto fresh = std::make_unique<Slot[]>(kFirst << k);
      if (blocks_[k].compare_exchange_strong(block, fresh.get())) {
        block = fresh.release();
        bytes_ += (kFirst << k) * sizeof(Slot);
      }
    }
    return block[from_first - (kFirst << k)];
  }

  const Entry* ask(std::uint32_t id, Slot& slot) const {
    auto entry = std::make_unique<Entry>(checked(id, game_->node(id)));
    const std::size_t size =
        sizeof(Entry) + entry->children.capacity() * sizeof(std::uint32_t) + 32;
    const Entry* first = nullptr;
    if (!slot.compare_exchange_strong(first, entry.get())) return first;  // another thread's
    bytes_ += size;
    return entry.release();
  }

  Entry checked(std::uint32_t id, CustomGame::Node node) const {
    Entry entry{node.to_move, node.value.has_value(), scale_.everything(), {}};
    if (node.value) {
      const Outcome rank = on_scale(id, *node.value);
      entry.bounds = {rank, rank};
      return entry;
    }
    if (node.bounds) {
      entry.bounds = {on_scale(id, node.bounds->first), on_scale(id, node.bounds->second)};
      if (entry.bounds.pess > entry.bounds.opti) refuse(id, "its bounds contradict each other");
    }
    if (node.children.empty()) refuse(id, "it has neither a value nor a move");
    if (node.children.size() > CustomGame::kMostMoves)
      refuse(id, fmt::format("it has {} moves, more than {}", node.children.size(),
                             CustomGame::kMostMoves));
    entry.children = std::move(node.children);
    return entry;
  }
  Outcome on_scale(std::uint32_t id, int value) const {
    const auto rank = scale_.rank_of(value);
    if (!rank) refuse(id, fmt::format("its value {} is not one of the game's outcomes", value));
    return *rank;
  }
  [[noreturn]] void refuse(std::uint32_t id, const std::string& what) const {
    throw std::invalid_argument(
        fmt::format("game {}, position {}: {}", name_, text::quoted(game_->position(id)), what));
  }

  std::string name_;
  Scale scale_;
  Outcome repetition_;
  bool acyclic_;
  std::shared_ptr<const CustomGame> game_;
  mutable std::array<std::atomic<Slot*>, kBlocks> blocks_{};
  mutable std::atomic<std::size_t> bytes_ = 0;
};

struct CustomText {
  using G = Interned;
  using State = G::State;
  using Move = G::Move;

  static const CustomGame& game(const G& g) {
    return static_cast<const CustomSource&>(g.source()).game();
  }
  static std::string position(const G& g, State s) { return game(g).position(s.id); }
  static Result<State> parse(const G& g, std::string_view text) {
    const Result<std::uint32_t> id = game(g).parse(text);
    if (!id) return id.error();
    return State{*id};
  }
  static std::string draw(const G& g, State s, const Ink&) { return game(g).draw(s.id); }
  static std::string move(const G& g, State s, Move m) { return game(g).move(s.id, m); }
  static std::string player(const G& g, Side side) { return game(g).player(side); }
};

static_assert(kListed<Interned>, "games behind callbacks are searched and proved as others are");

}  // namespace

Result<Ruleset> make_custom(const CustomDescription& description,
                            std::shared_ptr<const CustomGame> game) {
  const auto repetition = description.scale.rank_of(description.repetition);
  if (!repetition)
    return Error{fmt::format("game {}: infinite play is worth {}, which is none of its outcomes",
                             description.name, description.repetition)};
  auto source = std::make_shared<const CustomSource>(description, *repetition, std::move(game));
  return Ruleset(std::make_shared<ErasedGame<Interned, CustomText>>(description.name,
                                                                    Interned(std::move(source))));
}

Position custom_position(const Ruleset& game, std::uint32_t id) {
  return game.at(erase_state(Interned::State{id}).bytes);
}
std::uint32_t custom_id(const Position& position) {
  return restore_state<Interned::State>(AnyState{position.state()}).id;
}

}  // namespace solvent
