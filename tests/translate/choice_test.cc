// Of several hypotheses, one that means what its source does.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "paths.h"
#include "table_network.h"
#include "translate/neural_translator.h"

namespace sotto::translate::choice_test {
namespace {

using testing::Ids;
using testing::Table;

const Language kEnglish = {"eng_Latn", "en"}, kJapanese = {"jpn_Jpan", "ja"};

// What a network that knows these texts, each as likely as it says, is taken to say.
Translation told(const std::string& source, const std::map<std::string, float>& texts,
                 std::optional<double> temperature) {
  auto loaded = tokenize::Tokenizer::load(shipped_model("narrator-en-ja"));
  if (!loaded) throw std::runtime_error(loaded.error().message);
  tokenize::Tokenizer tokenizer = *std::move(loaded);
  std::vector<std::pair<Ids, float>> known;
  for (const auto& [text, weight] : texts)
    known.emplace_back(tokenizer.encode(text, *tokenizer.language_id("jpn_Jpan")), weight);
  const int vocab = tokenizer.size();
  auto next = [known, vocab](const Ids&, const Ids& sequence) {
    std::map<int, float> weights;
    const auto begin = sequence.begin() + 1;  // behind the start token
    const auto length = static_cast<size_t>(sequence.end() - begin);
    for (const auto& [ids, weight] : known)
      if (length < ids.size() && std::equal(begin, sequence.end(), ids.begin()))
        weights[ids[length]] += weight;
    std::vector<float> logits(static_cast<size_t>(vocab), -30.0f);
    for (const auto& [id, weight] : weights) logits[static_cast<size_t>(id)] = std::log(weight);
    return logits;
  };
  GenerationConfig generation;
  generation.search.beams = 3;
  generation.search.length_penalty = 0.0f;
  generation.consensus_temperature = temperature;
  NeuralTranslator translator(
      {std::make_unique<Table>(vocab, next), make_codec(std::move(tokenizer), kEnglish, kJapanese),
       /*start_token=*/2, /*longest_source=*/512, generation},
      kEnglish, kJapanese);
  const auto translation = translator.translate({source, {}, kEnglish}, {});
  if (!translation) throw std::runtime_error(translation.error().message);
  return *translation;
}

const std::map<std::string, float> kReadings = {
    {"テストが通りました。", 0.5f}, {"テストが通ります。", 0.3f}, {"テストが通りません。", 0.2f}};

TEST(ChoiceTest, TheBestIsTakenWhereItMeansTheSame) {
  for (const std::optional<double> temperature : {std::optional<double>(), std::optional(2.0)})
    EXPECT_EQ(told("The tests passed.", kReadings, temperature).sentence.text,
              "テストが通りました。");
}

TEST(ChoiceTest, WhatSaysTheOppositeGivesWay) {
  for (const std::optional<double> temperature : {std::optional<double>(), std::optional(2.0)}) {
    const Translation t = told("The tests do not pass.", kReadings, temperature);
    EXPECT_FALSE(t.untranslated) << t.why;
    EXPECT_EQ(t.sentence.text, "テストが通りません。");
  }
}

TEST(ChoiceTest, WithoutAnyTheSentenceIsLost) {
  const Translation t = told("The tests do not pass.", {{"テストが通りました。", 1.0f}}, {});
  EXPECT_TRUE(t.untranslated);
  EXPECT_EQ(t.why, "a negation is missing");
  EXPECT_EQ(t.sentence.text, "The tests do not pass.");
}

}  // namespace
}  // namespace sotto::translate::choice_test
