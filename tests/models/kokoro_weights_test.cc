#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include "base/paths.h"
#include "checkpoint/encode.h"
#include "checkpoint/matrix.h"
#include "checkpoint/onnx_file.h"
#include "checkpoint/onnx_quantized.h"
#include "checkpoint/tensor_table.h"
#include "checkpoint/torch_file.h"
#include "golden.h"
#include "models/kokoro/modules.h"
#include "models/kokoro/onnx_names.h"
#include "models/kokoro/onnx_weights.h"
#include "models/kokoro/torch_weights.h"
#include "models/weight_norm.h"

namespace sotto::models::kokoro::kokoro_weights_test {
namespace {

using checkpoint::DType;
using checkpoint::OnnxFile;
using checkpoint::OnnxNode;
using checkpoint::StoredTensor;
using checkpoint::TensorTable;
using checkpoint::Weights;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Those of the small model here: kokoro-int8.onnx was made of it.
const std::filesystem::path kSmall = test_data("kokoro");

Config golden_config(
    const std::filesystem::path& folder = sotto::testing::golden_folder("kokoro")) {
  auto config = read_config(folder / "config.json");
  if (!config) ADD_FAILURE() << config.error().message;
  return *config;
}

std::shared_ptr<const Weights> golden_weights(
    const std::filesystem::path& folder = sotto::testing::golden_folder("kokoro")) {
  const auto file = checkpoint::open_torch_file(folder / "kokoro-v1_0.pth");
  if (!file) ADD_FAILURE() << file.error().message;
  const auto weights = plain_weights(*file);
  if (!weights) ADD_FAILURE() << weights.error().message;
  return *weights;
}

std::set<std::string> expected_names(const Config& config) {
  std::set<std::string> names;
  for (const Module& module : modules_of(config))
    names.merge([&] {
      const auto list = tensor_names(module);
      return std::set<std::string>(list.begin(), list.end());
    }());
  return names;
}

std::set<std::string> names_of(const Weights& weights) {
  const auto names = weights.names();
  return {names.begin(), names.end()};
}

// Weights made by a test.
class Made {
 public:
  Made& floats(const std::string& name, std::vector<int64_t> shape, std::vector<float> values) {
    const auto kept = std::make_shared<std::vector<float>>(std::move(values));
    table_->keep(std::shared_ptr<const void>(kept));
    table_->add({name, DType::f32, std::move(shape), std::as_bytes(std::span(*kept))});
    return *this;
  }
  std::shared_ptr<const Weights> done() const { return table_; }
  std::string refusal() const {
    const auto weights = plain_weights(table_);
    return weights ? "taken" : weights.error().message;
  }

 private:
  std::shared_ptr<TensorTable> table_ = std::make_shared<TensorTable>("k.pth");
};

TEST(KokoroWeightNorm, ARowHasTheLengthOfItsG) {
  EXPECT_THAT(fold_weight_norm(std::vector<float>{10, -2}, std::vector<float>{3, 4, 0, 5}),
              ElementsAre(6, 8, 0, -2));
  EXPECT_THAT(fold_weight_norm(std::vector<float>{1}, std::vector<float>{0, 0}), ElementsAre(0, 0));
}

TEST(KokoroWeights, UpstreamsFileHasAllModulesUnderPlainNames) {
  EXPECT_EQ(names_of(*golden_weights()), expected_names(golden_config()));
  EXPECT_EQ(golden_weights()->find("decoder.generator.ups.0.weight")->shape[2],
            golden_config().istftnet.upsample_kernel_sizes[0]);
}

TEST(KokoroWeights, EachSpellingOfWeightNormIsFolded) {
  const std::vector<float> v = {3, 4, 0, 5};
  const auto weights =
      plain_weights(Made()
                        .floats("decoder.module.a.weight_g", {2, 1, 1}, {10, -2})
                        .floats("decoder.module.a.weight_v", {2, 1, 2}, v)
                        .floats("decoder.b.parametrizations.weight.original0", {2, 1, 1}, {5, 1})
                        .floats("decoder.b.parametrizations.weight.original1", {2, 1, 2}, v)
                        .floats("decoder.c.weight", {4}, v)
                        .floats("bert.module.pooler.weight", {4}, v)
                        .done());
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_THAT((*weights)->names(),
              ElementsAre("decoder.a.weight", "decoder.b.weight", "decoder.c.weight"));
  EXPECT_THAT(*checkpoint::to_f32(*(*weights)->find("decoder.a.weight")), ElementsAre(6, 8, 0, -2));
  EXPECT_THAT(*checkpoint::to_f32(*(*weights)->find("decoder.b.weight")), ElementsAre(3, 4, 0, 1));
  EXPECT_THAT((*weights)->find("decoder.a.weight")->shape, ElementsAre(2, 1, 2));
}

TEST(KokoroWeights, WhatDoesNotFitTogetherIsNamed) {
  EXPECT_THAT(Made().floats("a.weight_g", {1}, {1}).refusal(),
              HasSubstr("k.pth: a.weight has a weight_g, but no weight_v"));
  EXPECT_THAT(Made().floats("a.weight_v", {1}, {1}).refusal(), HasSubstr("no weight_g"));
  EXPECT_THAT(
      Made().floats("a.weight_g", {3}, {1, 1, 1}).floats("a.weight_v", {2}, {1, 2}).refusal(),
      HasSubstr("a weight_g of [3] and a weight_v of [2]"));
  EXPECT_THAT(Made().floats("a.module.w", {1}, {1}).floats("a.w", {1}, {1}).refusal(),
              HasSubstr("a.w is there twice"));
  EXPECT_THAT(Made()
                  .floats("a.weight", {1}, {1})
                  .floats("a.weight_g", {1}, {1})
                  .floats("a.weight_v", {1}, {1})
                  .refusal(),
              HasSubstr("a.weight is there twice"));
}

TEST(KokoroOnnx, ScopesAreThoseOfTheExport) {
  EXPECT_EQ(onnx_scope("bert_encoder"), "/encoder/bert_encoder");
  EXPECT_EQ(onnx_scope("bert.encoder.albert_layer_groups.0.albert_layers.0.attention.query"),
            "/encoder/bert/encoder/albert_layer_groups.0/albert_layers.0/attention/query");
  EXPECT_EQ(onnx_scope("text_encoder.cnn.2.0"), "/encoder/text_encoder/cnn.2/cnn.2.0");
  EXPECT_EQ(onnx_scope("predictor.text_encoder.lstms.1.fc"),
            "/encoder/predictor/text_encoder/lstms.1/fc");
  EXPECT_EQ(onnx_scope("predictor.F0.0.conv1"), "/encoder/F0.0/conv1");
  EXPECT_EQ(onnx_scope("predictor.N_proj"), "/encoder/N_proj");
  EXPECT_EQ(onnx_scope("predictor.lstm"), "/encoder/predictor/lstm");
  EXPECT_EQ(onnx_scope("decoder.asr_res.0"), "/decoder/decoder/asr_res/asr_res.0");
  EXPECT_EQ(onnx_scope("decoder.generator.resblocks.3.adain1.2.fc"),
            "/decoder/decoder/generator/resblocks.3/adain1.2/fc");
  EXPECT_EQ(onnx_initializer("decoder.F0_conv.bias"), "decoder.decoder.F0_conv.bias");
  EXPECT_EQ(onnx_initializer("predictor.F0_proj.bias"), "encoder.predictor.F0_proj.bias");
}

// Each weight of the quantized file is that of upstream's within half a step of its scale.
TEST(KokoroOnnx, AnInt8ExportHasTheSameWeights) {
  const auto file = checkpoint::open_onnx(kSmall / "kokoro-int8.onnx");
  ASSERT_TRUE(file) << file.error().message;
  const auto weights = plain_weights(*file, golden_config(kSmall));
  ASSERT_TRUE(weights) << weights.error().message;
  const auto exact = golden_weights(kSmall);
  size_t quantized = 0;
  for (const std::string& name : exact->names()) {
    SCOPED_TRACE(name);
    const StoredTensor *theirs = exact->find(name), *ours = (*weights)->find(name);
    ASSERT_NE(ours, nullptr);
    ASSERT_EQ(ours->shape, theirs->shape);
    const std::vector<float> expected = *checkpoint::to_f32(*theirs);
    if (ours->dtype != DType::i8) {
      const std::vector<float> values = *checkpoint::to_f32(*ours);
      const bool embedding = name.find("embedding") != name.npos && name.ends_with(".weight") &&
                             name.find("hidden") == name.npos;
      float largest = 0;
      for (const float x : expected) largest = std::max(largest, std::abs(x));
      // Half a step of 127; one unit in the last place for what numpy folded in its own order.
      const float tolerance = embedding ? largest / 127 * 0.501f : largest * 0x1p-22f;
      for (size_t i = 0; i < values.size(); ++i) ASSERT_NEAR(values[i], expected[i], tolerance);
      continue;
    }
    ++quantized;
    const StoredTensor* scales = (*weights)->find(checkpoint::name_beside(name, "scales"));
    ASSERT_NE(scales, nullptr);
    ASSERT_THAT(scales->shape, ElementsAre(ours->shape[0]));
    const std::vector<float> scale = *checkpoint::to_f32(*scales);
    const size_t row = expected.size() / scale.size();
    for (size_t i = 0; i < expected.size(); ++i) {
      const auto integer = static_cast<int8_t>(std::to_integer<uint8_t>(ours->bytes[i]));
      // A zero point is rounded, too, which a number at the end of the range pays for.
      ASSERT_NEAR(integer * scale[i / row], expected[i], scale[i / row] * 1.001f) << i;
    }
  }
  // The house's own reader takes them, of layers and of LSTMs.
  for (const auto& [name, rows, cols] : {std::tuple{"bert_encoder.weight", 20, 32},
                                         {"predictor.lstm.weight_ih_l0_reverse", 40, 148}}) {
    const auto matrix = checkpoint::read_matrix(**weights, name, rows, cols);
    ASSERT_TRUE(matrix) << matrix.error().message;
    EXPECT_EQ(quant::scheme_of(matrix->weight).kind, quant::Scheme::Kind::int8);
  }
  EXPECT_EQ(quantized, 193u);  // all but embeddings, transposed ones and the two last of the sound
}

// Whoever has copied the integers of a layer lets go of them; those of an LSTM are read twice.
TEST(KokoroOnnx, IntegersOfALayerAreForOneReader) {
  const auto file = checkpoint::open_onnx(kSmall / "kokoro-int8.onnx");
  ASSERT_TRUE(file) << file.error().message;
  const auto weights = plain_weights(*file, golden_config(kSmall));
  ASSERT_TRUE(weights) << weights.error().message;
  const Weights& w = **weights;
  const std::string layer = "bert_encoder.weight", lstm = "predictor.lstm.weight_ih_l0_reverse";
  for (const std::string& name : {layer, lstm}) w.release(w.find(name)->bytes);
  EXPECT_EQ(w.find(layer), nullptr);
  EXPECT_NE(w.find(lstm), nullptr);
  EXPECT_NE(w.find("bert_encoder.bias"), nullptr);
  EXPECT_EQ(names_of(w).count(layer), 0u);
}

// An export without quantization, in a few forms: matrices [in, out] behind MatMul and [out, in]
// behind Gemm, weight norm that was not folded, LSTMs with ONNX's order of gates.
class FloatExport {
 public:
  explicit FloatExport(const Weights& weights) : weights_(weights) {}

  void add(const Module& module) {
    if (module.kind == ModuleKind::lstm) return add_lstm(module.name);
    for (const std::string& name : tensor_names(module)) {
      const bool is_weight = name == module.name + ".weight";
      if (is_weight && module.kind == ModuleKind::convolution) {
        add_with_weight_norm(name);
      } else if (is_weight && module.kind == ModuleKind::linear) {
        add_matrix(module.name);
      } else {
        made_.floats(onnx_initializer(name), shape(name), values(name));
      }
    }
  }

  std::shared_ptr<const OnnxFile> done() {
    return std::make_shared<const OnnxFile>(made_.done(), std::move(nodes_));
  }

 private:
  std::vector<float> values(const std::string& name) const {
    return *checkpoint::to_f32(*weights_.find(name));
  }
  std::vector<int64_t> shape(const std::string& name) const { return weights_.find(name)->shape; }

  static std::vector<float> in_onnx_order(const std::vector<float>& torch) {
    std::vector<float> onnx;
    const size_t gate = torch.size() / 4;
    for (const size_t from : {0, 3, 1, 2}) {
      onnx.insert(onnx.end(), torch.begin() + static_cast<std::ptrdiff_t>(from * gate),
                  torch.begin() + static_cast<std::ptrdiff_t>((from + 1) * gate));
    }
    return onnx;
  }

  void add_lstm(const std::string& module) {
    const std::string label = "onnx::" + module;
    std::vector<float> w, r, b;
    for (const char* end : {"_l0", "_l0_reverse"}) {
      for (auto [to, part] :
           {std::pair{&w, ".weight_ih"}, {&r, ".weight_hh"}, {&b, ".bias_ih"}, {&b, ".bias_hh"}}) {
        const auto gates = in_onnx_order(values(module + part + end));
        to->insert(to->end(), gates.begin(), gates.end());
      }
    }
    const auto ih = shape(module + ".weight_ih_l0");
    made_.floats(label + "w", {2, ih[0], ih[1]}, w).floats(label + "r", {2, ih[0], ih[0] / 4}, r);
    made_.floats(label + "b", {2, 2 * ih[0]}, b);
    add_node("LSTM", module, {"x", label + "w", label + "r", label + "b"});
  }

  void add_with_weight_norm(const std::string& weight) {
    const std::vector<float> v = values(weight);
    const int64_t rows = shape(weight)[0];
    const size_t row = v.size() / static_cast<size_t>(rows);
    std::vector<float> g;
    for (size_t begin = 0; begin < v.size(); begin += row) {
      double squares = 0;
      for (size_t i = begin; i < begin + row; ++i) squares += double{v[i]} * v[i];
      g.push_back(static_cast<float>(std::sqrt(squares)));
    }
    made_.floats(onnx_initializer(weight + "_v"), shape(weight), v);
    made_.floats(onnx_initializer(weight + "_g"), {rows, 1, 1}, g);
  }

  void add_matrix(const std::string& module) {
    const std::string label = "onnx::" + module;
    const std::vector<float> rows = values(module + ".weight");
    const auto size = shape(module + ".weight");
    if (module.ends_with(".fc")) {
      made_.floats(label, size, rows);
      add_node("Gemm", module, {"x", label});
      nodes_.back().ints["transB"] = {1};
      return;
    }
    std::vector<float> columns(rows.size());
    const auto cols = static_cast<size_t>(size[1]);
    for (size_t i = 0; i < rows.size(); ++i) {
      columns[i % cols * static_cast<size_t>(size[0]) + i / cols] = rows[i];
    }
    made_.floats(label, {size[1], size[0]}, columns);
    add_node("MatMul", module, {"x", label});
  }

  void add_node(const std::string& op, const std::string& module, std::vector<std::string> inputs) {
    nodes_.push_back({op, onnx_scope(module) + "/" + op, std::move(inputs), {}, {}, {}});
  }

  const Weights& weights_;
  Made made_;
  std::vector<OnnxNode> nodes_;
};

std::shared_ptr<const OnnxFile> float_export(const Weights& weights, const Config& config,
                                             const std::string& without = "") {
  FloatExport file(weights);
  for (const Module& module : modules_of(config)) {
    if (module.name != without) file.add(module);
  }
  return file.done();
}

TEST(KokoroOnnx, AFloatExportHasTheSameWeights) {
  const auto exact = golden_weights();
  const auto weights = plain_weights(float_export(*exact, golden_config()), golden_config());
  ASSERT_TRUE(weights) << weights.error().message;
  EXPECT_EQ(names_of(**weights), names_of(*exact));
  for (const std::string& name : exact->names()) {
    SCOPED_TRACE(name);
    const StoredTensor *theirs = exact->find(name), *ours = (*weights)->find(name);
    ASSERT_EQ(ours->shape, theirs->shape);
    const std::vector<float> a = *checkpoint::to_f32(*ours), b = *checkpoint::to_f32(*theirs);
    // Folding a weight by its own norm rounds twice.
    for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], std::abs(b[i]) * 0x1p-22f);
  }
}

TEST(KokoroOnnx, WhatIsMissingIsNamed) {
  const auto exact = golden_weights();
  const auto refusal = [&](const std::string& without) {
    const auto weights =
        plain_weights(float_export(*exact, golden_config(), without), golden_config());
    return weights ? "taken" : weights.error().message;
  };
  EXPECT_THAT(refusal("predictor.lstm"),
              HasSubstr("k.pth: there is no node /encoder/predictor/lstm/LSTM"));
  EXPECT_THAT(refusal("decoder.F0_conv"),
              HasSubstr("there are no floats decoder.decoder.F0_conv.bias"));
  EXPECT_THAT(refusal("decoder.encode.conv1x1"),
              HasSubstr("there is no node /decoder/decoder/encode/conv1x1/Conv"));
  EXPECT_THAT(refusal("bert.embeddings.word_embeddings"),
              HasSubstr("no floats encoder.bert.embeddings.word_embeddings.weight"));
}

// The released weights, as scripts/voice-kokoro installs them.
TEST(KokoroOnnx, TheInstalledExportIsComplete) {
  const auto path = data_folder() / "models" / "kokoro" / "kokoro-v1.0.int8.onnx";
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << "Kokoro is not installed (scripts/voice-kokoro)";
  }
  const auto file = checkpoint::open_onnx(path);
  ASSERT_TRUE(file) << file.error().message;
  const Config config;
  const auto weights = plain_weights(*file, config);
  ASSERT_TRUE(weights) << weights.error().message;
  std::map<DType, int64_t> parameters;
  for (const std::string& name : expected_names(config)) {
    const StoredTensor* tensor = (*weights)->find(name);
    ASSERT_NE(tensor, nullptr) << name;
    parameters[tensor->dtype] += tensor->elements();
    if (tensor->dtype != DType::i8) continue;
    const StoredTensor* scales = (*weights)->find(checkpoint::name_beside(name, "scales"));
    ASSERT_NE(scales, nullptr) << name;
    const std::vector<float> values = *checkpoint::to_f32(*scales);
    for (const float scale : values) {
      ASSERT_TRUE(std::isfinite(scale) && scale > 0) << name;
    }
  }
  const auto shape = [&](const char* name) { return (*weights)->find(name)->shape; };
  EXPECT_THAT(shape("bert_encoder.weight"), ElementsAre(512, 768));
  EXPECT_THAT(shape("predictor.lstm.weight_ih_l0_reverse"), ElementsAre(1024, 640));
  EXPECT_THAT(shape("predictor.duration_proj.linear_layer.weight"), ElementsAre(50, 512));
  EXPECT_THAT(shape("decoder.generator.ups.0.weight"), ElementsAre(512, 256, 20));
  EXPECT_THAT(shape("decoder.generator.resblocks.5.convs2.2.weight"), ElementsAre(128, 128, 11));
  EXPECT_THAT(shape("decoder.generator.m_source.l_linear.weight"), ElementsAre(1, 9));
  // 81.8 million in the released file, of which pooler and the g of weight norm are not here.
  const int64_t total = parameters[DType::i8] + parameters[DType::f32];
  EXPECT_GT(total, 81'000'000);
  EXPECT_LT(total, 81'763'410);
  EXPECT_GT(parameters[DType::i8], total * 9 / 10);
}

}  // namespace
}  // namespace sotto::models::kokoro::kokoro_weights_test
