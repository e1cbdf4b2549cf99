// solvent serve, route by route: what is asked for is answered as the command line would, and what
// is wrong is said in one sentence.
#include <map>

#include "serving.hpp"
#include "temporary_folder.hpp"

namespace solvent::test {
namespace {

Serving& server() {
  static auto* one = new Serving({"--time", "20", "--threads", "2"});
  return *one;
}
class Serve : public testing::Test {
 protected:
  static void TearDownTestSuite() { delete &server(); }
  httplib::Client client = server().client();
};

TEST_F(Serve, SaysWhatItIs) {
  const Got about = get(client, "/api/about");
  EXPECT_EQ(about.status, 200);
  EXPECT_FALSE(about["version"].get<std::string>().empty());
  EXPECT_GT(about["algorithms"].size(), 10u);
  EXPECT_EQ(about["limits"]["seconds"], 20);
  EXPECT_EQ(about["endgame"], false);
  EXPECT_EQ(about["store"], false);
  bool driver = false;  // what a form needs to know of it
  for (const Json& option : about["options"])
    driver |= option["name"] == "driver" && option["kind"] == "text" &&
              option["choices"][0] == "binary" &&
              option["algorithms"] == Json{"pns", "pn2", "dfpn"};
  EXPECT_TRUE(driver) << about["options"];
}

TEST_F(Serve, EveryGameAndEverySpecCanBePlayed) {
  const Got games = get(client, "/api/games");
  EXPECT_GT(games.json.size(), 10u);
  for (const Json& game : games.json) {
    EXPECT_FALSE(game.at("title").get<std::string>().empty()) << game;
    EXPECT_FALSE(game.at("specs").empty()) << game;
    for (const std::string spec : game.at("specs")) {
      const Got start = get(client, "/api/position?game=" + encoded(spec));
      if (game.at("name") == "tree" && start.status == 400) continue;  // with unknown leaves
      ASSERT_EQ(start.status, 200) << spec << start.json;
      const Json moves = start["moves"];
      ASSERT_FALSE(moves.empty()) << spec;
      const Got next = get(client, "/api/play?game=" + encoded(spec) + "&position=" +
                                       encoded(start["position"]) + "&move=" + encoded(moves[0]));
      EXPECT_EQ(next.status, 200) << spec << next.json;
      EXPECT_EQ(next["game"], start["game"]);
    }
    if (game.at("example") != "") {
      const std::string query = "/api/position?game=" + game.at("name").get<std::string>() +
                                "&position=" + encoded(game.at("example"));
      EXPECT_EQ(get(client, query).status, 200) << query;
    }
  }
}

TEST_F(Serve, PositionsTellAll) {
  const Got p = get(client, "/api/position?game=connect4&position=4455");
  EXPECT_EQ(p["game"], "connect4:7x6");
  EXPECT_EQ(p["to_move"], "X");
  EXPECT_EQ(p["mover_is_max"], true);
  EXPECT_EQ(p["players"], (Json{{"max", "X"}, {"min", "O"}}));
  EXPECT_EQ(p["ended"], false);
  EXPECT_TRUE(p["value"].is_null());
  EXPECT_EQ(p["moves"], (Json{"1", "2", "3", "4", "5", "6", "7"}));
  EXPECT_NE(p["drawing"].get<std::string>().find("X"), std::string::npos);
  EXPECT_EQ(p["repeats"], false);
  EXPECT_EQ(p["lower"], p["values"].front());
  const Got won = get(client, "/api/play?game=connect4&position=121212&move=1");
  EXPECT_EQ(won["ended"], true);
  EXPECT_EQ(won["value"], -18);
  EXPECT_TRUE(won["moves"].empty());
  EXPECT_EQ(get(client, "/api/position?game=awari")["repeats"], true);
  EXPECT_EQ(get(client, "/api/position?game=connect4&outcomes=wld")["values"], (Json{-1, 0, 1}));
}

TEST_F(Serve, PositionsThatAreNone) {
  for (const char* query :
       {"/api/position", "/api/position?game=chess", "/api/position?game=tree",
        "/api/position?game=tree:/etc/passwd", "/api/position?game=connect4&position=zzz",
        "/api/position?game=connect4&outcomes=stones", "/api/play?game=connect4",
        "/api/play?game=connect4&move=9", "/api/position?game=tree:@nothing",
        "/api/position?game=tree:@%23123", "/api/position?game=connect4:1000000x1000000"})
    EXPECT_EQ(get(client, query).status, 400) << query;
  for (const char* path : {"/api", "/api/", "/api/nothing", "/nothing", "/../etc/passwd",
                           "/api/jobs/0123", "/api/jobs/xyz/events"})
    EXPECT_EQ(get(client, path).status, 404) << path;
  EXPECT_EQ(got(client.Post("/api/games", "{}", "application/json")).status, 404);
  EXPECT_EQ(got(client.Delete("/api/games")).status, 404);
  EXPECT_EQ(got(client.Options("/api/games")).status, 404);
}

TEST_F(Serve, TreesBuiltInAndSent) {
  const Got presets = get(client, "/api/presets");
  EXPECT_GE(presets.json.size(), 10u);
  int without_values = 0;
  for (const Json& preset : presets.json) {
    const std::string game = preset.at("game");
    EXPECT_TRUE(game.starts_with("tree:@")) << game;
    EXPECT_FALSE(preset.at("title").get<std::string>().empty());
    const bool searchable = preset.at("searchable");
    EXPECT_EQ(post(client, "/api/solve", {{"game", game}}).status, searchable ? 200 : 400) << game;
    const Got numbers = post(client, "/api/numbers", {{"text", preset.at("text")}});
    EXPECT_EQ(numbers.status, 200) << game;
    EXPECT_FALSE(numbers["nodes"].empty()) << game;
    without_values += !searchable;
  }
  EXPECT_GE(without_values, 4);
  EXPECT_EQ(post(client, "/api/solve", {{"game", "tree:@minimax"}})["value"], 5);
  const Got sent = post(client, "/api/tree", {{"text", "a Max: b c\nb Min: d=3 e=5\nc=2\n"}});
  ASSERT_EQ(sent.status, 200) << sent.json;
  EXPECT_EQ(post(client, "/api/solve", {{"game", sent["game"]}})["value"], 3);
  EXPECT_EQ(get(client, "/api/position?game=" + encoded(sent["game"]))["moves"], (Json{"b", "c"}));
  EXPECT_EQ(post(client, "/api/tree", {{"text", "nonsense"}}).status, 400);
  EXPECT_EQ(post(client, "/api/tree", {{"text", 7}}).status, 400);
  EXPECT_EQ(post(client, "/api/tree", Json::object()).status, 400);
}

TEST_F(Serve, Solves) {
  const Got a = post(client, "/api/solve", {{"game", "connect4"}, {"position", "4455"}});
  EXPECT_EQ(a.status, 200);
  EXPECT_EQ(a["value"], 18);
  EXPECT_EQ(a["best"], "3");
  EXPECT_EQ(a["position"], "4455");
  EXPECT_EQ(a["verdict"], "X to move wins, score +18");
  const Got moves =
      post(client, "/api/solve", {{"game", "mnk"}, {"position", "b2a1"}, {"moves", true}});
  EXPECT_EQ(moves["moves"].size(), 7u);
  const Got no = post(client, "/api/solve", {{"game", "othello:4"}, {"at_least", -9}});
  EXPECT_EQ(no["at_least_holds"], false);
  const Got range = post(client, "/api/solve", {{"game", "othello:4"}, {"range", Json{-12, -8}}});
  EXPECT_EQ(range["value"], -10);
  const Got cut = post(client, "/api/solve", {{"game", "othello"}, {"nodes", 1000}});
  EXPECT_EQ(cut["status"], "node-limit");
  EXPECT_TRUE(cut["value"].is_null());
  const Got late = post(client, "/api/solve", {{"game", "othello"}, {"seconds", 0.4}});
  EXPECT_EQ(late["status"], "time-limit");
  EXPECT_LT(late["seconds"], 3);
}

TEST_F(Serve, QuestionsThatAreNone) {
  const Json bad[] = {
      Json::array(),
      Json::object(),
      {{"game", 3}},
      {{"game", "chess"}},
      {{"game", "tree:/etc/passwd"}},
      {{"game", "mnk"}, {"position", Json::array()}},
      {{"game", "mnk"}, {"position", "q17"}},
      {{"game", "mnk"}, {"algorithm", "magic"}},
      {{"game", "mnk"}, {"at_least", "1"}},
      {{"game", "mnk"}, {"at_least", 1e300}},
      {{"game", "mnk"}, {"range", 3}},
      {{"game", "mnk"}, {"range", Json{1, 0}}},
      {{"game", "mnk"}, {"range", Json{-1, 1}}, {"at_least", 0}},
      {{"game", "mnk"}, {"nodes", -1}},
      {{"game", "mnk"}, {"nodes", 0}},
      {{"game", "mnk"}, {"seconds", 0}},
      {{"game", "mnk"}, {"seconds", "all"}},
      {{"game", "mnk"}, {"memory", 1}},
      {{"game", "mnk"}, {"moves", "yes"}},
      {{"game", "mnk"}, {"proof", "/tmp/x"}},
      {{"game", "mnk"}, {"endgame", "/"}},
  };
  for (const char* route : {"/api/solve", "/api/jobs", "/api/searches", "/api/proofs/make"})
    for (Json body : bad) {
      if (std::string(route) == "/api/searches" && body.is_object() && !body.contains("algorithm"))
        body["algorithm"] = "pns";
      const Got answer = post(client, route, body);
      EXPECT_EQ(answer.status, 400) << route << " " << body << answer.json;
    }
  EXPECT_EQ(got(client.Post("/api/solve", "{\"game\":", "application/json")).status, 400);
  EXPECT_EQ(got(client.Post("/api/solve", "", "application/json")).status, 400);
  EXPECT_EQ(post(client, "/api/jobs", {{"game", "mnk"}, {"kind", "all"}}).status, 400);
}

TEST_F(Serve, JobsSayHowTheyGetOn) {
  const Got job = post(client, "/api/jobs", {{"game", "connect4:6x5"}});
  ASSERT_EQ(job.status, 202) << job.json;
  const std::string events = "/api/jobs/" + job["id"].get<std::string>() + "/events";
  const auto heard = listen(client, events);
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back().name, "answer");
  EXPECT_EQ(heard.back().data.at("status"), "solved");
  EXPECT_EQ(heard.back().data.at("value"), 0);
  for (const Event& e : heard)
    if (e.name == "progress") {
      for (const char* field : {"stage", "seconds", "created", "rate", "bytes", "lower", "upper"})
        EXPECT_TRUE(e.data.contains(field)) << e.data;
    }
  const auto again = listen(client, events);  // from anew, the same end
  ASSERT_FALSE(again.empty());
  EXPECT_EQ(again.back().data, heard.back().data);
}

TEST_F(Serve, EveryMoveHasItsValue) {
  for (const auto& [game, position] : {std::pair{"mnk", "b2a1"},
                                       {"connect4", "44444432255"},
                                       {"othello:4", ""},
                                       {"kalah:3,2", ""},
                                       {"woodpush:8,3", ""},
                                       {"awari", "0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S"},
                                       {"tree:@cycle", ""}}) {
    SCOPED_TRACE(game);
    const Json question{{"game", game}, {"position", position}};
    Json moves_asked = question;
    moves_asked["moves"] = true;
    const Got truth = post(client, "/api/solve", moves_asked);
    Json asked = question;
    asked["kind"] = "moves";
    const Got job = post(client, "/api/jobs", asked);
    ASSERT_EQ(job.status, 202) << job.json;
    const auto heard = listen(client, "/api/jobs/" + job["id"].get<std::string>() + "/events");
    ASSERT_FALSE(heard.empty());
    ASSERT_EQ(heard.back().name, "answer") << heard.back().data;
    const Json& answer = heard.back().data;
    EXPECT_EQ(answer.at("value"), truth["value"]);
    EXPECT_EQ(answer.at("verdict"), truth["verdict"]);
    EXPECT_EQ(answer.at("moves"), truth["moves"]);
    EXPECT_EQ(answer.at("rests_on"), truth["rests_on"]);
    std::map<std::string, Json> last;
    for (const Event& e : heard)
      if (e.name == "move") {
        const auto before = last.find(e.data.at("move"));
        if (before != last.end()) {
          EXPECT_GE(e.data.at("lower"), before->second.at("lower"));
          EXPECT_LE(e.data.at("upper"), before->second.at("upper"));
        }
        last[e.data.at("move")] = e.data;
      }
    for (const Json& m : truth["moves"]) {
      const std::string name = m.at("move");
      ASSERT_TRUE(last.contains(name)) << name;
      EXPECT_EQ(last[name].at("value"), m.at("value")) << name;
    }
  }
}

TEST_F(Serve, JobsAreStopped) {
  const Got job = post(client, "/api/jobs", {{"game", "othello"}, {"kind", "moves"}});
  const std::string path = "/api/jobs/" + job["id"].get<std::string>();
  std::thread stopper([&] {
    auto other = server().client();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_EQ(remove(other, path).status, 200);
  });
  const auto began = std::chrono::steady_clock::now();
  const auto heard = listen(client, path + "/events");
  stopper.join();
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back().name, "answer");
  EXPECT_EQ(heard.back().data.at("status"), "interrupted");
  EXPECT_EQ(heard.back().data.at("moves").size(), 4u);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
  EXPECT_EQ(remove(client, "/api/jobs/0123456789").status, 404);
}

TEST_F(Serve, SearchesAreWatched) {
  for (const std::string algorithm : {"pns", "mopns", "pn2", "mopn2", "mcpns", "ppns"}) {
    SCOPED_TRACE(algorithm);
    Got state = post(client, "/api/searches", {{"game", "connect4:4x4"}, {"algorithm", algorithm}});
    ASSERT_EQ(state.status, 200) << state.json;
    const std::string path = "/api/searches/" + state["id"].get<std::string>();
    EXPECT_EQ(state["status"], "running");
    EXPECT_EQ(state["rounds"], 0);
    for (int n = 0; n < 3; ++n) state = post(client, path + "/step", {{"rounds", 3}});
    if (state["status"] == "running") {
      EXPECT_EQ(state["rounds"], 9);
      EXPECT_EQ(state["root"].at("expanded"), true);
    }
    EXPECT_EQ(state["history"].size(), state["rounds"]);
    const Got top = get(client, path + "/children");
    EXPECT_EQ(top["total"], state["root"].at("children"));
    EXPECT_EQ(top["children"].size(), top["total"]);
    const Json child = top["children"][0];
    for (const char* field : {"move", "to_move", "lower", "upper", "solved", "expanded", "kept",
                              "children", "position", "numbers", "on_path"})
      EXPECT_TRUE(child.contains(field)) << field;
    ASSERT_FALSE(child.at("numbers").empty());
    EXPECT_EQ(child.at("numbers")[0].contains("probability"), algorithm == "ppns");
    const Got below = get(client, path + "/children?path=" + child.at("move").get<std::string>());
    EXPECT_EQ(below["node"].at("position"), child.at("position"));
    EXPECT_EQ(get(client, path + "/children?from=1&count=2")["children"].size(), 2u);
    EXPECT_EQ(get(client, path + "/children?path=z9").status, 404);
    EXPECT_EQ(get(client, path + "/children?from=x").status, 400);
    EXPECT_EQ(post(client, path + "/step", {{"rounds", 0}}).status, 400);
    for (int n = 0; n < 200 && state["status"] == "running"; ++n)
      state = post(client, path + "/step", {{"rounds", 100'000}});
    EXPECT_EQ(state["status"], "solved");
    EXPECT_EQ(state["lower"], 0);
    EXPECT_EQ(state["upper"], 0);
    EXPECT_EQ(get(client, path)["rounds"], state["rounds"]);
    EXPECT_EQ(remove(client, path).status, 200);
    EXPECT_EQ(get(client, path + "/children").status, 404);
    EXPECT_EQ(post(client, path + "/step", {{"rounds", 1}}).status, 404);
  }
  for (const char* algorithm : {"dfmopns", "dfpn", "auto"})
    EXPECT_EQ(post(client, "/api/searches", {{"game", "mnk"}, {"algorithm", algorithm}}).status,
              400);
  EXPECT_EQ(post(client, "/api/searches", {{"game", "mnk"}}).status, 400);
}

TEST_F(Serve, NumbersOfTreesWhoseLeavesNeedNoValues) {
  const Json tree{{"text", "scale 0..1\na Max: b c\nb Min: d? e?\nc Min: f?\n"}};
  const Got numbers = post(client, "/api/numbers", tree);
  EXPECT_EQ(numbers["select"], (Json{"c", "f"})) << numbers.json;
  EXPECT_EQ(numbers["nodes"][0]["pn"], 1);
  EXPECT_EQ(numbers["nodes"][0]["dn"], 2);
  Json asked = tree;
  asked["at_least"] = 0;
  EXPECT_EQ(post(client, "/api/numbers", asked).status, 400);
  asked["at_least"] = "much";
  EXPECT_EQ(post(client, "/api/numbers", asked).status, 400);
  EXPECT_EQ(post(client, "/api/numbers", {{"text", 5}}).status, 400);
  EXPECT_EQ(post(client, "/api/numbers", {{"text", "nonsense"}}).status, 400);
  EXPECT_EQ(post(client, "/api/numbers", {{"text", std::string(70'000, ' ')}}).status, 413);
}

TEST_F(Serve, WatchesSearchesThatGoDepthFirst) {
  for (const char* algorithm : {"minimax", "alphabeta", "scout", "negascout"}) {
    Got state = post(client, "/api/searches",
                     {{"game", "tree:@minimax"}, {"algorithm", algorithm}, {"table_size", 0}});
    ASSERT_EQ(state.status, 200) << state.json;
    const std::string path = "/api/searches/" + state["id"].get<std::string>();
    state = post(client, path + "/step", {{"rounds", 1}});
    EXPECT_EQ(state["rounds"], 2);  // entering the root is the first
    EXPECT_EQ(state["path"], Json{"b"}) << algorithm;
    EXPECT_EQ(state["now"]["look"]["ended"], "open");
    state = post(client, path + "/step", {{"rounds", 1000}});
    EXPECT_EQ(state["status"], "solved");
    EXPECT_EQ(state["lower"], 5);
    EXPECT_TRUE(state["history"].empty());
    const Got family = get(client, path + "/children?path=d");
    const bool prunes = algorithm != std::string("minimax");
    EXPECT_EQ(family["node"]["look"]["cut_off"], prunes ? 1 : 0) << algorithm;
    EXPECT_EQ(family["total"], prunes ? 1 : 2) << algorithm;
  }
}

TEST_F(Serve, OptionsHaveTheNamesOfTheirFields) {
  const struct {
    Json more;
    const char* says;
  } cases[] = {
      {{{"driver", 5}}, "driver: binary, linear, linear-down or open is expected"},
      {{{"driver", "quick"}}, "driver 'quick': there are binary, linear, linear-down and open"},
      {{{"mobility", 1}}, "mobility: true or false is expected"},
      {{{"playouts", 5}}, "playouts belongs to mcpns and ppns, not to pns"},
      {{{"second_level", "descents"}}, "second_level belongs to pn2 and mopn2, not to pns"},
      {{{"seconds", 0}}, "seconds: a number above 0 is expected"},
      {{{"nodes", 0}}, "nodes: a whole number from 1 on is expected"},
      {{{"memory", 1000}}, "memory: a whole number from 4194304 on is expected"},
      {{{"at_least", 1}, {"range", {0, 1}}}, "at_least and range are two questions"},
      {{{"range", {1}}}, "range: a list of two whole numbers"},
      {{{"endgame", "/"}}, "there is no field 'endgame'; there are game, position, outcomes, "},
      {{{"minimize", true}}, "there is no field 'minimize'"},
  };
  for (const auto& c : cases) {
    Json question{{"game", "mnk"}, {"algorithm", "pns"}};
    question.update(c.more);
    const Got refused = post(client, "/api/searches", question);
    EXPECT_EQ(refused.status, 400) << question;
    EXPECT_EQ(refused.error().find(c.says), 0u) << refused.json << "\n" << c.says;
  }
}

TEST_F(Serve, OldSearchesMakeRoom) {
  const Json question{{"game", "mnk"}, {"algorithm", "pns"}};
  const std::string first = post(client, "/api/searches", question)["id"];
  for (int n = 0; n < 64; ++n) EXPECT_EQ(post(client, "/api/searches", question).status, 200);
  EXPECT_EQ(get(client, "/api/searches/" + first).status, 404);
}

TEST_F(Serve, ProofsAreMadeAndWalked) {
  const Got proof = post(client, "/api/proofs/make", {{"game", "mnk:4,3,3"}});
  ASSERT_EQ(proof.status, 200) << proof.json;
  EXPECT_EQ(proof["verdict"], "verified");
  EXPECT_EQ(proof["statements"].size(), 2u);
  const std::string path = "/api/proofs/" + proof["id"].get<std::string>();
  Json page = get(client, path + "/node?statement=0").json;
  EXPECT_EQ(page.at("claim"), "at least 1");
  EXPECT_EQ(page.at("claimant"), true);
  std::string moves;
  for (int ply = 0; page.at("settled").is_null(); ++ply) {
    ASSERT_LT(ply, 12);
    const Json& replies = page.at("replies");
    ASSERT_FALSE(replies.empty());
    if (page.at("claimant") == true) { EXPECT_EQ(replies[0].at("move"), page.at("move")); }
    moves += (moves.empty() ? "" : ",") + replies.back().at("move").get<std::string>();
    page = get(client, path + "/node?statement=0&path=" + moves).json;
  }
  const auto file = client.Get(path + "/file");
  ASSERT_EQ(file->status, 200);
  EXPECT_EQ(file->body.size(), proof["bytes"].get<std::size_t>());
  // Sent back, it is the same proof.
  const Got sent = got(client.Post("/api/proofs", file->body, "application/octet-stream"));
  EXPECT_EQ(sent["verdict"], "verified");
  EXPECT_EQ(sent["statements"], proof["statements"]);
  std::string damaged = file->body;
  damaged[damaged.size() / 2] ^= 1;
  const Got refused = got(client.Post("/api/proofs", damaged, "application/octet-stream"));
  EXPECT_EQ(refused.status, 200);
  EXPECT_NE(refused["verdict"], "verified");
  EXPECT_TRUE(refused.json.contains("reason"));
  const std::string broken = "/api/proofs/" + refused["id"].get<std::string>();
  EXPECT_EQ(get(client, broken + "/node").status, 404);
  EXPECT_EQ(get(client, path + "/node?statement=2").status, 404);
  EXPECT_EQ(get(client, path + "/node?statement=x").status, 400);
  EXPECT_EQ(get(client, path + "/node?path=z9").status, 404);
  EXPECT_EQ(remove(client, path).status, 200);
  EXPECT_EQ(get(client, path).status, 404);
  EXPECT_EQ(got(client.Post("/api/proofs", "hello", "text/plain"))["verdict"], "unreadable");
  const std::string tree = "solvent-proof 1\ngame tree:/etc/passwd\noutcomes score\n";
  EXPECT_EQ(got(client.Post("/api/proofs", tree, "text/plain"))["verdict"], "unreadable");
  // A search that ends at its limit proves nothing.
  const Got none = post(client, "/api/proofs/make", {{"game", "othello"}, {"nodes", 1000}});
  EXPECT_NE(none.error().find("no proof"), std::string::npos) << none.json;
}

// A certificate that rests on what somebody says a database holds.
TEST_F(Serve, ARelativeProofIsNotCalledVerified) {
  const Got real = post(client, "/api/proofs/make",
                        {{"game", "awari"}, {"position", "0 0 0 0 0 1|0 0 1 0 0 0 S23 N23 S"}});
  ASSERT_EQ(real["verdict"], "verified") << real.json;
  EXPECT_FALSE(real.json.contains("rests_on"));
  const std::string bytes =
      client.Get("/api/proofs/" + real["id"].get<std::string>() + "/file")->body;
  const std::string rules = bytes.substr(bytes.find("rules ") + 6, 16);
  const std::string start = get(client, "/api/position?game=awari")["position"];
  const Json forged{
      {"format", "solvent-proof"},
      {"version", 1},
      {"game", "awari"},
      {"outcomes", "score"},
      {"rules", rules},
      {"position", start},
      {"mover", get(client, "/api/position?game=awari")["to_move"]},
      {"at-least", 47},
      {"slices", {{48, "0000000000000000"}}},
      {"claims", {{{"claimant", "Max"}, {"layer", 0}, {"position", start}, {"database", true}}}}};
  const Got answer = got(client.Post("/api/proofs", forged.dump(), kJsonType));
  EXPECT_EQ(answer["verdict"], "relative") << answer.json;
  EXPECT_EQ(answer["rests_on"],
            Json({"slice 48 of the endgame database (checksum 0000000000000000)"}));
  EXPECT_TRUE(answer.json.contains("reason"));
  // It can be walked through, down to where it rests.
  const Got page = get(client, "/api/proofs/" + answer["id"].get<std::string>() + "/node");
  EXPECT_EQ(page["settled"], "by the database") << page.json;
}

TEST_F(Serve, HasHeadersThatKeepOthersOut) {
  const auto answer = client.Get("/api/about");
  EXPECT_NE(answer->get_header_value("Content-Security-Policy").find("default-src 'self'"),
            std::string::npos);
  EXPECT_EQ(answer->get_header_value("X-Content-Type-Options"), "nosniff");
  EXPECT_FALSE(answer->has_header("Access-Control-Allow-Origin"));
  const auto with = [&](const httplib::Headers& headers) {
    auto fresh = server().client();
    return got(fresh.Get("/api/about", headers)).status;
  };
  for (const char* host : {"localhost", "LocalHost:80", "localhost.", "localhost.:8080",
                           "127.0.0.1", "127.0.0.1:65535", "127.9.8.7", "[::1]", "[::1]:8080",
                           "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]:80"})
    EXPECT_EQ(with({{"Host", host}}), 200) << host;
  // Names that look like an address of this machine, and addresses that are spelled oddly.
  for (const char* host : {"127.evil.example",
                           "127.0.0.1.evil.example",
                           "127.0.0.1.",
                           "127.1",
                           "127.0.0.01",
                           "0177.0.0.1",
                           "0x7f.0.0.1",
                           "2130706433",
                           "127.0.0.256",
                           "128.0.0.1",
                           "0.0.0.0",
                           "[::]",
                           "[::2]",
                           "[::1",
                           "::1",
                           "[::1]x",
                           "[::1]:",
                           "[127.0.0.1]",
                           "[::ffff:8.8.8.8]",
                           "[::1%lo]",
                           "localhost:",
                           "localhost:x",
                           "localhost:99999",
                           "localhost:80:80",
                           "localhost..",
                           "localhost.evil.example",
                           "evil.localhost",
                           "evil@localhost",
                           "localhost@evil.example",
                           "localhost/",
                           "local host",
                           "127.0.0.1 evil",
                           ""})
    EXPECT_EQ(with({{"Host", host}}), 403) << host;
  EXPECT_EQ(with({{"Host", "localhost"}, {"Host", "evil.example"}}), 403);
  EXPECT_EQ(with({{"Host", "evil.example"}}), 403);
  EXPECT_EQ(with({{"Host", "evil.example:80"}}), 403);
  EXPECT_EQ(with({{"Host", "localhost:1234"}}), 200);
  EXPECT_EQ(with({{"Host", "127.0.0.1"}}), 200);
  EXPECT_EQ(with({{"Host", "[::1]:8080"}}), 200);
  EXPECT_EQ(with({{"Origin", "http://evil.example"}}), 403);
  EXPECT_EQ(with({{"Origin", "null"}}), 403);
  const std::string here = "127.0.0.1:" + std::to_string(server().port());
  EXPECT_EQ(with({{"Host", here}, {"Origin", "http://" + here}}), 200);
}

TEST_F(Serve, TheStartPageIsThereOrSaysHowToGetIt) {
  const auto page = client.Get("/");
  ASSERT_TRUE(page);
  if (page->status == 200) {
    EXPECT_TRUE(page->get_header_value("Content-Type").starts_with("text/html"));
  } else {
    EXPECT_EQ(page->status, 503);
  }
}

// However its own address is spelled, what counts is where it listens.
TEST(ServeBind, KeepsOthersOutByWhereItListens) {
  for (const char* bind : {"localhost", "127.1", "127.0.0.2"}) {
    const Serving server({"--bind", bind});
    httplib::Client client(std::string(bind) == "127.0.0.2" ? bind : "127.0.0.1", server.port());
    const auto status = [&](const std::string& host) {
      return got(client.Get("/api/about", {{"Host", host}})).status;
    };
    EXPECT_EQ(status("127.evil.example"), 403) << bind;
    EXPECT_EQ(status("localhost"), 200) << bind;
    EXPECT_EQ(status(bind), 200) << bind;
  }
}

TEST(ServeStore, AnswersFromIt) {
  const TemporaryFolder folder;
  Serving server({"--store", folder.path()});
  auto client = server.client();
  EXPECT_EQ(get(client, "/api/about")["store"], true);
  const Json question{{"game", "connect4:5x4"}};
  const Got first = post(client, "/api/solve", question);
  EXPECT_EQ(first["from_store"], false);
  EXPECT_EQ(first["rests_on"], Json({"search"}));
  const Got second = post(client, "/api/solve", question);
  EXPECT_EQ(second["from_store"], true);
  EXPECT_EQ(second["rests_on"], Json({"store"}));
  EXPECT_EQ(post(client, "/api/solve", {{"game", "tree:@minimax"}})["value"], 5);
}

TEST(ServeEndgame, IsLookedInto) {
  const TemporaryFolder folder;
  const std::string build =
      std::string(SOLVENT_BINARY) + " table build awari --stones 5 --quiet --dir " + folder.path();
  ASSERT_EQ(std::system(build.c_str()), 0);
  Serving with({"--endgame", folder.path()}), without;
  auto a = with.client(), b = without.client();
  EXPECT_EQ(get(a, "/api/about")["endgame"], true);
  EXPECT_EQ(get(b, "/api/about")["endgame"], false);
  const Json question{{"game", "awari"}, {"position", "1 0 1 0 1 0|0 1 0 1 0 0 S22 N21 S"}};
  const Got known = post(a, "/api/solve", question), searched = post(b, "/api/solve", question);
  EXPECT_EQ(known["value"], searched["value"]);
  EXPECT_LT(known["created"], searched["created"]);
  EXPECT_EQ(known["rests_on"], Json({"database"}));
  EXPECT_EQ(searched["rests_on"], Json({"search"}));
  Json every_move = question;
  every_move["kind"] = "moves";
  const Got job = post(a, "/api/jobs", every_move);
  const auto heard = listen(a, "/api/jobs/" + job["id"].get<std::string>() + "/events");
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.back().data.at("rests_on"), Json({"database"})) << heard.back().data;
}

}  // namespace
}  // namespace solvent::test
