// Sound that came from elsewhere, kept in the cache folder so that no text is sent twice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sotto::speech {

constexpr uint64_t kCloudCacheBytes = 200'000'000;  // what was used longest ago goes first

// `key`: the voice, its settings, the text. None: it is not there, or nothing is kept.
std::optional<std::string> find_cloud_sound(const std::string& key);
void keep_cloud_sound(const std::string& key, const std::string& file,
                      uint64_t most_bytes = kCloudCacheBytes);

}  // namespace sotto::speech
