// What the page without a server does not have: files, and so no endgame databases, stores,
// checkpoints or certificates; and other machines. No request can ask for any of it, since its
// options have no door to the page.
#include "api/certify.hpp"
#include "api/help.hpp"
#include "endgame/tables.hpp"
#include "proof/collector.hpp"
#include "session/checkpoint.hpp"
#include "store/store.hpp"

namespace solvent {

namespace {
const Error kAbsent{"the page without a server has no files"};
ProofReport no_proof() {
  ProofReport report;
  report.problem = kAbsent.message;
  return report;
}
}  // namespace

ProofReport certify(const ProofRequest&) { return no_proof(); }
ProofReport certify_in_parts(const ProofRequest&) { return no_proof(); }
bool in_parts(const Options&) { return false; }
std::string proof_path(const Options& options) { return options.proof; }

Options shared_by_ranks(Options options, const Ranks&) { return options; }
std::optional<Error> cannot_share(const AnyGame&, const Options&, const search::Design&) {
  return kAbsent;
}
Bytes opening_of(const AnyGame&, const Options&) { return {}; }

namespace endgame {
Result<std::shared_ptr<const ProbeBase>> open_probe(const AnyGame&, const std::string&,
                                                    std::uint64_t) {
  return kAbsent;
}
}  // namespace endgame

namespace proof {
bool can_be_in_parts(const AnyGame&) { return false; }
}  // namespace proof

namespace store {
Result<std::unique_ptr<Store>> Store::open(const AnyGame&, const std::string&, std::uint64_t,
                                           std::uint64_t, const ProbeBase*) {
  return kAbsent;
}
Result<StoreFile::Kept> Store::keep(std::span<const Fact>) { return kAbsent; }
std::vector<Fact> facts_of(const AnyGame&, const AnyState&, const Findings&) { return {}; }
void Database::Closer::operator()(sqlite3*) const {}
}  // namespace store

namespace session {
std::optional<Error> wrong_checkpoint_place(const std::string&) { return kAbsent; }
Label make_label(const AnyGame&, const AnyState&, const Options&) { return {}; }

// Nobody makes these: there is no place for a checkpoint.
CheckpointWriter::CheckpointWriter(const std::string& path, const Label&)
    : Archive(false), path_(path), file_(path), context_(nullptr, nullptr) {
  fail(kAbsent.message);
}
CheckpointWriter::~CheckpointWriter() = default;
std::optional<Error> CheckpointWriter::finish() { return kAbsent; }
void CheckpointWriter::transfer(void*, std::size_t) {}
CheckpointReader::CheckpointReader(const std::string&, const Label&)
    : Archive(true), file_(nullptr, nullptr) {
  fail(kAbsent.message);
}
CheckpointReader::~CheckpointReader() = default;
void CheckpointReader::finish() {}
void CheckpointReader::transfer(void*, std::size_t) {}
}  // namespace session

}  // namespace solvent
