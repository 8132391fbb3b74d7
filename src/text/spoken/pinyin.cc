#include "text/spoken/pinyin.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <unicode/normalizer2.h>

#include <algorithm>
#include <charconv>

#include "base/file.h"
#include "base/unicode.h"
#include "base/utf8.h"

namespace sotto::spoken {
namespace {

using Json = simdjson::dom::element;

constexpr size_t kLargestDictionary = size_t{32} << 20;  // published: 2.5 MB
constexpr size_t kLongestPhrase = 256;                   // bytes; published: 48

Error bad(const std::filesystem::path& file, std::string_view what) {
  return {Errc::bad_format, fmt::format("{}: {}", file.string(), what)};
}

bool is_scalar(uint32_t c) { return c < 0xD800 || (c > 0xDFFF && c <= 0x10FFFF); }

// "nǐ" becomes "ni3".
std::string with_digit(std::string_view syllable) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
  if (U_FAILURE(status)) return std::string(syllable);
  const icu::UnicodeString marked = nfd->normalize(from_utf8(syllable), status);
  icu::UnicodeString letters;
  char16_t tone = u'5';
  for (int i = 0; i < marked.length(); ++i) {
    switch (const char16_t c = marked[i]) {
      case 0x304:
        tone = u'1';
        break;
      case 0x301:
        tone = u'2';
        break;
      case 0x30C:
        tone = u'3';
        break;
      case 0x300:
        tone = u'4';
        break;
      case 0x308:
        letters.setCharAt(letters.length() - 1, u'v');
        break;  // ü
      default:
        letters += c;
    }
  }
  icu::UnicodeString composed;
  icu::Normalizer2::getNFCInstance(status)->normalize(letters, composed, status);
  return to_utf8(composed += tone);
}

}  // namespace

Result<Pinyin> Pinyin::open(const std::filesystem::path& folder) {
  const auto characters = read_file(folder / "pinyin_dict.json", kLargestDictionary);
  if (!characters) return characters.error();
  const auto phrases = read_file(folder / "phrases_dict.json", kLargestDictionary);
  if (!phrases) return phrases.error();
  return parse(*characters, *phrases, folder);
}

Result<Pinyin> Pinyin::parse(std::string_view characters, std::string_view phrases,
                             const std::filesystem::path& folder) {
  Pinyin pinyin;
  if (const auto read = pinyin.read_characters(characters, folder / "pinyin_dict.json"); !read)
    return read.error();
  if (const auto read = pinyin.read_phrases(phrases, folder / "phrases_dict.json"); !read)
    return read.error();
  return pinyin;
}

// {"20320": "nǐ,..."}
Result<void> Pinyin::read_characters(std::string_view json, const std::filesystem::path& file) {
  simdjson::dom::parser parser;
  simdjson::dom::object rows;
  if (parser.parse(json.data(), json.size()).get(rows)) return bad(file, "is no JSON object");
  for (const auto& [key, value] : rows) {
    uint32_t c = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), c);
    std::string_view sounds;
    if (error != std::errc() || end != key.data() + key.size() || !is_scalar(c) ||
        value.get(sounds))
      return bad(file, "expected sounds by the numbers of characters");
    std::string character;
    append_utf8(character, c);
    sounds_.emplace(std::move(character), with_digit(sounds.substr(0, sounds.find(','))));
  }
  return {};
}

// {"你好": [["nǐ"], ["hǎo"]]}
Result<void> Pinyin::read_phrases(std::string_view json, const std::filesystem::path& file) {
  simdjson::dom::parser parser;
  simdjson::dom::object rows;
  if (parser.parse(json.data(), json.size()).get(rows)) return bad(file, "is no JSON object");
  for (const auto& [phrase, value] : rows) {
    simdjson::dom::array characters;
    if (phrase.empty() || phrase.size() > kLongestPhrase || value.get(characters))
      return bad(file, "expected lists of sounds by phrases");
    std::string said;
    for (const Json& each : characters) {
      simdjson::dom::array sounds;
      std::string_view first;
      if (each.get(sounds) || sounds.at(0).get(first))
        return bad(file, "expected a list of sounds for each character of a phrase");
      said += with_digit(first);
    }
    longest_ = std::max(longest_, phrase.size());
    sounds_.insert_or_assign(std::string(phrase), std::move(said));
  }
  return {};
}

std::string Pinyin::read(std::string_view text) const {
  std::string said;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i, limit = std::min(text.size(), begin + longest_);
    next_code_point(text, i);
    const std::string* sounds = nullptr;
    for (size_t end = i;; next_code_point(text, end)) {
      const auto found = sounds_.find(std::string(text.substr(begin, end - begin)));
      if (found != sounds_.end()) {
        sounds = &found->second;
        i = end;
      }
      if (end >= limit) break;
    }
    said += sounds != nullptr ? *sounds : text.substr(begin, i - begin);
  }
  return said;
}

}  // namespace sotto::spoken
