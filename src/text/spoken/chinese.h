// Chinese as XTTS was trained on it, before it becomes Pinyin (pinyin.h): dates, amounts, numbers
// and their like in words, and a comma for every sign.
// Source of the rules: coqui-tts 0.28.0, layers/xtts/zh_num2words.py.
#pragma once

#include <string>
#include <string_view>

namespace sotto::spoken {

// `text`: valid UTF-8.
std::string chinese_words(std::string_view text);

}  // namespace sotto::spoken
