#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "check/reader.hpp"

namespace solvent::check {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostHeaderText = 1u << 16, kMostClaim = 1u << 16;  // bytes

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

// The claims come last, so that they can be read one by one: brackets alone tell where an object
// ends, and only then it is read as JSON.
class JsonReader final : public Reader {
 public:
  explicit JsonReader(std::istream& in) : in_(in) {}
  std::uint64_t bytes() const override { return read_; }
  bool reads_text() const override { return true; }

  Result<Header> header() override {
    const Result<std::string> text = piece(kMostHeaderText);
    if (!text) return Error{"the JSON header: " + text.message()};
    const Json file = Json::parse(*text + (in_claims_ ? "]}" : ""), nullptr, false);
    if (!file.is_object()) return Error{"this is not a JSON object"};
    Fields fields(file, "");
    if (fields.need<std::string>("format") != "solvent-proof")
      return Error{"this is not a certificate: its format is not solvent-proof, or comes too late"};
    version_ = fields.need<int>("version");
    if (version_ != 1 && version_ != 2) return Error{"this program reads versions 1 and 2"};
    Header header;
    header.version = version_;
    header.game = fields.need<std::string>("game");
    header.outcomes = fields.need<std::string>("outcomes");
    const auto rules = read_hex(fields.need<std::string>("rules"));
    if (!rules) fields.complain("rules are not 16 hexadecimal digits");
    header.rules = rules.value_or(0);
    header.position = fields.need<std::string>("position");
    header.mover = fields.need<std::string>("mover");
    header.at_least = fields.take<int>("at-least");
    header.at_most = fields.take<int>("at-most");
    if (version_ > 1)
      if (const auto leaf = fields.take<int>("leaf")) {
        if (*leaf < 1) fields.complain("leaf is not a number of positions");
        header.leaf = static_cast<std::uint64_t>(std::max(*leaf, 1));
      }
    if (version_ > 1) header.regions = fields.take<bool>("regions").value_or(false);
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
    if (fields.array("claims") == nullptr || !in_claims_)
      fields.complain("claims are missing: an array, after all other fields");
    if (const auto wrong = fields.wrong()) return *wrong;
    return header;
  }

  // Every claim is a block of its own: JSON is for small proofs.
  Result<bool> next(const Layouts& layouts, Block& block) override {
    const std::string where = fmt::format("claim {}: ", claims_);
    if (claims_ == 0 ? peek() == ']' : peek() != ',') return finish();
    if (claims_++ > 0) get();
    if (peek() != '{') return Error{where + "not an object"};
    const Result<std::string> text = piece(kMostClaim);
    if (!text) return Error{where + text.message()};
    const Json claim = Json::parse(*text, nullptr, false);
    if (claim.is_discarded()) return Error{where + "this is not JSON"};
    Fields fields(claim, where);
    const auto claimant = fields.need<std::string>("claimant");
    if (claimant != "Max" && claimant != "Min") fields.complain("the claimant is Max or Min");
    const int layer = fields.need<int>("layer");
    if (layer < 0) fields.complain("the layer is negative");
    const auto position = fields.need<std::string>("position");
    const auto move = fields.take<std::string>("move");
    const bool database = fields.take<bool>("database").value_or(false);
    const bool searched = version_ > 1 && fields.take<bool>("searched").value_or(false);
    const bool through = version_ > 1 && fields.take<bool>("replies").value_or(false);
    if (through && !move) fields.complain("replies are cited after a move, and it has none");
    const Json* pairs = version_ > 1 ? fields.array("pairs") : nullptr;
    const auto region = version_ > 1 ? fields.take<std::string>("region") : std::nullopt;
    if (database + searched + move.has_value() + (pairs != nullptr) > 1)
      fields.complain("a claim has one of move, database, searched, pairs");
    if (region && (database || pairs != nullptr || (move && !through)))
      fields.complain("a region stands for replies, or for the position");
    if (const auto wrong = fields.wrong()) return *wrong;
    const Layout& layout = layouts[claimant == "Max" ? 0 : 1];
    const AnyGame& game = *layout.game;
    const Result<AnyState> state = game.parse(position);
    if (!state) return Error{where + state.message()};
    block.claimant = claimant == "Max" ? Side::Max : Side::Min;
    block.layer = static_cast<std::uint32_t>(layer);
    block.claims = 1;
    block.states.resize(game.state_size());
    std::memcpy(block.states.data(), state->bytes.data(), game.state_size());
    block.moves = {database           ? kDatabase
                   : searched         ? (region ? kRegionSearched : kSearched)
                   : pairs != nullptr ? kPaired
                   : region && !move  ? kInRegion
                   : move             ? number_of(game, *state, *move)
                                      : kEveryMove};
    if (through && block.moves[0] < kThrough)
      block.moves[0] |= region ? kThrough | kAround : kThrough;
    block.arguments_until = {0};
    block.arguments.assign(layout.argument, {});
    if (pairs == nullptr && !region) return true;
    if (layout.argument == 0 || layout.regions != region.has_value())
      return Error{where + (region ? "there are no claims about regions here"
                                   : "there are no lines for pairs to stop here")};
    if (pairs != nullptr && !read_pairs(game, *state, *pairs, block.arguments))
      return Error{where + "pairs are not pairs of different cells"};
    if (!region) return true;
    const Result<AnyState> of_region = game.parse(*region);
    if (!of_region) return Error{where + "its region: " + of_region.message()};
    std::memcpy(block.arguments.data(), of_region->bytes.data(), layout.argument);
    return true;
  }

 private:
  static constexpr int kNone = std::istream::traits_type::eof();

  int get() {
    const int c = in_.get();
    read_ += c != kNone;
    return c;
  }
  static bool is_blank(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  // The next character that is not white space.
  int peek() {
    int c = in_.peek();
    for (; is_blank(c); c = in_.peek()) get();
    return c;
  }

  // An object to its last bracket; the one that is the file, only up to its claims.
  Result<std::string> piece(std::size_t most) {
    std::string text;
    const std::string_view wanted = in_claims_ ? "" : "\"claims\":[";
    std::size_t met = 0;  // of what is wanted, at the end of the text
    int depth = 0;
    for (bool in_string = false, escaped = false; depth > 0 || text.empty();) {
      const int c = get();
      if (c == kNone) return Error{"the file ends within it"};
      if (text.size() == most) return Error{fmt::format("it has more than {} bytes", most)};
      text += static_cast<char>(c);
      if (in_string || c == '"') {
        in_string = !in_string || c != '"' || escaped;
        escaped = in_string && c == '\\' && !escaped;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']') {
        --depth;
      }
      if (wanted.empty() || (!in_string && is_blank(c))) continue;
      met = c == wanted[met] ? met + 1 : c == wanted[0] ? 1 : 0;
      if (met < wanted.size()) continue;
      in_claims_ = depth == 2;
      if (in_claims_) break;
      met = 0;
    }
    return text;
  }

  Result<bool> finish() {
    for (const char bracket : {']', '}'})
      if (peek() != bracket || get() == kNone)
        return Error{fmt::format("after claim {} there is no {}", claims_, bracket)};
    if (peek() != kNone) return Error{"something follows the end"};
    return false;
  }

  // Each cell gets the number of its pair.
  static bool read_pairs(const AnyGame& game, const AnyState& s, const Json& pairs,
                         std::vector<std::byte>& numbers) {
    const std::vector<AnyMove> moves = game.moves(s);
    if (pairs.size() > 255) return false;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      if (!pairs[k].is_array() || pairs[k].size() != 2) return false;
      for (const Json& name : pairs[k]) {
        if (!name.is_string()) return false;
        const std::uint16_t move = number_of(game, s, name.get<std::string>());
        if (move == kNoSuchMove || moves[move] >= numbers.size()) return false;
        std::byte& number = numbers[moves[move]];
        if (number != std::byte{0}) return false;
        number = std::byte(k + 1);
      }
    }
    return true;
  }
  static std::uint16_t number_of(const AnyGame& game, const AnyState& s, std::string_view name) {
    const std::vector<AnyMove> moves = game.moves(s);
    for (std::size_t k = 0; k < moves.size(); ++k)
      if (game.move_text(s, moves[k]) == name) return static_cast<std::uint16_t>(k);
    return kNoSuchMove;
  }

  std::istream& in_;
  int version_ = 0;
  bool in_claims_ = false;
  std::uint64_t read_ = 0, claims_ = 0;
};

}  // namespace

std::unique_ptr<Reader> make_json_reader(std::istream& in) {
  return std::make_unique<JsonReader>(in);
}

}  // namespace solvent::check
