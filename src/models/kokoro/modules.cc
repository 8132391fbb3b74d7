#include "models/kokoro/modules.h"

#include <fmt/format.h>

namespace sotto::models::kokoro {
namespace {

class ModuleList {
 public:
  void add(std::string name, ModuleKind kind, bool has_bias = true) {
    list.push_back({std::move(name), kind, has_bias});
  }
  void linear(std::string name) { add(std::move(name), ModuleKind::linear); }
  void convolution(std::string name) { add(std::move(name), ModuleKind::convolution); }

  void plbert_layer(const std::string& layer) {
    for (const char* part : {"query", "key", "value", "dense"}) {
      linear(fmt::format("{}.attention.{}", layer, part));
    }
    add(layer + ".attention.LayerNorm", ModuleKind::layer_norm);
    linear(layer + ".ffn");
    linear(layer + ".ffn_output");
    add(layer + ".full_layer_layer_norm", ModuleKind::layer_norm);
  }

  void plbert(const PlBertConfig& config) {
    for (const char* table : {"word", "position", "token_type"}) {
      add(fmt::format("bert.embeddings.{}_embeddings", table), ModuleKind::embedding);
    }
    add("bert.embeddings.LayerNorm", ModuleKind::layer_norm);
    linear("bert.encoder.embedding_hidden_mapping_in");
    for (int g = 0; g < config.num_hidden_groups; ++g)
      for (int k = 0; k < config.inner_group_num; ++k) plbert_layer(albert_layer(g, k));
    linear("bert_encoder");
  }

  void text_encoder(int layers) {
    add("text_encoder.embedding", ModuleKind::embedding);
    for (int i = 0; i < layers; ++i) {
      convolution(fmt::format("text_encoder.cnn.{}.0", i));
      add(fmt::format("text_encoder.cnn.{}.1", i), ModuleKind::channel_norm);
    }
    add("text_encoder.lstm", ModuleKind::lstm);
  }

  // AdainResBlk1d of StyleTTS 2.
  void style_block(const std::string& name, bool has_shortcut, bool upsamples) {
    convolution(name + ".conv1");
    convolution(name + ".conv2");
    linear(name + ".norm1.fc");
    linear(name + ".norm2.fc");
    if (has_shortcut) add(name + ".conv1x1", ModuleKind::convolution, /*has_bias=*/false);
    if (upsamples) convolution(name + ".pool");
  }

  void predictor(int layers) {
    for (int i = 0; i < layers; ++i) {
      add(fmt::format("predictor.text_encoder.lstms.{}", 2 * i), ModuleKind::lstm);
      linear(fmt::format("predictor.text_encoder.lstms.{}.fc", 2 * i + 1));
    }
    add("predictor.lstm", ModuleKind::lstm);
    add("predictor.shared", ModuleKind::lstm);
    linear("predictor.duration_proj.linear_layer");
    for (const char* curve : {"F0", "N"}) {
      for (int i = 0; i < 3; ++i) {
        style_block(fmt::format("predictor.{}.{}", curve, i), i == 1, i == 1);
      }
      convolution(fmt::format("predictor.{}_proj", curve));
    }
  }

  void decoder() {
    style_block("decoder.encode", true, false);
    for (int i = 0; i < 4; ++i) style_block(fmt::format("decoder.decode.{}", i), true, i == 3);
    convolution("decoder.F0_conv");
    convolution("decoder.N_conv");
    convolution("decoder.asr_res.0");
  }

  // AdaINResBlock1 of the generator.
  void generator_block(const std::string& name) {
    for (size_t j = 0; j < kResblockConvs; ++j) {
      for (const int half : {1, 2}) {
        convolution(fmt::format("{}.convs{}.{}", name, half, j));
        linear(fmt::format("{}.adain{}.{}.fc", name, half, j));
        add(fmt::format("{}.alpha{}.{}", name, half, j), ModuleKind::alpha);
      }
    }
  }

  void generator(const IstftNetConfig& config) {
    const std::string root = "decoder.generator";
    linear(root + ".m_source.l_linear");
    const size_t stages = config.upsample_rates.size();
    for (size_t i = 0; i < stages; ++i) {
      convolution(fmt::format("{}.noise_convs.{}", root, i));
      generator_block(fmt::format("{}.noise_res.{}", root, i));
      convolution(fmt::format("{}.ups.{}", root, i));
    }
    for (size_t i = 0; i < stages * config.resblock_kernel_sizes.size(); ++i) {
      generator_block(fmt::format("{}.resblocks.{}", root, i));
    }
    convolution(root + ".conv_post");
  }

  std::vector<Module> list;
};

}  // namespace

std::string albert_layer(int group, int layer) {
  return fmt::format("bert.encoder.albert_layer_groups.{}.albert_layers.{}", group, layer);
}

std::vector<Module> modules_of(const Config& config) {
  ModuleList modules;
  modules.plbert(config.plbert);
  modules.text_encoder(config.n_layer);
  modules.predictor(config.n_layer);
  modules.decoder();
  modules.generator(config.istftnet);
  return std::move(modules.list);
}

std::vector<std::string> tensor_names(const Module& module) {
  const std::string& name = module.name;
  switch (module.kind) {
    case ModuleKind::alpha:
      return {name};
    case ModuleKind::embedding:
      return {name + ".weight"};
    case ModuleKind::channel_norm:
      return {name + ".gamma", name + ".beta"};
    case ModuleKind::lstm: {
      std::vector<std::string> names;
      for (const char* direction : {"", "_reverse"}) {
        for (const char* part : {"weight_ih", "weight_hh", "bias_ih", "bias_hh"}) {
          names.push_back(fmt::format("{}.{}_l0{}", name, part, direction));
        }
      }
      return names;
    }
    case ModuleKind::linear:
    case ModuleKind::convolution:
    case ModuleKind::layer_norm:
      break;
  }
  if (!module.has_bias) return {name + ".weight"};
  return {name + ".weight", name + ".bias"};
}

}  // namespace sotto::models::kokoro
