#include "translate/remote/chat_stream.h"

#include <algorithm>

#include "base/json.h"
#include "base/utf8.h"

namespace sotto::translate {
namespace {

using nlohmann::json;

constexpr size_t kMostStreamBytes = size_t{256} << 10;
constexpr std::string_view kThinking = "<think>", kThought = "</think>", kBlanks = " \t\r\n";

void take_count(const json& usage, const char* key, uint64_t& count) {
  const json& value = json_member(usage, key);
  if (value.is_number_unsigned()) count = value.get<uint64_t>();
}

std::string_view without_front(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

}  // namespace

bool ChatStream::push(std::string_view bytes) {
  const bool is_first = read_ == 0;
  read_ += bytes.size();
  if (read_ > kMostStreamBytes) is_too_long_ = true;
  if (is_too_long_) return false;
  size_t begin = buffer_.size();
  buffer_ += bytes;
  if (is_first) buffer_.erase(0, buffer_.size() - without_front(buffer_).size());
  if (buffer_.starts_with('{')) return true;  // an object, which ends where the answer does
  size_t done = 0;
  begin = std::min(begin, buffer_.size());
  for (size_t end; (end = buffer_.find('\n', begin)) != std::string::npos; begin = done = end + 1)
    line(std::string_view(buffer_).substr(done, end - done));
  buffer_.erase(0, done);
  return !is_too_long_ && complaint_.empty();
}

void ChatStream::end() {
  if (buffer_.starts_with('{')) {
    event(buffer_);
  } else {
    line(buffer_);
  }
  buffer_.clear();
}

std::string ChatStream::text() const { return std::string(trimmed(text_)); }

bool ChatStream::is_whole() const {
  return complaint_.empty() && (finish_ == "stop" || (is_done_ && finish_.empty()));
}

void ChatStream::line(std::string_view whole) {
  constexpr std::string_view kData = "data:";
  const std::string_view text = trimmed(whole);
  if (is_done_ || !text.starts_with(kData)) return;
  const std::string_view data = trimmed(text.substr(kData.size()));
  is_done_ = data == "[DONE]";
  if (!is_done_) event(data);
}

void ChatStream::event(std::string_view data) {
  const json said = parse_json(data);
  if (const json& error = json_member(said, "error"); !error.is_null()) {
    complaint_ = error.is_string() ? error.get<std::string>() : json_string(error, "message");
    if (complaint_.empty()) complaint_ = "an error";
    return;
  }
  const json& usage = json_member(said, "usage");
  take_count(usage, "prompt_tokens", usage_.tokens_in);
  take_count(usage, "completion_tokens", usage_.tokens_out);
  const json& choices = json_member(said, "choices");
  if (!choices.is_array() || choices.empty()) return;
  add(json_string(json_member(choices[0], "delta"), "content"));
  add(json_string(json_member(choices[0], "message"), "content"));
  if (const std::string& finish = json_string(choices[0], "finish_reason"); !finish.empty())
    finish_ = finish;
}

// A model may think aloud first: that is no translation.
void ChatStream::add(std::string_view content) {
  if (part_ == Part::opening) {
    opening_ += content;
    const std::string_view all = without_front(opening_);
    if (all.size() < kThinking.size() && kThinking.starts_with(all)) return;
    part_ = all.starts_with(kThinking) ? Part::thinking : Part::answer;
    if (part_ == Part::answer) text_ = all;
    content = {};
  }
  if (part_ == Part::thinking) {
    opening_ += content;
    const size_t end = opening_.find(kThought);
    if (end == opening_.npos) {
      if (opening_.size() > kThought.size()) opening_.erase(0, opening_.size() - kThought.size());
      return;
    }
    part_ = Part::answer;
    text_ = without_front(std::string_view(opening_).substr(end + kThought.size()));
    content = {};
  }
  text_ += text_.empty() ? without_front(content) : content;
  is_too_long_ = is_too_long_ || text_.size() > longest_;
}

}  // namespace sotto::translate
