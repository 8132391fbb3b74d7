// Any bytes as a registry's document: whatever is chosen of it has paths inside the registry and
// names of its own in a folder.
#include <cstdint>
#include <cstdlib>
#include <set>

#include "checkpoint/hub_cache.h"
#include "hub/registry.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto wanted = sotto::hub::parse_direction("firefox-en-ja");
  const auto models =
      sotto::hub::read_registry({reinterpret_cast<const char*>(data), size}, "document");
  if (!models) return 0;
  const auto chosen = sotto::hub::choose(*models, *wanted);
  if (!chosen) return 0;
  std::set<std::string> names;
  for (const sotto::hub::RegistryFile& file : chosen->files) {
    const bool is_sound = sotto::checkpoint::is_inner_path(file.path) &&
                          sotto::checkpoint::is_plain_name(file.name()) &&
                          file.name() != sotto::hub::DirectionFile::kFile &&
                          file.bytes <= file.most_bytes() && names.insert(file.name()).second;
    if (!is_sound) abort();
  }
  return 0;
}
