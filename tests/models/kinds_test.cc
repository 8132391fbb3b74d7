#include "models/kinds.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "checkpoint/files.h"
#include "golden.h"
#include "models/backends.h"
#include "models/chatterbox/model.h"
#include "models/kokoro/model.h"
#include "models/pocket_tts/model.h"
#include "models/seq2seq/model.h"

namespace sotto::models::kinds_test {
namespace {

namespace fs = std::filesystem;
using checkpoint::TemporaryFolder;

std::string_view name_of(const fs::path& folder) {
  const Kind* kind = kind_of(folder);
  return kind == nullptr ? "none" : kind->name;
}

TEST(Kinds, FoldersSayWhatTheyAre) {
  EXPECT_EQ(name_of(sotto::testing::golden_folder("nllb")), "nllb");
  EXPECT_EQ(name_of(sotto::testing::golden_folder("marian")), "marian");
  EXPECT_EQ(name_of(sotto::testing::golden_folder("kokoro")), "kokoro");
  EXPECT_EQ(name_of(sotto::testing::golden_folder("chatterbox") / "model"), "chatterbox");
  EXPECT_EQ(name_of(sotto::testing::golden_folder("xtts")), "xtts");
}

TEST(Kinds, OneYamlIsPocketTts) {
  const TemporaryFolder folder;
  EXPECT_EQ(name_of(folder.path()), "none");
  folder.write("english.yaml", "flow_lm: {}\n");
  EXPECT_EQ(name_of(folder.path()), "pocket-tts");
  folder.write("config.json", "{}");
  EXPECT_EQ(name_of(folder.path()), "none");
}

TEST(Kinds, OthersAreNone) {
  EXPECT_EQ(name_of("/nowhere"), "none");
  for (const char* config : {R"({"model_type": "bert"})", R"({"model_type": ["marian"]})", "[]",
                             "{", R"({"istftnet": 3})"}) {
    const TemporaryFolder folder;
    folder.write("config.json", config);
    folder.write("model.safetensors", "");
    EXPECT_EQ(name_of(folder.path()), "none") << config;
  }
  const TemporaryFolder no_weights;
  no_weights.write("config.json", R"({"model_type": "marian"})");
  EXPECT_EQ(name_of(no_weights.path()), "none");
}

// A row says all that others need: its type, its models and their licences.
TEST(Kinds, RowsAreWhole) {
  std::set<std::string> names;
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    EXPECT_EQ(&kind_named(kind.name), &kind);
    EXPECT_TRUE(kind.does == "translates" || kind.does == "speaks");
    EXPECT_TRUE(kind.scheme.empty() || quant::parse_scheme(kind.scheme));
    EXPECT_TRUE(kind.plan != nullptr || (kind.scheme.empty() && kind.statics == Statics::none));
    for (const KnownModel& model : kind.released()) {
      EXPECT_TRUE(names.insert(model.name).second) << model.name;
      EXPECT_FALSE(model.licence.empty()) << model.name;
    }
  }
  EXPECT_EQ(names.size(), known_models().size());
}

TEST(Kinds, EachLoadsItsNetwork) {
  const LoadOptions how{
      .weights = {}, .backend = sotto::testing::open_backend(""), .language = "en"};
  const auto golden = [](const char* name) { return sotto::testing::golden_folder(name); };
  for (const char* name : {"nllb", "marian"}) {
    const auto model = load<seq2seq::Model>(golden(name), how);
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_GT((*model)->weight_bytes(), 0u);
  }
  EXPECT_TRUE(load<kokoro::Model>(golden("kokoro"), how));
  EXPECT_TRUE(load<pocket_tts::Model>(kind_named("pocket-tts"),
                                      golden("pocket_tts") / "models/lsd.yaml", how));
  const auto speaker = load<chatterbox::Model>(golden("chatterbox") / "model", how);
  ASSERT_TRUE(speaker) << speaker.error().message;
  EXPECT_EQ((*speaker)->variant, chatterbox::Variant::english);
  const auto other = load<seq2seq::Model>(golden("kokoro"), how);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message,
            golden("kokoro").string() + ": is a network of kokoro, which speaks, expected another");
  EXPECT_FALSE(load<seq2seq::Model>("/nowhere", how));
}

// Weights that somebody has opened, or made smaller, are those that are loaded.
TEST(Kinds, AFolderThatIsOpenIsNotOpenedAgain) {
  const auto folder = checkpoint::open_model_folder(sotto::testing::golden_folder("marian"));
  ASSERT_TRUE(folder);
  const LoadOptions how{
      .weights = {}, .backend = sotto::testing::open_backend(""), .folder = &*folder};
  EXPECT_TRUE(load<seq2seq::Model>(kind_named("marian"), "/nowhere", how));
}

}  // namespace
}  // namespace sotto::models::kinds_test
