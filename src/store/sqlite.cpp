#include "store/sqlite.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <system_error>

#include "base/text.hpp"

namespace solvent::store {

namespace {
std::string in_words(int code, int system_error, const char* message) {
  if (system_error == ENOSPC || system_error == EDQUOT) code = SQLITE_FULL;
  switch (code & 0xFF) {
    case SQLITE_FULL: return "the disk is full";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return fmt::format("another program has kept it locked for {} seconds",
                         Database::kPatience / 1000);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return fmt::format(
          "the file is damaged or not a store ({}); removing its folder loses only "
          "what can be solved again",
          message);
    case SQLITE_READONLY:
    case SQLITE_PERM: return "it cannot be written";
    case SQLITE_CANTOPEN: return fmt::format("it cannot be opened ({})", message);
    case SQLITE_IOERR:
      return fmt::format("reading or writing failed ({})",
                         std::generic_category().message(system_error));
    default: return message;
  }
}

std::string in_uri(const std::string& path) {
  std::string out;
  for (const char c : path)
    if (c == '%' || c == '?' || c == '#')
      out += fmt::format("%{:02x}", c);
    else
      out += c;
  return out;
}
}  // namespace

void Database::Closer::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Database::Database(const std::string& path, Open how, const std::string& name)
    : name_(name.empty() ? path : name) {
  const bool sealed = how == Open::Sealed;
  const int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                    (sealed ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI : SQLITE_OPEN_READWRITE) |
                    (how == Open::New ? SQLITE_OPEN_CREATE : 0);
  sqlite3* raw = nullptr;
  const std::string file = sealed ? "file:" + in_uri(path) + "?immutable=1" : path;
  const int code = sqlite3_open_v2(file.c_str(), &raw, flags, nullptr);
  database_.reset(raw);
  if (raw == nullptr) throw std::bad_alloc();
  if (code != SQLITE_OK) fail();
  sqlite3_busy_timeout(raw, kPatience);
  // The file is not trusted: no code of its schema is run, sizes are checked before they are used.
  run("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;");
}

void Database::fail() const {
  const int code = sqlite3_errcode(database_.get());
  if ((code & 0xFF) == SQLITE_NOMEM) throw std::bad_alloc();
  throw Problem(fmt::format(
      "{}: {}", text::quoted(name_),
      in_words(code, sqlite3_system_errno(database_.get()), sqlite3_errmsg(database_.get()))));
}

void Database::run(const char* statements) {
  if (sqlite3_exec(database_.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::number(const char* statement) {
  Query query(*this, statement);
  return query.next() ? query.number(0) : 0;
}

void Query::Finisher::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Query::Query(const Database& database, std::string_view statement) : database_(database) {
  sqlite3_stmt* raw = nullptr;
  const int code = sqlite3_prepare_v2(database.database_.get(), statement.data(),
                                      static_cast<int>(statement.size()), &raw, nullptr);
  statement_.reset(raw);
  if (code != SQLITE_OK) database_.fail();
}

Query& Query::bind(std::int64_t number) {
  if (sqlite3_bind_int64(statement_.get(), ++bound_, number) != SQLITE_OK) database_.fail();
  return *this;
}
Query& Query::bind(std::string_view text) {
  if (sqlite3_bind_text(statement_.get(), ++bound_, text.data(), static_cast<int>(text.size()),
                        SQLITE_TRANSIENT) != SQLITE_OK)
    database_.fail();
  return *this;
}
Query& Query::bind(std::span<const std::byte> bytes) {
  if (sqlite3_bind_blob(statement_.get(), ++bound_, bytes.data(), static_cast<int>(bytes.size()),
                        SQLITE_TRANSIENT) != SQLITE_OK)
    database_.fail();
  return *this;
}

bool Query::next() {
  switch (sqlite3_step(statement_.get())) {
    case SQLITE_ROW: return true;
    case SQLITE_DONE: return false;
    default: database_.fail();
  }
}
void Query::run() {
  while (next()) {}
  again();
}
void Query::again() {
  sqlite3_reset(statement_.get());
  bound_ = 0;
}

std::int64_t Query::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}
std::string Query::text(int column) const {
  const std::span<const std::byte> b = bytes(column);
  return {reinterpret_cast<const char*>(b.data()), b.size()};
}
std::span<const std::byte> Query::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {static_cast<const std::byte*>(data), static_cast<std::size_t>(data ? size : 0)};
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}
Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const std::exception&) {  // SQLite has done it already
  }
}
void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace solvent::store
