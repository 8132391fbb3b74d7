// Voices in files: the reference's exports in both forms, our own, and what is none.
#include "models/pocket_tts/voice_state.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "base/temporary_folder.h"
#include "checkpoint/safetensors_writer.h"
#include "models/pocket_tts_flow.h"

namespace sotto::models::pocket_tts::testing::pocket_tts_voice_state_test {
namespace {

using checkpoint::DType;
using checkpoint::StoredTensor;
using ::testing::HasSubstr;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

bool same(const VoiceState& a, const VoiceState& b) {
  if (a.positions != b.positions || a.kv_heads != b.kv_heads || a.head_size != b.head_size ||
      a.layers.size() != b.layers.size()) {
    return false;
  }
  for (size_t i = 0; i < a.layers.size(); ++i) {
    if (a.layers[i].k != b.layers[i].k || a.layers[i].v != b.layers[i].v) return false;
  }
  return true;
}

TEST(VoiceStateGolden, BothFormsAreTheSameVoice) {
  for (const auto& [name, about] : cases().at("voice").items()) {
    SCOPED_TRACE(name);
    const FlowLmConfig& config = flow_model(name).config.flow_lm;
    for (const auto& [prompt, state] : about.at("states").items()) {
      SCOPED_TRACE(prompt);
      const VoiceState voice =
          value(read_voice_state(folder() / state.at("file").get<std::string>(), config));
      EXPECT_EQ(voice.positions, state.at("offset").get<int>());
      EXPECT_EQ(voice.layers.size(), static_cast<size_t>(config.transformer.num_layers));
      if (prompt != "voice24k") continue;
      const VoiceState legacy =
          value(read_voice_state(folder() / about.at("legacy").get<std::string>(), config));
      EXPECT_TRUE(same(voice, legacy));
    }
  }
}

TEST(VoiceStateGolden, OneForAnotherModelIsRefused) {
  const json& about = cases().at("voice").at("lsd");
  const auto path = folder() / about.at("legacy").get<std::string>();
  const FlowLmConfig& other = flow_model("pointwise_gqa").config.flow_lm;
  const Result<VoiceState> voice = read_voice_state(path, other);
  ASSERT_FALSE(voice);
  EXPECT_THAT(
      voice.error().message,
      HasSubstr(fmt::format("expected floats [2, 1, {} or more, {}, {}]",
                            about.at("states").at("voice24k").at("offset").get<int>(),
                            other.transformer.num_kv_heads, other.transformer.head_size())));
}

class VoiceStateFile : public ::testing::Test {
 protected:
  VoiceStateFile() {
    config_.transformer = {
        .d_model = 4, .num_heads = 2, .num_layers = 2, .attn_dim = 4, .num_kv_heads = 1};
    voice_ = {.positions = 3, .kv_heads = 1, .head_size = 2};
    for (int i = 0; i < 2; ++i) {
      const auto f = static_cast<float>(i);
      voice_.layers.push_back({.k = {f, 1, 2, 3, 4, 5}, .v = {6, 7, 8, 9, 10, f}});
    }
  }

  // A file of tensors of this test's voice, after `change` had its way with them.
  template <class Change>
  std::string error_after(Change change) {
    EXPECT_TRUE(write_voice_state(path_, voice_));
    const auto file = value(checkpoint::open_safetensors(path_));
    std::map<std::string, StoredTensor> tensors;
    for (const std::string& name : file->names()) tensors.emplace(name, *file->find(name));
    change(tensors);
    std::vector<StoredTensor> list;
    for (auto& [name, tensor] : tensors) {
      list.push_back(tensor);
      list.back().name = name;
    }
    EXPECT_TRUE(checkpoint::write_safetensors(changed_, list));
    const Result<VoiceState> voice = read_voice_state(changed_, config_);
    return voice ? "no error" : voice.error().message;
  }

  using Tensors = std::map<std::string, StoredTensor>;
  static constexpr const char* kCache = "transformer.layers.1.self_attn/cache";
  static constexpr const char* kOffset = "transformer.layers.1.self_attn/offset";
  static constexpr const char* kPad = "transformer.layers.1.self_attn/pad";

  sotto::testing::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "voice.safetensors";
  std::filesystem::path changed_ = folder_ / "changed.safetensors";
  FlowLmConfig config_;
  VoiceState voice_;
};

TEST_F(VoiceStateFile, ComesBackAsItWas) {
  ASSERT_TRUE(write_voice_state(path_, voice_));
  const Result<VoiceState> back = read_voice_state(path_, config_);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_TRUE(same(voice_, *back));
  EXPECT_EQ(error_after([](Tensors&) {}), "no error");
}

TEST_F(VoiceStateFile, WhatDoesNotFitIsAnError) {
  const auto integer = [](const int64_t& value) { return std::as_bytes(std::span(&value, 1)); };
  const int64_t one = 1, four = 4, none = 0, less = -1, huge = INT64_MAX;
  const auto offset = [&](const int64_t& value) {
    return error_after([&](Tensors& t) { t.at(kOffset).bytes = integer(value); });
  };
  EXPECT_THAT(offset(one), HasSubstr("layer 1 ends at position 1, expected 3 as in the others"));
  EXPECT_THAT(offset(four), HasSubstr("layer 1 ends at position 4"));
  for (const int64_t& value : {none, less, huge}) {
    EXPECT_THAT(offset(value), HasSubstr("expected 1 to 65536"));
  }
  EXPECT_THAT(error_after([&](Tensors& t) { t.at(kPad).bytes = integer(one); }),
              HasSubstr("layer 1 has a pad of 1, expected 0"));
  EXPECT_THAT(error_after([](Tensors& t) { t.erase(kPad); }), HasSubstr("self_attn/pad"));
  EXPECT_THAT(error_after([](Tensors& t) { t.erase(kOffset); }), HasSubstr("self_attn/offset"));
  EXPECT_THAT(error_after([](Tensors& t) { t.erase(kCache); }), HasSubstr("no tensor"));
  EXPECT_THAT(error_after([](Tensors& t) { t["other"] = t.at(kPad); }),
              HasSubstr("7 tensors, expected the 6"));
  EXPECT_THAT(error_after([](Tensors& t) { t.at(kOffset).dtype = DType::u64; }),
              HasSubstr("holds U64, expected I64"));
  EXPECT_THAT(error_after([](Tensors& t) { t.at(kCache).dtype = DType::i32; }),
              HasSubstr("expected floats [2, 1, 3 or more, 1, 2]"));
  EXPECT_THAT(error_after([](Tensors& t) {
                t.at(kCache).shape = {2, 1, 2, 1, 3};
              }),
              HasSubstr("is F32 [2, 1, 2, 1, 3]"));
  EXPECT_THAT(error_after([](Tensors& t) {
                t.at(kCache).shape = {1, 2, 3, 1, 2};
              }),
              HasSubstr("is F32 [1, 2, 3, 1, 2]"));
  EXPECT_THAT(error_after([](Tensors& t) { t.at(kCache).shape = {12}; }), HasSubstr("is F32 [12]"));
}

TEST_F(VoiceStateFile, NotANumberCountsOnlyWhereItIsHeard) {
  const Floats behind = {0, 1, 2, 3, 4, 5, kNan, kNan, 6, 7, 8, 9, 10, 0, kNan, kNan};
  EXPECT_EQ(error_after([&](Tensors& t) {
              t.at(kCache).shape = {2, 1, 4, 1, 2};
              t.at(kCache).bytes = std::as_bytes(std::span(behind));
            }),
            "no error");
  Floats heard = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, kNan};
  EXPECT_THAT(
      error_after([&](Tensors& t) { t.at(kCache).bytes = std::as_bytes(std::span(heard)); }),
      HasSubstr("holds a number that is not finite"));
}

TEST_F(VoiceStateFile, WhatIsNoVoice) {
  EXPECT_FALSE(read_voice_state(folder_ / "nothing", config_));
  EXPECT_FALSE(read_voice_state(folder() / "voice24k.wav", config_));
  EXPECT_FALSE(read_voice_state(folder() / "models/lsd.safetensors", config_));
}

}  // namespace
}  // namespace sotto::models::pocket_tts::testing::pocket_tts_voice_state_test
