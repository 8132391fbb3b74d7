#include "hub/endpoint.h"

#include <algorithm>
#include <cctype>

#include "base/environment.h"
#include "base/file.h"
#include "checkpoint/hub_cache.h"

namespace sotto::hub {
namespace {

bool is_set(const char* name) {
  std::string value = variable(name).value_or("");
  std::ranges::transform(value, value.begin(), [](unsigned char c) { return std::toupper(c); });
  return value == "1" || value == "ON" || value == "YES" || value == "TRUE";
}

std::string first_word(std::string text) {
  constexpr const char* kSpace = " \t\r\n";
  text.erase(0, text.find_first_not_of(kSpace));
  return text.substr(0, text.find_first_of(kSpace));
}

std::string token() {
  for (const char* name : {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"})
    if (const auto given = variable(name)) return first_word(*given);
  if (is_set("HF_HUB_DISABLE_IMPLICIT_TOKEN")) return "";
  const auto named = variable("HF_TOKEN_PATH");
  const auto file =
      read_file(named ? std::filesystem::path(*named) : checkpoint::hub_home() / "token", 4096);
  return file ? first_word(*file) : "";
}

}  // namespace

Endpoint endpoint_of_environment() {
  Endpoint endpoint;
  if (const auto url = variable("HF_ENDPOINT")) endpoint.url = *url;
  while (endpoint.url.ends_with('/')) endpoint.url.pop_back();
  endpoint.token = token();
  endpoint.offline = is_set("HF_HUB_OFFLINE") || is_set("TRANSFORMERS_OFFLINE");
  return endpoint;
}

}  // namespace sotto::hub
