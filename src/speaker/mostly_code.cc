#include "speaker/mostly_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace sotto::speaker {
namespace {

// Below it the code is left out, and the rest is worth hearing; a text is mostly code when it has
// more lines of it than three times those of everything else.
constexpr size_t kManyLines = 20, kShare = 3;

struct Counts {
  size_t code = 0, other = 0, blocks = 0;
};

// Fenced blocks (CommonMark 0.31, 4.5), which is how agents write code.
Counts count_lines(std::string_view text) {
  Counts counts;
  char fence = 0;
  size_t fence_length = 0;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const char first = line.empty() ? '\0' : line[0];
    const size_t length = std::min(line.find_first_not_of(first), line.size());
    const bool is_fence = (first == '`' || first == '~') && length >= 3;
    if (fence == 0 && is_fence) {
      fence = first;
      fence_length = length;
      ++counts.blocks;
    } else if (fence != 0 && is_fence && first == fence && length >= fence_length &&
               line.find_first_not_of(" \t\r", length) == line.npos) {
      fence = 0;
    } else if (fence != 0) {
      ++counts.code;
    } else if (line.find_first_not_of(" \t\r") != line.npos) {
      ++counts.other;
    }
  }
  return counts;
}

}  // namespace

std::optional<std::string> mostly_code(std::string_view markdown, const Language& language) {
  const Counts counts = count_lines(markdown);
  if (counts.code < kManyLines || counts.code <= kShare * counts.other) return std::nullopt;
  if (language.iso == "en") {
    return fmt::format("Mostly code: {} lines in {} {}.\n", counts.code, counts.blocks,
                       counts.blocks == 1 ? "block" : "blocks");
  }
  if (language.iso == "ja")
    return fmt::format("ほとんどがコードです。{}個のブロックに{}行あります。\n", counts.blocks,
                       counts.code);
  return std::nullopt;
}

}  // namespace sotto::speaker
