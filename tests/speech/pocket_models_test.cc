// Weights are there once, however many voices speak with them.
#include "speech/pocket_models.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "device_cpu/backend.h"
#include "golden.h"
#include "models/pocket_tts/model.h"

namespace sotto::speech {
namespace {

std::filesystem::path yaml(const char* name) {
  return sotto::testing::golden_folder("pocket_tts") / "models" / name;
}

std::shared_ptr<const device::Backend> backend() { return *device::cpu::open_backend(1); }

TEST(PocketModels, WhoAsksAtTheSameTimeGetsTheSame) {
  PocketModels models;
  std::vector<PocketModels::Model> got(8);
  {
    std::vector<std::jthread> all;
    for (PocketModels::Model& one : got)
      all.emplace_back([&] { one = *models.load(yaml("lsd.yaml"), std::nullopt, *backend()); });
  }
  for (const PocketModels::Model& one : got) EXPECT_EQ(one, got[0]);
  EXPECT_EQ(models.loads(), 1u);
  EXPECT_EQ(models.loaded(), 1u);
  EXPECT_EQ(models.bytes(), got[0]->weight_bytes());
  // The file holds more: Mimi's encoder, which only recordings need.
  const size_t file = std::filesystem::file_size(yaml("lsd.safetensors"));
  EXPECT_GT(models.bytes(), file / 4);
  EXPECT_LT(models.bytes(), 2 * file);
}

TEST(PocketModels, OtherWeightsAreAnotherModel) {
  PocketModels models;
  const auto stored = *models.load(yaml("lsd.yaml"), std::nullopt, *backend());
  const auto small = *models.load(yaml("lsd.yaml"), *quant::parse_scheme("int8"), *backend());
  EXPECT_NE(stored, small);
  EXPECT_EQ(models.loaded(), 2u);
  EXPECT_LT(small->weight_bytes(), stored->weight_bytes());
  EXPECT_EQ(models.bytes(), stored->weight_bytes() + small->weight_bytes());
}

TEST(PocketModels, AModelLeavesWithItsLastOwner) {
  PocketModels models;
  auto model = *models.load(yaml("lsd.yaml"), std::nullopt, *backend());
  model = nullptr;
  EXPECT_EQ(models.loaded(), 0u);
  EXPECT_EQ(models.bytes(), 0u);
  EXPECT_FALSE(models.load("/nowhere.yaml", std::nullopt, *backend()));
  EXPECT_EQ(models.loads(), 1u);
  model = *models.load(yaml("lsd.yaml"), std::nullopt, *backend());
  EXPECT_EQ(models.loads(), 2u);
}

}  // namespace
}  // namespace sotto::speech
