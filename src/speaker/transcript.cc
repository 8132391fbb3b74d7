#include "speaker/transcript.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/json.h"
#include "base/utf8.h"

namespace sotto::speaker {
namespace {

constexpr size_t kChunkBytes = size_t{64} << 10;
constexpr size_t kMostBytes = size_t{64} << 20;  // a hook has little time
constexpr size_t kMostReplies = 16;

// The lines of a file from its end. It is read, not mapped: who writes it may cut it.
class LinesFromEnd {
 public:
  explicit LinesFromEnd(const std::filesystem::path& file) : file_(file, std::ios::binary) {
    file_.seekg(0, std::ios::end);
    const auto size = file_.tellg();
    left_ = size > 0 ? static_cast<uint64_t>(size) : 0;
  }

  // None: the file has no more, or too much was read.
  std::optional<std::string> next() {
    std::vector<std::string> parts;  // of the line, the last first
    for (;;) {
      const size_t newline = chunk_.rfind('\n');
      if (newline != std::string::npos) {
        parts.push_back(chunk_.substr(newline + 1));
        chunk_.resize(newline);
        return joined(parts);
      }
      parts.push_back(std::move(chunk_));
      chunk_.clear();
      if (read_ >= kMostBytes) return std::nullopt;
      if (!read_chunk()) {
        if (std::ranges::all_of(parts, &std::string::empty)) return std::nullopt;
        return joined(parts);
      }
    }
  }

 private:
  bool read_chunk() {
    const size_t size = static_cast<size_t>(std::min<uint64_t>(left_, kChunkBytes));
    if (size == 0) return false;
    left_ -= size;
    read_ += size;
    chunk_.resize(size);
    file_.seekg(static_cast<std::streamoff>(left_));
    file_.read(chunk_.data(), static_cast<std::streamsize>(size));
    if (file_) return true;
    chunk_.clear();
    left_ = 0;
    return false;
  }

  static std::string joined(const std::vector<std::string>& parts) {
    std::string line;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) line += *part;
    return line;
  }

  std::ifstream file_;
  uint64_t left_ = 0;  // bytes before the chunk
  size_t read_ = 0;
  std::string chunk_;
};

// The text of a message, a line a block; none where it has no block of text.
std::optional<std::string> text_of(const nlohmann::json& entry) {
  const nlohmann::json& content = json_member(json_member(entry, "message"), "content");
  if (content.is_string()) return content.get<std::string>() + "\n";
  if (!content.is_array()) return std::nullopt;
  std::optional<std::string> text;
  for (const nlohmann::json& block : content) {
    if (json_string(block, "type") != "text") continue;
    text = text.value_or("") + json_string(block, "text") + "\n";
  }
  return text;
}

// True of an entry that the user wrote: not the result of a tool, a notification that the agent
// wrote to itself or its summary of what was before.
bool is_prompt(const nlohmann::json& entry) {
  if (json_string(entry, "type") != "user") return false;
  for (const char* not_the_user : {"isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"})
    if (json_flag(entry, not_the_user)) return false;
  return text_of(entry).has_value();
}

}  // namespace

Result<std::vector<TranscriptText>> texts_since_prompt(const std::filesystem::path& transcript) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(transcript, failed)) {
    return Error{
        Errc::not_found,
        fmt::format("{}: is no file, expected the transcript of a session", transcript.string())};
  }
  LinesFromEnd lines(transcript);
  std::vector<TranscriptText> texts;  // the newest first
  while (texts.size() < kMostReplies) {
    const std::optional<std::string> line = lines.next();
    if (!line) break;
    const nlohmann::json entry = parse_json(*line);
    if (json_flag(entry, "isSidechain")) continue;  // a sub-agent's; a line may be cut, too
    if (is_prompt(entry)) break;
    const std::string& id = json_string(entry, "uuid");
    if (json_string(entry, "type") != "assistant" || id.empty()) continue;
    const std::string text = text_of(entry).value_or("");
    if (!trimmed(text).empty()) texts.push_back({id, text});
  }
  std::ranges::reverse(texts);
  return texts;
}

}  // namespace sotto::speaker
