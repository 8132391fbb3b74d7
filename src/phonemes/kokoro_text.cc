#include "phonemes/kokoro_text.h"

#include <system_error>

#include "base/child.h"
#include "japanese/mecab.h"
#include "phonemes/ipa.h"
#include "phonemes/japanese_phonemes.h"
#include "phonemes/open_jtalk_voices.h"
#include "text/phoneme_marks.h"
#include "text/pieces.h"

namespace sotto::phonemes {
namespace {

// Mandarin (z) needs a reader of its own.
constexpr KokoroLanguage kLanguages[] = {
    {'a', "en", "en-us"}, {'b', "en", "en-gb"}, {'e', "es", "es"}, {'f', "fr", "fr-fr"},
    {'h', "hi", "hi"},    {'i', "it", "it"},    {'j', "ja", ""},   {'p', "pt", "pt-br"},
};

}  // namespace

const KokoroLanguage* kokoro_language_of(std::string_view voice) {
  // "0.3*jf_nezumi+jf_alpha": the first name.
  voice = voice.substr(0, voice.find('+'));
  if (const size_t times = voice.find('*'); times != voice.npos) voice.remove_prefix(times + 1);
  const size_t begin = voice.find_first_not_of(' ');
  if (begin == voice.npos) return nullptr;
  for (const KokoroLanguage& language : kLanguages) {
    if (voice[begin] == language.letter) return &language;
  }
  return nullptr;
}

std::string KokoroText::missing(const KokoroLanguage& language) {
  if (!language.espeak.empty())
    return has_program("espeak-ng") ? ""
                                    : "espeak-ng: the program is not installed; install espeak-ng";
  if (japanese::open_jtalk_dictionary().empty() || !has_program("open_jtalk")) {
    return "Kokoro reads Japanese with Open JTalk, which is not installed; install open-jtalk "
           "and open-jtalk-mecab-naist-jdic";
  }
  // The program wants a voice, though none of it is heard.
  if (open_jtalk_voices().empty()) {
    return "Kokoro reads Japanese with Open JTalk, which needs a voice of its own for that, "
           "and no .htsvoice file was found; run scripts/voice-mei";
  }
  return japanese::Mecab::missing();
}

Result<KokoroText::Reader> KokoroText::open_japanese(const std::filesystem::path& word_list) {
  WordList list;
  std::error_code ignored;
  if (std::filesystem::exists(word_list, ignored)) {
    Result<WordList> opened = WordList::open(word_list);
    if (!opened) return opened.error();
    list = *std::move(opened);
  }
  Result<JapaneseText> text = JapaneseText::open();
  if (!text) return text.error();
  OpenJTalkReader open_jtalk(japanese::open_jtalk_dictionary(),
                             open_jtalk_voices().begin()->second);
  open_jtalk.prepare();
  return Reader(Japanese{*std::move(text), std::move(open_jtalk), std::move(list)});
}

Result<KokoroText> KokoroText::open(const KokoroLanguage& language,
                                    const std::filesystem::path& word_list) {
  if (std::string why = missing(language); !why.empty())
    return Error{Errc::not_found, std::move(why)};
  if (language.espeak.empty()) {
    Result<Reader> reader = open_japanese(word_list);
    if (!reader) return reader.error();
    return KokoroText(*std::move(reader), language);
  }
  Result<EspeakPhonemes> espeak = EspeakPhonemes::open(language.espeak);
  if (!espeak) return espeak.error();
  return KokoroText(*std::move(espeak), language);
}

Result<std::string> KokoroText::phonemes(std::string_view text, const std::stop_token& stop) {
  if (!text::has_phonemes(text)) return phonemes_of_plain(text, stop);
  std::string all;
  for (const text::SpokenRun& run : text::spoken_runs(text)) {
    std::string part;
    if (run.ipa.empty()) {
      const Result<std::string> read = phonemes_of_plain(run.text, stop);
      if (!read) return read.error();
      part = *read;
    } else {
      const std::string ipa = ipa_with_ties(run.ipa);
      part = language_.iso == "en" ? english_phonemes(ipa, language_.espeak == "en-gb")
                                   : other_phonemes(ipa);
    }
    // Readers leave no space at the ends.
    if (run.text.starts_with(' ') && !all.empty() && !all.ends_with(' ')) all += ' ';
    all += part;
    if (run.text.ends_with(' ') && !all.ends_with(' ')) all += ' ';
  }
  while (all.ends_with(' ')) all.pop_back();
  return all;
}

Result<std::string> KokoroText::phonemes_of_plain(std::string_view text,
                                                  const std::stop_token& stop) {
  if (const auto* espeak = std::get_if<EspeakPhonemes>(&reader_)) {
    return espeak->phonemes(text, stop);
  }
  Japanese& japanese = std::get<Japanese>(reader_);
  const std::string spoken = japanese.text.spoken(text::one_line(text), JapaneseNumbers::digits);
  std::string all;
  for (const std::string& piece : text::pieces(spoken, kJTalkMaxCost)) {
    const Result<JTalkReading> reading = japanese.open_jtalk.read(piece, stop);
    if (!reading) return reading.error();
    if (!all.empty()) all += ' ';
    all += japanese_phonemes(reading->words, japanese.words);
  }
  return all;
}

void KokoroText::prepare() {
  if (auto* japanese = std::get_if<Japanese>(&reader_)) japanese->open_jtalk.prepare();
}

}  // namespace sotto::phonemes
