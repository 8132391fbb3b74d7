#include "checkpoint/model_folder.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/scoped_folders.h"
#include "checkpoint/files.h"
#include "golden.h"

namespace sotto::checkpoint::model_folder_test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr const char* kTensorA = R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})";
constexpr const char* kTensorB = R"({"b":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";

std::string error_of(const std::filesystem::path& folder) {
  const auto opened = open_model_folder(folder);
  return opened ? "no error" : opened.error().message;
}

TEST(ModelFolder, OpensTheGoldenModel) {
  const auto folder = open_model_folder(sotto::testing::golden_folder("nllb"));
  ASSERT_TRUE(folder) << folder.error().message;
  EXPECT_TRUE(folder->config.is_object());
  EXPECT_TRUE(folder->generation_config.is_object());
  EXPECT_FALSE(folder->weights->names().empty());
  EXPECT_THAT(std::string(folder->weights->source()), EndsWith("model.safetensors"));
}

TEST(ModelFolder, SaysWhatIsMissing) {
  const TemporaryFolder folder;
  EXPECT_EQ(error_of("/nowhere/model"), "/nowhere/model: there is no such folder");
  EXPECT_THAT(error_of(folder.path()), HasSubstr("not a model: it has no config.json"));
  const auto config = folder.write("config.json", "{}");
  EXPECT_THAT(error_of(config), HasSubstr("not a folder, expected the folder of a model"));
  EXPECT_THAT(error_of(folder.path()),
              HasSubstr("not a model: it has no weights (expected model."));
  folder.write("model.safetensors", "abc");
  EXPECT_THAT(error_of(folder.path()), EndsWith("too short for a safetensors file"));
  folder.write("model.safetensors", safetensors_file(kTensorA, "xy"));
  EXPECT_EQ(error_of(folder.path()), "no error");
  folder.write("generation_config.json", "[1, 2]");
  EXPECT_THAT(error_of(folder.path()),
              EndsWith("generation_config.json: the JSON is an array of 2, expected an object"));
  folder.write("config.json", "{\"a\":");
  EXPECT_THAT(error_of(folder.path()), EndsWith("config.json: not valid JSON"));
}

TEST(ModelFolder, PrefersSafetensorsToTorch) {
  const TemporaryFolder folder;
  folder.write("config.json", "{}");
  folder.write("pytorch_model.bin", "not a zip");
  EXPECT_THAT(error_of(folder.path()), EndsWith("not a torch file (no zip archive)"));
  folder.write("model.safetensors", safetensors_file(kTensorA, "xy"));
  EXPECT_EQ(error_of(folder.path()), "no error");
}

TEST(ModelFolder, ReadsShards) {
  const TemporaryFolder folder;
  folder.write("config.json", "{}");
  folder.write("s1.safetensors", safetensors_file(kTensorA, "xy"));
  folder.write("s2.safetensors", safetensors_file(kTensorB, "z"));
  folder.write("model.safetensors.index.json",
               R"({"weight_map": {"a": "s1.safetensors", "b": "s2.safetensors"}})");
  const auto opened = open_model_folder(folder.path());
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_THAT(opened->weights->names(), ::testing::ElementsAre("a", "b"));
  EXPECT_EQ(opened->weights->find("b")->bytes[0], std::byte{'z'});

  const std::pair<const char*, const char*> bad[] = {
      {R"({})", "there is no weight_map object"},
      {R"({"weight_map": {"a": 3}})", "the shard of a is no plain file name"},
      {R"({"weight_map": {"a": "../s1.safetensors"}})", "the shard of a is no plain file name"},
      {R"({"weight_map": {"a": "/etc/passwd"}})", "the shard of a is no plain file name"},
      {R"({"weight_map": {"a": ".."}})", "the shard of a is no plain file name"},
      {R"({"weight_map": {"a": "gone.safetensors"}})", "cannot open"},
      {R"({"weight_map": {"a": "s2.safetensors"}})", "a is not in s2.safetensors"},
  };
  for (const auto& [index, message] : bad) {
    folder.write("model.safetensors.index.json", index);
    EXPECT_THAT(error_of(folder.path()), HasSubstr(message)) << index;
  }
}

// The user's folders and the hub's cache are folders of the test.
class FindFolder : public ::testing::Test {
 protected:
  std::filesystem::path make(const std::filesystem::path& name) {
    folder_.write(name / "config.json", "{}");
    folder_.write(name / "model.safetensors", safetensors_file(kTensorA, "xy"));
    return folder_.path() / name;
  }
  std::filesystem::path make_hub(const std::string& repository) {
    const std::filesystem::path at = "hub/" + repository;
    folder_.write(at / "refs/main", "0123abcd");
    return make(at / "snapshots/0123abcd");
  }
  std::string found(const std::string& name) {
    const auto path = find_folder(name);
    return path ? path->string() : "error: " + path.error().message;
  }

  TemporaryFolder folder_;
  ScopedVariable data_{"XDG_DATA_HOME", (folder_.path() / "data").c_str()};
  ScopedFolders shipped_{{.models = folder_.path() / "shipped"}};
  ScopedVariable hub_{"HF_HUB_CACHE", (folder_.path() / "hub").c_str()};
};

TEST_F(FindFolder, InTheOrderUserShippedHub) {
  EXPECT_EQ(found("/nowhere/at/all"), "error: /nowhere/at/all: there is no such folder");
  const auto folder = make("any/where");
  EXPECT_EQ(found(folder.string()), folder.string());
  const auto shipped = make("shipped/narrator");
  EXPECT_EQ(found("narrator"), shipped.string());
  const auto own = make("data/sotto/models/narrator");
  EXPECT_EQ(found("narrator"), own.string());
  const auto hub = make_hub("models--facebook--nllb-200-distilled-600M");
  EXPECT_EQ(found("facebook/nllb-200-distilled-600M"), hub.string());
}

TEST_F(FindFolder, SaysWhereItLooked) {
  EXPECT_EQ(found("other"), "error: no model \"other\": it is not in " +
                                (folder_.path() / "data/sotto/models").string() + ", " +
                                (folder_.path() / "shipped").string());
  EXPECT_THAT(found("facebook/other"),
              AllOf(HasSubstr("no model \"facebook/other\""), EndsWith("models--facebook--other")));
  EXPECT_THAT(found(""), HasSubstr("a model name is empty"));
  EXPECT_THAT(found("../secret"), HasSubstr("there is no such folder"));
  EXPECT_THAT(found(folder_.write("file", "x").string()), HasSubstr("not a folder"));
}

TEST_F(FindFolder, RefusesABrokenHubCache) {
  make_hub("models--a--b");
  folder_.write("hub/models--a--b/refs/main", "../../../../etc");
  EXPECT_THAT(found("a/b"), HasSubstr("is no snapshot name"));
  folder_.write("hub/models--a--b/refs/main", "ffff\n");
  EXPECT_THAT(found("a/b"), HasSubstr("snapshots/ffff: the snapshot that refs/main names"));
  std::filesystem::remove(folder_.path() / "hub/models--a--b/refs/main");
  EXPECT_THAT(found("a/b"), HasSubstr("refs/main: cannot open"));
}

TEST_F(FindFolder, ListsWhatIsThere) {
  const auto own = make("data/sotto/models/narrator");
  make("shipped/narrator");
  const auto second = make("shipped/second");
  folder_.write("shipped/readme.txt", "no folder");
  folder_.write("data/sotto/models/.unfinished/config.json", "{}");
  folder_.write("data/sotto/models/narrator.sotto-partial-aB3dE6/config.json",
                "{}");  // it was killed
  const auto hub = make_hub("models--facebook--nllb-200-distilled-600M");
  folder_.write("hub/datasets--a--b/refs/main", "0123abcd");
  std::vector<std::pair<std::string, std::string>> models;
  for (const NamedFolder& m : model_folders()) models.emplace_back(m.name, m.path.string());
  EXPECT_THAT(models, ::testing::ElementsAre(
                          std::pair("narrator", own.string()), std::pair("second", second.string()),
                          std::pair("facebook/nllb-200-distilled-600M", hub.string())));
}

}  // namespace
}  // namespace sotto::checkpoint::model_folder_test
