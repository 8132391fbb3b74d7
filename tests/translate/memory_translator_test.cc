// The shipped narrator with memories of its own.
#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

#include "paths.h"
#include "tokenize/tokenizer.h"
#include "translate/memory_files.h"
#include "translate/translator.h"

namespace sotto::translate::memory_translator_test {
namespace {

using checkpoint::TemporaryFolder;
using ::testing::HasSubstr;
using testing::memory_of;
using testing::MemoryPair;

const std::filesystem::path& shipped() {
  static const std::filesystem::path folder = shipped_model("narrator-en-ja");
  return folder;
}

// The shipped model's files but for its memory.
void link_model(const TemporaryFolder& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(shipped()))
    if (entry.path().filename() != "memory.safetensors")
      std::filesystem::create_symlink(entry.path(), folder.path() / entry.path().filename());
}

void write_memory(const TemporaryFolder& folder,
                  const std::vector<std::pair<std::string, std::string>>& texts) {
  auto tokenizer = tokenize::Tokenizer::load(shipped());
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  const int from = *tokenizer->language_id("eng_Latn"), to = *tokenizer->language_id("jpn_Jpan");
  const auto words = [](std::vector<int> ids) {
    return std::vector<int>(ids.begin() + 1, ids.end() - 1);
  };
  std::vector<MemoryPair> pairs;
  for (const auto& [source, target] : texts)
    pairs.emplace_back(words(tokenizer->encode(source, from)),
                       words(tokenizer->encode(target, to)));
  const int eos = tokenize::Tokenizer::kEos;
  folder.write("memory.safetensors",
               memory_of(pairs, tokenizer->size(), {from, eos, to, eos}).file());
}

Result<std::unique_ptr<Translator>> load(const TemporaryFolder& folder) {
  TranslatorOptions options;
  options.model = folder.path().string();
  options.from = *find_language("en");
  options.to = *find_language("ja");
  options.threads = 1;
  return Translator::load(options);
}

Translation said(Translator& translator, const std::string& text) {
  text::Sentence sentence;
  sentence.text = text;
  sentence.language = *find_language("en");
  auto made = translator.translate_batch({&sentence, 1}, {});
  if (!made) throw std::runtime_error(made.error().message);
  return made->front();
}

const std::string kOdd = "The zebra hums in the pantry.", kOddInJapanese = "縞馬が台所で歌います。";

TEST(MemoryTranslatorTest, WhatTheMemoryHasIsSaidAsItStandsThere) {
  const TemporaryFolder folder;
  link_model(folder);
  write_memory(folder, {{kOdd, kOddInJapanese}, {"Two plus two.", "2足す2です。"}});
  const auto translator = load(folder);
  ASSERT_TRUE(translator) << translator.error().message;
  const Translation made = said(**translator, kOdd);
  EXPECT_FALSE(made.untranslated) << made.why;
  EXPECT_EQ(made.sentence.text, kOddInJapanese);
  EXPECT_EQ(made.mean_logprob, 0);
}

TEST(MemoryTranslatorTest, AnotherSentenceTakesWordsFromIt) {
  const TemporaryFolder folder;
  link_model(folder);
  write_memory(folder,
               {{"The gizmotron is ready.", "ぎずもとろんの準備ができました。"},
                {"I restarted the gizmotron.", "ぎずもとろんを再起動しました。"},
                {"Please stop the gizmotron.", "ぎずもとろんを止めてください。"},
                {"This gizmotron is broken.", "このぎずもとろんは壊れています。"},
                {"The gizmotron works again.", "ぎずもとろんがまた動くようになりました。"}});
  const auto translator = load(folder);
  ASSERT_TRUE(translator) << translator.error().message;
  EXPECT_THAT(said(**translator, "I stopped the gizmotron.").sentence.text,
              HasSubstr("ぎずもとろん"));
}

TEST(MemoryTranslatorTest, AModelWithoutTheMemoryThatItAsksForIsRefused) {
  const TemporaryFolder folder;
  link_model(folder);
  const auto translator = load(folder);
  ASSERT_FALSE(translator);
  EXPECT_THAT(translator.error().message, HasSubstr("memory.safetensors"));
}

}  // namespace
}  // namespace sotto::translate::memory_translator_test
