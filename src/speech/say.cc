#include "speech/say.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "audio/wav_stream.h"
#include "base/child.h"
#include "base/file.h"
#include "text/pieces.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;

constexpr int kWordsPerMinute = 175;  // what `say` speaks at when not told otherwise
constexpr int kSampleRateHz = 22050;
constexpr size_t kMaxOutputBytes = size_t{1} << 20;
constexpr size_t kMaxSoundBytes = size_t{256} << 20;

Result<std::string> voice_for(const Language& language) {
  if (const SayVoice* best = best_say_voice(say_voices(), language)) return best->name;
  return Error{Errc::not_found,
               fmt::format("say: has no voice for the language {} ({}); add one in the settings of "
                           "macOS under spoken content",
                           language.iso, language.flores)};
}

// `say` wants to seek in what it writes, so the sound goes through a file of ours.
struct SoundFile {
  std::string path;
  ~SoundFile() {
    if (!path.empty()) ::unlink(path.c_str());
  }
  bool create() {
    std::error_code error;
    path = (fs::temp_directory_path(error) / "sotto-say-XXXXXX").string();
    const int fd = error ? -1 : ::mkstemp(path.data());
    if (fd < 0) path.clear();
    return fd >= 0 && ::close(fd) == 0;
  }
};

class Say final : public Voice {
 public:
  Say(std::string voice, double rate) : voice_(std::move(voice)) { set_rate(rate); }

  std::string name() const override { return "say:" + voice_; }
  int sample_rate_hz() const override { return kSampleRateHz; }
  bool set_rate(double rate) override {
    words_per_minute_ = std::lround(kWordsPerMinute * rate);
    return true;
  }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const ChunkHandler& handler) override {
    const std::string line = text::one_line(without_say_commands(text));
    if (line.empty()) return {};
    SoundFile sound;
    if (!sound.create()) return Error{Errc::io, "say: cannot make a temporary file"};
    const Result<std::string> said = run_program(
        {"say", "-v", voice_, "-r", std::to_string(words_per_minute_), "-o", sound.path,
         "--file-format=WAVE", fmt::format("--data-format=LEI16@{}", kSampleRateHz), "-f", "-"},
        line + "\n", stop, kMaxOutputBytes);
    if (!said) return said.error();
    const Result<std::string> bytes = read_file(sound.path, kMaxSoundBytes);
    if (!bytes) return bytes.error();
    audio::WavStream wav;
    const auto samples = wav.push(std::as_bytes(std::span(*bytes)));
    if (!samples) return Error{Errc::io, "say: " + samples.error().message};
    if (Result<void> r = wav.end(); !r) return r;
    if (!samples->empty() && !handler({*samples, wav.sample_rate_hz()})) {
      return Error{Errc::cancelled, "the voice was stopped"};
    }
    return {};
  }

 private:
  std::string voice_;
  long words_per_minute_;
};

}  // namespace

const std::vector<SayVoice>& say_voices() {
  static const std::vector<SayVoice> voices = [] {
    if (!has_program("say")) return std::vector<SayVoice>();
    const Result<std::string> table = run_program({"say", "-v", "?"}, "", {}, kMaxOutputBytes);
    return table ? parse_say_voices(*table) : std::vector<SayVoice>();
  }();
  return voices;
}

Result<std::unique_ptr<Voice>> open_say(const std::string& voice, const Language& language,
                                        double rate) {
  if (!has_program("say")) {
    return Error{Errc::not_found, "say: the program is not there; it comes with macOS only"};
  }
  Result<std::string> name = voice.empty() ? voice_for(language) : voice;
  if (!name) return name.error();
  return std::unique_ptr<Voice>(std::make_unique<Say>(*std::move(name), rate));
}

}  // namespace sotto::speech
