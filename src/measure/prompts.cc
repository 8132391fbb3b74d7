#include "measure/prompts.h"

#include <algorithm>

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/file.h"
#include "base/utf8.h"
#include "measure/data/narration.h"

namespace sotto::measure {
namespace {

constexpr size_t kLargestPromptFile = size_t{16} << 20;

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (size_t begin = 0; begin <= line.size();) {
    const size_t end = std::min(line.find('\t', begin), line.size());
    cells.emplace_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return cells;
}

Prompt prompt_of(std::vector<std::string> cells) {
  if (cells.size() == 1) cells.insert(cells.begin(), "file");
  cells.resize(3);
  return {.id = hash_of(cells[1]),
          .set = std::move(cells[0]),
          .text = std::move(cells[1]),
          .reference = std::move(cells[2])};
}

std::vector<Prompt> parsed(std::string_view lines) {
  std::vector<Prompt> prompts;
  for (size_t begin = 0; begin < lines.size();) {
    const size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::string_view line = lines.substr(begin, end - begin);
    if (!line.empty() && line[0] != '#') prompts.push_back(prompt_of(cells_of(line)));
    begin = end + 1;
  }
  return prompts;
}

}  // namespace

std::string hash_of(std::string_view bytes) {
  return fmt::format("{:016x}", XXH3_64bits(bytes.data(), bytes.size()));
}

std::vector<Prompt> built_in_prompts() { return parsed(kNarration); }

Result<std::vector<Prompt>> read_prompts_file(const std::filesystem::path& file) {
  const Result<std::string> content = read_file(file, kLargestPromptFile);
  if (!content) return content.error();
  size_t replaced = 0;
  std::vector<Prompt> prompts = parsed(to_valid_utf8(*content, replaced));
  std::erase_if(prompts, [](const Prompt& p) { return p.text.empty(); });
  if (!prompts.empty()) return prompts;
  return Error{Errc::bad_format,
               fmt::format("{}: has no prompt, expected a text a line, or set TAB "
                           "text TAB reference",
                           file.string())};
}

}  // namespace sotto::measure
