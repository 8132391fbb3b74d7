#include "agent/preface.h"

#include <algorithm>

#include "agent/formats/format.h"
#include "base/utf8.h"

namespace sotto::agent {
namespace {

constexpr size_t kMostPrefaceLines = 4;
constexpr size_t kLongestPrefaceLine =
    120;  // bytes: about a sentence, which has to be waited for anyhow

bool is_banner(std::string_view line) {
  return std::ranges::any_of(stream_formats(), [&](const StreamFormat* format) {
    return is_one_of(trimmed(line), format->banners);
  });
}

}  // namespace

bool Preface::may_have(std::string_view line) const {
  const size_t first = line.find_first_not_of(" \t\r");
  const bool markdown = first != std::string_view::npos &&
                        std::string_view("#-*+>`|_~").find(line[first]) != std::string_view::npos;
  return !markdown && lines_ < kMostPrefaceLines && line.size() <= kLongestPrefaceLine;
}

void Preface::add(std::string_view line) {
  text_ += line;
  text_ += '\n';
  ++lines_;
}

std::string Preface::release() {
  std::string kept;
  for (size_t begin = 0; begin < text_.size();) {
    const size_t end = text_.find('\n', begin) + 1;
    const std::string_view line = std::string_view(text_).substr(begin, end - begin);
    if (!is_banner(line)) kept += line;
    begin = end;
  }
  drop();
  return kept;
}

size_t Preface::drop() {
  text_.clear();
  return std::exchange(lines_, 0);
}

}  // namespace sotto::agent
