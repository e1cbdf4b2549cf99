// Proofs: certificates that were sent, or made here of what was solved; verified first, then walked
// through.
#pragma once

#include "budget.hpp"
#include "lanes.hpp"
#include "question.hpp"
#include "shelf.hpp"
#include "solvent/proof.hpp"

namespace solvent::serve {

// The bytes of a certificate and the memory that they take, for as long as anybody holds them.
struct Certificate {
  std::string bytes;
  Share share;
};

class Proofs {
 public:
  Proofs(Games& games, Lanes& lanes, const Settings& settings, Budget& budget);
  ~Proofs();

  // A certificate that is read, or made first; the task is on its way, or the reply says why not.
  std::shared_ptr<Task> read(Certificate certificate, Reply& reply);
  std::shared_ptr<Task> make(const std::string& body, Reply& reply);

  Reply node(const std::string& id, std::size_t statement, const std::string& path);
  Reply about(const std::string& id);
  std::shared_ptr<const std::string> file(const std::string& id);
  Reply drop(const std::string& id);

  // Files that are being written, when nobody waits for them any more.
  void remove_files() const;

  struct Proof {
    std::shared_ptr<const Certificate> certificate;
    ProofBook book;
    Share share;  // for the book
    double seconds;
    Json json(const std::string& id) const;
  };
  Shelf<Proof>& kept() { return proofs_; }
  static bool is_idle(const Proof&) { return true; }

 private:
  class Reading;
  std::shared_ptr<Task> begin(std::shared_ptr<Reading> reading, Reply& reply);
  Reply keep(Proof proof);

  Games& games_;
  Lanes& lanes_;
  const Settings& settings_;
  Budget& budget_;
  std::string folder_;  // for certificates that are made; of this server alone
  Shelf<Proof> proofs_{kMostKept};
};

}  // namespace solvent::serve
