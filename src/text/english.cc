#include "text/english.h"

#include <algorithm>
#include <unordered_set>

#include "text/data/software_names.h"
#include "text/data/words_en.h"

namespace sotto::text {
namespace {

using WordSet = std::unordered_set<std::string_view>;

WordSet set_of(std::string_view list) {
  WordSet words;
  for (size_t begin = 0; (begin = list.find_first_not_of(" \n", begin)) != list.npos;) {
    const size_t end = std::min(list.find_first_of(" \n", begin), list.size());
    words.insert(list.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

}  // namespace

bool is_english_word(std::string_view lower) {
  static const WordSet words = set_of(kEnglishWords);
  return words.contains(lower);
}

bool is_known_english_name(std::string_view word) {
  static const WordSet names = set_of(kEnglishNames);
  return names.contains(word);
}

bool is_software_name(std::string_view lower) {
  static const WordSet names = set_of(kSoftwareNames);
  return names.contains(lower);
}

bool is_software_word(std::string_view word) {
  static const WordSet names = set_of(kSoftwareWords);
  return names.contains(word);
}

bool is_also_in_capitals(std::string_view upper) {
  static const WordSet words = set_of(kAlsoInCapitals);
  return words.contains(upper);
}

}  // namespace sotto::text
