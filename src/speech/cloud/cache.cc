#include "speech/cloud/cache.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "base/file.h"
#include "base/paths.h"

namespace sotto::speech {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return cache_folder() / "cloud-voices"; }

// By digest: the texts are not to be read off the names.
fs::path path_of(const std::string& key) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(key.data(), key.size(), digest.data(), &size, EVP_sha256(), nullptr);
  constexpr const char* kDigits = "0123456789abcdef";
  std::string name;
  for (unsigned i = 0; i < size; ++i) {
    name += kDigits[digest[i] >> 4];
    name += kDigits[digest[i] & 15];
  }
  return folder() / name;
}

struct Kept {
  fs::file_time_type used;
  uint64_t bytes;
  fs::path path;
};

void shrink(uint64_t most_bytes) {
  std::vector<Kept> all;
  uint64_t bytes = 0;
  std::error_code error, ignored;
  for (fs::directory_iterator it(folder(), error), end; !error && it != end; it.increment(error)) {
    const Kept kept{it->last_write_time(ignored), it->file_size(ignored), it->path()};
    bytes += kept.bytes;
    all.push_back(kept);
  }
  std::ranges::sort(all, {}, &Kept::used);
  for (const Kept& kept : all) {
    if (bytes <= most_bytes) return;
    if (fs::remove(kept.path, ignored)) bytes -= kept.bytes;
  }
}

}  // namespace

std::optional<std::string> find_cloud_sound(const std::string& key) {
  if (!cache_enabled()) return std::nullopt;
  const fs::path path = path_of(key);
  auto file = read_file(path);
  if (!file) return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  return *std::move(file);
}

void keep_cloud_sound(const std::string& key, const std::string& file, uint64_t most_bytes) {
  if (!cache_enabled() || file.size() > most_bytes) return;
  std::error_code ignored;
  fs::create_directories(folder(), ignored);
  shrink(most_bytes - file.size());
  (void)write_file(path_of(key), file, fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace sotto::speech
