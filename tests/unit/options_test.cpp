// What follows from the table of options: who may use them, in which range, what a checkpoint asks
// for, and how errors name them.
#include "session/options.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "game/any_game.hpp"
#include "games/engines.hpp"
#include "session/checkpoint.hpp"
#include "session/plan.hpp"
#include "solvent/solvent.hpp"

namespace solvent::session {
namespace {

Ruleset game() { return *Ruleset::make("mnk:3,3,3"); }
Result<Plan> plan(const Options& options) { return make_plan(game().rules(), options); }

// Another value than it has by default, and a good one.
struct Change {
  const Option& option;
  void operator()(bool& flag) const { flag = !flag; }
  void operator()(std::uint64_t& n) const { n = n + n / 2 + 1; }
  void operator()(double& x) const { x = (option.range.everything() ? x : 0.1) + 0.25; }
  void operator()(int& n) const { n = 1; }
  void operator()(std::pair<int, int>& range) const { range = {0, 1}; }
  void operator()(std::string& text) const {
    text = option.choices.size() > 1    ? option.choices[1]
           : option.listed != nullptr   ? option.listed().front().name
           : option.name == "algorithm" ? "pns"
                                        : "/dev/null/nowhere";
  }
  template <class T>
  void operator()(std::optional<T>& value) const {
    value.emplace(T());
    (*this)(*value);
    if constexpr (std::is_same_v<T, std::uint64_t>)
      if (option.unit == Unit::Bytes) value = 3 << 20;
  }
};
Options with(const Option& option) {
  Options options;
  visit(option, options, Change{option});
  return options;
}

// Every name of an option in the message stands where the error says, and it is the first.
void expect_in_order(const Error& error) {
  for (const Error::Mention& m : error.mentions) {
    EXPECT_EQ(error.message.substr(m.at, m.option.size()), m.option) << error.message;
    EXPECT_NE(table::find(m.option), nullptr) << m.option;
  }
  EXPECT_EQ(error.message.find('{'), error.message.npos) << error.message;
}

TEST(OptionTable, AChangeIsSeen) {
  for (const Option& option : kOptions) {
    EXPECT_FALSE(given(option, {})) << option.name;
    const Options options = with(option);
    for (const Option& other : kOptions)
      EXPECT_EQ(given(other, options), &other == &option) << option.name << ", " << other.name;
    EXPECT_EQ(out_of_range(options), std::nullopt) << option.name;
  }
  EXPECT_EQ(out_of_range({}), std::nullopt);
}

TEST(OptionTable, WhoDoesNotUseAnOptionRefusesIt) {
  int refused = 0;
  for (const Option& option : kOptions)
    for (const AlgorithmDescription& algorithm : algorithms()) {
      if (option.used_by == nullptr || algorithm.name == "auto") continue;
      Options options = with(option);
      options.algorithm = algorithm.name;
      const auto users = users_of(option);
      const bool uses = std::find(users.begin(), users.end(), algorithm.name) != users.end();
      const auto made = plan(options);
      EXPECT_EQ(made.ok(), uses) << option.name << " " << algorithm.name;
      if (made) continue;
      ++refused;
      EXPECT_EQ(made.error().field, option.name);
      EXPECT_TRUE(made.message().starts_with(std::string(option.name) + " belongs to "));
      EXPECT_TRUE(made.message().ends_with(", not to " + algorithm.name)) << made.message();
      expect_in_order(made.error());
    }
  EXPECT_GT(refused, 50);
}

TEST(OptionTable, DefaultsAreThoseOfTheSearches) {
  const search::Design design;
  const auto usual = [](std::string_view name) { return table::find(name)->usual; };
  EXPECT_EQ(usual("playouts"), fmt::format("{}", design.playouts));
  EXPECT_EQ(usual("theta"), fmt::format("{}", design.theta));
  EXPECT_EQ(usual("epsilon"), fmt::format("{}", design.epsilon));
  EXPECT_TRUE(usual("precision_rate").starts_with(fmt::format("{},", design.precision_rate)));
}

TEST(OptionTable, EveryChoiceMeansSomethingElse) {
  for (const Option& option : kOptions) {
    std::vector<std::string> seen;
    for (const std::string_view choice : option.choices) {
      Options options;
      options.algorithm = users_of(option).front();
      const std::string text(choice == "fraction:A,B" ? "fraction:1,2" : choice);
      visit(option, options, [&]<class T>(T& member) {
        if constexpr (std::is_assignable_v<T&, std::string>) member = text;
      });
      const auto made = plan(options);
      ASSERT_TRUE(made) << made.message();
      const search::Design& d = made->design;
      seen.push_back(fmt::format("{} {} {} {} {}", static_cast<int>(d.algorithm.driver),
                                 static_cast<int>(d.evaluation), static_cast<int>(d.selection),
                                 static_cast<int>(d.algorithm.second), d.fraction_a));
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end()) << option.name;
  }
}

TEST(OptionTable, RangesHaveEnds) {
  const auto wrong = [](const Option& option, double x) {
    Options options;
    visit(option, options, [&]<class T>(T& member) {
      if constexpr (std::is_arithmetic_v<typename Optional<T>::Inner> &&
                    !std::is_same_v<typename Optional<T>::Inner, bool>)
        member = static_cast<typename Optional<T>::Inner>(x);
    });
    const auto error = out_of_range(options);
    if (error) {
      EXPECT_EQ(error->field, option.name);
      expect_in_order(*error);
    }
    return error.has_value();
  };
  int ranges = 0;
  for (const Option& option : kOptions) {
    if (option.range.everything()) continue;
    ++ranges;
    const Interval& r = option.range;
    EXPECT_EQ(wrong(option, r.least), r.without_least) << option.name;
    if (r.least > 0) { EXPECT_TRUE(wrong(option, r.least - 1)) << option.name; }
    if (!std::isfinite(r.most)) continue;
    EXPECT_EQ(wrong(option, r.most), r.without_most) << option.name;
    EXPECT_TRUE(wrong(option, r.most + 1)) << option.name;
  }
  EXPECT_GE(ranges, 6);
  EXPECT_TRUE(wrong(*table::find("time"), std::nan("")));
  EXPECT_TRUE(wrong(*table::find("time"), -1));
}

TEST(OptionTable, ACheckpointAsksForWhatShapesTheSearch) {
  const Ruleset rules = game();
  const AnyState root{rules.start().state()};
  const Label usual = make_label(rules.rules(), root, {});
  for (const Option& option : kOptions)
    EXPECT_EQ(make_label(rules.rules(), root, with(option)) != usual, option.kept != Kept::Nothing)
        << option.name;
  // Whatever lies in the folders is true.
  Options one, other;
  one.store = "a", other.store = "b";
  EXPECT_EQ(make_label(rules.rules(), root, one), make_label(rules.rules(), root, other));
}

TEST(OptionTable, AnOptionThatIsOfNoUseAloneIsRefused) {
  for (const Option& option : kOptions) {
    if (option.goes_with.empty()) continue;
    const auto made = Solver::make(game(), with(option));
    ASSERT_FALSE(made) << option.name;
    EXPECT_EQ(made.error().field, option.name);
    EXPECT_NE(made.message().find(": goes with "), std::string::npos) << made.message();
    EXPECT_EQ(made.error().mentions.size(), 1 + option.goes_with.size());
    expect_in_order(made.error());
  }
}

TEST(OptionWords, EverybodyHasTheirOwnSpelling) {
  const Dialect loud{[](const Option& option) { return "<" + std::string(option.name) + ">"; },
                     "yes", "no", "perhaps"};
  const Error inner = say("{theta} {}: too much", 0.7);
  EXPECT_EQ(inner.message, "theta 0.7: too much");
  EXPECT_EQ(inner.field, "theta");
  EXPECT_EQ(in_dialect(inner, loud), "<theta> 0.7: too much");
  // A value may look like an option, and an error may be a value.
  const Error outer = say("{} ({memory} and {table_size})", Error{"the file 'theta'"});
  EXPECT_EQ(outer.field, "memory");
  EXPECT_EQ(in_dialect(outer, loud), "the file 'theta' (<memory> and <table_size>)");
  const Error both = say("in {}: {}", "{range}", inner);
  EXPECT_EQ(both.message, "in {range}: theta 0.7: too much");
  EXPECT_EQ(in_dialect(both, loud), "in {range}: <theta> 0.7: too much");
  EXPECT_EQ(in_dialect(Error{"nothing"}, loud), "nothing");
}

TEST(OptionWords, HelpNamesUsersChoicesAndDefaults) {
  const Dialect plain{[](const Option& option) { return std::string(option.name); }, "True",
                      "False", "None"};
  const auto help = [&](std::string_view name) { return help_text(*table::find(name), plain); };
  EXPECT_EQ(
      help("driver"),
      "pns, pn2, dfpn: which question comes next when a value is asked for (binary: halve the "
      "range; linear: step up; linear-down: step down; open: double the step, then halve it): "
      "binary (default), linear, linear-down or open");
  EXPECT_TRUE(
      help("deepening").ends_with(": True, False or None (default: where positions repeat)"));
  EXPECT_TRUE(help("store_size").ends_with("(default 1G)")) << help("store_size");
  EXPECT_TRUE(help("checkpoint_every").ends_with(", in seconds (default 300)"));
  EXPECT_NE(help("moves").find("what at_least or range asks"), std::string::npos);
  for (const Profile* profile : solvent::profiles())
    EXPECT_NE(help("profile").find(profile->name + " ("), std::string::npos) << help("profile");
  EXPECT_EQ(help("profile").find('{'), std::string::npos) << help("profile");
}

TEST(OptionWords, AProfileIsOneThatThereIsAndSaysWhatItRefuses) {
  Options options;
  options.algorithm = "pns";
  options.profile = "knuth1975";
  const auto unknown = plan(options);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().field, "profile");
  EXPECT_TRUE(unknown.message().starts_with("profile 'knuth1975': there are saffidine2012"))
      << unknown.message();
  for (const Profile* profile : solvent::profiles()) {
    EXPECT_NE(unknown.message().find(profile->name), std::string::npos) << unknown.message();
    options.profile = profile->name;
    const auto refused = plan(options);  // another game's
    ASSERT_FALSE(refused) << profile->name;
    EXPECT_EQ(refused.error().field, "profile");
    expect_in_order(refused.error());
  }
}

}  // namespace
}  // namespace solvent::session
