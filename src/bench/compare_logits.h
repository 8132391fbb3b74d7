// Two forms of one translation network, on the same sentences.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "device/device.h"
#include "sotto/error.h"

namespace sotto::bench {

struct LogitsCompare {
  std::string a, b;  // MODEL or MODEL@SCHEME
  std::string prompts, from = "en", to = "ja";
  int threads = 0;
  std::optional<device::Precision> kv_cache;  // of b
};

// The first one translates each prompt greedily; then both are given its tokens one by one, and
// their logits are compared at each step.
Result<nlohmann::ordered_json> compare_logits(const LogitsCompare& what);

}  // namespace sotto::bench
