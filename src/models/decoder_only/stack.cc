#include "models/decoder_only/stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sotto::models::decoder_only {
namespace {

using device::Rows;
using device::Tensor;

constexpr int kHeadSize = 64;  // of all released networks whose files do not say it
constexpr int kMostLayers = 1000;

// Tensors of one layer.
class LayerReader {
 public:
  LayerReader(Loader& load, const Architecture& a, std::string name, int d)
      : load_(load), a_(a), name_(std::move(name)), d_(d) {}

  nn::TransformerLayer read(int heads) {
    const int hidden = rows_of(a_.up);
    const std::vector<nn::Linear> in = attention_in();
    return {
        .self_attn = {.norm = norm(a_.attention_norm),
                      .q_proj = in[0],
                      .k_proj = in[1],
                      .v_proj = in[2],
                      .out = {.last = linear(a_.attention_out, d_, d_)},
                      .heads = heads},
        .feed_forward = {.norm = norm(a_.feed_forward_norm),
                         .gate = a_.gate != nullptr ? linear(a_.gate, hidden, d_) : nn::Linear(),
                         .up = linear(a_.up, hidden, d_),
                         .activation = a_.activation,
                         .down = {.last = linear(a_.down, d_, hidden)}}};
  }
  nn::Norm norm(const char* name) {
    return {.weight = load_.constant(name_ + name + ".weight", d_),
            .bias = a_.is_conv1d ? load_.constant(name_ + name + ".bias", d_) : device::Constant()};
  }

 private:
  int rows_of(const char* matrix) {
    return static_cast<int>(a_.is_conv1d ? load_.shape_of(name_ + matrix + ".bias", 1)[0]
                                         : load_.shape_of(name_ + matrix + ".weight", 2)[0]);
  }
  nn::Linear linear(const char* matrix, int rows, int cols) {
    const std::string name = name_ + matrix;
    if (!a_.is_conv1d) return {load_.matrix(name + ".weight", rows, cols, Rows::any), {}};
    return load_.transposed_linears(name, std::array{rows}, cols, Rows::any).front();
  }
  // Reads the projections to queries, keys and values.
  std::vector<nn::Linear> attention_in() {
    if (a_.fused)
      return load_.transposed_linears(name_ + a_.attention_in[0], std::array{d_, d_, d_}, d_,
                                      Rows::any);
    std::vector<nn::Linear> parts;
    for (const char* part : a_.attention_in) parts.push_back(linear(part, d_, d_));
    return parts;
  }

  Loader& load_;
  const Architecture& a_;
  const std::string name_;
  const int d_;
};

}  // namespace

device::Precision Stack::kv_cache() const {
  return layers.empty() ? device::Precision::f32
                        : nn::kv_precision(layers.front().feed_forward.up.w);
}

Stack load_stack(Loader& load, const Architecture& a, const std::string& prefix, int heads) {
  const std::string last = prefix + a.final_norm + ".weight";
  const int d = static_cast<int>(load.shape_of(last, 1)[0]);
  Stack stack;
  stack.architecture = &a;
  stack.heads = heads > 0 ? heads : std::max(1, d / kHeadSize);
  // Pairs of columns for each head.
  load.require(d % (2 * stack.heads) == 0,
               fmt::format("{} has {} columns, expected a multiple of {}: pairs for {} heads", last,
                           d, 2 * stack.heads, stack.heads));
  const auto layer_name = [&](int i) { return fmt::format("{}{}.{}.", prefix, a.layers, i); };
  const auto has_layer = [&](int i) {
    return i < kMostLayers && load.has(layer_name(i) + a.attention_norm + ".weight");
  };
  for (int i = 0; (i == 0 || has_layer(i)) && !load.error(); ++i)
    stack.layers.push_back(LayerReader(load, a, layer_name(i), d).read(stack.heads));
  stack.final_norm = LayerReader(load, a, prefix, d).norm(a.final_norm);
  if (a.positions != nullptr) {
    const auto shape = load.shape_of(prefix + a.positions, 2);
    stack.positions = load.table(prefix + a.positions, static_cast<int>(shape[0]), d);
  }
  return stack;
}

LayersState open_state(const Stack& stack, device::Device& d, int count) {
  std::vector<nn::RollingCache> caches;
  for (size_t i = 0; i < stack.layers.size() * static_cast<size_t>(count); ++i)
    caches.emplace_back(d, stack.d(), 0, stack.heads, stack.kv_cache());
  return {count, std::move(caches)};
}

namespace {

// Cosines and sines of the next positions of each sequence, or, of a learned table, added to x.
Tensor place(const Stack& stack, const Tensor& x, int each, LayersState& state, device::Device& d) {
  state.rows.resize(static_cast<size_t>(x.rows));
  const int first = stack.positions ? state.position : 0;
  for (int r = 0; r < x.rows; ++r) state.rows[static_cast<size_t>(r)] = first + r % each;
  if (stack.positions) {
    d.add_rows(x, stack.positions.tensor, state.rows);
    return {};
  }
  const auto& rotary = stack.architecture->rotary;
  if (!rotary) return {};
  const Tensor angles =
      nn::rotary_angles(d, state.position, each, stack.head_size(), *rotary, state.angles);
  return each == x.rows ? angles : d.gather(angles, state.rows);
}

}  // namespace

void run(const Stack& stack, const Tensor& x, LayersState& state, device::Device& d,
         std::span<WatchedLayer> watched, Trace* trace) {
  const int each = x.rows / state.count;
  for (WatchedLayer& w : watched) w.weights = d.make(stack.heads * each, state.position + each);
  const device::Frame frame(d);
  const Tensor angles = place(stack, x, each, state, d);
  run_layers(stack.layers, x, angles, state, d, {.watched = watched, .trace = trace});
}

}  // namespace sotto::models::decoder_only
