#include "cluster/chapters.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <cmath>

#include "base/printable.h"
#include "base/utf8.h"
#include "text/markdown.h"

namespace sotto::cluster {
namespace {

// The rest of a heading as it was written and of one as it is said.
std::string letters_of(std::string_view text) {
  std::string letters;
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (u_isalnum(static_cast<UChar32>(c))) append_utf8(letters, c);
  }
  return letters;
}

}  // namespace

std::vector<size_t> headings_of(std::string_view markdown, std::span<const Task> tasks) {
  std::vector<size_t> headings;
  size_t next = 0;
  for (const text::MarkdownUnit& unit : text::read_markdown(markdown, 0).units) {
    if (unit.kind != text::MarkdownUnit::Kind::heading) continue;
    const std::string heading = letters_of(unit.piece.text);
    for (size_t i = next; i < tasks.size() && !heading.empty(); ++i) {
      const std::string said = letters_of(tasks[i].sentence.text);
      if (said.empty() || !(heading.starts_with(said) || said == heading)) continue;
      headings.push_back(i);
      next = i + 1;
      break;
    }
  }
  return headings;
}

std::string chapter_lines(std::span<const Chapter> chapters) {
  std::string lines;
  for (size_t i = 0; i < chapters.size(); ++i) {
    const auto ms = static_cast<int64_t>(std::llround(chapters[i].begin_s * 1000));
    lines += fmt::format("CHAPTER{0:02}={1:02}:{2:02}:{3:02}.{4:03}\nCHAPTER{0:02}NAME={5}\n",
                         i + 1, ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000,
                         printable(chapters[i].title));
  }
  return lines;
}

}  // namespace sotto::cluster
