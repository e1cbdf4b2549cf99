// reproduce: published experiments are run again, and what comes out is set beside what was
// published, on the terminal, in files and on a page.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

#include "answer_json.hpp"
#include "arguments.hpp"
#include "base/memory.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"
#include "commit.hpp"
#include "console.hpp"
#include "experiments/run.hpp"
#include "solvent/version.hpp"
#include "verbs.hpp"

namespace solvent::cli {

namespace {

using experiments::Experiment;
using experiments::Setting;
using experiments::Size;
using Experiments = std::vector<std::unique_ptr<Experiment>>;

struct ReproduceArguments {
  std::vector<std::string> names;
  std::string folder = "reproduction", threads, memory, seed, positions, nodes, time;
  bool list = false, quick = false, full = false, json = false, quiet = false, progress = false;
};

std::string size_of(const ReproduceArguments& a) {
  return a.quick ? "quick" : a.full ? "full" : "usual";
}

std::string command_of(const ReproduceArguments& a) {
  std::string command = "solvent reproduce";
  for (const std::string& name : a.names) command += " " + name;
  if (a.quick) command += " --quick";
  if (a.full) command += " --full";
  const std::pair<const char*, const std::string*> options[] = {
      {"--seed", &a.seed}, {"--positions", &a.positions}, {"--nodes", &a.nodes},
      {"--time", &a.time}, {"--threads", &a.threads},     {"--memory", &a.memory}};
  for (const auto& [option, value] : options)
    if (!value->empty()) command += fmt::format(" {} {}", option, *value);
  return command;
}

// The processor's name, its cores and the memory.
std::string this_machine() {
  std::string processor = "an unknown processor", line;
  for (std::ifstream in("/proc/cpuinfo"); std::getline(in, line);)
    if (line.starts_with("model name") && line.find(": ") != std::string::npos) {
      processor = line.substr(line.find(": ") + 2);
      break;
    }
  return fmt::format("{}, {}, {}", processor,
                     counted(std::max(1U, std::thread::hardware_concurrency()), "core"),
                     human_bytes(physical_memory()));
}

std::string this_compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

Result<Setting> read_setting(const ReproduceArguments& a) {
  if (a.quick && a.full) return Error{"--quick and --full: choose one of them"};
  Setting setting;
  setting.size = a.quick ? Size::Quick : a.full ? Size::Full : Size::Usual;
  if (!a.seed.empty()) {
    const auto seed = read_count("--seed", a.seed);
    if (!seed) return seed.error();
    setting.seed = *seed;
  }
  for (const auto& [option, text, into] :
       {std::tuple{"--positions", &a.positions, &setting.positions},
        std::tuple{"--nodes", &a.nodes, &setting.nodes}}) {
    if (text->empty()) continue;
    const auto count = read_count(option, *text);
    if (!count) return count.error();
    if (*count == 0) return Error{fmt::format("{} 0: at least one", option)};
    *into = *count;
  }
  if (!a.time.empty()) {
    const auto seconds = read_seconds("--time", a.time);
    if (!seconds) return seconds.error();
    setting.seconds = *seconds;
  }
  return setting;
}

Result<std::vector<const Experiment*>> choose(const Experiments& all,
                                              const std::vector<std::string>& names) {
  std::vector<const Experiment*> chosen;
  std::vector<std::string> known;
  for (const auto& e : all) known.push_back(e->name());
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      const auto meant = text::nearest(name, known);
      return Error{fmt::format("no experiment is called {}{}; there are {}", text::quoted(name),
                               meant ? fmt::format(" (did you mean {}?)", *meant) : "",
                               text::list(known))};
    }
  for (const auto& e : all)
    if (names.empty() || std::find(names.begin(), names.end(), e->name()) != names.end())
      chosen.push_back(e.get());
  return chosen;
}

int list(const Experiments& all, bool json) {
  for (const auto& e : all) {
    if (json)
      print_json(Json{{"name", e->name()}, {"summary", e->summary()}});
    else
      fmt::print("{:<16} {}\n", e->name(), e->summary());
  }
  return kAnswered;
}

Json to_json(const report::Cell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return *count;
  return std::get<report::Number>(cell).value;
}

Json to_json(const report::Report& report) {
  Json figures = Json::array(), tables = Json::array();
  for (const report::Figure& f : report.figures)
    figures.push_back({{"what", f.what},
                       {"published", f.published},
                       {"ours", f.ours},
                       {"verdict", report::name(f.verdict)},
                       {"comment", f.comment},
                       {"by_program", f.by_program},
                       {"finding", f.finding}});
  for (const report::Exhibit& exhibit : report.exhibits)
    if (const auto* table = std::get_if<report::Table>(&exhibit)) {
      Json rows = Json::array();
      for (const auto& row : table->rows) {
        Json cells = Json::array();
        for (const report::Cell& cell : row) cells.push_back(to_json(cell));
        rows.push_back(std::move(cells));
      }
      tables.push_back({{"name", table->name},
                        {"caption", table->caption},
                        {"columns", table->columns},
                        {"rows", std::move(rows)}});
    }
  return {{"name", report.name},       {"title", report.title},
          {"source", report.source},   {"measured", report.measured},
          {"planned", report.planned}, {"figures", figures},
          {"tables", tables}};
}

Json to_json(const report::Circumstances& c) {
  return {{"date", c.date},         {"command", c.command}, {"size", c.size},
          {"seed", c.seed},         {"version", c.version}, {"commit", c.commit},
          {"compiler", c.compiler}, {"machine", c.machine}};
}

// The files of a run, by their names in its folder.
std::vector<std::pair<std::string, std::string>> files_of(
    const std::vector<report::Report>& reports, const report::Circumstances& circumstances) {
  Json whole{{"run", to_json(circumstances)}, {"reports", Json::array()}};
  std::vector<std::pair<std::string, std::string>> files;
  for (const report::Report& report : reports) {
    whole["reports"].push_back(to_json(report));
    for (const report::Exhibit& exhibit : report.exhibits)
      if (const auto* table = std::get_if<report::Table>(&exhibit))
        files.emplace_back(report::data_file(report, *table), report::as_csv(*table));
  }
  files.emplace_back("report.json", whole.dump(1) + "\n");
  files.emplace_back("report.html", report::as_page(reports, circumstances));
  return files;
}

// Writes them; without an end they are only tried. What is wrong, or nothing.
std::string write_files(const std::filesystem::path& folder,
                        const std::vector<report::Report>& reports,
                        const report::Circumstances& circumstances, bool to_the_end) {
  for (const auto& [name, text] : files_of(reports, circumstances)) {
    const std::string path = (folder / name).string();
    NewFile file(path);
    if (to_the_end) {
      file.append(text.data(), text.size());
      file.finish(false);
    }
    if (!file.good()) return fmt::format("cannot write {}: {}", path, file.problem());
  }
  return "";
}

Result<std::vector<report::Report>> make_reports(const std::vector<const Experiment*>& chosen,
                                                 const Setting& setting,
                                                 experiments::Journal& journal) {
  std::vector<report::Report> reports;
  for (const Experiment* e : chosen) {
    const experiments::Records& records = journal.of(e->name());
    try {
      reports.push_back(e->report(setting, records));
    } catch (const Json::exception&) {
      return Error{
          fmt::format("results.jsonl: not the results of {}; name another folder", e->name())};
    }
    reports.back().measured = reports.back().planned = 0;
    for (const experiments::Task& task : e->tasks(setting)) {
      ++reports.back().planned;
      reports.back().measured += records.contains(task.key);
    }
  }
  return reports;
}

std::string in_words(const experiments::RunProgress& p) {
  constexpr int kWidth = 24;
  const int filled = std::clamp(static_cast<int>(p.share * kWidth), 0, kWidth);
  std::string bar;
  for (int k = 0; k < kWidth; ++k) bar += k < filled ? "█" : "░";
  std::string text = fmt::format("{} {:>3.0f} % · {} of {} · {}", bar, 100 * p.share,
                                 with_commas(p.done), with_commas(p.all), human_seconds(p.seconds));
  if (p.share > 0 && p.seconds > 1)
    text += fmt::format(" · {} left", human_seconds(p.seconds * (1 - p.share) / p.share));
  return text + " · " + p.finished;
}

int reproduce(const ReproduceArguments& a) {
  const Experiments all = experiments::all_experiments();
  const auto chosen = choose(all, a.names);
  if (!chosen) return complain(chosen.error());
  if (a.list) return list(all, a.json);
  const Result<Setting> setting = read_setting(a);
  if (!setting) return complain(setting.error());
  experiments::RunOrder order;
  const auto threads = read_threads(a.threads, std::thread::hardware_concurrency());
  if (!threads) return complain(threads.error());
  order.threads = *threads;
  order.memory = physical_memory() / 2;
  if (!a.memory.empty()) {
    const auto bytes = text::to_bytes(a.memory);
    if (!bytes) return complain("--memory: " + bytes.message());
    order.memory = std::max<std::uint64_t>(*bytes, 1);
  }
  std::error_code error;
  std::filesystem::create_directories(a.folder, error);
  if (error)
    return complain(fmt::format("--out {}: {}; name a folder that can be written to",
                                text::quoted(a.folder), error.message()));
  const std::filesystem::path folder = a.folder;
  order.folder = (folder / "databases").string();
  const auto journal = experiments::Journal::open((folder / "results.jsonl").string());
  if (!journal) return complain(journal.error());
  if ((*journal)->of_other_versions() > 0)
    remark(fmt::format("{} of another version of solvent are left aside",
                       counted((*journal)->of_other_versions(), "result")));
  const report::Circumstances circumstances{
      command_of(a),  std::string(kVersion),
      this_machine(), fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))),
      size_of(a),     setting->seed,
      kCommit,        this_compiler()};
  // Before hours are spent on the rest: can a report be made of what is there, and be written?
  const auto reports_so_far = make_reports(*chosen, *setting, **journal);
  if (!reports_so_far) return complain(reports_so_far.error());
  if (const auto problem = write_files(folder, *reports_so_far, circumstances, false);
      !problem.empty())
    return complain("--out: " + problem);
  if (!(*journal)->begin_run(to_json(circumstances)))
    return fail("results cannot be kept: " + (*journal)->problem());
  catch_interrupts();
  order.stop = &stop_requested();
  ProgressLine line(!a.quiet && (a.progress || stderr_is_terminal()));
  if (line.shown())
    order.progress = [&](const experiments::RunProgress& p) { line.show(in_words(p)); };
  const experiments::RunOutcome outcome = run(*chosen, *setting, order, **journal);
  line.clear();

  const auto reports = make_reports(*chosen, *setting, **journal);
  if (!reports) return fail(reports.message());
  const std::string unwritten = write_files(folder, *reports, circumstances, true);
  for (const report::Report& report : *reports) {
    if (a.json)
      print_json(to_json(report));
    else if (!a.quiet)
      fmt::print("{}\n", report::as_text(report));
  }
  if (!a.json && !a.quiet && unwritten.empty())
    fmt::print("The page is {}, its tables and measurements are beside it.\n",
               (folder / "report.html").string());
  if (!unwritten.empty()) return fail(unwritten);
  for (const std::string& problem : outcome.problems) fail(problem);
  if (stop_requested() && !outcome.complete) {
    print_to_stderr("solvent: stopped; the same command goes on with what is missing\n");
    return kInterrupted;
  }
  return outcome.problems.empty() ? kAnswered : kFailed;
}

}  // namespace

void add_reproduce(Command& app, int& exit_status) {
  Command* verb =
      app.add_subcommand("reproduce", "published experiments, measured against published figures");
  verb->footer(
      "The folder gets report.html, report.json, a CSV file a table, and results.jsonl, from which "
      "a\n"
      "run that was stopped goes on. Examples:\n"
      "  solvent reproduce --list\n"
      "  solvent reproduce --quick                          all of them, in two minutes\n"
      "  solvent reproduce mopns-connect4 allis-awari       the usual size\n"
      "  solvent reproduce ppns-othello --full --out full   with the study's own limits");
  auto a = std::make_shared<ReproduceArguments>();
  verb->add_option("EXPERIMENT", a->names, "names of experiments (default: all)")->expected(0, 64);
  verb->add_flag("--list", a->list, "list the experiments");
  verb->add_flag("--quick", a->quick, "small samples, about two minutes in all");
  verb->add_flag("--full", a->full, "the papers' own sizes and limits; takes days");
  verb->add_option("--out", a->folder, "the folder of the results (default: reproduction)")
      ->type_name("DIR");
  verb->add_option("--threads", a->threads, "tasks at the same time (default: every core)")
      ->type_name("T");
  verb->add_option("--memory", a->memory, "use at most SIZE in all (default: half the machine's)")
      ->type_name("SIZE");
  verb->add_option("--seed", a->seed, "seed of positions and playouts (default 1)")->type_name("N");
  verb->add_option("--positions", a->positions, "ppns-*: N positions for each stage")
      ->type_name("N");
  verb->add_option("--nodes", a->nodes, "ppns-*: at most N nodes a search")->type_name("N");
  verb->add_option("--time", a->time, "ppns-*: at most S seconds a search")->type_name("S");
  verb->add_flag("--json", a->json, "one JSON object for each report");
  verb->add_flag("--quiet", a->quiet, "no progress, no tables; the files only");
  verb->add_flag("--progress", a->progress,
                 "show progress even if standard error is not a terminal");
  verb->callback([=, &exit_status] { exit_status = reproduce(*a); });
}

}  // namespace solvent::cli
