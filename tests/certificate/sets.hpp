// Proofs in parts, made and judged in the most naive way.
#pragma once

#include <filesystem>
#include <fstream>

#include "base/sha256.hpp"
#include "certificate/graphs.hpp"
#include "temporary_folder.hpp"

namespace solvent::naive {

// The files of a proof, the root's first. A file cites files behind it, by their numbers.
struct Set {
  struct File {
    Certificate c;
    std::vector<std::size_t> cites;
  };
  std::vector<File> files;
};

inline std::string digest_of(const std::string& bytes) {
  Sha256 sum;
  sum.add(std::as_bytes(std::span(bytes)));
  return sum.digest();
}

// Their bytes, with the digests of those that they cite.
inline std::vector<std::string> bytes_of(Set set) {
  std::vector<std::string> bytes(set.files.size());
  for (std::size_t k = bytes.size(); k-- > 0;) {
    Set::File& file = set.files[k];
    file.c.cites.clear();
    for (const std::size_t cited : file.cites) file.c.cites.push_back(digest_of(bytes[cited]));
    bytes[k] = file_of(file.c);
  }
  return bytes;
}

inline std::string name_of(std::size_t k) { return fmt::format("{:03}.proof", k); }

inline void write_files(const std::string& folder, const std::vector<std::string>& files) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  for (std::size_t k = 0; k < files.size(); ++k)
    std::ofstream(folder + "/" + name_of(k), std::ios::binary) << files[k];
}

inline check::CheckResult check_set(const std::string& folder, const GamePtr& game,
                                    std::size_t threads) {
  check::Options options;
  options.game = game;
  options.threads = threads;
  return check::check_file(folder, options);
}
inline std::string everything_said_of_set(const check::CheckResult& v) {
  return fmt::format("{} | {} | {} parts, {} elsewhere", v.part, everything_said(v), v.stats.parts,
                     v.stats.elsewhere);
}
// Several threads say what one says.
inline check::CheckResult check_files(const std::vector<std::string>& files, const GamePtr& game) {
  static const test::TemporaryFolder scratch;
  const std::string folder = scratch.path() + "/set";
  write_files(folder, files);
  const check::CheckResult one = check_set(folder, game, 1);
  const std::size_t threads = 2 + files[0].size() % 2;
  EXPECT_EQ(everything_said_of_set(check_set(folder, game, threads)), everything_said_of_set(one))
      << threads << " threads";
  return one;
}

// A proof of the value from below and from above, or from one side, in up to `parts` parts for
// each: positions of a proof in one file are chosen at random to be roots of parts.
template <class W>
Set split(const W& world, int low, int high, std::size_t parts, std::uint64_t seed,
          std::uint64_t leaf) {
  Rng rng(seed);
  const Certificate whole = world.certificate(low, high, seed, -1, leaf);
  // In which part each chosen position is a root: parts leave to later ones only.
  std::map<std::pair<Side, std::string>, std::size_t> chosen;
  for (const Claim& claim : whole.claims)
    if (rng.below(3) == 0) chosen[{claim.claimant, claim.state}] = 1 + rng.below(parts);
  Set set;
  std::map<std::pair<Side, std::string>, std::set<std::size_t>> wanted;  // by which files
  const auto elsewhere = [&](Side claimant, std::size_t part, const std::string& s) {
    const auto found = chosen.find({claimant, s});
    return found != chosen.end() && found->second > part;
  };
  const auto note = [&](const Certificate& c) {
    for (const Claim& claim : c.claims)
      if (claim.move == kElsewhere) wanted[{claim.claimant, claim.state}].insert(set.files.size());
    set.files.push_back({c, {}});
  };
  Certificate root = whole;
  root.claims.clear();
  root.in_parts = true;
  for (const Side claimant : {Side::Max, Side::Min}) {
    const int v = claimant == Side::Max ? low : high;
    if (v < 0) continue;
    const auto mine = [&](const std::string& s) { return elsewhere(claimant, 0, s); };
    const Certificate one = world.certificate(claimant == Side::Max ? v : -1,
                                              claimant == Side::Min ? v : -1, seed, -1, leaf, mine);
    root.claims.insert(root.claims.end(), one.claims.begin(), one.claims.end());
  }
  root.sort();
  note(root);
  for (const Side claimant : {Side::Max, Side::Min}) {
    const int v = claimant == Side::Max ? low : high;
    for (std::size_t part = 1; v >= 0 && part <= parts; ++part) {
      std::vector<std::string> roots;
      std::set<std::size_t> by;
      for (const auto& [key, number] : chosen)
        if (number == part && key.first == claimant && wanted.contains(key)) {
          roots.push_back(key.second);
          by.insert(wanted[key].begin(), wanted[key].end());
        }
      if (roots.empty()) continue;
      for (const std::size_t file : by) set.files[file].cites.push_back(set.files.size());
      note(world.part(
          claimant, static_cast<Outcome>(v), roots,
          [&](const std::string& s) { return elsewhere(claimant, part, s); }, seed, leaf));
    }
  }
  return set;
}

// Do these files prove what the first one says? By definition: each by itself, and what a file
// leaves to others is a root of one that it cites, by the same statement; nothing is superfluous.
template <class W>
bool is_proof(const W& world, const Set& set) {
  std::set<std::size_t> reached;
  std::set<std::pair<std::size_t, std::string>> needed;
  for (std::size_t k = 0; k < set.files.size(); ++k) {
    const Set::File& file = set.files[k];
    const std::set<std::size_t> different(file.cites.begin(), file.cites.end());
    if (different.size() != file.cites.size()) return false;
    reached.insert(different.begin(), different.end());
    const auto holds = [&](Side claimant, Outcome v, const std::string& s) {
      for (const std::size_t cited : file.cites) {
        const Certificate& other = set.files[cited].c;
        if (other.claimant != world.game().player(claimant) ||
            other.at_least != world.game().scale().for_side(claimant, v) ||
            other.regions != file.c.regions)
          continue;
        for (const std::string& text : other.roots)
          if (const auto root = world.bytes_of_position(text); root && *root == s)
            return needed.insert({cited, s}), true;
      }
      return false;
    };
    if (k == 0) {
      using Database = typename W::Database;
      if (!file.c.claimant.empty() || !world.is_proof(file.c, Database::None, holds)) return false;
    } else {
      const Side claimant =
          file.c.claimant == world.game().player(Side::Max) ? Side::Max : Side::Min;
      if (!file.c.at_least) return false;
      const auto v = world.game().scale().rank_of(claimant == Side::Max ? *file.c.at_least
                                                                        : -*file.c.at_least);
      if (!v) return false;
      const auto mine = [&](const std::string& s) { return holds(claimant, *v, s); };
      if (!world.is_part(file.c, mine)) return false;
    }
  }
  std::size_t roots = 0;
  for (const Set::File& file : set.files) roots += file.c.roots.size();
  return reached.size() + 1 == set.files.size() && needed.size() == roots;
}

}  // namespace solvent::naive
