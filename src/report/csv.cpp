// Tables as RFC 4180 has them, with numbers as they are, so that they read back as the same.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/report.hpp"

namespace solvent::report {

namespace {

std::string quoted_if_need_be(const std::string& field, bool alone) {
  // A line with nothing on it would not be a record to everyone.
  if (field.empty()) return alone ? "\"\"" : "";
  if (field.find_first_of(",\"\r\n") == std::string::npos && field.front() != ' ' &&
      field.back() != ' ')
    return field;
  std::string out = "\"";
  for (const char c : field) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string raw(const Cell& cell) {
  if (const auto* words = std::get_if<std::string>(&cell)) return *words;
  if (const auto* count = std::get_if<std::int64_t>(&cell)) return fmt::format("{}", *count);
  const double value = std::get<Number>(cell).value;
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

}  // namespace

std::string data_file(const Report& report, const Table& table) {
  return fmt::format("{}-{}.csv", report.name, table.name);
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string out;
  for (std::size_t k = 0; k < fields.size(); ++k)
    out += (k == 0 ? "" : ",") + quoted_if_need_be(fields[k], fields.size() == 1);
  return out + "\r\n";
}

std::string as_csv(const Table& table) {
  std::string out = csv_line(table.columns);
  for (const auto& row : table.rows) {
    std::vector<std::string> fields(table.columns.size());
    for (std::size_t k = 0; k < std::min(fields.size(), row.size()); ++k) fields[k] = raw(row[k]);
    out += csv_line(fields);
  }
  return out;
}

}  // namespace solvent::report
