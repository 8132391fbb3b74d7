// Which matrices of Pocket TTS get smaller, and folders with such.
#include "models/kinds.h"
#include "models/pocket_tts/quantized.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temporary_folder.h"
#include "models/backends.h"
#include "models/pocket_tts/model.h"
#include "models/pocket_tts_flow.h"

namespace sotto::models::pocket_tts::testing::pocket_tts_quantized_test {
namespace {

namespace fs = std::filesystem;
using quant::Scheme;
using ::testing::HasSubstr;

TEST(PocketQuantizedTest, NamesSayIt) {
  const Scheme q4{Scheme::Kind::q4, 32};
  EXPECT_EQ(scheme_of_tensor("flow_lm.transformer.layers.5.self_attn.in_proj.weight", q4), q4);
  EXPECT_EQ(scheme_of_tensor("flow_lm.transformer.layers.0.linear2.weight", q4), q4);
  const Scheme q8{Scheme::Kind::q8, 32};
  for (const char* name :
       {"flow_lm.flow_net.res_blocks.3.mlp.2.weight", "flow_lm.flow_net.cond_embed.weight",
        "flow_lm.flow_net.final_layer.adaLN_modulation.1.weight",
        "mimi.decoder_transformer.transformer.layers.1.linear1.weight"})
    EXPECT_EQ(scheme_of_tensor(name, q4), q8) << name;
  for (const char* name :
       {"flow_lm.out_eos.weight", "flow_lm.input_linear.weight", "flow_lm.z_proj.weight",
        "flow_lm.conditioner.embed.weight", "flow_lm.speaker_proj_weight",
        "flow_lm.flow_net.time_embed.0.mlp.0.weight", "flow_lm.flow_net.input_proj.weight",
        "flow_lm.flow_net.final_layer.linear.weight", "flow_lm.transformer.layers.0.norm1.weight",
        "mimi.encoder_transformer.transformer.layers.1.linear1.weight",
        "mimi.quantizer.output_proj.weight", "flow_lm.flow_net.cond_embed.bias"})
    EXPECT_FALSE(scheme_of_tensor(name, q4)) << name;
  EXPECT_EQ(at_least_8_bits({Scheme::Kind::int8}), (Scheme{Scheme::Kind::int8}));
}

// Some latents of a text, with the model's own voice or none.
Floats latents(const Model& model) {
  const auto cpu = backend();
  FlowLmSession session(model.flow_lm, *cpu);
  session.start(nullptr, 32);
  session.prompt(std::vector<int>{5, 6, 7, 8});
  Floats all;
  for (int i = 0; i < 4; ++i) {
    session.step();
    const auto latent =
        session.sample(Floats(static_cast<size_t>(model.flow_lm->latent_size), 0.3f));
    all.insert(all.end(), latent.begin(), latent.end());
  }
  MimiDecoding decoding(model.mimi, *cpu);
  const auto sound = decoding.decode(all);
  all.insert(all.end(), sound.begin(), sound.end());
  return all;
}

// A folder that was made ahead computes what the checkpoint does that is quantized at load.
TEST(PocketQuantizedTest, AFolderIsTheSameAsQuantizingAtLoad) {
  for (const auto& entry : fs::directory_iterator(folder() / "models")) {
    if (entry.path().extension() != ".yaml") continue;
    for (const char* scheme : {"int8", "q8:32", "q4:32", "f16"}) {
      SCOPED_TRACE(entry.path().string() + " " + scheme);
      const sotto::testing::TemporaryFolder out;
      QuantizationOptions options;
      options.folder.weights.scheme = value(quant::parse_scheme(scheme));
      options.folder.source_name = "test";
      const auto made =
          quantize(kind_named("pocket-tts"), entry.path(), out.path() / "model", options);
      ASSERT_TRUE(made) << made.error().message;
      const fs::path yaml = value(find_config(out.path() / "model"));
      EXPECT_EQ(yaml.filename(), entry.path().filename());
      const auto stored = value(Model::load(yaml, std::nullopt, *sotto::testing::open_backend("")));
      const auto converted = value(Model::load(entry.path(), options.folder.weights.scheme,
                                               *sotto::testing::open_backend("")));
      EXPECT_EQ(latents(*stored), latents(*converted));
      EXPECT_NE(latents(*stored), latents(*value(Model::load(entry.path(), std::nullopt,
                                                             *sotto::testing::open_backend("")))));
      EXPECT_LT(fs::file_size(stored->files.model), fs::file_size(converted->files.model));
    }
  }
}

TEST(PocketQuantizedTest, WhatIsThereStays) {
  const sotto::testing::TemporaryFolder out;
  QuantizationOptions options;
  options.folder.weights.scheme = {Scheme::Kind::int8};
  const auto error = [&](const fs::path& target) {
    const auto made =
        quantize(kind_named("pocket-tts"), folder() / "models/lsd.yaml", target, options);
    return made ? "" : made.error().message;
  };
  EXPECT_THAT(error(out.path()), HasSubstr("is there already"));
  EXPECT_THAT(error(folder() / "models"), HasSubstr("the source itself"));
  EXPECT_THAT(error(out.path() / "a" / "b"), HasSubstr("parent folder"));
  options.folder.weights.keep = {"nothing.*"};
  EXPECT_THAT(error(out.path() / "new"), HasSubstr("nothing.*"));
  options.folder.weights.keep.clear();
  EXPECT_EQ(error(out.path() / "new"), "");
  options.folder.force = true;
  EXPECT_EQ(error(out.path() / "new"), "");
}

}  // namespace
}  // namespace sotto::models::pocket_tts::testing::pocket_tts_quantized_test
