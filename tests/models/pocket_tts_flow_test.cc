// FlowLM against the reference (pocket-tts, float32), once for each kernel variant that this
// processor runs. Every dimension and case comes from the golden files.
#include "models/pocket_tts_flow.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "models/pocket_tts/generation.h"

namespace sotto::models::pocket_tts::testing {
namespace {

using sotto::testing::GoldenFile;

// One pass through the network, relative to the largest number of a tensor or 1.
constexpr double kStage = 1e-5;
// Free runs feed what they put out back in, so that errors grow with the frames. A second
// implementation, in double, stands up to 6e-4 from the reference after 12 frames.
constexpr double kFreeRun = 1e-3;

class FlowGolden : public ::testing::TestWithParam<device::cpu::Isa> {
 protected:
  void SetUp() override {
    if (!device::cpu::supported(GetParam())) GTEST_SKIP() << "not on this processor";
    backend_ = backend(device::cpu::name_of(GetParam()));
  }
  ~FlowGolden() override { std::printf("largest error %.2e\n", worst_); }

  void expect(std::span<const float> found, std::span<const float> expected, double tolerance) {
    const double error = error_of(found, expected);
    EXPECT_LE(error, tolerance);
    worst_ = std::max(worst_, error);
  }

  std::shared_ptr<const device::Backend> backend_;
  double worst_ = 0;
};

TEST_P(FlowGolden, ReadsAText) {
  for (const auto& [name, about] : cases().at("flow").items()) {
    SCOPED_TRACE(name);
    const FlowLm& m = *flow_model(name).flow;
    const GoldenFile golden(folder() / about.at("file").get<std::string>());
    const std::vector<int> tokens = golden_tokens(golden);
    FlowLmSession session(flow_model(name).flow, *backend_);
    Recorder recorder;
    const VoiceState voice = golden_voice(m, golden);
    ASSERT_EQ(voice.positions, about.at("voice_len").get<int>());
    session.start(&voice, 0);
    session.prompt(tokens, &recorder);
    expect(recorder.seen["text.embed"], golden.f32("text_embeddings"), kStage);
    const VoiceState after = session.voice();
    const int read = static_cast<int>(tokens.size());
    ASSERT_EQ(after.positions, voice.positions + read);
    for (size_t i = 0; i < after.layers.size(); ++i) {
      SCOPED_TRACE(i);
      const std::string n = std::to_string(i);
      expect(recorder.seen["text.layer" + n], golden.f32("text.layer" + n), kStage);
      expect(keys_values(after, i, voice.positions, read), golden.f32("text.kv" + n), kStage);
    }
  }
}

TEST_P(FlowGolden, HearsAVoice) {
  for (const auto& [name, about] : cases().at("voice").items()) {
    const FlowModel& model = flow_model(name);
    const GoldenFile stages(folder() / about.at("stages").get<std::string>());
    for (const auto& [prompt, state] : about.at("states").items()) {
      SCOPED_TRACE(name + " " + prompt);
      FlowLmSession session(model.flow, *backend_);
      session.start(nullptr, 0);
      session.hear(stages.f32(prompt + ".latents"));
      const VoiceState found = session.voice();
      const auto path = folder() / state.at("file").get<std::string>();
      const VoiceState expected = value(read_voice_state(path, model.config.flow_lm));
      ASSERT_EQ(found.positions, state.at("offset").get<int>());
      ASSERT_EQ(found.positions, expected.positions);
      for (size_t i = 0; i < found.layers.size(); ++i) {
        expect(found.layers[i].k, expected.layers[i].k, kStage);
        expect(found.layers[i].v, expected.layers[i].v, kStage);
      }
    }
  }
}

TEST_P(FlowGolden, FreeRuns) {
  for (const auto& [name, about] : cases().at("flow").items()) {
    const FlowModel& model = flow_model(name);
    const FlowLm& m = *model.flow;
    const GoldenFile golden(folder() / about.at("file").get<std::string>());
    const VoiceState voice = golden_voice(m, golden);
    for (const auto& [run, settings] : about.at("runs").items()) {
      SCOPED_TRACE(name + " " + run);
      FlowLmSession session(model.flow, *backend_, settings.at("sampler_decode_steps"));
      const Floats noise = scaled(golden.f32("noise_unit"), settings.at("temp"));
      session.start(&voice, 0);
      session.prompt(golden_tokens(golden));
      Recorder recorder;
      Floats outputs, logits, latents;
      for (int k = 0; k < static_cast<int>(noise.size()) / m.latent_size; ++k) {
        logits.push_back(session.step(&recorder));
        outputs.insert(outputs.end(), session.output().begin(), session.output().end());
        const auto latent = session.sample(row(noise, k, m.latent_size));
        latents.insert(latents.end(), latent.begin(), latent.end());
      }
      expect(outputs, golden.f32(run + ".backbone"), kFreeRun);
      expect(logits, golden.f32(run + ".eos_logits"), kFreeRun);
      expect(latents, golden.f32(run + ".latents"), kFreeRun);
      for (int i = 0; run == "main" && i < m.config.transformer.num_layers; ++i) {
        const std::string layer = ".layer" + std::to_string(i);
        expect(recorder.seen["latent" + layer], golden.f32(run + layer), kFreeRun);
      }
    }
  }
}

// The golden latents before, in place of the run's own: so no error is fed back.
TEST_P(FlowGolden, Samples) {
  for (const auto& [name, about] : cases().at("flow").items()) {
    SCOPED_TRACE(name);
    const FlowLm& m = *flow_model(name).flow;
    const GoldenFile golden(folder() / about.at("file").get<std::string>());
    const auto device = backend_->open();
    Floats c = golden.f32("sampler.cond");
    const int rows = static_cast<int>(c.size()) / m.config.output_dim();
    const device::Tensor cond{c.data(), rows, m.config.output_dim()};
    for (const auto& [tensor, ignored] : golden.header().items()) {
      SCOPED_TRACE(tensor);
      const std::string outs = "sampler.out.steps", velocity = "sampler.v.s";
      Floats x = golden.f32("sampler.x0");
      const device::Tensor x0{x.data(), rows, m.latent_size};
      if (tensor.starts_with(outs)) {
        const Sampler sampler(m.flow_net, m.config.flow.type, std::stoi(tensor.substr(outs.size())),
                              *device);
        sampler(*device, cond, x0);
        expect(x, golden.f32(tensor), kStage);
      } else if (tensor.starts_with(velocity)) {
        const std::string s = tensor.substr(velocity.size());
        const float times[] = {std::stof(s), std::stof(s.substr(s.find(".t") + 2))};
        const Floats row = [&] {
          const auto all = m.flow_net.embed_times(*device, times).all();
          return Floats(all.begin(), all.end());
        }();
        expect(m.flow_net(*device, cond, row, x0).all(), golden.f32(tensor), kStage);
      } else if (tensor.starts_with("sampler.time_embed")) {
        const auto k = static_cast<size_t>(tensor.at(18) - '0');
        const float t = std::stof(tensor.substr(tensor.rfind(".t") + 2));
        const auto found = m.flow_net.time_embed.at(k)(*device, t).all();
        expect(found, golden.f32(tensor), kStage);
      }
    }
  }
}

// Rows of golden noise, one a call.
class GoldenNoise final : public Noise {
 public:
  explicit GoldenNoise(Floats rows) : rows_(std::move(rows)) {}

  void fill(std::span<float> x0) override {
    if (next_ + x0.size() > rows_.size()) throw std::runtime_error("more frames than expected");
    std::copy_n(rows_.begin() + static_cast<int64_t>(next_), x0.size(), x0.begin());
    next_ += x0.size();
  }

 private:
  Floats rows_;
  size_t next_ = 0;
};

TEST_P(FlowGolden, SpeaksAndStops) {
  for (const auto& [name, set] : cases().at("e2e").items()) {
    if (!cases().at("flow").contains(name)) continue;  // quantized ones
    const FlowModel& model = flow_model(name);
    const GoldenFile golden(folder() / set.at("file").get<std::string>());
    for (const json& c : set.at("cases")) {
      const VoiceState voice = value(
          read_voice_state(folder() / c.at("voice").get<std::string>(), model.config.flow_lm));
      FlowLmSession session(model.flow, *backend_, c.at("sampler_decode_steps"));
      for (size_t i = 0; i < c.at("chunks").size(); ++i) {
        const json& chunk = c.at("chunks").at(i);
        const std::string id = c.at("id").get<std::string>() + ".chunk" + std::to_string(i);
        SCOPED_TRACE(name + " " + id);
        GoldenNoise noise(scaled(golden.f32(id + ".noise_unit"), c.at("temp")));
        const int most = chunk.at("max_frames");
        const auto ids = chunk.at("ids").get<std::vector<int>>();
        session.start(&voice, static_cast<int>(ids.size()) + most);
        session.prompt(ids);
        Generation generation(session, noise,
                              {.eos_threshold = c.at("eos_threshold"),
                               .frames_after_eos = chunk.at("frames_after_eos"),
                               .max_frames = most});
        Floats latents, logits;
        for (auto l = generation.next(); !l.empty(); l = generation.next()) {
          latents.insert(latents.end(), l.begin(), l.end());
          logits.push_back(generation.eos_logit());
        }
        EXPECT_EQ(generation.frames(), chunk.at("frames").get<int>());
        EXPECT_EQ(generation.eos_frame().has_value(), !chunk.at("eos_step").is_null());
        if (generation.eos_frame()) {
          EXPECT_EQ(*generation.eos_frame(), chunk.at("eos_step").get<int>());
        }
        EXPECT_TRUE(generation.next().empty());
        expect(latents, golden.f32(id + ".latents"), kFreeRun);
        Floats expected = golden.f32(id + ".eos_logits");
        ASSERT_GE(expected.size(), logits.size());
        expected.resize(logits.size());  // of the last frame, which is dropped, nothing is computed
        expect(logits, expected, kFreeRun);
      }
    }
  }
}

TEST_P(FlowGolden, ThreadsDoNotMatter) {
  for (const auto& [name, about] : cases().at("flow").items()) {
    SCOPED_TRACE(name);
    const FlowModel& model = flow_model(name);
    const GoldenFile golden(folder() / about.at("file").get<std::string>());
    const auto speak = [&](int threads) {
      const auto many = backend(device::cpu::name_of(GetParam()), threads);
      FlowLmSession session(model.flow, *many, 2);
      session.start(nullptr, 0);
      session.prompt(golden_tokens(golden));
      SeededNoise noise(7, 0.5f);
      Generation generation(session, noise, {.eos_threshold = 1e6f, .max_frames = 5});
      Floats latents;
      for (auto l = generation.next(); !l.empty(); l = generation.next()) {
        latents.insert(latents.end(), l.begin(), l.end());
      }
      return latents;
    };
    const Floats one = speak(1);
    EXPECT_EQ(one.size(), size_t{5} * static_cast<size_t>(model.flow->latent_size));
    EXPECT_EQ(one, speak(2));
    EXPECT_EQ(one, speak(3));
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, FlowGolden,
                         ::testing::Values(device::cpu::Isa::portable, device::cpu::Isa::avx2,
                                           device::cpu::Isa::avx512vnni),
                         [](const auto& info) {
                           return std::string(device::cpu::name_of(info.param));
                         });

}  // namespace
}  // namespace sotto::models::pocket_tts::testing
