// T3 of the small Chatterbox, for its tests.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "checkpoint/safetensors.h"
#include "models/backends.h"
#include "models/chatterbox/t3.h"
#include "models/chatterbox_goldens.h"

namespace sotto::models::chatterbox::testing {

// What the files do not say of a small network.
inline T3Conventions conventions(const std::string& run) {
  const json& dims = cases().at("meta").at("dims");
  return {.heads = dims.at("heads").get<int>(),
          .perceiver_heads = dims.at("perc_heads").get<int>(),
          .start_speech = cases().at(run).at("start").get<int>(),
          .stop_speech = cases().at(run).at("stop").get<int>()};
}

inline std::shared_ptr<const T3> load_t3(const std::string& file, const T3Conventions& how,
                                         const device::Backend& backend,
                                         std::optional<quant::Scheme> scheme = {}) {
  const auto weights = value(checkpoint::open_safetensors(model_file(file)));
  return value(T3::load(*weights, scheme, backend, how));
}

inline T3Voice golden_voice(const sotto::testing::GoldenFile& file) {
  return {.speaker_emb = file.f32("in.speaker_emb"),
          .prompt_tokens = ids(file, "in.cond_prompt_speech_tokens"),
          .exaggeration = file.f32("in.emotion_adv").at(0)};
}

// What it saw last under each name.
class T3Recorder : public Trace {
 public:
  void see(std::string_view side, int layer, std::string_view part, std::span<const float> x,
           int cols) override {
    std::string name(side);
    if (layer >= 0) name.append("layer").append(std::to_string(layer));
    name.append(".").append(part);
    seen[name] = {x.begin(), x.end()};
    columns[name] = cols;
  }
  std::map<std::string, Floats> seen;
  std::map<std::string, int> columns;
};

}  // namespace sotto::models::chatterbox::testing
