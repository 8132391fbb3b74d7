// Any bytes as the hub's answers: what is read of them stays inside the repository's folder, has
// digests that name files, and fits into 64 bits together; a refusal is one line.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "hub/digest.h"
#include "hub/listing.h"
#include "hub/wanted_files.h"

namespace {

namespace fs = std::filesystem;
using namespace sotto::hub;

// The answers are lines.
std::string_view next_line(std::string_view& bytes) {
  const size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  return line;
}

template <class T>
bool went_well(const sotto::Result<T>& result) {
  if (result) return true;
  const std::string& message = result.error().message;
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (message.empty() || std::ranges::any_of(message, is_control)) abort();
  return false;
}

bool lies_in(const fs::path& folder, const std::string& name) {
  const std::string path = (folder / name).lexically_normal().string();
  return path.starts_with(folder.string() + "/") && path.find('\0') == path.npos;
}

void check(const Repository& repository) {
  uint64_t bytes = 0;
  for (const RemoteFile& file : repository.files) {
    const bool is_sound = lies_in("/snapshots/" + repository.commit, file.path) &&
                          lies_in("/blobs", file.digest) && Digest::is_name(file.digest) &&
                          !__builtin_add_overflow(bytes, file.bytes, &bytes);
    if (!is_sound) abort();
  }
  const auto wanted = wanted_files(repository, {});
  if (wanted && (wanted->empty() || wanted->size() > repository.files.size())) abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const Endpoint endpoint = {.url = "https://hub", .token = "secret"};
  const std::string page = next_page(std::string(next_line(bytes)), endpoint);
  if (!page.empty() && page.front() != '/') abort();  // the token goes to the hub alone

  Repository repository;
  repository.id = "owner/name";
  const auto card = parse_answer(next_line(bytes), "https://hub/card");
  if (!went_well(card) || !went_well(read_card(*card, repository))) return 0;
  if (!lies_in("/snapshots", repository.commit)) abort();
  while (!bytes.empty()) {
    const auto list = parse_answer(next_line(bytes), "https://hub/tree");
    if (!went_well(list) || !went_well(add_files(*list, repository))) break;
  }
  check(repository);
  return 0;
}
