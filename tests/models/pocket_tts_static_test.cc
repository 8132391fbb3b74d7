// Mimi's convolutions in static int8: how far they are from floats, and that nothing else changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/temporary_folder.h"
#include "checkpoint/safetensors_writer.h"
#include "device_cpu/matmul_int8_panels.h"
#include "models/allocations.h"
#include "models/kinds.h"
#include "models/noise.h"
#include "models/pocket_tts/calibrate.h"
#include "models/pocket_tts/mimi_network.h"
#include "models/pocket_tts/model.h"
#include "models/pocket_tts_flow.h"

namespace sotto::models::pocket_tts::testing::pocket_tts_static_test {
namespace {

namespace fs = std::filesystem;
using checkpoint::StoredTensor;
using quant::QuantParams;
using quant::Scheme;
using ::testing::HasSubstr;

class StaticTest : public ::testing::Test {
 protected:
  // FlowLM and the Transformer stay floats, so that nothing but the convolutions differs.
  fs::path make(const std::string& yaml, int levels, std::vector<std::string> keep = {},
                int threads = 1) {
    const fs::path target = out_ / ("model" + std::to_string(made_++));
    QuantizationOptions options;
    options.folder.weights.scheme = {Scheme::Kind::f32};
    options.folder.weights.keep = std::move(keep);
    options.folder.source_name = "test";
    options.convolutions = {
        .texts = {}, .levels = levels, .backend = backend({}, threads), .said = {}};
    const auto result = quantize(kind_named("pocket-tts"), folder() / yaml, target, options);
    EXPECT_TRUE(result) << result.error().message;
    return value(find_config(target));
  }

  static std::vector<float> decode(const fs::path& yaml, std::span<const float> latents,
                                   size_t frames_at_once, const std::string& isa = {}) {
    const auto model = value(Model::load(yaml, std::nullopt, *backend(isa)));
    MimiDecoding decoding(model->mimi, *backend(isa));
    const auto size = static_cast<size_t>(model->mimi->latent_size());
    Floats sound;
    for (size_t done = 0; done < latents.size(); done += size * frames_at_once) {
      const size_t count = std::min(size * frames_at_once, latents.size() - done);
      const auto now = decoding.decode(latents.subspan(done, count));
      sound.insert(sound.end(), now.begin(), now.end());
    }
    return sound;
  }

  sotto::testing::TemporaryFolder out_;
  int made_ = 0;
};

double decibels(const Floats& expected, const Floats& found) {
  double signal = 0, noise = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    signal += double{expected[i]} * double{expected[i]};
    noise += (double{found[i]} - double{expected[i]}) * (double{found[i]} - double{expected[i]});
  }
  return 10 * std::log10(signal / noise);
}

// The goldens have what a simulation with symmetric 8 bits reaches on the same latents.
TEST_F(StaticTest, IsNoWorseThanTheSimulation) {
  for (const auto& [name, about] : cases().at("conv_int8").items()) {
    SCOPED_TRACE(name);
    const sotto::testing::GoldenFile golden(folder() / about.at("file").get<std::string>());
    const double simulated = about.at("simulated").at("seanet").at("snr_db").get<double>();
    const Floats latents = golden.f32("latents"), sound = golden.f32("float_audio");
    const std::string yaml = "models/" + name + ".yaml";
    const double bytes = decibels(sound, decode(make(yaml, QuantParams::kBytes), latents, 1));
    const double words = decibels(sound, decode(make(yaml, QuantParams::kTwoBytes), latents, 1));
    std::printf("%s: simulated %.1f dB, 8 bits %.1f dB, 12 bits %.1f dB\n", name.c_str(), simulated,
                bytes, words);
    // The ranges are of other speech, and have room.
    EXPECT_GT(bytes, simulated - 4);
    // What is left are the weights' 8 bits.
    EXPECT_GT(words, simulated + 6);
  }
}

TEST_F(StaticTest, DecodesInPiecesBitByBitAsWholeOnEveryProcessor) {
  for (const char* yaml : {"models/lsd.yaml", "models/pointwise_gqa.yaml"}) {
    const fs::path model = make(yaml, QuantParams::kTwoBytes);
    const auto loaded = value(Model::load(model, std::nullopt, *backend()));
    Floats latents(static_cast<size_t>(loaded->mimi->latent_size()) * 9);
    SeededNoise(3, 1).fill(latents);
    for (const auto& variant : device::cpu::matmul_int8_panels_variants()) {
      if (!device::cpu::supported(variant.isa)) continue;
      SCOPED_TRACE(std::string(yaml) + " " + std::string(variant.name()));
      EXPECT_EQ(decode(model, latents, 1, std::string(variant.name())),
                decode(model, latents, 7, std::string(variant.name())));
    }
  }
}

#ifndef SOTTO_SANITIZED
TEST_F(StaticTest, AllocatesNothingAFrame) {
  const auto model =
      value(Model::load(make("models/lsd.yaml", QuantParams::kTwoBytes), std::nullopt, *backend()));
  const Floats latent(static_cast<size_t>(model->mimi->latent_size()), 0.3f);
  MimiDecoding decoding(model->mimi, *backend());
  for (int i = 0; i < 2; ++i) decoding.decode(latent);  // the arena has become one block
  const long before = sotto::testing::allocations_of_this_thread();
  for (int i = 0; i < 50; ++i) decoding.decode(latent);
  EXPECT_EQ(sotto::testing::allocations_of_this_thread() - before, 0);
}
#endif

TEST_F(StaticTest, WhatIsMadeDoesNotDependOnThreads) {
  const auto bytes = [&](int threads) {
    const fs::path model = make("models/lsd.yaml", QuantParams::kTwoBytes, {}, threads);
    return value(read_file(model.parent_path() / "model.safetensors", size_t{1} << 30));
  };
  EXPECT_EQ(bytes(1), bytes(3));
}

TEST_F(StaticTest, WhatIsKeptStaysAsItWas) {
  const fs::path model = make("models/lsd.yaml", QuantParams::kBytes, {"mimi.decoder.model.11.*"});
  const auto weights =
      value(checkpoint::open_safetensors(model.parent_path() / "model.safetensors"));
  EXPECT_EQ(weights->find("mimi.decoder.model.11.conv.input"), nullptr);
  EXPECT_EQ(weights->find("mimi.decoder.model.11.conv.weight")->dtype, checkpoint::DType::f32);
  EXPECT_NE(weights->find("mimi.decoder.model.0.conv.input"), nullptr);
  EXPECT_EQ(weights->find("mimi.decoder.model.0.conv.weight")->dtype, checkpoint::DType::i8);
  EXPECT_TRUE(Model::load(model, std::nullopt, *backend()));
}

// The same weights for floats: only what activations lost is gone.
TEST_F(StaticTest, FloatsCanBeAskedForAtLoad) {
  const fs::path model = make("models/lsd.yaml", QuantParams::kBytes);
  const auto floats = value(Model::load(model, Scheme{Scheme::Kind::f32}, *backend()));
  for (const NamedConv& conv : floats->mimi->convolutions())
    EXPECT_TRUE(conv.weights->scheme.is_float()) << conv.name;
  const auto as_stored = value(Model::load(model, std::nullopt, *backend()));
  for (const NamedConv& conv : as_stored->mimi->convolutions())
    EXPECT_EQ(conv.weights->scheme, Scheme{Scheme::Kind::int8}) << conv.name;
}

TEST_F(StaticTest, LevelsThatCannotBeAreNamed) {
  const fs::path model = make("models/lsd.yaml", QuantParams::kBytes);
  const fs::path file = model.parent_path() / "model.safetensors";
  const auto weights = value(checkpoint::open_safetensors(file));
  const auto error = [&](std::array<float, 3> levels) {
    std::vector<StoredTensor> tensors;
    for (const std::string& name : weights->names()) tensors.push_back(*weights->find(name));
    for (StoredTensor& t : tensors) {
      if (t.name == "mimi.decoder.model.2.convtr.input") t.bytes = std::as_bytes(std::span(levels));
    }
    const fs::path other = out_ / "other.safetensors";
    EXPECT_TRUE(checkpoint::write_safetensors(other, tensors));
    const auto changed = value(checkpoint::open_safetensors(other));
    const auto loaded =
        MimiDecoder::load(*changed, value(read_config(model)).mimi, std::nullopt, *backend());
    return loaded ? "" : loaded.error().message;
  };
  EXPECT_EQ(error({0.5f, 17, 255}), "");
  for (const auto& levels : std::vector<std::array<float, 3>>{{0, 17, 255},
                                                              {NAN, 17, 255},
                                                              {INFINITY, 17, 255},
                                                              {-1, 17, 255},
                                                              {0.5f, 256, 255},
                                                              {0.5f, -1, 255},
                                                              {0.5f, 1.5f, 255},
                                                              {0.5f, NAN, 255},
                                                              {0.5f, 17, 256},
                                                              {0.5f, 17, NAN}}) {
    EXPECT_THAT(error(levels), HasSubstr("mimi.decoder.model.2.convtr.input is "));
  }
}

TEST(CalibrateTest, TextsWithNothingToSayAreLeftOut) {
  const auto model = value(Model::load(folder() / "models/lsd.yaml", std::nullopt, *backend()));
  const std::vector<std::string> nothing = {"", "   "}, some = {"", "Done."}, same = {"Done."};
  const auto none = calibrate(*model, nothing, {}, *backend(), {});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("nothing to say"));
  const auto a = value(calibrate(*model, some, {}, *backend(), {}));
  const auto b = value(calibrate(*model, same, {}, *backend({}, 3), {}));
  ASSERT_EQ(a.size(), model->mimi->convolutions().size());
  for (const auto& [name, range] : a) {
    EXPECT_LT(range.low, 0) << name;
    EXPECT_GT(range.high, 0) << name;
    EXPECT_EQ(range.low, b.at(name).low) << name;
    EXPECT_EQ(range.high, b.at(name).high) << name;
  }
}

}  // namespace
}  // namespace sotto::models::pocket_tts::testing::pocket_tts_static_test
