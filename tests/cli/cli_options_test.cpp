// The command line has every option of the table that is meant for it, and refuses in its own
// spelling what it cannot read.
#include <algorithm>

#include "run.hpp"
#include "session/option_table.hpp"

namespace solvent::test {
namespace {

using session::Option;

bool is_flag(const Option& option) {
  return std::holds_alternative<session::Member<bool>>(option.member);
}
std::string flag_of(const Option& option) {
  Options usual;
  const auto* flag = std::get_if<session::Member<bool>>(&option.member);
  std::string name =
      (flag != nullptr && (*flag)(usual) ? "--no-" : "--") + std::string(option.name);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

TEST(CliOptions, AreThoseOfTheTable) {
  const std::pair<const char*, int> verbs[] = {{"solve", session::door::Solve},
                                               {"batch", session::door::Batch}};
  for (const auto& [verb, door] : verbs) {
    const std::string help = solvent({verb, "--help"}).out;
    EXPECT_EQ(help.find('{'), help.npos) << help;
    for (const Option& option : session::kOptions) {
      const std::string shown =
          "\n  " + flag_of(option) + (is_flag(option) ? " " : " " + std::string(option.value));
      if (option.name == "line") continue;  // off in a batch, unless it is asked for
      EXPECT_EQ(help.find(shown) != help.npos, (option.doors & door) != 0) << verb << shown;
    }
  }
}

TEST(CliOptions, RefuseWhatTheyCannotRead) {
  int refused = 0;
  for (const Option& option : session::kOptions) {
    const bool text = std::holds_alternative<session::Member<std::string>>(option.member);
    if ((option.doors & session::door::Solve) == 0 || is_flag(option) || text) continue;
    Strings command = {"solve", "mnk", flag_of(option), "bad!"};
    for (const std::string_view other : option.goes_with)
      if (const Option& with = *session::table::find(other); !is_flag(with))
        command.insert(command.end(), {flag_of(with), "/dev/null/nowhere"});
    const Output output = solvent(command);
    EXPECT_EQ(output.status, 2) << option.name;
    EXPECT_TRUE(output.err.starts_with("solvent: " + flag_of(option))) << output.err;
    ++refused;
  }
  EXPECT_GT(refused, 15);
}

TEST(CliOptions, ErrorsOfTheLibraryAreSpelledAsTyped) {
  const struct {
    Strings options;
    const char* says;
  } cases[] = {
      {{"--no-knowledge", "--memory", "2M", "--table-size", "3M"},
       "--table-size 3145728: more than three quarters of the --memory of 2097152 bytes"},
      {{"--algorithm", "pns", "--selection", "lecture", "--mobility"},
       "--mobility: the lecture's selection"},
      {{"--at-least", "1", "--range", "0..1"}, "--at-least and --range are two questions"},
      {{"--range", "1..0"}, "--range 1..0: the first must be less"},
      {{"--minimize"}, "--minimize: goes with --proof FILE or --certify"},
      {{"--leaf", "5"}, "--leaf: goes with --proof FILE or --certify"},
      {{"--proof", "/dev/null", "--leaf", "1000001"},
       "--leaf 1000001: a whole number from 0 to 1000000"},
      {{"--store-size", "1G"}, "--store-size: goes with --store DIR"},
      {{"--store", "/tmp", "--store-size", "1K"}, "--store-size: at least 256K is needed"},
      {{"--algorithm", "mcpns", "--playouts", "0"},
       "--playouts 0: a whole number from 1 to 1000000"},
      {{"--algorithm", "ppns", "--theta", "0.5"},
       "--theta 0.5: a number between 0 and 0.5, both excluded"},
      {{"--keep-solved", "--algorithm", "minimax"},
       "--keep-solved belongs to pns, pn2, mopns, mopn2, mcpns and ppns, not to minimax"},
  };
  for (const auto& c : cases) {
    Strings command = {"solve", "mnk"};
    command.insert(command.end(), c.options.begin(), c.options.end());
    const Output output = solvent(command);
    EXPECT_EQ(output.status, 2) << shell_words(command);
    EXPECT_TRUE(output.err.starts_with(std::string("solvent: ") + c.says)) << output.err << c.says;
  }
}

}  // namespace
}  // namespace solvent::test
