#include <gtest/gtest.h>

#include "base/utf32.h"
#include "golden.h"
#include "models/pocket_tts/prompt.h"

namespace sotto::models::pocket_tts::pocket_tts_text_test {
namespace {

using nlohmann::json;
using sotto::testing::golden_folder;
using sotto::testing::golden_json;
using spoken::prepare_text;
using spoken::PreparedText;
using spoken::TextRules;
using Ids = std::vector<int>;

const json& goldens() {
  static const json all = golden_json(golden_folder("pocket_tts") / "text.json");
  return all;
}

tokenize::PieceTokenizer tokenizer(const std::string& file = "tokenizer.model") {
  auto loaded = tokenize::PieceTokenizer::load(golden_folder("pocket_tts") / file);
  if (!loaded) throw std::runtime_error(loaded.error().message);
  return *std::move(loaded);
}

TextRules options(const json& o) {
  TextRules config;
  config.pad_with_spaces_for_short_inputs = o.at("pad_with_spaces_for_short_inputs");
  config.remove_semicolons = o.at("remove_semicolons");
  config.append_terminal_punctuation = o.at("append_terminal_punctuation");
  config.capitalize_first_letter = o.at("capitalize_first_letter");
  for (const auto& [from, to] : o.at("replace_characters").items())
    config.replace_characters.emplace_back(to_utf32(from).at(0), to);
  return config;
}

std::map<std::string, TextRules> option_sets() {
  const json cases = golden_json(golden_folder("pocket_tts") / "cases.json");
  std::map<std::string, TextRules> sets;
  for (const auto& [name, o] : cases.at("text_options").items()) sets.emplace(name, options(o));
  return sets;
}

// The frame rate of the models whose max_frames the goldens have.
double frame_rate() {
  const auto config = read_config(golden_folder("pocket_tts") / "models/lsd.yaml");
  if (!config) throw std::runtime_error(config.error().message);
  return config->mimi.frame_rate;
}

// --- Against the reference ----------------------------------------------------------------------

TEST(PocketTtsTextGoldenTest, EveryTextHasTheIdsOfTheReferenceAndComesBack) {
  const tokenize::PieceTokenizer model = tokenizer(), json_file = tokenizer("tokenizer.json");
  ASSERT_FALSE(goldens().at("cases").empty());
  for (const json& c : goldens().at("cases")) {
    SCOPED_TRACE(c.at("id"));
    const std::string text = c.at("text");
    const Ids ids = c.at("raw_ids");
    EXPECT_EQ(model.encode(text), ids);
    EXPECT_EQ(model.decode(ids), c.at("decoded").get<std::string>());
    EXPECT_EQ(json_file.encode(text), c.value("json_tokenizer_ids", ids));
    EXPECT_EQ(json_file.decode(ids), c.at("decoded").get<std::string>());
  }
}

TEST(PocketTtsTextGoldenTest, EveryTextIsPreparedAsByTheReference) {
  const tokenize::PieceTokenizer model = tokenizer();
  int compared = 0;
  for (const auto& [name, config] : option_sets()) {
    for (const json& c : goldens().at("cases")) {
      SCOPED_TRACE(name + ", " + c.at("id").get<std::string>());
      const json& expected = c.at("options").at(name);
      const Result<PreparedText> prepared = prepare_text(c.at("text").get<std::string>(), config);
      ASSERT_EQ(static_cast<bool>(prepared), !expected.contains("error"));
      if (!prepared) continue;
      EXPECT_EQ(prepared->text, expected.at("prepared").get<std::string>());
      EXPECT_EQ(prepared->frames_after_eos_guess, expected.at("frames_after_eos_guess"));
      EXPECT_EQ(model.encode(prepared->text), expected.at("ids").get<Ids>());
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

TEST(PocketTtsTextGoldenTest, MarksThatEndSentencesAndClauses) {
  const Prompts prompts(tokenizer(), {}, frame_rate(), {});
  EXPECT_EQ(prompts.sentence_ends(), goldens().at("sentence_end_ids").get<Ids>());
  EXPECT_EQ(prompts.clause_ends(), goldens().at("fallback_ids").get<Ids>());
}

void expect_chunks(const std::vector<PromptChunk>& chunks, const json& expected) {
  ASSERT_EQ(chunks.size(), expected.size());
  for (size_t i = 0; i < chunks.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(chunks[i].chunk, expected[i].at("chunk").get<std::string>());
    EXPECT_EQ(chunks[i].prepared, expected[i].at("prepared").get<std::string>());
    EXPECT_EQ(chunks[i].ids, expected[i].at("ids").get<Ids>());
    EXPECT_EQ(chunks[i].frames_after_eos, expected[i].at("frames_after_eos"));
    EXPECT_EQ(chunks[i].max_frames, expected[i].at("max_frames"));
  }
}

TEST(PocketTtsTextGoldenTest, EveryTextHasTheChunksOfTheReference) {
  int compared = 0;
  for (const auto& [name, config] : option_sets()) {
    const Prompts prompts(tokenizer(), config, frame_rate(), {});
    for (const json& c : goldens().at("cases")) {
      const json& expected = c.at("options").at(name);
      if (!expected.contains("chunks")) continue;
      for (const auto& [most, list] : expected.at("chunks").items()) {
        SCOPED_TRACE(name + ", " + c.at("id").get<std::string>() + ", " + most + " tokens");
        const auto chunks = prompts.chunks(c.at("text").get<std::string>(), std::stoi(most));
        ASSERT_TRUE(chunks) << chunks.error().message;
        expect_chunks(*chunks, list);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 0);
}

TEST(PocketTtsTextGoldenTest, ChunksOfWholeRunsAreTheModelsOwn) {
  const json cases = golden_json(golden_folder("pocket_tts") / "cases.json");
  for (const auto& [name, run] : cases.at("e2e").items()) {
    const std::string model = name.substr(0, name.find("_int8"));
    const auto config = read_config(golden_folder("pocket_tts") / "models" / (model + ".yaml"));
    ASSERT_TRUE(config) << config.error().message;
    const Result<Prompts> prompts = Prompts::load(*config);
    ASSERT_TRUE(prompts) << prompts.error().message;
    for (const json& c : run.at("cases")) {
      SCOPED_TRACE(name + ", " + c.at("id").get<std::string>());
      std::optional<int> after;
      if (!c.at("frames_after_eos").is_null()) after = c.at("frames_after_eos").get<int>();
      const auto chunks =
          prompts->chunks(c.at("text").get<std::string>(), c.at("max_tokens"), after);
      ASSERT_TRUE(chunks) << chunks.error().message;
      ASSERT_EQ(chunks->size(), c.at("chunks").size());
      for (size_t i = 0; i < chunks->size(); ++i) {
        const json& expected = c.at("chunks")[i];
        EXPECT_EQ((*chunks)[i].prepared, expected.at("text").get<std::string>());
        EXPECT_EQ((*chunks)[i].ids, expected.at("ids").get<Ids>());
        EXPECT_EQ((*chunks)[i].frames_after_eos, expected.at("frames_after_eos"));
        EXPECT_EQ((*chunks)[i].max_frames, expected.at("max_frames"));
      }
    }
  }
}

// --- Rules that the goldens touch in one way only -----------------------------------------------

TEST(PocketTtsTextTest, NothingToSay) {
  TextRules deletes;
  deletes.replace_characters = {{U'"', ""}};
  const Prompts prompts(tokenizer(), deletes, frame_rate(), {});
  EXPECT_FALSE(prompts.chunks("\"\""));
  EXPECT_FALSE(prompts.chunks("\n"));
}

TEST(PocketTtsTextTest, BytesThatAreNoTextAreReplaced) {
  const Prompts prompts(tokenizer(), {}, frame_rate(), {});
  EXPECT_TRUE(prompts.chunks("a\xff\xfe\xc3"));
  EXPECT_TRUE(prompts.chunks(std::string_view("a\0b", 3)));
}

// Cutting is linear: half a million tokens take a blink, not an hour.
TEST(PocketTtsTextTest, HugeTexts) {
  const Prompts prompts(tokenizer(), {}, frame_rate(), {});
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "Version 2.5 is out, we test it. ";
  const auto chunks = prompts.chunks(text);
  ASSERT_TRUE(chunks) << chunks.error().message;
  EXPECT_GT(chunks->size(), 1000u);
  for (const PromptChunk& chunk : *chunks) EXPECT_LE(chunk.ids.size(), 55u);
  const auto one = prompts.chunks(std::string(300000, 'a'));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->size(), 1u);
}

TEST(PocketTtsTextTest, FramesAfterEosComeFromTheCallerTheModelOrAGuess) {
  const Prompts guess(tokenizer(), {}, 12.5, {}), recommended(tokenizer(), {}, 12.5, 9);
  EXPECT_EQ(guess.chunks("One two.")->at(0).frames_after_eos, 5);
  EXPECT_EQ(guess.chunks("One two three four five.")->at(0).frames_after_eos, 3);
  EXPECT_EQ(recommended.chunks("One two.")->at(0).frames_after_eos, 9);
  EXPECT_EQ(recommended.chunks("One two.", 50, 0)->at(0).frames_after_eos, 0);
}

}  // namespace
}  // namespace sotto::models::pocket_tts::pocket_tts_text_test
