// Facts about English words, without a network.
#pragma once

#include <string_view>

namespace sotto::text {

// An ordinary word, in small letters ("failed", "don't"); inflected forms are words of their own.
bool is_english_word(std::string_view lower);

// A name, month, language, ... that networks from English are taken to know ("Monday", "Python").
bool is_known_english_name(std::string_view word);

// A program, library, language or service whose name is no word, in small letters ("pydantic").
bool is_software_name(std::string_view lower);

// One that is so only as it is spelled: "Slack" is a word in small letters.
bool is_software_word(std::string_view word);

// An ordinary word that means something else in capitals: "GET", "US", "PATH".
bool is_also_in_capitals(std::string_view upper);

}  // namespace sotto::text
