// Any bytes as the files of a proof in parts, the digests by which they cite each other made right:
// refused in one printable line, or a proof of something true.
//
// Files are separated by a line "--- part"; a file cites the n-th one, which has to come later, as
// "cites @n".
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <span>

#include "../tests/certificate/naive.hpp"
#include "base/sha256.hpp"
#include "check.hpp"
#include "check/check.hpp"
#include "games/registry_rules.hpp"

namespace solvent::fuzz {
namespace {

namespace fs = std::filesystem;
using naive::Folded;

const fs::path& folder() {
  static const fs::path kFolder =
      fs::temp_directory_path() / ("fuzz-parts-" + std::to_string(::getpid()));
  return kFolder;
}

std::vector<std::string> files_of(std::string_view bytes) {
  constexpr std::string_view kBetween = "\n--- part\n";
  constexpr std::size_t kMost = 9;  // so that a digit says which
  std::vector<std::string> files;
  for (std::size_t end = 0; end != bytes.npos && files.size() < kMost;) {
    end = bytes.find(kBetween);
    files.emplace_back(bytes.substr(0, end));
    if (end != bytes.npos) bytes.remove_prefix(end + kBetween.size());
  }
  std::vector<std::string> digests(files.size());
  for (std::size_t k = files.size(); k-- > 0;) {
    std::string& file = files[k];
    for (std::size_t at = 0; (at = file.find("cites @", at)) != file.npos; ++at) {
      const auto n = static_cast<std::size_t>(file[std::min(at + 7, file.size() - 1)] - '0');
      if (at + 7 < file.size() && n > k && n < files.size()) file.replace(at + 6, 2, digests[n]);
    }
    file = naive::signed_again(file);
    Sha256 sum;
    sum.add(std::as_bytes(std::span(file)));
    digests[k] = sum.digest();
  }
  return files;
}

// The value for Max, if the position leads to few others.
std::optional<Outcome> value_of(const AnyGame& game, const AnyState& root) {
  return visit_rules<std::optional<Outcome>>(game, [&]<class G>(const G& g) {
    const Folded<G> folded(g);
    const auto s = folded.folded(restore_state<typename G::State>(root));
    const oracle::Solution<Folded<G>> solution(folded, s, 5000);
    return solution.complete() ? std::optional(solution.root_value()) : std::nullopt;
  });
}

void check_files(const std::vector<std::string>& files) {
  fs::remove_all(folder());
  fs::create_directory(folder());
  for (std::size_t k = 0; k < files.size(); ++k)
    std::ofstream(folder() / (std::to_string(k) + ".proof"), std::ios::binary) << files[k];
  check::Options options;
  options.leaf = 10'000;
  const check::CheckResult result = check::check_file(folder().string(), options);
  options.threads = 2;
  const check::CheckResult again = check::check_file(folder().string(), options);
  require(again.finding == result.finding && again.reason == result.reason &&
              again.part == result.part && again.stats.citations == result.stats.citations,
          "two threads find what one does", again.reason);
  fs::remove_all(folder());
  if (result.finding != check::Finding::Verified) {
    check_message(result.reason);
    if (result.place) require(is_printable(result.place->position), "a place is printable");
    return;
  }
  const auto value = value_of(*result.game, result.root);
  if (!value) return;
  const Side mover = result.game->to_move(result.root);
  const int number = result.game->scale().for_side(mover, *value);
  require(number >= result.header.at_least.value_or(number) &&
              number <= result.header.at_most.value_or(number),
          "what is verified is true", result.header.position);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // A tree is a file: it would be read from wherever the bytes say.
  if (bytes.find("tree:") != bytes.npos) return 0;
  solvent::fuzz::check_files(solvent::fuzz::files_of(bytes));
  return 0;
}
