// Retrograde analysis of one slice by many ranks, each of which has the cells of its share of the
// positions (after Romein and Bal 2003). It is the analysis of retrograde.hpp, but whoever settles
// a position tells predecessors that others have by a letter; and what an exit is worth is a
// question to the rank that has that position of the lower slice. Letters are large, and nobody
// waits for one while there is other work.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "endgame/cell.hpp"
#include "endgame/deal.hpp"
#include "endgame/exchange.hpp"
#include "endgame/pile.hpp"
#include "endgame/slice.hpp"

namespace solvent::endgame {

template <Slice S>
class RetrogradeShare {
 public:
  // At most `most_waiting` positions wait on each stack for their predecessors to be told; others
  // wait in their cells.
  // `deals` say how this slice and all below it are dealt.
  RetrogradeShare(const S& slice, const std::vector<Deal>& deals, Exchange& exchange,
                  std::size_t most_waiting = 1 << 16)
      : slice_(slice),
        deals_(deals),
        deal_(deals.back()),
        exchange_(exchange),
        most_waiting_(most_waiting),
        letter_bytes_(exchange.letter_bytes()),
        size_(deal_.share(slice.size())),
        cursor_(slice.cursor()) {
    require(size_ < std::uint64_t{1} << 38, "the number of a position fits into a letter");
  }

  // Every rank calls these in the same order; false if they were stopped. `lower` is called once,
  // when the cells are there, and has the same slices on each.
  bool open(const std::function<LowerValues()>& lower, Advance& advance) {
    Questions questions(*this, lower, advance);
    return exchange_.run(questions);
  }
  bool finish(Advance& advance) {
    for (int t = slice_.limit(); t > 0; --t) {
      Telling telling(*this, Level(t), advance);
      if (!exchange_.run(telling)) return false;
    }
    return true;
  }

  // The values of the share as bytes, in the memory of the cells, which are gone.
  ZeroedMemory take_values() {
    auto* bytes = static_cast<signed char*>(memory_.data());
    for (std::uint64_t i = 0; i < size_; ++i)  // a cell has at least two bytes
      bytes[i] = static_cast<signed char>(Cells::value(cells_[i]));
    memory_.shrink(std::max<std::uint64_t>(size_, 1));
    return std::move(memory_);
  }
  int value(std::uint64_t number) const { return Cells::value(cells_[number]); }

 private:
  using Board = typename S::Board;
  using Cells = CellOf<S::kMostMoves>;
  using Cell = typename Cells::Word;
  using Level = typename Cells::Level;

  class Questions;
  class Telling;

  void make_cells() {
    if (cells_ != nullptr) return;
    memory_ = ZeroedMemory(std::max<std::uint64_t>(size_, 1) * sizeof(Cell));
    cells_ = static_cast<Cell*>(memory_.data());
  }

  const S& slice_;
  const std::vector<Deal>& deals_;
  const Deal deal_;
  Exchange& exchange_;
  std::size_t most_waiting_, letter_bytes_;
  std::uint64_t size_;
  typename S::Cursor cursor_;
  ZeroedMemory memory_{};
  Cell* cells_ = nullptr;
};

// Opens the own positions, and asks what exits to others' positions are worth. Answers come back in
// the order of the questions, so only their values are sent.
template <Slice S>
class RetrogradeShare<S>::Questions final : public RankPhase {
 public:
  Questions(RetrogradeShare& share, const std::function<LowerValues()>& lower, Advance& advance)
      : s_(share),
        find_lower_(lower),
        advance_(advance),
        to_(static_cast<std::size_t>(s_.deal_.ranks())) {}

  void begin() override {
    s_.make_cells();
    lower_ = find_lower_();
  }
  bool step() override {
    constexpr std::uint64_t kSome = 1 << 11;
    if (next_ == s_.size_) {
      look_up();
      for (std::size_t to = 0; to < to_.size(); ++to)
        if (!to_[to].pile.empty()) ask(to);
      return false;
    }
    // The positions of a hand have consecutive indices.
    const std::uint64_t rest = s_.deal_.hand() - next_ % s_.deal_.hand();
    const std::uint64_t count = std::min({kSome, rest, s_.size_ - next_});
    first_ = s_.deal_.index(next_);
    s_.slice_.open(first_, first_ + count, *this);
    next_ += count;
    advance_.opened += count;
    return true;
  }

  // What the slice says of its positions.
  bool wants(int slice) const {
    return static_cast<std::size_t>(slice) < lower_.size() && lower_[slice] != nullptr;
  }
  void opened(std::uint64_t index, Opening o) {
    Cell& c = s_.cells_[own(index)];
    c = Cells::opened(c, o);
  }
  void exit(std::uint64_t index, const Exit& exit) {
    const Deal::Place place = s_.deals_[static_cast<std::size_t>(exit.slice)].place(exit.index);
    const std::uint64_t asker = own(index) << 9 | (static_cast<std::uint64_t>(exit.gained) & 0xFF) |
                                (exit.same_side ? 0x100U : 0U);
    if (s_.deal_.is_own(place)) {
      const signed char* value = lower_[exit.slice] + place.index;
      __builtin_prefetch(value);
      here_[here_count_++] = {asker, value};
      if (here_count_ == here_.size()) look_up();
      return;
    }
    To& to = to_[place.rank];
    if (to.askers.empty()) to.askers.reserve(s_.letter_bytes_ / 6 + 2);
    to.askers.push_back(asker);
    if (to.pile.add({static_cast<unsigned>(exit.slice), place.index}, s_.letter_bytes_))
      ask(place.rank);
  }

  void take(int from, Letter letter) override {
    const Content all = letter.content(), words = all.first(all.size() - 1);
    static_cast<Sort>(all.back()) == Sort::Question ? answer(from, words) : hear(from, words);
  }

 private:
  enum class Sort : unsigned char { Question, Answer };
  static constexpr std::size_t kMostAsked = 4;  // letters to one rank without an answer
  static constexpr std::size_t kAhead = 16;     // values on their way into the cache
  using Asked = Pile<1, 5>;                     // a slice, and a number there
  struct To {
    Asked pile{};
    std::vector<std::uint64_t> askers{};             // of what is in the pile
    std::deque<std::vector<std::uint64_t>> asked{};  // of the letters before
  };
  struct Here {
    std::uint64_t asker;
    const signed char* value;
  };

  std::uint64_t own(std::uint64_t index) const { return next_ + (index - first_); }
  void raise(std::uint64_t asker, int value) {
    const Exit exit{0, 0, static_cast<signed char>(asker & 0xFF), (asker & 0x100) != 0};
    Cell& c = s_.cells_[asker >> 9];
    c = Cells::with_exit(c, exit.worth(value));
  }
  void look_up() {
    for (std::size_t k = 0; k < here_count_; ++k) raise(here_[k].asker, *here_[k].value);
    here_count_ = 0;
  }
  void ask(std::size_t rank) {
    To& to = to_[rank];
    while (to.asked.size() >= kMostAsked && !s_.exchange_.stopping()) s_.exchange_.await();
    Bytes letter = to.pile.take();
    letter.push_back(static_cast<std::byte>(Sort::Question));
    to.asked.push_back(std::exchange(to.askers, {}));
    s_.exchange_.send(static_cast<int>(rank), std::move(letter));
  }
  void answer(int from, Content questions) {
    const std::size_t count = Asked::count(questions);
    const auto place = [&](std::size_t k) {
      const auto [slice, number] = Asked::number(questions, k);
      return lower_[slice] + number;
    };
    Bytes values = Exchange::blank();
    const std::size_t head = values.size();
    values.resize(head + count + 1);
    for (std::size_t k = 0; k < std::min(kAhead, count); ++k) __builtin_prefetch(place(k));
    for (std::size_t k = 0; k < count; ++k) {
      if (k + kAhead < count) __builtin_prefetch(place(k + kAhead));
      values[head + k] = static_cast<std::byte>(*place(k));
    }
    values.back() = static_cast<std::byte>(Sort::Answer);
    s_.exchange_.reply(from, std::move(values));
  }
  void hear(int from, Content values) {
    std::deque<std::vector<std::uint64_t>>& asked = to_[static_cast<std::size_t>(from)].asked;
    const std::vector<std::uint64_t>& askers = asked.front();
    require(askers.size() == values.size(), "every question is answered");
    for (std::size_t k = 0; k < askers.size(); ++k)
      raise(askers[k], static_cast<signed char>(values[k]));
    asked.pop_front();
  }

  RetrogradeShare& s_;
  const std::function<LowerValues()>& find_lower_;
  Advance& advance_;
  LowerValues lower_{};
  std::vector<To> to_;
  std::array<Here, 256> here_;
  std::size_t here_count_ = 0;
  std::uint64_t next_ = 0, first_ = 0;  // an own position, and its index in the slice
};

// Settles what is worth +-level, and tells all predecessors.
template <Slice S>
class RetrogradeShare<S>::Telling final : public RankPhase {
 public:
  Telling(RetrogradeShare& share, Level level, Advance& advance)
      : s_(share),
        level_(level),
        advance_(advance),
        letter_bytes_(Gathered<S> ? s_.letter_bytes_ / 2 : s_.letter_bytes_),
        to_(static_cast<std::size_t>(s_.deal_.ranks())),
        near_to_(Gathered<S> ? to_.size() : 0) {}

  bool step() override {
    constexpr std::uint64_t kRange = 1 << 14;
    if (next_ < s_.size_) {
      const std::uint64_t end = std::min(next_ + kRange, s_.size_);
      scan(next_, end);
      next_ = end;
    }
    drain();
    advance_.settled += std::exchange(settled_, 0);
    if (next_ < s_.size_) return true;
    if (std::exchange(overflowed_, false)) {
      next_ = 0;
      return true;
    }
    for (std::size_t to = 0; to < to_.size(); ++to)
      if (!to_[to].empty()) send(to, to_[to].take(), Sort::Far);
    for (std::size_t to = 0; to < near_to_.size(); ++to)
      if (!near_to_[to].empty()) send(to, near_to_[to].take(), Sort::Near);
    return !letters_.empty() || overflowed_;
  }

  // Letters wait, so that cells can be on their way into the cache while something else is done.
  void take(int, Letter letter) override {
    constexpr std::size_t kMostLetters = 64;
    letters_.push_back(std::move(letter));
    if (letters_.size() <= kMostLetters) return;
    const auto mark = [this](std::uint64_t key) {
      Place p;
      p.key = key;
      const bool no_room = false;
      touch(p, no_room);
    };
    const Content content = words(letters_.front());
    if (sort(letters_.front()) == Sort::Near)
      for (; read_ < Told::count(content); ++read_)
        near_of(Told::number(content, read_), [&](std::uint64_t key, const Board&) { mark(key); });
    else
      for (; read_ < Told::count(content); ++read_) mark(Told::number(content, read_).first);
    next_letter();
  }

 private:
  static constexpr std::size_t kInFlight = 32;  // cells on their way into the cache
  // A position that a move is taken back to.
  struct Place {
    static constexpr std::uint64_t kWon = 1, kPacked = 2;
    std::uint64_t key;     // its number times 4; is it won by that move? is its board packed?
    std::uint64_t packed;  // its board, if it came by a letter
    Board board;           // if not
    std::uint64_t number() const { return key >> 2; }
    bool won() const { return (key & kWon) != 0; }
  };
  // What letters hold, by their last byte.
  //   Far:  the key of a position, and its board in 60 bits or else its index;
  //   Near: the key of the first of a range, as if it were won when the board that is settled is,
  //         and that board in 60 bits: its near predecessors are all the other rank's.
  enum class Sort : unsigned char { Far, Near };
  using Told = Pile<5, 8>;
  static constexpr std::uint64_t kIndex = std::uint64_t{1} << 63;

  void scan(std::uint64_t first, std::uint64_t last) {
    constexpr std::uint64_t kRun = 64;
    for (std::uint64_t run = first; run < last; run += kRun) {
      const std::uint64_t end = std::min(run + kRun, last);
      if (!Cells::any_due(s_.cells_ + run, s_.cells_ + end, level_)) continue;
      for (std::uint64_t i = run; i < end; ++i) {
        Cell& c = s_.cells_[i];
        if (!Cells::is_due(c, level_)) continue;
        c = Cells::claimed(c);
        tell(s_.cursor_.board(s_.deal_.index(i)), Cells::value_of(c) > 0);
        while (!stack_.empty()) tell_top();
      }
    }
  }
  // Until nothing waits here; what comes meanwhile is taken now and then.
  void drain() {
    for (;;) {
      if (!stack_.empty()) {
        tell_top();
      } else if (!letters_.empty()) {
        read_letters();
      } else if (tail_ != head_) {
        touch_next();
      } else {
        return;
      }
    }
  }
  static Sort sort(const Letter& letter) { return static_cast<Sort>(letter.content().back()); }
  static Content words(const Letter& letter) {
    return letter.content().first(letter.content().size() - 1);
  }
  void send(std::size_t to, Bytes letter, Sort sort) {
    letter.push_back(static_cast<std::byte>(sort));
    s_.exchange_.send(static_cast<int>(to), std::move(letter));
  }
  // A few of the positions in the letters that have come.
  void read_letters() {
    const Content letter = words(letters_.front());
    if (sort(letters_.front()) == Sort::Near) {
      if (read_ == Told::count(letter)) return next_letter();
      return near_of(Told::number(letter, read_++),
                     [this](std::uint64_t key, const Board& b) { fetch(key, b); });
    }
    for (std::size_t k = 0; k < kInFlight / 4; ++k) {
      if (read_ == Told::count(letter)) return next_letter();
      Place& place = next_place();
      const auto [key, packed] = Told::number(letter, read_++);
      place.key = key;
      place.packed = packed;
      prefetch(key);
    }
  }
  // Calls act(key, board) for each of the predecessors that another rank has left to this one.
  template <class Act>
  void near_of([[maybe_unused]] Told::Pair told, [[maybe_unused]] const Act& act) {
    if constexpr (Gathered<S>) {
      const std::uint64_t first = told.first >> 2;
      const bool won = (told.first & Place::kWon) != 0;
      s_.slice_.near_predecessors(s_.slice_.unpacked(told.second),
                                  [&](std::uint64_t offset, const Board& before, bool same_side) {
                                    act(key_of(first + offset, won == same_side), before);
                                  });
    }
  }
  void next_letter() {
    letters_.pop_front();
    read_ = 0;
  }
  std::uint64_t packed(std::uint64_t index, [[maybe_unused]] const Board& board) const {
    if constexpr (Packable<S>)
      if (s_.slice_.can_pack(board)) return s_.slice_.packed(board);
    return index | kIndex;
  }
  Board unpacked(std::uint64_t packed) {
    if constexpr (Packable<S>)
      if ((packed & kIndex) == 0) return s_.slice_.unpacked(packed);
    return s_.cursor_.board(packed & ~kIndex);
  }

  void tell_top() {
    const Place p = stack_.back();
    stack_.pop_back();
    tell((p.key & Place::kPacked) != 0 ? unpacked(p.packed) : p.board, p.won());
  }
  void tell(const Board& board, bool won) {
    constexpr std::uint64_t kOften = 512;
    if (++told_ % kOften == 0 && gives_up()) return;
    ++settled_;
    const auto one = [&](std::uint64_t index, const Board& before, bool same_side) {
      const Deal::Place place = s_.deal_.place(index);
      const std::uint64_t key = key_of(place.index, won == same_side);
      if (s_.deal_.is_own(place))
        fetch(key, before);
      else if (to_[place.rank].add({key | Place::kPacked, packed(index, before)}, letter_bytes_))
        send(place.rank, to_[place.rank].take(), Sort::Far);
    };
    if constexpr (Gathered<S>)
      if (to_.size() > 1 && leaves_near(board, won)) return s_.slice_.far_predecessors(board, one);
    s_.slice_.predecessors(board, one);
  }
  // Near predecessors that are all in one hand of another rank are left to it.
  bool leaves_near(const Board& board, bool won) {
    if (!s_.slice_.has_near(board) || !s_.slice_.can_pack(board)) return false;
    const Range range = s_.slice_.near_range(board);
    const Deal::Place first = s_.deal_.place(range.first), last = s_.deal_.place(range.last);
    if (s_.deal_.is_own(first) || first.rank != last.rank ||
        last.index - first.index != range.last - range.first)
      return false;
    if (near_to_[first.rank].add({key_of(first.index, won), s_.slice_.packed(board)},
                                 letter_bytes_))
      send(first.rank, near_to_[first.rank].take(), Sort::Near);
    return true;
  }
  bool gives_up() {
    s_.exchange_.pump();
    advance_.settled += std::exchange(settled_, 0);
    if (!s_.exchange_.stopping()) return false;
    stack_.clear();
    letters_.clear();
    head_ = tail_ = read_ = 0;
    return true;
  }
  // Where the next place goes. It is filled there, member by member: the processor is slow at
  // reading in one piece what was just written in several.
  Place& next_place() {
    if (head_ - tail_ == kInFlight) touch_next();
    return ring_[head_++ % kInFlight];
  }
  static std::uint64_t key_of(std::uint64_t number, bool won) {
    return number << 2 | (won ? Place::kWon : 0);
  }
  void fetch(std::uint64_t key, const Board& board) {
    Place& place = next_place();
    place.key = key;
    place.board = board;
    prefetch(key);
  }
  void prefetch(std::uint64_t key) { __builtin_prefetch(s_.cells_ + (key >> 2), 1); }
  void touch_next() {
    const Place& p = ring_[tail_++ % kInFlight];
    if (touch(p, stack_.size() < s_.most_waiting_)) stack_.push_back(p);
  }
  // One move of it has turned out to be worth +-level. True if that settles it, and there is room
  // for it to wait.
  bool touch(const Place& p, bool room) {
    Cell& c = s_.cells_[p.number()];
    if ((c & Cells::kSettled) != 0) return false;
    const auto told = Cells::told(c, p.won(), level_);
    c = told.next;
    if (!told.settled || room) return told.settled;
    c |= Cells::kWaiting;
    overflowed_ = true;
    return false;
  }

  RetrogradeShare& s_;
  Level level_;
  Advance& advance_;
  std::size_t letter_bytes_;
  std::vector<Told> to_, near_to_;
  std::vector<Place> stack_{};
  std::deque<Letter> letters_{};
  std::size_t read_ = 0;  // of the first of them
  std::array<Place, kInFlight> ring_;
  std::size_t head_ = 0, tail_ = 0;
  std::uint64_t next_ = 0, settled_ = 0, told_ = 0;
  bool overflowed_ = false;
};

}  // namespace solvent::endgame
