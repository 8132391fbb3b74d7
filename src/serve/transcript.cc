#include "serve/transcript.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "base/file.h"
#include "base/utf8.h"
#include "serve/request_fields.h"

namespace sotto::serve {
namespace {

constexpr size_t kTail = size_t{1} << 20;
constexpr size_t kMostTexts = 16;

// The end of the file, from the beginning of a line.
Result<std::string> last_lines(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(file, failed)) {
    return Error{
        Errc::not_found,
        fmt::format("{}: is no file, expected the transcript of a session", file.string())};
  }
  const auto mapped = MappedFile::open(file);
  if (!mapped) return mapped.error();
  const auto bytes = mapped->bytes();
  const auto tail = bytes.last(std::min(bytes.size(), kTail));
  const std::string_view text(reinterpret_cast<const char*>(tail.data()), tail.size());
  if (tail.size() == bytes.size()) return std::string(text);
  return std::string(text.substr(std::min(text.find('\n'), text.size() - 1) + 1));
}

bool is_own(const nlohmann::json& entry) {
  const auto side = entry.find("isSidechain");
  return side == entry.end() || !side->is_boolean() || !side->get<bool>();
}

// The blocks of the entry's message; a text alone is one. Null: it has none.
nlohmann::json blocks_of(const nlohmann::json& entry) {
  const auto message = entry.find("message");
  if (message == entry.end() || !message->is_object()) return nullptr;
  const auto content = message->find("content");
  if (content == message->end()) return nullptr;
  if (content->is_string()) return {{{"type", "text"}, {"text", *content}}};
  return content->is_array() ? *content : nlohmann::json();
}

// Not the result of a tool, which is an entry of the user's, too.
bool is_prompt(const nlohmann::json& entry) {
  if (string_in(entry, "type") != "user") return false;
  const nlohmann::json blocks = blocks_of(entry);
  return std::ranges::any_of(blocks, [](const nlohmann::json& block) {
    return block.is_object() && string_in(block, "type") == "text";
  });
}

}  // namespace

Result<std::vector<TranscriptText>> texts_since_prompt(const std::filesystem::path& transcript) {
  const Result<std::string> lines = last_lines(transcript);
  if (!lines) return lines.error();
  std::vector<TranscriptText> texts;  // the newest first
  std::string_view rest = *lines;
  while (!rest.empty() && texts.size() < kMostTexts) {
    if (rest.ends_with('\n')) rest.remove_suffix(1);
    const size_t begin = rest.rfind('\n') + 1;  // npos + 1 is 0
    const auto entry = nlohmann::json::parse(rest.substr(begin), nullptr, false);
    rest = rest.substr(0, begin);
    if (!entry.is_object() || !is_own(entry)) continue;  // also a line that is not whole yet
    if (is_prompt(entry)) break;
    const std::string id = string_in(entry, "uuid");
    if (string_in(entry, "type") != "assistant" || id.empty()) continue;
    std::string text;
    for (const nlohmann::json& block : blocks_of(entry)) {
      if (block.is_object() && string_in(block, "type") == "text")
        text += string_in(block, "text") + "\n";
    }
    if (!trimmed(text).empty()) texts.push_back({id, std::move(text)});
  }
  std::ranges::reverse(texts);
  return texts;
}

}  // namespace sotto::serve
