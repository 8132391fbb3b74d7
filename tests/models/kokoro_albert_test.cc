// PL-BERT as its config describes an ALBERT (transformers' AlbertConfig), beyond the published one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "checkpoint/files.h"
#include "checkpoint/tensor_table.h"
#include "models/backends.h"
#include "models/golden_compare.h"
#include "models/kokoro/config.h"
#include "models/kokoro/model_files.h"
#include "models/kokoro/modules.h"
#include "models/kokoro/plbert.h"
#include "models/kokoro_golden.h"

namespace sotto::models::kokoro::kokoro_albert_test {
namespace {

using namespace testing;
using nlohmann::json;
using ::testing::HasSubstr;

Result<Config> config_with(const json& plbert) {
  const checkpoint::TemporaryFolder folder;
  json file = sotto::testing::golden_json(test_data("kokoro/config.json"));
  file["plbert"].update(plbert);
  return read_config(folder.write("config.json", file.dump()));
}

std::string refusal_of(const json& plbert) {
  const auto config = config_with(plbert);
  return config ? "taken" : config.error().message;
}

// Weights of the small model, of which a test makes others.
class Weights {
 public:
  Weights() : stored_(value(open_model_files(test_data("kokoro"))).weights) {
    for (const std::string& name : stored_->names()) {
      const auto* tensor = stored_->find(name);
      if (name.starts_with("bert")) set(name, tensor->shape, value(checkpoint::to_f32(*tensor)));
    }
  }

  void set(const std::string& name, std::vector<int64_t> shape, Floats numbers) {
    tensors_[name] = {std::move(shape), std::move(numbers)};
  }
  const Floats& numbers(const std::string& name) const { return tensors_.at(name).numbers; }
  // Only the first `rows` and `cols` of a matrix.
  void cut(const std::string& name, int64_t rows, int64_t cols) {
    auto& [shape, numbers] = tensors_.at(name);
    Floats part;
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < cols; ++c)
        part.push_back(numbers[static_cast<size_t>(r * shape.back() + c)]);
    numbers = std::move(part);
    shape = shape.size() == 1 ? std::vector<int64_t>{cols} : std::vector<int64_t>{rows, cols};
  }
  // Layer (group, layer) is the file's, with all its numbers times `factor`.
  void set_layer(int group, int layer, float factor) {
    const std::string from = albert_layer(0, 0) + ".", to = albert_layer(group, layer) + ".";
    for (const std::string& name : stored_->names()) {
      if (!name.starts_with(from)) continue;
      Floats numbers = value(checkpoint::to_f32(*stored_->find(name)));
      for (float& x : numbers) x *= factor;
      set(to + name.substr(from.size()), stored_->find(name)->shape, std::move(numbers));
    }
  }

  // What PL-BERT makes of some ids.
  Recorder run(const Config& config) const {
    const auto table = std::make_shared<checkpoint::TensorTable>("k.pth");
    for (const auto& [name, tensor] : tensors_)
      table->add({name, checkpoint::DType::f32, tensor.shape,
                  std::as_bytes(std::span<const float>(tensor.numbers))});
    const auto backend = sotto::testing::open_backend("");
    Loader load(*table, std::nullopt, *backend);
    const PlBert bert = load_plbert(load, config);
    if (load.error()) throw std::runtime_error(load.error()->message);
    const auto device = backend->open();
    Recorder recorder;
    const std::vector<int> ids = {0, 5, 3, 7, 9, 0};
    const device::Frame frame(*device);
    bert(*device, ids, Sight{*device, &recorder});
    return recorder;
  }

 private:
  struct Numbers {
    std::vector<int64_t> shape;
    Floats numbers;
  };
  std::shared_ptr<const checkpoint::Weights> stored_;
  std::map<std::string, Numbers> tensors_;
};

Floats out_of(const Weights& weights, const json& plbert) {
  return weights.run(value(config_with(plbert))).seen.at("bert.out").rows;
}

// What transformers 4.57 writes for an AlbertConfig of the small model's sizes.
TEST(KokoroAlbert, AConfigWithEveryKeyIsTheSame) {
  const json all = {{"vocab_size", 178},
                    {"embedding_size", 128},
                    {"num_hidden_groups", 1},
                    {"inner_group_num", 1},
                    {"hidden_act", "gelu_new"},
                    {"hidden_dropout_prob", 0},
                    {"attention_probs_dropout_prob", 0},
                    {"type_vocab_size", 2},
                    {"initializer_range", 0.02},
                    {"layer_norm_eps", 1e-12},
                    {"classifier_dropout_prob", 0.1},
                    {"position_embedding_type", "absolute"},
                    {"pad_token_id", 0},
                    {"bos_token_id", 2},
                    {"eos_token_id", 3},
                    {"is_decoder", false},
                    {"pruned_heads", json::object()},
                    {"torch_dtype", nullptr},
                    {"id2label", {{"0", "LABEL_0"}}},
                    {"model_type", "albert"},
                    {"transformers_version", "4.57.1"}};
  const Weights weights;
  ASSERT_EQ(refusal_of(all), "taken");
  EXPECT_EQ(out_of(weights, all), out_of(weights, json::object()));
}

TEST(KokoroAlbert, WhatCannotBeComputedIsNamed) {
  EXPECT_THAT(refusal_of({{"position_embedding_type", "relative_key"}}),
              HasSubstr("config.json: plbert: position_embedding_type is \"relative_key\", "
                        "expected \"absolute\""));
  EXPECT_THAT(refusal_of({{"is_decoder", true}}), HasSubstr("is_decoder is true, expected false"));
  EXPECT_THAT(refusal_of({{"pruned_heads", {{"0", {1}}}}}), HasSubstr("pruned_heads is an object"));
  EXPECT_THAT(refusal_of({{"vocab_size", 30000}}), HasSubstr("vocab_size is 30000, expected 178"));
  EXPECT_THAT(refusal_of({{"hidden_act", "quick_gelu"}}),
              HasSubstr("hidden_act is \"quick_gelu\", expected gelu_new"));
  EXPECT_THAT(refusal_of({{"hidden_act", 3}}), HasSubstr("hidden_act is 3"));
  EXPECT_THAT(refusal_of({{"layer_norm_eps", -1}}), HasSubstr("layer_norm_eps is -1, expected a"));
  EXPECT_THAT(refusal_of({{"inner_group_num", 1000}}), HasSubstr("inner_group_num is 1000"));
  EXPECT_THAT(refusal_of({{"hidden", 32}}), HasSubstr("the field hidden is not known"));
}

// LN(word + position + token type) by the formula, of other widths, rows and epsilon.
TEST(KokoroAlbert, EmbeddingsHaveTheWidthAndTheNormThatTheConfigSays) {
  constexpr int kWidth = 32;  // that of the layers, too
  Weights weights;
  const std::string root = "bert.embeddings.";
  const Config config = value(
      config_with({{"embedding_size", kWidth}, {"type_vocab_size", 1}, {"layer_norm_eps", 0.5}}));
  ASSERT_EQ(config.plbert.hidden_size, kWidth);
  weights.cut(root + "word_embeddings.weight", config.n_token, kWidth);
  weights.cut(root + "position_embeddings.weight", config.plbert.max_position_embeddings, kWidth);
  weights.cut(root + "token_type_embeddings.weight", 1, kWidth);
  weights.cut(root + "LayerNorm.weight", 1, kWidth);
  weights.cut(root + "LayerNorm.bias", 1, kWidth);
  weights.cut("bert.encoder.embedding_hidden_mapping_in.weight", kWidth, kWidth);
  const Floats found = weights.run(config).seen.at("bert.embeddings").rows;
  constexpr size_t kId = 5, kRow = 1;  // the second of the ids
  std::vector<double> x;
  for (size_t c = 0; c < kWidth; ++c) {
    const auto at = [&](const char* table, size_t r) {
      return double{weights.numbers(root + table + ".weight")[r * kWidth + c]};
    };
    x.push_back(at("word_embeddings", kId) + at("position_embeddings", kRow) +
                at("token_type_embeddings", 0));
  }
  double mean = 0, variance = 0;
  for (const double v : x) mean += v / kWidth;
  for (const double v : x) variance += (v - mean) * (v - mean) / kWidth;
  for (size_t c = 0; c < kWidth; ++c) {
    const double expected = (x[c] - mean) / std::sqrt(variance + 0.5) *
                                double{weights.numbers(root + "LayerNorm.weight")[c]} +
                            double{weights.numbers(root + "LayerNorm.bias")[c]};
    // Some ten roundings of numbers of about one.
    EXPECT_NEAR(found[kRow * kWidth + c], expected, 1e-6 * std::max(1.0, std::abs(expected)));
  }
}

// Of 3 layers in 2 groups upstream takes the first group for two of them: 0, 1 of 1.5 a group.
TEST(KokoroAlbert, GroupsAreRunOneBehindTheOther) {
  Weights groups, inner;
  groups.set_layer(1, 0, 0.5f);
  inner.set_layer(0, 1, 1.0f);
  inner.set_layer(0, 2, 0.5f);
  const Floats found = out_of(groups, {{"num_hidden_layers", 3}, {"num_hidden_groups", 2}});
  EXPECT_EQ(found, out_of(inner, {{"num_hidden_layers", 1}, {"inner_group_num", 3}}));
  EXPECT_NE(found, out_of(groups, {{"num_hidden_layers", 3}}));
}

TEST(KokoroAlbert, TheActivationIsTheConfigs) {
  const Weights weights;
  const Floats tanh = out_of(weights, {{"hidden_act", "gelu_new"}});
  const Floats erf = out_of(weights, {{"hidden_act", "gelu"}});
  EXPECT_NE(tanh, erf);
  // The two differ by less than 5e-4 in each number of a layer (Hendrycks and Gimpel 2016).
  EXPECT_LT(models::testing::largest_error(tanh, erf), 1e-2);
  EXPECT_GT(models::testing::largest_error(tanh, out_of(weights, {{"hidden_act", "relu"}})), 1e-2);
}

}  // namespace
}  // namespace sotto::models::kokoro::kokoro_albert_test
