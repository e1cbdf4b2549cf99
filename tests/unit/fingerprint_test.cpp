// game/fingerprint.hpp: what can change a value changes the fingerprint, or the name that goes with
// it.
#include "game/fingerprint.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

#include "games/registry.hpp"
#include "games/tree/text.hpp"

namespace solvent {
namespace {

std::uint64_t of_tree(const std::string& text, const std::string& scale = "score") {
  return fingerprint(**tree::make_game(*tree::parse_graph(text), "file", scale));
}

TEST(Fingerprints, OfAFileCoverAllOfIt) {
  const std::string files[] = {
      "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x z\n",
      "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x y\n",    // where a move leads
      "r Min: a w=5\na Max: c b\nb Min: x=1 y=-1 z=1\nc Min: x z\n",    // the order
      "r Min: w=5 a\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x z\n",    //
      "r Max: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x z\n",    // a side
      "r Min: a w=5\na Min: b c\nb Min: x=1 y=-1 z=1\nc Min: x z\n",    //
      "r Min: a w=5\na Max: b c\nb Min: x=-1 y=-1 z=1\nc Min: x z\n",   // a value
      "r Min: a w=4\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x z\n",    // and the scale with it
      "r Min: a w=5\na Max: c b\nc Min: x=1 y=-1 z=1\nb Min: x z\n",    // names
      "r Min: a w=5\na Max: b d\nb Min: x=1 y=-1 z=1\nd Min: x z\n",    //
      "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x z w\n",  // a move more
      "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x\n",      // one less
      "r Min: a w=5\na Max: b c\nb Min: x y=-1 z=1\nc Min: x z\nx = 1 cost 2",
      "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x z\nscale -1 0 1 5",
      "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x r\n",  // a cycle
      "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x r\nrepetition 1",
      "r Min: a w=5\na Max: b c\nb Min: x=1 y=-1 z=1\nc Min: x r\nroot a",
  };
  std::map<std::uint64_t, std::string> met;
  for (const std::string& file : files) {
    const auto [other, fresh] = met.try_emplace(of_tree(file), file);
    EXPECT_TRUE(fresh) << file << "is taken for\n" << other->second;
  }
  EXPECT_NE(of_tree(files[0]), of_tree(files[0], "wld"));
  EXPECT_EQ(of_tree(files[0]), of_tree("c: x z\nr Min: a w\nw = 5\na: b,c # the same\n"
                                       "b: x=1 y=-1 z=1\nroot r"));
}

// The name, the scale and the fingerprint are always compared together.
TEST(Fingerprints, OptionsOfTheRulesAreTold) {
  std::map<std::tuple<std::string, std::string, std::uint64_t>, std::string> met;
  std::map<std::uint64_t, std::string> prints;
  std::set<std::string> alike;
  for (const char* spec : {"connect4",
                           "connect4:6x7",
                           "connect4:7x7",
                           "connect4:4x4",
                           "connect4:9x7",
                           "othello:4",
                           "othello:6",
                           "othello",
                           "awari",
                           "kalah",
                           "kalah:6,3",
                           "kalah:5,4",
                           "kalah:6,4,empty-capture",
                           "kalah:3,3",
                           "kalah:3,3,empty-capture",
                           "woodpush",
                           "woodpush:8,2",
                           "woodpush:9,3",
                           "woodpush:8,3,score=pieces",
                           "woodpush:5,2",
                           "woodpush:5,2,score=pieces",
                           "mnk",
                           "mnk:4,3,3",
                           "mnk:3,4,3",
                           "mnk:4,4,4",
                           "mnk:4,4,3",
                           "gomoku",
                           "mnk:15,15,5",
                           "qubic",
                           "random",
                           "random:seed=2",
                           "random:b=2",
                           "random:d=3",
                           "random:outcomes=4",
                           "pgame:d=6",
                           "pgame:d=6,seed=2",
                           "pgame:d=6,edge=1",
                           "pgame:d=5",
                           "pgame:b=3,d=6"}) {
    for (const char* scale : {"wld", "score"}) {
      const auto game = make_game(spec, scale);
      if (!game || (*game)->scale().name() != scale) continue;  // without this scale
      const std::uint64_t print = fingerprint(**game);
      EXPECT_EQ(print, fingerprint(**make_game(spec, scale))) << spec;
      const auto [other, fresh] = met.try_emplace(
          std::tuple((*game)->spec(), std::string((*game)->scale().name()), print), spec);
      EXPECT_TRUE(fresh) << spec << " is taken for " << other->second;
      if (!prints.try_emplace(print, spec).second) alike.insert(fmt::format("{} {}", spec, scale));
    }
  }
  // One game under two names: who wins does not depend on by how much.
  EXPECT_EQ(alike, (std::set<std::string>{"mnk:15,15,5 wld", "woodpush:5,2,score=pieces wld",
                                          "woodpush:8,3,score=pieces wld"}));
}

}  // namespace
}  // namespace solvent
