#include "store/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <filesystem>
#include <limits>

#include "base/checksum.hpp"
#include "base/new_file.hpp"
#include "base/text.hpp"

namespace solvent::store {

namespace fs = std::filesystem;

namespace {

constexpr int kFormat = 1;
constexpr std::int64_t kApplication = 0x534C5653;  // "SLVS"
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 62;
constexpr int kTiers = 64;

std::string path_in(const std::string& folder) {
  return (fs::path(folder) / "store.sqlite").string();
}

std::string sealed_in(const std::string& folder) {
  return (fs::path(folder) / "sealed.sqlite").string();
}
bool has_sealed(const std::string& folder) {
  std::error_code ignored;
  return fs::exists(sealed_in(folder), ignored);
}

const std::string& regular(const std::string& path) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) return path;
  throw Problem(text::quoted(path) + ": it is no regular file");
}

std::int64_t tier_of(std::uint64_t nodes) { return std::bit_width(nodes); }

std::uint64_t checksum_of(const GameName& game, const Entry& e) {
  const auto text = [](std::string_view s) { return std::as_bytes(std::span(s)); };
  std::uint64_t sum = checksum(game.fingerprint, text(game.spec));
  sum = checksum(sum, text(game.outcomes));
  sum = checksum(sum, e.state);
  const std::uint64_t numbers[] = {e.bounds.pess, e.bounds.opti, e.nodes,
                                   static_cast<std::uint64_t>(e.date)};
  sum = checksum(sum, std::as_bytes(std::span(numbers)));
  return checksum(sum, text(e.version));
}

constexpr const char* kColumns = "tier, state, pess, opti, nodes, date, version, checksum";

StoreFile::Row row_of(const GameName& game, const Query& q) {
  const auto state = q.bytes(1);
  StoreFile::Row row{
      q.number(0), {{state.begin(), state.end()}, {}, 0, q.number(5), q.text(6)}, false};
  const std::int64_t pess = q.number(2), opti = q.number(3), nodes = q.number(4);
  if (pess < 0 || pess > opti || opti >= kMaxOutcomes || nodes < 0) return row;
  row.entry.bounds = {static_cast<Outcome>(pess), static_cast<Outcome>(opti)};
  row.entry.nodes = static_cast<std::uint64_t>(nodes);
  row.good = row.tier == tier_of(row.entry.nodes) &&
             static_cast<std::uint64_t>(q.number(7)) == checksum_of(game, row.entry);
  return row;
}

std::string numbers_in(const std::vector<std::int64_t>& ids) {
  return fmt::format("({})", fmt::join(ids, ","));
}

// A store is made under another name and gets its own when it is complete, so that nobody ever
// meets half of one. It is no NewFile, which has a lock: SQLite loses its own when others open and
// close the file.
void create(const std::string& path) {
  const std::string temporary = temporary_name(path);
  const struct Remover {
    const std::string& path;
    ~Remover() {
      std::error_code ignored;
      fs::remove(path, ignored);
    }
  } remover{temporary};
  {
    Database database(temporary, Database::Open::New, path);
    database.run("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;");
    database.run(
        "CREATE TABLE games(id INTEGER PRIMARY KEY, fingerprint INTEGER NOT NULL,"
        "  spec TEXT NOT NULL, outcomes TEXT NOT NULL,"
        "  UNIQUE(fingerprint, spec, outcomes)) STRICT;"
        "CREATE TABLE positions(game INTEGER NOT NULL, tier INTEGER NOT NULL, state BLOB NOT NULL,"
        "  pess INTEGER NOT NULL, opti INTEGER NOT NULL, nodes INTEGER NOT NULL,"
        "  date INTEGER NOT NULL, version TEXT NOT NULL, checksum INTEGER NOT NULL,"
        "  PRIMARY KEY(game, tier, state)) STRICT, WITHOUT ROWID;");
    database.run(
        fmt::format("PRAGMA user_version = {}; PRAGMA application_id = {};", kFormat, kApplication)
            .c_str());
  }
  std::error_code linked, ignored;
  fs::create_hard_link(temporary, path, linked);
  if (linked && !fs::exists(fs::symlink_status(path, ignored)))
    fs::rename(temporary, path, ignored);  // a file system without links
}

// What was left by programs that were killed while they made the store, which takes a moment.
void sweep(const std::string& folder) {
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code error, ignored;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code unknown;
    const auto written = at->last_write_time(unknown);
    std::string name = at->path().string();
    for (const std::string_view companion : {"-wal", "-shm", "-journal"})
      if (name.ends_with(companion)) name.resize(name.size() - companion.size());
    if (is_temporary_name(path_in(folder), name) && !unknown && written < long_ago)
      fs::remove(at->path(), ignored);
  }
}

}  // namespace

StoreFile::StoreFile(const std::string& path, bool sealed)
    : path_(path),
      sealed_(sealed),
      database_(regular(path), sealed ? Database::Open::Sealed : Database::Open::Existing) {
  if (database_.number("PRAGMA application_id") != kApplication)
    throw Problem(text::quoted(path) + ": the file is not a store");
  if (const auto format = database_.number("PRAGMA user_version"); format != kFormat)
    throw Problem(
        fmt::format("{}: the store was made by another version of Solvent (format {}, this one "
                    "reads format {})",
                    text::quoted(path), format, kFormat));
  if (sealed_) return;
  // A crash of the machine may lose the last entries, and nothing else.
  database_.run("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 256;");
}

StoreFile StoreFile::open(const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw Problem(text::quoted(folder) + ": there is no such folder");
  if (has_sealed(folder)) return StoreFile(sealed_in(folder), true);
  if (!fs::exists(path_in(folder), ignored))
    throw Problem(text::quoted(folder) + ": there is no store in this folder");
  return StoreFile(path_in(folder));
}

void StoreFile::seal(const std::string& folder, const std::string& into) {
  StoreFile from = open(folder);
  std::error_code error;
  fs::create_directory(into, error);
  if (error)
    throw Problem(
        fmt::format("{}: the folder cannot be made ({})", text::quoted(into), error.message()));
  for (const std::string& there : {sealed_in(into), path_in(into)})
    if (fs::exists(there, error))
      throw Problem(text::quoted(there) + ": there is a store in this folder already");
  const std::string path = sealed_in(into), temporary = temporary_name(path);
  try {
    Query(from.database_, "VACUUM INTO ?").bind(temporary).run();
    Database(temporary, Database::Open::Existing, path).run("PRAGMA journal_mode = DELETE;");
  } catch (...) {
    fs::remove(temporary, error);
    throw;
  }
  fs::rename(temporary, path, error);
  if (error)
    throw Problem(
        fmt::format("{}: it cannot be written ({})", text::quoted(path), error.message()));
}

void StoreFile::require_open() const {
  if (sealed_) throw Problem(text::quoted(path_) + ": the store is sealed, it is only read");
}

StoreFile StoreFile::open_or_create(const std::string& folder) {
  std::error_code error;
  if (has_sealed(folder)) return StoreFile(sealed_in(folder), true);
  fs::create_directory(folder, error);  // which is no error if it is there
  if (error)
    throw Problem(
        fmt::format("{}: the folder cannot be made ({})", text::quoted(folder), error.message()));
  sweep(folder);
  if (!fs::exists(path_in(folder), error)) create(path_in(folder));
  return StoreFile(path_in(folder));
}

std::uint64_t StoreFile::bytes() {
  const std::int64_t pages =
      database_.number("PRAGMA page_count") - database_.number("PRAGMA freelist_count");
  return static_cast<std::uint64_t>(pages * database_.number("PRAGMA page_size"));
}

std::vector<StoreFile::Game> StoreFile::games() {
  std::vector<Game> out;
  Query q(database_, "SELECT id, fingerprint, spec, outcomes FROM games ORDER BY spec, outcomes");
  while (q.next())
    out.push_back({q.number(0), {static_cast<std::uint64_t>(q.number(1)), q.text(2), q.text(3)}});
  const auto named = [&](std::int64_t id) {
    return std::any_of(out.begin(), out.end(), [&](const Game& g) { return g.id == id; });
  };
  for (const std::int64_t id : ids({}))
    if (!named(id)) out.push_back({id, {}});
  return out;
}

std::optional<std::int64_t> StoreFile::id_of(const GameName& game) {
  Query q(database_, "SELECT id FROM games WHERE fingerprint = ? AND spec = ? AND outcomes = ?");
  q.bind(static_cast<std::int64_t>(game.fingerprint)).bind(game.spec).bind(game.outcomes);
  return q.next() ? std::optional(q.number(0)) : std::nullopt;
}

std::uint64_t StoreFile::read(const GameName& game, std::uint64_t most,
                              const std::function<void(const Entry&)>& visit) {
  const auto id = id_of(game);
  if (!id) return 0;
  Query q(database_, fmt::format("SELECT {} FROM positions WHERE game = ? "
                                 "ORDER BY tier DESC, state DESC LIMIT ?",
                                 kColumns));
  q.bind(*id).bind(static_cast<std::int64_t>(std::min(most, kMostNodes)));
  std::uint64_t damaged = 0;
  while (q.next()) {
    const Row row = row_of(game, q);
    if (row.good)
      visit(row.entry);
    else
      ++damaged;
  }
  return damaged;
}

void StoreFile::each(const Game& game, const std::function<void(const Row&)>& visit) {
  Query q(database_, fmt::format("SELECT {} FROM positions WHERE game = ? "
                                 "ORDER BY tier DESC, state DESC",
                                 kColumns));
  q.bind(game.id);
  while (q.next()) visit(row_of(game.name, q));
}

std::string StoreFile::structural_damage() {
  Query q(database_, "PRAGMA quick_check(1)");
  const std::string found = q.next() ? q.text(0) : "no answer";
  return found == "ok" ? "" : found;
}

StoreFile::Kept StoreFile::keep(const GameName& game, std::span<const Entry> entries,
                                std::uint64_t most) {
  Kept kept;
  if (sealed_) return kept;
  Transaction all(database_);
  Query(database_, "INSERT OR IGNORE INTO games(fingerprint, spec, outcomes) VALUES (?, ?, ?)")
      .bind(static_cast<std::int64_t>(game.fingerprint))
      .bind(game.spec)
      .bind(game.outcomes)
      .run();
  const std::int64_t id = id_of(game).value();
  std::vector<std::int64_t> tiers;
  for (int tier = 0; tier <= kTiers; ++tier) tiers.push_back(tier);
  Query find(database_, fmt::format("SELECT {} FROM positions WHERE game = ? AND tier IN {} "
                                    "AND state = ?",
                                    kColumns, numbers_in(tiers)));
  Query remove(database_, "DELETE FROM positions WHERE game = ? AND tier = ? AND state = ?");
  Query insert(database_, "INSERT INTO positions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (Entry e : entries) {
    std::vector<Row> old;
    find.bind(id).bind(e.state);
    while (find.next()) old.push_back(row_of(game, find));
    find.again();
    bool improves = true;
    std::uint64_t before = 0;
    for (const Row& row : old) {
      if (!row.good) continue;
      const Bounds both = meet(row.entry.bounds, e.bounds);
      kept.conflicts += both.pess > both.opti;
      improves = improves && both.pess <= both.opti && both != row.entry.bounds;
      e.bounds = both;
      before = row.entry.nodes;
    }
    if (!improves) continue;
    for (const Row& row : old) remove.bind(id).bind(row.tier).bind(e.state).run();
    e.nodes = std::min(e.nodes, kMostNodes) + std::min(before, kMostNodes - 1);
    insert.bind(id).bind(tier_of(e.nodes)).bind(e.state);
    insert.bind(std::int64_t{e.bounds.pess}).bind(std::int64_t{e.bounds.opti});
    insert.bind(static_cast<std::int64_t>(e.nodes)).bind(e.date).bind(e.version);
    insert.bind(static_cast<std::int64_t>(checksum_of(game, e))).run();
    ++kept.entries;
  }
  // To nine tenths, so that not every new entry has to make room for itself.
  if (bytes() > most) shrink_now(most - most / 10, ids({}));
  all.commit();
  return kept;
}

std::vector<std::int64_t> StoreFile::ids(const Games& of) {
  if (of) return *of;
  // Also of rows whose game is missing, which nobody can read. One seek a game.
  std::vector<std::int64_t> out;
  Query q(database_, "SELECT game FROM positions WHERE game > ? ORDER BY game LIMIT 1");
  for (std::int64_t last = std::numeric_limits<std::int64_t>::min();; last = out.back()) {
    q.bind(last);
    if (!q.next()) return out;
    out.push_back(q.number(0));
    q.again();
  }
}

std::optional<std::int64_t> StoreFile::cheapest_tier(const std::vector<std::int64_t>& games) {
  std::optional<std::int64_t> least;
  Query q(database_, "SELECT tier FROM positions WHERE game = ? ORDER BY tier LIMIT 1");
  for (const std::int64_t game : games) {
    q.bind(game);
    if (q.next()) least = least ? std::min(*least, q.number(0)) : q.number(0);
    q.again();
  }
  return least;
}

std::uint64_t StoreFile::shrink_now(std::uint64_t most, const std::vector<std::int64_t>& games) {
  const std::string of_tier =
      fmt::format(" FROM positions WHERE game IN {} AND tier = ?", numbers_in(games));
  Query count(database_, "SELECT count(*)" + of_tier);
  Query age(database_, "SELECT date" + of_tier + " ORDER BY date LIMIT 1 OFFSET ?");
  Query remove(database_, "DELETE" + of_tier + " AND date <= ?");
  std::uint64_t removed = 0;
  while (bytes() > most) {
    const auto tier = cheapest_tier(games);
    if (!tier) break;  // what is left is not theirs
    count.bind(*tier).next();
    const std::int64_t rows = count.number(0);
    count.again();
    age.bind(*tier).bind(rows / 4).next();
    const std::int64_t date = age.number(0);
    age.again();
    remove.bind(*tier).bind(date).run();
    removed += static_cast<std::uint64_t>(database_.number("SELECT changes()"));
  }
  give_back();
  return removed;
}

// The pages that have become free.
void StoreFile::give_back() { Query(database_, "PRAGMA incremental_vacuum").run(); }

std::uint64_t StoreFile::shrink(std::uint64_t most, const Games& of) {
  require_open();
  Transaction all(database_);
  const std::uint64_t removed = shrink_now(most, ids(of));
  all.commit();
  database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
  return removed;
}

std::uint64_t StoreFile::remove(const Games& of) {
  require_open();
  Transaction all(database_);
  const std::string games = numbers_in(ids(of));
  database_.run(("DELETE FROM positions WHERE game IN " + games).c_str());
  const std::int64_t removed = database_.number("SELECT changes()");
  database_.run(("DELETE FROM games WHERE id IN " + games).c_str());
  give_back();
  all.commit();
  database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
  return static_cast<std::uint64_t>(removed);
}

std::uint64_t StoreFile::remove_damaged(const Games& of) {
  require_open();
  Transaction all(database_);
  Query remove(database_, "DELETE FROM positions WHERE game = ? AND tier = ? AND state = ?");
  std::uint64_t removed = 0;
  for (const Game& game : games()) {
    if (of && std::count(of->begin(), of->end(), game.id) == 0) continue;
    std::vector<Row> damaged;
    each(game, [&](const Row& row) {
      if (!row.good) damaged.push_back(row);
    });
    for (const Row& row : damaged) remove.bind(game.id).bind(row.tier).bind(row.entry.state).run();
    removed += damaged.size();
  }
  give_back();
  all.commit();
  return removed;
}

}  // namespace solvent::store
