// A proof in parts: a folder of certificates, one about the root and others that it cites, and that
// cite each other (docs/certificates.md, "Parts").
//
// Each file is checked by itself, by one thread, in any order: it proves its statement about its
// roots, if what it leaves to other parts holds. What each has to do with the others is kept, and
// compared at the end. A file is named by its digest in the files that cite it; the proof does not
// rest on digests, since what counts is what was found in the very file that has this digest here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "game/statement.hpp"

namespace solvent::check {

// Positions of one game by their bytes, each once, in the order of these.
class StateList {
 public:
  StateList() = default;
  template <class State>
  explicit StateList(std::vector<State>& states) : each_(sizeof(State)) {
    const auto bytes = [](const State& s) { return reinterpret_cast<const char*>(&s); };
    std::sort(states.begin(), states.end(), [&](const State& a, const State& b) {
      return std::memcmp(bytes(a), bytes(b), sizeof(State)) < 0;
    });
    states.erase(std::unique(states.begin(), states.end()), states.end());
    bytes_.resize(states.size() * sizeof(State));
    if (!states.empty()) std::memcpy(bytes_.data(), states.data(), bytes_.size());
  }

  std::size_t size() const { return each_ == 0 ? 0 : bytes_.size() / each_; }
  const char* operator[](std::size_t k) const { return bytes_.data() + k * each_; }
  // Which one it is, or size().
  std::size_t find(const char* state) const {
    std::size_t from = 0, to = size();
    while (from < to) {
      const std::size_t middle = from + (to - from) / 2;
      if (std::memcmp((*this)[middle], state, each_) < 0)
        from = middle + 1;
      else
        to = middle;
    }
    return from < size() && std::memcmp((*this)[from], state, each_) == 0 ? from : size();
  }

 private:
  std::size_t each_ = 0;
  std::vector<char> bytes_;
};

// What a file has to do with others, by its statements (the root's may have two).
struct Links {
  struct OfStatement {
    Statement statement;
    bool regions = false;  // about relaxed positions
    StateList roots;       // none in the root's file
    StateList elsewhere;   // claims that are left to parts that it cites
  };
  std::vector<OfStatement> statements;
};

// All files of the folder whose name ends in .proof. Options::threads of them are checked at a
// time; Options::memory is for all together.
CheckResult check_folder(const std::string& folder, const Options& options);

// Of parts that cite these: which ones the root rests on, and whether one cites itself through
// others. (Digests make that impossible for files, as far as anybody knows.)
struct Reached {
  std::vector<bool> parts;
  std::optional<std::size_t> cites_itself;
};
Reached follow_citations(const std::vector<std::vector<std::size_t>>& cited, std::size_t root);

// The bytes of these files.
std::uint64_t folder_size(const std::string& folder);

}  // namespace solvent::check
