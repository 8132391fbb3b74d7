#include "models/pocket_tts/transformer.h"

#include <fmt/format.h>

#include <array>

#include "nn/rotary.h"

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

// Loads a layer; q_proj, k_proj and v_proj are rows of the checkpoint's in_proj.
nn::TransformerLayer load_layer(Loader& load, const std::string& name,
                                const TransformerShape& shape) {
  const auto linear = [&](const char* part, int rows, int cols) {
    return nn::Linear{load.matrix(name + part + ".weight", rows, cols, shape.rows), {}};
  };
  const auto norm = [&](const char* part) {
    return nn::Norm{.weight = load.constant(name + part + ".weight", shape.d),
                    .bias = load.constant(name + part + ".bias", shape.d)};
  };
  const auto scale = [&](const char* part) {
    return shape.layer_scale ? load.constant(name + part + ".scale", shape.d) : device::Constant();
  };
  const int kv = shape.attention / shape.heads * shape.kv_heads;
  const auto in = load.stacked(name + "self_attn.in_proj.weight",
                               std::array{shape.attention, kv, kv}, shape.d, shape.rows);
  return {.self_attn = {.norm = norm("norm1"),
                        .q_proj = {in[0], {}},
                        .k_proj = {in[1], {}},
                        .v_proj = {in[2], {}},
                        .pairs = device::Pairs::adjacent,
                        .out = {.last = linear("self_attn.out_proj", shape.d, shape.attention),
                                .scale = scale("layer_scale_1")},
                        .heads = shape.heads},
          .feed_forward = {.norm = norm("norm2"),
                           .up = linear("linear1", shape.hidden, shape.d),
                           .activation = device::Activation::gelu_tanh,
                           .down = {.last = linear("linear2", shape.d, shape.hidden),
                                    .scale = scale("layer_scale_2")}}};
}

}  // namespace

Transformer load_transformer(Loader& load, const std::string& prefix,
                             const TransformerShape& shape) {
  Transformer t{
      .layers = {}, .context = shape.context, .max_period = shape.max_period, .rows = shape.rows};
  for (int i = 0; i < shape.layers && !load.error(); ++i)
    t.layers.push_back(load_layer(load, fmt::format("{}layers.{}.", prefix, i), shape));
  return t;
}

TransformerState::TransformerState(const Transformer& t, device::Device& d) {
  for (size_t i = 0; i < t.layers.size(); ++i)
    layers.emplace_back(d, t.layers[i].self_attn.kv_cols(), t.context, t.kv_heads());
}

void TransformerState::reserve(int positions) {
  for (nn::RollingCache& cache : layers) cache.reserve(positions);
}

void TransformerState::rewind(int to) {
  for (nn::RollingCache& cache : layers) cache.rewind(to);
  position = to;
}

namespace {

// `outputs`: of the last layer, too.
void run_layers(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
                std::string_view side, Trace* trace, bool outputs) {
  const device::Frame frame(d);
  const Tensor angles = nn::rotary_angles(d, state.position, x.rows, t.head_size(),
                                          {.period = t.max_period}, state.angles);
  state.seen.resize(static_cast<size_t>(x.rows));
  for (size_t i = 0; i < t.layers.size(); ++i) {
    const nn::TransformerLayer& layer = t.layers[i];
    nn::RollingCache& cache = state.layers[i];
    const device::Frame layer_frame(d);
    const nn::KeysValues now = cache.append(x.rows);
    if (!outputs && i + 1 == t.layers.size()) {
      layer.self_attn.remember(d, x, angles, now);
      break;
    }
    const Tensor q = layer.self_attn.project(d, x, angles, now);
    for (int r = 0; r < x.rows; ++r) state.seen[static_cast<size_t>(r)] = cache.seen(r, x.rows);
    const nn::KeysValues all = cache.all();
    const Tensor a = d.attention(q, all.k, all.v, state.seen, t.heads(), t.rows);
    layer.self_attn.out.add_to(d, a, x);
    layer.feed_forward.add_to(d, x);
    if (trace != nullptr) trace->see(side, static_cast<int>(i), "", d.read(x), x.cols);
  }
  state.position += x.rows;
}

}  // namespace

void run(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
         std::string_view side, Trace* trace) {
  run_layers(t, x, state, d, side, trace, true);
}

void remember(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
              std::string_view side, Trace* trace) {
  run_layers(t, x, state, d, side, trace, trace != nullptr);
}

}  // namespace sotto::models::pocket_tts
