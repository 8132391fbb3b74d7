#include "translate/kinds.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checkpoint/model_folder.h"

namespace sotto::translate {
namespace {

constexpr NetworkKind kKinds[] = {
    {"m2m_100", load_nllb, directions_of_nllb, true},
    {"marian", load_marian, directions_of_marian, false},
    {checkpoint::kMarianStudent, load_firefox, directions_of_firefox, false},
    {"llama", load_language_model, directions_of_language_model, false},
    {"lfm2", load_language_model, directions_of_language_model, false},
    {"qwen3", load_language_model, directions_of_language_model, false},
    {"hunyuan_v1_dense", load_language_model, directions_of_language_model, false},
    {"gemma3_text", load_language_model, directions_of_language_model, false},
    {"gemma3", load_language_model, directions_of_language_model, false},
};

}  // namespace

const NetworkKind& kind_of(const checkpoint::ModelFolder& folder) {
  const auto type = folder.config.find("model_type");
  const auto* row = std::ranges::find_if(kKinds, [&](const NetworkKind& kind) {
    return type != folder.config.end() && *type == kind.model_type;
  });
  return row != std::end(kKinds) ? *row : kKinds[0];
}

}  // namespace sotto::translate
