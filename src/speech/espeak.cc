#include "speech/espeak.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "audio/wav_stream.h"
#include "speech/child.h"
#include "speech/japanese_text.h"
#include "speech/kana.h"
#include "speech/paced.h"
#include "speech/pieces.h"

namespace sotto::speech {
namespace {

constexpr int kWordsPerMinute = 175;  // espeak-ng's own pace
// It does not go below 80 words a minute: what is slower is stretched.
constexpr double kSlowestOwnRate = 0.5;
constexpr std::chrono::milliseconds kEspeakPatience{20000};
constexpr int kSampleRateHz = 22050;  // of all its own voices; a chunk says what it really has
constexpr size_t kMaxTableBytes = size_t{1} << 20;

// Splits at runs of spaces, but keeps "(fr 5)" together.
std::vector<std::string_view> fields(std::string_view line) {
  std::vector<std::string_view> found;
  while (!line.empty()) {
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == line.npos) break;
    line.remove_prefix(begin);
    const size_t end = line[0] == '(' ? line.find(')') : line.find_first_of(" \t\r(");
    const size_t length = end == line.npos ? line.size() : end + (line[0] == '(' ? 1 : 0);
    found.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
  return found;
}

int number(std::string_view digits) {
  int value = 99;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// "[[" begins phonemes in espeak-ng's own alphabet; a text means two brackets.
std::string without_phoneme_marks(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c == '[' && plain.ends_with('[')) plain += ' ';
    plain += c;
  }
  return plain;
}

// It reads kana alone.
struct EspeakJapanese {
  EspeakJapanese(JapaneseText japanese_text, KanaReader reader)
      : text(std::move(japanese_text)), kana(std::move(reader)) {}
  JapaneseText text;
  KanaReader kana;
};

class Espeak final : public Voice {
 public:
  Espeak(std::string code, double rate, std::optional<EspeakJapanese> japanese)
      : code_(std::move(code)), japanese_(std::move(japanese)) {
    set_rate(rate);
  }

  std::string name() const override { return "espeak-ng:" + code_; }
  int sample_rate_hz() const override { return kSampleRateHz; }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const ChunkHandler& handler) override {
    std::string line = one_line(text);
    if (line.empty()) return {};
    if (japanese_) {
      line = japanese_->kana.read(japanese_->text.spoken(line, JapaneseNumbers::kana));
    }
    line = without_phoneme_marks(line) + '\n';

    return speak_paced(tempo_, handler,
                       [&](const ChunkHandler& paced) { return speak_line(line, stop, paced); });
  }

  bool set_rate(double rate) override {
    const double own = std::max(rate, kSlowestOwnRate);
    tempo_ = rate / own;
    argv_ = {"espeak-ng", "--stdin", "--stdout",
             "-b",        "1",       "-v",
             code_,       "-s",      std::to_string(std::lround(kWordsPerMinute * own))};
    return true;
  }

 private:
  Result<void> speak_line(const std::string& line, const std::stop_token& stop,
                          const ChunkHandler& handler) {
    Result<Child> child = Child::start(argv_);
    if (!child) return child.error();
    audio::WavStream wav;
    bool listened = true;
    const Result<void> r = child->converse(
        line, stop, kEspeakPatience, [&](std::span<const std::byte> bytes) -> Result<bool> {
          const auto samples = wav.push(bytes);
          if (!samples) return Error{Errc::io, "espeak-ng: " + samples.error().message};
          if (!samples->empty()) listened = handler({*samples, wav.sample_rate_hz()});
          return listened;
        });
    if (!r) return r.error();
    if (!listened) return Error{Errc::cancelled, "the voice was stopped"};
    return wav.end();
  }

  std::string code_;
  std::vector<std::string> argv_;
  double tempo_ = 1;  // of what the program says
  std::optional<EspeakJapanese> japanese_;
};

}  // namespace

// Pty Language       Age/Gender VoiceName          File                 Other Languages
//  5  cmn             --/M      Chinese_(Mandarin)  sit/cmn              (zh-cmn 5)(zh 5)
std::vector<EspeakVoice> parse_espeak_voices(std::string_view table) {
  std::vector<EspeakVoice> voices;
  while (!table.empty()) {
    const std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(table.size(), line.size() + 1));
    const std::vector<std::string_view> columns = fields(line);
    if (columns.size() < 5 || columns[0].find_first_not_of("0123456789") != line.npos) continue;
    EspeakVoice voice{std::string(columns[1]), {{std::string(columns[1]), number(columns[0])}}};
    for (const std::string_view other : columns) {  // "(zh 5)"
      const size_t space = other.find(' ');
      if (other.front() != '(' || space == other.npos) continue;
      voice.languages.emplace_back(other.substr(1, space - 1), number(other.substr(space + 1)));
    }
    voices.push_back(std::move(voice));
  }
  return voices;
}

std::string espeak_code(const std::vector<EspeakVoice>& voices, const std::string& iso) {
  // A voice of exactly this language, else a voice that lists it, else a regional one ("fr-fr").
  const auto cost = [&](const EspeakVoice& voice) {
    int best = 1000;
    for (const auto& [language, priority] : voice.languages) {
      if (language == iso) best = std::min(best, priority + (voice.code == iso ? 0 : 100));
      if (language.starts_with(iso + "-")) best = std::min(best, priority + 200);
    }
    return best;
  };
  std::string code;
  int least = 1000;
  for (const EspeakVoice& voice : voices) {
    if (const int c = cost(voice); c < least) {
      least = c;
      code = voice.code;
    }
  }
  return code;
}

const std::vector<EspeakVoice>& espeak_voices() {
  static const std::vector<EspeakVoice> voices = [] {
    const Result<std::string> table =
        run_program({"espeak-ng", "--voices"}, "", {}, kMaxTableBytes);
    return table ? parse_espeak_voices(*table) : std::vector<EspeakVoice>();
  }();
  return voices;
}

Result<std::unique_ptr<Voice>> open_espeak(const std::string& voice, const Language& language,
                                           double rate) {
  if (!has_program("espeak-ng")) {
    return Error{Errc::not_found, "espeak-ng: the program is not installed; install espeak-ng"};
  }
  const std::string wanted = voice.empty() ? language.iso : voice;
  const std::string code = espeak_code(espeak_voices(), wanted);
  if (code.empty()) {
    return Error{
        Errc::not_found,
        fmt::format("espeak-ng: has no voice for {}; `espeak-ng --voices` lists what it has",
                    voice.empty()
                        ? fmt::format("the language {} ({})", language.iso, language.flores)
                        : fmt::format("\"{}\"", voice))};
  }
  std::optional<EspeakJapanese> japanese;
  if (code == "ja") {
    Result<JapaneseText> japanese_text = JapaneseText::open();
    if (!japanese_text) return japanese_text.error();
    Result<KanaReader> kana = KanaReader::open();
    if (!kana) return kana.error();
    japanese.emplace(*std::move(japanese_text), *std::move(kana));
  }
  return std::unique_ptr<Voice>(std::make_unique<Espeak>(code, rate, std::move(japanese)));
}

}  // namespace sotto::speech
