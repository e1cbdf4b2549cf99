// base/new_file.hpp: nothing half written, nothing destroyed that is not ours.
#include "base/new_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "special_files.hpp"
#include "temporary_folder.hpp"

namespace solvent {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
Names names_in(const test::TemporaryFolder& folder) {
  Names names;
  for (const auto& entry : fs::directory_iterator(folder.path()))
    names.insert(entry.path().filename().string());
  return names;
}
void put(NewFile& file, std::string_view text) { file.append(text.data(), text.size()); }
mode_t permissions(const std::string& path) {
  struct stat about = {};
  return lstat(path.c_str(), &about) == 0 ? about.st_mode & 07777 : 0;
}

TEST(NewFiles, TakeTheirPlaceWhenComplete) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("file", "old");
  {
    NewFile file(path);
    put(file, "new one");
    EXPECT_EQ(content(path), "old");
    EXPECT_EQ(content(file.temporary()), "new one");
    EXPECT_TRUE(file.finish());
    EXPECT_EQ(content(path), "new one");
  }
  {
    NewFile file(path);
    put(file, "half");
  }
  EXPECT_EQ(content(path), "new one");
  EXPECT_EQ(names_in(folder), Names{"file"});
}

TEST(NewFiles, KeepPermissions) {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("private", "old");
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  EXPECT_TRUE(NewFile(path).finish());
  EXPECT_EQ(permissions(path), 0640U);
  const mode_t mask = umask(027);
  EXPECT_TRUE(NewFile(folder.path() + "/new").finish());
  umask(mask);
  EXPECT_EQ(permissions(folder.path() + "/new"), 0640U);
}

TEST(NewFiles, LeaveTheFilesOfOthersAlone) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  folder.write("file.tmp", "mine");
  folder.write("elsewhere", "mine too");
  folder.write("file.solvent-0123456789abcdef.tmp.kept", "a copy");
  folder.write("other.solvent-0123456789abcdef.tmp", "of another file");
  fs::create_symlink("elsewhere", folder.path() + "/file.solvent-0000000000000000.tmp");
  fs::create_directory(folder.path() + "/file.solvent-1111111111111111.tmp");
  const Names before = names_in(folder);
  { put(*std::make_unique<NewFile>(path), "dropped"); }
  EXPECT_EQ(names_in(folder), before);
  {
    NewFile file(path);
    put(file, "done");
    EXPECT_TRUE(file.finish());
  }
  fs::remove(path);
  EXPECT_EQ(names_in(folder), before);
  EXPECT_EQ(content(folder.path() + "/file.tmp"), "mine");
  EXPECT_EQ(content(folder.path() + "/elsewhere"), "mine too");
}

TEST(NewFiles, SweepAwayWhatKilledProgramsLeft) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  const std::string left = folder.write("file.solvent-0123456789abcdef.tmp", "half of it");
  ASSERT_TRUE(is_temporary_name(path, left));
  NewFile first(path);
  EXPECT_FALSE(fs::exists(left));
  NewFile second(path);  // which meets the first, who is alive
  put(first, "first");
  put(second, "second");
  EXPECT_TRUE(second.finish());
  EXPECT_EQ(content(path), "second");
  EXPECT_TRUE(first.finish());
  EXPECT_EQ(content(path), "first");
  EXPECT_EQ(names_in(folder), Names{"file"});
}

TEST(NewFiles, HaveManyWriters) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  std::vector<std::thread> threads;
  for (char c = 'a'; c < 'e'; ++c)
    threads.emplace_back([&path, c] {
      for (int k = 0; k < 50; ++k) {
        NewFile file(path);
        for (int part = 0; part < 20; ++part) put(file, std::string(100, c));
        EXPECT_TRUE(k % 3 == 0 || file.finish(false)) << file.problem();
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(content(path), std::string(2000, content(path).front()));
  EXPECT_EQ(names_in(folder), Names{"file"});
}

TEST(NewFiles, ReplaceRegularFilesOnly) {
  const test::TemporaryFolder folder;
  for (const test::SpecialFile& special : test::make_special_files(folder.path())) {
    const Names before = names_in(folder);
    NewFile file(special.path);
    EXPECT_EQ(file.problem().find(special.called), 0U) << special.path << file.problem();
    put(file, "something");
    EXPECT_FALSE(file.finish());
    EXPECT_TRUE(special.untouched()) << special.path;
    EXPECT_EQ(names_in(folder), before);
  }
}

// What comes there while the file is written is as safe.
TEST(NewFiles, LookAgainBeforeTheEnd) {
  const test::TemporaryFolder specials, folder;
  for (const test::SpecialFile& special : test::make_special_files(specials.path())) {
    const std::string path = folder.path() + "/file";
    NewFile file(path);
    put(file, "something");
    ASSERT_EQ(rename(special.path.c_str(), path.c_str()), 0);
    EXPECT_FALSE(file.finish());
    EXPECT_EQ(file.problem().find(special.called), 0U) << file.problem();
    EXPECT_TRUE((test::SpecialFile{path, "", special.kind}.untouched())) << special.called;
    fs::remove(path);
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(NewFiles, RespectWriteProtection) {
  if (geteuid() == 0) GTEST_SKIP() << "nothing is protected from root";
  const test::TemporaryFolder folder;
  const std::string path = folder.write("file", "protected");
  ASSERT_EQ(chmod(path.c_str(), 0444), 0);
  EXPECT_EQ(NewFile(path).problem(), "Permission denied");
}

TEST(NewFiles, MayHaveLongNames) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/" + std::string(255, 'n');
  NewFile file(path);
  EXPECT_TRUE(file.finish()) << file.problem();
  EXPECT_TRUE(fs::exists(path));
}

TEST(NewFiles, SayWhatIsWrong) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(NewFile(folder.path() + "/no/file").problem(), "No such file or directory");
  EXPECT_EQ(NewFile(folder.write("file", "") + "/below").problem(), "Not a directory");
  EXPECT_EQ(NewFile(folder.path()).problem(), "it is a folder");
  EXPECT_EQ(NewFile(folder.path() + "/").problem(), "it is a folder");
  EXPECT_EQ(NewFile("").problem(), "it is a folder");
  EXPECT_EQ(NewFile(std::string("a\0b", 3)).problem(), "a name has no NUL in it");
}

}  // namespace
}  // namespace solvent
