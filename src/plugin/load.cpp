#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.hpp"
#include "game/fingerprint.hpp"
#include "games/registry.hpp"
#include "generated/stamp.hpp"
#include "plugin/contents.hpp"
#include "plugin/own_process.hpp"
#include "solvent/plugin.hpp"

namespace solvent {

namespace {

namespace fs = std::filesystem;
using plugin::Contents;

constexpr unsigned kSeconds = 20;  // for loading a file and looking at its first positions

// What the bytes of the file say, before anything in them runs.
std::optional<std::string> wrong_bytes(const std::string& path) {
  std::error_code unknown;
  if (!fs::exists(path, unknown)) return "there is no such file";
  if (!fs::is_regular_file(path, unknown)) return "it is no file";
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) return "it cannot be read";
  if (!bytes.starts_with("\x7f"
                         "ELF"))
    return "it is no shared object; 'solvent game build FILE.hpp' makes one";
  const std::size_t mark = bytes.find(plugin::kMark);
  if (mark == bytes.npos) return "it is no game that 'solvent game build' has made";
  const std::string stamp(bytes.c_str() + mark + plugin::kMark.size());
  if (stamp != SOLVENT_STAMP)
    return fmt::format(
        "it was built for {}, and this is {}: build it again with 'solvent game build'",
        text::is_printable(stamp) ? stamp : "something else", SOLVENT_STAMP);
  return std::nullopt;
}

// The first of what dlopen says, without the path.
std::string loader_says(const std::string& path) {
  const char* said = ::dlerror();
  std::string text = said == nullptr ? "no reason is given" : said;
  if (text.starts_with(path + ": ")) text = text.substr(path.size() + 2);
  return text;
}

Result<const Contents*> open(const std::string& path) {
  const std::string full = fs::absolute(path).lexically_normal().string();
  void* file = ::dlopen(full.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (file == nullptr) return Error{"it cannot be loaded: " + loader_says(full)};
  void* symbol = ::dlsym(file, plugin::kEntry);
  if (symbol == nullptr) return Error{fmt::format("it has no symbol {}", plugin::kEntry)};
  const Contents* contents = reinterpret_cast<plugin::Entry>(symbol)();
  if (contents == nullptr) return Error{"it hands over nothing"};
  if (contents->family == nullptr) return Error{contents->problem};
  return contents;
}

// In another process: all of this may crash.
std::optional<std::string> problem_when_tried(const std::string& path) {
  const auto contents = open(path);
  if (!contents) return contents.message();
  const GameFamily& family = *(*contents)->family;
  if (family.scales.empty()) return "its family has no scale of outcomes";
  const Result<GamePtr> game = family.make(Parameters(family.name, ""), family.scales.front());
  if (!game) return game.message();
  fingerprint(**game);  // which looks at the first positions
  return std::nullopt;
}

}  // namespace

Result<std::string> load_game(const std::string& path) {
  const auto wrong = [&](const std::string& what) {
    return Error{fmt::format("game {}: {}", text::quoted(path), what)};
  };
  if (const auto problem = wrong_bytes(path)) return wrong(*problem);
  if (const auto problem =
          plugin::in_own_process([&] { return problem_when_tried(path); }, kSeconds))
    return wrong(*problem);
  const auto contents = open(path);
  if (!contents) return wrong(contents.message());
  const GameFamily& family = *(*contents)->family;
  if (const auto taken = add_family(family, *(*contents)->brought)) return wrong(taken->message);
  return family.name;
}

Result<std::string> load_if_file(std::string_view spec) {
  constexpr std::string_view kEnd = ".so";
  std::size_t end = spec.find(".so:");
  if (end == spec.npos && spec.ends_with(kEnd)) end = spec.size() - kEnd.size();
  if (end == spec.npos) return std::string(spec);
  end += kEnd.size();
  Result<std::string> name = load_game(std::string(spec.substr(0, end)));
  if (!name) return name.error();
  return *name + std::string(spec.substr(end));
}

}  // namespace solvent
