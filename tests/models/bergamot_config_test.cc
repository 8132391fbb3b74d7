// Configurations of Marian students: what is not computed here is refused, by its key.
#include "models/bergamot/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/bergamot_golden.h"

namespace sotto::models::bergamot::testing::bergamot_config_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

checkpoint::ModelFolder folder_of(size_t set) {
  return *checkpoint::open_model_folder(all_goldens().at(set).folder);
}

TEST(BergamotConfig, SaysWhatTheFileSays) {
  for (size_t set = 0; set < all_goldens().size(); ++set) {
    const json& meta = all_goldens().at(set).cases.at("meta");
    const auto c = read_config(folder_of(set));
    ASSERT_TRUE(c) << c.error().message;
    const json& dims = meta.at("dims");
    EXPECT_EQ(c->d_model, dims.at("d"));
    EXPECT_EQ(c->ffn, dims.at("ffn"));
    EXPECT_EQ(c->heads, dims.at("heads"));
    EXPECT_EQ(c->encoder_layers, dims.at("enc"));
    EXPECT_EQ(c->decoder_layers, dims.at("dec"));
    EXPECT_EQ(c->joint, meta.at("joint"));
    EXPECT_EQ(c->source_vocab, meta.at("vocabs").at(0));
    EXPECT_EQ(c->target_vocab, meta.at("vocabs").at(1));
  }
}

TEST(BergamotConfig, OtherValuesAreRefusedByTheirKey) {
  const std::pair<const char*, json> others[] = {
      {"type", "s2s"},
      {"transformer-decoder-autoreg", "self-attention"},
      {"dec-cell", "gru"},
      {"transformer-ffn-activation", "swish"},
      {"transformer-ffn-depth", 3},
      {"transformer-preprocess", "n"},
      {"transformer-postprocess", "da"},
      {"transformer-postprocess-emb", "n"},
      {"transformer-postprocess-top", "n"},
      {"transformer-tied-layers", json::array({1, 1})},
      {"transformer-train-position-embeddings", true},
      {"transformer-no-projection", true},
      {"transformer-guided-alignment-layer", "first"},
      {"transformer-decoder-dim-ffn", 7},
      {"transformer-decoder-ffn-depth", 1},
      {"layer-normalization", true},
      {"right-left", true},
      {"dim-emb", 0},
      {"dim-emb", "64"},
      {"dim-emb", int64_t{1} << 40},
      {"transformer-heads", read_config(folder_of(0))->d_model + 1},
      {"enc-depth", -1},
      {"dec-depth", 1000000},
      {"dim-vocabs", json::array({100})},
      {"dim-vocabs", json::array({100, int64_t{1} << 40})},
      {"dim-vocabs", json::array({1, 1})},
      {"tied-embeddings-src", true},
  };
  for (const auto& [key, value] : others) {
    checkpoint::ModelFolder folder = folder_of(0);
    folder.config[key] = value;
    const auto c = read_config(folder);
    ASSERT_FALSE(c) << key << " " << value;
    // Heads are said not to fit the width.
    const std::string named = std::string(key) == "transformer-heads" ? "heads" : key;
    EXPECT_THAT(c.error().message,
                AllOf(HasSubstr(".bin: "), HasSubstr(named), HasSubstr("expected")));
  }
  checkpoint::ModelFolder untied = folder_of(0);
  untied.config["tied-embeddings"] = untied.config["tied-embeddings-all"] = false;
  EXPECT_THAT(read_config(untied).error().message, HasSubstr("tied-embeddings is false"));
}

TEST(BergamotConfig, OlderFilesLackSomeKeys) {
  checkpoint::ModelFolder folder = folder_of(0);
  for (const char* key : {"transformer-pool", "transformer-guided-alignment-layer", "ulr",
                          "transformer-decoder-dim-ffn", "right-left"})
    folder.config.erase(key);
  EXPECT_TRUE(read_config(folder));
}

// Shapes that do not fit the configuration, and what is missing, are named.
TEST(BergamotConfig, WeightsThatDoNotFitAreRefused) {
  const auto backend = sotto::testing::open_backend("");
  const std::pair<const char*, const char*> changes[] = {{"transformer-dim-ffn", "_W1.weight"},
                                                         {"enc-depth", "encoder_l"},
                                                         {"dec-depth", "decoder_l"}};
  for (const auto& [key, says] : changes) {
    checkpoint::ModelFolder folder = folder_of(0);
    folder.config[key] = folder.config[key].get<int>() + 1;
    const auto model = Model::load(folder, kAsStored, backend);
    ASSERT_FALSE(model) << key;
    EXPECT_THAT(model.error().message, HasSubstr(says));
  }
}

}  // namespace
}  // namespace sotto::models::bergamot::testing::bergamot_config_test
