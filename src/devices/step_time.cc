#include "devices/step_time.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "quant/affine.h"

namespace sotto::device {
namespace {

// The feed-forward layers of NLLB-200 600M's decoder: half of what a step reads without the
// embeddings, 107 MB, which no cache holds. One row goes through all of them, and is read.
constexpr int kLayers = 12, kModel = 1024, kInner = 4096, kGroup = 64, kBits = 8;
constexpr int kRuns = 5;

struct Layer {
  quant::AffineMatrix stored_up, stored_down;
  Weight up, down;
};

class Step {
 public:
  explicit Step(const Backend& backend) : device_(backend.open()), layers_(kLayers) {
    const auto numbered = [](int rows, int cols) {
      quant::AffineMatrix m = quant::make_affine(rows, cols, kGroup, kBits);
      for (size_t i = 0; i < m.packed.size(); ++i) m.packed[i] = static_cast<uint32_t>(i);
      std::fill(m.scales.begin(), m.scales.end(), 1e-5f);
      return m;
    };
    for (Layer& layer : layers_) {
      layer.stored_up = numbered(kInner, kModel);
      layer.stored_down = numbered(kModel, kInner);
      layer.up = backend.prepare(layer.stored_up.view(), nullptr, {Rows::decode});
      layer.down = backend.prepare(layer.stored_down.view(), nullptr, {Rows::decode});
    }
  }

  double seconds() {
    const auto begin = std::chrono::steady_clock::now();
    const Frame frame(*device_);
    const Tensor x = device_->make(1, kModel);
    device_->fill(x, 1);
    for (const Layer& layer : layers_) {
      const Tensor inner = device_->linear(x, layer.up, {}, Epilogue::relu);
      device_->linear(inner, layer.down, {}, x, Epilogue::add);
    }
    device_->read(x);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

 private:
  std::unique_ptr<Device> device_;
  std::vector<Layer> layers_;
};

}  // namespace

double compared_speed(const Backend& first, const Backend& second) {
  Step one(first), other(second);
  double best = one.seconds(), best_of_other = other.seconds();  // each also waits for memory
  for (int run = 0; run < kRuns; ++run) {                        // in turns
    best = std::min(best, one.seconds());
    best_of_other = std::min(best_of_other, other.seconds());
  }
  return best / best_of_other;
}

}  // namespace sotto::device
