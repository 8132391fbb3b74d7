// A model's tensors under the names that training gives them, and back.
#include "models/kinds.h"
#include "models/pocket_tts/training_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/temporary_folder.h"
#include "checkpoint/safetensors_writer.h"
#include "models/backends.h"
#include "models/pocket_tts/model.h"
#include "models/pocket_tts_flow.h"

namespace sotto::models::pocket_tts::testing::pocket_tts_training_layout_test {
namespace {

namespace fs = std::filesystem;
using checkpoint::DType;
using checkpoint::StoredTensor;
using ::testing::HasSubstr;

std::string with(std::string text, std::string_view what, std::string_view other) {
  const size_t at = text.find(what);
  return at == text.npos ? text : text.replace(at, what.size(), other);
}

// Splits the tensors of models/lsd.safetensors into two files of training.
class TrainingLayoutTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const FlowModel& known = flow_model("lsd");
    for (const std::string& name : known.weights->names()) {
      StoredTensor tensor = *known.weights->find(name);
      const bool is_mimi = name.starts_with("mimi.");
      std::string rest = name.substr(name.find('.') + 1);
      if (!is_mimi) {
        const std::string conditioners = "condition_provider.conditioners.";
        rest = with(rest, "in_proj.weight", "in_proj_weight");
        if (rest == "conditioner.embed.weight")
          rest = conditioners + "transcript_in_segment.embed.weight";
        if (rest == "speaker_proj_weight") rest = conditioners + "speaker_wavs.output_proj.weight";
        if (rest == "bos_before_voice") rest = "fuser.padding_value";
        tensor.name = rest;
        flow_lm_.push_back(tensor);
        continue;
      }
      rest = with(rest, "in_proj.weight", "in_proj_weight");
      if (rest.starts_with("encoder.") || rest.starts_with("decoder.")) {
        rest = with(rest, ".conv.", ".conv.conv.");
        rest = with(rest, ".convtr.", ".convtr.convtr.");
      } else {
        rest = with(rest, ".conv.conv.", ".conv.conv.conv.");
        rest = with(rest, ".convtr.convtr.", ".convtr.convtr.convtr.");
      }
      tensor.name = "model." + rest;
      if (name == "mimi.decoder.model.0.conv.weight") {
        add_normalized(tensor);
      } else {
        mimi_.push_back(tensor);
      }
    }
    // Of training alone.
    for (const char* name : {"num_ema_updates", "flow.w_s_t.0.weight"})
      flow_lm_.push_back({name, DType::f32, {1}, std::as_bytes(std::span(one_))});
    for (const char* name : {"model.quantizer.vq.layers.0.x", "quantizer.logvar_param"})
      mimi_.push_back({name, DType::f32, {1}, std::as_bytes(std::span(one_))});
  }

  // w = g v / |v|, with v three times too long.
  void add_normalized(const StoredTensor& w) {
    direction_ = value(checkpoint::to_f32(w));
    const auto rows = static_cast<size_t>(w.shape[0]);
    const size_t each = direction_.size() / rows;
    for (size_t r = 0; r < rows; ++r) {
      double squares = 0;
      for (size_t i = 0; i < each; ++i) {
        float& v = direction_[r * each + i];
        squares += double{v} * double{v};
        v *= 3;
      }
      lengths_.push_back(static_cast<float>(std::sqrt(squares)));
    }
    mimi_.push_back(
        {w.name + "_g", DType::f32, {w.shape[0], 1, 1}, std::as_bytes(std::span(lengths_))});
    mimi_.push_back({w.name + "_v", DType::f32, w.shape, std::as_bytes(std::span(direction_))});
  }

  // A yaml that names the files; `own`: also the model's file.
  fs::path write(bool own = false) {
    EXPECT_TRUE(checkpoint::write_safetensors(out_ / "flow_lm.safetensors", flow_lm_));
    EXPECT_TRUE(checkpoint::write_safetensors(out_ / "mimi.safetensors", mimi_));
    std::string yaml = value(read_file(folder() / "models/lsd.yaml", 1 << 20));
    const std::string model = (folder() / "models/lsd.safetensors").string();
    yaml = with(yaml, "weights_path: models/lsd.safetensors\n",
                own ? "weights_path: " + model + "\n" : std::string());
    yaml = with(yaml, "flow_lm:\n",
                own ? "flow_lm:\n" : "flow_lm:\n  weights_path: flow_lm.safetensors\n");
    yaml = with(yaml, "mimi:\n", "mimi:\n  weights_path: mimi.safetensors\n");
    yaml = with(yaml, "tokenizer_path: ", "tokenizer_path: " + folder().string() + "/");
    EXPECT_TRUE(write_file(out_ / "model.yaml", yaml));
    return out_ / "model.yaml";
  }

  static Floats sound(const fs::path& yaml) {
    const auto model = value(Model::load(yaml, std::nullopt, *sotto::testing::open_backend("")));
    const auto cpu = backend();
    FlowLmSession session(model->flow_lm, *cpu);
    session.start(nullptr, 16);
    session.prompt(std::vector<int>{5, 6, 7});
    session.step();
    const auto latent =
        session.sample(Floats(static_cast<size_t>(model->flow_lm->latent_size), 0.3f));
    MimiDecoding decoding(model->mimi, *cpu);
    const auto samples = decoding.decode(latent);
    return {samples.begin(), samples.end()};
  }

  sotto::testing::TemporaryFolder out_;
  std::vector<StoredTensor> flow_lm_, mimi_;
  std::vector<float> direction_, lengths_;
  std::vector<float> one_ = {1};
};

TEST_F(TrainingLayoutTest, SpeaksAsTheModelsOwnFile) {
  const Floats expected = sound(folder() / "models/lsd.yaml");
  // One convolution was multiplied and divided: some units in its last place.
  EXPECT_LT(error_of(sound(write()), expected), 1e-5);
  EXPECT_LT(error_of(sound(write(/*own=*/true)), expected), 1e-5);
}

TEST_F(TrainingLayoutTest, BecomesAFolder) {
  QuantizationOptions options;
  options.folder.weights.scheme = value(quant::parse_scheme("int8"));
  options.folder.source_name = "test";
  const auto made = quantize(kind_named("pocket-tts"), write(), out_ / "int8", options);
  ASSERT_TRUE(made) << made.error().message;
  const fs::path stored = value(find_config(out_ / "int8"));
  const auto converted = value(Model::load(out_ / "model.yaml", options.folder.weights.scheme,
                                           *sotto::testing::open_backend("")));
  EXPECT_EQ(value(Model::load(stored, std::nullopt, *sotto::testing::open_backend("")))->files.mimi,
            fs::path());
  EXPECT_EQ(sound(stored).size(), static_cast<size_t>(converted->mimi->samples_per_frame()));
}

TEST_F(TrainingLayoutTest, NamesWhatDoesNotFit) {
  const auto error = [&] {
    const auto model = Model::load(write(), std::nullopt, *sotto::testing::open_backend(""));
    return model ? "" : model.error().message;
  };
  const auto is = [](const char* name) {
    return [name](const StoredTensor& t) { return t.name == name; };
  };
  const auto mimi = mimi_;
  std::erase_if(mimi_, is("model.decoder.model.0.conv.conv.weight_v"));
  EXPECT_THAT(error(), HasSubstr("model.decoder.model.0.conv.conv.weight_g is F32"));
  mimi_ = mimi;
  mimi_.push_back(
      {"decoder.model.2.convtr.convtr.bias", DType::f32, {1}, std::as_bytes(std::span(one_))});
  EXPECT_THAT(error(), HasSubstr("expected one of them"));
  mimi_ = mimi;
  std::erase_if(flow_lm_, is("condition_provider.conditioners.transcript_in_segment.embed.weight"));
  EXPECT_THAT(error(), HasSubstr("flow_lm.conditioner.embed.weight"));
}

}  // namespace
}  // namespace sotto::models::pocket_tts::testing::pocket_tts_training_layout_test
