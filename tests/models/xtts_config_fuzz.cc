// A config.json from outside: refused in one sentence, or with values within their bounds.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "models/xtts/config.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto config = sotto::models::xtts::parse_config(text, "config.json");
  if (!config) {
    if (config.error().message.empty()) std::abort();
    return 0;
  }
  if (config->heads < 1 || config->hop < 1 || config->code_stride < 1) std::abort();
  if (config->languages.empty() || config->input_sample_rate < 8000) std::abort();
  return 0;
}
