// Kills that land inside a write. A folder is watched, and the program is killed when a temporary
// file of its own has so many bytes. If that is still there afterwards, the kill came before the
// end of the write; if not it came too late, and is not counted.
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <map>

#include "base/rng.hpp"
#include "kills.hpp"

namespace solvent::test {

namespace fs = std::filesystem;

namespace {

using Names = std::set<std::string>;
using Sizes = std::map<std::string, std::uint64_t>;

bool is_temporary(const std::string& name) {
  return name.find(".solvent-") != name.npos && name.ends_with(".tmp");
}
bool is_log_of_store(const std::string& name) { return name == "store.sqlite-wal"; }

Sizes sizes_in(const std::string& folder) {
  Sizes sizes;
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::uint64_t size = entry.file_size(gone);
    if (!gone) sizes[entry.path().filename().string()] = size;
  }
  return sizes;
}
// What a killed program may leave is left out.
Names results_in(const std::string& folder) {
  Names names = names_in(folder);
  std::erase_if(names, is_temporary);
  return names;
}

// One folder in which a program is killed when it has begun to write a file of a certain kind.
class Killer {
 public:
  Killer(std::string folder, bool (*kind)(const std::string&), std::uint64_t seed)
      : folder_(std::move(folder)), kind_(kind), rng_(seed) {}

  // Once something has 1 to `most` bytes. True if the kill landed; a program that came to its end
  // must have done so in order.
  bool kill(const Strings& command, std::uint64_t most) {
    const Sizes before = sizes_in(folder_);
    const std::uint64_t enough = 1 + rng_.below(static_cast<std::uint32_t>(most));
    const auto part_is_written = [&](std::uint64_t bytes) {
      const Sizes now = sizes_in(folder_);
      return std::any_of(now.begin(), now.end(), [&](const auto& file) {
        const auto old = before.find(file.first);
        const bool news = old == before.end() || old->second != file.second;
        return kind_(file.first) && news && file.second >= bytes;
      });
    };
    const Output output = run({.arguments = command, .watched = folder_, .kill_when = [&] {
                                 return part_is_written(enough);
                               }});
    ++tries_;
    if (output.status != 128 + SIGKILL) {
      EXPECT_EQ(output.status, 0) << shell_words(command) << "\n" << output.err;
      return false;
    }
    const bool inside = part_is_written(1);
    landed_ += inside;
    return inside;
  }
  // Kills that come too late are tried again, but not for ever.
  bool goes_on(int kills) const {
    return landed_ < kills && tries_ < 40 * kills + 100 && !::testing::Test::HasFailure();
  }
  void report(const Strings& command, int kills) const {
    EXPECT_EQ(landed_, kills) << "of " << tries_ << " tries";
    fmt::print("{}: killed {} times inside a write, {} tries\n", shell_words(command), landed_,
               tries_);
  }

 private:
  std::string folder_;
  bool (*kind_)(const std::string&);
  Rng rng_;
  int tries_ = 0, landed_ = 0;
};

}  // namespace

void kill_inside_proofs(const Strings& command, int kills) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/p";
  const Strings proving = with(command, {"--proof", file, "--quiet"});
  ASSERT_EQ(solvent(proving).status, 0);
  const std::string whole = content(file);
  const std::uint64_t most = std::max<std::uint64_t>(whole.size() * 9 / 10, 1);
  Killer killer(folder.path(), is_temporary, 1);
  for (int k = 0; killer.goes_on(kills); ++k) {
    // Half of the time there is another one before it.
    if (k % 2 == 0)
      fs::remove(file);
    else
      folder.write("p", "the proof before");
    const bool landed = killer.kill(proving, most);
    const std::string expected = !landed ? whole : k % 2 == 0 ? "" : "the proof before";
    EXPECT_TRUE(content(file) == expected) << "it has " << content(file).size() << " bytes";
  }
  EXPECT_EQ(solvent(with(proving, {"--certify"})).status, 0);
  EXPECT_TRUE(content(file) == whole);
  EXPECT_EQ(names_in(folder.path()), Names{"p"});
  killer.report(proving, kills);
}

void kill_inside_parts(const Strings& command, int kills) {
  const TemporaryFolder folder;
  const std::string set = folder.path() + "/set";
  const Strings proving = with(command, {"--proof", set + "/", "--quiet"});
  // Another part, or a piece of the journal.
  Killer killer(
      set, [](const std::string&) { return true; }, 4);
  std::size_t resumed = 0;
  while (killer.goes_on(kills)) {
    fs::create_directory(set);
    if (killer.kill(proving, 2000))
      ++resumed;
    else
      fs::remove_all(set);  // it is complete: from the start
  }
  fs::create_directory(set);
  const Output last = solvent(proving);
  EXPECT_EQ(last.status, 0) << last.err;
  const Output check = run({.arguments = {set, "--json"}, .program = SOLVENT_CHECK_BINARY});
  EXPECT_EQ(check.status, 0) << check.out << check.err;
  for (const std::string& name : names_in(set)) EXPECT_TRUE(name.ends_with(".proof")) << name;
  EXPECT_GT(resumed, 0u);
  killer.report(proving, kills);
}

void kill_inside_checkpoints(const Strings& command, int kills) {
  const Output whole = solvent(with(command, {"--json"}));
  ASSERT_EQ(whole.status, 0) << whole.err;
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/run";
  const Strings durable = with(command, {"--json", "--checkpoint", file, "--checkpoint-every",
                                         "0.001", "--resume", "--quiet"});
  // So many nodes, and stopped in order: what is kept then must survive the kill.
  const auto go_some_way = [&](std::uint64_t part) {
    const std::uint64_t nodes = whole.json()["created"].get<std::uint64_t>() * part / 100;
    const Output stopped = solvent(with(durable, {"--nodes", std::to_string(nodes)}));
    ASSERT_EQ(stopped.status, 3) << stopped.err;
  };
  go_some_way(50);
  const std::uint64_t most = fs::file_size(file) / 2;
  Killer killer(folder.path(), is_temporary, 2);
  Rng rng(3);
  for (int k = 0; killer.goes_on(kills); ++k) {
    fs::remove(file);
    if (k % 2 == 0) go_some_way(1 + rng.below(80));
    const bool kept = fs::exists(file);
    killer.kill(durable, most);
    // The one before, or another that was finished before the kill: in full, or reading it fails.
    EXPECT_TRUE(fs::exists(file) || !kept) << "it is lost";
    if (fs::exists(file)) {
      const Output read = solvent(with(durable, {"--nodes", "1"}));
      EXPECT_TRUE(read.status == 3 || read.status == 0) << read.err;
      EXPECT_TRUE(read.json().value("resumed", false));
    }
    if (k % 10 != 0) continue;
    const Output rest = solvent(durable);
    EXPECT_EQ(rest.status, 0) << rest.err;
    EXPECT_EQ(essence(rest.json()), essence(whole.json()));
  }
  const Output end = solvent(durable);
  EXPECT_EQ(end.status, 0) << end.err;
  EXPECT_EQ(essence(end.json()), essence(whole.json()));
  EXPECT_EQ(names_in(folder.path()), Names{"run"});
  killer.report(durable, kills);
}

void kill_inside_tables(const std::string& game, const Strings& slices, int kills) {
  const TemporaryFolder whole, parts;
  const auto build = [&](const std::string& folder) {
    return with({"table", "build", game, "--dir", folder, "--quiet"}, slices);
  };
  ASSERT_EQ(solvent(build(whole.path())).status, 0);
  const Sizes sizes = sizes_in(whole.path());
  const auto expect_right = [&](const Names& names) {
    for (const std::string& name : names)
      EXPECT_TRUE(content(parts.path() + "/" + name) == content(whole.path() + "/" + name)) << name;
  };
  Killer killer(parts.path(), is_temporary, 3);
  Rng rng(4);
  while (killer.goes_on(kills)) {
    // Mostly while a large slice is written, which is one of the last.
    std::uint64_t largest = 1;
    for (const auto& [name, size] : sizes) largest = std::max(largest, size);
    const Names before = results_in(parts.path());
    const bool landed = killer.kill(build(parts.path()), largest * 9 / 10);
    const Names now = results_in(parts.path());
    EXPECT_TRUE(std::includes(now.begin(), now.end(), before.begin(), before.end()));
    if (landed) { EXPECT_LT(now.size(), sizes.size()); }
    expect_right(now);
    if (now.size() == sizes.size() || rng.below(4) == 0)
      for (const std::string& name : now)
        if (rng.below(2) == 0) fs::remove(parts.path() + "/" + name);
  }
  EXPECT_EQ(solvent(build(parts.path())).status, 0);
  expect_right(results_in(parts.path()));
  EXPECT_EQ(names_in(parts.path()), names_in(whole.path())) << "with nothing left by the killed";
  killer.report(build(parts.path()), kills);
}

namespace {

// Every entry by its position.
std::map<std::string, std::pair<int, int>> entries_of(const std::string& store) {
  std::map<std::string, std::pair<int, int>> entries;
  const Output output = solvent({"store", "export", store});
  EXPECT_EQ(output.status, 0) << output.err;
  for (const Json& entry : output.jsons())
    entries[entry["position"]] = {entry["lower"], entry["upper"]};
  return entries;
}

void expect_sound(const std::string& store) {
  const Output output = solvent({"store", "verify", store, "--sample", "2", "--json"});
  EXPECT_EQ(output.status, 0) << output.out << output.err;
  EXPECT_EQ(output.json()["damaged"], 0);
}

Strings keeping(const std::string& store, Rng& rng) {
  std::string position;
  for (int ply = 0; ply < 4; ++ply) position += std::to_string(1 + rng.below(5));
  return {"solve", "connect4:5x4", position, "--moves", "--store", store, "--quiet"};
}

void kill_inside_transactions(int kills) {
  const TemporaryFolder folder;
  const std::string store = folder.path();
  Rng rng(5);
  ASSERT_EQ(solvent(keeping(store, rng)).status, 0);
  auto before = entries_of(store);
  const auto first = before.size();
  Killer killer(store, is_log_of_store, 6);
  while (killer.goes_on(kills)) {
    killer.kill(keeping(store, rng), 20'000);  // a few pages of the log
    expect_sound(store);
    const auto now = entries_of(store);
    for (const auto& [position, bounds] : before) {
      const auto same = now.find(position);
      ASSERT_NE(same, now.end()) << position << " is lost";
      EXPECT_EQ(same->second, bounds) << position;
    }
    before = now;
  }
  EXPECT_EQ(names_in(store), Names{"store.sqlite"});
  EXPECT_GT(before.size(), first) << "and it goes on to grow";
  killer.report({"solve", "--store", store}, kills);
}

void kill_inside_making(int kills) {
  const TemporaryFolder folder;
  const std::string store = folder.path();
  Killer killer(store, is_temporary, 7);
  Rng rng(8);
  while (killer.goes_on(kills)) {
    killer.kill(keeping(store, rng), 8'000);
    fs::remove(store + "/store.sqlite");
  }
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(2);
  for (const auto& entry : fs::directory_iterator(store))
    fs::last_write_time(entry.path(), long_ago);
  EXPECT_GE(names_in(store).size(), static_cast<std::size_t>(kills));
  EXPECT_EQ(solvent(keeping(store, rng)).status, 0);
  expect_sound(store);
  EXPECT_EQ(names_in(store), Names{"store.sqlite"}) << "what is old is nobody's";
  killer.report({"solve", "--store", "(a new one)"}, kills);
}

}  // namespace

void kill_inside_stores(int kills) {
  kill_inside_transactions(kills);
  kill_inside_making(kills);
}

}  // namespace solvent::test
