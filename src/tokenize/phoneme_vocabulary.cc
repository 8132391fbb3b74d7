#include "tokenize/phoneme_vocabulary.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/json.h"
#include "base/utf8.h"
#include "checkpoint/printable.h"

namespace sotto::tokenize {
namespace {

struct PublishedToken {
  char32_t character;
  int id;
};

// `vocab` of hexgrad/Kokoro-82M's config.json (Apache-2.0).
constexpr PublishedToken kPublished[] = {
    {U';', 1},       {U':', 2},   {U',', 3},   {U'.', 4},   {U'!', 5},   {U'?', 6},   {U'—', 9},
    {U'…', 10},      {U'"', 11},  {U'(', 12},  {U')', 13},  {U'“', 14},  {U'”', 15},  {U' ', 16},
    {U'\u0303', 17}, {U'ʣ', 18},  {U'ʥ', 19},  {U'ʦ', 20},  {U'ʨ', 21},  {U'ᵝ', 22},  {U'ꭧ', 23},
    {U'A', 24},      {U'I', 25},  {U'O', 31},  {U'Q', 33},  {U'S', 35},  {U'T', 36},  {U'W', 39},
    {U'Y', 41},      {U'ᵊ', 42},  {U'a', 43},  {U'b', 44},  {U'c', 45},  {U'd', 46},  {U'e', 47},
    {U'f', 48},      {U'h', 50},  {U'i', 51},  {U'j', 52},  {U'k', 53},  {U'l', 54},  {U'm', 55},
    {U'n', 56},      {U'o', 57},  {U'p', 58},  {U'q', 59},  {U'r', 60},  {U's', 61},  {U't', 62},
    {U'u', 63},      {U'v', 64},  {U'w', 65},  {U'x', 66},  {U'y', 67},  {U'z', 68},  {U'ɑ', 69},
    {U'ɐ', 70},      {U'ɒ', 71},  {U'æ', 72},  {U'β', 75},  {U'ɔ', 76},  {U'ɕ', 77},  {U'ç', 78},
    {U'ɖ', 80},      {U'ð', 81},  {U'ʤ', 82},  {U'ə', 83},  {U'ɚ', 85},  {U'ɛ', 86},  {U'ɜ', 87},
    {U'ɟ', 90},      {U'ɡ', 92},  {U'ɥ', 99},  {U'ɨ', 101}, {U'ɪ', 102}, {U'ʝ', 103}, {U'ɯ', 110},
    {U'ɰ', 111},     {U'ŋ', 112}, {U'ɳ', 113}, {U'ɲ', 114}, {U'ɴ', 115}, {U'ø', 116}, {U'ɸ', 118},
    {U'θ', 119},     {U'œ', 120}, {U'ɹ', 123}, {U'ɾ', 125}, {U'ɻ', 126}, {U'ʁ', 128}, {U'ɽ', 129},
    {U'ʂ', 130},     {U'ʃ', 131}, {U'ʈ', 132}, {U'ʧ', 133}, {U'ʊ', 135}, {U'ʋ', 136}, {U'ʌ', 138},
    {U'ɣ', 139},     {U'ɤ', 140}, {U'χ', 142}, {U'ʎ', 143}, {U'ʒ', 147}, {U'ʔ', 148}, {U'ˈ', 156},
    {U'ˌ', 157},     {U'ː', 158}, {U'ʰ', 162}, {U'ʲ', 164}, {U'↓', 169}, {U'→', 171}, {U'↗', 172},
    {U'↘', 173},     {U'ᵻ', 177}};

// The only character of `text`; 0: it has none, or several.
char32_t only_character(std::string_view text) {
  if (text.empty()) return 0;
  size_t end = 0;
  const char32_t character = next_code_point(text, end);
  return end == text.size() ? character : 0;
}

}  // namespace

PhonemeVocabulary PhonemeVocabulary::published() {
  PhonemeVocabulary vocabulary;
  for (const auto& [character, id] : kPublished) vocabulary.ids_.emplace(character, id);
  return vocabulary;
}

Result<PhonemeVocabulary> PhonemeVocabulary::read(const nlohmann::json& vocab,
                                                  std::string_view file, int tokens) {
  const auto wrong = [&](std::string_view what) {
    return Error{Errc::bad_format, fmt::format("{}: vocab {}", file, what)};
  };
  if (!vocab.is_object() || vocab.empty()) return wrong("is no object of characters and their ids");
  PhonemeVocabulary vocabulary;
  std::unordered_set<int64_t> seen;
  for (const auto& [key, value] : vocab.items()) {
    const char32_t character = only_character(key);  // the parser made sure of valid UTF-8
    if (character == 0) {
      return wrong(
          fmt::format("has the key \"{}\", expected one character", checkpoint::printable(key)));
    }
    const int64_t id = value.is_number_integer() ? value.get<int64_t>() : -1;
    if (id < 1 || id >= tokens || !seen.insert(id).second) {
      return wrong(fmt::format("gives U+{:04X} the id {}, expected one of its own from 1 to {}",
                               static_cast<uint32_t>(character), dumped_sorted(value).substr(0, 40),
                               tokens - 1));
    }
    vocabulary.ids_.emplace(character, static_cast<int>(id));
  }
  return vocabulary;
}

std::vector<int> PhonemeVocabulary::ids(std::string_view phonemes) const {
  std::vector<int> ids;
  for (size_t i = 0; i < phonemes.size();) {
    const auto it = ids_.find(next_code_point(phonemes, i));
    if (it != ids_.end()) ids.push_back(it->second);
  }
  return ids;
}

size_t phoneme_count(std::string_view phonemes) {
  size_t count = 0;
  for (size_t i = 0; i < phonemes.size(); ++count) next_code_point(phonemes, i);
  return count;
}

}  // namespace sotto::tokenize
