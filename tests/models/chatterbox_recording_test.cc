// What makes a Chatterbox voice of a recording, against the reference (chatterbox-tts 0.1.7,
// librosa, torchaudio), once for each kernel variant where a network is asked.
#include <gtest/gtest.h>

#include "models/backends.h"
#include "models/chatterbox/recording.h"
#include "models/chatterbox/reference_audio.h"
#include "models/chatterbox_goldens.h"

namespace sotto::models::chatterbox::chatterbox_recording_test {
namespace {

using namespace testing;  // what the other tests of Chatterbox share, too
using models::testing::largest_error;

void expect_close(const char* what, const Floats& found, const Floats& expected, double limit) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  const double error = largest_error(found, expected);
  EXPECT_LE(error, limit) << what;
  std::printf("%s: %.1e\n", what, error);
}

Floats as_columns(const Frames& f) { return transposed(f.numbers, static_cast<size_t>(f.bands)); }

// Logarithms of sums whose terms were rounded to 2^-24 of the largest: where a band holds little of
// a frame, its logarithm shows them.
constexpr double kLogarithm = 1e-3;

TEST(ChatterboxAudio, SpectraAreTheReferences) {
  const auto golden = golden_file("conditioning"), tokens = golden_file("s3tokenizer"),
             voice = golden_file("voice_encoder");
  const Floats heard = golden.f32("wav16_torchaudio");
  const auto bands = [](const sotto::testing::GoldenFile& file, const char* name, size_t axis) {
    return static_cast<int>(file.at(name).shape.at(axis));
  };
  // Sums of 40 products of samples below 1.
  expect_close("to_16khz", to_16khz(golden.f32("wav24")), heard, 2e-6);
  expect_close("flow_mel", as_columns(flow_mel(golden.f32("wav24"), bands(golden, "s3gen_mel", 0))),
               golden.f32("s3gen_mel"), kLogarithm);
  expect_close("fbank", kaldi_fbank(heard, bands(golden, "campplus_fbank", 1)).numbers,
               golden.f32("campplus_fbank"), kLogarithm);
  expect_close("tokenizer_mel",
               as_columns(tokenizer_mel(tokens.f32("wav16"), bands(tokens, "mel", 0))),
               tokens.f32("mel"), kLogarithm);
  const auto wav16 = voice.f32("wav16");
  const auto loud = trimmed(wav16);
  const auto trim = cases().at("voice_encoder").at("trim").get<std::vector<size_t>>();
  EXPECT_EQ(static_cast<size_t>(loud.data() - wav16.data()), trim.at(0));
  EXPECT_EQ(loud.size(), trim.at(1) - trim.at(0));
  const Floats mel = voice.f32("mel");
  expect_close("voice_mel", voice_mel(loud, bands(voice, "mel", 1)).numbers, mel,
               1e-5 * models::testing::largest(mel));
}

class ChatterboxListener : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    backend_ = sotto::testing::open_backend(GetParam(), 2);
    listener_ =
        value(Listener::load(*weights_file("s3gen.safetensors"), *weights_file("ve.safetensors"),
                             backend_, {.tokenizer_heads = dim("tok_heads")}));
  }

  std::shared_ptr<const device::Backend> backend_;
  std::shared_ptr<const Listener> listener_;
};

TEST_P(ChatterboxListener, SpeechTokensAreTheReferences) {
  const auto golden = golden_file("s3tokenizer");
  const auto d = backend_->open();
  const device::Frame frame(*d);
  Recorder recorder;
  const auto mel = golden.at("mel");
  const int bands = static_cast<int>(mel.shape[0]), count = static_cast<int>(mel.shape[1]);
  const device::Tensor x =
      d->upload(transposed(golden.f32("mel"), static_cast<size_t>(count)), count, bands);
  EXPECT_EQ(listener_->tokenizer()(*d, x, {*d, &recorder}), ids(golden, "tokens"));
  expect_close("conv1", recorder.columns("tokenizer.conv1"), golden.f32("conv1"), 1e-4);
  expect_close("block0", recorder.rows("tokenizer.block.0"), golden.f32("block0"), 1e-4);
  expect_close("project_down", recorder.rows("tokenizer.project_down"), golden.f32("project_down"),
               1e-4);
}

TEST_P(ChatterboxListener, TheVoiceIsTheReferences) {
  const auto golden = golden_file("voice_encoder");
  const auto d = backend_->open();
  const device::Frame frame(*d);
  Recorder recorder;
  const Floats mel = golden.f32("mel"), windows = golden.f32("partial_embeds");
  const Floats e = listener_->voice_encoder()(*d, mel, {*d, &recorder});
  expect_close("embedding", e, golden.f32("embedding"), 1e-5);
  for (size_t i = 0; i * e.size() < windows.size(); ++i) {
    expect_close("window", recorder.rows("voice_encoder." + std::to_string(i)),
                 models::testing::row(windows, e.size(), i), 1e-5);
  }
}

TEST_P(ChatterboxListener, TheXVectorIsTheReferences) {
  const auto golden = golden_file("conditioning");
  const auto fbank = golden.at("campplus_fbank");
  const auto d = backend_->open();
  const device::Frame frame(*d);
  Recorder recorder;
  const device::Tensor x = d->upload(golden.f32("campplus_fbank"), static_cast<int>(fbank.shape[0]),
                                     static_cast<int>(fbank.shape[1]));
  const Floats vector = listener_->campplus()(*d, x, {*d, &recorder});
  expect_close("tdnn", recorder.columns("campplus.tdnn"), golden.f32("campplus_tdnn"), 1e-4);
  expect_close("block1", recorder.columns("campplus.dense.0"), golden.f32("campplus_block1"), 1e-4);
  expect_close("stats", recorder.rows("campplus.stats"), golden.f32("campplus_stats"), 1e-4);
  expect_close("embedding", vector, golden.f32("campplus_embedding"), 1e-4);
}

TEST_P(ChatterboxListener, ARecordingBecomesTheReferencesConditionals) {
  const auto golden = golden_file("conds");
  const Floats samples = golden_file("conditioning").f32("wav24");
  const RecordedVoice voice = value(listener_->hear(samples, dim("prompt_len")));
  EXPECT_EQ(voice.speech_tokens, ids(golden, "cond_prompt_speech_tokens"));
  EXPECT_EQ(voice.prompt.tokens, ids(golden, "gen.prompt_token"));
  expect_close("speaker", voice.speaker, golden.f32("speaker_emb"), 1e-5);
  expect_close("prompt", voice.prompt.mel, golden.f32("gen.prompt_feat"), kLogarithm);
  expect_close("x-vector", voice.prompt.x_vector, golden.f32("gen.embedding"), kLogarithm);
}

TEST_P(ChatterboxListener, RefusesWhatIsNoVoice) {
  const auto refusal = [&](const Floats& samples) {
    const auto heard = listener_->hear(samples, 150);
    return heard ? "heard" : heard.error().message;
  };
  EXPECT_EQ(refusal({}), "a recording has 0.00 seconds, expected 0.5 to 600");
  EXPECT_EQ(refusal({1}), "a recording has 0.00 seconds, expected 0.5 to 600");
  EXPECT_EQ(refusal(Floats(24000)), "a recording is silent, expected a voice");
  Floats samples = golden_file("conditioning").f32("wav24");
  samples[5] = NAN;
  EXPECT_EQ(refusal(samples), "a recording has a sample that is not finite");
}

INSTANTIATE_TEST_SUITE_P(Backends, ChatterboxListener, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

}  // namespace
}  // namespace sotto::models::chatterbox::chatterbox_recording_test
