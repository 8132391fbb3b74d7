// conds.pt against what the reference says is in it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "models/chatterbox/conditionals.h"
#include "models/chatterbox_t3.h"

namespace sotto::models::chatterbox::chatterbox_conditionals_test {
namespace {

using namespace testing;

TEST(ChatterboxConditionals, AreTheReferences) {
  const Conditionals found = value(read_conditionals(model_file("conds.pt")));
  const auto& g = golden("conds");
  EXPECT_EQ(found.t3.speaker_emb, g.f32("speaker_emb"));
  EXPECT_EQ(found.t3.prompt_tokens, ids(g, "cond_prompt_speech_tokens"));
  EXPECT_EQ(found.t3.exaggeration, g.f32("emotion_adv").at(0));
  EXPECT_EQ(found.gen.tokens, ids(g, "gen.prompt_token"));
  EXPECT_EQ(found.gen.mel, g.f32("gen.prompt_feat"));
  EXPECT_EQ(found.gen.x_vector, g.f32("gen.embedding"));
}

TEST(ChatterboxConditionals, WhatIsNoneIsRefused) {
  const auto refusal = [](const std::filesystem::path& file) {
    const auto read = read_conditionals(file);
    return read ? std::string("read") : read.error().message;
  };
  const std::filesystem::path other = test_data("kokoro/voices/af_golden.pt");
  EXPECT_EQ(refusal(other), other.string() +
                                ": no tensor t3.speaker_emb, expected what upstream's "
                                "Conditionals.save writes");
  // Cut off anywhere, it is refused in a sentence.
  const std::string whole = sotto::testing::golden_text(model_file("conds.pt"));
  const std::filesystem::path cut =
      std::filesystem::temp_directory_path() / "sotto_chatterbox_cut.pt";
  for (const size_t size : {size_t{0}, size_t{100}, whole.size() / 2, whole.size() - 1}) {
    std::ofstream(cut, std::ios::binary) << whole.substr(0, size);
    EXPECT_TRUE(refusal(cut).starts_with(cut.string() + ": ")) << refusal(cut);
  }
  std::filesystem::remove(cut);
}

TEST(ChatterboxConditionals, ThatDoNotFitTheNetworkAreRefused) {
  const auto backend = sotto::testing::open_backend("");
  const auto model = load_t3("t3_cfg.safetensors", conventions("t3"), *backend);
  const T3Voice voice = value(read_conditionals(model_file("conds.pt"))).t3;
  const auto refusal = [&](auto change) {
    T3Voice changed = voice;
    change(changed);
    const auto checked = model->check(changed);
    return checked ? std::string("fits") : checked.error().message;
  };
  EXPECT_EQ(refusal([](T3Voice&) {}), "fits");
  EXPECT_EQ(refusal([](T3Voice& v) { v.speaker_emb.pop_back(); }),
            fmt::format("the voice has {} numbers of its speaker, expected {}",
                        voice.speaker_emb.size() - 1, voice.speaker_emb.size()));
  EXPECT_EQ(refusal([](T3Voice& v) { v.prompt_tokens.clear(); }),
            fmt::format("the voice has 0 speech tokens, expected 1 to {}",
                        model->speech_pos_emb.tensor.rows));
  const int tokens = model->speech_tokens();
  EXPECT_EQ(refusal([&](T3Voice& v) { v.prompt_tokens[3] = tokens; }),
            fmt::format("the voice has the speech token {}, expected 0 to {}", tokens, tokens - 1));
}

}  // namespace
}  // namespace sotto::models::chatterbox::chatterbox_conditionals_test
