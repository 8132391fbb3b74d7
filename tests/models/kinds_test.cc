#include "models/kinds.h"

#include <gtest/gtest.h>

#include <fstream>

#include "checkpoint/files.h"
#include "golden.h"

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

}  // namespace
}  // namespace sotto::models::kinds_test
