// The network against the reference, once for each kernel variant that this processor runs. Every
// dimension and case comes from the golden files.
#include <gtest/gtest.h>

#include "models/bergamot_golden.h"
#include "models/golden_compare.h"

namespace sotto::models::bergamot::testing::bergamot_golden_test {
namespace {

using namespace sotto::models::testing;
using nlohmann::json;

constexpr double kFloatLogits = 1e-4;     // what the reference asks for
constexpr double kFloatAttention = 1e-5;  // measured: 1.2e-6
// A number that rounds the other way moves later ones. Measured on all variants: logits 0.22,
// attention 0.02.
constexpr double kRoundedLogits = 0.5, kRoundedAttention = 0.05;

class BergamotGoldenTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    ASSERT_FALSE(all_goldens().empty());
  }
};

TEST_P(BergamotGoldenTest, FloatEncoderOutputs) {
  Worst worst("encoder outputs");
  for (const Goldens& g : all_goldens()) {
    const auto model = load(g, kF32, GetParam());
    Session session(model);
    const auto d = static_cast<size_t>(model->config().d_model);
    for (const json& c : g.translated()) {
      SCOPED_TRACE(c.at("id").get<std::string>());
      const std::string name = c.at("id").get<std::string>() + ".float.encoder_out";
      const auto tensor = g.tensors.at(name);
      const auto rows = static_cast<size_t>(tensor.shape.at(0)),
                 cols = static_cast<size_t>(tensor.shape.at(1));
      session.start(std::vector<Ids>{source_of(c)}, 1);
      const auto all = session.encoder_output();
      const std::vector<float> out(all.begin(), all.end()), expected = tensor.as<float>();
      ASSERT_GE(out.size(), rows * d);
      for (size_t r = 0; r < rows; ++r) {
        std::vector<float> first = row(out, d, r);
        first.resize(cols);
        const double error = largest_error(first, row(expected, cols, r));
        worst.add(error, unit_of(out));
        EXPECT_LE(error, kFloatLogits);
      }
    }
  }
}

TEST_P(BergamotGoldenTest, FloatLogitsAndAttention) {
  Worst logits("logits"), attention("attention");
  for (const Goldens& g : all_goldens()) {
    const auto model = load(g, kF32, GetParam());
    const auto session = model->open_session();
    const auto aligner = model->open_aligner();
    int compared = 0;
    for (const json& c : g.translated()) {
      const std::string name = c.at("id").get<std::string>() + ".float.full";
      if (!g.tensors.has(name + ".logits")) continue;
      SCOPED_TRACE(name);
      ++compared;
      const Ids ids = c.at("float").at("full").at("ids");
      const std::vector<float> found = logits_of(*session, source_of(c), ids);
      const double error = largest_error(found, g.tensors.f32(name + ".logits"));
      logits.add(error, unit_of(found));
      EXPECT_LE(error, kFloatLogits);
      const std::vector<float> weights = aligner->align(source_of(c), ids);
      const double off = largest_error(weights, g.tensors.f32(name + ".attention_head0"));
      attention.add(off, unit_of(weights));
      EXPECT_LE(off, kFloatAttention);
    }
    EXPECT_GT(compared, 0);
  }
}

TEST_P(BergamotGoldenTest, EveryLayerOfTheTracedCase) {
  Worst worst("layers");
  for (const Goldens& g : all_goldens()) {
    const auto model = load(g, kF32, GetParam());
    LayerRecorder recorder;
    Session session(model, &recorder);
    for (const json& c : g.translated()) {
      if (c.at("id") != "question") continue;  // what traces are of
      logits_of(session, source_of(c), c.at("float").at("full").at("ids"));
    }
    const auto seen = [&](std::string name) {
      const std::string side = name.starts_with("enc.") ? "encoder" : "decoder";
      name = name.substr(4);
      if (name == "embedded") return recorder.seen[side + ".embed"];
      const size_t dot = name.find('.');
      const int layer = std::stoi(name.substr(1, dot - 1)) - 1;
      const std::string part = name.substr(dot + 1);
      const std::string at = side + ".layer" + std::to_string(layer);
      const std::map<std::string, std::string> parts = {{"self", ".after_self_attn_norm"},
                                                        {"ffn", ""},
                                                        {"cell", ".cell"},
                                                        {"rnn", ".after_cell_norm"},
                                                        {"context", ".after_encoder_attn_norm"}};
      return recorder.seen[at + parts.at(part)];
    };
    int compared = 0;
    for (const auto& [name, entry] : g.tensors.header().items()) {
      constexpr std::string_view kPrefix = "trace.float.full.";
      if (!name.starts_with(kPrefix)) continue;
      const std::vector<float> expected = g.tensors.f32(name);
      const double error = largest_error(seen(name.substr(kPrefix.size())), expected);
      worst.add(error, unit_of(expected));
      EXPECT_LE(error, kFloatLogits) << name;
      ++compared;
    }
    const Config& config = model->config();
    EXPECT_EQ(compared, 2 + 2 * config.encoder_layers + 4 * config.decoder_layers);
  }
}

TEST_P(BergamotGoldenTest, FloatTexts) {
  for (const Goldens& g : all_goldens()) {
    const auto session = load(g, kF32, GetParam())->open_session();
    const double factor = g.cases.at("meta").at("max_length_factor");
    for (const json& c : g.translated()) {
      const json& full = c.at("float").at("full");
      if (!full.at("compare_ids").get<bool>()) continue;
      EXPECT_EQ(greedy(*session, source_of(c), factor), full.at("ids").get<Ids>()) << c.at("id");
    }
  }
}

TEST_P(BergamotGoldenTest, Int8TextsAreNearlyAllTheReferences) {
  for (const Goldens& g : all_goldens()) {
    const auto session = load(g, kAsStored, GetParam())->open_session();
    const double factor = g.cases.at("meta").at("max_length_factor");
    int compared = 0, equal = 0;
    for (const json& c : g.translated()) {
      const json& full = c.at("int8").at("full");
      if (!full.at("compare_ids").get<bool>()) continue;
      ++compared;
      const bool same = greedy(*session, source_of(c), factor) == full.at("ids").get<Ids>();
      equal += same ? 1 : 0;
      if (!same) std::printf("other ids: %s\n", c.at("id").get<std::string>().c_str());
    }
    // MLX has no such product: its activations stay floats.
    const int all = std::string(GetParam()) == sotto::testing::kMlx ? compared / 2 : compared;
    EXPECT_GE(10 * equal, 9 * all);
  }
}

TEST_P(BergamotGoldenTest, Int8LogitsAndAttention) {
  Worst logits("logits"), attention("attention");
  const bool is_mlx = std::string(GetParam()) == sotto::testing::kMlx;
  const double tolerance = is_mlx ? 4 * kRoundedLogits : kRoundedLogits;
  for (const Goldens& g : all_goldens()) {
    const auto model = load(g, kAsStored, GetParam());
    const auto session = model->open_session();
    const auto aligner = model->open_aligner();
    for (const json& c : g.translated()) {
      const std::string name = c.at("id").get<std::string>() + ".int8.full";
      if (!g.tensors.has(name + ".logits")) continue;
      SCOPED_TRACE(name);
      const Ids ids = c.at("int8").at("full").at("ids");
      const std::vector<float> found = logits_of(*session, source_of(c), ids);
      const double error = largest_error(found, g.tensors.f32(name + ".logits"));
      logits.add(error, unit_of(found));
      EXPECT_LE(error, tolerance);
      const std::vector<float> weights = aligner->align(source_of(c), ids);
      const double off = largest_error(weights, g.tensors.f32(name + ".attention_head0"));
      attention.add(off, unit_of(weights));
      EXPECT_LE(off, is_mlx ? 1.0 : kRoundedAttention);
    }
  }
}

// Integers, so that nothing but the right ones will do.
TEST_P(BergamotGoldenTest, ProductsAreExact) {
  if (std::string(GetParam()) == sotto::testing::kMlx) GTEST_SKIP() << "has no such product";
  for (const Goldens& g : all_goldens()) {
    const auto file = checkpoint::open_marian_file(*checkpoint::find_marian_file(g.folder));
    ASSERT_TRUE(file) << file.error().message;
    const auto backend = sotto::testing::open_backend(GetParam());
    int compared = 0;
    for (const auto& [name, entry] : g.tensors.header().items()) {
      if (!name.starts_with("product.") || !name.ends_with(".x")) continue;
      const std::string matrix = name.substr(8, name.size() - 10);
      SCOPED_TRACE(matrix);
      ++compared;
      const auto x = g.tensors.at(name);
      const std::vector<float> sums = g.tensors.f32("product." + matrix + ".sums"),
                               y = g.tensors.f32("product." + matrix + ".y");
      const int rows = static_cast<int>(x.shape.at(0)), cols = static_cast<int>(x.shape.at(1));
      const int outputs = static_cast<int>(sums.size()) / rows;
      Loader load(*file->weights, kAsStored, *backend);
      const auto weight =
          load.symmetric_matrix(matrix + ".weight", outputs, cols, matrix + "_QuantMultA");
      ASSERT_FALSE(load.error()) << load.error()->message;
      const float scale = load.numbers(matrix + ".scales", outputs).at(0);
      const float factor = load.numbers(matrix + "_QuantMultA", std::array<int64_t, 2>{1, 1}).at(0);
      const auto device = backend->open();
      const auto out = device->read(
          device->linear(device->upload(x.as<float>(), rows, cols), weight, device::Constant()));
      std::vector<float> found;
      for (const float v : out) found.push_back(std::nearbyint(v / scale * factor));
      EXPECT_EQ(found, sums);
      for (size_t i = 0; i < found.size(); ++i)  // not between two integers, but on them
        EXPECT_NEAR(out[i], sums[i] * (scale / factor), 1e-5 * std::fabs(out[i]) + 1e-9);
      ASSERT_EQ(y.size(), sums.size());
    }
    EXPECT_GT(compared, 0);
  }
}

TEST_P(BergamotGoldenTest, RowsOfABatchAreThoseOfSingleSources) {
  for (const Goldens& g : all_goldens()) {
    const auto model = load(g, kAsStored, GetParam());
    const auto together = model->open_session(), alone = model->open_session();
    const auto vocab = static_cast<size_t>(together->vocab_size());
    std::vector<Ids> sources, chosen;
    size_t steps = SIZE_MAX;
    for (const json& c : g.translated()) {
      sources.push_back(source_of(c));
      chosen.push_back(c.at("int8").at("full").at("ids"));
      steps = std::min(steps, chosen.back().size());
    }
    together->start(sources, 1);
    std::vector<std::vector<float>> rows(sources.size());
    std::vector<int> tokens(sources.size(), Config::kEos);
    for (size_t t = 0; t < steps; ++t) {
      const auto logits = together->step(tokens);
      for (size_t s = 0; s < sources.size(); ++s) {
        const auto own = logits.subspan(s * vocab, vocab);
        rows[s].insert(rows[s].end(), own.begin(), own.end());
        tokens[s] = chosen[s][t];
      }
    }
    for (size_t s = 0; s < sources.size(); ++s) {
      chosen[s].resize(steps);
      EXPECT_EQ(logits_of(*alone, sources[s], chosen[s]), rows[s]);
    }
  }
}

// Beams that fork, die and go on: each is what its own tokens make of it.
TEST_P(BergamotGoldenTest, HypothesesGoOnFromTheirParents) {
  const Goldens& g = all_goldens().front();
  const auto model = load(g, kAsStored, GetParam());
  const auto session = model->open_session(), alone = model->open_session();
  const auto vocab = static_cast<size_t>(session->vocab_size());
  const json c = g.translated().front();
  const Ids ids = c.at("int8").at("full").at("ids");
  ASSERT_GE(ids.size(), 3u);
  session->start(std::vector<Ids>{source_of(c)}, 2);
  session->step(std::vector<int>{0, 0});
  session->step(std::vector<int>{ids[0], ids[1]});
  session->select(std::vector<int>{1, 0, 0});
  const auto logits = session->step(std::vector<int>{ids[2], ids[2], ids[1]});
  const std::vector<float> all(logits.begin(), logits.end());
  const std::vector<Ids> pasts = {{ids[1], ids[2]}, {ids[0], ids[2]}, {ids[0], ids[1]}};
  for (size_t h = 0; h < pasts.size(); ++h) {
    Ids chosen = pasts[h];
    chosen.push_back(0);
    EXPECT_EQ(row(logits_of(*alone, source_of(c), chosen), vocab, 2), row(all, vocab, h));
  }
}

// Of one source at a time, and of all of them side by side.
TEST_P(BergamotGoldenTest, ChoosesTheTokensThatAllLogitsGive) {
  constexpr double kCoarse = 0.15;  // of a log-probability; measured: 0.06
  Worst worst("log-probabilities");
  for (const Goldens& g : all_goldens()) {
    const auto model = load(g, kAsStored, GetParam());
    const auto full = model->open_session(), choosing = model->open_session();
    const auto vocab = static_cast<size_t>(full->vocab_size());
    std::vector<std::vector<Ids>> batches;
    for (const json& c : g.translated()) batches.push_back({source_of(c)});
    std::vector<Ids> all;
    for (const auto& batch : batches) all.push_back(batch.front());
    batches.push_back(all);
    const Ids unknown = {Config::kUnk};
    for (const std::vector<Ids>& sources : batches) {
      full->start(sources, 1);
      choosing->start(sources, 1);
      std::vector<int> tokens(sources.size(), Config::kEos);
      const std::vector<std::span<const int>> banned(sources.size(), unknown);
      for (int t = 0; t < 20; ++t) {
        const auto logits = full->step(tokens);
        const auto chosen = choosing->choosing()->choose(tokens, banned);
        ASSERT_EQ(chosen.size(), sources.size());
        for (size_t s = 0; s < sources.size(); ++s) {
          const device::Choice exact = device::chosen_of(logits.subspan(s * vocab, vocab), unknown);
          EXPECT_EQ(chosen[s].id, exact.id);
          EXPECT_EQ(chosen[s].logit, exact.logit);
          const double error = std::fabs(chosen[s].log_sum - exact.log_sum);
          worst.add(error, 1);
          EXPECT_LE(error, kCoarse);
          tokens[s] = chosen[s].id;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, BergamotGoldenTest, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

// The file of floats, where there is one, has the numbers of the quantized one.
TEST(BergamotGolden, FloatsOfTheFileGiveTheSameBits) {
  for (const Goldens& g : all_goldens()) {
    const auto path = g.folder / "model.float32.bin";
    if (!std::filesystem::exists(path)) continue;
    auto file = checkpoint::open_marian_file(path);
    ASSERT_TRUE(file) << file.error().message;
    const checkpoint::ModelFolder folder{g.folder, file->config, {}, file->weights};
    const auto model = Model::load(folder, kF32, sotto::testing::open_backend(""));
    ASSERT_TRUE(model) << model.error().message;
    const auto floats = (*model)->open_session(), stored = load(g, kF32)->open_session();
    const json c = g.translated().front();
    const Ids ids = c.at("float").at("full").at("ids");
    const auto expected = logits_of(*stored, source_of(c), ids);
    EXPECT_LE(largest_error(logits_of(*floats, source_of(c), ids), expected), 1e-5);
  }
}

}  // namespace
}  // namespace sotto::models::bergamot::testing::bergamot_golden_test
