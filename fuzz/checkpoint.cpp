// Checkpoints that something has happened to: refused in one line, unless they are whole, and then
// the run goes on to the end that it would have come to. With the checksums made right, which no
// accident does, the reader still finds every end and says the rest in one line; what then becomes
// of a search that is given another one's memory is no matter here (base/checksum.hpp).
#include "session/checkpoint.hpp"

#include <filesystem>
#include <fstream>

#include "base/checksum.hpp"
#include "edited.hpp"
#include "solvent/solvent.hpp"

namespace solvent::fuzz {
namespace {

const std::string& path() {
  static const std::string kPath =
      (std::filesystem::temp_directory_path() / ("fuzz-checkpoint-" + std::to_string(::getpid())))
          .string();
  return kPath;
}
void write(const std::string& bytes) { std::ofstream(path(), std::ios::binary) << bytes; }

// A run in the middle of its way, and the end of it.
struct Running {
  Ruleset game;
  Options options;
  Solver solver;
  std::string file;
  Answer end;

  Running(const char* spec, const char* algorithm, std::uint64_t nodes)
      : game(*Ruleset::make(spec)),
        options(with(algorithm)),
        solver(*Solver::make(game, options)),
        end(Solver::make(game, without_a_file())->solve(game.start())) {
    require(end.status == Status::Solved && end.counts.created > nodes, "it takes longer", spec);
    solver.limit(nodes, {});
    solver.solve(game.start());
    solver.limit({}, {});
    std::ifstream in(path(), std::ios::binary);
    file = {std::istreambuf_iterator<char>(in), {}};
    require(file.size() > 700, "there is a checkpoint", spec);
  }
  static Options with(const char* algorithm) {
    Options o;
    o.algorithm = algorithm;
    o.checkpoint = path();
    o.limits.memory = 64 << 20;
    return o;
  }
  Options without_a_file() const {
    Options o = options;
    o.checkpoint.clear();
    return o;
  }
  session::Label label() const {
    return session::make_label(game.rules(), AnyState{game.start().state()}, options);
  }
};

std::vector<Running>& runs() {
  static std::vector<Running> all = [] {
    std::vector<Running> made;
    made.emplace_back("mnk:3,3,3", "minimax", 300);
    made.emplace_back("mnk:3,3,3", "mopns", 300);
    made.emplace_back("connect4:4x4", "negascout", 300);
    made.emplace_back("connect4:4x4", "dfpn", 300);
    made.emplace_back("mnk:3,3,3", "pn2", 100);
    made.emplace_back("woodpush:7,3", "dfmopns", 300);
    made.emplace_back("woodpush:7,3", "alphabeta", 300);
    return made;
  }();
  return all;
}

void check_resumed(Running& run, const std::string& file) {
  write(file);
  const Result<bool> resumed = run.solver.resume(run.game.start());
  if (file != run.file) {
    require(!resumed.ok(), "what is not as it was is refused", run.game.spec());
    return check_message(resumed.message());
  }
  require(resumed.ok() && *resumed, "what is whole is taken", run.game.spec());
  const Answer answer = run.solver.solve(run.game.start());
  require(answer.resumed && answer.value == run.end.value && answer.line == run.end.line &&
              answer.counts.created == run.end.counts.created,
          "a run goes on to the same end", run.game.spec());
}

std::string signed_again(std::string file) {
  const auto sum_of = [&](std::uint64_t seed, std::size_t at, std::size_t size) {
    return checksum(seed, std::as_bytes(std::span(file.data() + at, size)));
  };
  const auto put = [&](std::size_t at, std::uint64_t sum) {
    std::memcpy(file.data() + at, &sum, sizeof sum);
  };
  std::size_t at = file.find("\n\n");
  if (at == std::string::npos || at + 10 > file.size()) return file;
  std::uint64_t sum = sum_of(0, 0, at += 2);
  put(at, sum);
  for (at += 8; at + 16 <= file.size();) {
    std::uint32_t sizes[2];  // packed, unpacked
    std::memcpy(sizes, file.data() + at, sizeof sizes);
    if (sizes[0] > file.size() - at - 16) break;
    sum = sum_of(sum + sizes[1], at + 16, sizes[0]);
    put(at + 8, sum);
    at += 16 + sizes[0];
  }
  return file;
}

void check_reader(const Running& run, const std::string& file, std::size_t piece) {
  write(signed_again(file));
  session::CheckpointReader reader(path(), run.label());
  std::string buffer(piece, ' ');
  for (std::size_t read = 0; reader.good() && read < std::size_t{1} << 22; read += piece)
    reader.bytes(buffer.data(), piece);
  reader.finish();
  if (!reader.good()) check_message(reader.problem());
}

void check(Bytes bytes) {
  Running& run = runs()[bytes.below(static_cast<std::uint32_t>(runs().size()))];
  const Running& other = runs()[bytes.below(static_cast<std::uint32_t>(runs().size()))];
  const std::uint32_t how = bytes.below(4);
  const std::string file =
      how == 0 ? std::string(bytes.rest()) : edited(run.file, other.file, bytes);
  if (how < 3)
    check_resumed(run, file);
  else
    check_reader(run, file, 1 + file.size() % 5000);
}

}  // namespace
}  // namespace solvent::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solvent::fuzz::check({data, size});
  return 0;
}
