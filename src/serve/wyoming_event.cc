#include "serve/wyoming_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/json_fields.h"

namespace sotto::serve {
namespace {

constexpr size_t kLongestLine = 64 << 10, kLongestPart = 1 << 20;  // bytes

Result<size_t> part_bytes(const nlohmann::json& head, const char* key) {
  const auto found = head.find(key);
  if (found == head.end() || found->is_null()) return size_t{0};
  if (!found->is_number_unsigned() || found->get<uint64_t>() > kLongestPart) {
    return Error{Errc::bad_format,
                 fmt::format("an event's {} is no integer from 0 to {}", key, kLongestPart)};
  }
  return found->get<size_t>();
}

}  // namespace

Result<WyomingReader::Head> WyomingReader::parse_head(std::string_view line) {
  Result<nlohmann::json> json = parse_json_object(line, "an event's line");
  if (!json) return json.error();
  Result<std::string> type = get_string(*json, "an event's line", "type");
  if (!type) return type.error();
  const Result<size_t> data_bytes = part_bytes(*json, "data_length");
  if (!data_bytes) return data_bytes.error();
  const Result<size_t> payload_bytes = part_bytes(*json, "payload_length");
  if (!payload_bytes) return payload_bytes.error();
  Head head{{*std::move(type)}, *data_bytes, *payload_bytes};
  if (const auto data = json->find("data"); data != json->end() && data->is_object())
    head.event.data = std::move(*data);
  return head;
}

Result<std::optional<WyomingEvent>> WyomingReader::next() {
  if (!head_) {
    const size_t end = buffer_.find('\n');
    if (std::min(end, buffer_.size()) > kLongestLine) {
      return Error{Errc::bad_format,
                   fmt::format("an event's line is longer than {} bytes", kLongestLine)};
    }
    if (end == std::string::npos) return std::optional<WyomingEvent>();
    Result<Head> head = parse_head(std::string_view(buffer_).substr(0, end));
    if (!head) return head.error();
    head_ = *std::move(head);
    buffer_.erase(0, end + 1);
  }
  if (buffer_.size() < head_->data_bytes + head_->payload_bytes)
    return std::optional<WyomingEvent>();
  Head head = *std::exchange(head_, std::nullopt);
  if (head.data_bytes > 0) {
    const auto data =
        parse_json_object(std::string_view(buffer_).substr(0, head.data_bytes), "an event's data");
    if (!data) return data.error();
    head.event.data.update(*data);
  }
  buffer_.erase(0, head.data_bytes + head.payload_bytes);
  return std::optional(std::move(head.event));
}

}  // namespace sotto::serve
