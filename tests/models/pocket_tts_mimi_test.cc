// Mimi against the reference (pocket-tts, float32), once for each kernel variant that this
// processor runs. Every dimension and case comes from the golden files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "checkpoint/safetensors.h"
#include "golden.h"
#include "models/allocations.h"
#include "models/backends.h"
#include "models/pocket_tts/config.h"
#include "models/pocket_tts/mimi.h"
#include "models/pocket_tts/mimi_network.h"
#include "models/pocket_tts/strict_weights.h"
#include "models/traces.h"

namespace sotto::models::pocket_tts::pocket_tts_mimi_test {
namespace {

using nlohmann::json;
using sotto::testing::GoldenFile;
using Floats = std::vector<float>;

// Relative to the largest number of a tensor, or to 1. The reference itself, streamed and whole,
// differs by 4e-7; measured here, portable and AVX2: up to 1.2e-6. Mistakes such as another GELU or
// a window off by one make 1e-3 and more.
constexpr double kTolerance = 1e-5;

using sotto::testing::value;

struct Model {
  GoldenFile goldens;
  json about;
  MimiConfig config;
  std::shared_ptr<const checkpoint::Weights> weights;
};

std::filesystem::path folder() { return sotto::testing::golden_folder("pocket_tts"); }

// The models that have goldens of Mimi, by name.
const std::map<std::string, Model>& models() {
  static const std::map<std::string, Model> all = [] {
    std::map<std::string, Model> all;
    const json cases = sotto::testing::golden_json(folder() / "cases.json");
    for (const auto& [name, about] : cases.at("mimi").items()) {
      const Config config = value(read_config(folder() / about.at("model").get<std::string>()));
      all.emplace(
          name,
          Model{.goldens = GoldenFile(folder() / about.at("file").get<std::string>()),
                .about = about,
                .config = config.mimi,
                .weights = value(checkpoint::open_safetensors(folder() / config.weights_path))});
    }
    return all;
  }();
  return all;
}

// What layers put out, row after row, by the names that the goldens have.
class Recorder : public Trace {
 public:
  void see(std::string_view side, int layer, std::string_view part, std::span<const float> x,
           int cols_of_x) override {
    std::string name = side == "decoder" ? "dec." : "enc.";
    name.append(part.empty() ? "tlayer" : part);
    if (layer >= 0) name.append(std::to_string(layer));
    auto& [cols, rows] = seen[name];
    cols = static_cast<size_t>(cols_of_x);
    rows.insert(rows.end(), x.begin(), x.end());
  }

  struct Seen {
    size_t cols = 0;
    Floats rows;
  };
  std::map<std::string, Seen> seen;
};

using models::testing::transposed;

// Largest difference over the first numbers of `found`, relative to the largest expected one or 1.
double error_of(const Floats& found, const Floats& expected) {
  if (found.size() < expected.size()) return INFINITY;
  double worst = 0, largest = 1;
  for (size_t i = 0; i < expected.size(); ++i) {
    const double error = std::fabs(double{found[i]} - double{expected[i]});
    worst = error <= worst ? worst : error;  // a NaN is the worst
    largest = std::max(largest, std::fabs(double{expected[i]}));
  }
  return worst / largest;
}

class MimiGolden : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    backend_ = sotto::testing::open_backend(GetParam());
  }
  ~MimiGolden() override {
    if (worst_ > 0) std::printf("largest error %.2e\n", worst_);
  }

  void expect_close(const std::string& what, const Floats& found, const Floats& expected) {
    ASSERT_FALSE(expected.empty()) << what;
    const double error = error_of(found, expected);
    EXPECT_LE(error, kTolerance) << what;
    worst_ = std::max(worst_, error);
  }

  // What was seen under the names of the goldens. Those of convolutions are [channels, time], and
  // some hold the beginning only.
  void expect_seen(const Model& model, const Recorder& recorder, const std::string& prefix) {
    for (const auto& item : model.goldens.header().items()) {
      const std::string& name = item.key();
      if (!name.starts_with(prefix) || !recorder.seen.contains(name)) continue;
      const auto& [cols, rows] = recorder.seen.at(name);
      const sotto::testing::GoldenTensor golden = model.goldens.at(name);
      const bool by_rows = golden.shape.at(1) == static_cast<int64_t>(cols) &&
                           name.find("tlayer") != std::string::npos;
      const auto expected = golden.as<float>();
      const Floats by_time = by_rows ? expected : transposed(expected, expected.size() / cols);
      expect_close(name, rows, by_time);
    }
  }

  std::shared_ptr<const device::Backend> backend_;
  double worst_ = 0;
};

TEST_P(MimiGolden, DecodesWhole) {
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const auto decoder = value(MimiDecoder::load(*model.weights, model.config, {}, *backend_));
    MimiDecoding decoding(decoder, *backend_);
    Recorder recorder;
    const auto samples = decoding.decode(model.goldens.f32("latents"), &recorder);
    const Floats expected = model.goldens.f32("audio");
    ASSERT_EQ(samples.size(), expected.size());
    EXPECT_EQ(samples.size(), model.about.at("frames").get<size_t>() *
                                  static_cast<size_t>(decoder->samples_per_frame()));
    expect_close("audio", {samples.begin(), samples.end()}, expected);
    expect_close("denormalized", recorder.seen.at("dec.denormalized").rows,
                 model.goldens.f32("denormalized"));
    for (const char* part : {"dec.quantizer", "dec.upsample", "dec.transformer", "dec.seanet0"}) {
      EXPECT_TRUE(recorder.seen.contains(part) && model.goldens.has(part)) << part;
    }
    expect_seen(model, recorder, "dec.");
  }
}

TEST_P(MimiGolden, DecodesInPiecesBitByBitAsWhole) {
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const auto decoder = value(MimiDecoder::load(*model.weights, model.config, {}, *backend_));
    const auto size = static_cast<size_t>(decoder->latent_size());
    const Floats latents = model.goldens.f32("latents");
    MimiDecoding whole_decoding(decoder, *backend_);
    const auto all = whole_decoding.decode(latents);
    const Floats whole(all.begin(), all.end());
    MimiDecoding decoding(decoder, *backend_);
    for (int use = 0; use < 2; ++use) {  // the second time after a restart
      decoding.restart();
      Floats pieces;
      size_t done = 0;
      for (const size_t frames : model.about.at("stream_cuts").get<std::vector<size_t>>()) {
        const auto now = decoding.decode(std::span(latents).subspan(done * size, frames * size));
        pieces.insert(pieces.end(), now.begin(), now.end());
        done += frames;
      }
      ASSERT_EQ(done * size, latents.size());
      expect_close("audio_streamed", pieces, model.goldens.f32("audio_streamed"));
      EXPECT_EQ(pieces, whole);
    }
  }
}

TEST_P(MimiGolden, DecodesFarPastTheWindowInAnyPieces) {
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const auto decoder = value(MimiDecoder::load(*model.weights, model.config, {}, *backend_));
    const auto size = static_cast<size_t>(decoder->latent_size());
    Floats latents;
    for (int i = 0; i < 4; ++i) {
      const Floats some = model.goldens.f32("latents");
      latents.insert(latents.end(), some.begin(), some.end());
    }
    MimiDecoding whole_decoding(decoder, *backend_);
    const auto all = whole_decoding.decode(latents);
    MimiDecoding decoding(decoder, *backend_);
    Floats pieces;
    for (size_t done = 0; done < latents.size(); done += size) {
      const auto now = decoding.decode(std::span(latents).subspan(done, size));
      pieces.insert(pieces.end(), now.begin(), now.end());
    }
    EXPECT_EQ(pieces, Floats(all.begin(), all.end()));
  }
}

// Contexts of convolutions, [channels, context], and what transposed ones still have to add to the
// output that follows, after the first two frames.
TEST_P(MimiGolden, RemembersWhatTheReferenceRemembers) {
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const auto net = value(load_mimi_decoder(*model.weights, model.config, {}, *backend_));
    const auto device = backend_->open();
    Floats latents = model.goldens.f32("latents");
    latents.resize(2 * static_cast<size_t>(net->latent_size));
    MimiDecoderNetwork::State state = net->start(*device);
    (*net)(*device, device->upload(latents, 2, net->latent_size), state, nullptr);

    size_t compared = 0;
    const auto compare = [&, &model = model](const std::string& part, const char* what,
                                             const Floats& by_time, int channels) {
      const std::string golden = "state2/" + part + "/" + what;
      ASSERT_TRUE(model.goldens.has(golden)) << golden;
      const Floats expected = model.goldens.f32(golden);
      ++compared;
      ASSERT_EQ(by_time.size(), expected.size()) << golden;
      if (expected.empty()) return;
      expect_close(golden, transposed(by_time, static_cast<size_t>(channels)), expected);
    };
    const auto context = [&](const std::string& part, const nn::Conv1d& conv,
                             const nn::ConvState& s) {
      const auto previous = device->read(s.previous->all());
      compare(part, "previous", {previous.begin(), previous.end()}, conv.in);
    };
    // What a row of zeros would give is the tail and the bias.
    const auto tail = [&](const std::string& part, const auto& layer, nn::ConvState& s,
                          int channels, const device::Constant& bias) {
      const nn::ConvWindow window = nn::ConvWindow::open(*device, s, 1);
      device->fill(window.now, 0);
      const auto y = device->read(layer(*device, window, s));
      Floats rows(y.begin(), y.end());
      const auto b = bias ? device->read(bias.tensor) : std::span<const float>();
      for (size_t i = 0; !b.empty() && i < rows.size(); ++i) {
        rows[i] -= b[i % static_cast<size_t>(channels)];
      }
      compare(part, "partial", rows, channels);
    };

    tail("upsample.convtr", net->upsample, state.upsample, net->upsample.channels, {});
    const SeanetDecoder& seanet = net->seanet;
    int number = 0;
    const auto next = [&] { return "decoder.model." + std::to_string(number++); };
    context(next(), seanet.first, state.seanet.first);
    for (size_t i = 0; i < seanet.stages.size(); ++i) {
      ++number;
      const nn::ConvTranspose1d& up = seanet.stages[i].up;
      tail(next(), up, state.seanet.scalings[i], up.out, up.weights.b);
      for (size_t j = 0; j < seanet.stages[i].blocks.size(); ++j) {
        const std::string block = next();
        const ResidualBlock& layers = seanet.stages[i].blocks[j];
        context(block + ".block.1", layers.narrow, state.seanet.blocks[i][j]);
        compare(block + ".block.3", "previous", {}, device::cols_of(layers.widen.w));
      }
    }
    ++number;
    context(next(), seanet.last, state.seanet.last);

    const auto& header = model.goldens.header().items();
    const auto of_decoder = std::count_if(header.begin(), header.end(), [](const auto& item) {
      return item.key().starts_with("state2/decoder.") || item.key().starts_with("state2/upsample");
    });
    EXPECT_EQ(compared, static_cast<size_t>(of_decoder));
  }
}

TEST_P(MimiGolden, DoesNotDependOnTheNumberOfThreads) {
  const auto backend = sotto::testing::open_backend(GetParam(), 3);
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const auto decoder = value(MimiDecoder::load(*model.weights, model.config, {}, *backend_));
    const Floats latents = model.goldens.f32("latents");
    MimiDecoding one(decoder, *backend_), three(decoder, *backend);
    const auto a = one.decode(latents), b = three.decode(latents);
    EXPECT_TRUE(std::ranges::equal(a, b));
  }
}

#ifndef SOTTO_SANITIZED
TEST_P(MimiGolden, AllocatesNothingAFrame) {
  if (!sotto::testing::computes_at_once(GetParam())) GTEST_SKIP() << "it records";
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const auto decoder = value(MimiDecoder::load(*model.weights, model.config, {}, *backend_));
    const auto size = static_cast<size_t>(decoder->latent_size());
    const Floats latents = model.goldens.f32("latents");
    MimiDecoding decoding(decoder, *backend_);
    decoding.decode(std::span(latents).first(size));
    decoding.decode(std::span(latents).first(size));  // the arena has become one block
    const long before = sotto::testing::allocations_of_this_thread();
    for (int i = 0; i < 50; ++i) decoding.decode(std::span(latents).first(size));
    EXPECT_EQ(sotto::testing::allocations_of_this_thread() - before, 0);
  }
}
#endif

TEST_P(MimiGolden, Encodes) {
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const auto encoder = value(MimiEncoder::load(*model.weights, model.config, {}, *backend_));
    Recorder recorder;
    const Floats latents = encoder->encode(model.goldens.f32("enc.audio"), *backend_, &recorder);
    const sotto::testing::GoldenTensor golden = model.goldens.at("enc.latents");
    ASSERT_EQ(golden.shape.at(1), encoder->latent_size());
    const auto expected = golden.as<float>();
    ASSERT_EQ(latents.size(), expected.size());
    expect_close("enc.latents", latents, expected);
    EXPECT_TRUE(recorder.seen.contains("enc.seanet0"));
    expect_seen(model, recorder, "enc.");
  }
}

TEST(Mimi, TakesEveryTensorOfItsModelAndNoticesOthers) {
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const StrictWeights weights(model.weights);
    value(MimiDecoder::load(weights, model.config, {}, *sotto::testing::open_backend("")));
    constexpr std::string_view kFlowLm[] = {"flow_lm."};
    const auto without_encoder = weights.expect_all_taken(kFlowLm);
    ASSERT_FALSE(without_encoder);
    EXPECT_NE(without_encoder.error().message.find("tensor mimi."), std::string::npos)
        << without_encoder.error().message;
    std::vector<std::string_view> later(std::begin(MimiEncoder::kTensors),
                                        std::end(MimiEncoder::kTensors));
    later.emplace_back("flow_lm.");
    EXPECT_TRUE(weights.expect_all_taken(later));
    value(MimiEncoder::load(weights, model.config, {}, *sotto::testing::open_backend("")));
    EXPECT_TRUE(weights.expect_all_taken(kFlowLm));
  }
}

TEST(Mimi, NamesTheTensorThatDoesNotFit) {
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    MimiConfig wider = model.config;
    (wider.decoder_seanet ? *wider.decoder_seanet : wider.seanet).n_filters *= 2;
    const auto decoder =
        MimiDecoder::load(*model.weights, wider, {}, *sotto::testing::open_backend(""));
    ASSERT_FALSE(decoder);
    EXPECT_NE(decoder.error().message.find("mimi.decoder.model.0.conv.weight"), std::string::npos)
        << decoder.error().message;
    MimiConfig deeper = model.config;
    ++deeper.transformer.num_layers;
    const auto encoder =
        MimiEncoder::load(*model.weights, deeper, {}, *sotto::testing::open_backend(""));
    ASSERT_FALSE(encoder);
    EXPECT_NE(encoder.error().message.find("mimi.encoder_transformer.transformer.layers."),
              std::string::npos)
        << encoder.error().message;
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, MimiGolden, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

}  // namespace
}  // namespace sotto::models::pocket_tts::pocket_tts_mimi_test
