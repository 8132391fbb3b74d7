#include "translate/cache/phrase_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "base/log.h"
#include "base/paths.h"

namespace sotto::translate {
namespace {

constexpr int kVersion = 1;       // of the table
constexpr int kPatienceMs = 200;  // for another process that is writing
constexpr int kDropEvery = 256;   // phrases

constexpr const char* kTable =
    "CREATE TABLE IF NOT EXISTS phrases"
    "(age INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, text TEXT NOT NULL)";

void bind_text(sqlite3_stmt* statement, int at, const std::string& text) {
  sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}

// SQLite makes its files as the umask says, and those beside the first one with the first one's
// mode. One that is there is not opened: closing it would end the locks of whoever has it open.
void keep_private(const std::filesystem::path& file) {
  constexpr mode_t kForOwner = 0600;
  const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kForOwner);
  if (fd >= 0) ::close(fd);
  for (const char* end : {"", "-wal", "-shm"}) {
    struct stat status;
    const std::string path = file.string() + end;
    if (::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
        (status.st_mode & 07777) != kForOwner)
      ::chmod(path.c_str(), kForOwner);  // not ours: its owner decides
  }
}

}  // namespace

void PhraseCache::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }
void PhraseCache::Close::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

PhraseCache::PhraseCache(std::filesystem::path file, const PhraseLimits& limits)
    : file_(std::move(file)), limits_(limits) {}

PhraseCache::~PhraseCache() {
  if (database_ != nullptr && kept_ > 0) drop_oldest();
}

Result<std::unique_ptr<PhraseCache>> PhraseCache::open(const std::filesystem::path& file,
                                                       const PhraseLimits& limits) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  if (failed) {
    return Error{Errc::io, fmt::format("{}: {}", file.parent_path().string(), failed.message())};
  }
  keep_private(file);
  std::unique_ptr<PhraseCache> cache(new PhraseCache(file, limits));
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(file.string().c_str(), &database,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  cache->database_.reset(database);
  if (code != SQLITE_OK) return cache->error();
  if (const Result<void> prepared = cache->prepare(); !prepared) return prepared.error();
  return cache;
}

Result<void> PhraseCache::prepare() {
  sqlite3_busy_timeout(database_.get(), kPatienceMs);
  // A phrase lost with the power is no loss: nothing waits for the disk.
  for (const char* sql : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = OFF"}) {
    if (const Result<void> done = run(sql); !done) return done.error();
  }
  int version = 0;
  const auto read = [](void* to, int, char** values, char**) {
    *static_cast<int*>(to) = std::atoi(values[0]);
    return 0;
  };
  if (sqlite3_exec(database_.get(), "PRAGMA user_version", read, &version, nullptr) != SQLITE_OK)
    return error();
  if (version != 0 && version != kVersion) {
    return Error{Errc::unsupported, fmt::format("{}: has phrases of version {}, expected {}",
                                                file_.string(), version, kVersion)};
  }
  if (const Result<void> done = run(kTable); !done) return done.error();
  if (version == 0) {
    const std::string sql = fmt::format("PRAGMA user_version = {}", kVersion);
    if (const Result<void> done = run(sql.c_str()); !done) return done.error();
  }
  const std::pair<Statement*, const char*> statements[] = {
      {&find_, "SELECT text FROM phrases WHERE key = ?1"},
      {&keep_, "INSERT OR REPLACE INTO phrases(key, text) VALUES(?1, ?2)"},
      {&drop_,
       "DELETE FROM phrases WHERE age <= (SELECT age FROM phrases ORDER BY age DESC "
       "LIMIT 1 OFFSET ?1)"},
  };
  for (const auto& [statement, sql] : statements) {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(database_.get(), sql, -1, &made, nullptr) != SQLITE_OK) return error();
    statement->reset(made);
  }
  return {};
}

Result<void> PhraseCache::run(const char* sql) {
  if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) return error();
  return {};
}

Error PhraseCache::error() const {
  return {Errc::io, fmt::format("{}: {}", file_.string(), sqlite3_errmsg(database_.get()))};
}

void PhraseCache::give_up() {
  log::warn("{}; new phrases are kept in memory only", error().message);
  for (Statement* statement : {&find_, &keep_, &drop_}) statement->reset();
  database_.reset();
}

std::optional<std::string> PhraseCache::find(const std::string& key) {
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    newest_.splice(newest_.begin(), newest_, found->second);
    return newest_.front().second;
  }
  if (database_ == nullptr) return std::nullopt;
  bind_text(find_.get(), 1, key);
  std::optional<std::string> text;
  const int code = sqlite3_step(find_.get());
  if (code == SQLITE_ROW) {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(find_.get(), 0));
    const int size = sqlite3_column_bytes(find_.get(), 0);
    if (bytes != nullptr) text.emplace(bytes, static_cast<size_t>(size));
  }
  sqlite3_reset(find_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE && code != SQLITE_BUSY) give_up();
  if (text) remember(key, *text);
  return text;
}

void PhraseCache::keep(const std::string& key, const std::string& text) {
  remember(key, text);
  if (database_ == nullptr) return;
  bind_text(keep_.get(), 1, key);
  bind_text(keep_.get(), 2, text);
  const int code = sqlite3_step(keep_.get());
  sqlite3_reset(keep_.get());
  if (code == SQLITE_BUSY) return;  // another process writes for long; it is one phrase
  if (code != SQLITE_DONE) return give_up();
  if (++kept_ >= kDropEvery) drop_oldest();
}

void PhraseCache::drop_oldest() {
  kept_ = 0;
  sqlite3_bind_int64(drop_.get(), 1, limits_.on_disk);
  sqlite3_step(drop_.get());
  sqlite3_reset(drop_.get());
}

void PhraseCache::remember(const std::string& key, const std::string& text) {
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    found->second->second = text;
    newest_.splice(newest_.begin(), newest_, found->second);
    return;
  }
  newest_.emplace_front(key, text);
  by_key_.emplace(newest_.front().first, newest_.begin());
  if (newest_.size() <= limits_.in_memory) return;
  by_key_.erase(newest_.back().first);
  newest_.pop_back();
}

std::filesystem::path phrase_file() { return cache_folder() / "phrases.sqlite"; }

}  // namespace sotto::translate
