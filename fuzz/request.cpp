// Any bytes as the body of a request to the server: refused in one line, or a question that is
// asked within its limits and answered with bounds.
#include "serve/question.hpp"

#include "check.hpp"
#include "session/options.hpp"

namespace solvent::fuzz {
namespace {

constexpr std::uint8_t kDoors =
    session::door::Questions | session::door::Searches | session::door::Proofs;

void check(const std::string& body) {
  using namespace serve;
  const Result<Json> json = read_object(body);
  if (!json) return check_message(json.message());
  static const Settings kSettings{.endgame = {}, .store = {}, .nodes = 300, .memory = 16 << 20};
  Budget budget(16 << 20);
  Games games(kSettings, budget);
  const Reply tree = games.add_tree(body);
  require(tree.status == 200 || is_printable(tree.json["error"].get<std::string>()),
          "a tree is taken or refused in one line");
  const Result<AskedQuestion> question = read_question(*json, kDoors, {}, games, kSettings);
  if (!question) return check_message(question.message());
  require(question->options.limits.nodes <= kSettings.nodes &&
              question->options.limits.memory <= kSettings.memory &&
              question->options.limits.seconds <= kSettings.seconds,
          "nobody may ask for more than the server gives", body);
  for (const session::Option& option : session::kOptions)
    require((option.unit != session::Unit::File && option.unit != session::Unit::Folder) ||
                !session::given(option, question->options),
            "a request names no file", body);
  position_json(question->position).dump();
  Result<Solver> solver = Solver::make(question->position.game(), question->options);
  if (!solver) return check_message(solver.message());
  const Answer answer = solver->solve(question->position);
  require(answer.lower <= answer.upper, "an answer has bounds", body);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
