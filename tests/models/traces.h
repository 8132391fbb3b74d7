// Recorders of what the parts of a network put out, for comparison with a reference's traces.
#pragma once

#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "models/trace.h"

namespace sotto::models::testing {

// A matrix with rows and columns exchanged; cols: of m.
inline std::vector<float> transposed(const std::vector<float>& m, size_t cols) {
  std::vector<float> t(m.size());
  const size_t rows = m.size() / cols;
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < cols; ++c) t[c * rows + r] = m[r * cols + c];
  }
  return t;
}

// Rows of layers, step after step, by name: "encoder.layer0.self_attn".
class LayerRecorder : public Trace {
 public:
  void see(std::string_view side, int layer, std::string_view part, std::span<const float> x,
           int) override {
    std::string name(side);
    if (layer >= 0) name.append(".layer").append(std::to_string(layer));
    if (!part.empty()) name.append(".").append(part);
    std::vector<float>& rows = seen[name];
    rows.insert(rows.end(), x.begin(), x.end());
  }

  std::map<std::string, std::vector<float>> seen;
};

// The last matrix of each part, by the part's name.
class PartRecorder : public Trace {
 public:
  void see(std::string_view, int, std::string_view part, std::span<const float> x,
           int cols) override {
    seen[std::string(part)] = {{x.begin(), x.end()}, static_cast<size_t>(cols)};
  }

  struct Seen {
    std::vector<float> rows;
    size_t cols = 0;
  };
  std::map<std::string, Seen> seen;

  const Seen& at(const std::string& name) const {
    const auto found = seen.find(name);
    if (found == seen.end()) throw std::runtime_error("no part " + name + " was seen");
    return found->second;
  }
  const std::vector<float>& rows(const std::string& name) const { return at(name).rows; }
  std::vector<float> columns(const std::string& name) const {
    return transposed(at(name).rows, at(name).cols);
  }
};

}  // namespace sotto::models::testing
