// Writing a certificate: the heading, then the claims of one statement after another
// (docs/certificates.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/new_file.hpp"
#include "game/any_game.hpp"
#include "proof/collector.hpp"

namespace solvent::proof {

struct Heading {
  AnyState position;
  std::optional<int> at_least, at_most;  // for the side to move
  std::uint64_t leaf = 0;                // positions that a searched claim may take
  std::vector<std::pair<int, std::uint64_t>>
      slices;  // of an endgame database, with their checksums
  // Of a proof in parts: the digests of the parts that are cited. One that is not the root's has
  // no position, but a claimant, who gets `at_least` in every root.
  std::vector<std::string> cites = {};
  std::optional<Side> claimant = {};
  std::vector<AnyState> roots = {};
};

enum class Form : std::uint8_t { Binary, Json };
inline Form form_of(std::string_view path) {
  return path.ends_with(".json") ? Form::Json : Form::Binary;
}

struct Written {
  std::uint64_t claims = 0, layers = 0;  // of both statements
  bool stopped = false;                  // before the end
};

// `parts`: the finished collectors, that of Max first. The file itself knows whether it could
// be written, and its owner puts it in its place. The alarm ends it when it rings for good. Several
// threads write the same bytes as one; JSON is written by one.
Written write_certificate(NewFile& file, Form form, const AnyGame& game, const Heading& heading,
                          const std::vector<std::pair<Side, const Collector*>>& parts, Alarm& alarm,
                          std::size_t threads = 1);

// Copies a part that leaves claims to others, and says whom it cites: that is known once these are
// complete. Throws Stopped.
void copy_with_citations(const std::string& from, NewFile& to,
                         const std::vector<std::string>& cites, Alarm& alarm);

}  // namespace solvent::proof
