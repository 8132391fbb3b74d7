// The small XTTS and what the reference makes with it, for tests of its parts.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "golden.h"
#include "models/backends.h"
#include "models/golden_compare.h"
#include "models/traces.h"
#include "models/xtts/gpt.h"
#include "models/xtts/hifigan.h"
#include "models/xtts/weights.h"

namespace sotto::models::xtts::testing {

using nlohmann::json;
using Floats = std::vector<float>;

using sotto::testing::value;

inline std::filesystem::path folder() { return sotto::testing::golden_folder("xtts"); }

inline const sotto::testing::GoldenFile& goldens() {
  static const sotto::testing::GoldenFile file(folder() / "goldens.safetensors");
  return file;
}

inline const json& cases() {
  static const json all = sotto::testing::golden_json(folder() / "cases.json");
  return all;
}

inline Config config() { return value(read_config(folder() / "config.json")); }

inline std::shared_ptr<const checkpoint::Weights> weights() {
  return value(open_checkpoint(folder() / "model.pth"));
}

inline std::shared_ptr<const Gpt> load_gpt(const device::Backend& backend,
                                           std::optional<quant::Scheme> scheme = {}) {
  return value(Gpt::load(*weights(), config(), scheme, backend));
}

using models::testing::transposed;

}  // namespace sotto::models::xtts::testing
