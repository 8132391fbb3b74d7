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

TransformerState open_state(const Transformer& t, device::Device& d) {
  std::vector<nn::RollingCache> caches;
  for (const nn::TransformerLayer& layer : t.layers)
    caches.emplace_back(d, layer.self_attn.kv_cols(), t.context, t.kv_heads(), t.kv_cache());
  return {1, std::move(caches)};
}

namespace {

void run_rows(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
              std::string_view side, Trace* trace, bool outputs) {
  const device::Frame frame(d);
  const Tensor angles = nn::rotary_angles(d, state.position, x.rows, t.head_size(),
                                          {.period = t.max_period}, state.angles);
  decoder_only::run_layers(t.layers, x, angles, state, d,
                           {.rows = t.rows, .outputs = outputs, .side = side, .trace = trace});
}

}  // namespace

void run(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
         std::string_view side, Trace* trace) {
  run_rows(t, x, state, d, side, trace, true);
}

void remember(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
              std::string_view side, Trace* trace) {
  run_rows(t, x, state, d, side, trace, trace != nullptr);
}

}  // namespace sotto::models::pocket_tts
