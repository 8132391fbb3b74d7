// Weights are there once, however many voices speak with them.
#include "speech/voice_models.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "device_cpu/backend.h"
#include "golden.h"
#include "models/pocket_tts/model.h"

namespace sotto::speech::voice_models_test {
namespace {

std::filesystem::path yaml(const char* name) {
  return sotto::testing::golden_folder("pocket_tts") / "models" / name;
}

using Model = models::pocket_tts::Model;
using Loaded = Result<std::shared_ptr<const Model>>;

Loaded load(VoiceModels& models, const std::filesystem::path& file, const char* scheme = "") {
  std::optional<quant::Scheme> weights;
  if (*scheme != 0) weights = *quant::parse_scheme(scheme);
  return models.load<Model>(file, weights, [&]() -> Loaded {
    return Model::load(file, weights, **device::cpu::open_backend(1));
  });
}

TEST(VoiceModels, WhoAsksAtTheSameTimeGetsTheSame) {
  VoiceModels models;
  std::vector<std::shared_ptr<const Model>> got(8);
  {
    std::vector<std::jthread> all;
    for (std::shared_ptr<const Model>& one : got)
      all.emplace_back([&] { one = *load(models, yaml("lsd.yaml")); });
  }
  for (const auto& one : got) EXPECT_EQ(one, got[0]);
  EXPECT_EQ(models.loads(), 1u);
  EXPECT_EQ(models.loaded(), 1u);
  EXPECT_EQ(models.bytes(), got[0]->weight_bytes());
  // The file holds more: Mimi's encoder, which only recordings need.
  const size_t file = std::filesystem::file_size(yaml("lsd.safetensors"));
  EXPECT_GT(models.bytes(), file / 4);
  EXPECT_LT(models.bytes(), 2 * file);
}

TEST(VoiceModels, OtherWeightsAreAnotherModel) {
  VoiceModels models;
  const auto stored = *load(models, yaml("lsd.yaml"));
  const auto small = *load(models, yaml("lsd.yaml"), "int8");
  EXPECT_NE(stored, small);
  EXPECT_EQ(models.loaded(), 2u);
  EXPECT_LT(small->weight_bytes(), stored->weight_bytes());
  EXPECT_EQ(models.bytes(), stored->weight_bytes() + small->weight_bytes());
}

TEST(VoiceModels, AModelLeavesWithItsLastOwner) {
  VoiceModels models;
  auto model = *load(models, yaml("lsd.yaml"));
  model = nullptr;
  EXPECT_EQ(models.loaded(), 0u);
  EXPECT_EQ(models.bytes(), 0u);
  EXPECT_FALSE(load(models, "/nowhere.yaml"));
  EXPECT_EQ(models.loads(), 1u);
  model = *load(models, yaml("lsd.yaml"));
  EXPECT_EQ(models.loads(), 2u);
}

}  // namespace
}  // namespace sotto::speech::voice_models_test
