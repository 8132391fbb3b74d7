#include "serve/subtitles.h"

#include <algorithm>

#include "base/utf8.h"

namespace sotto::serve {
namespace {}  // namespace

Subtitles Subtitles::parse(std::string_view file, std::string_view joint) {
  Subtitles subtitles;
  std::string around, text, line_end;  // of the last line of the text
  bool is_said = false;                // behind a line of times
  const auto end_text = [&] {
    if (text.empty()) return;
    subtitles.around_.push_back(std::move(around));
    subtitles.texts_.push_back(std::move(text));
    around = std::move(line_end);
    text.clear();
  };
  while (!file.empty()) {
    const std::string_view line = file.substr(0, std::min(file.find('\n'), file.size() - 1) + 1);
    file.remove_prefix(line.size());
    const std::string_view words = trimmed(line);
    if (is_said && !words.empty()) {
      text += (text.empty() ? "" : std::string(joint)) + std::string(words);
      line_end = line.substr(static_cast<size_t>(words.end() - line.begin()));
      continue;
    }
    end_text();
    around += line;
    is_said = words.find("-->") != words.npos;
  }
  end_text();
  subtitles.around_.push_back(std::move(around));
  return subtitles;
}

std::string Subtitles::with(std::span<const std::string> texts) const {
  std::string file;
  for (size_t i = 0; i < around_.size(); ++i) {
    file += around_[i];
    if (i < texts.size()) file += texts[i];
  }
  return file;
}

}  // namespace sotto::serve
