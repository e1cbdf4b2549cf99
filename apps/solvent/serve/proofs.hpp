// Proofs: certificates that were sent, or made here of what was solved; verified first, then walked
// through.
#pragma once

#include "lanes.hpp"
#include "question.hpp"
#include "shelf.hpp"
#include "solvent/proof.hpp"

namespace solvent::serve {

class Proofs {
 public:
  Proofs(Games& games, Lanes& lanes, const Settings& settings)
      : games_(games), lanes_(lanes), settings_(settings) {}

  // A certificate that is read, or made first; `reply` is its last word once it is done.
  class Reading;
  std::shared_ptr<Reading> read(std::string bytes, Reply& reply);
  std::shared_ptr<Reading> make(const std::string& body, Reply& reply);

  Reply node(const std::string& id, std::size_t statement, const std::string& path);
  Reply about(const std::string& id);
  std::shared_ptr<const std::string> file(const std::string& id);
  Reply drop(const std::string& id);

 private:
  friend class Reading;
  struct Proof {
    std::shared_ptr<const std::string> bytes;
    ProofBook book;
    double seconds;
    Json json(const std::string& id) const;
  };
  Reply keep(Proof proof);
  std::shared_ptr<Reading> begin(std::shared_ptr<Reading> reading, Reply& reply);

  Games& games_;
  Lanes& lanes_;
  const Settings& settings_;
  Shelf<Proof> proofs_{kMostKept};
};

class Proofs::Reading : public Task {
 public:
  Reading(Proofs& proofs, std::string bytes) : proofs_(proofs), bytes_(std::move(bytes)) {}
  Reading(Proofs& proofs, Question question) : proofs_(proofs), question_(std::move(question)) {}
  const Reply& reply() const { return reply_; }

 protected:
  bool run(double seconds) override;
  void refused() override { reply_ = busy(); }

 private:
  bool prove();

  Proofs& proofs_;
  std::string bytes_;
  std::optional<Question> question_;
  Reply reply_;
};

}  // namespace solvent::serve
