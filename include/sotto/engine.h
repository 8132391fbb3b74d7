// An engine translates and speaks: models, voices and the threads that all its sessions share.
//
// No exception crosses these headers. The library leaves the host's signals, standard output and
// error alone; it is told where its log goes, and where files are: else models and voices are
// looked for where `sotto pull` puts them (docs/embedding.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"
#include "sotto/export.h"
#include "sotto/folders.h"
#include "sotto/language.h"
#include "sotto/session.h"
#include "sotto/translator.h"
#include "sotto/voice.h"

namespace sotto {

enum class LogLevel { debug, info, warning, error };

struct EngineOptions {
  // Models to translate with: names, hub ids or folders, each with @SCHEME for other weights
  // ("nllb-600m@q8"); "auto": all that are installed.
  std::vector<std::string> translators = {"auto"};
  // Voices that may be used, or kinds of them ("espeak-ng"); empty: every one of this machine.
  std::vector<std::string> voices = {};
  std::string device = "cpu";
  int threads = 0;         // that compute; 0: one a processor
  uint64_t max_bytes = 0;  // of weights; those used longest ago go first; 0: no limit
  bool cache = true;       // translations are kept in the user's cache folder
  // Hears a line at a time, on any thread; of all engines of the process: the last one that was
  // opened with it says where the log goes. Empty: nobody does.
  std::function<void(LogLevel, std::string_view)> log = {};
  // The folders of all engines of the process: the last one that was opened with some says so.
  // None: as it was.
  std::optional<Folders> folders = {};
};

struct ModelInfo {
  std::string name;
};

// Any thread may use it. What it has made may outlive it: its parts live as long as one of them.
class Engine {
 public:
  // Loads no model yet. The error names what cannot be used.
  SOTTO_API static Result<Engine> open(const EngineOptions& options = {});
  SOTTO_API Engine(Engine&&) noexcept;
  SOTTO_API Engine& operator=(Engine&&) noexcept;
  SOTTO_API ~Engine();

  SOTTO_API std::vector<ModelInfo> models() const;
  SOTTO_API std::vector<VoiceInfo> voices() const;

  // Each loads what it needs, which takes a while the first time, and says what is missing.
  // `model`: a name that models() lists; empty: the first that can.
  SOTTO_API Result<Translator> translator(const Language& from, const Language& to,
                                          std::string_view model = {});
  SOTTO_API Result<Voice> voice(const Language& language, const VoiceChoice& choice = {});
  SOTTO_API Result<Session> session(const SessionOptions& options, SessionEvents events);

  struct Impl;  // the library's own

 private:
  explicit Engine(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace sotto
