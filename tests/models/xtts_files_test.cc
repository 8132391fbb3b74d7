// XTTS's files: what is in them, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "checkpoint/files.h"
#include "checkpoint/safetensors_writer.h"
#include "models/xtts/model.h"
#include "models/xtts_goldens.h"

namespace sotto::models::xtts::xtts_files_test {
namespace {

namespace fs = std::filesystem;
using namespace testing;
using checkpoint::TemporaryFolder;
using models::testing::largest_error;
using ::testing::HasSubstr;

// Upstream's configuration, with Python's Infinity in it.
TEST(XttsFiles, TheConfigurationIsRead) {
  const Config c = config();
  EXPECT_EQ(c.heads, 4);
  EXPECT_EQ(c.max_audio_tokens, 60);
  EXPECT_EQ(c.start_audio_token, 768);
  EXPECT_EQ(c.stop_audio_token, 769);
  EXPECT_EQ(c.output_sample_rate, 24000);
  EXPECT_EQ(c.languages.size(), 17u);
  EXPECT_FLOAT_EQ(c.sampling.top_p, 0.85f);
  EXPECT_EQ(c.sampling.top_k, 50);
}

TEST(XttsFiles, WhatIsNoConfigurationIsRefused) {
  const auto refusal = [](std::string_view text) {
    const auto config = parse_config(text, "config.json");
    return config ? std::string("read") : config.error().message;
  };
  EXPECT_EQ(refusal("{"), "config.json: not valid JSON");
  EXPECT_EQ(refusal("{}"),
            "config.json: is no configuration of an XTTS model, expected \"model\": "
            "\"xtts\" and \"model_args\"");
  EXPECT_EQ(refusal(R"({"model": "xtts", "model_args": {}})"),
            "config.json: is of XTTS 1, expected one whose gpt_use_perceiver_resampler is true, as "
            "XTTS 2 has it");
  const std::string two = R"("model": "xtts", "model_args": {"gpt_use_perceiver_resampler": true)";
  EXPECT_EQ(refusal("{" + two + "}}"), "config.json: languages are no list of names");
  EXPECT_THAT(refusal("{" + two + R"(, "gpt_n_heads": "x"}, "languages": ["en"]})"),
              HasSubstr("config.json: gpt_n_heads is \"x\""));
  EXPECT_EQ(refusal("{" + two + R"(}, "languages": ["en"], "x": Infinity})"), "read");
}

// Both speakers are the reference's voice, scaled and turned.
TEST(XttsFiles, SpeakersAreRead) {
  const Speakers speakers = value(read_speakers(folder() / "speakers_xtts.pth"));
  ASSERT_FALSE(speakers.empty());
  const Floats latents = goldens().f32("cond.latents"),
               embedding = goldens().f32("speaker.embedding");
  for (const auto& [name, voice] : speakers) {
    SCOPED_TRACE(name);
    ASSERT_EQ(voice.latents.size(), latents.size());
    ASSERT_EQ(voice.speaker.size(), embedding.size());
    const float scale = voice.latents[0] / latents[0];
    for (size_t i = 0; i < latents.size(); ++i)
      EXPECT_NEAR(voice.latents[i], scale * latents[i], 1e-5);
  }
}

TEST(XttsFiles, WhatIsNoSpeakerIsRefused) {
  const auto refusal = [](const fs::path& file) {
    const auto read = read_speakers(file);
    return read ? std::string("read") : read.error().message;
  };
  const fs::path other = test_data("kokoro/voices/af_golden.pt");
  EXPECT_EQ(refusal(other),
            other.string() + ": has no speakers, expected what upstream's speakers_xtts.pth has");
  const std::string whole = sotto::testing::golden_text(folder() / "speakers_xtts.pth");
  const TemporaryFolder cuts;
  for (const size_t size : {size_t{0}, size_t{100}, whole.size() / 2, whole.size() - 1}) {
    const fs::path cut = cuts.path() / "cut.pth";
    std::ofstream(cut, std::ios::binary) << whole.substr(0, size);
    EXPECT_TRUE(refusal(cut).starts_with(cut.string() + ": ")) << refusal(cut);
  }
}

class XttsFolder : public ::testing::Test {
 protected:
  XttsFolder() {
    for (const char* file : {"config.json", "model.pth", "vocab.json", "speakers_xtts.pth"})
      fs::create_symlink(folder() / file, copy_.path() / file);
  }
  std::string refusal() const {
    const auto files = find_model_files(copy_.path());
    if (!files) return files.error().message;
    const auto model = Model::load(*files, std::nullopt, sotto::testing::open_backend(""));
    return model ? "loaded" : model.error().message;
  }
  void write(const char* file, const std::string& bytes) const {
    fs::remove(copy_.path() / file);
    std::ofstream(copy_.path() / file, std::ios::binary) << bytes;
  }
  TemporaryFolder copy_;
};

TEST_F(XttsFolder, IsLoaded) { EXPECT_EQ(refusal(), "loaded"); }

TEST_F(XttsFolder, WhatIsMissingIsNamed) {
  EXPECT_TRUE(is_model_folder(copy_.path()));
  fs::remove(copy_.path() / "model.pth");
  EXPECT_EQ(refusal(), copy_.path().string() +
                           ": has no model.pth, expected config.json, model.pth "
                           "and vocab.json, as XTTS comes with them");
}

TEST_F(XttsFolder, WhatDoesNotFitIsRefused) {
  std::string text = sotto::testing::golden_text(folder() / "config.json");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    write("config.json", changed);
    return refusal();
  };
  EXPECT_THAT(with("\"output_hop_length\": 256", "\"output_hop_length\": 128"),
              HasSubstr("the vocoder makes 256 samples of a row, expected 128"));
  EXPECT_THAT(with("\"gpt_stop_audio_token\": 769", "\"gpt_stop_audio_token\": 770"),
              HasSubstr("gpt.mel_embedding.weight has 770 rows, expected more than 770"));
  EXPECT_THAT(with("\"gpt_n_heads\": 4", "\"gpt_n_heads\": 7"), HasSubstr("64 columns"));
}

TEST_F(XttsFolder, ACutCheckpointIsRefused) {
  const std::string whole = sotto::testing::golden_text(folder() / "model.pth");
  for (const size_t size : {size_t{0}, size_t{4000}, whole.size() / 2, whole.size() - 1}) {
    write("model.pth", whole.substr(0, size));
    EXPECT_THAT(refusal(), HasSubstr("model.pth: "));
  }
}

// As the trainer writes them, "xtts." before each name and more beside them, and the tensors alone
// in a safetensors file.
TEST(XttsFiles, OtherLayoutsHoldTheSame) {
  const auto file = weights();
  const checkpoint::Weights& all = *file;
  EXPECT_NE(all.find("gpt.gpt.h.0.attn.c_attn.weight"), nullptr);
  EXPECT_NE(all.find("hifigan_decoder.waveform_decoder.ups.0.weight"), nullptr);
  EXPECT_NE(all.find("mel_stats"), nullptr);
  for (const std::string& name : all.names()) {
    EXPECT_EQ(name.find("parametrizations"), name.npos) << name;
    EXPECT_EQ(name.find("num_batches_tracked"), name.npos) << name;
  }
  const auto backend = sotto::testing::open_backend("");
  const TemporaryFolder folder;
  for (const std::string prefix : {"", "xtts."}) {
    std::vector<checkpoint::StoredTensor> stored;
    for (const std::string& name : all.names()) {
      stored.push_back(*all.find(name));
      stored.back().name = prefix + name;
    }
    const float nothing = 0;
    stored.push_back({prefix + "dvae.codebook.embed",
                      checkpoint::DType::f32,
                      {1},
                      std::as_bytes(std::span(&nothing, 1))});
    const fs::path path = folder.path() / "model.safetensors";
    const auto written = checkpoint::write_safetensors(path, stored);
    ASSERT_TRUE(written) << written.error().message;
    const auto other = value(open_checkpoint(path));
    EXPECT_EQ(other->names(), all.names());
    EXPECT_TRUE(Gpt::load(*other, config(), std::nullopt, *backend));
  }
}

}  // namespace
}  // namespace sotto::models::xtts::xtts_files_test
