// Loading: every tensor is checked, and what checkpoints may look like is read.
#include <gmock/gmock.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>

#include "models/nllb_golden.h"

namespace sotto::models::nllb::testing::nllb_load_test {
namespace {

using checkpoint::DType;
using checkpoint::StoredTensor;
using ::testing::AllOf;
using ::testing::HasSubstr;

// The golden checkpoint in memory, to be changed.
class Checkpoint : public checkpoint::Weights {
 public:
  explicit Checkpoint(const checkpoint::Weights& from) {
    for (const std::string& name : from.names()) {
      const StoredTensor& t = *from.find(name);
      set(name, t.dtype, t.shape, {t.bytes.begin(), t.bytes.end()});
    }
  }

  void set(const std::string& name, DType dtype, std::vector<int64_t> shape,
           std::vector<std::byte> bytes) {
    bytes_[name] = std::move(bytes);
    tensors_[name] = {name, dtype, std::move(shape), bytes_[name]};
  }
  template <class T>
  void set(const std::string& name, DType dtype, std::vector<int64_t> shape,
           const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    set(name, dtype, std::move(shape), std::move(bytes));
  }
  void remove(const std::string& name) { tensors_.erase(name); }
  void rename(const std::string& from, const std::string& to) {
    set(to, tensors_.at(from).dtype, tensors_.at(from).shape, bytes_.at(from));
    remove(from);
  }

  std::vector<std::string> names() const override {
    std::vector<std::string> all;
    for (const auto& [name, tensor] : tensors_) all.push_back(name);
    return all;
  }
  const StoredTensor* find(std::string_view name) const override {
    const auto it = tensors_.find(std::string(name));
    return it == tensors_.end() ? nullptr : &it->second;
  }
  std::string_view source() const override { return "memory.safetensors"; }

 private:
  std::map<std::string, std::vector<std::byte>> bytes_;
  std::map<std::string, StoredTensor> tensors_;
};

constexpr const char* kTied[] = {"model.shared.weight", "model.encoder.embed_tokens.weight",
                                 "model.decoder.embed_tokens.weight", "lm_head.weight"};

class NllbLoadTest : public ::testing::Test {
 protected:
  NllbLoadTest()
      : folder_(*checkpoint::open_model_folder(goldens().folder)),
        weights_(std::make_shared<Checkpoint>(*folder_.weights)) {
    // Whichever tied names the file has, one is left.
    std::string shared;
    for (const char* name : kTied) {
      if (weights_->find(name) == nullptr) continue;
      if (shared.empty()) {
        shared = name;
      } else {
        weights_->remove(name);
      }
    }
    if (shared != kTied[0]) weights_->rename(shared, kTied[0]);
    folder_.weights = weights_;
  }

  Result<std::shared_ptr<const Model>> load_it(std::optional<quant::Scheme> scheme = {}) {
    return Model::load(kM2m100, folder_, scheme, *device::cpu::open_backend(1));
  }
  std::string error() {
    const auto loaded = load_it();
    return loaded ? "no error" : loaded.error().message;
  }

  std::vector<float> logits(std::optional<quant::Scheme> scheme = {}) {
    const auto loaded = load_it(scheme);
    if (!loaded) throw std::runtime_error(loaded.error().message);
    Session session(*loaded);
    encode(session, {5, 6, 7, 2});
    return decode(session, {2, 9, 10});
  }

  // Stores every matrix whose columns allow it as MLX does.
  void quantize_all(int bits) {
    for (const std::string& name : weights_->names()) {
      const StoredTensor& t = *weights_->find(name);
      if (t.shape.size() != 2 || !quant::affine_fits(static_cast<int>(t.shape[1]), 64, bits)) {
        continue;
      }
      const auto rows = static_cast<int>(t.shape[0]), cols = static_cast<int>(t.shape[1]);
      const quant::AffineMatrix m = quant::quantize_affine(*to_f32(t), rows, cols, 64, bits);
      const std::string stem = name.substr(0, name.size() - std::strlen(".weight"));
      weights_->set(name, DType::u32, {rows, cols * bits / 32}, m.packed);
      weights_->set(stem + ".scales", DType::f16, {rows, cols / 64}, halves(m.scales));
      weights_->set(stem + ".biases", DType::f16, {rows, cols / 64}, halves(m.biases));
    }
    folder_.config["quantization"] = {{"group_size", 64}, {"bits", bits}};
  }

  static std::vector<uint16_t> halves(const std::vector<float>& values) {
    std::vector<uint16_t> halves;
    for (const float x : values) halves.push_back(quant::to_f16(x));
    return halves;
  }

  checkpoint::ModelFolder folder_;
  std::shared_ptr<Checkpoint> weights_;
};

TEST_F(NllbLoadTest, AnyOfTheTiedNamesWillDo) {
  const std::vector<float> expected = logits();
  for (size_t i = 1; i < std::size(kTied); ++i) {
    weights_->rename(kTied[i - 1], kTied[i]);
    EXPECT_EQ(logits(), expected) << kTied[i];
  }
  weights_->remove(kTied[3]);
  EXPECT_THAT(error(), AllOf(HasSubstr("memory.safetensors"), HasSubstr("model.shared.weight")));
}

TEST_F(NllbLoadTest, WhatItNeedsToBorrowIsChecked) {
  const int64_t d = weights_->find(kTied[0])->shape[1];
  const auto set = [&](const std::string& name, std::vector<int64_t> shape) {
    const int64_t count = shape.size() == 1 ? shape[0] : shape[0] * shape[1];
    weights_->set(name, DType::f32, std::move(shape),
                  std::vector<float>(static_cast<size_t>(count)));
  };
  set("borrowing.projection.weight", {16, d});
  EXPECT_THAT(error(), HasSubstr("no tensor borrowing.weights"));
  set("borrowing.weights", {3});
  EXPECT_THAT(error(), AllOf(HasSubstr("borrowing.weights"), HasSubstr("[3]"), HasSubstr("[4]")));
  set("borrowing.weights", {4});
  EXPECT_EQ(error(), "no error");
  set("borrowing.projection.weight", {16, d + 1});
  EXPECT_THAT(error(), HasSubstr("borrowing.projection.weight"));
}

TEST_F(NllbLoadTest, TheVocabularyIsTheRowsOfTheEmbedding) {
  const int rows = static_cast<int>(weights_->find(kTied[0])->shape[0]);
  folder_.config["vocab_size"] = rows + 100;
  const auto model = load_it();
  ASSERT_TRUE(model);
  EXPECT_EQ((*model)->config().vocab_size, rows);
  EXPECT_EQ((*model)->open_session()->vocab_size(), rows);
}

// Or a table of positions of 68 GB would be made for the first sentence.
TEST_F(NllbLoadTest, ThePadIsASmallNumber) {
  folder_.config["pad_token_id"] = 1023;
  EXPECT_EQ(error(), "no error");
  for (const int pad : {1024, 1 << 24, -1}) {
    folder_.config["pad_token_id"] = pad;
    EXPECT_THAT(error(), AllOf(HasSubstr("pad_token_id"), HasSubstr("from 0 to 1023")));
  }
}

TEST_F(NllbLoadTest, EveryTensorIsNeededInItsShape) {
  for (const std::string& name : Checkpoint(*weights_).names()) {
    const StoredTensor kept = *weights_->find(name);
    const std::vector<std::byte> bytes(kept.bytes.begin(), kept.bytes.end());
    weights_->remove(name);
    EXPECT_THAT(error(), HasSubstr(name));
    std::vector<int64_t> wrong = kept.shape;
    ++wrong.back();
    weights_->set(name, DType::f32, wrong,
                  std::vector<std::byte>(bytes.size() + bytes.size() / kept.shape.back()));
    EXPECT_THAT(error(), AllOf(HasSubstr(name), HasSubstr("expected"))) << name;
    weights_->set(name, kept.dtype, kept.shape, bytes);
  }
  EXPECT_EQ(error(), "no error");
}

TEST_F(NllbLoadTest, StoredBytesEqualThoseQuantizedAtLoad) {
  const std::vector<float> at_load = logits(kQ8);
  quantize_all(8);
  EXPECT_EQ(logits(), at_load);
  EXPECT_EQ(logits(kQ8), at_load);
}

TEST_F(NllbLoadTest, FewerStoredBitsAreComputedAsStored) {
  for (const int bits : {4, 6}) {
    weights_ =
        std::make_shared<Checkpoint>(*checkpoint::open_model_folder(goldens().folder)->weights);
    folder_.weights = weights_;
    quantize_all(bits);
    const std::vector<float> floats = logits(kF32), bytes = logits();
    double error = 0, size = 0;
    for (size_t i = 0; i < floats.size(); ++i) {
      error += (bytes[i] - floats[i]) * (bytes[i] - floats[i]);
      size += floats[i] * floats[i];
    }
    // The weights are the same; activations lose about 1 %.
    EXPECT_LT(std::sqrt(error / size), 0.03) << bits << " bits";
    EXPECT_GT(error, 0);
  }
}

TEST_F(NllbLoadTest, InputsThatNoGroupDividesStayFloat) {
  const auto q8 = load_it(kQ8);
  ASSERT_TRUE(q8);
  for (const EncoderLayer& l : (*q8)->network().encoder) {
    EXPECT_EQ(l.fc.fc2.w->scheme == kF32, (*q8)->config().encoder_ffn % 64 != 0);
  }
  // A feed-forward width of 96: fc2 has 96 inputs.
  const int d = (*q8)->config().d_model;
  folder_.config["encoder_ffn_dim"] = 96;
  for (int i = 0; i < (*q8)->config().encoder_layers; ++i) {
    const std::string layer = "model.encoder.layers." + std::to_string(i);
    weights_->set(layer + ".fc1.weight", DType::f32, {96, d}, std::vector<float>(96 * d, 0.01f));
    weights_->set(layer + ".fc1.bias", DType::f32, {96}, std::vector<float>(96, 0.01f));
    weights_->set(layer + ".fc2.weight", DType::f32, {d, 96}, std::vector<float>(96 * d, 0.01f));
  }
  const auto narrow = load_it(kQ8);
  ASSERT_TRUE(narrow) << narrow.error().message;
  const nn::FeedForward& fc = (*narrow)->network().encoder[0].fc;
  EXPECT_EQ(fc.fc2.w->scheme, kF32);
  EXPECT_EQ(fc.fc1.w->scheme, kQ8);
  EXPECT_EQ(logits(kQ8).size(), 3u * (*narrow)->config().vocab_size);
}

TEST_F(NllbLoadTest, NumbersThatAreNotFiniteDoNoHarm) {
  const char* checks = std::getenv("SOTTO_CHECK");
  if (checks != nullptr && checks == std::string_view("numbers"))
    GTEST_SKIP() << "the check of numbers ends the program at the first NaN";
  const StoredTensor& t = *weights_->find("model.encoder.layer_norm.weight");
  for (const float bad : {NAN, INFINITY, 3e38f}) {
    weights_->set(t.name, DType::f32, t.shape, std::vector<float>(t.elements(), bad));
    logits(kQ8);  // clean under the sanitizers, whatever it says
    logits(kF32);
  }
}

TEST_F(NllbLoadTest, ConfigsAreChecked) {
  const nlohmann::json good = folder_.config;
  const auto with = [&](const char* key, const nlohmann::json& value) {
    folder_.config = good;
    folder_.config[key] = value;
    return error();
  };
  EXPECT_THAT(with("model_type", "bert"), AllOf(HasSubstr("bert"), HasSubstr("m2m_100")));
  EXPECT_THAT(with("activation_function", "gelu"), AllOf(HasSubstr("gelu"), HasSubstr("relu")));
  EXPECT_THAT(with("d_model", "wide"), HasSubstr("d_model is \"wide\""));
  EXPECT_THAT(with("d_model", 0), HasSubstr("d_model is 0"));
  EXPECT_THAT(with("encoder_layers", 1e9), HasSubstr("encoder_layers"));
  EXPECT_THAT(with("decoder_layers", nullptr), HasSubstr("decoder_layers is missing"));
  EXPECT_THAT(with("decoder_attention_heads", 7), HasSubstr("multiple of the 7 attention heads"));
  EXPECT_THAT(with("encoder_layers", 3), HasSubstr("model.encoder.layers.2."));
  EXPECT_THAT(with("scale_embedding", "yes"), HasSubstr("scale_embedding"));
}

}  // namespace
}  // namespace sotto::models::nllb::testing::nllb_load_test
