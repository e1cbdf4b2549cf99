// Proofs in parts: every one that naive means have put together is verified, whatever the game, and
// whatever is damaged is refused unless the definition says that it still is a proof.
#include "check/parts.hpp"
#include "certificate/set_mutants.hpp"

namespace solvent::naive {
namespace {

using check::Finding;
using random_graphs::Kind;

// test(world, game, set) for proofs in several parts of random graphs.
template <class Test>
void for_sets_of_graphs(std::uint64_t first, int number, const random_graphs::Shape& shape,
                        Test test) {
  for (std::uint64_t seed = first; number > 0 && !testing::Test::HasFatalFailure(); ++seed) {
    const GamePtr game = graph_game(static_cast<Kind>(seed % 3), seed, shape);
    const World<Interned> world(*game, game->initial());
    const int low = seed % 5 == 0 ? -1 : world.value(), high = seed % 7 == 0 ? -1 : world.value();
    if (low < 0 && high < 0) continue;
    const Set set = split(world, low, high, 1 + seed % 4, seed, seed % 4);
    if (set.files.size() < 2) continue;
    --number;
    test(world, game, set);
  }
}

TEST(ProofsInParts, OfRandomGraphsAreVerified) {
  std::size_t parts = 0, claims = 0;
  for_sets_of_graphs(1, 1500, {}, [&](const auto& world, const GamePtr& game, const Set& set) {
    const auto result = check_files(bytes_of(set), game);
    ASSERT_EQ(result.finding, Finding::Verified) << result.part << ' ' << said(result);
    EXPECT_TRUE(is_proof(world, set));
    EXPECT_EQ(result.stats.parts, set.files.size());
    EXPECT_GT(result.stats.elsewhere, 0u);
    std::uint64_t all = 0, of_statements = 0;
    for (const Set::File& file : set.files) all += file.c.claims.size();
    for (const auto& statement : result.stats.statements) of_statements += statement.claims;
    EXPECT_EQ(result.stats.claims, all);
    EXPECT_EQ(of_statements, all);
    parts += set.files.size(), claims += all;
  });
  EXPECT_GT(parts, 3000u);
  EXPECT_GT(claims, 10'000u);
}

TEST(ProofsInParts, OfEveryGameAreVerified) {
  for (const Boards::Small& p : small_boards()) {
    const GamePtr game = *make_game(p.game, p.outcomes);
    in_world(game, root_of(*game, p), [&](const auto& world) {
      for (const std::uint64_t seed : {1, 2, 3, 4}) {
        const Set set = split(world, world.value(), world.value(), seed, seed, seed % 2 * 5);
        const auto result = check_files(bytes_of(set), game);
        EXPECT_EQ(result.finding, Finding::Verified)
            << p.game << ' ' << result.part << ' ' << said(result);
        EXPECT_EQ(result.stats.parts, set.files.size());
      }
    });
  }
}

TEST(ProofsInParts, OfRandomGraphsDamagedAreRefused) {
  Tally tally;
  random_graphs::Shape shape;
  shape.max_nodes = 30;
  for_sets_of_graphs(7001, 300, shape, [&](const auto& world, const GamePtr& game, const Set& set) {
    damage(world, game, set, 7, tally);
  });
  report(tally);
}

TEST(ProofsInParts, OfRealGamesDamagedAreRefused) {
  Tally tally;
  for (const Boards::Small& p : small_boards()) {
    const GamePtr game = *make_game(p.game, p.outcomes);
    in_world(game, root_of(*game, p), [&](const auto& world) {
      const Set set = split(world, world.value(), world.value(), 3, 5, 3);
      std::size_t claims = 0;
      for (const Set::File& file : set.files) claims += file.c.claims.size();
      if (set.files.size() > 1 && claims <= 150) damage(world, game, set, 11, tally);
    });
  }
  report(tally);
}

// Bytes are changed after all digests were taken, and before.
TEST(ProofsInParts, WithChangedBytesAreRefused) {
  random_graphs::Shape shape;
  shape.max_nodes = 25;
  int wrong_digest = 0, others = 0;
  for_sets_of_graphs(3001, 25, shape, [&](const auto& world, const GamePtr& game, const Set& set) {
    const std::vector<std::string> good = bytes_of(set);
    for (std::size_t k = 0; k < good.size(); ++k)
      for (std::size_t at = k % 7; at < good[k].size(); at += 7) {
        std::vector<std::string> files = good;
        files[k][at] = static_cast<char>(files[k][at] ^ 1 << at % 8);
        if (signed_again(files[k]) == good[k]) continue;
        EXPECT_NE(check_files(files, game).finding, Finding::Verified) << k << ' ' << at;
        if (k == 0) continue;
        // A part that was changed is as good as missing, whatever its checksums.
        files[k] = signed_again(files[k]);
        const auto result = check_files(files, game);
        EXPECT_NE(result.finding, Finding::Verified) << k << ' ' << at;
        ++(result.reason.find("missing or was changed") != std::string::npos ? wrong_digest
                                                                             : others);
      }
    (void)world;
  });
  EXPECT_GT(wrong_digest, 400);
  EXPECT_GT(others, 50);
}

// Each way to be wrong, and what is said of it.
class Refusals : public testing::Test {
 protected:
  Refusals() {
    for (std::uint64_t seed = 1; set_.files.size() < 4; ++seed) {
      game_ = *make_game("mnk:3,3,3", "wld");
      world_.emplace(*game_, game_->initial());
      set_ = split(*world_, world_->value(), -1, 3, seed, 2);
    }
  }
  void expect(const std::vector<std::string>& files, Finding finding, std::string_view part,
              std::string_view reason) {
    const auto result = check_files(files, game_);
    EXPECT_EQ(result.finding, finding) << result.part << ' ' << said(result);
    EXPECT_EQ(result.part, part) << said(result);
    EXPECT_NE(result.reason.find(reason), std::string::npos) << said(result);
  }
  void expect(const Set& set, Finding finding, std::string_view part, std::string_view reason) {
    expect(bytes_of(set), finding, part, reason);
  }
  // The same set in which this part is another file, whose digest nobody has taken.
  std::vector<std::string> with(std::size_t k, std::string bytes) const {
    std::vector<std::string> files = bytes_of(set_);
    files[k] = std::move(bytes);
    return files;
  }

  GamePtr game_;
  std::optional<World<mnk::Rules<1>>> world_;
  Set set_;
};

TEST_F(Refusals, AreNotOfTheProofItself) {
  EXPECT_EQ(check_files(bytes_of(set_), game_).finding, Finding::Verified);
}
TEST_F(Refusals, OfMissingAndChangedParts) {
  auto files = bytes_of(set_);
  files.pop_back();
  expect(files, Finding::Refused, check_files(files, game_).part, "missing or was changed");
  Set longer = set_;
  longer.files.back().c.leaf = 3;  // as good, but another file
  files = bytes_of(set_);
  files.back() = bytes_of(longer).back();
  expect(files, Finding::Refused, check_files(files, game_).part, "missing or was changed");
  files = bytes_of(set_);
  files.erase(files.begin());
  expect(files, Finding::Refused, "", "the root part, which is about a position, is missing");
}
TEST_F(Refusals, OfForeignParts) {
  Set set = set_;
  set.files[1].c.game = "mnk:3,3,2";
  expect(set, Finding::Refused, "001.proof", "are not those of 000.proof");
  set = set_;
  set.files[2].c.rules = std::string(16, '0');
  expect(set, Finding::Refused, "002.proof", "are not those of 000.proof");
  expect(with(1, "{\"format\": \"solvent-proof\"}"), Finding::Unreadable, "001.proof",
         "not a binary certificate");
  expect(with(1, "nonsense"), Finding::Unreadable, "001.proof", "not a binary certificate");
  expect(with(1, "solvent-proof 3\n\n"), Finding::Unreadable, "001.proof", "format version");
  auto files = bytes_of(set_);
  files.push_back(files[0]);
  expect(files, Finding::Refused, name_of(files.size() - 1),
         "it is about a position, as 000.proof");
}
TEST_F(Refusals, OfSuperfluousParts) {
  auto files = bytes_of(set_);
  files.push_back(files[1]);
  expect(files, Finding::Refused, name_of(files.size() - 1), "it is the same as 001.proof");
  Set set = set_;
  for (Set::File& file : set.files) std::erase(file.cites, set.files.size() - 1);
  expect(set, Finding::Refused, name_of(set.files.size() - 1), "no part cites it");
  set = set_;
  set.files[0].cites.push_back(set.files[0].cites[0]);
  expect(set, Finding::Refused, "000.proof", "twice");
}
TEST_F(Refusals, OfPartsThatCiteTheRoot) {
  auto files = bytes_of(set_);
  Certificate c = set_.files.back().c;
  c.cites = {digest_of(files[0])};
  files.back() = file_of(c);
  expect(files, Finding::Refused, "000.proof", "missing or was changed");
  Set set = set_;
  std::swap(set.files[0], set.files[1]);  // so that the root may be cited
  for (Set::File& file : set.files)
    for (std::size_t& cited : file.cites) cited = cited == 1 ? 2 : cited;
  set.files[0].cites = {1};
  expect(set, Finding::Refused, "000.proof", "it cites the root part");
}
TEST_F(Refusals, OfOtherStatements) {
  Set set = set_;
  set.files[1].c.at_least = 1;
  EXPECT_NE(check_files(bytes_of(set), game_).finding, Finding::Verified);
  set = set_;
  set.files[1].c.at_most = set.files[1].c.at_least;
  expect(set, Finding::Refused, "001.proof", "what its claimant gets at least, only");
  set = set_;
  set.files[1].c.at_least = std::nullopt;
  expect(set, Finding::Refused, "001.proof", "it makes no statement");
  set = set_;
  set.files[1].c.claimant = "Z";
  expect(set, Finding::Unreadable, "001.proof", "the claimant is 'Z', not X or O");
  set = set_;
  set.files[1].c.slices = {{3, std::string(16, '1')}};
  expect(set, Finding::Refused, "001.proof", "cannot rest on an endgame database");
}
TEST_F(Refusals, OfRoots) {
  Set set = set_;
  set.files[1].c.roots.push_back(set.files[1].c.roots[0]);
  expect(set, Finding::Refused, "001.proof", "it is a root twice");
  set = set_;
  set.files[1].c.roots[0] = "nowhere";
  expect(set, Finding::Unreadable, "001.proof", "root 'nowhere': ");
  set = set_;
  set.files[1].c.roots.clear();
  expect(set, Finding::Refused, "001.proof", "it has no roots");
  set = set_;
  set.files[1].c.roots.erase(set.files[1].c.roots.begin());
  EXPECT_EQ(check_files(bytes_of(set), game_).finding, Finding::Refused);
  // Settled after one move of the claimant: nothing to claim.
  set = set_;
  const std::string won = game_->position(*game_->parse("moves: a1 a3 b1 b3"));
  set.files[1].c.roots.push_back(won);
  expect(set, Finding::Refused, "001.proof", "the rules settle it");
}
TEST_F(Refusals, OfRootsThatNobodyNeeds) {
  Set set = set_;
  const std::string more = set.files[1].c.roots[0];
  for (std::size_t k = 2; k < set.files.size(); ++k) {
    // A claim of the part that is made a root: the part proves it, and nobody asks.
    for (const Claim& claim : set.files[k].c.claims) {
      AnyState s;
      std::copy(claim.state.begin(), claim.state.end(), reinterpret_cast<char*>(s.bytes.data()));
      const std::string text = game_->position(s);
      auto& roots = set.files[k].c.roots;
      if (claim.move != kElsewhere && std::find(roots.begin(), roots.end(), text) == roots.end()) {
        roots.push_back(text);
        return expect(set, Finding::Refused, name_of(k), "is not needed: no part leaves it");
      }
    }
  }
  FAIL() << "no part has two claims";
}
TEST_F(Refusals, OfPositionsThatNobodyProves) {
  Set set = set_;
  ASSERT_FALSE(set.files.back().c.claims.empty());
  set.files.back().c.claims.front().move = kElsewhere;
  expect(set, Finding::Refused, name_of(set.files.size() - 1), "and the file cites none");
}
TEST_F(Refusals, OfSingleFiles) {
  for (const std::string& file : bytes_of(set_)) {
    const auto result = check_bytes(file, game_);
    EXPECT_EQ(result.finding, Finding::Unreadable);
    EXPECT_NE(result.reason.find("one file of a proof in parts"), std::string::npos);
  }
}
TEST_F(Refusals, OfFoldersWithoutParts) {
  const test::TemporaryFolder folder;
  EXPECT_NE(check_set(folder.path(), game_, 1).reason.find("no file in this folder"),
            std::string::npos);
  folder.write("notes.txt", "what is not called .proof does not matter");
  write_files(folder.path() + "/set", bytes_of(set_));
  std::ofstream(folder.path() + "/set/notes.txt") << "nor here";
  EXPECT_EQ(check_set(folder.path() + "/set", game_, 2).finding, Finding::Verified);
}
TEST_F(Refusals, AreStopped) {
  const test::TemporaryFolder folder;
  write_files(folder.path() + "/set", bytes_of(set_));
  for (const int patience : {0, 1, 10, 30}) {
    std::atomic<int> asked = 0;
    check::Options options;
    options.threads = 2;
    options.stop = [&] { return ++asked > patience; };
    EXPECT_EQ(check::check_file(folder.path() + "/set", options).finding, Finding::Stopped);
  }
}

TEST(Citations, AreFollowedUntilAPartCitesItself) {
  EXPECT_EQ(check::follow_citations({{}}, 0).parts, std::vector<bool>({true}));
  const auto dag = check::follow_citations({{1, 2}, {3}, {3}, {}, {3}}, 0);
  EXPECT_EQ(dag.parts, std::vector<bool>({true, true, true, true, false}));
  EXPECT_FALSE(dag.cites_itself);
  EXPECT_EQ(check::follow_citations({{1}, {2}, {1}}, 0).cites_itself, 1u);
  EXPECT_EQ(check::follow_citations({{1}, {1}}, 0).cites_itself, 1u);
  EXPECT_EQ(check::follow_citations({{1, 3}, {2}, {}, {2, 4}, {3}}, 0).cites_itself, 3u);
}

// FIPS 180-4's examples, and lengths around the ends of blocks against one another.
TEST(Sha256, IsTheStandards) {
  EXPECT_EQ(digest_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest_of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  for (const std::size_t length : {55, 56, 63, 64, 65, 119, 120, 200}) {
    const std::string text(length, 'x');
    for (std::size_t cut = 0; cut <= length; ++cut) {
      Sha256 sum;
      for (const std::string_view piece :
           {std::string_view(text).substr(0, cut), std::string_view(text).substr(cut)})
        sum.add(std::as_bytes(std::span(piece)));
      EXPECT_EQ(sum.digest(), digest_of(text)) << length << ' ' << cut;
    }
  }
}

}  // namespace
}  // namespace solvent::naive
