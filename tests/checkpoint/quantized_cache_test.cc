#include "checkpoint/quantized_cache.h"

#include <chrono>

#include <gmock/gmock.h>

#include "base/paths.h"
#include "base/scoped_folders.h"
#include "checkpoint/files.h"
#include "checkpoint/matrix.h"
#include "golden.h"

namespace sotto::checkpoint::quantized_cache_test {
namespace {

namespace fs = std::filesystem;

class QuantizedCacheTest : public ::testing::Test {
 protected:
  QuantizedCacheTest() : cache_("XDG_CACHE_HOME", (folder_.path() / "cache").c_str()) {
    for (const char* name : {"config.json", "model.safetensors"}) {
      folder_.write(fs::path("model") / name,
                    sotto::testing::golden_text(sotto::testing::golden_folder("nllb") / name));
    }
  }
  ModelFolder open(const char* scheme = "q8") {
    auto folder = open_model_folder(folder_.path() / "model");
    if (!folder) throw std::runtime_error(folder.error().message);
    use_quantized_cache(*folder, *quant::parse_scheme(scheme), 2);
    return *folder;
  }
  fs::path entry(const char* scheme = "q8") const {
    return quantized_cache_entry(folder_.path() / "model", *quant::parse_scheme(scheme)) /
           "model.safetensors";
  }
  static bool is_cached(const ModelFolder& folder) {
    return fs::path(folder.weights->source()).parent_path() != folder.path;
  }
  size_t entries() const {
    const fs::path all = cache_folder() / "quantized";
    return fs::exists(all) ? std::distance(fs::directory_iterator(all), {}) : 0;
  }

  TemporaryFolder folder_;
  ScopedVariable cache_;
};

TEST_F(QuantizedCacheTest, IsMadeOnceAndThenUsed) {
  for (const char* scheme : {"q8", "q4:32", "int8", "bf16"}) {
    SCOPED_TRACE(scheme);
    EXPECT_TRUE(is_cached(open(scheme)));
    const auto time = fs::last_write_time(entry(scheme));
    const ModelFolder again = open(scheme);
    EXPECT_TRUE(is_cached(again));
    EXPECT_EQ(fs::last_write_time(entry(scheme)), time);
    // The numbers are those that the source gives.
    const auto source = open_model_folder(folder_.path() / "model");
    const quant::Scheme how = *quant::parse_scheme(scheme);
    const auto cached =
        read_matrix(*again.weights, "model.shared.weight", 1406, 64, {.scheme = how});
    const auto made =
        read_matrix(*source->weights, "model.shared.weight", 1406, 64, {.scheme = how});
    ASSERT_TRUE(cached && made);
    EXPECT_TRUE(cached->made.empty());
    const std::byte* stored = again.weights->find("model.shared.weight")->bytes.data();
    EXPECT_EQ(std::memcmp(stored, made->made[0].data(), made->made[0].size()), 0);
  }
  EXPECT_EQ(entries(), 4u);
}

TEST_F(QuantizedCacheTest, AnotherSourceMakesAnotherEntry) {
  open();
  const std::string before = sotto::testing::golden_text(entry());
  std::string changed = sotto::testing::golden_text(folder_.path() / "model/model.safetensors");
  changed[changed.size() - 100] ^= 1;
  folder_.write("model/model.safetensors", changed);
  fs::last_write_time(folder_.path() / "model/model.safetensors",
                      fs::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_TRUE(is_cached(open()));
  EXPECT_NE(sotto::testing::golden_text(entry()), before);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(QuantizedCacheTest, ACorruptEntryIsMadeAnew) {
  open();
  const std::string good = sotto::testing::golden_text(entry());
  for (const std::string& bad : {good.substr(0, good.size() - 1), std::string("garbage"),
                                 good.substr(0, 100), std::string()}) {
    std::ofstream(entry(), std::ios::binary) << bad;
    EXPECT_TRUE(is_cached(open()));
    EXPECT_EQ(sotto::testing::golden_text(entry()), good);
  }
}

TEST_F(QuantizedCacheTest, CanBeSwitchedOff) {
  const ScopedFolders off({.keeps = false});
  EXPECT_FALSE(is_cached(open()));
  EXPECT_EQ(entries(), 0u);
}

TEST_F(QuantizedCacheTest, IsOfNoUseWhereNothingChanges) {
  EXPECT_FALSE(is_cached(open("f32")));
  EXPECT_EQ(entries(), 0u);
}

TEST_F(QuantizedCacheTest, WhatCannotBeKeptIsNotMissed) {
  folder_.write("file", "no folder");
  const ScopedVariable elsewhere("XDG_CACHE_HOME", (folder_.path() / "file").c_str());
  EXPECT_FALSE(is_cached(open()));
}

}  // namespace
}  // namespace sotto::checkpoint::quantized_cache_test
