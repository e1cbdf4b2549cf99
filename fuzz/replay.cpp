// Gives a fuzz target the files of a folder, if there is one, and some noise, each once: so the
// targets are compiled, and their seeds tried, wherever tests are.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/rng.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  std::size_t files = 0;
  if (argc == 2 && fs::is_directory(argv[1])) {
    for (const auto& entry : fs::directory_iterator(argv[1])) {
      std::ifstream in(entry.path(), std::ios::binary);
      const std::vector<char> bytes(std::istreambuf_iterator<char>(in), {});
      std::fprintf(stderr, "%s\n", entry.path().filename().c_str());  // the last one, if it fails
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++files;
    }
  }
  constexpr int kNoise = 1000;
  for (int seed = 0; seed < kNoise; ++seed) {
    solvent::Rng rng(static_cast<std::uint64_t>(seed));
    std::vector<std::uint8_t> bytes(rng.below(200));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.below(256));
    std::fprintf(stderr, "noise %d\n", seed);
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%zu files and %d times noise\n", files, kNoise);
}
