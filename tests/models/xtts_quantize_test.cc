// An XTTS folder with smaller weights, beside the one that it was made of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "base/temporary_folder.h"
#include "models/kinds.h"
#include "models/xtts/model.h"
#include "models/xtts/sound.h"
#include "models/xtts_goldens.h"

namespace sotto::models::xtts::xtts_quantize_test {
namespace {

namespace fs = std::filesystem;
using namespace testing;
using ::testing::HasSubstr;
using Kind = quant::Scheme::Kind;

QuantizationOptions options(Kind kind, bool vocoder = false) {
  QuantizationOptions options;
  options.folder.weights.scheme = {kind};
  options.folder.source_name = "xtts";
  if (vocoder) options.convolutions.emplace();
  return options;
}

Result<checkpoint::QuantizeResult> made(const fs::path& source, const fs::path& target,
                                        const QuantizationOptions& options) {
  return quantize(kind_named("xtts"), source, target, options);
}

std::shared_ptr<const Model> load(const fs::path& from, std::optional<quant::Scheme> scheme = {}) {
  return value(
      Model::load(value(find_model_files(from)), scheme, sotto::testing::open_backend("", 2)));
}

Floats logits(const Model& model) {
  GptSession session(model.gpt, *model.backend);
  session.hear(goldens().f32("cond.latents"));
  const auto found = session.prompt(model.tokens.prompt("hello world.", "en"));
  return {found.begin(), found.end()};
}

Floats sound(const Model& model) {
  SoundSession session(model.hifigan, *model.backend, model.config,
                       goldens().f32("speaker.embedding"));
  Floats all;
  session.begin();
  session.speak(goldens().f32("gpt.2.latents"), true, all);
  return all;
}

// Relative, rms.
double error(const Floats& apart, const Floats& exact) {
  double squares = 0, all = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    squares += std::pow(double{apart[i]} - double{exact[i]}, 2);
    all += double{exact[i]} * double{exact[i]};
  }
  return apart.size() == exact.size() ? std::sqrt(squares / all) : INFINITY;
}

TEST(XttsQuantize, AFolderIsSmallerAndSaysWhatALoadWouldSay) {
  const sotto::testing::TemporaryFolder parent;
  const auto exact = load(folder());
  for (const Kind kind : {Kind::q8, Kind::q4, Kind::int8}) {
    SCOPED_TRACE(quant::name_of({kind}));
    const fs::path target = parent.path() / quant::name_of({kind});
    const auto result = value(made(folder(), target, options(kind)));
    EXPECT_LT(result.bytes_after, result.bytes_before);
    for (const char* file : {"config.json", "vocab.json", "speakers_xtts.pth", "README.md"})
      EXPECT_TRUE(fs::exists(target / file)) << file;
    const auto small = load(target), at_load = load(folder(), quant::Scheme{kind});
    EXPECT_LT(small->weight_bytes(), exact->weight_bytes());
    EXPECT_EQ(logits(*small), logits(*at_load));
    EXPECT_EQ(sound(*small), sound(*exact));
  }
}

// Asked for, the vocoder's convolutions are bytes, too: as a folder and at load alike.
TEST(XttsQuantize, TheVocoderInBytesIsNearlyTheSame) {
  const sotto::testing::TemporaryFolder parent;
  const fs::path target = parent.path() / "small";
  value(made(folder(), target, options(Kind::int8, true)));
  const Floats exact = sound(*load(folder()));
  const auto small = load(target);
  EXPECT_EQ(sound(*small), sound(*load(folder(), quant::Scheme{Kind::int8})));
  const double apart = error(sound(*small), exact);
  std::printf("sound: %.4f of its rms\n", apart);
  EXPECT_LE(apart, 0.05);
  EXPECT_GT(apart, 0);
  // Floats where they are asked for: what the file rounded is all that is lost. Where a processor
  // does not multiply bytes nothing else is lost in `small` either; then the two errors differ by
  // no more than the two sounds, whose sums are in another order: 2.7e-6 to 3.1e-6 of the rms,
  // measured with portable, avx2 and avx512. Rounded activations put them 5.7e-3 apart.
  constexpr double kOrderOfSums = 1e-5;
  const double of_floats = error(sound(*load(target, quant::Scheme{Kind::f32})), exact);
  EXPECT_LE(of_floats, apart + kOrderOfSums);
}

TEST(XttsQuantize, WhatIsKeptStaysAndTheSourceIsOfFloats) {
  const sotto::testing::TemporaryFolder parent;
  const fs::path target = parent.path() / "small";
  auto wanted = options(Kind::int8, true);
  wanted.folder.weights.keep = {"gpt.gpt.h.*", "hifigan_decoder.*"};
  value(made(folder(), target, wanted));
  EXPECT_EQ(logits(*load(target)), logits(*load(folder())));
  EXPECT_EQ(sound(*load(target)), sound(*load(folder())));
  wanted.folder.weights.keep = {"nothing.*"};
  wanted.folder.force = true;
  auto refused = made(folder(), target, wanted);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("--keep nothing.*"));
  const fs::path other = parent.path() / "other";
  value(made(folder(), other, options(Kind::q8)));
  refused = made(other, parent.path() / "again", options(Kind::q8));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("is quantized already"));
}

}  // namespace
}  // namespace sotto::models::xtts::xtts_quantize_test
