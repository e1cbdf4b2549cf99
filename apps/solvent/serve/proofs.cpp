#include "proofs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <streambuf>

#include "base/clock.hpp"
#include "searches.hpp"

namespace solvent::serve {

namespace {

constexpr std::size_t kSmall = std::size_t{1} << 20;  // bytes, perhaps read in a moment

// Bytes as a stream, where they are.
class View : public std::streambuf {
 public:
  explicit View(const std::string& bytes) {
    char* begin = const_cast<char*>(bytes.data());  // which nobody writes to
    setg(begin, begin, begin + bytes.size());
  }

 protected:
  pos_type seekoff(off_type off, std::ios::seekdir from, std::ios::openmode) override {
    const off_type start = from == std::ios::beg   ? 0
                           : from == std::ios::cur ? gptr() - eback()
                                                   : egptr() - eback();
    return seekpos(start + off, std::ios::in);
  }
  pos_type seekpos(pos_type to, std::ios::openmode) override {
    if (to < 0 || to > egptr() - eback()) return pos_type(off_type(-1));
    setg(eback(), eback() + to, egptr());
    return to;
  }
};

Json settled_json(ProofBook::Settled settled) {
  switch (settled) {
    case ProofBook::Settled::ByRules: return "by the rules";
    case ProofBook::Settled::ByNextMove: return "by the next move";
    case ProofBook::Settled::ByDatabase: return "by the database";
    case ProofBook::Settled::BySearch: return "by a search of the checker";
    case ProofBook::Settled::ByPairs: return "by pairs of cells";
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
  if (!book.rests_on().empty()) j["rests_on"] = book.rests_on();
  j["bytes"] = certificate->bytes.size();
  j["seconds"] = seconds;
  return j;
}

class Proofs::Reading : public Task {
 public:
  Reading(Proofs& proofs, Certificate certificate)
      : proofs_(proofs), certificate_(std::make_shared<Certificate>(std::move(certificate))) {}
  Reading(Proofs& proofs, AskedQuestion question)
      : proofs_(proofs), question_(std::move(question)) {}
  Reply reply() const override { return reply_; }

 protected:
  bool run(double seconds) override;
  void refused() override { reply_ = busy(); }

 private:
  bool prove();

  Proofs& proofs_;
  std::shared_ptr<Certificate> certificate_;
  std::optional<AskedQuestion> question_;
  Reply reply_;
};

Proofs::Proofs(Games& games, Lanes& lanes, const Settings& settings, Budget& budget)
    : games_(games), lanes_(lanes), settings_(settings), budget_(budget) {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  folder_ = ((error ? std::filesystem::path(".") : folder) / ("solvent-" + new_id())).string();
}
Proofs::~Proofs() { remove_files(); }
void Proofs::remove_files() const {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::shared_ptr<Task> Proofs::begin(std::shared_ptr<Reading> reading, Reply& reply) {
  if (lanes_.submit(reading)) return reading;
  reply = busy();
  return nullptr;
}

std::shared_ptr<Task> Proofs::read(Certificate certificate, Reply& reply) {
  if (certificate.share.bytes() < certificate.bytes.size()) {
    certificate.share = Share(budget_);
    if (!certificate.share.resize(certificate.bytes.size())) return reply = no_memory(), nullptr;
  }
  return begin(std::make_shared<Reading>(*this, std::move(certificate)), reply);
}

std::shared_ptr<Task> Proofs::make(const std::string& body, Reply& reply) {
  const auto json = read_object(body);
  Result<AskedQuestion> question =
      json ? read_question(*json, session::door::Questions | session::door::Proofs, {}, games_,
                           settings_)
           : json.error();
  if (!question) {
    reply = failed(400, question.error());
    return nullptr;
  }
  question->options.store.clear();                          // a proof never rests on it
  if (!json->contains("leaf")) question->options.leaf = 0;  // people walk through all of it
  question->options.moves = question->options.line = false;
  return begin(std::make_shared<Reading>(*this, *std::move(question)), reply);
}

// Solves, and leaves the certificate in bytes_; false if there is none, and says why.
bool Proofs::Reading::prove() {
  std::error_code error;
  std::filesystem::create_directory(proofs_.folder_, error);
  std::filesystem::permissions(proofs_.folder_, std::filesystem::perms::owner_all, error);
  const auto path = std::filesystem::path(proofs_.folder_) / (new_id() + ".proof");
  struct Remove {
    const std::filesystem::path& path;
    ~Remove() {
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
    }
  } const remove{path};
  question_->options.proof = path.string();
  auto solver = Solver::make(question_->position.game(), question_->options, proofs_.lanes_.pool());
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
  const auto size = std::filesystem::file_size(path, error);
  if (error || size > kMostProof)
    return reply_ = failed(422, "the proof is larger than 64 MB: solvent solve --proof FILE"),
           false;
  certificate_ = std::make_shared<Certificate>();
  certificate_->share = Share(proofs_.budget_);
  if (!certificate_->share.resize(size)) return reply_ = no_memory(), false;
  certificate_->bytes.resize(size);
  std::ifstream in(path, std::ios::binary);
  in.read(certificate_->bytes.data(), static_cast<std::streamsize>(size));
  return true;
}

bool Proofs::Reading::run(double seconds) {
  if (stop()) return reply_ = busy(), true;
  const bool moment = seconds <= kMoment;
  if (moment && (question_ || certificate_->bytes.size() > kSmall)) return false;
  try {
    if (question_ && !prove()) return true;
    const Stopwatch clock;
    View view(certificate_->bytes);
    std::istream in(&view);
    ProofBook::Options how;
    how.memory = moment ? proofs_.settings_.for_moment() : proofs_.settings_.for_request();
    how.stop = &stop();
    how.seconds = std::min(seconds, proofs_.settings_.seconds);
    how.find_game = [&](const std::string& game, const std::string& outcomes) {
      return proofs_.games_.find(game, outcomes);
    };
    ProofBook book = ProofBook::open(in, how);
    using Verdict = ProofBook::Verdict;
    const bool cut = book.verdict() == Verdict::Stopped || book.verdict() == Verdict::TooLarge;
    if (moment && cut && !stop()) return false;
    Share share(proofs_.budget_);
    if (share.resize(book.memory()))
      reply_ = proofs_.keep({certificate_, std::move(book), std::move(share), clock.seconds()});
    else
      reply_ = no_memory();
  } catch (const std::bad_alloc&) { reply_ = no_memory(); } catch (const std::exception& e) {
    reply_ = failed(500, e.what());
  }
  return true;
}

Reply Proofs::keep(Proof proof) {
  const auto kept = std::make_shared<Proof>(std::move(proof));
  return {200, kept->json(proofs_.add(kept, is_idle))};
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
  if (!proof) return nullptr;
  return {proof->certificate, &proof->certificate->bytes};
}

Reply Proofs::drop(const std::string& id) {
  if (!proofs_.take(id)) return not_there("proof", id);
  return {200, Json{{"id", id}, {"dropped", true}}};
}

}  // namespace solvent::serve
