#include "speech/espeak.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "audio/wav_stream.h"
#include "base/child.h"
#include "base/log.h"
#include "base/printable.h"
#include "phonemes/espeak_voices.h"
#include "phonemes/ipa.h"
#include "phonemes/japanese_text.h"
#include "phonemes/kana.h"
#include "speech/tempo_chunks.h"
#include "text/phoneme_marks.h"
#include "text/pieces.h"

namespace sotto::speech {
namespace {

constexpr int kWordsPerMinute = 175;  // espeak-ng's own pace
// It does not go below 80 words a minute: what is slower is stretched.
constexpr double kSlowestOwnRate = 0.5;
constexpr std::chrono::milliseconds kEspeakPatience{20000};
constexpr int kSampleRateHz = 22050;  // of all its own voices; a chunk says what it really has

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
  EspeakJapanese(phonemes::JapaneseText japanese_text, phonemes::KanaReader reader)
      : text(std::move(japanese_text)), kana(std::move(reader)) {}
  phonemes::JapaneseText text;
  phonemes::KanaReader kana;
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
    std::string line;
    for (const text::SpokenRun& run : text::spoken_runs(text::one_line(text))) line += line_of(run);
    if (line.empty()) return {};
    line += '\n';
    return with_tempo(tempo_, handler,
                      [&](const ChunkHandler& paced) { return speak_line(line, stop, paced); });
  }

  bool takes_phonemes() const override { return true; }
  bool set_rate(double rate) override {
    const double own = std::max(rate, kSlowestOwnRate);
    tempo_ = rate / own;
    argv_ = {"espeak-ng", "--stdin", "--stdout",
             "-b",        "1",       "-v",
             code_,       "-s",      std::to_string(std::lround(kWordsPerMinute * own))};
    return true;
  }

 private:
  // A sound that it has no mnemonic for: the word is read.
  std::string line_of(const text::SpokenRun& run) {
    const auto mnemonics = run.ipa.empty() ? std::nullopt : phonemes::espeak_mnemonics(run.ipa);
    if (mnemonics) return "[[" + *mnemonics + "]]";
    if (!run.ipa.empty() && !std::exchange(has_warned_, true))
      log::warn("espeak-ng: has no sounds for the phonemes {}, the text is read",
                printable(run.ipa));
    if (!japanese_) return without_phoneme_marks(run.text);
    return without_phoneme_marks(
        japanese_->kana.read(japanese_->text.spoken(run.text, phonemes::JapaneseNumbers::kana)));
  }

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
  bool has_warned_ = false;
  std::optional<EspeakJapanese> japanese_;
};

}  // namespace

// Pty Language       Age/Gender VoiceName          File                 Other Languages
//  5  cmn             --/M      Chinese_(Mandarin)  sit/cmn              (zh-cmn 5)(zh 5)
Result<std::unique_ptr<Voice>> open_espeak(const std::string& voice, const Language& language,
                                           double rate) {
  if (!has_program("espeak-ng")) {
    return Error{Errc::not_found, "espeak-ng: the program is not installed; install espeak-ng"};
  }
  const std::string wanted = voice.empty() ? language.iso : voice;
  const std::string code = phonemes::espeak_code(phonemes::espeak_voices(), wanted);
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
    Result<phonemes::JapaneseText> japanese_text = phonemes::JapaneseText::open();
    if (!japanese_text) return japanese_text.error();
    Result<phonemes::KanaReader> kana = phonemes::KanaReader::open();
    if (!kana) return kana.error();
    japanese.emplace(*std::move(japanese_text), *std::move(kana));
  }
  return std::unique_ptr<Voice>(std::make_unique<Espeak>(code, rate, std::move(japanese)));
}

}  // namespace sotto::speech
