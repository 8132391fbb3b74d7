// The small Kokoro model and what the reference makes with it, for tests of the network.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "golden.h"
#include "models/kokoro/model.h"
#include "models/kokoro/session.h"
#include "models/traces.h"

namespace sotto::models::kokoro::testing {

using Floats = std::vector<float>;

using sotto::testing::value;

inline std::filesystem::path folder() { return sotto::testing::golden_folder("kokoro"); }

struct Goldens {
  sotto::testing::GoldenFile tensors{folder() / "goldens.safetensors"};
  nlohmann::json cases = sotto::testing::golden_json(folder() / "cases.json").at("cases");
};

inline const Goldens& goldens() {
  static const Goldens all;
  return all;
}

// A golden case as a clause.
class GoldenCase {
 public:
  GoldenCase(size_t index, const Model& model)
      : about(goldens().cases.at(index)), prefix_(std::to_string(index) + ".") {
    std::string mix = about.at("voice");
    for (char& c : mix) c = c == ',' ? '+' : c;
    voice_ = value(model.voices().voice(mix));
    ids_ = about.at("ids").get<std::vector<int>>();
  }

  Clause clause() && = delete;  // has a style of its own
  Clause clause() const& {
    return {.ids = {ids_.begin() + 1, ids_.end() - 1},
            .style = voice_.style(about.at("voice_row").get<size_t>() + 1),
            .speed = about.at("speed").get<float>(),
            .seed = about.at("noise_seed").get<uint64_t>()};
  }
  bool has(const std::string& name) const { return goldens().tensors.has(prefix_ + name); }
  Floats numbers(const std::string& name) const { return goldens().tensors.f32(prefix_ + name); }
  std::vector<int64_t> shape(const std::string& name) const {
    return goldens().tensors.at(prefix_ + name).shape;
  }
  // The names of all tensors of the case.
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& item : goldens().tensors.header().items()) {
      if (item.key().starts_with(prefix_)) found.push_back(item.key().substr(prefix_.size()));
    }
    return found;
  }

  const nlohmann::json& about;

 private:
  std::string prefix_;
  Voice voice_;
  std::vector<int> ids_;
};

using models::testing::transposed;

// The matrices of the network's parts, by the names that the goldens have.
class Recorder : public models::testing::PartRecorder {
 public:
  // Laid out as in the goldens: outputs of convolutions with the channels first.
  Floats as_golden(const std::string& name, const std::vector<int64_t>& shape) const {
    const Seen& found = seen.at(name);
    const bool rows_first = name.starts_with("bert") || name.starts_with("predictor.encoder") ||
                            name == "predictor.lstm" || name == "predictor.shared";
    const bool same = shape.size() == 2 && static_cast<size_t>(shape[1]) == found.cols;
    return shape.size() == 1 || (rows_first && same) ? found.rows
                                                     : transposed(found.rows, found.cols);
  }
};

}  // namespace sotto::models::kokoro::testing
