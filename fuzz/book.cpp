// Any bytes as a certificate that the explorer opens, with the checksums made right: what is not
// verified has a reason and no pages; in what is, every walk that follows the prover arrives at
// what the rules settle or the checker searches, and what a page says of a position is true.
#include <sstream>

#include "../tests/certificate/naive.hpp"
#include "check.hpp"
#include "solvent/proof.hpp"

namespace solvent::fuzz {
namespace {

// From page to page, by replies the input chooses.
void walk(const ProofBook& book, std::size_t statement, std::size_t choice) {
  std::vector<std::string> path;
  for (int ply = 0; ply < 200; ++ply) {
    const Result<ProofBook::Page> page = book.at(statement, path);
    require(page.ok(), "who follows the prover finds a page", page.ok() ? "" : page.message());
    if (page->settled == ProofBook::Settled::ByRules ||
        page->settled == ProofBook::Settled::ByDatabase)
      return;
    require(page->layer || page->settled == ProofBook::Settled::ByNextMove,
            "what the rules leave open is claimed", page->position.text());
    // What the checker searches names no move.
    if (page->settled == ProofBook::Settled::BySearch && !page->move) return;
    require(!page->replies.empty() && page->claimant == page->move.has_value(),
            "there is the prover's move, or an answer to every one", page->position.text());
    const ProofBook::Reply& next = page->replies[choice % page->replies.size()];
    require(!page->move || next.move == *page->move, "the prover's move is the only one there");
    path.push_back(next.move);
    choice = choice / 2 + 1;
  }
}

void check_bytes(const std::string& file) {
  std::istringstream in(file);
  const ProofBook book = ProofBook::open(in, {.memory = 1 << 20});
  const bool relative = book.verdict() == ProofBook::Verdict::Relative;
  require(relative == !book.rests_on().empty(), "what is relative names what it rests on");
  if (book.verdict() != ProofBook::Verdict::Verified && !relative) {
    check_message(book.reason());
    require(is_printable(book.place()), "a place is printable", book.place());
    require(!book.at(0, {}).ok(), "nothing is said of what is not verified");
    return;
  }
  for (std::size_t k = 0; k < book.statements().size(); ++k) {
    walk(book, k, 0);
    walk(book, k, file.size());
  }
  require(!book.at(book.statements().size(), {}).ok(), "there are as many as there are");
  const auto nowhere = book.at(0, {"no move"});
  require(!nowhere.ok(), "an impossible move is refused");
  check_message(nowhere.message());
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file(reinterpret_cast<const char*>(data), size);
  // A tree is a file: it would be read from wherever the bytes say.
  if (file.find("tree:") != std::string::npos) return 0;
  solvent::fuzz::check_bytes(file);
  solvent::fuzz::check_bytes(solvent::naive::signed_again(file));
  return 0;
}
