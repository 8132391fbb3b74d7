// Open JTalk is a program without a library, and it writes its sound when all of a sentence is
// computed: 0.4 s for 30 characters, nine tenths of it in the vocoder (see docs/decisions). So the
// program only reads the text. It is told to write its trace, which holds the phonemes in context,
// and to make sound of one sample a frame at a thousandfold speed, which takes no time. The
// phonemes go to the same HTS engine as a library, and the parameters to a vocoder of our own.
#include "speech/open_jtalk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

#include "japanese/mecab.h"
#include "phonemes/japanese_text.h"
#include "phonemes/open_jtalk_reader.h"
#include "speech/hts_voice.h"
#include "speech/jtalk_times.h"
#include "text/pieces.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;

constexpr uintmax_t kMaxVoiceBytes = uintmax_t{64} << 20;

// Silence left at the ends of an utterance (the pipeline adds its pause between sentences), and at
// the joints of a text that had to be cut.
constexpr int kEdgeMs = 50, kJointMs = 120;

class OpenJTalk final : public Voice {
 public:
  OpenJTalk(std::string name, phonemes::JapaneseText japanese, phonemes::OpenJTalkReader reader,
            std::unique_ptr<HtsVoice> voice, double rate)
      : name_(std::move(name)),
        japanese_(std::move(japanese)),
        reader_(std::move(reader)),
        voice_(std::move(voice)),
        rate_(rate) {}

  std::string name() const override { return "open-jtalk:" + name_; }
  int sample_rate_hz() const override { return voice_->sample_rate_hz(); }
  bool set_rate(double rate) override {
    rate_ = rate;
    return true;
  }

  std::span<const WordTime> words() const override { return words_; }

  Result<void> speak(const std::string& text, std::stop_token stop,
                     const ChunkHandler& handler) override {
    const std::string spoken =
        japanese_.spoken(text::one_line(text), phonemes::JapaneseNumbers::digits);
    const std::vector<std::string> parts = text::pieces(spoken, phonemes::kJTalkMaxCost);
    const int edge_ms = parts.size() > 1 ? kJointMs : kEdgeMs;
    // The spare program is renewed when the first sound is out, not while it is waited for.
    const ChunkHandler renewing = [&](const audio::Chunk& chunk) {
      const bool listened = handler(chunk);
      reader_.prepare();
      return listened;
    };
    words_.clear();
    double made_ms = 0;
    for (const std::string& part : parts) {
      if (stop.stop_requested()) return Error{Errc::cancelled, "the voice was stopped"};
      Result<phonemes::JTalkReading> reading = reader_.read(part, stop);
      if (!reading) return reading.error();
      if (Result<void> r = voice_->speak(reading->labels, rate_, edge_ms, stop, renewing); !r)
        return r;
      add_word_times(*reading, voice_->label_ends_ms(), made_ms, words_);
      if (!voice_->label_ends_ms().empty()) made_ms += voice_->label_ends_ms().back();
    }
    reader_.prepare();
    return {};
  }

 private:
  std::string name_;
  phonemes::JapaneseText japanese_;
  phonemes::OpenJTalkReader reader_;
  std::unique_ptr<HtsVoice> voice_;
  double rate_;
  std::vector<WordTime> words_;  // of the last text
};

Result<void> check_file(const fs::path& file) {
  std::error_code error;
  const uintmax_t size = fs::file_size(file, error);
  if (error) {
    return Error{Errc::not_found,
                 fmt::format("{}: cannot read the voice: {}", file.string(), error.message())};
  }
  constexpr std::string_view kMagic = "[GLOBAL]";
  std::array<char, kMagic.size()> head{};
  std::ifstream(file, std::ios::binary).read(head.data(), head.size());
  if (size > kMaxVoiceBytes || std::string_view(head.data(), head.size()) != kMagic) {
    return Error{Errc::bad_format,
                 fmt::format("{}: is not an HTS voice, expected a file that begins with {}",
                             file.string(), kMagic)};
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<Voice>> open_open_jtalk(const std::string& voice, const fs::path& file,
                                               double rate) {
  if (Result<void> r = check_file(file); !r) return r.error();
  phonemes::OpenJTalkReader reader(japanese::open_jtalk_dictionary(), file);
  // The file comes from outside and the engine's reader trusts it: so the program, which may die,
  // tries it first. It is the same reader.
  const auto tried = reader.read("あ", {});
  if (!tried) {
    if (tried.error().code == Errc::not_found) return tried.error();
    return Error{Errc::bad_format, fmt::format("{}: Open JTalk cannot use this voice ({})",
                                               file.string(), tried.error().message)};
  }
  if (tried->labels.empty()) {
    return Error{Errc::bad_format,
                 fmt::format("{}: Open JTalk says nothing with this voice", file.string())};
  }
  Result<phonemes::JapaneseText> japanese = phonemes::JapaneseText::open();
  if (!japanese) return japanese.error();
  reader.prepare();
  Result<std::unique_ptr<HtsVoice>> loaded = HtsVoice::load(file);
  if (!loaded) return loaded.error();
  return std::unique_ptr<Voice>(std::make_unique<OpenJTalk>(
      voice, *std::move(japanese), std::move(reader), *std::move(loaded), rate));
}

}  // namespace sotto::speech
