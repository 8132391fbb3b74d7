// FlowLM against the reference (pocket-tts, float32), once for each kernel variant that this
// processor runs. Every dimension and case comes from the golden files.
#include "models/pocket_tts_flow.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "models/allocations.h"
#include "models/pocket_tts/generation.h"

namespace sotto::models::pocket_tts::testing::pocket_tts_flow_test {
namespace {

using sotto::testing::GoldenFile;

// One pass through the network, relative to the largest number of a tensor or 1. Measured here,
// portable and AVX2: up to 6e-7. Mistakes such as another GELU or half-split positions make 1e-3
// and more.
constexpr double kStage = 1e-5;

// Free runs feed what they put out back in, and errors grow: hardly in most runs, by thousands
// where a run starts at x0 = 0, whose norm is next to nothing. So a run is repeated with its first
// x0 moved by about what a frame errs by, and what becomes of that is the measure: four times as
// much, for the errors of the other frames. Measured here: up to 0.15 of that.
constexpr float kNudge = 1e-6f;
constexpr float kNudgeMlx = 4e-6f;  // whose exponentials are shorter

double free_run_tolerance(std::span<const float> plain, std::span<const float> nudged) {
  return kStage + 4 * error_of(nudged, plain);
}

Floats nudged(Floats noise, int latent_size, const std::string& used_on) {
  const float nudge = used_on == sotto::testing::kMlx ? kNudgeMlx : kNudge;
  for (int i = 0; i < latent_size; ++i) noise[static_cast<size_t>(i)] += nudge;
  return noise;
}

class FlowGolden : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    backend_ = backend(GetParam());
  }
  ~FlowGolden() override {
    std::printf("largest error %.2e; of free runs %.2f of the tolerance\n", worst_, worst_free_);
  }

  void expect(std::span<const float> found, std::span<const float> expected, double tolerance) {
    const double error = error_of(found, expected);
    EXPECT_LE(error, tolerance);
    worst_ = std::max(worst_, error);
  }

  void expect_free(std::span<const float> found, std::span<const float> expected,
                   std::span<const float> nudged) {
    const double tolerance = free_run_tolerance(found, nudged), error = error_of(found, expected);
    EXPECT_LE(error, tolerance);
    worst_free_ = std::max(worst_free_, error / tolerance);
  }

  std::shared_ptr<const device::Backend> backend_;
  double worst_ = 0, worst_free_ = 0;
};

TEST_P(FlowGolden, ReadsAText) {
  for (const auto& [name, about] : cases().at("flow").items()) {
    SCOPED_TRACE(name);
    const FlowLm& m = *flow_model(name, GetParam()).flow;
    const GoldenFile golden(folder() / about.at("file").get<std::string>());
    const std::vector<int> tokens = golden_tokens(golden);
    FlowLmSession session(flow_model(name, GetParam()).flow, *backend_);
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
    const FlowModel& model = flow_model(name, GetParam());
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

// What a session puts out over the frames of a golden run.
struct Speech {
  Floats outputs, logits, latents;
  Recorder recorder;
};

// `given`: the latents that steps take, in place of the run's own.
Speech speak(FlowLmSession& session, const Floats& noise, const Floats& given = {}) {
  Speech run;
  const int size = session.model().latent_size;
  for (int k = 0; k < static_cast<int>(noise.size()) / size; ++k) {
    run.logits.push_back(session.step(&run.recorder));
    const auto output = session.output();
    run.outputs.insert(run.outputs.end(), output.begin(), output.end());
    const auto latent = session.sample(row(noise, k, size));
    run.latents.insert(run.latents.end(), latent.begin(), latent.end());
    if (!given.empty()) session.take(row(given, k, size));
  }
  return run;
}

TEST_P(FlowGolden, Runs) {
  for (const auto& [name, about] : cases().at("flow").items()) {
    const FlowModel& model = flow_model(name, GetParam());
    const GoldenFile golden(folder() / about.at("file").get<std::string>());
    const VoiceState voice = golden_voice(*model.flow, golden);
    for (const auto& [id, settings] : about.at("runs").items()) {
      SCOPED_TRACE(name + " " + id);
      FlowLmSession session(model.flow, *backend_, settings.at("sampler_decode_steps"));
      const auto start = [&] {
        session.start(&voice, 0);
        session.prompt(golden_tokens(golden));
      };
      const Floats noise = scaled(golden.f32("noise_unit"), settings.at("temp"));
      const Floats latents = golden.f32(id + ".latents");
      start();
      const Speech forced = speak(session, noise, latents);
      expect(forced.outputs, golden.f32(id + ".backbone"), kStage);
      expect(forced.logits, golden.f32(id + ".eos_logits"), kStage);
      expect(forced.latents, latents, kStage);
      for (int i = 0; id == "main" && i < model.config.flow_lm.transformer.num_layers; ++i) {
        const std::string layer = ".layer" + std::to_string(i);
        expect(forced.recorder.seen.at("latent" + layer), golden.f32(id + layer), kStage);
      }
      start();
      const Speech free = speak(session, noise);
      start();
      const Speech other = speak(session, nudged(noise, model.flow->latent_size, GetParam()));
      expect_free(free.latents, latents, other.latents);
    }
  }
}

TEST_P(FlowGolden, Samples) {
  for (const auto& [name, about] : cases().at("flow").items()) {
    SCOPED_TRACE(name);
    const FlowLm& m = *flow_model(name, GetParam()).flow;
    const GoldenFile golden(folder() / about.at("file").get<std::string>());
    const auto device = backend_->open();
    const Floats c = golden.f32("sampler.cond");
    const int rows = static_cast<int>(c.size()) / m.config.output_dim();
    const device::Frame frame(*device);
    const device::Tensor cond = device->upload(c, rows, m.config.output_dim());
    for (const auto& [tensor, ignored] : golden.header().items()) {
      SCOPED_TRACE(tensor);
      const std::string outs = "sampler.out.steps", velocity = "sampler.v.s";
      const device::Tensor x0 = device->upload(golden.f32("sampler.x0"), rows, m.latent_size);
      if (tensor.starts_with(outs)) {
        const Sampler sampler(m.flow_net, m.config.flow.type, std::stoi(tensor.substr(outs.size())),
                              *device);
        sampler(*device, cond, x0);
        expect(device->read(x0), golden.f32(tensor), kStage);
      } else if (tensor.starts_with(velocity)) {
        const std::string s = tensor.substr(velocity.size());
        const float times[] = {std::stof(s), std::stof(s.substr(s.find(".t") + 2))};
        const Floats row = m.flow_net.embed_times(*device, times);
        const device::Tensor told = device->upload(row, 1, m.flow_net.dim());
        expect(device->read(m.flow_net(*device, cond, told, x0)), golden.f32(tensor), kStage);
      } else if (tensor.starts_with("sampler.time_embed")) {
        const auto k = static_cast<size_t>(tensor.at(18) - '0');
        const float t = std::stof(tensor.substr(tensor.rfind(".t") + 2));
        const auto found = m.flow_net.time_embed.at(k)(*device, t);
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

// A chunk of an end-to-end case: what is read, and what is spoken until it stops.
struct Chunk {
  const FlowModel& model;
  const json& about;
  const json& settings;
  const VoiceState& voice;

  struct Spoken {
    int frames = 0;
    std::optional<int> eos_frame;
    Floats latents, logits;
  };

  Spoken speak(const device::Backend& backend, Floats rows) const {
    FlowLmSession session(model.flow, backend, settings.at("sampler_decode_steps"));
    const int most = about.at("max_frames");
    const auto ids = about.at("ids").get<std::vector<int>>();
    session.start(&voice, static_cast<int>(ids.size()) + most);
    session.prompt(ids);
    GoldenNoise noise(std::move(rows));
    Generation generation(session, noise,
                          {.eos_threshold = settings.at("eos_threshold"),
                           .frames_after_eos = about.at("frames_after_eos"),
                           .max_frames = most});
    Spoken spoken;
    for (auto l = generation.next(); !l.empty(); l = generation.next()) {
      spoken.latents.insert(spoken.latents.end(), l.begin(), l.end());
      spoken.logits.push_back(generation.eos_logit());
    }
    EXPECT_TRUE(generation.next().empty());
    spoken.frames = generation.frames();
    spoken.eos_frame = generation.eos_frame();
    return spoken;
  }
};

TEST_P(FlowGolden, SpeaksAndStops) {
  for (const auto& [name, set] : cases().at("e2e").items()) {
    if (!cases().at("flow").contains(name)) continue;  // quantized ones
    const FlowModel& model = flow_model(name, GetParam());
    const GoldenFile golden(folder() / set.at("file").get<std::string>());
    for (const json& c : set.at("cases")) {
      const auto voice_file = folder() / c.at("voice").get<std::string>();
      const VoiceState voice = value(read_voice_state(voice_file, model.config.flow_lm));
      for (size_t i = 0; i < c.at("chunks").size(); ++i) {
        const Chunk chunk{model, c.at("chunks").at(i), c, voice};
        const std::string id = c.at("id").get<std::string>() + ".chunk" + std::to_string(i);
        SCOPED_TRACE(name + " " + id);
        const Floats noise = scaled(golden.f32(id + ".noise_unit"), c.at("temp"));
        const Chunk::Spoken found = chunk.speak(*backend_, noise);
        const Chunk::Spoken other =
            chunk.speak(*backend_, nudged(noise, model.flow->latent_size, GetParam()));
        EXPECT_EQ(found.frames, chunk.about.at("frames").get<int>());
        const json& eos = chunk.about.at("eos_step");
        EXPECT_EQ(found.eos_frame, eos.is_null() ? std::nullopt : std::optional(eos.get<int>()));
        expect_free(found.latents, golden.f32(id + ".latents"), other.latents);
        Floats logits = golden.f32(id + ".eos_logits");
        ASSERT_GE(logits.size(), found.logits.size());
        logits.resize(found.logits.size());  // the last frame, which is dropped, is not computed
        expect_free(found.logits, logits, other.logits);
      }
    }
  }
}

TEST_P(FlowGolden, ThreadsDoNotMatter) {
  for (const auto& [name, about] : cases().at("flow").items()) {
    SCOPED_TRACE(name);
    const FlowModel& model = flow_model(name, GetParam());
    const GoldenFile golden(folder() / about.at("file").get<std::string>());
    const auto say = [&](int threads) {
      const auto many = backend(GetParam(), threads);
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
    const Floats one = say(1);
    EXPECT_EQ(one.size(), size_t{5} * static_cast<size_t>(model.flow->latent_size));
    EXPECT_EQ(one, say(2));
    EXPECT_EQ(one, say(3));
  }
}

// Behind a restart comes what came behind the start, and it does not matter who computes frames.
TEST_P(FlowGolden, RestartsBehindTheVoice) {
  for (const auto& [name, about] : cases().at("flow").items()) {
    SCOPED_TRACE(name);
    const FlowModel& model = flow_model(name, GetParam());
    const GoldenFile golden(folder() / about.at("file").get<std::string>());
    const VoiceState voice = golden_voice(*model.flow, golden);
    const auto many = backend(GetParam(), 3);
    FlowLmSession session(model.flow, *many, 1, backend_.get());
    const Floats noise = scaled(golden.f32("noise_unit"), 0.5f);
    const auto say = [&](std::vector<int> tokens) {
      session.prompt(tokens);
      return speak(session, noise).latents;
    };
    session.start(&voice, 100);
    const Floats first = say(golden_tokens(golden));
    EXPECT_GT(session.position(), voice.positions);
    session.restart(0);
    EXPECT_EQ(session.position(), voice.positions);
    EXPECT_NE(say({1, 2}), first);
    session.restart(100);
    EXPECT_EQ(say(golden_tokens(golden)), first);
    FlowLmSession alone(model.flow, *backend_);
    alone.start(&voice, 0);
    alone.prompt(golden_tokens(golden));
    EXPECT_EQ(speak(alone, noise).latents, first);
  }
}

#ifndef SOTTO_SANITIZED
TEST_P(FlowGolden, FramesAllocateNothing) {
  if (!sotto::testing::computes_at_once(GetParam())) GTEST_SKIP() << "it records";
  for (const auto& [name, about] : cases().at("flow").items()) {
    SCOPED_TRACE(name);
    const FlowModel& model = flow_model(name, GetParam());
    FlowLmSession session(model.flow, *backend_);
    SeededNoise noise(7, 0.5f);
    Generation generation(session, noise, {.eos_threshold = 1e6f, .max_frames = 40});
    session.start(nullptr, 40);
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(generation.next().empty());
    const long before = sotto::testing::allocations_of_this_thread();
    while (!generation.next().empty()) continue;
    EXPECT_EQ(sotto::testing::allocations_of_this_thread() - before, 0);
  }
}
#endif

// Of whether the speech is at its end, and of the latent.
TEST_P(FlowGolden, AFrameWaitsForTheDeviceTwice) {
  const auto* checking = dynamic_cast<const sotto::testing::CheckingBackend*>(backend_.get());
  if (checking == nullptr) GTEST_SKIP() << "counts nothing";
  for (const auto& [name, about] : cases().at("flow").items()) {
    SCOPED_TRACE(name);
    FlowLmSession session(flow_model(name, GetParam()).flow, *backend_);
    session.start(nullptr, 10);
    const Floats x0(static_cast<size_t>(session.model().latent_size), 0.5f);
    for (int frame = 0; frame < 5; ++frame) {
      const int before = checking->counts().waits;
      session.step();
      session.sample(x0);
      EXPECT_EQ(checking->counts().waits, before + 2);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, FlowGolden, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

}  // namespace
}  // namespace sotto::models::pocket_tts::testing::pocket_tts_flow_test
