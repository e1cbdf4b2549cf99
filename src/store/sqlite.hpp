// The little of SQLite that the store needs: a database, statements, transactions. What goes wrong
// is a Problem, in words that name the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace solvent::store {

class Problem : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One connection, for one thread at a time. Others may have the file open; who has to wait for
// them waits for kPatience at most.
class Database {
 public:
  static constexpr int kPatience = 10'000;  // milliseconds

  // Sealed: it is only read, and nobody writes it while it is open.
  enum class Open : std::uint8_t { Existing, New, Sealed };
  // Problems call it by its name, if it has another one than its path.
  Database(const std::string& path, Open how, const std::string& name = {});

  void run(const char* statements);
  std::int64_t number(const char* statement);  // the first column of its first row

  [[noreturn]] void fail() const;  // with what SQLite says of the last call

 private:
  friend class Query;
  struct Closer {
    void operator()(sqlite3* database) const;
  };
  std::string name_;
  std::unique_ptr<sqlite3, Closer> database_;
};

// A statement; parameters are bound in their order, and again after `again`.
class Query {
 public:
  Query(const Database& database, std::string_view statement);

  Query& bind(std::int64_t number);
  Query& bind(std::string_view text);
  Query& bind(std::span<const std::byte> bytes);
  bool next();  // is there a row?
  void run();   // to the end, and ready for the next parameters
  void again();

  std::int64_t number(int column) const;
  std::string text(int column) const;
  std::span<const std::byte> bytes(int column) const;  // until the next row

 private:
  struct Finisher {
    void operator()(sqlite3_stmt* statement) const;
  };
  const Database& database_;
  std::unique_ptr<sqlite3_stmt, Finisher> statement_;
  int bound_ = 0;
};

// All of it or nothing; the only one who writes while it lasts.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace solvent::store
