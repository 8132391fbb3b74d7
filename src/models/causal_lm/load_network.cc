#include <fmt/format.h>

#include <array>
#include <cmath>

#include "models/causal_lm/network.h"

namespace sotto::models::causal_lm {
namespace {

// llama.cpp's way to say what scaling llama3 comes to: numbers that frequencies are divided by.
constexpr const char* kGgufFrequencies = "rope_freqs.weight";

// Tensors of one layer, "model.layers.<i>.".
class LayerTensors {
 public:
  LayerTensors(Loader& load, const Config& c, std::string name)
      : load_(load), c_(c), a_(*c.architecture), name_(std::move(name)) {}

  Layer read(Mixer mixer) {
    Layer layer{.mixer = {},
                .is_windowed = mixer == Mixer::window_attention,
                .feed_forward = feed_forward()};
    if (mixer == Mixer::convolution)
      layer.mixer = convolution();
    else
      layer.mixer = attention();
    return layer;
  }

  // Loads a norm of `cols` columns; none without a name. `scale`: the factor of the normed rows.
  nn::Norm norm(const char* name, int cols, float scale = 1) {
    if (name == nullptr) return {};
    std::vector<float> weight = load_.numbers(name_ + name + ".weight", cols);
    const float plus = a_.norms_from_one && !c_.is_gguf ? 1.0f : 0.0f;
    for (float& w : weight) w = (plus + w) * scale;
    return {.weight = load_.made_constant(weight), .bias = {}, .epsilon = c_.epsilon};
  }

 private:
  nn::Linear linear(const char* matrix, int rows, int cols) {
    const std::string name = name_ + matrix;
    const device::Weight w = load_.matrix(name + ".weight", rows, cols);
    const bool has_bias = load_.has(name + ".bias");
    return {w, has_bias ? load_.constant(name + ".bias", rows) : device::Constant()};
  }

  nn::SelfAttention attention() {
    const int d = c_.d_model, size = c_.head_size, cols = c_.heads * size, kv = c_.kv_heads * size;
    // Attention divides scores by the root of a head's size; what is left of the network's own
    // scale the queries bring along.
    const float scale = c_.score_scale * std::sqrt(static_cast<float>(size));
    return {.norm = norm(a_.attention_norm, d),
            .q_proj = linear("self_attn.q_proj", cols, d),
            .k_proj = linear("self_attn.k_proj", kv, d),
            .v_proj = linear("self_attn.v_proj", kv, d),
            .q_norm = norm(a_.q_norm, size, scale),
            .k_norm = norm(a_.k_norm, size),
            .rotates_first = a_.rotates_first,
            .pairs = c_.is_gguf && a_.pairs_adjacent_in_gguf ? device::Pairs::adjacent
                                                             : device::Pairs::halves,
            .out = {.last = linear(a_.attention_out, d, cols),
                    .norm = norm(a_.attention_post_norm, d),
                    .scale = {}},
            .heads = c_.heads};
  }

  // The kernel is stored as [d, 1, L], a column's taps beside each other.
  ShortConvolution convolution() {
    const int d = c_.d_model;
    const std::array<int64_t, 3> shape = {d, 1, c_.taps};
    const std::vector<float> stored = load_.numbers(name_ + "conv.conv.weight", shape);
    std::vector<float> kernel(stored.size());
    for (size_t i = 0; i < stored.size(); ++i) {
      const size_t taps = static_cast<size_t>(c_.taps);
      kernel[i % taps * static_cast<size_t>(d) + i / taps] = stored[i];
    }
    const auto in = load_.stacked(name_ + "conv.in_proj.weight", std::array{d, d, d}, d);
    return {.norm = norm(a_.attention_norm, d),
            .in_b = {in[0], {}},
            .in_c = {in[1], {}},
            .in_h = {in[2], {}},
            .kernel = load_.made_constant(kernel, c_.taps),
            .out_proj = linear("conv.out_proj", d, d)};
  }

  // Takes the width from the file.
  nn::GatedFeedForward feed_forward() {
    const int d = c_.d_model;
    const auto shape = load_.shape_of(name_ + a_.gate + ".weight", 2);
    const int hidden = static_cast<int>(shape[0]);
    return {.norm = norm(a_.feed_forward_norm, d),
            .gate = linear(a_.gate, hidden, d),
            .up = linear(a_.up, hidden, d),
            .activation = a_.activation,
            .down = {.last = linear(a_.down, d, hidden),
                     .norm = norm(a_.feed_forward_post_norm, d),
                     .scale = {}}};
  }

  Loader& load_;
  const Config& c_;
  const Architecture& a_;
  const std::string name_;
};

// "model.", or where a network with a tower for pictures has it.
std::string prefix_of(const checkpoint::Weights& weights) {
  for (const char* prefix : {"model.", "language_model.model.", "model.language_model."})
    if (weights.find(std::string(prefix) + "embed_tokens.weight") != nullptr) return prefix;
  return "model.";
}

// Frequencies with what a GGUF says about them.
std::vector<double> frequencies_of(const Config& c, Loader& load) {
  std::vector<double> all = c.rotary.frequencies(c.head_size);
  if (!c.is_gguf || !load.has(kGgufFrequencies)) return all;
  const std::vector<float> divisors = load.numbers(kGgufFrequencies, c.head_size / 2);
  for (size_t i = 0; i < divisors.size(); ++i) {
    load.require(
        divisors[i] > 0 && std::isfinite(divisors[i]),
        fmt::format("{} has the number {}, expected positive ones", kGgufFrequencies, divisors[i]));
    all[i] /= static_cast<double>(divisors[i]);
  }
  return all;
}

}  // namespace

Result<std::unique_ptr<const Network>> load_network(const checkpoint::Weights& weights,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend, Config& c) {
  auto m = std::make_unique<Network>();
  Loader load(weights, scheme, backend);
  const Architecture& a = *c.architecture;
  const std::string prefix = prefix_of(weights);
  const std::string embedding = prefix + "embed_tokens.weight";
  c.vocab_size = static_cast<int>(load.shape_of(embedding, 2)[0]);
  // Capped logits are not chosen from.
  const auto output = [&](const std::string& name) {
    return c.soft_cap > 0 ? load.matrix(name, c.vocab_size, c.d_model)
                          : load.output_matrix(name, c.vocab_size, c.d_model);
  };
  m->embedding = c.is_tied ? output(embedding) : load.matrix(embedding, c.vocab_size, c.d_model);
  m->embedding_scale = a.scales_embedding ? std::sqrt(static_cast<float>(c.d_model)) : 1.0f;
  for (size_t i = 0; i < c.layers.size() && !load.error(); ++i)
    m->layers.push_back(
        LayerTensors(load, c, fmt::format("{}layers.{}.", prefix, i)).read(c.layers[i]));
  m->final_norm = LayerTensors(load, c, prefix).norm(a.final_norm, c.d_model);
  const bool is_inner =
      load.has("lm_head.weight");  // of a network with a tower, else with its text
  const std::string head = is_inner ? "lm_head.weight" : "language_model.lm_head.weight";
  m->head.w = c.is_tied ? m->embedding : output(head);
  m->soft_cap = c.soft_cap;
  m->frequencies = frequencies_of(c, load);
  m->window_frequencies = c.window_rotary.frequencies(c.head_size);
  m->window = c.window;
  m->taps = c.taps;
  for (const int end : c.eos)
    load.require(end < c.vocab_size,
                 fmt::format("{} has {} rows, expected more than {}, a token that ends an answer",
                             embedding, c.vocab_size, end));
  if (load.error()) return *load.error();
  m->bytes = load.bytes();
  return std::unique_ptr<const Network>(std::move(m));
}

}  // namespace sotto::models::causal_lm
