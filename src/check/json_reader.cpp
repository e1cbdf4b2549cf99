#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "check/reader.hpp"

namespace solvent::check {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // larger proofs have the binary form

// The fields of an object, each taken once; what is left over is an error.
class Fields {
 public:
  Fields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {}

  template <class T>
  std::optional<T> take(const char* name) {
    const auto found = object_.find(name);
    if (found == object_.end()) return {};
    ++taken_;
    bool right = false;
    if constexpr (std::is_same_v<T, std::string>) right = found->is_string();
    if constexpr (std::is_same_v<T, bool>) right = found->is_boolean();
    if constexpr (std::is_same_v<T, int>)
      right = found->is_number_integer() && std::abs(found->template get<double>()) < 2e9;
    if (right) return found->template get<T>();
    complain(fmt::format("{} is not of the right kind", name));
    return {};
  }
  template <class T>
  T need(const char* name) {
    std::optional<T> value = take<T>(name);
    if (!value) complain(fmt::format("{} is missing", name));
    return value.value_or(T{});
  }
  const Json* array(const char* name) {
    const auto found = object_.find(name);
    if (found == object_.end()) return nullptr;
    ++taken_;
    if (!found->is_array()) complain(fmt::format("{} is not an array", name));
    return &*found;
  }
  void complain(const std::string& what) {
    if (!wrong_) wrong_ = Error{where_ + what};
  }
  std::optional<Error> wrong() {
    if (taken_ < object_.size()) complain("there are fields that do not belong there");
    return wrong_;
  }

 private:
  const Json& object_;
  std::string where_;
  std::size_t taken_ = 0;
  std::optional<Error> wrong_;
};

class JsonReader final : public Reader {
 public:
  explicit JsonReader(std::istream& in) : in_(in) {}
  std::uint64_t bytes() const override { return text_bytes_; }

  Result<Header> header() override {
    std::string text;
    for (std::vector<char> part(1u << 16); in_; text_bytes_ = text.size()) {
      in_.read(part.data(), static_cast<std::streamsize>(part.size()));
      text.append(part.data(), static_cast<std::size_t>(in_.gcount()));
      if (text.size() > kMostBytes)
        return Error{"a proof in JSON has 256 MiB at most; write it in the binary form"};
    }
    file_ = Json::parse(text, nullptr, false);
    if (!file_.is_object()) return Error{"this is not a JSON object"};
    Fields fields(file_, "");
    if (fields.need<std::string>("format") != "solvent-proof")
      return Error{"this is not a certificate: its format is not solvent-proof"};
    if (fields.need<int>("version") != 1) return Error{"this program reads version 1"};
    Header header;
    header.game = fields.need<std::string>("game");
    header.outcomes = fields.need<std::string>("outcomes");
    const auto rules = read_hex(fields.need<std::string>("rules"));
    if (!rules) fields.complain("rules are not 16 hexadecimal digits");
    header.rules = rules.value_or(0);
    header.position = fields.need<std::string>("position");
    header.mover = fields.need<std::string>("mover");
    header.at_least = fields.take<int>("at-least");
    header.at_most = fields.take<int>("at-most");
    if (const Json* slices = fields.array("slices"))
      for (const Json& entry : *slices) {
        const bool pair = entry.is_array() && entry.size() == 2 && entry[0].is_number_unsigned() &&
                          entry[1].is_string();
        const auto sum = pair ? read_hex(entry[1].get<std::string>()) : std::nullopt;
        if (!sum || entry[0].get<std::uint64_t>() > 1'000'000)
          fields.complain("slices are not pairs of a number and a checksum");
        else
          header.slices.push_back({entry[0].get<int>(), *sum});
      }
    claims_ = fields.array("claims");
    if (claims_ == nullptr) fields.complain("claims are missing");
    if (const auto wrong = fields.wrong()) return *wrong;
    return header;
  }

  // A block a claim: JSON is for small proofs.
  Result<bool> next(const AnyGame& game, std::size_t state_bytes, Block& block) override {
    if (at_ == claims_->size()) return false;
    const std::string where = fmt::format("claim {}: ", at_);
    const Json& claim = (*claims_)[at_++];
    if (!claim.is_object()) return Error{where + "not an object"};
    Fields fields(claim, where);
    const auto claimant = fields.need<std::string>("claimant");
    if (claimant != "Max" && claimant != "Min") fields.complain("the claimant is Max or Min");
    const int layer = fields.need<int>("layer");
    if (layer < 0) fields.complain("the layer is negative");
    const auto position = fields.need<std::string>("position");
    const auto move = fields.take<std::string>("move");
    const bool database = fields.take<bool>("database").value_or(false);
    if (database && move) fields.complain("a claim of the database has no move");
    if (const auto wrong = fields.wrong()) return *wrong;
    const Result<AnyState> state = game.parse(position);
    if (!state) return Error{where + state.message()};
    block.claimant = claimant == "Max" ? Side::Max : Side::Min;
    block.layer = static_cast<std::uint32_t>(layer);
    block.claims = 1;
    block.states.resize(state_bytes);
    std::memcpy(block.states.data(), state->bytes.data(), state_bytes);
    block.moves = {database ? kDatabase : move ? number_of(game, *state, *move) : kEveryMove};
    return true;
  }

 private:
  static std::uint16_t number_of(const AnyGame& game, const AnyState& s, std::string_view name) {
    const std::vector<AnyMove> moves = game.moves(s);
    for (std::size_t k = 0; k < moves.size(); ++k)
      if (game.move_text(s, moves[k]) == name) return static_cast<std::uint16_t>(k);
    return kNoSuchMove;
  }

  std::istream& in_;
  Json file_;
  const Json* claims_ = nullptr;
  std::size_t at_ = 0;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Reader> make_json_reader(std::istream& in) {
  return std::make_unique<JsonReader>(in);
}

}  // namespace solvent::check
