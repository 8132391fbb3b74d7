#include "speech/kokoro_speed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/kept_figure.h"
#include "base/log.h"
#include "base/thread_pool.h"
#include "models/kokoro/session.h"
#include "speech/kokoro_voice.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;
namespace kokoro = models::kokoro;

constexpr std::chrono::hours kSlowIsKept(24);  // the machine may have been busy
constexpr const char* kClause = "koɴniʨiwa, tesɯto wa dzembɯ toːɾimaɕita.";

Result<double> measure(const fs::path& path, const VoiceOptions& options) {
  const auto model = load_kokoro(path, options);
  if (!model) return model.error();
  const std::vector<std::string> names = (*model)->voices().names();
  if (names.empty()) return Error{Errc::not_found, fmt::format("{}: has no voices", path.string())};
  const Result<kokoro::Voice> voice = (*model)->voices().voice(names.front());
  if (!voice) return voice.error();
  kokoro::Session session(*model);
  const kokoro::Clause clause{.ids = (*model)->config().vocab.ids(kClause),
                              .style = voice->style(tokenize::phoneme_count(kClause))};
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

std::string kokoro_subject(const fs::path& path, const VoiceOptions& options) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  const auto changed = fs::last_write_time(path, error).time_since_epoch().count();
  const int threads = options.threads > 0 ? options.threads : default_threads();
  const std::string weights = options.weights ? quant::name_of(*options.weights) : "";
  const std::string device = options.backend != nullptr ? options.backend->report().name : "cpu";
  return fmt::format("{} {} {} {} threads {} {}", whole.string(), changed, SOTTO_VERSION, threads,
                     device, weights);
}

Result<double> kokoro_speed(const fs::path& path, const VoiceOptions& options) {
  const auto measured = [&]() -> Result<double> {
    const Result<double> speed = measure(path, options);
    if (speed) log::info("kokoro takes {:.2f} s for a second of sound on this machine", *speed);
    return speed;
  };
  const auto believed = [](double speed) {
    return speed > kFastEnough ? std::optional(kSlowIsKept) : std::nullopt;
  };
  return kept_figure({"kokoro-speed", kokoro_subject(path, options), measured, believed});
}

}  // namespace sotto::speech
