// A tree file that is edited between two runs is another game: what a store or a checkpoint knows
// of the old one must be ignored or refused, never believed.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>

#include "base/text.hpp"
#include "games/tree/graph.hpp"
#include "random_graphs.hpp"
#include "solvent/solvent.hpp"
#include "store/file.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

// The lines of a tree file as words, of which one thing at a time is changed.
class Editor {
 public:
  Editor(const std::string& text, std::uint64_t seed) : rng_(mix(seed)) {
    for (const std::string_view line : text::split(text, '\n')) {
      const auto words = text::words(line.substr(0, line.find('#')));
      if (!words.empty()) lines_.emplace_back(words.begin(), words.end());
    }
  }
  std::string text() const {
    std::string out;
    for (const Words& line : lines_) out += fmt::format("{}\n", fmt::join(line, " "));
    return out;
  }
  // A file that can be read and is not this one, or nothing if none was found.
  std::optional<std::string> edited() {
    for (int tries = 0; tries < 50; ++tries) {
      const std::vector<Words> before = lines_;
      change();
      const std::string now = text();
      const bool other = lines_ != before;
      lines_ = before;
      if (other && tree::parse_graph(now).ok()) return now;
    }
    return std::nullopt;
  }

 private:
  using Words = std::vector<std::string>;
  static bool setting(const Words& line) {
    return line[0] == "scale" || line[0] == "repetition" || line[0] == "root";
  }
  static bool inner(const Words& line) { return line[1].ends_with(':'); }

  std::uint32_t below(std::size_t n) { return rng_.below(static_cast<std::uint32_t>(n)); }
  Words& any_node() {
    for (;;)
      if (Words& line = lines_[below(lines_.size())]; !setting(line)) return line;
  }
  Words& setting_line(std::string_view name) {
    return *std::find_if(lines_.begin(), lines_.end(),
                         [&](const Words& line) { return line[0] == name; });
  }
  // One of those on the scale.
  std::string value() {
    const Words& scale = setting_line("scale");
    if (scale[1] == "wld") return std::to_string(static_cast<int>(below(3)) - 1);
    return scale[1 + below(scale.size() - 1)];
  }
  void rename(const std::string& a, const std::string& b) {
    for (Words& line : lines_)
      for (std::string& word : line) {
        if (word == a)
          word = b;
        else if (word == b)
          word = a;
      }
  }

  void change() {
    Words& line = any_node();
    const std::size_t children = line.size() - 2;  // of an inner node
    switch (below(9)) {
      case 0:  // where a move leads
      case 1:
        if (inner(line)) line[2 + below(children)] = any_node()[0];
        break;
      case 2:  // a value
        if (!inner(line)) line[3] = value();
        break;
      case 3:  // a side
        line[1] =
            line[1].starts_with("Max") ? "Min" + line[1].substr(3) : "Max" + line[1].substr(3);
        break;
      case 4:  // two names
        rename(line[0], any_node()[0]);
        break;
      case 5:  // the order of the moves
        if (inner(line)) std::swap(line[2 + below(children)], line[2 + below(children)]);
        break;
      case 6:  // a move more, or one less
        if (inner(line) && below(2) == 0)
          line.push_back(any_node()[0]);
        else if (inner(line) && children > 1)
          line.erase(line.begin() + 2 + below(children));
        break;
      case 7:  // what infinite play is worth
        setting_line("repetition")[1] = value();
        break;
      default:  // where play begins
        setting_line("root")[1] = line[0];
    }
  }

  Rng rng_;
  std::vector<Words> lines_;
};

std::string random_text(std::uint64_t seed) {
  random_graphs::Shape shape;
  shape.max_nodes = 25;
  shape.max_outcomes = 5;
  shape.rule_bounds = false;
  return (seed % 2 == 0 ? random_graphs::random_cyclic(seed, shape)
                        : random_graphs::random_dag(seed, shape))
      ->text();
}

class EditedTrees : public ::testing::Test {
 protected:
  Ruleset load(const std::string& text) const {
    return *Ruleset::make("tree:" + folder_.write("edited.tree", text));
  }
  // The exact values, by minimax on the file as it is now.
  static Answer truth(const Position& position) {
    Options options;
    options.algorithm = "minimax";
    options.moves = true;
    return Solver::make(position.game(), options)->solve(position);
  }
  static Position any_position(const Ruleset& game, const std::string& text, Rng& rng) {
    const tree::Graph graph = *tree::parse_graph(text);
    return *game.parse(graph.name(rng.below(graph.size())));
  }
  static std::string shape_of(const std::string& text) {
    return tree::print_graph(*tree::parse_graph(text));
  }
  static std::string any_algorithm(Rng& rng) {
    const auto all = algorithms();
    return all[rng.below(static_cast<std::uint32_t>(all.size()))].name;
  }
  // Bounds that hold, and the value if it was found.
  static void expect_true(const Answer& answer, const Answer& exact, const std::string& why) {
    ASSERT_TRUE(exact.value) << why;
    EXPECT_LE(answer.lower, *exact.value) << why;
    EXPECT_GE(answer.upper, *exact.value) << why;
    if (answer.status == Status::Solved) { EXPECT_EQ(answer.value, exact.value) << why; }
    for (const MoveValue& move : answer.moves) {
      const auto same = std::find_if(exact.moves.begin(), exact.moves.end(),
                                     [&](const MoveValue& m) { return m.move == move.move; });
      ASSERT_NE(same, exact.moves.end()) << move.move << "\n" << why;
      EXPECT_LE(move.lower, same->lower) << move.move << "\n" << why;
      EXPECT_GE(move.upper, same->upper) << move.move << "\n" << why;
    }
  }

  test::TemporaryFolder folder_;
};

TEST_F(EditedTrees, AStoreSaysNothingAboutThem) {
  Options options;
  options.store = folder_.path() + "/store";
  options.moves = true;
  // Open all the while, so that not every solver that ends has to wait for the disk.
  const auto open = store::StoreFile::open_or_create(options.store);
  int edits = 0, known = 0;
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) {
    Editor editor(random_text(seed), seed);
    const std::string before = editor.text();
    const auto after = editor.edited();
    if (!after) continue;  // of a single leaf, say
    ++edits;
    Rng rng(seed);
    const auto solve_some = [&](const std::string& text) {
      const Ruleset game = load(text);
      options.algorithm = any_algorithm(rng);
      Result<Solver> solver = Solver::make(game, options);
      ASSERT_TRUE(solver.ok()) << solver.message();
      for (int k = 0; k < 3; ++k) {
        const Position position = any_position(game, text, rng);
        const Answer answer = solver->solve(position);
        expect_true(answer, truth(position),
                    fmt::format("seed {}, {}, {} in\n{}\nafter\n{}", seed, options.algorithm,
                                position.text(), text, before));
        EXPECT_EQ(answer.store->problem, "") << "what is not asked cannot contradict";
        known += answer.store->entries > 0;
      }
    };
    solve_some(before);
    solve_some(*after);
    solve_some(before);  // and back again, to what is known
  }
  EXPECT_GT(edits, 300);
  EXPECT_GT(known, edits) << "it is used where it may be";
}

TEST_F(EditedTrees, ACheckpointIsRefused) {
  int edits = 0, same_game = 0;
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) {
    Editor editor(random_text(seed), seed);
    const std::string before = editor.text();
    const auto after = editor.edited();
    if (!after) continue;
    ++edits;
    Rng rng(seed);
    Options options;
    options.algorithm = any_algorithm(rng);
    options.moves = rng.below(2) == 0;
    options.checkpoint = folder_.path() + "/run";
    options.limits.nodes = 1 + rng.below(40);
    const Ruleset game = load(before);
    const Position position = any_position(game, before, rng);
    Solver::make(game, options)->solve(position);
    const bool written = std::filesystem::exists(options.checkpoint);

    const Ruleset now = load(*after);
    const Position same = *now.parse(position.text());
    options.limits.nodes.reset();
    Result<Solver> solver = Solver::make(now, options);
    ASSERT_TRUE(solver.ok()) << solver.message();
    const Result<bool> resumed = solver->resume(same);
    const std::string why = fmt::format("seed {}, {}, {} in\n{}\nafter\n{}", seed,
                                        options.algorithm, position.text(), *after, before);
    // Some edits say nothing new: what infinite play is worth where there is none.
    if (shape_of(before) == shape_of(*after)) {
      ++same_game;
      EXPECT_TRUE(resumed && *resumed == written) << resumed.message() << why;
    } else {
      EXPECT_EQ(!resumed, written) << why;
      if (!resumed) {
        EXPECT_NE(resumed.message().find("fingerprint of the rules"), std::string::npos);
      }
    }
    expect_true(solver->solve(same), truth(same), why);
    std::filesystem::remove(options.checkpoint);
  }
  EXPECT_GT(edits, 300);
  EXPECT_LT(same_game, edits / 4);
}

// The same file goes on, and so does one that says the same in other words.
TEST_F(EditedTrees, WhatSaysTheSameIsTheSame) {
  const std::string text = "a Max: b c\nb Min: d=3 e=-1\nc Min: f=2 g\ng Max: h=0 a\n";
  const std::string words =
      "# a comment\nc Min : f, g\na MAX: b c\ng: h a\nb: d e\nroot a\n"
      "d = 3\ne=-1\nf = 2\nh = 0 cost 1\n";
  Options options;
  options.algorithm = "pns";
  options.checkpoint = folder_.path() + "/run";
  options.limits.nodes = 3;
  const Ruleset game = load(text);
  ASSERT_FALSE(Solver::make(game, options)->solve(game.start()).value);
  const Ruleset again = load(words);
  Solver solver = *Solver::make(again, options);
  const Result<bool> resumed = solver.resume(again.start());
  ASSERT_TRUE(resumed) << resumed.message();
  EXPECT_TRUE(*resumed);
}

}  // namespace
}  // namespace solvent
