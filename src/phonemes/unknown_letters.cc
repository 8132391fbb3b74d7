#include "phonemes/unknown_letters.h"

#include <fmt/format.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "base/log.h"
#include "base/unicode.h"
#include "base/utf32.h"
#include "base/utf8.h"
#include "phonemes/is_in.h"
#include "phonemes/kanji_readings.h"
#include "text/katakana.h"

namespace sotto::phonemes {
namespace {

constexpr size_t kMostAnnounced = 1000;  // characters in the log
constexpr size_t kIpadicKana = 7;        // a feature's column

UScriptCode script_of(char32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  return uscript_getScript(static_cast<UChar32>(c), &error);
}

bool is_han(char32_t c) { return script_of(c) == USCRIPT_HAN; }

// Readers say Latin letters and kana that no word has, one by one. ー and the voicing marks are of
// both kana, and of neither script.
bool wants_reading(char32_t c) {
  const UScriptCode script = script_of(c);
  if (c < 0x80 || script == USCRIPT_LATIN ||
      u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DIACRITIC) ||
      uscript_hasScript(static_cast<UChar32>(c), USCRIPT_HIRAGANA) ||
      uscript_hasScript(static_cast<UChar32>(c), USCRIPT_KATAKANA)) {
    return is_han(c);
  }
  const int8_t kind = u_charType(static_cast<UChar32>(c));
  return u_isalnum(static_cast<UChar32>(c)) != 0 || kind == U_LETTER_NUMBER ||
         kind == U_OTHER_NUMBER || kind == U_PRIVATE_USE_CHAR || is_han(c);
}

// Letters that belong to the run of `c`: with the marks that combine with them.
bool goes_on(char32_t c, UScriptCode script) {
  const UScriptCode own = script_of(c);
  return own == script || own == USCRIPT_INHERITED;
}

void announce(char32_t c, std::string_view said) {
  static std::mutex mutex;
  static std::set<char32_t> announced;
  const std::lock_guard lock(mutex);
  if (announced.size() >= kMostAnnounced || !announced.insert(c).second) return;
  log::warn("U+{:04X} has no Japanese reading here; it is said as \"{}\"", static_cast<uint32_t>(c),
            said);
}

// A run of letters of one script; empty: ICU knows no way.
std::string in_katakana(std::string_view run) {
  static const std::unique_ptr<icu::Transliterator> kToLatin = [] {
    UErrorCode error = U_ZERO_ERROR;
    return std::unique_ptr<icu::Transliterator>(icu::Transliterator::createInstance(
        "Any-Latin; Latin-ASCII; Lower", UTRANS_FORWARD, error));
  }();
  static std::mutex mutex;  // ICU does not say that threads may share one
  if (!kToLatin) return {};
  icu::UnicodeString words = from_utf8(run);
  {
    const std::lock_guard lock(mutex);
    kToLatin->transliterate(words);
  }
  std::string letters = to_utf8(words);
  std::erase_if(letters, [](char c) { return c < 'a' || c > 'z'; });
  return text::approximate_katakana(letters);
}

// "タングット文字".
std::string name_of_script(char32_t c) {
  if (u_charType(static_cast<UChar32>(c)) == U_PRIVATE_USE_CHAR) return "外字";
  if (is_han(c)) return "漢字";
  const std::string script = lower_ascii(uscript_getName(script_of(c)));
  return text::approximate_katakana(script.substr(0, script.find('_'))) + "文字";
}

std::string said_run(std::string_view run, char32_t first) {
  if (std::string kana = in_katakana(run); !kana.empty()) return kana;
  std::string name = name_of_script(first);
  for (size_t i = 0; i < run.size();) announce(next_code_point(run, i), name);
  return name;
}

class LetterReader {
 public:
  LetterReader(const japanese::Mecab& dictionary, std::string_view text)
      : dictionary_(dictionary), text_(text) {}

  // Variants of ideographs within words that the dictionary lacks; the others stay.
  std::string with_variants() {
    return replaced([&](std::string_view word) {
      std::string out;
      for (size_t i = 0; i < word.size();) {
        const size_t begin = i;
        const KanjiReading* row = kanji_reading(next_code_point(word, i));
        const bool has_variant = row != nullptr && !row->variant.empty();
        out += has_variant ? row->variant : word.substr(begin, i - begin);
      }
      return out;
    });
  }

  std::string with_readings() {
    return replaced([&](std::string_view word) { return read_word(word); });
  }

 private:
  // The text with each unknown word that wants a reading as `read` has it.
  template <class Read>
  std::string replaced(Read read) {
    std::string out;
    size_t done = 0;
    dictionary_.for_each(text_, [&](const japanese::Mecab::Word& word) {
      if (word.known || !wants_any(word.surface)) return;
      const auto begin = static_cast<size_t>(word.surface.data() - text_.data());
      out += text_.substr(done, begin - done);
      out += read(word.surface);
      done = begin + word.surface.size();
    });
    return out += text_.substr(done);
  }

  static bool wants_any(std::string_view word) {
    for (size_t i = 0; i < word.size();) {
      if (wants_reading(next_code_point(word, i))) return true;
    }
    return false;
  }

  std::string read_word(std::string_view word) const {
    std::string out;
    for (size_t i = 0; i < word.size();) {
      const size_t begin = i;
      const char32_t c = next_code_point(word, i);
      if (!wants_reading(c)) {
        out += word.substr(begin, i - begin);
      } else if (is_han(c)) {
        out += read_ideograph(word.substr(begin, i - begin), c);
      } else {
        for (size_t next = i; next < word.size(); i = next) {
          if (!goes_on(next_code_point(word, next), script_of(c))) break;
        }
        out += said_run(word.substr(begin, i - begin), c);
      }
    }
    return out;
  }

  // Among other ideographs it has its on reading, alone its kun reading.
  std::string read_ideograph(std::string_view ideograph, char32_t c) const {
    const KanjiReading* row = kanji_reading(c);
    if (row == nullptr || !row->variant.empty()) return read_alone(ideograph, c);
    const auto begin = static_cast<size_t>(ideograph.data() - text_.data());
    const std::string_view behind = text_.substr(begin + ideograph.size());
    if (const size_t stem = kun_stem(row->kun, behind))
      return std::string(row->kun.substr(0, stem));
    const bool in_compound = begins_with_han(behind) || ends_with_han(text_.substr(0, begin));
    const bool by_kun =
        row->on.empty() || (!row->kun.empty() && !in_compound && !may_inflect(row->kun));
    return std::string(by_kun ? row->kun : row->on);
  }

  // Reads an ideograph by itself: of a word of two each may be known.
  std::string read_alone(std::string_view ideograph, char32_t c) const {
    std::string kana;
    dictionary_.for_each(ideograph, [&](const japanese::Mecab::Word& word) {
      if (word.known) kana += japanese::column(word.feature, kIpadicKana);
    });
    return kana.empty() ? said_run(ideograph, c) : kana;
  }

  // A verb or an adjective, which okurigana would follow.
  static bool may_inflect(std::string_view kun) {
    const std::u32string word = to_utf32(kun);
    return !word.empty() && is_in(word.back(), U"うくぐすつぬぶむるい");
  }

  static bool begins_with_han(std::string_view text) {
    size_t i = 0;
    return !text.empty() && is_han(next_code_point(text, i));
  }

  static bool ends_with_han(std::string_view text) {
    size_t begin = text.size();
    while (begin > 0 && (text[--begin] & 0xc0) == 0x80) {
    }
    return begins_with_han(text.substr(begin));
  }

  const japanese::Mecab& dictionary_;
  std::string_view text_;
};

}  // namespace

std::string with_known_letters(const japanese::Mecab& dictionary, std::string_view text) {
  const std::string folded = LetterReader(dictionary, text).with_variants();
  return LetterReader(dictionary, folded).with_readings();
}

}  // namespace sotto::phonemes
