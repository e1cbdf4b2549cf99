#include "proofs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/clock.hpp"
#include "searches.hpp"

namespace solvent::serve {

namespace {

constexpr std::size_t kSmall = std::size_t{1} << 20;             // bytes, read in a moment
constexpr std::uint64_t kBookMemory = std::uint64_t{256} << 20;  // for one
constexpr std::uint64_t kShelfMemory = std::uint64_t{1} << 30;   // for all

Json settled_json(ProofBook::Settled settled) {
  switch (settled) {
    case ProofBook::Settled::ByRules: return "by the rules";
    case ProofBook::Settled::ByNextMove: return "by the next move";
    case ProofBook::Settled::ByDatabase: return "by the database";
    case ProofBook::Settled::No: break;
  }
  return nullptr;
}
template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Json Proofs::Proof::json(const std::string& id) const {
  Json statements = Json::array();
  for (const ProofBook::Statement& s : book.statements())
    statements.push_back(Json{
        {"at_least", s.at_least}, {"value", s.value}, {"claims", s.claims}, {"layers", s.layers}});
  Json j{{"id", id}, {"verdict", name(book.verdict())}};
  if (!book.reason().empty()) j["reason"] = book.reason();
  if (!book.place().empty()) j["place"] = book.place();
  j["game"] = book.game();
  j["outcomes"] = book.outcomes();
  j["position"] = book.position();
  j["statements"] = statements;
  if (!book.slices().empty()) j["slices"] = book.slices();
  j["bytes"] = bytes->size();
  j["seconds"] = seconds;
  return j;
}

std::shared_ptr<Proofs::Reading> Proofs::begin(std::shared_ptr<Reading> reading, Reply& reply) {
  if (lanes_.submit(reading)) return reading;
  reply = busy();
  return nullptr;
}

std::shared_ptr<Proofs::Reading> Proofs::read(std::string bytes, Reply& reply) {
  return begin(std::make_shared<Reading>(*this, std::move(bytes)), reply);
}

std::shared_ptr<Proofs::Reading> Proofs::make(const std::string& body, Reply& reply) {
  const auto json = read_object(body);
  Result<Question> question =
      json ? read_question(*json, session::door::Questions | session::door::Proofs, {}, games_,
                           settings_)
           : json.error();
  if (!question) {
    reply = failed(400, question.error());
    return nullptr;
  }
  question->options.store.clear();  // a proof never rests on it
  question->options.moves = question->options.line = false;
  return begin(std::make_shared<Reading>(*this, *std::move(question)), reply);
}

// Solves, and leaves the certificate in bytes_; false if there is none, and says why.
bool Proofs::Reading::prove() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  const auto path =
      (error ? std::filesystem::path(".") : folder) / ("solvent-" + new_id() + ".proof");
  struct Remove {
    const std::filesystem::path& path;
    ~Remove() {
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
    }
  } const remove{path};
  question_->options.proof = path.string();
  auto solver = Solver::make(question_->position.game(), question_->options);
  if (!solver) return reply_ = failed(400, solver.error()), false;
  Watch watch;
  watch.stop = &stop();
  const Answer answer = solver->solve(question_->position, watch);
  if (answer.status != Status::Solved)
    return reply_ = failed(422, fmt::format("no proof: the search ended at its limit ({}); {}",
                                            name(answer.status), answer.verdict)),
           false;
  if (!answer.proof)
    return reply_ = failed(422, "no proof is needed: the scale alone gives the answer"), false;
  if (!answer.proof->written())
    return reply_ =
               failed(422, fmt::format("no proof: {}", answer.proof->problem.empty()
                                                           ? std::string(name(answer.proof->status))
                                                           : answer.proof->problem)),
           false;
  if (std::filesystem::file_size(path, error) > kMostProof || error)
    return reply_ = failed(422, "the proof is larger than 64 MB: solvent solve --proof FILE"),
           false;
  std::ifstream in(path, std::ios::binary);
  bytes_.assign(std::istreambuf_iterator<char>(in), {});
  return true;
}

bool Proofs::Reading::run(double seconds) {
  const bool moment = seconds <= kMoment;
  if (moment && (question_ || bytes_.size() > kSmall)) return false;
  try {
    if (question_ && !prove()) return true;
    const Stopwatch clock;
    auto bytes = std::make_shared<const std::string>(std::move(bytes_));
    std::istringstream in(*bytes);
    ProofBook::Options how;
    how.memory = kBookMemory;
    how.stop = &stop();
    how.find_game = [&](const std::string& game, const std::string& outcomes) {
      return proofs_.games_.find(game, outcomes);
    };
    ProofBook book = ProofBook::open(in, how);
    reply_ = proofs_.keep({std::move(bytes), std::move(book), clock.seconds()});
  } catch (const std::bad_alloc&) {
    reply_ = failed(503, "there is not enough memory for this proof now");
  } catch (const std::exception& e) { reply_ = failed(500, e.what()); }
  return true;
}

Reply Proofs::keep(Proof proof) {
  const auto kept = std::make_shared<Proof>(std::move(proof));
  const auto idle = [](const Proof&) { return true; };
  const std::string id = proofs_.add(kept, idle);
  proofs_.shrink([&](const Proof& p) { return &p != kept.get(); },
                 [](const auto& all) {
                   std::uint64_t bytes = 0;
                   for (const auto& [name, p] : all)
                     bytes += p.thing->bytes->size() + p.thing->book.memory();
                   return bytes <= kShelfMemory;
                 });
  return {200, kept->json(id)};
}

Reply Proofs::about(const std::string& id) {
  const auto proof = proofs_.find(id);
  return proof ? Reply{200, proof->json(id)} : not_there("proof", id);
}

Reply Proofs::node(const std::string& id, std::size_t statement, const std::string& path) {
  const auto proof = proofs_.find(id);
  if (!proof) return not_there("proof", id);
  const auto page = proof->book.at(statement, split_path(path));
  if (!page) return failed(404, page.error());
  const auto& claim = proof->book.statements()[statement];
  Json replies = Json::array();
  for (const ProofBook::Reply& r : page->replies)
    replies.push_back(
        Json{{"move", r.move}, {"settled", settled_json(r.settled)}, {"layer", or_null(r.layer)}});
  const Ruleset& game = page->position.game();
  return {200,
          Json{{"position", page->position.text()},
               {"drawing", page->position.draw()},
               {"to_move", game.player(page->position.to_move())},
               {"mover_is_max", page->position.to_move() == Side::Max},
               {"claimant", page->claimant},
               {"claim", fmt::format("at {} {}", claim.at_least ? "least" : "most", claim.value)},
               {"settled", settled_json(page->settled)},
               {"move", or_null(page->move)},
               {"replies", replies},
               {"layer", or_null(page->layer)}}};
}

std::shared_ptr<const std::string> Proofs::file(const std::string& id) {
  const auto proof = proofs_.find(id);
  return proof ? proof->bytes : nullptr;
}

Reply Proofs::drop(const std::string& id) {
  if (!proofs_.take(id)) return not_there("proof", id);
  return {200, Json{{"id", id}, {"dropped", true}}};
}

}  // namespace solvent::serve
