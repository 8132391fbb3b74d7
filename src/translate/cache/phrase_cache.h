// A cache of translated phrases: agents say the same short things over and over. The newest phrases
// are in memory, the rest in an SQLite file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "sotto/error.h"
#include "translate/translator.h"

struct sqlite3;
struct sqlite3_stmt;

namespace sotto::translate {

class SharedModel;

struct PhraseLimits {
  size_t in_memory = 1024;  // phrases
  int64_t on_disk = 50000;  // phrases; beyond, the oldest are dropped
};

// Texts by key. Several processes may use one file at the same time. Used by one thread.
class PhraseCache {
 public:
  // Makes the file and its folder where they are missing. Nobody but its owner can read it: what
  // was said is in there. The error names the file: it is not a
  // database, or not one of this kind, or cannot be written.
  static Result<std::unique_ptr<PhraseCache>> open(const std::filesystem::path& file,
                                                   const PhraseLimits& limits = {});
  ~PhraseCache();
  PhraseCache(const PhraseCache&) = delete;
  PhraseCache& operator=(const PhraseCache&) = delete;

  std::optional<std::string> find(const std::string& key);
  // A file that can no longer be written is warned of once; memory goes on.
  void keep(const std::string& key, const std::string& text);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Close>;
  using Entry = std::pair<std::string, std::string>;

  PhraseCache(std::filesystem::path file, const PhraseLimits& limits);
  Result<void> prepare();
  Result<void> run(const char* sql);
  Error error() const;
  void remember(const std::string& key, const std::string& text);
  void give_up();
  void drop_oldest();

  std::filesystem::path file_;
  PhraseLimits limits_;
  std::unique_ptr<sqlite3, Close> database_;  // null: not usable any more
  Statement find_, keep_, drop_;
  int kept_ = 0;  // since the oldest were dropped
  std::list<Entry> newest_;
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;  // into newest_
};

// A translator into `to` that looks into a cache first. What is lost is not kept, and raw lines
// pass by. `identity` says which translator it is (identity_of()): it is part of every key.
std::unique_ptr<Translator> with_cache(std::unique_ptr<Translator> translator,
                                       std::unique_ptr<PhraseCache> cache, std::string identity,
                                       Language to);

// The model's files (name, size, time of the last change) and every option that the translation
// depends on. The number of threads and a draft are none of them.
Result<std::string> identity_of(const TranslatorOptions& options);

// Identifies a model, or the two of a chain: folder, files, their sizes and times.
Result<std::string> files_identity(const std::string& model);

// Loads a translator, with the user's phrases before it, unless nothing is to be kept
// (Folders::keeps). A cache that cannot be opened is warned of, and done without.
Result<std::unique_ptr<Translator>> load_with_cache(const TranslatorOptions& options);
// The same of a model that is loaded.
Result<std::unique_ptr<Translator>> open_with_cache(const SharedModel& model,
                                                    const TranslatorOptions& options);

// The user's file of phrases.
std::filesystem::path phrase_file();

}  // namespace sotto::translate
