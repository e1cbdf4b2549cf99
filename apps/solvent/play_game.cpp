#include "play_game.hpp"

#include <fmt/format.h>

#include <exception>
#include <iostream>
#include <thread>

#include "answer_json.hpp"
#include "base/text.hpp"
#include "console.hpp"
#include "option_arguments.hpp"

namespace solvent::cli {

namespace {

constexpr std::string_view kHelp =
    "Type a move in the game's notation, or:\n"
    "  moves   the legal moves\n"
    "  board   draw the position again\n"
    "  hint    what the computer would play for you\n"
    "  undo    take back your last move, and the reply to it\n"
    "  quit    leave\n";

// An engine that thinks in another thread while a person does. Whoever owns this one stops it
// before the engine is asked for a move, so only one thread ever uses the engine.
class Pondering {
 public:
  Pondering(play::Player& player, const play::Course& course)
      : thread_([this, &player, course] {
          try {
            player.ponder(course, &stop_);
          } catch (...) { failure_ = std::current_exception(); }
        }) {}
  ~Pondering() { join(); }
  Pondering(const Pondering&) = delete;
  Pondering& operator=(const Pondering&) = delete;

  void finish() {
    join();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  void join() {
    stop_.store(true, std::memory_order_relaxed);
    if (thread_.joinable()) thread_.join();
  }
  std::atomic<bool> stop_{false};
  std::exception_ptr failure_;  // read after the thread has ended
  std::thread thread_;
};

class PlayedGame {
 public:
  PlayedGame(const Position& start, const GameOrder& order, std::unique_ptr<play::Player> engine,
             std::unique_ptr<play::Player> second)
      : ruleset_(start.game()),
        rules_(ruleset_.rules()),
        order_(order),
        engine_(std::move(engine)),
        second_(std::move(second)),
        course_(rules_, AnyState{start.state()}),
        opens_(start.to_move()) {
    engine_->begin(order.seed);
    second_->begin(order.seed + 1);
  }

  int run() {
    draw();
    bool quit = false;
    while (!quit && !course_.end() && !stop_requested()) {
      if (persons_turn())
        quit = !ask();
      else
        engine_moves();
    }
    report();
    return stop_requested() ? kInterrupted : kAnswered;
  }

 private:
  bool first_to_move() const { return course_.to_move() == opens_; }
  bool persons_turn() const { return first_to_move() ? order_.person_first : order_.person_second; }
  // The engine at the board: with two of them each keeps to its side.
  play::Player& player() { return first_to_move() ? *engine_ : *second_; }
  std::string mover() const { return ruleset_.player(course_.to_move()); }

  void draw() const {
    if (order_.json) return;
    fmt::print("{}\n",
               rules_.draw(course_.now(), stdout_takes_colours() ? Ink::colours() : Ink::plain()));
    std::fflush(stdout);
  }

  // What is known of the position, for the side to move.
  std::pair<int, int> bounds_of(Bounds known) const {
    const Side side = course_.to_move();
    const int a = ruleset_.scale().for_side(side, known.pess),
              b = ruleset_.scale().for_side(side, known.opti);
    return {std::min(a, b), std::max(a, b)};
  }
  std::string in_words(const play::Choice& c) const {
    const auto [lower, upper] = bounds_of(c.known);
    const bool wld = ruleset_.scale().kind() == Scale::Kind::WinDrawLoss;
    const auto word = [&](int value) {
      if (!wld) return signed_number(value);
      return std::string(value > 0 ? "a win" : value < 0 ? "a loss" : "a draw");
    };
    // What is proved, and by what, is one thing; where the move comes from may be another.
    const std::string proved = "proved by " + cli::in_words(c.rests_on) + ": ";
    const bool the_same = c.how == "by search" || c.how == "database" || c.how == "by the proof";
    const std::string move = the_same ? "" : "; the move: " + c.how;
    if (lower == upper) return proved + word(lower) + move;
    const auto [least, most] = bounds_of(rules_.bounds(course_.now()));
    const bool held = lower > least && lower >= 0;
    std::string text = held ? proved + "at least " + word(lower) : c.proved ? "forced" : "a guess";
    if (upper < most) text += (held ? std::string(", ") : "; " + proved) + "at most " + word(upper);
    return text + move;
  }
  Json to_json(const play::Choice& c) const {
    const auto [lower, upper] = bounds_of(c.known);
    return {{"player", mover()},  {"move", rules_.move_text(course_.now(), c.move)},
            {"proved", c.proved}, {"lower", lower},
            {"upper", upper},     {"rests_on", c.rests_on},
            {"how", c.how},       {"nodes", c.nodes}};
  }

  void engine_moves() {
    const play::Choice choice = player().choose(course_, &stop_requested());
    if (stop_requested()) return;
    if (order_.json) {
      Json j{{"by", "engine"}};
      j.update(to_json(choice));
      print_json(j);
    } else {
      fmt::print("{} plays {} ({})\n", mover(), rules_.move_text(course_.now(), choice.move),
                 in_words(choice));
    }
    course_.play(choice.move);
    draw();
  }

  // One line of the person's; false if there are no more.
  bool ask() {
    std::optional<Pondering> pondering;
    const bool against_engine = order_.person_first != order_.person_second;
    play::Player& opponent = order_.person_first ? *second_ : *engine_;
    if (order_.ponder && against_engine) pondering.emplace(opponent, course_);
    if (!order_.json && stdin_is_terminal()) {
      fmt::print("{} to move> ", mover());
      std::fflush(stdout);
    }
    std::string line;
    const bool read = static_cast<bool>(std::getline(std::cin, line));
    if (pondering) pondering->finish();
    return read && obey(std::string(text::trim(line)));
  }

  bool obey(const std::string& word) {
    if (word.empty()) return true;
    const Result<AnyMove> move = rules_.parse_move(course_.now(), word);
    if (move) {
      if (order_.json)
        print_json(Json{{"by", "person"},
                        {"player", mover()},
                        {"move", rules_.move_text(course_.now(), *move)}});
      course_.play(*move);
      draw();
      return true;
    }
    const std::string command = text::lower(word);
    if (command == "quit" || command == "exit") return false;
    if (command == "help")
      say(kHelp);
    else if (command == "board")
      say(rules_.draw(course_.now(), Ink::plain()) + rules_.position(course_.now()) + "\n");
    else if (command == "moves")
      say(legal_moves());
    else if (command == "hint")
      hint();
    else if (command == "undo")
      undo();
    else
      print_to_stderr(fmt::format("solvent: {} (or help, hint, undo, quit)\n", move.message()));
    return true;
  }
  std::string legal_moves() const {
    std::vector<std::string> names;
    for (const AnyMove m : rules_.moves(course_.now()))
      names.push_back(rules_.move_text(course_.now(), m));
    return join(names, " ") + "\n";
  }
  void say(std::string_view text) const {
    if (order_.json)
      print_to_stderr(text);
    else
      fmt::print("{}", text);
    std::fflush(stdout);
  }

  // With the person's side to itself this engine has nothing to lose by being asked.
  void hint() {
    const play::Choice choice = player().choose(course_, &stop_requested());
    if (order_.json) {
      print_json(Json{{"hint", to_json(choice)}});
      return;
    }
    fmt::print("{} ({})\n", rules_.move_text(course_.now(), choice.move), in_words(choice));
  }

  // Back to the person's move before.
  void undo() {
    if (course_.moves().empty()) {
      print_to_stderr("solvent: nothing has been played that could be taken back\n");
      return;
    }
    play::Course back = course_;
    while (back.undo()) {
      const bool first = back.to_move() == opens_;
      if (first ? order_.person_first : order_.person_second) {
        course_ = back;
        if (order_.json) print_json(Json{{"undo", rules_.position(course_.now())}});
        return draw();
      }
    }
    print_to_stderr("solvent: you have not played yet\n");
  }

  void report() const {
    const auto end = course_.end();
    const std::string text = end ? result_text(ruleset_, end->outcome) : "";
    if (order_.json) {
      Json j;
      j["game"] = ruleset_.spec();
      j["outcomes"] = ruleset_.scale().name();
      j["moves"] = course_.move_texts();
      j["position"] = rules_.position(course_.now());
      j["over"] = end.has_value();
      j["value"] = end ? Json(ruleset_.scale().for_side(opens_, end->outcome)) : Json(nullptr);
      j["result"] = end ? Json(text) : Json(nullptr);
      j["how"] = end ? Json(std::string(end->how)) : Json(nullptr);
      print_json(j);
      return;
    }
    if (!end) {
      fmt::print("The game is not over: {} to move at {}\n", mover(),
                 rules_.position(course_.now()));
      return;
    }
    fmt::print("The game is over{}: {}.\n",
               end->how == "repetition" ? " by the third occurrence of a position"
               : end->how == "decided"  ? ", since the rest cannot change who wins"
                                        : "",
               text);
  }

  Ruleset ruleset_;
  const AnyGame& rules_;
  GameOrder order_;
  std::unique_ptr<play::Player> engine_, second_;
  play::Course course_;
  Side opens_;
};

}  // namespace

std::string result_text(const Ruleset& game, Outcome outcome) {
  const int value = game.scale().value(outcome);
  std::string text = value == 0
                         ? std::string("a draw")
                         : fmt::format("{} wins", game.player(value > 0 ? Side::Max : Side::Min));
  if (game.scale().kind() == Scale::Kind::Score && value != 0)
    text += fmt::format(" by {}", std::abs(value));
  return text;
}

int play_game(const Position& start, const GameOrder& order) {
  auto first = play::make_player(start.game(), order.engine);
  if (!first) return complain(first.error());
  auto second = play::make_player(start.game(), order.engine);
  if (!second) return complain(second.error());
  catch_interrupts();
  return PlayedGame(start, order, *std::move(first), *std::move(second)).run();
}

}  // namespace solvent::cli
