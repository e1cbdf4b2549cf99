// The JSON form: read claim by claim, in memory that does not grow with the file; whatever is not
// JSON, or not a certificate, is said in one line.
#include <gtest/gtest.h>

#include "certificate/graphs.hpp"

namespace solvent::naive {
namespace {

using check::Finding;
using Json = nlohmann::ordered_json;

class JsonForm : public testing::Test {
 protected:
  JsonForm() : game_(*make_game("mnk:4,3,3", "wld")), world_(*game_, *game_->parse("a2 b2 c2")) {
    const Certificate c = world_.certificate(world_.value(), world_.value(), 1);
    good_ = world_.json(c);
    EXPECT_GT(c.claims.size(), 3u);
  }
  static void expect(const std::string& file, Finding finding, const std::string& word) {
    const auto result = check_bytes(file);
    EXPECT_EQ(result.finding, finding) << said(result) << "\n" << file.substr(0, 300);
    EXPECT_NE(result.reason.find(word), std::string::npos) << said(result);
    EXPECT_TRUE(text::is_printable(result.reason));
  }

  GamePtr game_;
  World<mnk::Rules<1>> world_;
  Json good_;
};

TEST_F(JsonForm, IsReadHoweverItIsLaidOut) {
  for (const int indent : {-1, 0, 1, 8}) {
    const std::string file = good_.dump(indent);
    const auto result = check_bytes(file);
    EXPECT_EQ(result.finding, Finding::Verified) << said(result);
    EXPECT_EQ(result.stats.claims, good_["claims"].size());
    EXPECT_EQ(result.stats.bytes, file.size());
  }
  std::string spread;  // white space wherever there may be some
  bool in_string = false;
  for (const char c : good_.dump()) {
    if (c == '"') in_string = !in_string;
    spread += c;
    if (!in_string && c != '-' && !std::isdigit(static_cast<unsigned char>(c)) &&
        !std::isalpha(static_cast<unsigned char>(c)))
      spread += " \n\t\r";
  }
  EXPECT_EQ(check_bytes(spread).finding, Finding::Verified);
}

TEST_F(JsonForm, TheClaimsComeLast) {
  Json first{{"claims", good_["claims"]}};
  for (const auto& [name, value] : good_.items())
    if (name != "claims") first[name] = value;
  expect(first.dump(), Finding::Unreadable, "too late");
  Json middle = good_;
  middle["at-most"] = middle["at-most"];
  middle.erase("mover");
  middle["mover"] = good_["mover"];
  expect(middle.dump(), Finding::Unreadable, "mover is missing");
  Json none = good_;
  none.erase("claims");
  expect(none.dump(), Finding::Unreadable, "claims are missing");
  none["claims"] = Json::object();
  expect(none.dump(), Finding::Unreadable, "claims");
  none["claims"] = 7;
  expect(none.dump(), Finding::Unreadable, "claims");
  // A text that only looks like the beginning of the claims.
  Json odd = good_;
  odd["mover"] = R"(X","claims":[)";
  EXPECT_NE(check_bytes(odd.dump()).finding, Finding::Verified);
}

TEST_F(JsonForm, WhatIsWrongIsSaidWithItsClaim) {
  const auto with = [&](std::size_t k, const char* field, const Json& value) {
    Json file = good_;
    file["claims"][k][field] = value;
    return file.dump();
  };
  expect(with(2, "layer", -1), Finding::Unreadable, "claim 2: the layer is negative");
  expect(with(2, "layer", "1"), Finding::Unreadable, "claim 2: layer is not of the right kind");
  expect(with(1, "claimant", "X"), Finding::Unreadable, "claim 1: the claimant is Max or Min");
  expect(with(0, "position", "z9"), Finding::Unreadable, "claim 0: ");
  expect(with(0, "wise", true), Finding::Unreadable, "claim 0: there are fields");
  expect(with(0, "move", std::string(70'000, 'a')), Finding::Unreadable, "65536 bytes");
  Json file = good_;
  file["claims"][1] = Json::array();
  expect(file.dump(), Finding::Unreadable, "claim 1: not an object");
  file = good_;
  file["game"] = std::string(70'000, 'a');
  expect(file.dump(), Finding::Unreadable, "header: it has more than 65536 bytes");
  expect(std::string(1'000'000, '{'), Finding::Unreadable, "header");
  std::string text = good_.dump();
  expect(text + "x", Finding::Unreadable, "something follows");
  expect(text + text, Finding::Unreadable, "something follows");
  text.insert(text.size() - 2, ",");
  expect(text, Finding::Unreadable, "not an object");
}

// The file holds text, so a refusal names the position and not its bytes.
TEST_F(JsonForm, ARefusalNamesThePosition) {
  Json file = good_;
  file["claims"][3]["position"] = "a1 b1 c1 a2";
  auto result = check_bytes(file.dump());
  EXPECT_EQ(result.finding, Finding::Refused);
  ASSERT_TRUE(result.place.has_value());
  EXPECT_TRUE(game_->parse(result.place->position).ok()) << said(result);
  file = good_;
  std::swap(file["claims"][2], file["claims"][3]);
  result = check_bytes(file.dump());
  ASSERT_TRUE(result.place.has_value());
  EXPECT_TRUE(game_->parse(result.place->position).ok()) << said(result);
}

TEST_F(JsonForm, IsUnreadableWhereverItEnds) {
  const std::string file = good_.dump();
  for (std::size_t length = 0; length < file.size(); ++length)
    EXPECT_EQ(check_bytes(file.substr(0, length)).finding, Finding::Unreadable) << length;
}

// Whatever is accepted is JSON, and says the same to whoever reads it as a whole.
TEST_F(JsonForm, NoDamageSlipsThrough) {
  const std::string file = good_.dump();
  int accepted = 0;
  for (std::size_t at = 0; at < file.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = file;
      changed[at] = static_cast<char>(changed[at] ^ 1 << bit);
      if (check_bytes(changed).finding != Finding::Verified) continue;
      ++accepted;
      const Json whole = Json::parse(changed, nullptr, false);
      ASSERT_TRUE(whole.is_object()) << at << ' ' << bit;
      EXPECT_EQ(check_bytes(whole.dump()).finding, Finding::Verified) << at << ' ' << bit;
      EXPECT_EQ(whole["position"], good_["position"]);
      const int value = world_.number(world_.value());
      EXPECT_LE(whole.value("at-least", value), value);
      EXPECT_GE(whole.value("at-most", value), value);
    }
  EXPECT_LT(accepted, 100);  // such as a claim whose text names the same position
}

}  // namespace
}  // namespace solvent::naive
