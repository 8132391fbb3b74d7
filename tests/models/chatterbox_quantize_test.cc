// A Chatterbox folder with smaller weights, beside the one that it was made of.
#include "models/chatterbox/quantize_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/temporary_folder.h"
#include "models/backends.h"
#include "models/chatterbox/model.h"
#include "models/chatterbox_goldens.h"
#include "models/golden_compare.h"

namespace sotto::models::chatterbox::chatterbox_quantize_test {
namespace {

namespace fs = std::filesystem;
using namespace testing;
using ::testing::HasSubstr;

fs::path source() { return folder() / "model"; }

checkpoint::QuantizeFolderOptions options(quant::Scheme::Kind kind) {
  checkpoint::QuantizeFolderOptions options;
  options.weights.scheme = {kind};
  options.source_name = "chatterbox";
  return options;
}

std::shared_ptr<const Model> load(const fs::path& folder, std::string_view language = "en") {
  const auto files = value(find_model_files(folder, language));
  return value(Model::load(files, std::nullopt, sotto::testing::open_backend("", 2)));
}

Floats logits(const Model& model, const T3Voice& voice) {
  T3Session session(model.t3, *model.backend, true);
  session.hear(voice);
  const auto found = session.prompt(model.tokens.prompt("Hello world."), 0.5f);
  return {found.begin(), found.end()};
}

TEST(ChatterboxQuantize, AFolderIsSmallerAndSpeaksNearlyTheSame) {
  const sotto::testing::TemporaryFolder parent;
  const fs::path target = parent.path() / "small";
  size_t done = 0, all = 1;
  auto wanted = options(quant::Scheme::Kind::q8);
  wanted.weights.progress = [&](size_t now, size_t of) {
    EXPECT_GE(now, done);
    done = now;
    all = of;
  };
  const auto result = value(quantize_model(source(), target, wanted));
  EXPECT_LT(result.bytes_after, result.bytes_before);
  EXPECT_EQ(done, all);
  for (const char* file : {"tokenizer.json", "conds.pt", "ve.safetensors", "README.md"})
    EXPECT_TRUE(fs::exists(target / file)) << file;
  EXPECT_EQ(languages_of(target), languages_of(source()));

  const auto exact = load(source()), small = load(target);
  EXPECT_LT(small->weight_bytes(), exact->weight_bytes());
  const T3Voice voice = value(read_conditionals(source() / "conds.pt")).t3;
  const Floats expected = logits(*exact, voice);
  Floats apart = logits(*small, voice);
  for (size_t i = 0; i < apart.size(); ++i) apart[i] -= expected[i];
  const double error = models::testing::norm(apart) / models::testing::norm(expected);
  EXPECT_LT(error, 0.05);
  EXPECT_GT(error, 0);
}

TEST(ChatterboxQuantize, KeepsWhatIsAskedFor) {
  const sotto::testing::TemporaryFolder parent;
  auto wanted = options(quant::Scheme::Kind::int8);
  wanted.weights.keep = {"tfmr.layers.0.*", "flow.decoder.*"};
  const auto result = value(quantize_model(source(), parent.path() / "kept", wanted));
  for (const auto& tensor : result.tensors) {
    if (!tensor.scheme) continue;
    EXPECT_FALSE(tensor.name.starts_with("tfmr.layers.0.")) << tensor.name;
    EXPECT_FALSE(tensor.name.starts_with("flow.decoder.")) << tensor.name;
    EXPECT_TRUE(tensor.name.starts_with("tfmr.") || tensor.name.starts_with("flow.encoder") ||
                tensor.name.starts_with("flow.input") || tensor.name == "speech_head.weight")
        << tensor.name;
  }
  wanted.weights.keep = {"nothing.*"};
  const auto none = quantize_model(source(), parent.path() / "none", wanted);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("--keep nothing.*: no tensor of"));
  EXPECT_FALSE(fs::exists(parent.path() / "none"));
}

TEST(ChatterboxQuantize, RoundsNothingTwiceAndReplacesNothing) {
  const sotto::testing::TemporaryFolder parent;
  const auto wanted = options(quant::Scheme::Kind::q4);
  const fs::path target = parent.path() / "q4";
  ASSERT_TRUE(quantize_model(source(), target, wanted));
  const auto again = quantize_model(target, parent.path() / "twice", wanted);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, HasSubstr("is quantized already"));
  const auto over = quantize_model(source(), target, wanted);
  ASSERT_FALSE(over);
  EXPECT_THAT(over.error().message, HasSubstr("is there already; --force replaces it"));
}

}  // namespace
}  // namespace sotto::models::chatterbox::chatterbox_quantize_test
