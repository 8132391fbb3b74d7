#include "speech/kokoro_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>

#include "base/file.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/thread_pool.h"
#include "models/kokoro/session.h"
#include "speech/kokoro_voice.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;
namespace kokoro = models::kokoro;

constexpr std::chrono::hours kSlowIsKept(24);  // the machine may have been busy
constexpr const char* kClause = "koɴniʨiwa, tesɯto wa dzembɯ toːɾimaɕita.";

// What the figure holds for.
std::string subject(const fs::path& path, const VoiceOptions& options) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  const auto changed = fs::last_write_time(path, error).time_since_epoch().count();
  const int threads = options.threads > 0 ? options.threads : default_threads();
  const std::string weights = options.weights ? quant::name_of(*options.weights) : "";
  return fmt::format("{} {} {} {} threads {}", whole.string(), changed, SOTTO_VERSION, threads,
                     weights);
}

fs::path kept_file() { return cache_folder() / "kokoro-speed"; }

std::optional<double> kept(const std::string& subject) {
  if (!cache_enabled()) return {};
  const Result<std::string> text = read_file(kept_file());
  if (!text || !text->starts_with(subject + '\n')) return std::nullopt;
  int milliseconds = 0;  // of a second
  const char* begin = text->data() + subject.size() + 1;
  if (std::from_chars(begin, text->data() + text->size(), milliseconds).ec != std::errc())
    return {};
  const double speed = milliseconds / 1e3;
  std::error_code ignored;
  const auto age = fs::file_time_type::clock::now() - fs::last_write_time(kept_file(), ignored);
  if (speed > kFastEnough && age > kSlowIsKept) return {};
  return speed;
}

bool keep(const std::string& subject, double speed) {
  if (!cache_enabled()) return false;
  std::error_code ignored;
  fs::create_directories(cache_folder(), ignored);
  const std::string text = fmt::format("{}\n{:.0f}\n", subject, 1e3 * speed);
  return static_cast<bool>(write_file(kept_file(), text));
}

Result<double> measure(const fs::path& path, const VoiceOptions& options) {
  const auto model = load_kokoro(path, options);
  if (!model) return model.error();
  const std::vector<std::string> names = (*model)->voices().names();
  if (names.empty()) return Error{Errc::not_found, fmt::format("{}: has no voices", path.string())};
  const Result<kokoro::Voice> voice = (*model)->voices().voice(names.front());
  if (!voice) return voice.error();
  kokoro::Session session(*model);
  const kokoro::Clause clause{.ids = (*model)->config().vocab.ids(kClause),
                              .style = voice->style(kokoro::phoneme_count(kClause))};
  double best = 0;
  for (int run = 0; run < 2; ++run) {  // the first one waits for memory
    const auto begin = std::chrono::steady_clock::now();
    const Result<std::vector<float>> sound = session.speak(clause);
    if (!sound) return sound.error();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const double speed = took.count() * kokoro::kSampleRateHz / static_cast<double>(sound->size());
    best = run == 0 ? speed : std::min(best, speed);
  }
  return best;
}

}  // namespace

Result<double> kokoro_speed(const fs::path& path, const VoiceOptions& options) {
  static std::mutex measuring;
  static std::map<std::string, double> measured;  // where nothing is kept
  const std::lock_guard lock(measuring);
  const std::string what = subject(path, options);
  if (const auto speed = kept(what)) return *speed;
  if (const auto speed = measured.find(what); speed != measured.end()) return speed->second;
  const Result<double> speed = measure(path, options);
  if (!speed) return speed.error();
  log::info("kokoro takes {:.2f} s for a second of sound on this machine", *speed);
  if (!keep(what, *speed)) measured[what] = *speed;
  return speed;
}

}  // namespace sotto::speech
