// Files whose sizes multiply to what no memory holds, or wrap on the way: refused in one sentence.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "base/json_fields.h"
#include "checkpoint/files.h"
#include "checkpoint/safetensors.h"
#include "checkpoint/safetensors_writer.h"
#include "checkpoint/torch_file.h"
#include "golden.h"
#include "models/backends.h"
#include "models/changed_weights.h"
#include "models/chatterbox/conditionals.h"
#include "models/chatterbox/recording.h"
#include "models/chatterbox/s3gen.h"
#include "models/kokoro/config.h"
#include "models/xtts/hifigan.h"
#include "models/xtts/listener.h"
#include "models/xtts/model.h"
#include "models/xtts/weights.h"

namespace sotto::models::hostile_sizes_test {
namespace {

namespace fs = std::filesystem;
using checkpoint::TemporaryFolder;
using nlohmann::json;
using ::testing::AllOf;
using testing::ChangedWeights;
using ::testing::HasSubstr;

using sotto::testing::value;

template <class T>
std::string refusal(const Result<T>& result) {
  return result ? "taken" : result.error().message;
}

std::shared_ptr<const device::Backend> backend() { return sotto::testing::open_backend(""); }

ChangedWeights s3gen() {
  return ChangedWeights(
      value(checkpoint::open_safetensors(test_data("chatterbox/model/s3gen.safetensors"))));
}

std::string refusal_of(const ChangedWeights& weights) {
  return refusal(chatterbox::S3Gen::load(weights.done(), std::nullopt, backend()));
}

// Of seven or eight stages of kernel 64 the product of the rates, 32 each, is 0 in an int.
TEST(HostileSizes, RatesOfAVocoderAreBounded) {
  for (const int stages : {3, 7, 8}) {
    ChangedWeights weights = s3gen();
    for (int i = 0; i < stages; ++i)
      weights.set(fmt::format("mel2wav.ups.{}.weight", i), {2, 1, 64});
    EXPECT_THAT(refusal_of(weights),
                AllOf(HasSubstr("s3gen.safetensors: "),
                      HasSubstr(fmt::format("the {} mel2wav.ups make more than 4800 samples of a "
                                            "frame, expected 480",
                                            stages))));
  }
}

TEST(HostileSizes, HarmonicsAreBounded) {
  ChangedWeights weights = s3gen();
  weights.set("mel2wav.m_source.l_linear.weight", {1, 1 << 20});
  EXPECT_THAT(refusal_of(weights),
              HasSubstr("mel2wav.m_source.l_linear adds 1048576 harmonics, expected at most 64"));
}

TEST(HostileSizes, WidthsThatCannotBeHalvedAreRefused) {
  ChangedWeights weights = s3gen();
  weights.set("mel2wav.conv_pre.bias", {6}).set("mel2wav.conv_pre.weight", {6, 80, 7});
  EXPECT_THAT(refusal_of(weights), HasSubstr("mel2wav.conv_pre has 6 outputs, expected a number"));
}

TEST(HostileSizes, KernelsAreBounded) {
  ChangedWeights weights = s3gen();
  weights.set("mel2wav.f0_predictor.condnet.0.weight", {1, 80, 257});
  EXPECT_THAT(refusal_of(weights),
              HasSubstr("mel2wav.f0_predictor.condnet.0 is 257 wide, expected at most 255"));
}

// A dimension of 0 may be expected, where a width was halved too often, or a rate was 0.
TEST(HostileSizes, TensorsWithoutNumbersAreRefused) {
  const auto weights = s3gen().set("a", {3, 0}).done();
  const std::array<int64_t, 2> shape = {3, 0};
  EXPECT_THAT(refusal(checkpoint::expect(*weights, "a", shape)),
              HasSubstr("a would have to be [3, 0], which holds no numbers"));
}

json xtts_config() { return value(read_json_object(test_data("xtts/config.json"))); }

TEST(HostileSizes, WhatXttsHearsAtOnceIsBounded) {
  const auto with = [](const json& args, const json& rest) {
    json config = xtts_config();
    if (!args.is_null()) config["model_args"].update(args);
    if (!rest.is_null()) config.update(rest);
    return refusal(xtts::parse_config(config.dump(), "config.json"));
  };
  EXPECT_EQ(with({}, {}), "taken");
  EXPECT_EQ(with({}, {{"gpt_cond_chunk_len", 60}, {"gpt_cond_len", 600}}), "taken");
  EXPECT_THAT(
      with({{"input_sample_rate", 1 << 20}}, {}),
      HasSubstr("config.json: input_sample_rate is 1048576, expected an integer from 8000"));
  EXPECT_EQ(with({}, {{"gpt_cond_chunk_len", 600}}),
            "config.json: gpt_cond_chunk_len is 600 seconds of 22050 Hz, expected at most 2097152 "
            "samples that are heard at once");
  EXPECT_THAT(
      with({{"gpt_code_stride_len", 65536}, {"input_sample_rate", 8000}}, {}),
      HasSubstr("config.json: gpt_code_stride_len and the rates make 196608 samples and 768 "
                "rows of a code, expected at most 65536 and 256"));
  EXPECT_THAT(with({{"output_hop_length", 1}}, {}), HasSubstr("1115 rows of a code"));
}

TEST(HostileSizes, RowsOfAVoiceAreBounded) {
  const TemporaryFolder folder;
  const std::vector<float> latents(1025 * 2), speaker(4);
  const fs::path file = folder.path() / "voice.safetensors";
  const auto tensor = [](const char* name, std::vector<int64_t> shape, std::span<const float> x) {
    return checkpoint::StoredTensor{name, checkpoint::DType::f32, std::move(shape),
                                    std::as_bytes(x)};
  };
  const auto read = [&](int64_t rows, int64_t cols) {
    const std::vector<checkpoint::StoredTensor> tensors = {
        tensor("a.gpt_cond_latent", {1, rows, cols}, latents),
        tensor("a.speaker_embedding", {1, 4, 1}, speaker)};
    EXPECT_TRUE(checkpoint::write_safetensors(file, tensors));
    return refusal(xtts::read_speakers(file));
  };
  EXPECT_EQ(read(2, 1025), "taken");
  EXPECT_EQ(read(1025, 2), file.string() +
                               ": a.gpt_cond_latent is F32 [1, 1025, 2], expected numbers in 3 "
                               "dimensions, the first of them 1, the second at most 1024");
  // As sotto keeps them the rows are one behind the other: the network counts them.
  const auto model =
      value(xtts::Model::load(value(xtts::find_model_files(test_data("xtts"))), {}, backend()));
  xtts::Voice voice{
      .latents = std::vector<float>(1025 * static_cast<size_t>(model->gpt->d())),
      .speaker = std::vector<float>(static_cast<size_t>(model->hifigan->speaker_cols()))};
  EXPECT_EQ(refusal(model->check(voice)),
            "the voice has 1025 rows for the GPT, expected at most 1024");
}

TEST(HostileSizes, RowsThatXttsMakesOfAVoiceAreBounded) {
  const auto stored = value(xtts::open_checkpoint(test_data("xtts/model.pth")));
  const auto weights =
      ChangedWeights(stored).set("gpt.conditioning_perceiver.latents", {2000, 64}).done();
  const auto config = value(xtts::parse_config(xtts_config().dump(), "config.json"));
  EXPECT_THAT(refusal(xtts::Listener::load(*weights, config, backend())),
              HasSubstr("gpt.conditioning_perceiver.latents has 2000 rows, expected at most 1024"));
}

// Each is computed for each frame of a recording, and nothing else in the file need be large.
TEST(HostileSizes, BandsThatChatterboxHearsAreBounded) {
  const auto ve = value(checkpoint::open_safetensors(test_data("chatterbox/model/ve.safetensors")));
  const auto refused = [&](const ChangedWeights& s3gen, const ChangedWeights& voice) {
    return refusal(chatterbox::Listener::load(*s3gen.done(), *voice.done(), backend()));
  };
  EXPECT_THAT(refused(s3gen().set("flow.encoder_proj.bias", {1 << 20}), ChangedWeights(ve)),
              HasSubstr("s3gen.safetensors: flow.encoder_proj has 1048576 bands of a spectrum, "
                        "expected at most 1024"));
  EXPECT_THAT(
      refused(s3gen().set("tokenizer.encoder.conv1.weight", {32, 4096, 3}), ChangedWeights(ve)),
      HasSubstr("tokenizer.encoder.conv1 has 4096 bands"));
  EXPECT_THAT(refused(s3gen(), ChangedWeights(ve).set("lstm.weight_ih_l0", {4, 1 << 20})),
              HasSubstr("ve.safetensors: lstm.weight_ih_l0 has 1048576 bands"));
}

TEST(HostileSizes, BandsThatXttsHearsAreBounded) {
  const auto weights = ChangedWeights(value(xtts::open_checkpoint(test_data("xtts/model.pth"))))
                           .set("gpt.conditioning_encoder.init.weight", {64, 1 << 14, 1})
                           .set("mel_stats", {1 << 14})
                           .done();
  const auto config = value(xtts::parse_config(xtts_config().dump(), "config.json"));
  EXPECT_THAT(refusal(xtts::Listener::load(*weights, config, backend())),
              HasSubstr("gpt.conditioning_encoder.init has 16384 bands of a spectrum, expected at "
                        "most 1024"));
}

// The last stages have as many rows as there are samples: there a wide one costs most.
TEST(HostileSizes, StagesOfVocodersAreBounded) {
  const auto weights = ChangedWeights(value(xtts::open_checkpoint(test_data("xtts/model.pth"))))
                           .set("hifigan_decoder.waveform_decoder.ups.3.weight", {4, 1024, 4})
                           .done();
  EXPECT_THAT(refusal(xtts::HifiGan::load(*weights, std::nullopt, *backend())),
              HasSubstr("ups.3 makes 256 rows of 1024 channels of a row of its input, expected at "
                        "most 65536 numbers"));
  EXPECT_THAT(refusal_of(s3gen()
                             .set("mel2wav.conv_pre.bias", {1 << 14})
                             .set("mel2wav.conv_pre.weight", {1 << 14, 80, 7})),
              HasSubstr("mel2wav.ups.1 makes 40 rows of 4096 channels"));
}

// 128^8 * 256 is 2^64, which is 0.
TEST(HostileSizes, RatesOfKokoroAreBoundedBeforeTheyWrap) {
  const TemporaryFolder folder;
  const auto with = [&](const json& istftnet) {
    json config = sotto::testing::golden_json(test_data("kokoro/config.json"));
    config["istftnet"].update(istftnet);
    return refusal(kokoro::read_config(folder.write("config.json", config.dump())));
  };
  EXPECT_EQ(with(json::object()), "taken");
  EXPECT_THAT(with({{"upsample_rates", std::vector<int>(8, 128)},
                    {"upsample_kernel_sizes", std::vector<int>(8, 128)},
                    {"gen_istft_hop_size", 128},
                    {"gen_istft_n_fft", 256},
                    {"upsample_initial_channel", 256}}),
              HasSubstr("upsample_rates and gen_istft_hop_size make more than 2400 samples of a "
                        "value of F0"));
  EXPECT_THAT(with({{"gen_istft_n_fft", 4096}}),
              HasSubstr("gen_istft_n_fft is 4096, expected an integer from 4 to 256"));
}

TEST(HostileSizes, TokensOfAVoiceAreBounded) {
  const TemporaryFolder folder;
  const auto stored = value(checkpoint::open_torch_file(test_data("chatterbox/model/conds.pt")));
  std::vector<int32_t> tokens(2049);
  std::vector<checkpoint::StoredTensor> tensors;
  for (const std::string& name : stored->names()) {
    tensors.push_back(*stored->find(name));
    if (name == "gen.prompt_token")
      tensors.back() = {name, checkpoint::DType::i32, {1, 2049}, std::as_bytes(std::span(tokens))};
  }
  const fs::path file = folder.path() / "voice.safetensors";
  ASSERT_TRUE(checkpoint::write_safetensors(file, tensors));
  EXPECT_EQ(refusal(chatterbox::read_conditionals(file)),
            file.string() +
                ": gen.prompt_token is I32 [1, 2049], expected 2 dimensions, the first "
                "of them 1, the second at most 2048");
}

}  // namespace
}  // namespace sotto::models::hostile_sizes_test
