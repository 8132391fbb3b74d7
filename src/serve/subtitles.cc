#include "serve/subtitles.h"

#include <algorithm>

namespace sotto::serve {
namespace {

std::string_view trimmed(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\r\n");
  if (first == line.npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r\n") + 1 - first);
}

}  // namespace

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
