#include "plugin/build.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/new_file.hpp"
#include "base/text.hpp"
#include "games/registry.hpp"
#include "plugin/own_process.hpp"
#include "plugin/trial.hpp"
#include "solvent/plugin.hpp"

namespace solvent::plugin {

namespace {

namespace fs = std::filesystem;

constexpr int kGames = 20;  // played to try out the rules
constexpr unsigned kSecondsToTry = 60;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A game's name is that of its file and of a namespace in C++.
std::optional<Error> wrong_name(const std::string& name) {
  constexpr std::size_t kMost = 40;
  bool good = !name.empty() && name.size() <= kMost && name[0] >= 'a' && name[0] <= 'z';
  for (const char c : name)
    good = good && ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_');
  if (good) return std::nullopt;
  return Error{
      fmt::format("{} is no name for a game: small letters, digits and _, the first a letter",
                  text::quoted(name))};
}

// A folder that is there for a while.
class Workshop {
 public:
  Workshop() {
    std::error_code problem;
    std::string path = (fs::temp_directory_path(problem) / "solvent-game-XXXXXX").string();
    if (::mkdtemp(path.data()) != nullptr) path_ = path;
  }
  ~Workshop() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// A program that runs beside this one; what it says goes into a file.
class Process {
 public:
  Process(std::vector<std::string> words, const fs::path& says) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files{};
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, says.c_str(),
                                       O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    if (::posix_spawnp(&id_, arguments[0], &files, nullptr, arguments.data(), environ) != 0)
      id_ = -1;
    ::posix_spawn_file_actions_destroy(&files);
  }
  // Did it do what it was asked for?
  bool succeeds() {
    int status = 1;
    while (id_ > 0 && ::waitpid(id_, &status, 0) < 0 && errno == EINTR) {}
    return id_ > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  pid_t id_ = -1;
};

// The files that are compiled beside that of the game, at the same time.
struct Half {
  const char *name, *header, *macro;
};
constexpr std::array kHalves = {Half{"engines", "plugin/engines.hpp", "SOLVENT_GAME_ENGINES"},
                                Half{"rest", "plugin/rest.hpp", "SOLVENT_GAME"}};

}  // namespace

Result<Compile> read_compile(const std::string& shared_folder) {
  const fs::path path = fs::path(shared_folder) / "compile.txt";
  std::ifstream in(path);
  if (!in)
    return Error{fmt::format("{} is missing: the headers are not installed",
                             text::quoted(path.lexically_normal().string()))};
  Compile out;
  for (std::string line; std::getline(in, line);) {
    const std::size_t gap = line.find(' ');
    const std::string word = line.substr(0, gap);
    std::string rest = gap == line.npos ? "" : line.substr(gap + 1);
    if (rest.starts_with('@')) rest = shared_folder + rest.substr(1);
    if (word == "compiler") out.compiler = rest;
    if (word == "flags")
      for (const std::string_view flag : text::words(rest)) out.flags.emplace_back(flag);
    if (word == "include") out.includes.push_back(rest);
    if (word == "library") out.libraries.push_back(rest);
  }
  if (const char* other = std::getenv("CXX"); other != nullptr && *other != '\0')
    out.compiler = other;
  return out;
}

Result<std::string> write_template(const std::string& shared_folder, const std::string& name) {
  if (const auto wrong = wrong_name(name)) return *wrong;
  for (const GameFamily* family : families())
    if (family->name == name)
      return Error{fmt::format("there is a game called {} already", text::quoted(name))};
  const fs::path from = fs::path(shared_folder) / "templates" / "newgame.hpp";
  std::string file = read_file(from);
  if (file.empty())
    return Error{fmt::format("{} is missing", text::quoted(from.lexically_normal().string()))};
  constexpr std::string_view kName = "newgame";
  for (std::size_t at = 0; (at = file.find(kName, at)) != file.npos; at += name.size())
    file.replace(at, kName.size(), name);
  const std::string path = name + ".hpp";
  std::error_code unknown;
  if (fs::exists(path, unknown)) return Error{fmt::format("{} is there already", path)};
  NewFile out(path);
  out.append(file.data(), file.size());
  if (!out.finish()) return Error{fmt::format("{} cannot be written: {}", path, out.problem())};
  return path;
}

Result<std::string> build(const BuildOrder& order,
                          const std::function<void(const std::string&)>& compiler_says) {
  const fs::path source = fs::absolute(order.source);
  const std::string game = source.stem().string();
  if (const auto wrong = wrong_name(game)) return *wrong;
  std::error_code unknown;
  if (!fs::is_regular_file(source, unknown))
    return Error{fmt::format("there is no file {}; 'solvent game new {}' writes one",
                             text::quoted(order.source), game)};
  for (const char c : source.string())
    if (c == '"' || c == '\\' || c == '\n')
      return Error{"the path of the file has a character that no #include can name"};
  const Workshop workshop;
  if (workshop.path().empty()) return Error{"there is no room for temporary files"};
  NewFile place(order.output);
  if (!place.good())
    return Error{fmt::format("{} cannot be written: {}", order.output, place.problem())};

  std::vector<std::string> compile{order.compile.compiler};
  compile.insert(compile.end(), order.compile.flags.begin(), order.compile.flags.end());
  for (const char* flag : {"-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden"})
    compile.emplace_back(flag);
  for (const std::string& folder : order.compile.includes) compile.push_back("-I" + folder);
  std::vector<std::string> link{order.compile.compiler, "-shared", "-Wl,-z,defs"};
  for (const std::string& flag : order.compile.flags)
    if (flag.starts_with("-fsanitize")) link.push_back(flag);
  const std::string result = (workshop.path() / (game + ".so")).string();
  link.insert(link.end(), {"-o", result});

  std::vector<Process> compilers;
  for (const Half& half : kHalves) {
    const fs::path file = workshop.path() / half.name;
    std::ofstream(file.string() + ".cpp")
        << fmt::format("#include \"{}\"\n#include \"{}\"\n\n{}({})\n", half.header, source.string(),
                       half.macro, game);
    std::vector<std::string> words = compile;
    words.insert(words.end(), {"-c", file.string() + ".cpp", "-o", file.string() + ".o"});
    compilers.emplace_back(words, file.string() + ".txt");
    link.push_back(file.string() + ".o");
  }
  bool compiled = true;
  for (Process& compiler : compilers) compiled = compiler.succeeds() && compiled;
  for (const Half& half : kHalves) {
    const std::string said = read_file((workshop.path() / half.name).string() + ".txt");
    if (said.empty()) continue;
    compiler_says(said);
    if (!compiled) break;  // what is wrong is wrong in both
  }
  if (!compiled) return Error{fmt::format("{} does not compile with {}", order.source, compile[0])};
  for (const std::string& library : order.compile.libraries) link.push_back(library);
  link.insert(link.end(), {"-lfmt", "-pthread"});
  const fs::path says = workshop.path() / "link.txt";
  if (!Process(link, says).succeeds()) {
    compiler_says(read_file(says));
    return Error{fmt::format("{} cannot be linked with {}", order.source, compile[0])};
  }

  // In a process of its own, so that this one has not loaded it.
  const auto wrong = in_own_process(
      [&]() -> std::optional<std::string> {
        const Result<std::string> name = load_game(result);
        if (!name) return name.message();
        for (const GameFamily* family : families())
          for (const std::string& spec : family->specs)
            if (family->name == *name) {
              const Result<GamePtr> made = make_game(spec, "");
              if (!made) return made.message();
              if (auto broken = broken_rules(**made, kGames))
                return fmt::format("{}: {}", spec, *broken);
            }
        return std::nullopt;
      },
      kSecondsToTry);
  if (wrong) return Error{*wrong};
  const std::string bytes = read_file(result);
  place.append(bytes.data(), bytes.size());
  if (!place.finish())
    return Error{fmt::format("{} cannot be written: {}", order.output, place.problem())};
  return game;
}

}  // namespace solvent::plugin
