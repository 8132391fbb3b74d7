#include "desktop/recordings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"

namespace sotto::desktop {
namespace {

constexpr size_t kLongestArray = size_t{16} << 20;  // bytes; a desk with forty nodes has 0.5 MB
constexpr size_t kMostObjects = 10'000;

int64_t number_of(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = json_member(object, key);
  return value.is_number_integer() ? value.get<int64_t>() : -1;
}

// pw-dump writes `true` for some and "true" for others.
bool is_set(const nlohmann::json& properties, const char* key) {
  return json_flag(properties, key) || json_string(properties, key) == "true";
}

}  // namespace

bool Recordings::is_any() const {
  return std::ranges::any_of(links_, [&](const auto& item) {
    const auto from = nodes_.find(item.second.from), to = nodes_.find(item.second.to);
    return from != nodes_.end() && to != nodes_.end() && from->second.is_source &&
           to->second.is_recorder && to->second.runs;
  });
}

bool Recordings::push(std::string_view bytes) {
  for (const char c : bytes) {
    if (depth_ == 0 && c != '[') {
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return false;
      continue;
    }
    if (array_.size() == kLongestArray) return false;
    array_ += c;
    if (in_string_) {
      in_string_ = escaped_ || c != '"';
      escaped_ = !escaped_ && c == '\\';
      continue;
    }
    in_string_ = c == '"';
    if (c == '[' || c == '{') ++depth_;
    if (c == ']' || c == '}') --depth_;
    if (depth_ == 0 && !take(parse_json(std::exchange(array_, {})))) return false;
  }
  return true;
}

bool Recordings::take(const nlohmann::json& objects) {
  if (!objects.is_array()) return true;  // such as a number that JSON does not have
  for (const nlohmann::json& object : objects) take_object(object);
  return nodes_.size() + links_.size() <= kMostObjects;
}

void Recordings::take_object(const nlohmann::json& object) {
  const int64_t id = number_of(object, "id");
  const nlohmann::json& info = json_member(object, "info");
  if (info.is_null()) {  // it is gone
    nodes_.erase(id);
    links_.erase(id);
    return;
  }
  const std::string& type = json_string(object, "type");
  if (type == "PipeWire:Interface:Link") {
    Link& link = links_[id];
    if (info.contains("output-node-id")) link.from = number_of(info, "output-node-id");
    if (info.contains("input-node-id")) link.to = number_of(info, "input-node-id");
  } else if (type == "PipeWire:Interface:Node") {
    Node& node = nodes_[id];
    if (info.contains("state")) node.runs = json_string(info, "state") == "running";
    const nlohmann::json& properties = json_member(info, "props");
    if (!properties.contains("media.class")) return;
    const std::string& kind = json_string(properties, "media.class");
    const bool is_filter = properties.contains("node.link-group");
    const bool is_meter =
        is_set(properties, "stream.monitor") || is_set(properties, "resample.peaks");
    node.is_source = kind.starts_with("Audio/Source") || kind.starts_with("Audio/Duplex");
    node.is_recorder = kind == "Stream/Input/Audio" && !is_filter && !is_meter;
  }
}

}  // namespace sotto::desktop
