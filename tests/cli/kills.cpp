#include "kills.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <fstream>

#include "base/rng.hpp"

namespace solvent::test {

namespace fs = std::filesystem;

// What has to be the same in every run: with several threads, no counts and no choice among equal
// moves.
Json essence(Json json) {
  if (json.value("threads", 1) > 1) {
    Json promised;
    for (const char* key :
         {"game", "position", "to_move", "outcomes", "status", "value", "verdict"})
      promised[key] = json[key];
    return promised;
  }
  for (const char* key : {"seconds", "cpu_seconds", "peak_bytes", "resumed"}) json.erase(key);
  return json;
}

Strings with(Strings arguments, const Strings& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

// Each time a little later than it takes to write a checkpoint or two, which is longer where others
// use the machine.
void kill_and_resume(const Strings& command, int kills) {
  const Output whole = solvent(with(command, {"--json"}));
  ASSERT_EQ(whole.status, 0) << whole.err;
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/run";
  const Strings durable = with(command, {"--json", "--checkpoint", file, "--checkpoint-every",
                                         "0.0005", "--resume", "--quiet"});
  Rng rng(std::hash<std::string>()(shell_words(command)));
  int finished = 0, resumed = 0, on_the_way = 0;  // kills that left another checkpoint
  std::string before;
  double patience = 1;
  for (int killed = 0; killed < kills;) {
    const double moment = patience * (0.02 + 0.001 * rng.below(100));
    const Output part = run({.arguments = durable, .kill_after = moment});
    if (part.status == 128 + SIGKILL) {
      ++killed;
      const std::string now = content(file);
      const bool got_on = now != before;
      on_the_way += got_on;
      patience = got_on ? std::max(patience * 0.8, 1.0) : std::min(patience * 1.25, 20.0);
      before = now;
      continue;
    }
    ASSERT_EQ(part.status, 0) << part.err;
    ASSERT_EQ(essence(part.json()), essence(whole.json()));
    ++finished;
    resumed += part.json().value("resumed", false);
    fs::remove(file);
    before.clear();
  }
  const bool expected = fs::exists(file);
  const Output end = solvent(durable);
  EXPECT_EQ(end.status, 0);
  EXPECT_EQ(end.err, "");
  EXPECT_EQ(end.json().value("resumed", false), expected);
  EXPECT_EQ(essence(end.json()), essence(whole.json()));
  EXPECT_GT(resumed + expected, 0);
  fmt::print("{}: {} kills, {} of them left a new checkpoint, {} ends, {} of them resumed\n",
             shell_words(command), kills, on_the_way, finished + 1, resumed + expected);
}

void kill_and_build(const std::string& game, const Strings& slices, int kills) {
  const TemporaryFolder whole, parts;
  const auto build = [&](const std::string& folder) {
    return with({"table", "build", game, "--dir", folder, "--quiet"}, slices);
  };
  const Output once = solvent(build(whole.path()));
  ASSERT_EQ(once.status, 0) << once.err;
  Rng rng(20);
  int finished = 0;
  for (int killed = 0; killed < kills;) {
    const Output part =
        run({.arguments = build(parts.path()), .kill_after = 0.005 + 0.001 * rng.below(60)});
    killed += part.status == 128 + SIGKILL;
    if (part.status == 128 + SIGKILL) continue;
    ASSERT_EQ(part.status, 0) << part.err;
    ++finished;
    // Again from the middle: the slices above a few are built anew.
    for (const auto& file : fs::directory_iterator(parts.path()))
      if (rng.below(3) > 0) fs::remove(file.path());
  }
  ASSERT_EQ(solvent(build(parts.path())).status, 0);
  int files = 0;
  for (const auto& file : fs::directory_iterator(whole.path())) {
    const std::string name = file.path().filename().string();
    EXPECT_EQ(content(parts.path() + "/" + name), content(file.path().string())) << name;
    ++files;
  }
  EXPECT_GT(files, 3);
  fmt::print("{} {}: {} kills, {} builds, {} slices\n", game, shell_words(slices), kills,
             finished + 1, files);
}

}  // namespace solvent::test
