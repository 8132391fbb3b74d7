#include "models/bergamot/network.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>

namespace sotto::models::bergamot {
namespace {

// Marian's names: matrices `<layer>_W?`, their biases `<layer>_b?`.
class Layers {
 public:
  Layers(Loader& load, const Config& config) : load_(load), c_(config) {}

  nn::Linear linear(const std::string& layer, const std::string& part, int rows, int cols) const {
    const std::string name = layer + "_W" + part;
    return {load_.symmetric_matrix(name + ".weight", rows, cols, name + "_QuantMultA"),
            load_.constant(layer + "_b" + part, std::array<int64_t, 2>{1, rows})};
  }
  nn::Attention attention(const std::string& layer) const {
    const int d = c_.d_model;
    return {.q_proj = linear(layer, "q", d, d),
            .k_proj = linear(layer, "k", d, d),
            .v_proj = linear(layer, "v", d, d),
            .out_proj = linear(layer, "o", d, d),
            .heads = c_.heads};
  }
  nn::FeedForward feed_forward(const std::string& layer) const {
    return {.fc1 = linear(layer, "1", c_.ffn, c_.d_model),
            .fc2 = linear(layer, "2", c_.d_model, c_.ffn)};
  }
  nn::LayerNorm norm(const std::string& name) const {
    const std::array<int64_t, 2> shape = {1, c_.d_model};
    return {.weight = load_.constant(name + "_ln_scale", shape),
            .bias = load_.constant(name + "_ln_bias", shape),
            .epsilon = 1e-6f};
  }

  EncoderLayer encoder(int i) const {
    const std::string layer = fmt::format("encoder_l{}_", i);
    return {.self_attn = attention(layer + "self"),
            .self_attn_layer_norm = norm(layer + "self_Wo"),
            .fc = feed_forward(layer + "ffn"),
            .final_layer_norm = norm(layer + "ffn_ffn")};
  }
  SsruDecoderLayer decoder(int i) const {
    const std::string layer = fmt::format("decoder_l{}_", i), cell = layer + "rnn_W";
    const int d = c_.d_model;
    return {
        .cell = {.update = {load_.symmetric_matrix(cell + ".weight", d, d, cell + "_QuantMultA"),
                            {}},
                 .forget = linear(layer + "rnn", "f", d, d)},
        .cell_norm = norm(layer + "rnn_ffn"),
        .encoder_attn = attention(layer + "context"),
        .encoder_attn_norm = norm(layer + "context_Wo"),
        .fc = feed_forward(layer + "ffn"),
        .final_norm = norm(layer + "ffn_ffn")};
  }

 private:
  Loader& load_;
  const Config& c_;
};

// Keys and values of the encoder's output are made once a sentence.
size_t bytes_of_step(const Network& m) {
  const device::PreparedMatrix& output = *m.output.w;
  size_t bytes = output.coarse_bytes > 0 ? output.coarse_bytes : output.bytes;
  for (const SsruDecoderLayer& l : m.decoder)
    for (const nn::Linear* part : {&l.cell.update, &l.cell.forget, &l.encoder_attn.q_proj,
                                   &l.encoder_attn.out_proj, &l.fc.fc1, &l.fc.fc2})
      bytes += device::bytes_of(part->w);
  return bytes;
}

}  // namespace

Result<std::unique_ptr<const Network>> load_network(const checkpoint::Weights& weights,
                                                    const Config& c,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend) {
  auto network = std::make_unique<Network>();
  Loader load(weights, scheme, backend);
  const Layers layers(load, c);
  const int d = c.d_model;
  const std::string target = c.joint ? "Wemb" : "decoder_Wemb";
  network->output.w =
      load.output_matrix(target + ".weight", c.target_vocab, d, target + "_QuantMultA");
  network->output.b =
      load.constant("decoder_ff_logit_out_b", std::array<int64_t, 2>{1, c.target_vocab});
  network->target = network->output.w;
  network->source =
      c.joint ? network->target : load.matrix("encoder_Wemb.weight", c.source_vocab, d);
  network->embedding_scale = std::sqrt(static_cast<float>(d));
  for (int i = 1; i <= c.encoder_layers && !load.error(); ++i)
    network->encoder.push_back(layers.encoder(i));
  for (int i = 1; i <= c.decoder_layers && !load.error(); ++i)
    network->decoder.push_back(layers.decoder(i));
  if (load.error()) return *load.error();
  network->bytes = load.bytes();
  network->step_bytes = bytes_of_step(*network);
  return std::unique_ptr<const Network>(std::move(network));
}

}  // namespace sotto::models::bergamot
