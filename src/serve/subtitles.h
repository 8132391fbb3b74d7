// Subtitles as SubRip (.srt) and WebVTT have them: numbers, times, and what is said.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::serve {

class Subtitles {
 public:
  // `joint`: between two lines of one subtitle, which become one. A file without a byte order mark.
  static Subtitles parse(std::string_view file, std::string_view joint);

  // The texts that are said, a line each. SubStation's tags ("{\an8}") stand around them, and part
  // one in whose middle they are; WebVTT's times of words ("<00:01.500>") are gone.
  const std::vector<std::string>& texts() const { return texts_; }
  // The file with other texts, as many. Everything else is as it was.
  std::string with(std::span<const std::string> texts) const;

 private:
  class Maker;

  std::vector<std::string> texts_;
  std::vector<std::string> around_;  // before each text, and behind the last one
};

}  // namespace sotto::serve
