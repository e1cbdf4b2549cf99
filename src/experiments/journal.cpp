#include "experiments/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/text.hpp"
#include "solvent/version.hpp"

namespace solvent::experiments {

namespace {

std::string words_of(int error) { return std::generic_category().message(error); }

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool is_record(const Record& line) {
  return line.is_object() && line.contains("experiment") && line["experiment"].is_string() &&
         line.contains("key") && line["key"].is_string() && line.contains("version") &&
         line["version"].is_string() && line.contains("record") && line["record"].is_object();
}

}  // namespace

Result<std::unique_ptr<Journal>> Journal::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file < 0) return Error{fmt::format("{}: {}", text::quoted(path), words_of(errno))};
  std::unique_ptr<Journal> journal(new Journal(file));
  struct stat about = {};
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
    return Error{fmt::format("{}: it is no regular file; name another folder", text::quoted(path))};
  if (flock(file, LOCK_EX | LOCK_NB) != 0)
    return Error{fmt::format("{}: another run is writing to it", text::quoted(path))};
  if (const Result<bool> read = journal->read(path); !read) return read.error();
  return journal;
}

Journal::~Journal() { close(file_); }

Result<bool> Journal::read(const std::string& path) {
  std::string all;
  char block[1 << 16];
  for (ssize_t n = 0; (n = ::read(file_, block, sizeof block)) != 0;) {
    if (n < 0) return Error{fmt::format("{}: {}", text::quoted(path), words_of(errno))};
    all.append(block, static_cast<std::size_t>(n));
  }
  const std::size_t whole = all.rfind('\n') + 1;  // 0 if there is none
  std::size_t number = 0;
  for (std::size_t at = 0; at < whole;) {
    const std::size_t end = all.find('\n', at);
    Record line = Record::parse(all.begin() + static_cast<std::ptrdiff_t>(at),
                                all.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    at = end + 1;
    ++number;
    if (line.is_object() && line.contains("run")) continue;
    if (!is_record(line))
      return Error{fmt::format("{}, line {}: not a line of results; name another folder",
                               text::quoted(path), number)};
    if (line["version"] != kVersion)
      ++of_other_versions_;
    else
      records_[line["experiment"]][line["key"]] = std::move(line["record"]);
  }
  // The beginning of our first line: such a file is ours too.
  const auto begins = [&](std::string_view line) {
    return line.starts_with(std::string_view(all).substr(0, line.size()));
  };
  if (whole == 0 && !begins("{\"run\":") && !begins("{\"experiment\":"))
    return Error{fmt::format("{}: not a file of results; name another folder", text::quoted(path))};
  if (whole < all.size() && ftruncate(file_, static_cast<off_t>(whole)) != 0)
    return Error{fmt::format("{}: {}", text::quoted(path), words_of(errno))};
  return true;
}

bool Journal::begin_run(const Record& circumstances) {
  return write(Record{{"run", circumstances}});
}

bool Journal::add(const std::string& experiment, const std::string& key, double seconds,
                  Record record) {
  const std::lock_guard lock(writing_);
  const bool written = write(Record{{"experiment", experiment},
                                    {"key", key},
                                    {"version", kVersion},
                                    {"seconds", seconds},
                                    {"record", record}});
  records_[experiment][key] = std::move(record);
  return written;
}

bool Journal::write(const Record& line) {
  if (error_ == 0 && !write_all(file_, line.dump() + "\n")) error_ = errno;
  return error_ == 0;
}

std::string Journal::problem() const { return words_of(error_); }

}  // namespace solvent::experiments
