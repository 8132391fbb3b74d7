#include "text/fold.h"

#include <unicode/normalizer2.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/character.h"

namespace sotto::text {
namespace {

struct Whole {
  UChar32 character;
  std::string_view words;
};
// Characters for which Japanese has a word that is not the sum of its parts.
constexpr Whole kJapaneseWholes[] = {
    {U'㎡', "平方メートル"},
    {U'㎢', "平方キロメートル"},
    {U'㎠', "平方センチメートル"},
    {U'㎥', "立方メートル"},
    {U'㎤', "立方センチメートル"},
    {U'℃', "度"},
    {U'№', "ナンバー"},
    {U'㈱', "株式会社"},
    {U'㈲', "有限会社"},
    {U'㏍', "株式会社"},
    {U'℡', "電話"},
    {U'㏄', "シーシー"},
    {U'㎏', "キログラム"},
    {U'㎎', "ミリグラム"},
    {U'㎍', "マイクログラム"},
    {U'㎜', "ミリメートル"},
    {U'㎝', "センチメートル"},
    {U'㎞', "キロメートル"},
    {U'㎳', "ミリ秒"},
    {U'㎲', "マイクロ秒"},
    {U'㎱', "ナノ秒"},
    {U'㎐', "ヘルツ"},
    {U'㎑', "キロヘルツ"},
    {U'㎒', "メガヘルツ"},
    {U'㎓', "ギガヘルツ"},
    {U'㎅', "キロバイト"},
    {U'㎆', "メガバイト"},
    {U'㎇', "ギガバイト"},
    {U'㎖', "ミリリットル"},
    {U'㎗', "デシリットル"},
    {U'ℓ', "リットル"},
    {U'㏈', "デシベル"},
    {U'㎛', "マイクロメートル"},
};

constexpr Whole kMicroUnits[] = {{'s', "秒"},       {'m', "メートル"},  {'g', "グラム"},
                                 {'l', "リットル"}, {'A', "アンペア"},  {'V', "ボルト"},
                                 {'W', "ワット"},   {'F', "ファラッド"}};

struct Metre {
  std::string_view unit, name;
};
constexpr Metre kMetres[] = {
    {"km", "キロメートル"}, {"cm", "センチメートル"}, {"mm", "ミリメートル"}, {"m", "メートル"}};

std::string_view japanese_whole(UChar32 c) {
  const auto* row = std::find_if(std::begin(kJapaneseWholes), std::end(kJapaneseWholes),
                                 [&](const Whole& whole) { return whole.character == c; });
  return row == std::end(kJapaneseWholes) ? std::string_view() : row->words;
}

std::string normalized_by(const icu::Normalizer2* normalizer, const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  if (normalizer == nullptr) return to_utf8(text);
  const icu::UnicodeString normal = normalizer->normalize(text, error);
  return to_utf8(U_FAILURE(error) ? text : normal);
}

std::string nfc_of(std::string_view text) {
  UErrorCode error = U_ZERO_ERROR;
  return normalized_by(icu::Normalizer2::getNFCInstance(error), from_utf8(text));
}

std::string nfkc_of(UChar32 c) {
  UErrorCode error = U_ZERO_ERROR;
  return normalized_by(icu::Normalizer2::getNFKCInstance(error), icu::UnicodeString(c));
}

// é is e, ß ss, ø o.
std::string without_accent(UChar32 letter) {
  static const std::unique_ptr<icu::Transliterator> kPlain = [] {
    UErrorCode error = U_ZERO_ERROR;
    return std::unique_ptr<icu::Transliterator>(
        icu::Transliterator::createInstance("Latin-ASCII", UTRANS_FORWARD, error));
  }();
  static std::mutex mutex;  // ICU does not say that threads may share one
  icu::UnicodeString plain(letter);
  const std::lock_guard lock(mutex);
  if (kPlain) kPlain->transliterate(plain);
  return to_utf8(plain);
}

bool is_plain_digit(UChar32 c) { return c >= '0' && c <= '9'; }
bool is_ideograph(UChar32 c) { return u_hasBinaryProperty(c, UCHAR_IDEOGRAPHIC) != 0; }

UDecompositionType decomposition_of(UChar32 c) {
  return static_cast<UDecompositionType>(u_getIntPropertyValue(c, UCHAR_DECOMPOSITION_TYPE));
}

bool is_accented_latin(UChar32 c) {
  UErrorCode error = U_ZERO_ERROR;
  return u_isalpha(c) != 0 && uscript_getScript(c, &error) == USCRIPT_LATIN;
}

// "²" where `type` is U_DT_SUPER, "₂" where it is U_DT_SUB.
bool is_digit_of(UChar32 c, UDecompositionType type) {
  return decomposition_of(c) == type && u_getNumericValue(c) >= 0;
}

// The integer that a character is: ①, ❶, Ⅳ, ٣. Ideographs are words.
std::optional<int> whole_number(UChar32 c) {
  const UDecompositionType type = decomposition_of(c);
  const double value = u_getNumericValue(c);
  if (is_ideograph(c) || type == U_DT_SUPER || type == U_DT_SUB || type == U_DT_FRACTION ||
      value < 0 || value > 1'000'000 || value != std::floor(value)) {
    return std::nullopt;
  }
  return static_cast<int>(value);
}

// The usual form of a character in unusual dress: "ﬁ", "Ａ", "ﾃ", "㍻"; empty: it is no letter, or
// in none.
std::string undressed(UChar32 c) {
  const UDecompositionType type = decomposition_of(c);
  if (type == U_DT_NONE || type == U_DT_CANONICAL || type == U_DT_SUPER || type == U_DT_SUB ||
      type == U_DT_FRACTION || type == U_DT_NOBREAK) {
    return {};
  }
  std::string plain = nfkc_of(c);
  for (size_t i = 0; i < plain.size();) {
    const auto part = static_cast<UChar32>(next_code_point(plain, i));
    const bool is_kana_mark = type == U_DT_NARROW && u_charType(part) == U_NON_SPACING_MARK;
    if (u_isalnum(part) || is_kana_mark) return plain;
  }
  return {};
}

class Folder {
 public:
  Folder(std::string_view text, bool japanese) : japanese_(japanese) {
    for (size_t i = 0; i < text.size();) text_ += static_cast<UChar32>(next_code_point(text, i));
  }

  std::string folded() && {
    while (at_ < text_.size()) step(text_[at_]);
    return nfc_of(out_);  // "ｶﾞ" was two characters
  }

 private:
  // A number of its own: digits beside it are no part of it.
  enum class Joins { yes, no };

  void step(UChar32 c) {
    const UChar32 before = at_ > 0 ? text_[at_ - 1] : 0;
    ++at_;
    if (c < 0x80) {
      add(std::string(1, static_cast<char>(c)), Joins::yes);
    } else if (u_hasBinaryProperty(c, UCHAR_VARIATION_SELECTOR) && u_isalnum(before)) {
      // another shape of the same letter
    } else if (const std::optional<int> number = whole_number(c)) {
      add(std::to_string(*number), u_isdigit(c) ? Joins::yes : Joins::no);
    } else if (!japanese_ || !add_japanese(c)) {
      const std::string plain = undressed(c);
      if (plain.empty()) {
        append_utf8(out_, static_cast<char32_t>(c));
      } else {
        add(plain, Joins::yes);
      }
    }
  }

  void add(std::string_view words, Joins joins) {
    const bool meet = !out_.empty() && is_plain_digit(out_.back()) && is_plain_digit(words[0]);
    if (meet && (joins == Joins::no || last_ == Joins::no)) out_ += ' ';
    out_ += words;
    last_ = joins;
  }

  bool add_japanese(UChar32 c) {
    if (const std::string_view words = japanese_whole(c); !words.empty()) {
      add(words, Joins::yes);
    } else if (c == U'µ' || c == U'μ') {
      return add_micro();
    } else if (decomposition_of(c) == U_DT_FRACTION) {
      add_fraction(nfkc_of(c));
    } else if (is_digit_of(c, U_DT_SUPER) || begins_negative_power(c)) {
      add_power(c);
    } else if (is_digit_of(c, U_DT_SUB)) {
      add(nfkc_of(c), Joins::no);
    } else if (is_accented_latin(c) && undressed(c).empty()) {
      add(without_accent(c), Joins::yes);
    } else {
      return false;
    }
    return true;
  }

  // Before a unit; alone it is a letter of Greek.
  bool add_micro() {
    const UChar32 unit = at_ < text_.size() ? text_[at_] : 0;
    const bool ends = at_ + 1 >= text_.size() || !is_ascii_letter(text_[at_ + 1]);
    for (const Whole& known : kMicroUnits) {
      if (known.character != unit || !ends) continue;
      ++at_;
      add("マイクロ" + std::string(known.words), Joins::yes);
      return true;
    }
    return false;
  }

  // "1½" is 1と2分の1.
  void add_fraction(const std::string& parts) {
    constexpr std::string_view kSlash = "⁄";
    const size_t slash = std::min(parts.find(kSlash), parts.size() - kSlash.size());
    if (!out_.empty() && is_plain_digit(out_.back())) out_ += "と";
    add(parts.substr(slash + kSlash.size()) + "分の" + parts.substr(0, slash), Joins::no);
  }

  bool begins_negative_power(UChar32 c) const {
    return c == U'⁻' && at_ < text_.size() && is_digit_of(text_[at_], U_DT_SUPER);
  }

  // "10³" is 10の3乗, "10⁻³" 10のマイナス3乗, "5 km²" 5平方キロメートル. The first character was
  // read.
  void add_power(UChar32 first) {
    std::string digits = first == U'⁻' ? "マイナス" : nfkc_of(first);
    for (; at_ < text_.size() && is_digit_of(text_[at_], U_DT_SUPER); ++at_)
      digits += nfkc_of(text_[at_]);
    const Metre* metre = digits == "2" || digits == "3" ? metre_at_end() : nullptr;
    if (metre == nullptr) return add("の" + digits + "乗", Joins::yes);
    out_.resize(out_.size() - metre->unit.size());
    if (out_.ends_with(' ')) out_.pop_back();
    out_ += digits == "2" ? "平方" : "立方";
    out_ += metre->name;
  }

  // The unit of length behind a number that was written last.
  const Metre* metre_at_end() const {
    for (const Metre& metre : kMetres) {
      if (!out_.ends_with(metre.unit)) continue;
      size_t end = out_.size() - metre.unit.size();
      if (end > 0 && out_[end - 1] == ' ') --end;
      if (end > 0 && is_plain_digit(out_[end - 1])) return &metre;
    }
    return nullptr;
  }

  std::basic_string<UChar32> text_;
  bool japanese_;
  size_t at_ = 0;
  Joins last_ = Joins::yes;
  std::string out_;
};

}  // namespace

std::string fold_for_ear(std::string_view text, const Language& language) {
  if (is_ascii(text)) return std::string(text);
  return Folder(nfc_of(text), language.iso == "ja").folded();
}

}  // namespace sotto::text
